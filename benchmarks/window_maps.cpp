// Maps of times in a real window, on the GPU of this machine: how long from the key to the first
// cell, to the end of a search, and to the whole map, and how long frames take meanwhile.
//   window_maps [--out FOLDER] [--card ID] [--seconds N] LINE...
// A line is one of state, such as "reduction/two_passes n=2^24". Writes a picture of each window
// and the map's numbers as CSV into the folder. Exit code 3 without a GPU, 4 without a window, 1
// where a map was not filled in N seconds (120).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/draw/png.h"
#include "app/format.h"
#include "app/regions/fill_button.h"
#include "app/view.h"
#include "benchmarks/window_runs.h"
#include "lab/time/bench.h"

namespace {

using namespace app;
using namespace window_runs;

class Maps {
public:
    Maps(const View& card, double most_seconds) : card_(card), most_seconds_(most_seconds) {
        if (window_.problem().empty()) glfwSwapInterval(0);
    }
    const std::string& problem() const { return window_.problem(); }
    bool show(const std::string& line);
    bool measure(const std::string& line);
    void keep(const std::string& folder, std::size_t number);

private:
    void draw() { frames_.push_back(frame(window_, shell_).whole); }
    bool opened();
    bool settle();
    double fill(FillGoal goal, double* first_cell);
    std::size_t timed() const;

    Window window_{1920, 1080};
    Shell shell_{lab::Worker::Mode::thread, &Window::wake};
    const View& card_;
    double most_seconds_;
    std::vector<double> frames_;  // ms, while a map is filled
    bool ended_ = true;
};

// A compiler works beside the window: the file is on the stage once there is no draft.
bool Maps::opened() {
    return await(window_, shell_, most_seconds_, [&] {
        if (!shell_.own.draft()) return true;
        if (!shell_.own.draft()->problem.empty()) shell_.notice = shell_.own.draft()->problem;
        return false;
    });
}

bool Maps::settle() {
    return await(window_, shell_, most_seconds_,
                 [&] { return is_settled(shell_) && shell_.session.rests(); });
}

bool Maps::show(const std::string& line) {
    if (!shell_.restore(line)) {
        std::printf("%s: %s\n", line.c_str(), shell_.notice.c_str());
        return false;
    }
    shell_.card_shown = card_.id;
    if (opened() && settle() && card_.shows(*shell_.session.shown()->picture)) return true;
    std::printf("%s: it shows no such map. %s\n", line.c_str(), shell_.notice.c_str());
    return false;
}

std::size_t Maps::timed() const {
    const auto& session = shell_.session;
    const auto cells = card_.needs.settings(session.settings(), session.series().choice);
    return std::size_t(std::ranges::count_if(
        cells, [&](const lab::Settings& cell) { return session.series().timed(cell); }));
}

double Maps::fill(FillGoal goal, double* first_cell) {
    const std::size_t before = timed();
    const auto start = Clock::now();
    shell_.session.fill(card_, goal);
    *first_cell = 0;
    while (shell_.session.filled() && seconds_since(start) < most_seconds_) {
        draw();
        if (*first_cell == 0 && timed() > before) *first_cell = seconds_since(start);
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
    ended_ = !shell_.session.filled();
    shell_.session.stop_filling();
    return seconds_since(start);
}

bool Maps::measure(const std::string& line) {
    if (!show(line)) return false;
    frames_.clear();
    double first = 0, whole_first = 0;
    std::string found = "no search over sizes";
    double search = 0;
    std::size_t tried = 0;
    if (can_search(card_, shell_.session.settings(), shell_.session.series())) {
        search = fill(FillGoal::fastest, &first);
        tried = timed();
        draw();  // which tells the result
        found = shell_.notice;
    }
    const double whole = search + fill(FillGoal::all, &whole_first);
    if (first == 0) first = whole_first;
    for (int i = 0; i < 3; ++i) draw();
    std::string note;
    shell_.with_context(
        {}, [&](const DrawContext& context) { note = card_.words.note(context).forms.front(); });
    std::printf(
        "%s\n  first cell %.2f s, search %.1f s (%zu cells), whole map %.1f s (%zu cells); "
        "frames median %.1f, p99 %.1f, longest %.1f ms%s\n  search: %s\n  map: %s\n",
        line.c_str(), first, search, tried, whole, timed(), percentile(frames_, .5),
        percentile(frames_, .99), percentile(frames_, 1), ended_ ? "" : "; NOT ENDED",
        found.c_str(), note.c_str());
    std::fflush(stdout);
    return ended_;
}

void Maps::keep(const std::string& folder, std::size_t number) {
    const std::string name = folder + "/map_" + std::to_string(number);
    draw();
    if (const auto problem = write_png(name + ".png", window_.painter().last_frame()))
        std::printf("%s\n", problem->message.c_str());
    shell_.with_context({}, [&](const DrawContext& context) {
        std::ofstream(name + ".csv") << card_.numbers(context);
    });
}

}  // namespace

int main(int count, char** words) {
    std::string out, card = "two_knobs";
    double seconds = 120;
    std::vector<std::string> lines;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool valued = i + 1 < count;
        if (word == "--out" && valued)
            out = words[++i];
        else if (word == "--card" && valued)
            card = words[++i];
        else if (word == "--seconds" && valued)
            seconds = std::atof(words[++i]);
        else
            lines.push_back(word);
    }
    const View* view = find_view(card);
    if (lines.empty() || !view || !view->needs.settings) {
        std::fprintf(stderr, "window_maps [--out FOLDER] [--card ID] [--seconds N] LINE...\n");
        return 2;
    }
    std::string why;
    if (!lab::bench(&why)) {
        std::fprintf(stderr, "%s\n", why.c_str());
        return 3;
    }
    Maps maps(*view, seconds);
    if (!maps.problem().empty()) {
        std::fprintf(stderr, "%s\n", maps.problem().c_str());
        return 4;
    }
    bool all = true;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        all = maps.measure(lines[i]) && all;
        if (!out.empty()) maps.keep(out, i);
    }
    return all ? 0 : 1;
}
