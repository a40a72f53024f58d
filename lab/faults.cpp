// Words for faults: a table of what happened and what to change, one row for each kind.
#include "lab/faults.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/run.h"
#include "lab/words.h"

namespace lab {
std::string line_words(int code_line) {
    if (code_line == 0) return "";
    return code_line > 0 ? fmt::format("line {}", code_line)
                         : fmt::format("PTX line {}", -code_line);
}

namespace {

using simulator::Fault;
using simulator::FaultKind;

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

std::string bounds_what(const Fault& fault) {
    if (fault.buffer.empty()) return access(fault) + ", and no array is there.";
    const std::string size = fault.elements == 1
                                 ? "1 element"
                                 : grouped(static_cast<std::int64_t>(fault.elements)) + " elements";
    if (fault.elements == 0) return access(fault) + ", past the array's end.";
    if (fault.elements == 1)
        return fmt::format("{}, and {} has {}, number 0.", access(fault), fault.buffer, size);
    return fmt::format("{}, and {} has {}, 0 to {}.", access(fault), fault.buffer, size,
                       fault.elements - 1);
}

std::string misaligned_what(const Fault& fault) {
    return fmt::format("{}: address {:#x} is no multiple of {}, the width of the access.",
                       access(fault), fault.address, fault.bytes);
}

std::string freed_what(const Fault& fault) {
    return access(fault) + ", and that memory has been freed.";
}

std::string wrong_space_what(const Fault& fault) {
    return fmt::format("{}: the address lies outside {} memory, which this instruction needs.",
                       access(fault), name_of(fault.space));
}

std::string read_only_what(const Fault& fault) {
    return access(fault) + ", and that memory may only be read.";
}

std::string race_what(const Fault& fault) {
    const std::string other_line = at_code_line(fault.other_code_line());
    const std::string other = same_block(fault)
                                  ? fmt::format("thread {}", worded(fault.other_thread))
                                  : fmt::format("thread {} of block {}", worded(fault.other_thread),
                                                worded(fault.other_block));
    return fmt::format(
        "{}, and {} {} it{}; nothing puts the two in order, {}", access(fault), other,
        verb(fault.other_write), other_line,
        fault.text.empty() ? "so the result depends on luck." : "but both write the same value.");
}

std::string uninitialized_what(const Fault& fault) {
    return fmt::format(
        "{} {} {}{}, and nobody has written it yet: its value is whatever lay there.",
        thread_of(fault), fault.write ? "reads and writes" : "reads", place(fault), at_line(fault));
}

// What the simulator adds, as a sentence of its own.
std::string detail_of(const Fault& fault) {
    if (fault.text.empty()) return "";
    return " " + fault.text + (fault.text.ends_with('.') ? "" : ".");
}

std::string divergent_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format("{} arrives at a barrier{} that other threads of its block pass by.{}",
                       thread_of(fault), at_line(fault), detail);
}

std::string fragile_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format(
        "{} waits at a barrier{} that threads of its block do not reach, since they returned "
        "before.{} Cards since Volta count only the threads that are still there, and go on.",
        thread_of(fault), at_line(fault), detail);
}

std::string deadlock_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format("{} waits{} for something that can never come.{}", thread_of(fault),
                       at_line(fault), detail);
}

std::string lane_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format(
        "{} takes a value{} from a lane that does not take part: what it gets is undefined.{}",
        thread_of(fault), at_line(fault), detail);
}

std::string lockstep_what(const Fault& fault) {
    return fmt::format(
        "{}, and thread {} of its warp {} it{}: only lockstep puts the two in order, and nothing "
        "promises lockstep.",
        access(fault), worded(fault.other_thread), verb(fault.other_write),
        at_code_line(fault.other_code_line()));
}

std::string trap_what(const Fault& fault) {
    return fmt::format("{} ends the kernel{} by a trap.", thread_of(fault), at_line(fault));
}

std::string assertion_what(const Fault& fault) {
    return fmt::format("{} finds its assertion{} not to hold: {}", thread_of(fault), at_line(fault),
                       fault.text);
}

std::string unknown_what(const Fault& fault) {
    return fmt::format("The simulator does not know the instruction {}{}.", fault.text,
                       at_line(fault));
}

std::string depth_what(const Fault& fault) {
    return fmt::format("{} calls too deep{}. {}", thread_of(fault), at_line(fault), fault.text);
}

std::string line_or(int line, const char* otherwise) {
    return line != 0 ? line_words(line) : otherwise;
}

// Of two accesses to one place one is atomic already.
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

std::string race_advice(const Fault& fault) {
    if (fault.narrow)
        return "It tells threads of its own block alone, and these are of two: give the flag's "
               "store and its load the scope of the device, cuda::thread_scope_device.";
    // One of the block alone is none between blocks.
    const char* no_fence = same_block(fault) ? "no fence" : "no fence for the device";
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
    if (same_block(fault))
        return "Put __syncthreads() between the two lines, where every thread of the block passes "
               "it.";
    if (fault.write && fault.other_write)
        return "Blocks run in any order: give each block elements of its own, or, where all are to "
               "count, use an atomic operation.";
    return "Blocks run in any order: let a second kernel do the second half, or tell of the write "
           "by a flag, with a fence on both sides, or release behind the write and acquire before "
           "the read. Where this is such a flag, make it atomic, by cuda::atomic_ref, or volatile.";
}

std::string lockstep_advice(const Fault& fault) {
    return fault.code_line() != 0 && fault.code_line() == fault.other_code_line()
               ? "Read first, put __syncwarp() behind that, and write then; or let a shuffle carry "
                 "the number. Where other warps use the place, too, it takes __syncthreads()."
               : "Put __syncwarp() between the two lines; where other warps use the place, too, "
                 "__syncthreads(), which does for both.";
}

constexpr simulator::Address least_of_arrays = simulator::Address{1} << 32;

// No array is near: what was used is no address of one.
std::string astray_advice(const Fault& fault) {
    if (fault.address >= least_of_arrays)
        return "The index that stands in the brackets leads far away from every array: look at "
               "what it is made of.";
    return "An address as low as this is a number that is used as an address: make the argument "
           "that it comes from an array.";
}

std::string bounds_advice(const Fault& fault) {
    if (fault.buffer.empty()) return astray_advice(fault);
    return fault.element < 0 ? "The index is below 0: guard the access, so that only threads with "
                               "a neighbour below use it."
                             : fmt::format(
                                   "The index in the brackets must be below {0}: guard it "
                                   "itself, if (index < {0}), as a test of another index does "
                                   "not help. Or launch fewer threads.",
                                   fault.elements);
}

std::string uninitialized_advice(const Fault& fault) {
    if (fault.space == simulator::Space::shared && fault.interval == 0)
        return "Write every element before this line reads it, with __syncthreads() between where "
               "another thread writes it: no barrier comes before this line.";
    return fault.space == simulator::Space::shared
               ? "Write every element before the barrier that comes before this line, also those "
                 "past the data's end."
               : "Give the array its first values before the launch, or write the element before "
                 "this line reads it.";
}

std::string copied_what(const Fault& fault) {
    return fmt::format(
        "The host copies {} before any launch that writes it: what arrives is whatever lay there.",
        fault.buffer);
}

std::string launch_what(const Fault& fault) {
    return fmt::format(
        "A launch did not begin, and nobody asked: {}. No thread ran, and {} is as it was before.",
        fault.text, fault.buffer);
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

struct Wording {
    FaultKind kind;
    const char* title;
    std::string (*what)(const Fault&);
    std::string (*advice)(const Fault&);  // nullptr: the text that follows
    const char* fixed_advice;
};

constexpr Wording wordings[] = {
    {FaultKind::out_of_bounds, "Out of bounds", bounds_what, bounds_advice, nullptr},
    {FaultKind::misaligned, "Misaligned address", misaligned_what, nullptr,
     "Vector types need an index that keeps their alignment: start at a multiple of the vector, or "
     "use single elements."},
    {FaultKind::freed, "Freed memory", freed_what, nullptr,
     "Free the array after the last kernel that uses it."},
    {FaultKind::wrong_space, "Wrong kind of memory", wrong_space_what, nullptr,
     "Pass a pointer to device memory: an address of the host, or of another block's shared "
     "memory, can't be used."},
    {FaultKind::read_only, "Read-only memory", read_only_what, nullptr,
     "Write to an array that is not const."},
    {FaultKind::race, "Race", race_what, race_advice, nullptr},
    {FaultKind::uninitialized_read, "Read before written", uninitialized_what, uninitialized_advice,
     nullptr},
    {FaultKind::divergent_barrier, "Barrier not reached by all", divergent_what, nullptr,
     "Move __syncthreads() out of the if, and let threads with no work skip the work, not the "
     "barrier."},
    {FaultKind::fragile_barrier, "Fragile: threads return before a barrier", fragile_what, nullptr,
     "Let threads with no work skip the work, not the barrier: older cards counted warps, and "
     "mostly went on, which nothing promised; what the missing threads should have written is "
     "missing on all of them."},
    {FaultKind::deadlock, "Waiting for ever", deadlock_what, nullptr,
     "Let whoever is waited for run first: take block numbers from a counter, or split the kernel "
     "in two."},
    {FaultKind::missing_lane, "Shuffle from a lane that is not there", lane_what, nullptr,
     "Let all lanes that the mask names reach the shuffle together, or compute the mask with "
     "__ballot_sync()."},
    {FaultKind::missing_warp_sync, "Reliance on lockstep", lockstep_what, lockstep_advice, nullptr},
    {FaultKind::trap, "Trap", trap_what, nullptr,
     "Look for __trap() or an unreachable place on this line."},
    {FaultKind::assertion, "Assertion", assertion_what, nullptr,
     "Follow the values that the condition reads back to where they were made."},
    {FaultKind::unknown_instruction, "Unknown instruction", unknown_what, nullptr,
     "Everything before it has run. It can be added as one row of the instruction table."},
    {FaultKind::call_depth, "Calls too deep", depth_what, nullptr,
     "Write the recursion as a loop."},
    {FaultKind::copied_unwritten, "Copied before it was written", copied_what, nullptr,
     "Copy behind the launch: in one stream the copy then waits for it."},
    {FaultKind::launch_failed, "A launch that did not begin", launch_what, nullptr,
     "Look at cudaGetLastError() behind each launch, and keep blocks within the limit: smaller "
     "ones, and more of them where the work needs it."},
    {FaultKind::missing_wait, "A wait between streams is missing", wait_what, wait_advice, nullptr},
};

const Wording& wording_of(FaultKind kind) {
    const auto* found = std::ranges::find(wordings, kind, &Wording::kind);
    return found == std::end(wordings) ? wordings[0] : *found;
}

}  // namespace

std::string fault_title(const Fault& fault) {
    const Wording& wording = wording_of(fault.kind);
    if (fault.kind == FaultKind::unknown_instruction)
        return fmt::format("{}: {}", wording.title, fault.text);
    if (is_of_host(fault.kind)) return fmt::format("{}: {}", wording.title, fault.buffer);
    return fmt::format("{}: thread {} of block {}{}", wording.title, worded(fault.thread),
                       worded(fault.block), at_line(fault));
}

std::string fault_advice(const Fault& fault) {
    const Wording& wording = wording_of(fault.kind);
    return wording.advice ? wording.advice(fault) : wording.fixed_advice;
}

std::string fault_sentence(const Fault& fault) {
    std::string text = wording_of(fault.kind).what(fault) + " " + fault_advice(fault);
    if (fault.repeats == 2) text += " The same happened once more on this line.";
    if (fault.repeats > 2)
        text += fmt::format(" The same happened {} more times on this line.",
                            grouped(static_cast<std::int64_t>(fault.repeats - 1)));
    return text;
}

namespace {

using simulator::Event;

simulator::Dim3 place_in(const simulator::Dim3& shape, std::uint64_t number) {
    return {std::uint32_t(number % shape.x), std::uint32_t(number / shape.x % shape.y),
            std::uint32_t(number / shape.x / shape.y)};
}

// One of two accesses to one address, by lanes of two blocks.
struct Side {
    const Event* event = nullptr;
    int lane = 0;
    std::uint64_t thread() const { return event->warp * 32 + std::uint64_t(lane); }
};

constexpr std::uint64_t most_looked_at = 1 << 22;  // pairs of accesses

// The first lanes of both that meet at one address.
bool meet(const simulator::Trace& trace, Side& one, Side& other) {
    for (one.lane = 0; one.lane < simulator::warp_size; ++one.lane)
        for (other.lane = 0; other.lane < simulator::warp_size; ++other.lane) {
            const simulator::Slot *a = trace.slot(*one.event, one.lane),
                                  *b = trace.slot(*other.event, other.lane);
            if (a && b && a->address == b->address) return true;
        }
    return false;
}

// The same race as another block met it: by the same two lines, as far as both were followed.
void name_as(Fault& race, const Run& run, const Side& one, const Side& other) {
    const LaunchRecord& launch = run.launches[std::size_t(race.launch)];
    const auto address = run.trace->slot(*one.event, one.lane)->address;
    const auto apart = std::int64_t(address) - std::int64_t(race.address);
    race.element += apart / std::max(race.bytes, 1);
    race.address = address;
    race.block = place_in(launch.grid, one.event->block);
    race.thread = place_in(launch.block, one.thread());
    race.other_block = place_in(launch.grid, other.event->block);
    race.other_thread = place_in(launch.block, other.thread());
}

void name_followed_race(Run& run) {
    const auto race = std::ranges::find(run.faults, FaultKind::race, &Fault::kind);
    if (race == run.faults.end() || race->repeats < 2) return;
    if (std::size_t(race->launch) >= run.launches.size()) return;
    const std::uint64_t front = run.trace->watched.front();
    const simulator::Dim3 own = place_in(run.launches[std::size_t(race->launch)].grid, front);
    if (race->space != simulator::Space::global || race->block == own || race->other_block == own)
        return;
    const auto at = [&](const Event& event, int line) {
        return event.launch == race->launch && event.space == race->space &&
               simulator::code_line(event.line, event.ptx_line) == line;
    };
    std::uint64_t looked_at = 0;
    for (const Event& last : run.trace->events) {
        if (!at(last, race->code_line())) continue;
        for (const Event& first : run.trace->events) {
            if (++looked_at > most_looked_at) return;
            if (!at(first, race->other_code_line())) continue;
            if ((last.block == front) == (first.block == front)) continue;
            Side one{&last}, other{&first};
            if (meet(*run.trace, one, other)) return name_as(*race, run, one, other);
        }
    }
}

}  // namespace

void put_steps(Run& run) {
    if (!run.trace) return;
    if (run.request.watched.empty()) name_followed_race(run);
    run.steps = simulator::steps_of(*run.trace, run.trace->watched.front());
}

std::string failure_sentence(const std::exception& problem) {
    if (!dynamic_cast<const std::bad_alloc*>(&problem)) return problem.what();
    return "This machine's memory is not enough for this run, or a limit such as ulimit -v keeps "
           "it from the program. Ask for smaller arrays, a smaller grid, fewer steps or a smaller "
           "picture.";
}

std::string cut_sentence(const Run& run) {
    const auto most = std::ranges::max_element(run.lines, {}, &simulator::LineCounters::executions);
    const std::string where =
        most == run.lines.end() || most->line == 0
            ? ""
            : fmt::format(" Line {} had run {} times.", most->line,
                          grouped(static_cast<std::int64_t>(most->executions)));
    return fmt::format(
        "The kernel was still running after {} lane-instructions and was ended; what is shown is "
        "the part that ran.{} Does a loop never end?",
        grouped(static_cast<std::int64_t>(run.cut_after)), where);
}

}  // namespace lab
