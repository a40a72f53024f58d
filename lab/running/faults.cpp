// Words for faults: a table of what happened and what to change, one row for each kind.
#include "lab/running/faults.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/run.h"
#include "lab/running/fault_parts.h"
#include "lab/running/race_words.h"
#include "lab/words.h"
#include "simulator/watch/observer.h"

namespace lab {
std::string line_words(int code_line) {
    if (code_line == 0) return "";
    return code_line > 0 ? fmt::format("line {}", code_line)
                         : fmt::format("PTX line {}", -code_line);
}

namespace {

using simulator::Fault;
using simulator::FaultKind;

std::string misaligned_what(const Fault& fault) {
    return fmt::format(
        "{}: address {:#x} is not a multiple of {}, the width of the access in "
        "bytes.",
        access(fault), fault.address, fault.bytes);
}

std::string freed_what(const Fault& fault) {
    return access(fault) + ", but this memory has already been freed.";
}

std::string freed_advice(const Fault& fault) {
    return fault.heap ? "Call free or delete only after the last use by all threads "
                        "that have the pointer: put a barrier between the two."
                      : "Free the array after the last kernel that uses it.";
}

std::string wrong_space_what(const Fault& fault) {
    return fmt::format(
        "{}: the address is not in {} memory, and this instruction can access no "
        "other.",
        access(fault), name_of(fault.space));
}

std::string read_only_what(const Fault& fault) {
    return access(fault) + ", but this memory can only be read.";
}

std::string uninitialized_what(const Fault& fault) {
    return fmt::format("{} {} {}{}, but nothing has written it yet: its value is undefined.",
                       thread_of(fault), fault.write ? "reads and writes" : "reads", place(fault),
                       at_line(fault));
}

// The simulator's own text, as a sentence.
std::string detail_of(const Fault& fault) {
    if (fault.text.empty()) return "";
    return " " + fault.text + (fault.text.ends_with('.') ? "" : ".");
}

std::string divergent_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format("{} arrives at a barrier{} that other threads of its block do not reach.{}",
                       thread_of(fault), at_line(fault), detail);
}

std::string fragile_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format(
        "{} waits at a barrier{} that other threads of its block do not reach, because they "
        "returned before.{} GPUs since Volta count only the threads that have not returned, so "
        "the block goes on.",
        thread_of(fault), at_line(fault), detail);
}

std::string deadlock_what(const Fault& fault) {
    const std::string detail = detail_of(fault);
    return fmt::format("{} waits{} for something that can never happen.{}", thread_of(fault),
                       at_line(fault), detail);
}

std::string endless_what(const Fault& fault) {
    return fmt::format(
        "{} repeats the loop{} for ever: the loop changes nothing that its condition reads.",
        thread_of(fault), at_line(fault));
}

std::string aliased_what(const Fault& fault) {
    return fmt::format(
        "{} reads {}[{}]{}, but the value in it was written as {}: all extern shared arrays begin "
        "at the same address.",
        thread_of(fault), fault.buffer, fault.element, at_line(fault), fault.text);
}

std::string never_set_what(const Fault& fault) {
    return fmt::format(
        "{} reads {}{}, a __constant__ that was never set: all of its elements are 0.",
        thread_of(fault), fault.buffer, at_line(fault));
}

std::string never_set_advice(const Fault& fault) {
    const std::string element = fault.text == "b32" ? "f32" : fault.text;
    return fmt::format(
        "Copy its values before the launch with cudaMemcpyToSymbol. In Warplens give them with "
        "--set {}:{}[{}]=@FILE, or =ones, =iota.",
        fault.buffer, element, fault.elements);
}

std::string trap_what(const Fault& fault) {
    return fmt::format("{} ends the kernel{} with a trap.", thread_of(fault), at_line(fault));
}

std::string assertion_what(const Fault& fault) {
    return fmt::format("{} fails its assertion{}: {}", thread_of(fault), at_line(fault),
                       fault.text);
}

std::string unknown_what(const Fault& fault) {
    return fmt::format("{} reaches code{} that can't be simulated, in {}", thread_of(fault),
                       at_line(fault), fault.text);
}

std::string depth_what(const Fault& fault) {
    return fmt::format("{} nests its calls too deeply{}. {}", thread_of(fault), at_line(fault),
                       fault.text);
}

std::string call_what(const Fault& fault) {
    return fmt::format(
        "{} calls a function{} through a pointer that is {}.", thread_of(fault), at_line(fault),
        fault.address == 0 ? std::string("null")
                           : fmt::format("{:#x}, where no function begins", fault.address));
}

std::string twice_what(const Fault& fault) {
    return fmt::format("{} frees{} the memory at {:#x} a second time.", thread_of(fault),
                       at_line(fault), fault.address);
}

std::string foreign_what(const Fault& fault) {
    return fmt::format("{} frees{} an address that no malloc or new in a kernel returned: {:#x}.",
                       thread_of(fault), at_line(fault), fault.address);
}

std::string uninitialized_advice(const Fault& fault) {
    if (fault.space == simulator::Space::local)
        return "Initialize the array where it is declared, int a[16] = {}, or write every element "
               "before this line reads it. A loop that ends early leaves the other elements "
               "unwritten.";
    if (fault.heap)
        return "Memory from malloc or new has no values yet: write each element before this line "
               "reads it.";
    if (fault.space == simulator::Space::shared && fault.interval == 0)
        return "No barrier comes before this line. Write every element before this line reads it, "
               "and put __syncthreads() between the two if another thread writes the element.";
    return fault.space == simulator::Space::shared
               ? "Write every element before the barrier that comes before this line, also the "
                 "elements past the end of the data."
               : "Initialize the array before the launch, or write the element before this line "
                 "reads it.";
}

std::string copied_what(const Fault& fault) {
    return fmt::format(
        "The host copies {} before any launch writes it: the copied values are undefined.",
        fault.buffer);
}

std::string launch_what(const Fault& fault) {
    return fmt::format(
        "A launch failed, and the program did not check for the error: {}. No thread ran, so {} "
        "is unchanged.",
        fault.text, fault.buffer);
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
     "An access must start at a multiple of its own width. Use an index that keeps a vector type "
     "(float4, say) aligned, or use single elements."},
    {FaultKind::freed, "Freed memory", freed_what, freed_advice, nullptr},
    {FaultKind::wrong_space, "Wrong kind of memory", wrong_space_what, nullptr,
     "Pass a pointer to device memory: a kernel can't use an address of the host or of another "
     "block's shared memory."},
    {FaultKind::read_only, "Read-only memory", read_only_what, nullptr,
     "Write to an array that is not const."},
    {FaultKind::race, "Race", race_what, race_advice, nullptr},
    {FaultKind::equal_writes, "Several threads write one constant", race_what, race_advice,
     nullptr},
    {FaultKind::uninitialized_read, "Read before written", uninitialized_what, uninitialized_advice,
     nullptr},
    {FaultKind::divergent_barrier, "Barrier not reached by all", divergent_what, nullptr,
     "Move __syncthreads() out of the if, and let threads with no work skip the work, not the "
     "barrier."},
    {FaultKind::fragile_barrier, "Fragile: threads return before a barrier", fragile_what, nullptr,
     "Let threads with no work skip the work, not the barrier. Older GPUs counted warps and "
     "mostly went on, but CUDA did not guarantee it. On every GPU the values that the missing "
     "threads should have written are missing."},
    {FaultKind::deadlock, "Waiting for ever", deadlock_what, nullptr,
     "Let the threads that others wait for run first: take block numbers from an atomic counter, "
     "or split the kernel in two. If no line of the kernel writes the value that the loop reads, "
     "the kernel can never end the loop: write that value before the launch."},
    {FaultKind::endless_loop, "Endless loop", endless_what, nullptr,
     "If the loop waits for another thread to write a value, the compiler reads that value only "
     "once, before the loop: make it volatile, or read it with cuda::atomic_ref, so that each "
     "turn reads it again. Otherwise change a value in the loop that its condition reads."},
    {FaultKind::beyond_array, "Access to another array", beyond_what, nullptr,
     "Test the index in the brackets against the size of the array that it belongs to."},
    {FaultKind::aliased_arrays, "Two arrays at one address", aliased_what, nullptr,
     "Declare one extern array and let the second begin after the first: float* weights = "
     "(float*)(pool + n)."},
    {FaultKind::never_set, "A constant that was never set", never_set_what, never_set_advice,
     nullptr},
    {FaultKind::missing_lane, "Shuffle from a lane that takes no part", lane_what, lane_advice,
     nullptr},
    {FaultKind::not_in_mask, "A lane outside its own mask", unnamed_what, unnamed_advice, nullptr},
    {FaultKind::absent_lanes, "A mask names lanes that do not arrive", absent_what, absent_advice,
     nullptr},
    {FaultKind::missing_warp_sync, "Reliance on lockstep", lockstep_what, lockstep_advice, nullptr},
    {FaultKind::trap, "Trap", trap_what, nullptr,
     "Look on this line for __trap(), or for code that the compiler takes to be unreachable."},
    {FaultKind::assertion, "Assertion", assertion_what, nullptr,
     "Find out where the values in its condition come from."},
    {FaultKind::unknown_instruction, "Not simulated", unknown_what, nullptr,
     "Everything before it has run. Let no pointer and no virtual call lead to that function, or "
     "write it without the instruction that is not simulated."},
    {FaultKind::call_depth, "Calls too deep", depth_what, nullptr,
     "End the recursion earlier, write it as a loop, or give threads a larger stack: "
     "cudaDeviceSetLimit(cudaLimitStackSize, bytes)."},
    {FaultKind::bad_call, "Call through a bad pointer", call_what, nullptr,
     "Create the pointer, or the object with the virtual function, in device code: function "
     "addresses and virtual tables from the host are not valid on the device."},
    {FaultKind::freed_twice, "Freed twice", twice_what, nullptr, "Let one thread free it, once."},
    {FaultKind::freed_foreign, "Freed without malloc", foreign_what, nullptr,
     "In a kernel, free only the pointer that malloc or new returned in a kernel. cudaFree() "
     "frees memory from cudaMalloc()."},
    {FaultKind::no_texture, "No texture", no_texture_what, nullptr,
     "Give the parameter a texture, by the name of the parameter: --arg "
     "image:texture.f32[64,64]=iota. In a program, cudaCreateTextureObject() creates it."},
    {FaultKind::other_texture, "Texture that the kernel can't read", other_texture_what, nullptr,
     "Give the texture the dimensions and the type of the call in the kernel: tex2D<float>() "
     "reads a texture with two dimensions, of floats or of whole numbers with normalized_float."},
    {FaultKind::never_written, "Never written", never_written_what, nullptr,
     "Launch one thread for each element, (n + block - 1) / block blocks, and check which index "
     "each thread uses. If the elements are not needed, make the array shorter."},
    {FaultKind::copied_unwritten, "Copied before it was written", copied_what, nullptr,
     "Copy after the launch: in the same stream the copy then waits for the kernel."},
    {FaultKind::launch_failed, "Launch that failed", launch_what, nullptr,
     "Check cudaGetLastError() after each launch, and keep blocks within the limit: launch "
     "smaller blocks, and more of them if the work needs it."},
    {FaultKind::missing_wait, "Missing wait between streams", wait_what, wait_advice, nullptr},
    {FaultKind::without_memory, "Used while it has no memory", memory_what, memory_advice, nullptr},
};

const Wording& wording_of(FaultKind kind) {
    const auto* found = std::ranges::find(wordings, kind, &Wording::kind);
    return found == std::end(wordings) ? wordings[0] : *found;
}

}  // namespace

std::string fault_title(const Fault& fault) {
    const Wording& wording = wording_of(fault.kind);
    if (has_no_thread(fault.kind)) return fmt::format("{}: {}", wording.title, fault.buffer);
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

// One of two accesses to one address, by lanes of two blocks.
struct Party {
    const Event* event = nullptr;
    int lane = 0;
    std::uint64_t thread() const { return event->warp * 32 + std::uint64_t(lane); }
};

constexpr std::uint64_t most_looked_at = 1 << 22;  // pairs of accesses

// Finds the first lanes of both accesses that use one address.
bool meet(const simulator::Trace& trace, Party& one, Party& other) {
    for (one.lane = 0; one.lane < simulator::warp_size; ++one.lane)
        for (other.lane = 0; other.lane < simulator::warp_size; ++other.lane) {
            const simulator::Slot *a = trace.slot(*one.event, one.lane),
                                  *b = trace.slot(*other.event, other.lane);
            if (a && b && a->address == b->address) return true;
        }
    return false;
}

// Describes the race by the threads of the shown block, with the same two lines.
void name_as(Fault& race, const Run& run, const Party& one, const Party& other) {
    const LaunchRecord& launch = run.launches[std::size_t(race.launch)];
    const auto address = run.trace->slot(*one.event, one.lane)->address;
    const auto apart = std::int64_t(address) - std::int64_t(race.address);
    race.element += apart / std::max(race.bytes, 1);
    race.address = address;
    race.block = simulator::block_index(launch.grid, one.event->block);
    race.thread = simulator::block_index(launch.block, one.thread());
    race.other_block = simulator::block_index(launch.grid, other.event->block);
    race.other_thread = simulator::block_index(launch.block, other.thread());
}

void name_followed_race(Run& run) {
    const auto race = std::ranges::find_if(run.faults, simulator::is_unordered, &Fault::kind);
    if (race == run.faults.end() || race->repeats < 2) return;
    if (std::size_t(race->launch) >= run.launches.size()) return;
    const std::uint64_t front = run.trace->watched.front();
    const simulator::Dim3 own =
        simulator::block_index(run.launches[std::size_t(race->launch)].grid, front);
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
            Party one{&last}, other{&first};
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
    return "This run needs more memory than this machine has, or than a limit such as ulimit -v "
           "allows. Choose smaller arrays, a smaller grid, fewer steps or a smaller picture.";
}

std::string cut_sentence(const Run& run) {
    const auto most = std::ranges::max_element(run.lines, {}, &simulator::LineCounters::executions);
    const std::string where =
        most == run.lines.end() || most->line == 0
            ? ""
            : fmt::format(" Line {} had run {} times.", most->line,
                          grouped(static_cast<std::int64_t>(most->executions)));
    return fmt::format(
        "The kernel was still running after {} lane-instructions, so the simulator stopped it. "
        "You see only the part that ran.{} Does a loop never end?",
        grouped(static_cast<std::int64_t>(run.cut_after)), where);
}

}  // namespace lab
