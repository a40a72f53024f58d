// How long frames take: all screens against Dear ImGui's demo window, in turns, in the same process
// and window. Then a dragged slider at the largest size, the first frame, the time from a control
// to its picture, and whether an idle window redraws. Needs a display (xvfb-run will do).
//   window_frames [--frames N] [--size WxH] [--part NAME] [--lesson ID] [--answers N]
//                 [--minutes M]
// The parts: screens, in_step, dragging, pictures, memory, idle. An hour of dragging is about 36
// 000 answers. Without --answers, memory takes a twentieth of that; with --minutes, this time.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "benchmarks/window_runs.h"
#include "platform/heap.h"

namespace {

using namespace app;
using namespace window_runs;

class Bench {
public:
    Bench(int width, int height, int frames, const std::string& lesson)
        : window_(width, height), frames_(frames) {
        for (const lab::Lesson* each : lab::lessons())
            if (lesson.empty() || each->id == lesson) lessons_.push_back(each);
        if (window_.problem().empty()) glfwSwapInterval(0);
    }
    const std::string& problem() const { return window_.problem(); }

    void screens();
    void in_step();
    void dragging();
    void memory(int answers, double minutes);
    void control_to_picture();
    void idle();
    /// Draws frames for this time without input.
    void leave_alone(int milliseconds);
    /// Milliseconds from `start` to the end of the first frame.
    double first_frame(Clock::time_point start) {
        ours();
        const double took = milliseconds_since(start);
        within_limits_ = within_limits_ && took <= 1000;
        return took;
    }
    bool within_limits() const { return within_limits_; }

private:
    double demo() { return demo_frame(window_).whole; }
    double ours(const Input& input = {}) { return frame(window_, shell_, input).whole; }
    void settle() {
        await(window_, shell_, 10, [&] { return is_settled(shell_); });
    }
    void playing(const std::string& name);
    void compare(const std::string& name, const std::vector<double>& screen,
                 const std::vector<double>& demo);
    const Control* control(const std::string& id) const {
        for (const Control& each : shell_.ui_state.controls)
            if (each.id == id) return &each;
        return nullptr;
    }

    Window window_;
    Shell shell_{lab::Worker::Mode::thread, &Window::wake};
    int frames_;
    std::vector<const lab::Lesson*> lessons_;
    bool within_limits_ = true;
};

void Bench::compare(const std::string& name, const std::vector<double>& screen,
                    const std::vector<double>& demo) {
    const double ratio = percentile(screen, .99) / percentile(demo, .99);
    within_limits_ = within_limits_ && ratio <= 2;
    std::printf("%-34s %8.2f %8.2f %8.2f %8.2f %7.2f %s\n", name.c_str(), percentile(screen, .5),
                percentile(screen, .99), percentile(demo, .5), percentile(demo, .99), ratio,
                ratio <= 2 ? "" : "over 2");
    std::fflush(stdout);
}

void Bench::screens() {
    std::printf("%-34s %8s %8s %8s %8s %7s   (ms)\n", "screen", "median", "p99", "demo", "demo p99",
                "ratio");
    for (const lab::Lesson* lesson : lessons_) {
        shell_.open_lesson(*lesson);
        settle();
        shell_.session.cancel();
        shell_.playback.go_to(shell_.playback.count() / 2);
        for (Slot slot : {Slot::thread, Slot::warp, Slot::memory})
            for (const View* view : std::vector(shell_.stage_views(slot))) {
                shell_.slot = slot;
                shell_.view_of_slot[slot] = view->id;
                std::vector<double> screen, other;
                for (int i = 0; i < 5; ++i) ours(), demo();
                for (int i = 0; i < frames_; ++i) {
                    screen.push_back(ours());
                    other.push_back(demo());
                }
                compare(lesson->id + ", " + view->id, screen, other);
                playing(lesson->id + ", " + view->id);
            }
    }
}

// Two kernels side by side, while their steps play.
void Bench::in_step() {
    for (const lab::Lesson* lesson : lessons_) {
        shell_.open_lesson(*lesson);
        shell_.slot = Slot::warp;
        const int rungs = static_cast<int>(lesson->rungs.size());
        shell_.session.stand_beside((shell_.session.settings().rung + 1) % rungs);
        settle();
        for (int i = 0; i < 500 && !shell_.session.beside(); ++i) settle();
        shell_.session.cancel();
        playing(lesson->id + ", two in step");
        shell_.session.stand_alone();
    }
}

// The same screen while its steps play, four times as fast as usual.
void Bench::playing(const std::string& name) {
    std::vector<double> screen, other;
    shell_.playback.speed = 4;
    for (int i = 0; i < frames_; ++i) {
        if (!shell_.playback.playing) shell_.playback.go_to(0), shell_.playback.toggle();
        Input input;
        input.time = glfwGetTime();
        screen.push_back(ours(input));
        other.push_back(demo());
    }
    shell_.playback.go_to(shell_.playback.count() / 2);
    compare(name + ", playing", screen, other);
}

// Five seconds of a slider moving back and forth while the worker answers, at the largest size.
void Bench::dragging() {
    for (const lab::Lesson* lesson : lessons_) {
        shell_.open_lesson(*lesson);
        if (lesson->size) shell_.session.settings().set(*lesson->size, lesson->size->ticks.back());
        settle();
        const lab::Knob* knob = lesson->size ? lesson->size : lesson->knobs.front();
        const Control* slider = control("knob." + knob->id);
        if (!slider) continue;
        const Rect area = slider->area;
        std::vector<double> screen, other;
        const auto start = Clock::now();
        bool first = true;
        while (milliseconds_since(start) < 5000) {
            const float seconds = float(milliseconds_since(start) / 1000);
            const float part = .5f + .48f * std::sin(seconds * 3);
            Input input;
            input.mouse = {area.x + area.w * part, area.middle_y()};
            input.down = true;
            input.pressed = first;
            input.time = glfwGetTime();
            first = false;
            screen.push_back(ours(input));
            other.push_back(demo());
        }
        Input input;
        input.released = true;
        ours(input);
        compare(lesson->id + ", dragging " + knob->id, screen, other);
    }
}

// Memory of this process in MB; 0 where the system does not tell.
double resident_megabytes() {
    long pages = 0, resident = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return double(resident) * 4096 / 1e6;
}

void Bench::leave_alone(int milliseconds) {
    const auto start = Clock::now();
    std::thread waker([milliseconds] {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds + 200));
        Window::wake();
    });
    while (milliseconds_since(start) < milliseconds) window_.frame(shell_);
    waker.join();
}

// Memory after long dragging: each knob in turn, a new value in each frame, and each answer is
// awaited.
void Bench::memory(int answers, double minutes) {
    const auto begin = Clock::now();
    const auto lasts = [&](int i) {
        return minutes > 0 ? milliseconds_since(begin) < minutes * 60'000 : i < answers;
    };
    double most = 0;
    int i = 0;
    std::printf("%-34s %8.0f MB before\n", "memory", resident_megabytes());
    for (int turn = 0; lasts(i); ++turn) {
        const lab::Lesson& lesson = *lessons_[static_cast<std::size_t>(turn) % lessons_.size()];
        shell_.open_lesson(lesson);
        shell_.session.settings().rung = turn % static_cast<int>(lesson.rungs.size());
        settle();
        const lab::Knob& knob = *lesson.knobs[static_cast<std::size_t>(turn) % lesson.knobs.size()];
        for (int k = 0; k < 60 && lasts(i); ++k, ++i) {
            const double part = .5 + .5 * std::sin(i * .37);
            const auto span = static_cast<double>(knob.high - knob.low);
            shell_.session.settings().set(knob, knob.low + std::llround(span * part));
            ours();
            const auto start = Clock::now();
            while (shell_.session.stale() && !shell_.session.refusal() &&
                   milliseconds_since(start) < 200)
                ours();
            const double now = resident_megabytes();
            if (now > most + 300)
                std::printf("%-34s %8.0f MB at %s\n", "", now,
                            line_of(shell_.session.settings()).c_str());
            most = std::max(most, now);
        }
        if (turn % 40 == 39)
            std::printf("%-34s %8.0f MB after %d answers, most %.0f\n", "", resident_megabytes(), i,
                        most);
        std::fflush(stdout);
    }
    // At rest with a small picture, as a user leaves it: the cards' counts finish, and the window
    // frees memory then.
    shell_.open_lesson(*lessons_.front());
    settle();
    leave_alone(20'000);
    const double held = resident_megabytes();
    within_limits_ = within_limits_ && held <= 300;
    std::printf("%-34s %8.0f MB after %d answers (most %.0f), limit 300\n", "memory", held, i,
                most);
#ifdef __GLIBC__
    const struct mallinfo2 now = mallinfo2();
    std::printf("%-34s %8.0f MB in use, %.0f in large blocks, %.0f freed in pieces\n", "",
                double(now.uordblks) / 1e6, double(now.hblkhd) / 1e6, double(now.fordblks) / 1e6);
#endif
}

void Bench::control_to_picture() {
    for (const lab::Lesson* lesson : lessons_) {
        shell_.open_lesson(*lesson);
        settle();
        std::vector<double> times;
        std::int64_t slow_at = 0;
        const lab::Knob* knob = lesson->knobs.front();
        for (std::int64_t value : knob->ticks) {
            shell_.session.settings().set(*knob, value);
            const auto start = Clock::now();
            ours();
            if (shell_.session.refusal()) continue;
            while (shell_.session.stale() && milliseconds_since(start) < 5000) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ours();
            }
            times.push_back(milliseconds_since(start));
            if (times.back() >= std::ranges::max(times)) slow_at = value;
        }
        const double slowest = percentile(times, 1);
        within_limits_ = within_limits_ && slowest <= 100;
        std::printf("%-34s %8.1f %8.1f ms (%s=%lld), limit 100\n",
                    (lesson->id + ", control to picture").c_str(), percentile(times, .5), slowest,
                    knob->id.c_str(), static_cast<long long>(slow_at));
    }
}

void Bench::idle() {
    settle();
    shell_.session.cancel();
    Window::wake();
    for (int i = 0; i < 30 && window_.frame(shell_) && shell_.wishes.wait < 1; ++i) {
    }
    const int before = window_.frames();
    leave_alone(3000);
    const int redrawn = window_.frames() - before;
    within_limits_ = within_limits_ && redrawn <= 5;
    std::printf("%-34s %8d frames in 3 s, limit 5: what follows an event\n", "idle", redrawn);
}

}  // namespace

int main(int count, char** words) {
    int frames = 200, width = 1920, height = 1080, answers = 1800;
    double minutes = 0;
    std::string part, lesson;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string flag = words[i];
        if (flag == "--frames") frames = std::max(10, std::atoi(words[i + 1]));
        if (flag == "--answers") answers = std::max(1, std::atoi(words[i + 1]));
        if (flag == "--minutes") minutes = std::atof(words[i + 1]);
        if (flag == "--part") part = words[i + 1];
        if (flag == "--lesson") lesson = words[i + 1];
        if (flag == "--size") std::sscanf(words[i + 1], "%dx%d", &width, &height);
    }
    platform::return_freed_memory();
    const auto start = Clock::now();
    Bench bench(width, height, frames, lesson);
    if (!bench.problem().empty()) {
        std::fprintf(stderr, "%s\n", bench.problem().c_str());
        return 4;
    }
    const double first = bench.first_frame(start);
    std::printf("%-34s %8.0f ms, limit 1000\n", "start to first frame", first);
    if (part.empty() || part == "screens") bench.screens();
    if (part.empty() || part == "in_step") bench.in_step();
    if (part.empty() || part == "dragging") bench.dragging();
    if (part.empty() || part == "pictures") bench.control_to_picture();
    if (part.empty() || part == "memory") bench.memory(answers, minutes);
    if (part.empty() || part == "idle") bench.idle();
    return bench.within_limits() ? 0 : 1;
}
