#include "lab/running/race_words.h"

#include <fmt/format.h>

#include "lab/running/fault_parts.h"
#include "lab/running/faults.h"
#include "lab/words.h"
#include "simulator/race_texts.h"

namespace lab {

using simulator::Fault;

namespace {

std::string line_or(int line, const char* otherwise) {
    return line != 0 ? line_words(line) : otherwise;
}

// For two accesses of which one is atomic.
std::string half_atomic_advice(const Fault& fault) {
    const int plain = fault.atomic ? fault.other_code_line() : fault.code_line(),
              atomic = fault.atomic ? fault.code_line() : fault.other_code_line();
    const std::string both = fmt::format(
        "The atomic operation at {} orders nothing with the plain "
        "access at {}: make both atomic, or ",
        line_or(atomic, "the one place"), line_or(plain, "the other"));
    return both + (same_block(fault) ? "put __syncthreads() between them."
                                     : "let a second kernel do what comes after the atomic ones.");
}

bool same_value(const Fault& fault) { return fault.text == simulator::race_text::same_value; }

int writing_line(const Fault& fault) {
    return fault.write ? fault.code_line() : fault.other_code_line();
}

int reading_line(const Fault& fault) {
    return fault.write ? fault.other_code_line() : fault.code_line();
}

std::string later_turn_advice(const Fault& fault) {
    return fmt::format(
        "The write at {} is of a later turn of the loop than the read at {}: put __syncthreads() "
        "behind {}, where every thread of the block passes it before the next turn writes.",
        line_or(writing_line(fault), "the one line"), line_or(reading_line(fault), "the other"),
        line_or(reading_line(fault), "the line that reads"));
}

// Fault::text names the operation, if it is known.
std::string update_advice(const Fault& fault) {
    const std::string& name = fault.text;
    if (name == "atomicAdd")
        return fmt::format(
            "Each thread reads {0}, adds to it and writes it back: where two do so at a time, one "
            "sum is lost. Use atomicAdd(&{0}, ...), or let each block add up its numbers first.",
            place(fault));
    const std::string use = name.starts_with("atomic")
                                ? fmt::format("Use {}(&{}, ...)", name, place(fault))
                                : std::string(
                                      "Use the atomic operation that does all of it, or a "
                                      "loop with atomicCAS()");
    return fmt::format(
        "Each thread reads {}, and writes it, as what it read tells it to: where two do so at a "
        "time, one of the values is lost. {}.",
        place(fault), use);
}

std::string narrow_advice(const Fault& fault) {
    if (fault.atomic && fault.other_atomic)
        return "An atomic operation with the scope of a block is one for the threads of that block "
               "alone, and these are of two: use the one for the device, without _block, or "
               "cuda::thread_scope_device.";
    return "It tells threads of its own block alone, and these are of two: give the flag's "
           "store and its load the scope of the device, cuda::thread_scope_device.";
}

std::string equal_advice(const Fault& fault) {
    return fmt::format(
        "The result is the same in any order, as all write the same constant. C++ calls it a race "
        "all the "
        "same: let one thread write {}, or let all write it by a relaxed store of "
        "cuda::atomic_ref.",
        place(fault));
}

std::string width_advice(const Fault& fault) {
    return fmt::format(
        "One of the two is {} bytes wide and the other {}: atomic and volatile accesses are in "
        "order with each other only where they cover the same bytes. Use one width for both, "
        "or give each a place of its own.",
        fault.width, fault.other_width);
}

}  // namespace

std::string race_what(const Fault& fault) {
    const std::string other_line = at_code_line(fault.other_code_line());
    const std::string other = same_block(fault)
                                  ? fmt::format("thread {}", worded(fault.other_thread))
                                  : fmt::format("thread {} of block {}", worded(fault.other_thread),
                                                worded(fault.other_block));
    return fmt::format(
        "{}, and {} {} it{}; nothing puts the two in order, {}", access(fault), other,
        verb(fault.other_write), other_line,
        same_value(fault) ? "but both write the same value." : "so the result depends on luck.");
}

std::string race_advice(const Fault& fault) {
    if (fault.kind == simulator::FaultKind::equal_writes) return equal_advice(fault);
    if (fault.narrow) return narrow_advice(fault);
    if (fault.width != fault.other_width) return width_advice(fault);
    if (fault.rechecked)
        return "What is read here counts only where the number that is read before and behind it "
               "has not changed, as in a sequence lock. That is right for accesses to the data "
               "that may meet, and plain ones may not: make both of them, the write and the read, "
               "volatile, or relaxed atomics by cuda::atomic_ref.";
    // A fence for the block alone orders nothing between blocks.
    const char* no_fence = same_block(fault) ? "no fence" : "no fence for the device";
    if (fault.updates && (fault.only_heard || fault.only_seen))
        return fmt::format(
            "A lock or a flag lets one thread after the other change {}, and there is {} with it: "
            "put __threadfence() after it is taken and another one before it is let go.",
            place(fault), no_fence);
    if (fault.updates) return update_advice(fault);
    if (fault.only_heard)
        return fmt::format(
            "The flag that tells of it was seen, and the reader has {} behind that: put "
            "__threadfence() between the look at the flag and this line, or look with "
            "cuda::memory_order_acquire.",
            no_fence);
    if (fault.only_seen)
        return fmt::format(
            "The flag that tells of it was set with {} behind the write: put "
            "__threadfence() between the two, and another one between the look at the flag and "
            "the read, or store it with cuda::memory_order_release and look with acquire.",
            no_fence);
    if (fault.atomic != fault.other_atomic) return half_atomic_advice(fault);
    const bool one_line = fault.code_line() != 0 && fault.code_line() == fault.other_code_line();
    if (same_block(fault) && one_line && fault.write && fault.other_write)
        return "Let one thread alone write it, or give each thread a place of its own; where all "
               "are to count, use an atomic operation.";
    if (same_block(fault) && one_line)
        return "One thread reads there what another one writes: read, put __syncthreads() behind "
               "that, then write, and in a loop put another one behind that, before the next round "
               "reads. Every thread of the block must pass them.";
    if (fault.text == simulator::race_text::later_turn) return later_turn_advice(fault);
    if (fault.text == simulator::race_text::any_turn)
        return fmt::format(
            "Put __syncthreads() between the two lines, and another one behind the later of the "
            "two, before the next turn of the loop comes to {}: every thread of the block must "
            "pass both.",
            line_or(writing_line(fault), "the write"));
    if (same_block(fault))
        return "Put __syncthreads() between the two lines, where every thread of the block passes "
               "it.";
    if (fault.write && fault.other_write)
        return "Blocks run in any order: give each block elements of its own, or, where all are to "
               "count, use an atomic operation.";
    return "Blocks run in any order: let a second kernel do the second half, or, where an array is "
           "changed in place, write to another one. Or tell of the write by a flag, with a fence "
           "on both sides, or release behind the write and acquire before the read. Where this is "
           "such a flag, make it atomic, by cuda::atomic_ref, or volatile.";
}

std::string lockstep_what(const Fault& fault) {
    return fmt::format(
        "{}, and thread {} of its warp {} it{}: only lockstep puts the two in order, and nothing "
        "promises lockstep.",
        access(fault), worded(fault.other_thread), verb(fault.other_write),
        at_code_line(fault.other_code_line()));
}

std::string lockstep_advice(const Fault& fault) {
    if (fault.text == simulator::race_text::later_turn) return later_turn_advice(fault);
    return fault.code_line() != 0 && fault.code_line() == fault.other_code_line()
               ? "Read first, put __syncwarp() behind that, and write then; or let a shuffle carry "
                 "the number. Where other warps use the place, too, it takes __syncthreads()."
               : "Put __syncwarp() between the two lines; where other warps use the place, too, "
                 "__syncthreads(), which does for both.";
}

}  // namespace lab
