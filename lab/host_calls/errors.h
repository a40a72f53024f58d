// The errors of the CUDA runtime, and which of them a fault in a kernel, or a launch that does not
// fit, gives on a device. Many things that the simulator finds give none.
//
// Sources: CUDA Runtime API manual, "cudaError" (numbers, names, and what the context is then
// worth); CUDA C++ Programming Guide, "Error checking" (a launch that can't begin is told by
// cudaGetLastError() or cudaPeekAtLastError(); an error of asynchronous work is told by a later
// call, and only a call that waits is sure to tell it); ibid., "Assertion", "Trap function".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/run.h"

namespace lab {

struct CudaError {
    int code = 0;
    const char* name = "cudaSuccess";
    bool sticky = false;  // every later call of the process returns it
};
/// nullptr for a number that is not listed.
const CudaError* find_cuda_error(int code);
const CudaError& cuda_success();
/// The error that a refusal names: "cudaErrorInvalidValue (1): ..."; nullptr where it names none.
const CudaError* cuda_error_of(const Refusal&);

// What a device does about a fault.
enum class Told : std::uint8_t {
    nothing,     // no call returns an error: only the result may be wrong
    error,       // the kernel ends, and a later call returns the error
    may_tell,    // hardware may go either way: the error, or nothing
    may_hang,    // hardware may go either way: no call returns an error, or the wait never ends
    never_ends,  // a call that waits does not return
};

struct OnDevice {
    Told told = Told::nothing;
    const CudaError* error = nullptr;  // with Told::error and Told::may_tell
    std::string why;                   // a sentence
};
/// What a device does about a fault that the simulator found in a kernel. `element_bytes`: of an
/// element of the fault's array; 0: as wide as the access.
OnDevice on_device(const simulator::Fault&, int element_bytes = 0);

// What goes wrong in a run, as far as its calls can tell.
struct CallCause {
    bool refused_launch = false;  // no thread starts; else a fault inside the kernel
    std::size_t launch = 0;       // of the launches that the plan times
    OnDevice device;
    std::string title;  // of the fault, or of the refusal; empty: nothing goes wrong
};
/// The first thing that goes wrong which a call tells; else the first that goes wrong.
CallCause call_cause(const Run&);
/// Of a launch that the device refuses.
CallCause call_cause(const Refusal&);

}  // namespace lab
