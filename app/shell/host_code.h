// The host code in the window: its text for the code pane, and the program that Ctrl + E writes to
// a file. That program needs the lesson's reference, so a thread writes it.
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
        std::string text, problem;  // one of them is empty
        std::vector<std::string_view> lines;
        int main_line = 1;
        std::vector<int> changed;  // lines of a cure that the broken version lacks
        std::string version;       // "cured"
        struct Launch {
            std::string kernel;
            int line = 0;
        };
        std::vector<Launch> launches{};  // in their order
        int graph_line = 0;              // the line of cudaGraphLaunch; 0: there is none
        std::string library{};           // "cuBLAS: gemm", where the program calls it; else empty
    };

    /// `wake` is called when a program is written. Without it, or without threads, write() does
    /// all.
    explicit HostCode(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    bool shown = false;              // the code pane shows the host code, not the kernel
    int top = -1;                    // first visible line; -1: main()
    std::filesystem::path folder{};  // target of programs; empty: the start folder

    /// Called for each kernel of a lesson, and again when a hunt begins or ends. Shows the host
    /// code where `speaks`: the bug is on the host, or was. At the next kernel where it is not,
    /// hides what it has shown.
    void open_where_it_speaks(const lab::Settings&, bool speaks, bool hunted = false);
    /// The user shows or hides the host code. It stays so for this kernel.
    void stand(bool shown, const lab::Settings&);
    /// Forgets that wish: open_where_it_speaks() decides anew for this kernel.
    void open_anew() { stands_for_ = {}; }

    /// Shows the program that calls a library beside the kernels, by its id, until stand() is
    /// called; empty: the kernel's program again.
    void show_library(std::string id);

    /// The text for a request; made anew when the request changes.
    const Text& text(const lab::Request& request);

    /// The line that a finding of the host is about: a copy that comes too early, or a launch that
    /// failed. 0: none. A missing wait has no line.
    static int line_of_finding(const Text& text, const lab::Run& run);
    /// The first line of main() with the lesson's own words for the host; 0: none.
    static int line_of_lesson(const Text& text, const lab::Settings& settings);

    /// The line of the launch that a step belongs to; 0: none.
    int line_of_step(const lab::Run& picture, int step);
    /// Scrolls to `line` when the steps come there from another line. Does not where it is in
    /// sight, among the `rows` lines from `first`. The first call scrolls nothing: the pane stays
    /// where it opened.
    void follow(int line, int first, int rows);

    /// Writes kernel and host code as a program to a new file. Does nothing while another is being
    /// written.
    void write(const lab::Request& request);
    /// The same as files of a folder, which is made. No file is replaced.
    void write_parts(const lab::Request& request, const std::filesystem::path& into);
    /// The names of those files: all of them, and those that stand in a folder already.
    static std::vector<std::string> names_of_parts();
    static std::vector<std::string> parts_standing_in(const std::filesystem::path& folder);
    /// The sentence on the outcome of write() or write_parts(), once; nullopt while there is none.
    std::optional<std::string> told();

private:
    struct Task {
        std::string words;
        std::atomic<bool> ready = false;
        platform::Thread thread;  // last: it uses everything above
    };
    // In a thread, where there are threads; `words` returns the sentence on the outcome.
    void start(std::function<std::string()> words);
    // The request, or the same at the library whose program is shown.
    const lab::Request& shown_for(const lab::Request& request);

    std::string library_;
    std::optional<lab::Request> asked_;  // what shown_for() was asked last, and its answer
    lab::Request called_;
    std::function<void()> wake_;
    std::optional<lab::Request> made_for_;
    Text text_;
    std::tuple<std::string, int, bool> stands_for_;  // subject, rung and whether a hunt is on
    bool opened_ = false;                            // open_where_it_speaks() opened it
    std::pair<int, int> launched_{-1, 0};            // the last launch asked for, and its line
    int followed_ = -1;                              // the last followed line; -1: none yet
    std::unique_ptr<Task> task_;
};

}  // namespace app
