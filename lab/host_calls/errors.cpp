// The table of errors, and that of faults. See errors.h.
#include "lab/host_calls/errors.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/host_side.h"
#include "lab/running/faults.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Fault;
using simulator::FaultKind;

// Sticky: the manual says of these "This leaves the process in an inconsistent state and any
// further CUDA work will return the same error. To continue using CUDA, the process must be
// terminated and relaunched."
constexpr std::array cuda_errors{
    CudaError{0, "cudaSuccess"},
    CudaError{1, "cudaErrorInvalidValue"},
    CudaError{2, "cudaErrorMemoryAllocation"},
    CudaError{9, "cudaErrorInvalidConfiguration"},
    CudaError{98, "cudaErrorInvalidDeviceFunction"},
    CudaError{700, "cudaErrorIllegalAddress", true},
    CudaError{701, "cudaErrorLaunchOutOfResources"},
    CudaError{702, "cudaErrorLaunchTimeout", true},
    CudaError{710, "cudaErrorAssert", true},
    CudaError{714, "cudaErrorHardwareStackError", true},
    CudaError{715, "cudaErrorIllegalInstruction", true},
    CudaError{716, "cudaErrorMisalignedAddress", true},
    CudaError{717, "cudaErrorInvalidAddressSpace", true},
    CudaError{718, "cudaErrorInvalidPc", true},
    CudaError{719, "cudaErrorLaunchFailure", true},
};

struct FaultRule {
    FaultKind kind;
    Told told;
    int code;
    const char* why;
};

constexpr const char* right_memory =
    "Every access is inside memory of the program, so the device finds no error. The result may be "
    "wrong.";
constexpr const char* no_check =
    "The device does not check this. No call returns an error, and the result may be wrong.";

// Faults whose answer does not depend on an address.
constexpr std::array fault_rules{
    FaultRule{FaultKind::misaligned, Told::error, 716,
              "The device checks that an address is a multiple of the size of the access."},
    FaultRule{FaultKind::freed, Told::may_tell, 700,
              "A device returns an error only if the freed memory is no longer mapped."},
    FaultRule{FaultKind::without_memory, Told::may_tell, 700,
              "The pool may keep freed memory mapped. A device returns an error only if it does "
              "not."},
    FaultRule{FaultKind::wrong_space, Told::may_tell, 717,
              "The instruction gets an address of another memory. Which error comes, if any, "
              "depends on what lies at that address."},
    FaultRule{FaultKind::read_only, Told::may_tell, 700,
              "A device returns an error where the memory is mapped for reads only."},
    FaultRule{FaultKind::race, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::equal_writes, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::uninitialized_read, Told::nothing, 0, right_memory},
    FaultRule{
        FaultKind::divergent_barrier, Told::may_hang, 0,
        "The behaviour is undefined. A thread that has returned does not hold up a barrier, so "
        "the kernel may end. Otherwise it never ends."},
    FaultRule{FaultKind::fragile_barrier, Told::nothing, 0,
              "A thread that has returned does not hold up a barrier."},
    FaultRule{FaultKind::deadlock, Told::never_ends, 0,
              "The kernel never ends. A card with a display ends it after a few seconds: "
              "cudaErrorLaunchTimeout (702)."},
    FaultRule{FaultKind::endless_loop, Told::never_ends, 0,
              "The kernel never ends. A card with a display ends it after a few seconds: "
              "cudaErrorLaunchTimeout (702)."},
    FaultRule{FaultKind::beyond_array, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::aliased_arrays, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::never_set, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::missing_lane, Told::nothing, 0, no_check},
    FaultRule{FaultKind::not_in_mask, Told::may_hang, 0,
              "The behaviour is undefined: the lanes may wait for ever."},
    FaultRule{FaultKind::absent_lanes, Told::may_hang, 0,
              "The instruction waits for lanes that do not arrive, unless they have returned."},
    FaultRule{FaultKind::missing_warp_sync, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::trap, Told::error, 719, "__trap() ends the kernel with an error."},
    FaultRule{FaultKind::assertion, Told::error, 710,
              "assert() ends the kernel, and its message goes to standard error."},
    FaultRule{FaultKind::unknown_instruction, Told::nothing, 0,
              "Only the simulator does not know this instruction. A device runs it."},
    FaultRule{FaultKind::call_depth, Told::may_tell, 714,
              "The stack of the thread may be too small. Then the thread writes past its end."},
    FaultRule{FaultKind::bad_call, Told::may_tell, 718,
              "The address holds no function. Which error comes depends on what lies there."},
    FaultRule{FaultKind::freed_twice, Told::may_tell, 719,
              "The lists of the device's heap may be broken afterwards."},
    FaultRule{FaultKind::freed_foreign, Told::may_tell, 719,
              "The lists of the device's heap may be broken afterwards."},
    FaultRule{FaultKind::no_texture, Told::may_tell, 719,
              "The value is no texture object. Which error comes, if any, depends on the value."},
    FaultRule{FaultKind::other_texture, Told::nothing, 0, no_check},
    FaultRule{FaultKind::never_written, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::copied_unwritten, Told::nothing, 0, right_memory},
    FaultRule{FaultKind::missing_wait, Told::nothing, 0, no_check},
};

// cudaMalloc() aligns to at least 256 bytes (CUDA C++ Programming Guide, "Size and alignment
// requirement"), so no other array begins before. It maps memory in pieces of 2 MiB (the least that
// cuMemGetAllocationGranularity() gives), and an access inside a mapped piece is no fault.
constexpr std::int64_t aligned_to = 256, mapped_in = 2 << 20;

std::int64_t up_to_multiple(std::int64_t bytes, std::int64_t to) {
    return (bytes + to - 1) / to * to;
}

OnDevice outside_global(const Fault& fault, std::int64_t size) {
    const CudaError* error = find_cuda_error(700);
    if (fault.buffer.empty() || fault.elements == 0)
        return {Told::error, error,
                "The address is in no array, and far from all of them: nothing is mapped there."};
    const std::int64_t all = static_cast<std::int64_t>(fault.elements) * size,
                       at = fault.element * size;
    if (at >= 0 && at + fault.bytes <= up_to_multiple(all, aligned_to))
        return {Told::nothing, nullptr,
                fmt::format("cudaMalloc() aligns arrays to {} bytes, and the access stays in front "
                            "of the next one. The device finds no error.",
                            aligned_to)};
    const bool near = at >= 0 ? at < up_to_multiple(all, mapped_in) : at >= -mapped_in;
    if (near)
        return {Told::may_tell, error,
                "Memory is mapped in pieces of 2 MiB. An access outside the array but inside its "
                "piece is no error: it reaches another array, or memory that nobody uses. Whether "
                "the piece ends before depends on where the array lies."};
    return {Told::error, error,
            fmt::format("The access is {} away from the array. Memory is mapped in pieces of 2 "
                        "MiB, and no array of the program is mapped there.",
                        bytes_worded(static_cast<std::uint64_t>(at < 0 ? -at : at - all)))};
}

OnDevice outside_array(const Fault& fault, int element_bytes) {
    if (fault.space == simulator::Space::shared || fault.space == simulator::Space::local)
        return {Told::may_tell, find_cuda_error(719),
                "A device gives blocks and threads such memory in larger pieces. It returns an "
                "error only for an access outside of the piece."};
    return outside_global(fault, std::max(element_bytes > 0 ? element_bytes : fault.bytes, 1));
}

int bytes_of_element(const Plan& plan, const Fault& fault) {
    const auto found = std::ranges::find(plan.allocations, fault.buffer, &Allocation::name);
    return found == plan.allocations.end() ? 0 : simulator::size_of(found->buffer.type);
}

OnDevice refused_on_device(const Refusal& refusal) {
    return {Told::error, cuda_error_of(refusal),
            "The launch can't begin: no thread runs. The error is not sticky, so the next call can "
            "succeed."};
}

}  // namespace

const CudaError* find_cuda_error(int code) {
    const auto* found = std::ranges::find(cuda_errors, code, &CudaError::code);
    return found == cuda_errors.end() ? nullptr : found;
}

const CudaError& cuda_success() { return cuda_errors.front(); }

const CudaError* cuda_error_of(const Refusal& refusal) {
    const auto* found = std::ranges::find_if(cuda_errors, [&](const CudaError& error) {
        return refusal.cuda_error.starts_with(std::string(error.name) + " ");
    });
    return found == cuda_errors.end() ? nullptr : found;
}

OnDevice on_device(const Fault& fault, int element_bytes) {
    if (fault.kind == FaultKind::out_of_bounds) return outside_array(fault, element_bytes);
    const auto* rule = std::ranges::find(fault_rules, fault.kind, &FaultRule::kind);
    if (rule == fault_rules.end()) return {};
    return {rule->told, rule->code > 0 ? find_cuda_error(rule->code) : nullptr, rule->why};
}

CallCause call_cause(const Refusal& refusal) {
    return {true, 0, refused_on_device(refusal), refusal.title};
}

CallCause call_cause(const Run& run) {
    if (run.launches.empty())
        if (const auto unfit = unfit_launch(run.request.settings)) return call_cause(*unfit);
    CallCause first;
    const Plan plan = run.faults.empty() ? Plan{} : plan_of(run.request.settings);
    for (const Fault& fault : run.faults) {
        const CallCause cause{false, static_cast<std::size_t>(std::max(fault.launch, 0)),
                              on_device(fault, bytes_of_element(plan, fault)), fault_title(fault)};
        if (cause.device.told != Told::nothing) return cause;
        if (first.title.empty()) first = cause;
    }
    return first;
}

}  // namespace lab
