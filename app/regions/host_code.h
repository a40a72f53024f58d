// The host's side in the window: its text for the code pane, and the program that Ctrl + E writes
// to a file. The program needs the lesson's reference, so it is made behind the window.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lab/run.h"
#include "platform/threads.h"

namespace app {

class HostCode {
public:
    struct Text {
        std::string text, problem;  // one of them
        std::vector<std::string_view> lines;
        int main_line = 1;
        std::vector<int> changed;  // lines that the other version lacks, where this one is the cure
        std::string version;       // "cured"
        struct Launch {
            std::string kernel;
            int line = 0;
        };
        std::vector<Launch> launches{};  // in their order
        int graph_line = 0;              // that launches them all, where a graph records them; 0
    };

    /// `wake` is called when a program is written; without it, or without threads, it is at once.
    explicit HostCode(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    bool shown = false;              // in the code pane, in place of the kernel
    int top = -1;                    // first line that is shown; -1: where main() begins
    std::filesystem::path folder{};  // where programs go; empty: where the window was started

    /// Once for each kernel of a lesson, and once more when a hunt in it begins or ends: where what
    /// is wrong, or was, stands on the host, its side is shown, and hidden again at the next kernel
    /// where it is not.
    void open_where_it_speaks(const lab::Settings&, bool speaks, bool hunted = false);
    /// As somebody asked for it; then it stays so at this kernel.
    void stand(bool shown, const lab::Settings&);
    /// As if this kernel were new: its side opens by itself again.
    void open_anew() { stands_for_ = {}; }

    /// Of what is shown; made when another request is.
    const Text& text(const lab::Request& request);

    /// The line of this text that a finding of the host is about: a copy that comes too early, or a
    /// launch that did not begin; 0: none. Of a missing wait no line is wrong, one is missing.
    static int line_of_finding(const Text& text, const lab::Run& run);
    /// The first line of its main() that the lesson names; 0: none.
    static int line_of_lesson(const Text& text, const lab::Settings& settings);

    /// The line of the text that launched what a step is of; 0: none.
    int line_of_step(const lab::Run& picture, int step);
    /// Brings that line in sight of `rows` from `first` on as soon as steps go to another one: who
    /// opens the pane sees first what it opens at.
    void follow(int line, int first, int rows);

    /// Writes kernel and host as a program, beside what is there. Nothing while one is being
    /// written.
    void write(const lab::Request& request);
    /// The sentence that came of it, once.
    std::optional<std::string> told();

private:
    struct Task {
        std::string words;
        std::atomic<bool> ready = false;
        platform::Thread thread;  // last: it uses everything above
    };
    std::function<void()> wake_;
    std::optional<lab::Request> made_for_;
    Text text_;
    std::tuple<std::string, int, bool> stands_for_;  // subject, rung and whether it is hunted in
    bool opened_ = false;                            // by itself
    std::pair<int, int> launched_{-1, 0};            // of which launch the line was found last
    int followed_ = -1;                              // the line; -1: of none yet
    std::unique_ptr<Task> task_;
};

}  // namespace app
