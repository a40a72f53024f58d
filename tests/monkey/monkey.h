// Somebody who presses and drags whatever there is, by a seed: the same seed does the same. Drives
// the shell without a window, and writes down each action before it is done, so that the last line
// of its log is the one that went wrong.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"

namespace tests {

class Monkey {
public:
    /// `files` are dropped and named; the log is written beside whatever the program keeps.
    Monkey(std::uint32_t seed, std::vector<std::string> files, const std::filesystem::path& log)
        : random_(seed), files_(std::move(files)), log_(log) {
        driver.finish_work = false;
        log_ << "seed " << seed << std::endl;
        driver.shell.open_lesson(*lab::lessons().front());
    }

    app::testing::Driver driver;

    /// One action, and a few frames after it. Ends the program where the line of state of what is
    /// shown then can't be read.
    void act() {
        log_ << ++actions_ << ": ";
        const int way = below(100);
        if (way < 45)
            click();
        else if (way < 60)
            drag();
        else if (way < 80)
            strike();
        else if (way < 86)
            turn_wheel();
        else if (way < 91)
            type();
        else if (way < 95)
            resize();
        else if (way < 97)
            drop();
        else
            move();
        for (int rest = below(3); rest >= 0; --rest) frame({});
        if (!driver.shell.session.subject()) return;
        const std::string line = driver.shell.whole_line();
        if (lab::file_of(line) || lab::read_state_line(line)) return;
        log_ << "can't be read: " << line << std::endl;
        std::abort();
    }

private:
    using Input = app::Input;
    using Point = app::Point;

    int below(int limit) { return limit > 0 ? static_cast<int>(random_() % limit) : 0; }
    template <class T>
    const T& one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }

    void frame(const Input& input) {
        driver.frame(input);
        driver.shell.session.pump(5);
    }

    // Of a control as a rule; else anywhere, also outside.
    Point somewhere(std::string& name) {
        const auto& controls = driver.shell.ui_state.controls;
        if (controls.empty() || below(6) == 0) {
            name = "nothing";
            return {driver.width * (below(110) - 5) / 100.f, driver.height * below(110) / 100.f};
        }
        const app::Control& control = one_of(controls);
        name = control.id;
        return {control.area.x + control.area.w * below(101) / 100.f,
                control.area.y + control.area.h * below(101) / 100.f};
    }
    void held(Point at, bool pressed, bool released) {
        Input input;
        input.mouse = at;
        input.down = !released, input.pressed = pressed, input.released = released;
        frame(input);
    }

    void click() {
        std::string name;
        Input input;
        input.mouse = somewhere(name);
        input.pressed = input.down = true;
        input.right = below(12) == 0, input.twice = below(12) == 0;
        input.shift = below(12) == 0, input.control = below(12) == 0;
        log_ << "click " << name << std::endl;
        frame(input);
        held(input.mouse, false, true);
    }
    void drag() {
        std::string from, to;
        const Point start = somewhere(from), end = somewhere(to);
        log_ << "drag " << from << " to " << to << std::endl;
        held(start, true, false);
        const int moves = 1 + below(4);
        for (int i = 1; i <= moves; ++i)
            held({start.x + (end.x - start.x) * i / moves, start.y + (end.y - start.y) * i / moves},
                 false, false);
        if (below(10) > 0) held(end, false, true);  // else another action comes while it is held
    }
    void move() {
        std::string name;
        Input input;
        input.mouse = somewhere(name);
        log_ << "move " << name << std::endl;
        frame(input);
    }
    void strike() {
        Input input;
        for (int count = 1 + below(3); count > 0; --count)
            input.strokes.push_back(
                {static_cast<app::Key>(1 + below(static_cast<int>(app::Key::z))), below(5) == 0,
                 below(5) == 0, below(8) == 0});
        input.control = input.strokes.front().control, input.shift = input.strokes.front().shift;
        log_ << "keys";
        for (const app::Stroke& stroke : input.strokes)
            log_ << ' ' << int(stroke.key) << (stroke.control ? "c" : "")
                 << (stroke.shift ? "s" : "");
        log_ << std::endl;
        frame(input);
    }
    void turn_wheel() {
        std::string name;
        Input input;
        input.mouse = somewhere(name);
        input.wheel = (below(13) - 6) / 2.f;
        input.control = below(4) == 0, input.shift = below(4) == 0;
        log_ << "wheel " << input.wheel << " over " << name << std::endl;
        frame(input);
    }
    void type() {
        static const std::vector<std::string> words = {"256",
                                                       "0",
                                                       "-1",
                                                       "2^20",
                                                       "99999999999999999999",
                                                       "scan",
                                                       "n",
                                                       "1e9",
                                                       "\xc3\xa4\xe2\x82\xac",
                                                       "a:f32[4]=iota",
                                                       "reduction/strided n=1000",
                                                       " ",
                                                       "k",
                                                       std::string(3000, 'x')};
        Input input;
        (below(4) ? input.typed : input.pasted) = below(3) ? one_of(words) : one_of(files_);
        if (below(3) == 0) input.strokes.push_back({app::Key::enter});
        log_ << "type " << (input.typed + input.pasted).substr(0, 40) << std::endl;
        frame(input);
    }
    void resize() {
        static const std::vector<std::pair<float, float>> sizes = {
            {1920, 1080}, {1366, 768}, {800, 600}, {400, 300}, {1, 1}, {3840, 2160}, {200, 2000}};
        std::tie(driver.width, driver.height) = one_of(sizes);
        if (below(3) == 0) driver.scale = .75f + .25f * below(6);
        log_ << "size " << driver.width << "x" << driver.height << " at " << driver.scale
             << std::endl;
        frame({});
    }
    void drop() {
        Input input;
        for (int count = 1 + below(2); count > 0; --count) input.dropped.push_back(one_of(files_));
        log_ << "drop " << input.dropped.front() << std::endl;
        frame(input);
    }

    std::mt19937 random_;
    std::vector<std::string> files_;
    std::ofstream log_;
    int actions_ = 0;
};

/// What a monkey drops: kernels as PTX, a broken one, a folder, nothing, no kernel at all. No
/// sources, since a compiler takes seconds.
inline std::vector<std::string> monkey_files(const std::filesystem::path& tests,
                                             const std::filesystem::path& scratch) {
    std::vector<std::string> files = {scratch.string(), "/nothing/here.ptx", ""};
    for (const char* name : {"ordinary/gemv", "ordinary/softmax", "engine/faults", "faulty/races",
                             "flow/reduce", "ordinary/votes"})
        files.push_back((tests / "kernels" / (std::string(name) + ".ptx")).string());
    const auto broken = scratch / "broken.ptx", text = scratch / "words.json";
    std::ofstream(broken) << ".version 8.0\n.target sm_75\n.visible .entry k( { add.s32 %r1;\n";
    std::ofstream(text) << "{}";
    files.push_back(broken.string());
    files.push_back(text.string());
    return files;
}

}  // namespace tests
