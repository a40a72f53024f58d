// What each call of a host program returns, by the rules of the CUDA runtime:
//  - A launch returns nothing. If it can't begin, the runtime keeps the error. cudaGetLastError()
//    returns it and forgets it, cudaPeekAtLastError() only returns it. Other calls succeed.
//  - A fault in a kernel is told by the first call that waits for it. A call before that may tell
//    it too, if the fault is there already. From then on every call returns it: it is sticky.
// Sources: those of errors.h.
#pragma once

#include <string>
#include <vector>

#include "lab/host_calls/calls.h"
#include "lab/host_calls/errors.h"

namespace lab {

struct CallAnswer {
    enum class Returns : std::uint8_t {
        code,     // `error`, which may be cudaSuccess
        nothing,  // a launch has no return value
        no_more,  // it waits for a kernel that never ends
        either,   // `error` or cudaSuccess: hardware may go either way
    };
    Returns returns = Returns::code;
    const CudaError* error = nullptr;
    bool here = false;    // the first call that tells what went wrong
    bool sticky = false;  // it has done nothing wrong: an earlier fault is told again
    bool made = true;     // false: the program has ended before, as a check failed
    std::string why{};    // a sentence

    bool succeeds() const { return returns == Returns::nothing || (error && error->code == 0); }
    /// "cudaErrorIllegalAddress (700)", "nothing", "does not return".
    std::string words() const;
};

/// One answer for each call.
std::vector<CallAnswer> call_answers(const HostCalls&, const CallCause&);

// The calls of a run with their answers.
struct AnsweredCalls {
    HostCalls host;
    std::vector<CallAnswer> answers;
    CallCause cause;
    std::size_t start = 0;  // the call that starts what goes wrong; calls.size(): none
    std::size_t told = 0;   // the first call that tells it; calls.size(): none
    /// Both sides of the picture in a sentence or two: what is told, where, and what follows.
    std::string summary() const;
};
AnsweredCalls answered(HostCalls calls, CallCause cause);

/// Of a run; `waits`: with a cudaDeviceSynchronize() behind each launch.
simulator::Outcome<AnsweredCalls> answered_calls(const Run&, bool waits);

}  // namespace lab
