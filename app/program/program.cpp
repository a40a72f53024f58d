// Runs one frame after the other. Called by the window command and by tests.
#include "app/program/program.h"

#include <utility>

#include "app/draw/png.h"
#include "app/gl/live_stage.h"
#include "lab/time/awaited.h"
#include "lab/time/bench.h"
#include "platform/clock.h"
#include "platform/threads.h"

namespace app {

namespace {

// Work per frame where there are no threads: pictures keep moving.
constexpr double work_ms = 8;

void give_back(lab::Preferences& now, const lab::Preferences& kept, const char* name) {
    now.erase(name);
    if (const auto found = kept.find(name); found != kept.end()) now.insert(*found);
}

}  // namespace

Program::Program(Options options)
    : options_(std::move(options)),
      window_(options_.width, options_.height),
      shell_(lab::Worker::Mode::thread, &Window::wake),
      teller_(options_.state_pipe),
      controls_(options_.controls),
      begun_(platform::now()) {
    if (!problem().empty()) return;
    const lab::ReadPreferences kept = lab::read_preferences();
    take_up(kept.values);
    found_ = kept_ = kept.values;
    if (!kept.problem.empty()) shell_.notice = kept.problem;
    lab::bench_opens();
    shell_.may_start_gpu = options_.state_pipe >= 0;
    kept_look_ = shell_.look;
    kept_recent_ = shell_.own.recent;
    kept_state_ = shell_.whole_line();
    ask_first();
}

// A thread opens the GPU, which may be lost at any time.
void Program::look_for_gpu() {
    if (!gpu_known_ && !lab::bench_opens()) {
        gpu_known_ = true;
        if (shell_.session.refusal()) shell_.session.run_again();  // the card is known now
        shell_.live = make_live_source();
        if (options_.live) show_live();
    }
    if (!lab::device_is_lost() || !shell_.gpu_lost.empty()) return;
    shell_.gpu_lost = shell_.notice = lab::lost_device();
    lost_at_ = platform::now();
    shell_.live_running = false;
    Window::wake();
}

// A kernel that does not end, or that the driver stopped, may break OpenGL in this process: no
// drawing reaches the screen until the process ends. After such an end the driver is slow for a
// while.
void Program::look_for_frames() {
    constexpr double often = .25, looked_for = 10;  // s
    const double patience = options_.without_gpu ? 10 : 2;
    if (shell_.gpu_lost.empty() || !shell_.may_start_gpu) return;
    const bool fresh = platform::now() - lost_at_ < looked_for;
    const double waits = window_.undrawn_for();
    if (waits > patience || (waits == 0 && fresh && !window_.draws())) again_ = again_without_gpu;
    if (waits > 0 || fresh) window_.wake_in(often);
}

void Program::show_live() {
    shell_.slot = Slot::warp;
    shell_.view_of_slot[Slot::warp] = "live";
    shell_.live_running = shell_.live != nullptr;
}

// Lessons ask first only in a normal window, not for a picture or a script. The lesson of a given
// state counts as met.
void Program::ask_first() {
    shell_.predictions.keep = [this](const lab::KeptPrediction& one) {
        if (const auto problem = lab::keep_prediction(one)) shell_.notice = problem->message;
    };
    shell_.predictions.asks =
        options_.picture.empty() && options_.controls.empty() && !options_.again && !options_.live;
}

void Program::take_up(const lab::Preferences& kept) {
    shell_.read(kept);
    if (const auto tone = tone_named(options_.theme)) shell_.look.tone = *tone;
    if (const auto density = density_named(options_.density)) shell_.look.density = density;
    const auto last = kept.find("state");
    if (!options_.state.empty())
        shell_.restore(options_.state);
    else if (last != kept.end() && !last->second.empty())
        shell_.restore_last(last->second);
    if (options_.again || options_.state.empty()) shell_.take_up_history(kept);
    if (options_.again)
        shell_.notice = "The window crashed and was opened again in the same state." +
                        (shell_.notice.empty() ? "" : " " + shell_.notice);
}

// An option holds for this window alone, until the user chooses another value in it.
lab::Preferences Program::preferences() {
    lab::Preferences now = shell_.preferences();
    const auto tone = tone_named(options_.theme);
    const auto density = density_named(options_.density);
    chose_tone_ = chose_tone_ || !tone || shell_.look.tone != *tone;
    chose_density_ = chose_density_ || !density || shell_.look.density != *density;
    if (!chose_tone_) give_back(now, found_, "theme");
    if (!chose_density_) give_back(now, found_, "density");
    return now;
}

std::optional<simulator::Diagnostic> Program::keep_preferences() {
    lab::Preferences now = preferences();
    auto problem = lab::write_changes(kept_, now);
    if (!problem) kept_ = std::move(now);
    return problem;
}

bool Program::step() {
    if (!platform::has_threads() && shell_.session.pump(work_ms)) Window::wake();
    look_for_gpu();
    // The state is sent before drawing: if drawing never ends, the new window opens at this state.
    std::string state;
    const auto tell = [&] { teller_.tell(state = shell_.whole_line()); };
    if (!window_.frame(shell_, tell) || picture_due()) return false;
    if (std::exchange(shell_.wishes.start_gpu, false)) again_ = again_with_gpu;
    look_for_frames();
    if (state.empty()) tell();  // a minimised window has no layout
    controls_.tell(shell_, window_.unit(), window_.fills_screen());
    keep_look(state);
    keep_asked();
    return !again_;
}

// One frame later, so that the sheet is not in the picture.
void Program::keep_asked() {
    keeper_.look_after(shell_);
    if (const auto keeping = std::exchange(asked_, shell_.wishes.keep))
        keeper_.keep(shell_, window_, *keeping);
    else if (!asked_)
        return;
    Window::wake();
}

// A picture is due at a time, not at an event: no sleep.
bool Program::picture_due() {
    if (options_.picture.empty()) return false;
    Window::wake();
    return platform::now() - begun_ > options_.after;
}

// Saves the theme and the recent files at once, and the state every few seconds: a crash or a kill
// must not lose them.
void Program::keep_look(const std::string& state) {
    constexpr double rest = 3;  // s
    if (!shell_.ui_state.held.empty()) return;
    const bool same = shell_.look == kept_look_ && shell_.own.recent == kept_recent_;
    const bool moved = options_.picture.empty() && state != kept_state_;
    const double since = platform::now() - kept_at_;
    if (same && moved && since < rest) window_.wake_in(rest - since);
    if (same && (!moved || since < rest)) return;
    kept_look_ = shell_.look;
    kept_recent_ = shell_.own.recent;
    kept_state_ = state;
    kept_at_ = platform::now();
    const auto problem = keep_preferences();
    if (problem && problem->message != keeping_problem_) shell_.notice = problem->message;
    keeping_problem_ = problem ? problem->message : "";
}

std::string Program::finish() {
    const auto problem = options_.picture.empty() ? keep_preferences()
                                                  : write_png(options_.picture, window_.shown());
    return problem ? problem->message : "";
}

}  // namespace app
