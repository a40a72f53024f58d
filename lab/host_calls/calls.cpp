// Reads the calls of a host program from its text, and knows which of them wait. See calls.h.
//
// Which calls wait: CUDA Runtime API manual, "API synchronization behavior" and the entries of the
// functions. A copy from pageable memory synchronises the stream before it begins. A copy to
// pageable memory returns once it has ended. A copy on the device and cudaMemset do not wait.
#include "lab/host_calls/calls.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "lab/source_text.h"
#include "lab/words.h"

namespace lab {
namespace {

using Kind = HostCall::Kind;

struct CallRule {
    const char* name;
    Waits waits;
    Kind kind = Kind::other;
};
// All other calls return at once.
constexpr std::array call_rules{
    CallRule{"cudaDeviceSynchronize", Waits::always},
    CallRule{"cudaStreamSynchronize", Waits::always},
    CallRule{"cudaEventSynchronize", Waits::always},
    CallRule{"cudaMemcpy", Waits::always},
    CallRule{"cudaMemcpyToSymbol", Waits::always},
    CallRule{"cudaMemcpyFromSymbol", Waits::always},
    CallRule{"cudaFree", Waits::always},
    // The manual does not say so; drivers wait.
    CallRule{"cudaFreeHost", Waits::may},
    CallRule{"cudaGraphLaunch", Waits::never, Kind::graph_launch},
    CallRule{"cudaGetLastError", Waits::never, Kind::last_error},
    CallRule{"cudaPeekAtLastError", Waits::never, Kind::peek},
    CallRule{"cudaGetDeviceProperties", Waits::never, Kind::about_device},
    CallRule{"cudaDeviceGetAttribute", Waits::never, Kind::about_device},
    CallRule{"cudaGetDeviceCount", Waits::never, Kind::about_device},
};

// Functions of the host program that pass on what a call of the runtime returns.
struct Helper {
    const char *name, *calls;
};
constexpr std::array helper_calls{Helper{"prefetch", "cudaMemPrefetchAsync"},
                                  Helper{"mostly_read", "cudaMemAdvise"},
                                  Helper{"print_card", "cudaDeviceGetAttribute"}};

const char* runtime_call_of(std::string_view helper) {
    const auto* found = std::ranges::find(helper_calls, helper, &Helper::name);
    return found == helper_calls.end() ? nullptr : found->calls;
}

// "cudaMemcpy", not "cudaMemcpyHostToDevice" or "cudaStream_t": a bracket follows.
bool is_call(std::string_view text, std::size_t at, std::string_view name) {
    const bool runtime = name.starts_with("cuda") && name.size() > 4 &&
                         std::isupper(static_cast<unsigned char>(name[4]));
    return (runtime || runtime_call_of(name)) && at + name.size() < text.size() &&
           text[at + name.size()] == '(';
}

std::string on_one_line(std::string_view text) {
    std::string line;
    for (const std::string_view word : words_between(text, " \n"))
        line += (line.empty() || line.ends_with('(') ? "" : " ") + std::string(word);
    return line;
}

Waits waits_of(const HostCall& call, bool pageable) {
    const bool has_way = call.name.starts_with("cudaMemcpy");
    if (has_way && call.text.find("DeviceToDevice") != call.text.npos) return Waits::never;
    if (call.name == "cudaMemcpyAsync" && pageable)
        return call.text.find("DeviceToHost") != call.text.npos ? Waits::always : Waits::may;
    const auto* rule = std::ranges::find(call_rules, call.name, &CallRule::name);
    return rule == call_rules.end() ? Waits::never : rule->waits;
}

// Reads main() from its first line to its last.
class CallReader {
public:
    explicit CallReader(const std::string& text)
        : whole_(text),
          code_(bare(text)),
          at_(std::min(code_.find("int main()"), code_.size())),
          pageable_(code_.find("std::malloc(") != code_.npos) {}

    std::vector<HostCall> calls() {
        for (; at_ < code_.size(); ++at_) {
            const std::string_view name = name_at(code_, at_);
            if (name.empty()) continue;
            if (name == "for") loop();
            if (is_call(code_, at_, name))
                call(name, at_ + name.size());
            else
                launch(name);
            at_ += name.size() - 1;
        }
        return std::move(calls_);
    }

private:
    // A loop over steps: "for (int turn = 0; turn < 10; ++turn) {".
    void loop() {
        const std::string_view head = "for (int turn = 0; turn < ";
        if (code_.compare(at_, head.size(), head) != 0) return;
        times_ = std::stoi(code_.substr(at_ + head.size()));
        const std::string indent =
            code_.substr(code_.rfind('\n', at_), at_ - code_.rfind('\n', at_));
        loop_end_ = code_.find(indent + "}", at_);
    }

    void add(HostCall call, std::size_t end) {
        call.text = on_one_line(std::string_view(whole_).substr(at_, end - at_));
        call.line = line_at(code_, at_);
        call.waits = waits_of(call, pageable_);
        const std::string_view check = "CHECK(";
        call.checked =
            at_ >= check.size() && code_.compare(at_ - check.size(), check.size(), check) == 0;
        call.recorded = capturing_;
        call.times = at_ < loop_end_ ? times_ : 1;
        if (call.name == "cudaStreamBeginCapture") capturing_ = true;
        if (call.name == "cudaStreamEndCapture") call.recorded = capturing_ = false;
        calls_.push_back(std::move(call));
    }

    void call(std::string_view name, std::size_t open) {
        const std::size_t close = closing_bracket(code_, open);
        if (close == code_.npos) return;
        HostCall made;
        const char* helper = runtime_call_of(name);
        made.name = helper ? helper : std::string(name);
        const auto* rule = std::ranges::find(call_rules, made.name, &CallRule::name);
        if (rule != call_rules.end()) made.kind = rule->kind;
        add(std::move(made), close + 1);
    }

    // "scale<float><<<blocks, threads>>>(...)": from the kernel's name on its line.
    void launch(std::string_view name) {
        const std::size_t end = std::min(code_.find('\n', at_), code_.size());
        const std::size_t sizes = code_.find("<<<", at_);
        if (sizes >= end || at_ < launched_until_) return;
        const std::string_view line = std::string_view(code_).substr(at_, sizes - at_);
        if (line.find_first_of(";({=") != line.npos) return;  // another statement of this line
        const std::size_t open = code_.find("(", code_.find(">>>", sizes));
        const std::size_t close = open == code_.npos ? open : closing_bracket(code_, open);
        if (close == code_.npos || name.empty()) return;
        HostCall made;
        made.kind = Kind::launch;
        made.name = code_.substr(at_, code_.find(">>>", sizes) + 3 - at_);
        launched_until_ = close;
        add(std::move(made), close + 1);
    }

    const std::string& whole_;
    std::string code_;  // without comments and literals
    std::size_t at_ = 0, loop_end_ = 0, launched_until_ = 0;
    int times_ = 1;
    bool pageable_ = false, capturing_ = false;
    std::vector<HostCall> calls_;
};

// The launch at this line; where it is recorded, the launch of the graph.
std::size_t start_at(const std::vector<HostCall>& calls, int line) {
    const auto at = std::ranges::find_if(calls, [line](const HostCall& call) {
        return call.kind == Kind::launch && call.line == line;
    });
    if (at == calls.end() || !at->recorded) return static_cast<std::size_t>(at - calls.begin());
    const auto graph = std::ranges::find(calls, Kind::graph_launch, &HostCall::kind);
    return static_cast<std::size_t>(graph - calls.begin());
}

}  // namespace

std::vector<HostCall> host_calls(const std::string& host_text) {
    return CallReader(host_text).calls();
}

simulator::Outcome<HostCalls> host_calls(const Request& request) {
    const auto side = host_side(request);
    if (!side) return side.problem();
    HostCalls made{host_calls(side->text), {}};
    const Plan plan = plan_of(request.settings);
    for (std::size_t i = 0; i < plan.steps.size() && i < side->steps.size(); ++i)
        if (const auto* launch = std::get_if<Launch>(&plan.steps[i]); launch && launch->timed)
            made.starts.push_back(start_at(made.calls, side->steps[i]));
    return made;
}

HostCalls waiting_behind_launches(const HostCalls& before) {
    HostCalls after;
    std::vector<std::size_t> moved(before.calls.size() + 1);
    const std::vector<HostCall>& calls = before.calls;
    const bool checked = std::ranges::any_of(calls, &HostCall::checked);
    bool open = false;  // a launch without its wait
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (open && calls[i].kind != Kind::last_error) {
            HostCall wait;
            wait.name = "cudaDeviceSynchronize", wait.text = wait.name + "()";
            wait.waits = Waits::always, wait.checked = checked, wait.times = calls[i - 1].times;
            after.calls.push_back(std::move(wait));
            open = false;
        }
        moved[i] = after.calls.size();
        after.calls.push_back(calls[i]);
        open |= calls[i].launches() && !calls[i].recorded;
    }
    moved.back() = after.calls.size();
    for (const std::size_t start : before.starts) after.starts.push_back(moved[start]);
    return after;
}

}  // namespace lab
