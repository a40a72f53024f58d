#include "lab/running/fault_parts.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lab/running/faults.h"
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

// A local array of a thread. PTX has its offset, but neither name nor size.
std::string beyond_own_what(const Fault& fault) {
    return fmt::format(
        "{} {} element {} of one of its local arrays{}: there is room for {} up to the next "
        "array, 0 to {}, and this address belongs to another array of the thread.",
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
    return fmt::format("{}: {} has {} elements, 0 to {}, and this address belongs to {}.",
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
    return fmt::format("{} reads a texture{}, but the value {:#x} is not a texture object.",
                       thread_of(fault), at_line(fault), fault.address);
}

std::string other_texture_what(const Fault& fault) {
    return fmt::format("{} reads a texture{}: {}", thread_of(fault), at_line(fault), fault.text);
}

std::string wait_what(const Fault& fault) {
    return fault.text.substr(0, fault.text.find('\n')) +
           ". Neither waits for the other, so either can run first.";
}

// After the first line, the text names the event and the wait.
std::string wait_advice(const Fault& fault) {
    const auto end = fault.text.find('\n');
    return end == fault.text.npos
               ? "Record an event after the first step, and let the stream of the second step "
                 "wait for it."
               : fault.text.substr(end + 1);
}

std::string memory_what(const Fault& fault) {
    return fault.text.substr(0, fault.text.find('\n')) +
           ". The memory may belong to another array at that time.";
}

std::string memory_advice(const Fault& fault) {
    const auto end = fault.text.find('\n');
    return end == fault.text.npos ? "Allocate the array before its first use, and free it after "
                                    "its last use."
                                  : fault.text.substr(end + 1);
}

namespace {

// The launch lacks the third number of <<<grid, block, bytes>>>.
bool no_dynamic_memory(const Fault& fault) {
    return fault.space == simulator::Space::shared && fault.elements == 0 && !fault.text.empty();
}

// The intended index, if it overflowed 32 bits: inside the array once 2^32 is added.
std::optional<std::int64_t> before_overflow(const Fault& fault) {
    const std::int64_t meant = fault.element + (std::int64_t{1} << 32);
    const bool fits = meant > std::numeric_limits<std::int32_t>::max() &&
                      meant < static_cast<std::int64_t>(fault.elements);
    return fault.element < 0 && fits ? std::optional(meant) : std::nullopt;
}

// The launch gave dynamic shared memory, but too little for this access.
bool short_dynamic_memory(const Fault& fault) {
    return fault.space == simulator::Space::shared && fault.elements != 0 && !fault.text.empty() &&
           fault.element >= static_cast<std::int64_t>(fault.elements);
}

// A negative index in an unsigned int: at most about a million below 0.
std::optional<std::int64_t> below_zero(const Fault& fault) {
    constexpr std::int64_t wraps = std::int64_t{1} << 32;
    const bool near = fault.element < wraps && fault.element >= wraps - (1 << 20) &&
                      fault.elements < std::uint64_t{1} << 31;
    return near ? std::optional(fault.element - wraps) : std::nullopt;
}

// The product in the index, where it does not fit into 32 bits.
std::optional<std::int64_t> product_of(const Fault& fault) {
    std::int64_t value = 0;
    const char* end = fault.text.data() + fault.text.size();
    const bool whole = fault.space != simulator::Space::shared && !fault.text.empty() &&
                       std::from_chars(fault.text.data(), end, value).ptr == end;
    return whole ? std::optional(value) : std::nullopt;
}

constexpr simulator::Address least_of_arrays = simulator::Address{1} << 32;

// No array is near: the address itself is wrong.
std::string astray_advice(const Fault& fault) {
    if (fault.address >= least_of_arrays)
        return "The index in the brackets leads far away from every array: check how it is "
               "computed.";
    if (fault.text == "malloc")
        return "Test the pointer that malloc or new returns before you use it. The heap of "
               "kernels has 8 MB, unless cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) sets "
               "more.";
    return "Such a low address is a null pointer, or a number used as an address: pass an array "
           "as the argument that it comes from.";
}

}  // namespace

std::string bounds_what(const Fault& fault) {
    if (fault.buffer.empty() && fault.text == "malloc")
        return access(fault) + ", through a null pointer: malloc found no free memory.";
    if (fault.buffer.empty()) return access(fault) + ", but no array is at this address.";
    const std::string size = fault.elements == 1
                                 ? "1 element"
                                 : grouped(static_cast<std::int64_t>(fault.elements)) + " elements";
    if (no_dynamic_memory(fault))
        return fmt::format(
            "{}, but the launch gave 0 bytes of dynamic shared memory, which holds {}.",
            access(fault), fault.buffer);
    if (fault.space == simulator::Space::local)
        return fmt::format(
            "{} {} element {} of one of its local arrays{}, and these have {} in all, 0 to {}.",
            thread_of(fault), verb(fault.write), fault.element, at_line(fault), size,
            fault.elements - 1);
    if (short_dynamic_memory(fault))
        return fmt::format(
            "{}, and {} has {}, 0 to {}, in the {} bytes of dynamic shared memory that the launch "
            "gave.",
            access(fault), fault.buffer, size, fault.elements - 1, fault.text);
    if (fault.elements == 0) return access(fault) + ", past the array's end.";
    if (fault.elements == 1)
        return fmt::format("{}, and {} has {}, number 0.", access(fault), fault.buffer, size);
    return fmt::format("{}, and {} has {}, 0 to {}.", access(fault), fault.buffer, size,
                       fault.elements - 1);
}

namespace {

// Whether the index is the thread's own number, so that threads with lower numbers are right. Else
// a thread alone may fail too, as in a loop that goes one element too far.
bool one_thread_too_many(const Fault& fault) {
    return fault.thread_number >= 0 && fault.element == fault.thread_number;
}

}  // namespace

std::string bounds_advice(const Fault& fault) {
    if (fault.buffer.empty()) return astray_advice(fault);
    if (no_dynamic_memory(fault))
        return fmt::format(
            "Launch with as many bytes as the kernel uses, <<<grid, block, bytes>>>: {} for one "
            "element per thread.",
            fault.text);
    if (short_dynamic_memory(fault))
        return fmt::format(
            "This access needs {} bytes: launch with as many as the threads use, <<<grid, block, "
            "bytes>>>. Or test the index, if (index < {}).",
            (fault.element + 1) * fault.bytes, fault.elements);
    if (fault.space == simulator::Space::local)
        return "An index or a loop goes past an array that the kernel declares for each thread: "
               "make the array larger, or stop at its last element.";
    if (const auto meant = before_overflow(fault))
        return fmt::format(
            "The index should be {}, but an int holds at most 2 147 483 647, so the index became "
            "{}. Compute it in 64 bits: make one of its factors a size_t or a long long.",
            grouped(*meant), fault.element);
    if (const auto product = product_of(fault))
        return fmt::format(
            "A product in the index is {}, more than 32 bits can hold, so its upper bits are "
            "lost. Compute it in 64 bits: make one of its factors a size_t or a long long.",
            grouped(*product));
    if (const auto below = below_zero(fault))
        return fmt::format(
            "The index is {}, below 0. An unsigned int, such as threadIdx.x, holds it as {}. Test "
            "the index, so that it never gets below 0. A loop that counts down to 0 needs an int, "
            "because an unsigned int is never below 0.",
            *below, grouped(fault.element));
    return fault.element < 0
               ? "The index is below 0: let only threads with a lower neighbour "
                 "make this access. Or a product in the index exceeds 2 147 483 "
                 "647, the largest int: compute it in 64 bits, with size_t for one "
                 "of its factors."
               : fmt::format(
                     "The index in the brackets must be below {0}: test it, if "
                     "(index < {0}).{1}",
                     fault.elements, one_thread_too_many(fault) ? " Or launch fewer threads." : "");
}

std::string lane_what(const Fault& fault) {
    if (fault.absent == 0)
        return fmt::format(
            "{} takes a value{} from a lane that takes no part: the value is undefined.",
            thread_of(fault), at_line(fault));
    const bool named = fault.mask & fault.absent;
    return fmt::format("{} takes a value{} from {}, {}, and then uses it: the value is undefined.",
                       thread_of(fault), at_line(fault), lanes_worded(fault.absent),
                       named ? "which does not reach this line"
                       : fault.mask != 0
                           ? fmt::format("which the mask {:#010x} does not name", fault.mask)
                           : std::string("which takes no part"));
}

std::string lane_advice(const Fault& fault) {
    if (fault.absent == 0 || fault.mask == 0 || fault.mask & fault.absent)
        return "Let all lanes that the mask names reach the shuffle together, or compute the mask "
               "with __ballot_sync().";
    return fmt::format(
        "Take the value from a lane that the mask names, here {} (the first is __ffs(mask) - 1). "
        "Or use the value only if the mask names the lane that it comes from.",
        lanes_worded(fault.mask));
}

std::string unnamed_what(const Fault& fault) {
    return fmt::format(
        "{} takes part{} in an operation of {} (mask {:#010x}), but the mask does not name its "
        "lane: the result is undefined.",
        thread_of(fault), at_line(fault), lanes_worded(fault.mask), fault.mask);
}

std::string unnamed_advice(const Fault& fault) {
    return fmt::format(
        "Name in the mask all lanes that reach this line ({:#010x}), or let only {} reach it.",
        fault.here, lanes_worded(fault.mask));
}

std::string absent_what(const Fault& fault) {
    const std::string where =
        fault.other_code_line() != 0 ? at_code_line(fault.other_code_line()) : " elsewhere";
    return fmt::format("{} waits{} for {}, named in its mask {:#010x} but now{}.", thread_of(fault),
                       at_line(fault), lanes_worded(fault.absent), fault.mask, where);
}

std::string absent_advice(const Fault& fault) {
    return fmt::format(
        "Name in the mask only lanes that reach this line together, here {:#010x}. Or let all "
        "lanes of the mask reach it. __activemask() does not help: it tells only which lanes "
        "happen to be at the line.",
        fault.here);
}

}  // namespace lab
