// The window with what is in it, frame by frame: who drives it (a loop, a test, a browser) calls
// step().
#pragma once

#include <optional>
#include <string>

#include "app/program/control_map.h"
#include "app/program/guardian.h"
#include "app/program/keeper.h"
#include "app/program/window.h"
#include "lab/settings_file.h"

namespace app {

class Program {
public:
    struct Options {
        int width = 0, height = 0;     // 0: the usual size
        std::string state{}, theme{};  // a line of state; dark, light or contrast
        std::string density{};     // laptop, desk or projector; empty: as it was, or by the size
        bool again = false;        // after a crash
        bool without_gpu = false;  // after another that lost it
        bool live = false;         // begins with the field on the GPU, running
        std::string picture{};     // a file for what the window shows, and after how many seconds
        double after = 5;
        int state_pipe = -1;     // to the guardian
        std::string controls{};  // a file that says where the controls are
    };
    explicit Program(Options options);

    /// Why there is no window, one sentence; empty where there is. Nothing else works without.
    const std::string& problem() const { return window_.problem(); }
    bool no_display() const { return window_.no_display(); }

    /// One frame. False once the program is to end: then finish() is due.
    bool step();
    /// Keeps settings or the picture that was asked for; a sentence where that fails.
    std::string finish();
    /// Why it ends so that another begins where it was, if it does.
    std::optional<Again> again() const { return again_; }
    Shell& shell() { return shell_; }
    Window& window() { return window_; }

private:
    void take_up(const lab::Preferences& kept);
    lab::Preferences preferences();
    std::optional<simulator::Diagnostic> keep_preferences();
    void ask_first();
    void look_for_gpu();
    void look_for_frames();
    void show_live();
    bool picture_due();
    void keep_look(const std::string& state);
    void keep_asked();

    Options options_;
    Window window_;
    Shell shell_;
    StateTeller teller_;
    ControlTeller controls_;
    Keeper keeper_;
    std::optional<Keeping> asked_;                     // to be kept once the sheet is gone
    lab::Preferences found_;                           // as they were kept when it began
    lab::Preferences kept_;                            // as this window kept them last
    bool chose_tone_ = false, chose_density_ = false;  // other ones than the options say
    Look kept_look_;
    std::vector<std::string> kept_recent_;
    std::string kept_state_, keeping_problem_;
    double kept_at_ = 0;
    std::optional<Again> again_;
    bool gpu_known_ = false;
    double lost_at_ = 0;
    double begun_;
};

}  // namespace app
