// Live pictures in a real window at 1920x1080, on the GPU of this machine: 300 frames of each, how
// long they take, and how many copies to the host they made. Where the same GPU draws the window,
// there is none.
//   window_live [--out FOLDER] [--frames N] LINE...
// A line is one of state, such as "histogram/many n=2^20". Writes a picture of each window into the
// folder. Exit code 3 without a GPU, 4 without a window, 1 where a picture was copied, did not
// appear, or the 99th percentile of its frames is above 8 ms.
#include <glad/gl.h>
#include <glfw/loaded.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "app/draw/png.h"
#include "app/gl/live_stage.h"
#include "app/program/shell_frame.h"
#include "app/program/window.h"
#include "lab/cuda/device.h"
#include "lab/time/bench.h"

namespace {

using namespace app;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double percentile(std::vector<double> values, double part) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const auto at = static_cast<std::size_t>(part * double(values.size()));
    return values[std::min(values.size() - 1, at)];
}

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
    double frame();
    bool settle();

    Window window_{1920, 1080};
    Shell shell_{lab::Worker::Mode::thread, &Window::wake};
    int frames_;
};

double Live::frame() {
    const auto start = Clock::now();
    Input input;
    input.time = glfwGetTime();
    const int width = window_.width(), height = window_.height();
    window_.painter().draw(width, height, 1, shell_.look.tone, [&](Canvas& canvas) {
        draw_frame(shell_, canvas, input, float(width), float(height));
    });
    glfwSwapBuffers(glfwGetCurrentContext());
    glFinish();
    return milliseconds_since(start);
}

bool Live::settle() {
    for (const auto start = Clock::now(); milliseconds_since(start) < 60'000;) {
        frame();
        const Session& session = shell_.session;
        if (!shell_.own.draft() && session.shown() && !session.stale() &&
            !session.progress().busy && session.rests())
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

bool Live::measure(const std::string& line) {
    if (!shell_.restore(line) || !settle()) {
        std::printf("%-44s %s\n", line.c_str(), shell_.notice.c_str());
        return false;
    }
    shell_.session.cancel();
    shell_.slot = Slot::warp;
    shell_.view_of_slot[Slot::warp] = "live";
    for (int i = 0; i < 10; ++i) frame();
    const auto launches = shell_.live_picture().launches;
    const auto copies = lab::cuda::tally().copies_to_host;
    std::vector<double> times;
    for (int i = 0; i < frames_; ++i) times.push_back(frame());
    const LivePicture& picture = shell_.live_picture();
    const auto copied = lab::cuda::tally().copies_to_host - copies;
    const double p99 = percentile(times, .99);
    std::printf(
        "%-44s median %5.2f p99 %5.2f ms; %llu launches, %llu copies to the host; %s%s %s\n",
        line.c_str(), percentile(times, .5), p99,
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
