// window: the program without a command. The guardian starts it again as a child process, which
// opens the window.
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands/tour.h"
#include "app/program/program.h"
#include "app/program/snapshot.h"
#include "app/view.h"
#include "lab/cli/command_tools.h"
#include "lab/time/awaited.h"
#include "platform/files.h"
#include "platform/loop.h"
#include "platform/machine.h"

namespace app::window_command {

namespace {

constexpr double most_after = 3600;  // longest wait before a picture is saved, seconds

struct Flags {
    std::string line, view;          // of state
    std::vector<std::string> typed;  // the line without --state
    std::string size, theme, density;
    bool alone = false, again = false, live = false;
    std::string without_gpu;  // why
    std::string picture;      // a file for the window's picture, and its delay
    double after = 5;
    std::string controls;
    int state_pipe = -1;

    void add(lab::CommandFlags& words) {
        words.add("LINE", typed, "what it opens with: LESSON[/RUNG] [knob=value]...");
        words.add("--state", line,
                  "the same as one word: \"reduction/sequential block=256 --at 12\"");
        words.add("--view", view, "the view that it opens with; also in a line of state");
        words.add("--size", size, "WxH of the window");
        words.add("--theme", theme, "dark, light or contrast");
        words.add("--density", density,
                  "laptop, desk or projector: how large things are (default by the size)");
        words.add("--alone", alone, "no guardian: a crash ends the program");
        words.add("--live", live,
                  "begins with the field running on the GPU, where the lesson has one");
        words.add("--picture", picture, "FILE.png: keeps what the window shows, then closes");
        words.add("--after", after, "seconds until then (default 5)");
        words.add("--controls", controls,
                  "FILE: writes there the place of each control, by its name, as JSON");
        words.add_gpu_timeout();
        words.add(crashed_flag, again, "", lab::CommandFlags::Need::hidden);
        words.add(without_gpu_flag, without_gpu, "", lab::CommandFlags::Need::hidden);
        words.add(state_pipe_flag, state_pipe, "", lab::CommandFlags::Need::hidden);
    }
};

// The line of state with the view beside it; the first lesson where there is none.
std::string line_of(const Flags& flags) {
    if (flags.view.empty()) return flags.line;
    const bool none = flags.line.empty() && !lab::lessons().empty();
    return (none ? lab::lessons().front()->id : flags.line) + " --view " + flags.view;
}

std::string unknown_view(const std::string& name) {
    return fmt::format("there is no view \"{}\"; there are {}.", name, view_names());
}

// Without a display, writes the tour instead. Where the start folder is not writable, into a new
// private folder.
int tour_instead(const std::string& why, std::ostream& out, std::ostream& err) {
    err << why << "\nEvery screen goes into a file instead.\n";
    const std::filesystem::path folder = "warplens-tour";
    if (platform::own_folder(folder) && platform::may_write_in(folder))
        return write_tour(folder, out, err);
    platform::PrivateFolder own;
    own.keep();
    return write_tour(own.path(), out, err);
}

Program::Options options_of(const Flags& flags) {
    const auto [width, height] = size_named(flags.size).value_or(std::pair(0, 0));
    return {width,
            height,
            line_of(flags),
            flags.theme,
            flags.density,
            flags.again,
            !flags.without_gpu.empty(),
            flags.live,
            flags.picture,
            flags.after,
            flags.state_pipe,
            flags.controls};
}

// When a GPU call blocks the window's own thread, a new window goes on without the GPU.
void go_on_without_gpu(const Flags& flags, std::ostream& err) {
    const int pipe = flags.state_pipe;
    lab::when_stuck([&err, pipe](const std::string& sentence) {
        err << sentence << std::endl;
        StateTeller::tell_why(pipe, sentence);
        platform::end_at_once(pipe >= 0 ? int{again_without_gpu} : int{lab::exit_gpu_failed});
    });
    const std::string goes_on =
        " The window was opened again in the same state, and continues without the GPU.";
    if (!flags.without_gpu.empty())
        lab::lose_device(flags.without_gpu + (flags.without_gpu.ends_with(goes_on) ? "" : goes_on));
}

// Everything is saved by now: a GPU call that does not return ends with the process.
void close_without_waiting() {
    constexpr double patience = 1;  // s
    lab::set_gpu_timeout(std::min(lab::gpu_timeout(), patience));
    lab::when_stuck([](const std::string&) { platform::end_at_once(lab::exit_right); });
}

int show(const Flags& flags, std::ostream& out, std::ostream& err) {
    go_on_without_gpu(flags, err);
    Program program(options_of(flags));
    if (program.no_display() && !flags.picture.empty()) {
        err << program.problem()
            << "\n--picture keeps what a window shows; `warplens shot` draws without a display.\n";
        return lab::exit_no_opengl;
    }
    if (program.no_display() && lab::file_of(flags.line)) {
        err << program.problem()
            << "\n`warplens simulate` counts what a kernel does without one.\n";
        return lab::exit_no_opengl;
    }
    if (program.no_display()) return tour_instead(program.problem(), out, err);
    if (!program.problem().empty()) {
        err << program.problem()
            << " `warplens tour` draws without a window, and `warplens run` needs no OpenGL.\n";
        return lab::exit_no_opengl;
    }
    platform::run_loop([&] { return program.step(); });
    const std::string problem = program.finish();
    close_without_waiting();
    if (!problem.empty()) err << problem << '\n';
    if (program.again() == again_without_gpu)
        StateTeller::tell_why(flags.state_pipe, program.shell().gpu_lost);
    if (const auto again = program.again()) platform::end_at_once(*again);
    return problem.empty() || flags.picture.empty() ? lab::exit_right : lab::exit_bad_file;
}

// Reports unreadable values before anything opens.
std::optional<std::string> wrong_flag(const Flags& flags) {
    if (!flags.size.empty() && !size_named(flags.size))
        return fmt::format("\"{}\" is no size: write WIDTHxHEIGHT, such as 1600x900.", flags.size);
    if (!flags.theme.empty() && !tone_named(flags.theme))
        return fmt::format("there is no theme \"{}\"; there are dark, light and contrast.",
                           flags.theme);
    if (!flags.density.empty() && !density_named(flags.density))
        return fmt::format("there is no density \"{}\"; there are laptop, desk and projector.",
                           flags.density);
    // The window compiles a file and reports its errors itself.
    if (!flags.line.empty() && !flags.again && !lab::file_of(flags.line)) {
        const auto state = lab::read_state_line(flags.line);
        if (!state) return "--state: " + state.problem().message;
        if (const auto why = lab::timed_alone(state->request.settings)) return "--state: " + *why;
        if (!state->view.empty() && !find_view(state->view))
            return "--state: " + unknown_view(state->view);
    }
    if (!flags.view.empty() && !find_view(flags.view)) return "--view: " + unknown_view(flags.view);
    if (!flags.picture.empty() && !flags.picture.ends_with(".png"))
        return fmt::format("--picture: {} is no .png file.", flags.picture);
    if (!(flags.after >= 0) || flags.after > most_after)
        return fmt::format("--after {}: it is a number of seconds from 0 to {}.", flags.after,
                           most_after);
    return std::nullopt;
}

int window(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags words(
        "warplens window",
        "Opens the window. With no display, draws every screen into files instead.");
    Flags flags;
    flags.add(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!flags.typed.empty() && !flags.line.empty()) {
        err << "warplens window: --state says what it opens with: leave the other words out.\n";
        return lab::exit_usage;
    }
    if (!flags.typed.empty()) flags.line = fmt::format("{}", fmt::join(flags.typed, " "));
    if (const auto wrong = wrong_flag(flags)) {
        err << "warplens window: " << *wrong << '\n';
        const bool file = !flags.again && lab::unreadable_recording(flags.line);
        return file ? lab::exit_bad_file : lab::exit_usage;
    }
    if (flags.alone || flags.state_pipe >= 0) return show(flags, out, err);
    std::vector<std::string> again{"window"};
    again.insert(again.end(), arguments.begin(), arguments.end());
    const auto with_state = [&](const std::string& state) {
        std::vector<std::string> line{"window"};
        if (!state.empty()) line.insert(line.end(), {"--state", state});
        if (!flags.size.empty()) line.insert(line.end(), {"--size", flags.size});
        if (!flags.controls.empty()) line.insert(line.end(), {"--controls", flags.controls});
        if (!flags.picture.empty())
            line.insert(line.end(),
                        {"--picture", flags.picture, "--after", fmt::format("{:g}", flags.after)});
        const std::string wait = fmt::format("{:g}", lab::gpu_timeout());
        line.insert(line.end(), {"--gpu-timeout", wait});
        return line;
    };
    return guard(again, with_state, [&](const std::string& words) { err << words << std::endl; })
        .exit_code;
}

const lab::RegisterCommand registered({"window",
                                       "window [LESSON[/RUNG] [knob=value]...] [--view NAME] "
                                       "[--size WxH] [--theme dark|light|contrast] "
                                       "[--density laptop|desk|projector] [--alone]",
                                       "opens the window (also without a command)", 0, window});

}  // namespace

}  // namespace app::window_command
