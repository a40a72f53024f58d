// Live pictures in a real window at 1920x1080, on the GPU of this machine: 300 frames of each, how
// long they take beside frames of Dear ImGui's demo window in turns, and how many copies to the
// host they made. Where the same GPU draws the window, there is none.
//   window_live [--out FOLDER] [--frames N] LINE...
// A line is one of state, such as "histogram/many n=2^20". Writes a picture of each window into the
// folder. Exit code 3 without a GPU, 4 without a window, 1 where a picture was copied, did not
// appear, or the 99th percentile of its frames is above 8 ms.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/draw/png.h"
#include "app/gl/live_stage.h"
#include "benchmarks/window_runs.h"
#include "lab/cuda/device.h"
#include "lab/time/bench.h"

namespace {

using namespace app;
using namespace window_runs;

class Live {
public:
    explicit Live(int frames) : frames_(frames) {
        if (!window_.problem().empty()) return;
        glfwSwapInterval(0);
        shell_.live = make_live_source();
    }
    const std::string& problem() const { return window_.problem(); }
    bool measure(const std::string& line);
    void keep(const std::string& file) {
        if (const auto problem = write_png(file, window_.painter().last_frame()))
            std::printf("%s\n", problem->message.c_str());
    }

private:
    bool settle();

    Window window_{1920, 1080};
    Shell shell_{lab::Worker::Mode::thread, &Window::wake};
    int frames_;
};

bool Live::settle() {
    return await(window_, shell_, 60, [&] {
        return !shell_.own.draft() && is_settled(shell_) && shell_.session.rests();
    });
}

bool Live::measure(const std::string& line) {
    if (!shell_.restore(line) || !settle()) {
        std::printf("%-44s %s\n", line.c_str(), shell_.notice.c_str());
        return false;
    }
    shell_.session.cancel();
    shell_.slot = Slot::warp;
    shell_.view_of_slot[Slot::warp] = "live";
    for (int i = 0; i < 10; ++i) frame(window_, shell_), demo_frame(window_);
    const auto launches = shell_.live_picture().launches;
    const auto copies = lab::cuda::tally().copies_to_host;
    std::vector<double> times, issued, drawn, demo, demo_drawn;
    for (int i = 0; i < frames_; ++i) {
        const FrameTime ours = frame(window_, shell_), other = demo_frame(window_);
        times.push_back(ours.whole), issued.push_back(ours.issued), drawn.push_back(ours.drawn);
        demo.push_back(other.whole), demo_drawn.push_back(other.drawn);
    }
    const LivePicture& picture = shell_.live_picture();
    const auto copied = lab::cuda::tally().copies_to_host - copies;
    const double p99 = percentile(times, .99);
    std::printf(
        "%-44s median %5.2f p99 %5.2f ms (issued %5.2f %5.2f, drawn %5.2f %5.2f), demo %5.2f %5.2f "
        "(drawn %5.2f %5.2f); %llu launches, %llu copies to the "
        "host; "
        "%s%s %s\n",
        line.c_str(), percentile(times, .5), p99, percentile(issued, .5), percentile(issued, .99),
        percentile(drawn, .5), percentile(drawn, .99), percentile(demo, .5), percentile(demo, .99),
        percentile(demo_drawn, .5), percentile(demo_drawn, .99),
        static_cast<unsigned long long>(picture.launches - launches),
        static_cast<unsigned long long>(copied), picture.copied ? "copied; " : "shared; ",
        picture.name.c_str(), picture.problem.c_str());
    std::fflush(stdout);
    return shell_.shows_live() && picture.texture != 0 && picture.launches > launches &&
           copied == 0 && p99 <= 8;
}

}  // namespace

int main(int count, char** words) {
    std::string out;
    int frames = 300;
    std::vector<std::string> lines;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--out" && i + 1 < count)
            out = words[++i];
        else if (word == "--frames" && i + 1 < count)
            frames = std::max(10, std::atoi(words[++i]));
        else
            lines.push_back(word);
    }
    if (lines.empty()) {
        std::fprintf(stderr, "window_live [--out FOLDER] [--frames N] LINE...\n");
        return 2;
    }
    std::string why;
    if (!lab::bench(&why)) {
        std::fprintf(stderr, "%s\n", why.c_str());
        return 3;
    }
    Live live(frames);
    if (!live.problem().empty()) {
        std::fprintf(stderr, "%s\n", live.problem().c_str());
        return 4;
    }
    bool all = true;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        all = live.measure(lines[i]) && all;
        if (!out.empty()) live.keep(out + "/live_" + std::to_string(i) + ".png");
    }
    return all ? 0 : 1;
}
