// The whole program, frame by frame. Its driver (a loop, a test, a browser) calls step().
#pragma once

#include <optional>
#include <string>

#include "app/program/control_map.h"
#include "app/program/guardian.h"
#include "app/program/keeper.h"
#include "app/program/window.h"
#include "lab/json/settings_file.h"

namespace app {

class Program {
public:
    struct Options {
        int width = 0, height = 0;     // 0: the usual size
        std::string state{}, theme{};  // a line of state; dark, light or contrast
        std::string density{};         // laptop, desk or projector; empty: as saved, or by the size
        bool again = false;            // this window follows a crash
        bool without_gpu = false;      // this window follows one that lost the GPU
        bool live = false;             // starts with the live field running on the GPU
        std::string picture{};         // save the window to this file after `after` seconds
        double after = 5;
        int state_pipe = -1;     // pipe to the guardian; -1: none
        std::string controls{};  // the file for the places of the controls
    };
    explicit Program(Options options);

    /// Why there is no window, one sentence; empty where it is open. Without a window nothing else
    /// works.
    const std::string& problem() const { return window_.problem(); }
    bool no_display() const { return window_.no_display(); }

    /// Runs one frame. Returns false when the program is to end; then call finish().
    bool step();
    /// Saves the settings or the picture that an option asked for; returns a sentence where that
    /// fails.
    std::string finish();
    /// Why this window ends and a new one starts; nullopt where the program just ends.
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
    std::optional<Keeping> asked_;                     // to be saved in the next frame
    lab::Preferences found_;                           // as saved when the program started
    lab::Preferences kept_;                            // as this window saved them last
    bool chose_tone_ = false, chose_density_ = false;  // chosen in this window, not by options
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
