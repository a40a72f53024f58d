// Restarts the window with its last state. Called by the window command.
#include "app/program/guardian.h"

#include <algorithm>
#include <deque>

#include "lab/cli/command_line.h"
#include "platform/again.h"
#include "platform/clock.h"

namespace app {
namespace {

constexpr char why_mark = '!';  // no line of state starts with it
constexpr const char* unknown_why = "The GPU did not answer in time.";

}  // namespace

Guarded guard(const std::vector<std::string>& arguments,
              const std::function<std::vector<std::string>(const std::string& state)>& with_state,
              const std::function<void(const std::string&)>& tell, int most_a_minute) {
    Guarded result;
    std::string state, why;
    std::vector<std::string> next = arguments;
    std::deque<double> crashes;  // their times
    while (true) {
        const platform::AgainEnding ending =
            platform::run_again(next, state_pipe_flag, [&](const std::string& line) {
                if (line.starts_with(why_mark))
                    why = line.substr(1);
                else
                    state = line;
            });
        result.exit_code = ending.started ? ending.code : 1;
        // Xlib ends a program this way when its server is gone; nothing else ends a window so.
        if (ending.started && !ending.by_signal && ending.code == 1) {
            tell(
                "The display is gone, so the window closed. The next start opens it in the same "
                "state.");
            result.exit_code = lab::exit_no_opengl;
            return result;
        }
        if (!ending.by_signal &&
            (ending.code == again_with_gpu || ending.code == again_without_gpu)) {
            ++result.restarts;
            next = with_state(state);
            if (ending.code == again_without_gpu)
                next.insert(next.end(), {without_gpu_flag, why.empty() ? unknown_why : why});
            continue;
        }
        if (!ending.by_signal || platform::asked_to_end(ending.code)) return result;
        crashes.push_back(platform::now());
        while (crashes.front() < platform::now() - 60) crashes.pop_front();
        if (static_cast<int>(crashes.size()) > most_a_minute) {
            tell("The window crashed " + std::to_string(crashes.size()) +
                 " times within a minute (" + ending.how +
                 "); it is not opened again. What it showed: " + state);
            return result;
        }
        tell("The window crashed (" + ending.how + "); a new one opens with what it showed.");
        ++result.restarts;
        next = with_state(state);
        next.push_back(crashed_flag);
    }
}

void StateTeller::tell_why(int pipe, const std::string& sentence) {
    if (pipe < 0) return;
    std::string line = why_mark + sentence;
    std::ranges::replace(line, '\n', ' ');
    platform::tell(pipe, line);
}

void StateTeller::tell(const std::string& line) {
    if (pipe_ < 0 || line == last_) return;
    last_ = line;
    if (!platform::tell(pipe_, line)) pipe_ = -1;  // the guardian is gone; the window stays
}

}  // namespace app
