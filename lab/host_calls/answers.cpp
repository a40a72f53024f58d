// Plays the calls of a program against what goes wrong. See answers.h.
#include "lab/host_calls/answers.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lab {
namespace {

using Kind = HostCall::Kind;
using Returns = CallAnswer::Returns;

// The call that starts what goes wrong; calls.size(): none.
std::size_t start_of(const HostCalls& host, const CallCause& cause) {
    const bool none = cause.title.empty() || cause.launch >= host.starts.size();
    return none ? host.calls.size() : host.starts[cause.launch];
}

// The runtime's memory of errors, from call to call.
class Runtime {
public:
    Runtime(const HostCalls& calls, const CallCause& cause)
        : cause_(cause), start_(start_of(calls, cause)) {}

    CallAnswer answer(std::size_t index, const HostCall& call) {
        if (ended_ || hangs_) return not_made(call);
        CallAnswer given = given_by(index, call);
        ended_ =
            call.checked && given.error && given.error->code != 0 && given.returns == Returns::code;
        return given;
    }

private:
    CallAnswer not_made(const HostCall& call) {
        const bool was = std::exchange(ended_, false);
        CallAnswer given = hangs_ ? CallAnswer{Returns::no_more} : given_by(none, call);
        ended_ = was;
        given.made = false, given.here = false;
        given.why = hangs_ ? "The program never comes here: an earlier call does not return."
                           : "The program ended at the call that failed. If it went on, this call "
                             "would return this.";
        return given;
    }

    CallAnswer given_by(std::size_t index, const HostCall& call) {
        if (call.launches() && index == start_) begin();
        if (call.kind == Kind::launch) return of_launch(index, call);
        if (sticky_) return told_again(call);
        if (call.kind == Kind::last_error || call.kind == Kind::peek) return last_error(call);
        if (pending_ && call.waits != Waits::never) return waited(call);
        return success(pending_ ? "It does not wait. The fault may not have happened yet, or no "
                                  "call has looked: this call can also return the error."
                       : call.waits == Waits::always
                           ? "It waits until the device has finished its work."
                           : "It returns without a wait for the device.");
    }

    void begin() {
        const Told told = cause_.device.told;
        if (cause_.refused_launch)
            last_ = cause_.device.error;
        else if (told != Told::nothing)
            pending_ = true;
    }

    CallAnswer of_launch(std::size_t index, const HostCall& call) const {
        CallAnswer given{Returns::nothing, &cuda_success()};
        given.why = sticky_ ? "No thread starts: the error before is sticky."
                    : index == start_ && cause_.refused_launch
                        ? "A launch has no return value. No thread starts, and the runtime keeps "
                          "the error for a call that asks."
                    : call.recorded ? "Nothing starts: the launch is recorded in the graph."
                                    : "A launch has no return value. The host goes on before the "
                                      "kernel has ended.";
        return given;
    }

    CallAnswer told_again(const HostCall& call) const {
        CallAnswer given{Returns::code, cause_.device.error};
        given.sticky = true;
        given.why =
            "It has done nothing wrong. The error is sticky: every call returns it until "
            "the process ends.";
        if (unsure_) {
            given.returns = Returns::either;
            given.why = "If the device found the error, it is sticky, and this call returns it.";
        } else if (call.kind == Kind::about_device) {
            given.returns = Returns::either;
            given.why =
                "The error is sticky. A call that only asks what the card has may still "
                "succeed.";
        }
        return given;
    }

    CallAnswer last_error(const HostCall& call) {
        const bool forgets = call.kind == Kind::last_error;
        const CudaError* error = forgets ? std::exchange(last_, nullptr) : last_;
        if (error) {
            CallAnswer given{Returns::code, error};
            given.here = !std::exchange(told_, true);
            given.why = forgets ? "The launch could not begin. This call returns the error and "
                                  "forgets it, so later calls succeed."
                                : "The launch could not begin. This call returns the error and "
                                  "does not forget it.";
            return given;
        }
        return success(pending_ ? "The launch has begun, and that is all this call knows. It does "
                                  "not wait, so it tells the fault only if that is there already."
                                : "No call before it has failed.");
    }

    // The first call that waits for a kernel in which something goes wrong.
    CallAnswer waited(const HostCall& call) {
        const OnDevice& device = cause_.device;
        const bool sure = call.waits == Waits::always;
        CallAnswer given{Returns::either, device.error ? device.error : &cuda_success()};
        given.here = true;
        if (device.told == Told::never_ends && sure) {
            hangs_ = true;
            given.returns = Returns::no_more, given.error = nullptr;
            given.why = device.why;
            return given;
        }
        if (device.told == Told::may_hang || device.told == Told::never_ends) {
            given.why = device.why + " Then this call does not return.";
            pending_ = !sure;
            given.here = sure;
            return given;
        }
        if (!sure) {
            given.here = false;
            given.why = "It may wait for the kernel. If it does, it returns the fault.";
            return given;
        }
        pending_ = false, sticky_ = true;
        unsure_ = device.told == Told::may_tell;
        if (!unsure_) given.returns = Returns::code;
        given.why = device.why +
                    " This call waits for the kernel, so it returns the error, though "
                    "it has done nothing wrong itself.";
        return given;
    }

    static CallAnswer success(std::string why) {
        CallAnswer given{Returns::code, &cuda_success()};
        given.why = std::move(why);
        return given;
    }

    static constexpr std::size_t none = ~std::size_t{0};
    const CallCause& cause_;
    std::size_t start_;
    const CudaError* last_ = nullptr;  // of a launch that could not begin; nobody asked yet
    // A fault that no call has told; one that every call tells; one that hardware may not find.
    bool pending_ = false, sticky_ = false, unsure_ = false;
    bool told_ = false, ended_ = false, hangs_ = false;
};

std::string quoted(const HostCall& call) {
    return call.kind == Kind::launch ? call.name : call.name + "()";
}

}  // namespace

std::string CallAnswer::words() const {
    if (returns == Returns::nothing) return "nothing";
    if (returns == Returns::no_more) return made ? "does not return" : "not reached";
    if (!error || error->code == 0)
        return returns == Returns::either ? "cudaSuccess, or no return" : "cudaSuccess";
    const std::string told = fmt::format("{} ({})", error->name, error->code);
    return returns == Returns::either ? told + " or cudaSuccess" : told;
}

std::vector<CallAnswer> call_answers(const HostCalls& host, const CallCause& cause) {
    Runtime runtime(host, cause);
    std::vector<CallAnswer> answers;
    for (std::size_t i = 0; i < host.calls.size(); ++i)
        answers.push_back(runtime.answer(i, host.calls[i]));
    return answers;
}

AnsweredCalls answered(HostCalls calls, CallCause cause) {
    AnsweredCalls made{std::move(calls), {}, std::move(cause)};
    made.answers = call_answers(made.host, made.cause);
    made.start = start_of(made.host, made.cause);
    made.told = static_cast<std::size_t>(std::ranges::find(made.answers, true, &CallAnswer::here) -
                                         made.answers.begin());
    return made;
}

std::string AnsweredCalls::summary() const {
    const Told device = cause.device.told;
    if (cause.title.empty())
        return "All calls return cudaSuccess. Only a call that waits knows that the kernel has "
               "ended well.";
    if (cause.refused_launch && told == answers.size())
        return fmt::format("The launch can't begin: {}. No call asks, so no call says so.",
                           cause.device.error ? cause.device.error->name : "an error");
    if (device == Told::nothing) return "No call returns an error. " + cause.device.why;
    if (told == answers.size())
        return "No call waits for the kernel, so no call is sure to tell what goes wrong.";
    const std::string where = quoted(host.calls[told]);
    if (device == Told::never_ends)
        return fmt::format("{} does not return: the kernel never ends.", where);
    if (device == Told::may_hang)
        return fmt::format(
            "Hardware may go either way: {} returns cudaSuccess, or does not return.", where);
    if (cause.refused_launch)
        return fmt::format("{} tells at once that the launch can't begin: {}. It is not sticky.",
                           where, answers[told].words());
    if (device == Told::may_tell)
        return fmt::format(
            "Hardware may go either way: {} returns {}. After the error every later "
            "call returns it: it is sticky.",
            where, answers[told].words());
    return fmt::format("{} returns {}, and so does every later call: the error is sticky.", where,
                       answers[told].words());
}

simulator::Outcome<AnsweredCalls> answered_calls(const Run& run, bool waits) {
    auto calls = host_calls(run.request);
    if (!calls) return calls.problem();
    return answered(waits ? waiting_behind_launches(*calls) : std::move(*calls), call_cause(run));
}

}  // namespace lab
