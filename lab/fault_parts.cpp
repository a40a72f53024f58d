// See fault_parts.h.
#include "lab/fault_parts.h"

#include <fmt/format.h>

#include "lab/faults.h"
#include "lab/words.h"

namespace lab {

using simulator::Fault;

std::string thread_of(const Fault& fault) {
    return fmt::format("Thread {} of block {}", worded(fault.thread), worded(fault.block));
}

std::string at_code_line(int line) { return line == 0 ? std::string{} : " at " + line_words(line); }

std::string at_line(const Fault& fault) { return at_code_line(fault.code_line()); }

std::string verb(bool write) { return write ? "writes" : "reads"; }

// "part[3]", or the address where it is in no buffer.
std::string place(const Fault& fault) {
    if (!fault.buffer.empty()) return fmt::format("{}[{}]", fault.buffer, fault.element);
    return fmt::format("{} bytes at address {:#x}", fault.bytes, fault.address);
}

std::string access(const Fault& fault) {
    return fmt::format("{} {} {}{}", thread_of(fault), verb(fault.write), place(fault),
                       at_line(fault));
}

bool same_block(const Fault& fault) { return fault.block == fault.other_block; }

namespace {

// An array of a thread, of which PTX keeps its place, and neither name nor size.
std::string beyond_own_what(const Fault& fault) {
    return fmt::format(
        "{} {} element {} of an array of its own{}: there is room for {} up to the next array, 0 "
        "to {}, and that place belongs to another array of the thread.",
        thread_of(fault), verb(fault.write), fault.element, at_line(fault), fault.elements,
        static_cast<std::int64_t>(fault.elements) - 1);
}

}  // namespace

std::string beyond_what(const Fault& fault) {
    const bool local = fault.space == simulator::Space::local;
    if (local && fault.buffer == "local memory") return beyond_own_what(fault);
    const std::string where = fault.text.empty() || fault.text == fault.buffer
                                  ? std::string("another array")
                                  : fault.text;
    return fmt::format("{}: {} has {} elements, 0 to {}, and that place belongs to {}.",
                       access(fault), fault.buffer, fault.elements,
                       static_cast<std::int64_t>(fault.elements) - 1, where);
}

std::string never_written_what(const Fault& fault) {
    return fmt::format("{} of {} elements of {} were never written: the first is {}[{}].",
                       grouped(static_cast<std::int64_t>(fault.left_out)),
                       grouped(static_cast<std::int64_t>(fault.elements)), fault.buffer,
                       fault.buffer, fault.element);
}

std::string no_texture_what(const Fault& fault) {
    return fmt::format("{} reads a texture{}, and the value {:#x} names none.", thread_of(fault),
                       at_line(fault), fault.address);
}

std::string other_texture_what(const Fault& fault) {
    return fmt::format("{} reads a texture{}: {}", thread_of(fault), at_line(fault), fault.text);
}

std::string wait_what(const Fault& fault) {
    return fault.text.substr(0, fault.text.find('\n')) +
           ", and neither waits for the other: which comes first is left to chance.";
}

// Which event, and who waits for it, stands behind what meets.
std::string wait_advice(const Fault& fault) {
    const auto end = fault.text.find('\n');
    return end == fault.text.npos
               ? "Record an event behind the first step, and let the stream of the second wait."
               : fault.text.substr(end + 1);
}

}  // namespace lab
