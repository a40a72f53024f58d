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
        "The atomic operation at {} is not ordered with the plain access at {}: make both atomic, "
        "or ",
        line_or(atomic, "one place"), line_or(plain, "the other"));
    return both + (same_block(fault) ? "put __syncthreads() between them."
                                     : "let a second kernel do the work that follows the atomics.");
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
        "The write at {} belongs to a later turn of the loop than the read at {}: put "
        "__syncthreads() after {}, so that every thread of the block passes it before the next "
        "turn writes.",
        line_or(writing_line(fault), "one line"), line_or(reading_line(fault), "the other"),
        line_or(reading_line(fault), "the line that reads"));
}

// Fault::text names the operation, if it is known.
std::string update_advice(const Fault& fault) {
    const std::string& name = fault.text;
    if (name == "atomicAdd")
        return fmt::format(
            "Each thread reads {0}, adds to it and writes it back: when two threads do this at "
            "the same time, one sum is lost. Use atomicAdd(&{0}, ...), or let each block add up "
            "its numbers first.",
            place(fault));
    const std::string use = name.starts_with("atomic")
                                ? fmt::format("Use {}(&{}, ...)", name, place(fault))
                                : std::string(
                                      "Use one atomic operation for the read and the write, or a "
                                      "loop with atomicCAS()");
    return fmt::format(
        "Each thread reads {} and writes back a value that depends on it: when two threads do "
        "this at the same time, one of the values is lost. {}.",
        place(fault), use);
}

std::string narrow_advice(const Fault& fault) {
    if (fault.atomic && fault.other_atomic)
        return "An atomic operation with block scope is atomic only for the threads of its block, "
               "and these two threads are in different blocks: use the operation with device "
               "scope, without _block, or cuda::thread_scope_device.";
    return "A flag with block scope works only for threads of its own block, and these two "
           "threads are in different blocks: give the flag's store and its load device scope, "
           "cuda::thread_scope_device.";
}

std::string equal_advice(const Fault& fault) {
    return fmt::format(
        "The result is the same in any order, because all threads write the same constant. C++ "
        "still calls this a race: let one thread write {}, or let all write it with a relaxed "
        "store of cuda::atomic_ref.",
        place(fault));
}

std::string width_advice(const Fault& fault) {
    return fmt::format(
        "One of the two accesses is {} bytes wide and the other {}: atomic and volatile accesses "
        "are ordered with each other only if they cover the same bytes. Use one width for both, "
        "or give each its own element.",
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
        "{}, and {} {} it{}. Nothing orders the two accesses, {}", access(fault), other,
        verb(fault.other_write), other_line,
        same_value(fault) ? "but both write the same value." : "so the result depends on timing.");
}

std::string race_advice(const Fault& fault) {
    if (fault.kind == simulator::FaultKind::equal_writes) return equal_advice(fault);
    if (fault.narrow) return narrow_advice(fault);
    if (fault.width != fault.other_width) return width_advice(fault);
    if (fault.rechecked)
        return "The value read here counts only if a number that is read before and after it has "
               "not changed, as in a sequence lock. In this pattern a read may overlap a write, "
               "but plain accesses may not: make both the write and the read volatile, or relaxed "
               "atomics with cuda::atomic_ref.";
    // A fence for the block alone orders nothing between blocks.
    const char* no_fence = same_block(fault) ? "no fence" : "no fence of device scope";
    if (fault.updates && (fault.only_heard || fault.only_seen))
        return fmt::format(
            "A lock or a flag lets one thread after the other change {}, but it has {}: put "
            "__threadfence() after it is taken and another one before it is released.",
            place(fault), no_fence);
    if (fault.updates) return update_advice(fault);
    if (fault.only_heard)
        return fmt::format(
            "The reader saw the flag that signals this write, but it has {} after that: put "
            "__threadfence() between the load of the flag and this line, or load the flag with "
            "cuda::memory_order_acquire.",
            no_fence);
    if (fault.only_seen)
        return fmt::format(
            "The flag that signals this write was set with {} after the write: put "
            "__threadfence() between the two, and another one between the load of the flag and "
            "the read. Or store the flag with cuda::memory_order_release and load it with acquire.",
            no_fence);
    if (fault.atomic != fault.other_atomic) return half_atomic_advice(fault);
    const bool one_line = fault.code_line() != 0 && fault.code_line() == fault.other_code_line();
    if (same_block(fault) && one_line && fault.write && fault.other_write)
        return "Let only one thread write it, or give each thread its own element. If all values "
               "must count, use an atomic operation.";
    if (same_block(fault) && one_line)
        return "One thread reads an element that another thread writes. Read first, then call "
               "__syncthreads(), then write. In a loop, call __syncthreads() again after the "
               "write, before the next turn reads. Every thread of the block must pass both calls.";
    if (fault.text == simulator::race_text::later_turn) return later_turn_advice(fault);
    if (fault.text == simulator::race_text::any_turn)
        return fmt::format(
            "Put __syncthreads() between the two lines, and another one after the later line, "
            "before the next turn of the loop reaches {}: every thread of the block must pass "
            "both.",
            line_or(writing_line(fault), "the write"));
    if (same_block(fault))
        return "Put __syncthreads() between the two lines, where every thread of the block passes "
               "it.";
    if (fault.write && fault.other_write)
        return "Blocks run in any order: give each block its own elements. If all values must "
               "count, use an atomic operation.";
    return "Blocks run in any order: let a second kernel do the second half. If an array is "
           "changed in place, write to another array. Or signal the write with a flag: a fence on "
           "both sides, or release after the write and acquire before the read. If this element "
           "is such a flag, make it atomic, with cuda::atomic_ref, or volatile.";
}

std::string lockstep_what(const Fault& fault) {
    return fmt::format(
        "{}, and thread {} of its warp {} it{}: only lockstep orders the two, and CUDA does not "
        "guarantee lockstep.",
        access(fault), worded(fault.other_thread), verb(fault.other_write),
        at_code_line(fault.other_code_line()));
}

std::string lockstep_advice(const Fault& fault) {
    if (fault.text == simulator::race_text::later_turn) return later_turn_advice(fault);
    return fault.code_line() != 0 && fault.code_line() == fault.other_code_line()
               ? "Read first, then call __syncwarp(), then write. Or pass the value with a "
                 "shuffle. If other warps use this element too, call __syncthreads() instead."
               : "Put __syncwarp() between the two lines. If other warps use this element too, "
                 "use __syncthreads(), which serves both purposes.";
}

}  // namespace lab
