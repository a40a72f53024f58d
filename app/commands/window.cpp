// window: what the program does without a command. The guardian starts it again as its child, which
// opens the window.
#include <chrono>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

#include "app/gl/live_stage.h"
#include "app/gl/window.h"
#include "app/guardian.h"
#include "app/snapshot.h"
#include "app/tour.h"
#include "lab/cli/command_tools.h"

namespace app {

namespace {

struct Flags {
    std::string line;  // of state
    std::string size, theme;
    bool alone = false, again = false, live = false;
    std::string picture;  // a file for what the window shows, and when
    double after = 5;
    int state_pipe = -1;

    void add(lab::CommandFlags& words) {
        words.add("--state", line,
                  "a line of state, such as \"reduction/sequential block=256 --at 12\"");
        words.add("--size", size, "WxH of the window");
        words.add("--theme", theme, "dark or light");
        words.add("--alone", alone, "no guardian: a crash ends the program");
        words.add("--live", live,
                  "begins with the field on the GPU, running, where the lesson has one");
        words.add("--picture", picture, "FILE.png: keeps what the window shows, then closes");
        words.add("--after", after, "seconds until then (default 5)");
        words.add("--again", again, "", lab::CommandFlags::Need::hidden);
        words.add(state_pipe_flag, state_pipe, "", lab::CommandFlags::Need::hidden);
    }
};

// No display: the tour takes the window's place, in a folder that can be written to.
int tour_instead(const std::string& why, std::ostream& out, std::ostream& err) {
    err << why << "\nEvery screen goes into a file instead.\n";
    std::error_code failed;
    std::filesystem::path folder = "warplens-tour";
    std::filesystem::create_directories(folder, failed);
    if (failed) folder = std::filesystem::temp_directory_path() / "warplens-tour";
    return write_tour(folder, out, err);
}

void take_up(Shell& shell, const Flags& flags, const lab::Preferences& kept) {
    shell.read(kept);
    if (const auto tone = tone_named(flags.theme)) shell.look.tone = *tone;
    const auto last = kept.find("state");
    if (!flags.line.empty())
        shell.restore(flags.line);
    else if (last != kept.end() && !last->second.empty())
        shell.restore_last(last->second);
    if (flags.again) shell.notice = "The window crashed and was opened again where it was.";
}

void begin_live(Shell& shell) {
    shell.slot = Slot::warp;
    shell.view_of_slot[Slot::warp] = "live";
    shell.live_running = shell.live != nullptr;
}

// The last frame.
int keep_picture(Window& window, const Flags& flags, std::ostream& err) {
    const auto problem = write_png(flags.picture, window.shown());
    if (problem) err << problem->message << '\n';
    return problem ? lab::exit_bad_file : lab::exit_right;
}

int show(const Flags& flags, std::ostream& out, std::ostream& err) {
    const auto [width, height] = size_named(flags.size).value_or(std::pair(0, 0));
    Window window(width, height);
    if (window.no_display() && !flags.picture.empty()) {
        err << window.problem()
            << "\n--picture keeps what a window shows; `warplens shot` draws without a display.\n";
        return lab::exit_no_opengl;
    }
    if (window.no_display()) return tour_instead(window.problem(), out, err);
    if (!window.problem().empty()) {
        err << window.problem()
            << " `warplens tour` draws without a window, and `warplens run` needs no OpenGL.\n";
        return lab::exit_no_opengl;
    }
    const lab::ReadPreferences kept = lab::read_preferences();
    Shell shell(lab::Worker::Mode::thread, &Window::wake);
    take_up(shell, flags, kept.values);
    if (!kept.problem.empty()) shell.notice = kept.problem;
    shell.live = make_live_source();
    StateTeller teller(flags.state_pipe);
    Look kept_look = shell.look;
    if (flags.live) begin_live(shell);
    const auto begun = std::chrono::steady_clock::now();
    const std::chrono::duration<double> after(flags.after);
    while (window.frame(shell)) {
        if (!flags.picture.empty()) {
            Window::wake();  // no sleep: the moment counts, not an event
            if (std::chrono::steady_clock::now() - begun > after)
                return keep_picture(window, flags, err);
        }
        teller.tell(shell.state_line());
        if (shell.look == kept_look || !shell.ui_state.held.empty()) continue;
        kept_look = shell.look;  // a crash must not lose the theme
        lab::write_preferences(shell.preferences());
    }
    if (const auto problem = lab::write_preferences(shell.preferences()))
        err << problem->message << '\n';
    return lab::exit_right;
}

// What can't be read is told before anything opens.
std::optional<std::string> wrong_flag(const Flags& flags) {
    if (!flags.size.empty() && !size_named(flags.size))
        return fmt::format("\"{}\" is no size: write WIDTHxHEIGHT, such as 1600x900.", flags.size);
    if (!flags.theme.empty() && !tone_named(flags.theme))
        return fmt::format("there is no theme \"{}\"; there are dark and light.", flags.theme);
    if (!flags.line.empty() && !flags.again)
        if (const auto state = lab::read_state_line(flags.line); !state)
            return "--state: " + state.problem().message;
    if (!flags.picture.empty() && !flags.picture.ends_with(".png"))
        return fmt::format("--picture: {} is no .png file.", flags.picture);
    if (!(flags.after >= 0)) return fmt::format("--after {}: it is 0 or more.", flags.after);
    return std::nullopt;
}

int window(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags words(
        "warplens window",
        "Opens the window. With no display, draws every screen into files instead.");
    Flags flags;
    flags.add(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (const auto wrong = wrong_flag(flags)) {
        err << "warplens window: " << *wrong << '\n';
        return lab::exit_usage;
    }
    if (flags.alone || flags.state_pipe >= 0) return show(flags, out, err);
    std::vector<std::string> again{"window"};
    again.insert(again.end(), arguments.begin(), arguments.end());
    const auto with_state = [&](const std::string& state) {
        std::vector<std::string> line{"window", "--again"};
        if (!state.empty()) line.insert(line.end(), {"--state", state});
        if (!flags.size.empty()) line.insert(line.end(), {"--size", flags.size});
        return line;
    };
    return guard(again, with_state, [&](const std::string& words) { err << words << std::endl; })
        .exit_code;
}

const lab::RegisterCommand registered(
    {"window", "window [--state LINE] [--size WxH] [--theme dark|light] [--alone]",
     "opens the window (also without a command)", 0, window});

}  // namespace

}  // namespace app
