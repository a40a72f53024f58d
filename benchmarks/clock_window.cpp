// Does a drawing window disturb the clock? Measures the same settings with 60 frames a second and
// without frames, in turns. Draws in a window, or off screen without a display, and prints which
// OpenGL draws. Exit code 1 where the two differ by more than 2 %, 3 without a GPU, 4 without
// OpenGL.
//   clock_window [--off-screen]
#include <glad/gl.h>
#include <glfw/loaded.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/program/shell_frame.h"
#include "app/program/snapshot.h"
#include "app/program/window.h"
#include "benchmarks/clock_runs.h"
#include "lab/time/bench.h"
#include "lab/time/measure.h"

namespace {

using Clock = std::chrono::steady_clock;

// A shell with playing steps, drawn frame by frame.
class Screen {
public:
    explicit Screen(bool off_screen) {
        if (!off_screen) window_.emplace(1920, 1080);
        if (window_ && !window_->problem().empty()) window_.reset();
        if (window_)
            glfwSwapInterval(0);
        else
            studio_.emplace();
        shell_.open_lesson(*lab::find_lesson("reduction"));
        shell_.session.complete();
        shell_.playback.speed = 4;
    }
    std::string problem() const { return studio_ ? studio_->problem() : ""; }
    std::string renderer() const {
        if (studio_) return "off screen, " + studio_->renderer();
        return std::string("a window, ") + reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    }
    void draw() {
        if (!shell_.playback.playing) shell_.playback.go_to(0), shell_.playback.toggle();
        if (studio_) return void(studio_->take(shell_, {}));
        app::Input input;
        input.time = glfwGetTime();
        window_->painter().draw(window_->width(), window_->height(), 1, shell_.look.tone,
                                [&](app::Canvas& canvas) {
                                    app::draw_frame(shell_, canvas, input, float(window_->width()),
                                                    float(window_->height()));
                                });
        glfwSwapBuffers(glfwGetCurrentContext());
        glFinish();
    }

private:
    std::optional<app::Window> window_;
    std::optional<app::Studio> studio_;
    app::Shell shell_{lab::Worker::Mode::pumped};
};

// The median of a measurement on its own thread, with or without frames meanwhile. Also sets the
// number of frames a second.
double measured(lab::Bench& gpu, const std::string& run, Screen* screen, double& frames) {
    lab::Request request;
    request.settings = benchmarks::settings_of(run);
    std::atomic<bool> done = false;
    double median = 0;
    std::thread clock([&] {
        gpu.measure(request, {}, [&](const std::shared_ptr<const lab::Run>& told) {
            median = told->time.median_ms;
            return true;
        });
        done = true;
    });
    const auto begin = Clock::now();
    int drawn = 0;
    while (!done) {
        const auto next = Clock::now() + std::chrono::microseconds(16'667);
        if (screen) screen->draw(), ++drawn;
        std::this_thread::sleep_until(next);
    }
    clock.join();
    frames = drawn / std::chrono::duration<double>(Clock::now() - begin).count();
    return median;
}

double middle(const std::vector<double>& values) { return lab::median_interval(values).median; }

}  // namespace

int main(int count, char** words) {
    std::string why;
    lab::Bench* gpu = lab::bench(&why);
    if (!gpu) {
        std::fprintf(stderr, "%s\n", why.c_str());
        return 3;
    }
    Screen screen(count > 1 && std::strcmp(words[1], "--off-screen") == 0);
    if (!screen.problem().empty()) {
        std::fprintf(stderr, "%s\n", screen.problem().c_str());
        return 4;
    }
    std::printf("drawn by %s\n%-40s %10s %10s %7s %9s\n", screen.renderer().c_str(), "run",
                "alone us", "drawing us", "ratio", "frames/s");
    bool beyond = false;
    for (const char* run : {"vector_addition/one_each n=2^16", "vector_addition/one_each n=2^22",
                            "vector_addition/one_each n=2^25", "vector_addition/one_each n=2^28"}) {
        std::vector<double> alone, drawing, rates;
        double frames = 0;
        measured(*gpu, run, nullptr, frames);  // compiles, and wakes the GPU
        for (int i = 0; i < 5; ++i) {
            alone.push_back(measured(*gpu, run, nullptr, frames));
            drawing.push_back(measured(*gpu, run, &screen, frames));
            rates.push_back(frames);
        }
        const double ratio = middle(drawing) / middle(alone);
        const bool off = benchmarks::apart(middle(drawing), middle(alone), .02);
        beyond = beyond || off;
        std::printf("%-40s %10.2f %10.2f %7.3f %9.1f%s\n", run, 1000 * middle(alone),
                    1000 * middle(drawing), ratio, middle(rates), off ? "  beyond" : "");
        std::fflush(stdout);
    }
    std::printf("window: %s (limit 2 %%)\n", beyond ? "FAIL" : "pass");
    return beyond;
}
