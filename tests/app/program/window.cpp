// A real window under Xvfb, a real OpenGL off screen: pixels, shaders, idling, dragging, absurd
// sizes.
#include "app/program/window.h"

#include <glad/gl.h>
#include <glfw/loaded.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <random>

#include "app/draw/field_colours.h"
#include "app/gl/canvas_screen.h"
#include "app/gl/field_painter.h"
#include "app/gl/offscreen.h"
#include "app/program/snapshot.h"
#include "imgui.h"
#include "shaders/embedded.h"
#include "tests/app/knob_effects.h"
#include "tests/app/program/window_helpers.h"
#include "tests/helpers/part.h"

namespace app {
namespace {

#define NEED_OFFSCREEN(name) \
    Offscreen name;          \
    if (!name.problem().empty()) GTEST_SKIP() << name.problem()

TEST(Shaders, CompileUnderBothPrefixes) {
    NEED_OFFSCREEN(offscreen);
    for (ShaderDialect dialect : {ShaderDialect::desktop, ShaderDialect::embedded}) {
        std::string problem;
        const std::string prefix = shader_prefix(dialect);
        const std::uint32_t program =
            build_program(prefix + shaders::field_vert, prefix + shaders::field_frag, problem);
        EXPECT_NE(program, 0u) << problem;
    }
    std::string problem;
    EXPECT_EQ(build_program("nonsense", "nonsense", problem), 0u);
    EXPECT_FALSE(problem.empty());
}

// Cells that differ by little draw no line through their middles, so that the colour is the cell's
// alone.
TEST(FieldOnTheScreen, PixelsShowTheValues) {
    NEED_OFFSCREEN(offscreen);
    offscreen.resize(256, 128);
    Painter painter(true);
    ASSERT_TRUE(painter.problem().empty()) << painter.problem();
    constexpr int columns = 16, rows = 8;
    std::mt19937 random(3);
    std::vector<float> values(columns * rows);
    for (float& value : values) value = .21f + .08f * static_cast<float>(random() % 1000) / 1000;
    const auto draw = [&](Canvas& canvas) {
        canvas.field({0, 0, 256, 128}, values, columns, rows);
    };
    painter.draw(256, 128, 1, Tone::dark, draw);
    const Image image = read_pixels(256, 128);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const std::size_t pixel =
                static_cast<std::size_t>(((y * 16 + 8) * 256 + x * 16 + 8) * 3);
            const std::uint32_t wanted =
                field_colour(values[static_cast<std::size_t>(y * columns + x)]);
            for (int part = 0; part < 3; ++part)
                EXPECT_NEAR(image.bytes[pixel + static_cast<std::size_t>(part)],
                            static_cast<int>(wanted >> (16 - 8 * part) & 255), 2)
                    << x << "," << y;
        }
}

TEST(FieldOnTheScreen, IsClippedAndLeavesTheRestAlone) {
    NEED_OFFSCREEN(offscreen);
    offscreen.resize(200, 100);
    Painter painter(true);
    painter.draw(200, 100, 1, Tone::dark, [&](Canvas& canvas) {
        canvas.push_clip({50, 20, 40, 30});
        canvas.field({0, 0, 200, 100}, std::vector<float>(4, 1.f), 2, 2);
        canvas.pop_clip();
        canvas.fill({150, 50, 20, 20}, Role::good);
    });
    const Image image = read_pixels(200, 100);
    auto at = [&](int x, int y) {
        const std::size_t p = static_cast<std::size_t>((y * 200 + x) * 3);
        return static_cast<std::uint32_t>(image.bytes[p] << 16 | image.bytes[p + 1] << 8 |
                                          image.bytes[p + 2]);
    };
    EXPECT_EQ(at(10, 10), rgb(Role::bg, Tone::dark));
    EXPECT_EQ(at(60, 30), field_colour(1));
    EXPECT_EQ(at(95, 30), rgb(Role::bg, Tone::dark));
    EXPECT_EQ(at(160, 60), rgb(Role::good, Tone::dark));
}

// A line of one logical pixel is one of the framebuffer at 100 %, two at 200 %, and never smeared.
TEST(ScreenCanvas, LinesAreCrispAtEveryScale) {
    NEED_OFFSCREEN(offscreen);
    offscreen.resize(64, 64);
    Painter painter(true);
    for (float scale : {1.f, 1.25f, 1.5f, 2.f, 3.f}) {
        const auto draw = [](Canvas& canvas) { canvas.line({0, 7.3f}, {64, 7.3f}, Role::text); };
        painter.draw(64, 64, scale, Tone::light, draw);
        const Image image = read_pixels(64, 64);
        int dark = 0, between = 0;
        for (int y = 0; y < 64; ++y) {
            const int value = image.bytes[static_cast<std::size_t>((y * 64 + 10) * 3)];
            dark += value < 40;
            between += value >= 40 && value < 200;
        }
        EXPECT_EQ(dark, static_cast<int>(std::floor(scale))) << scale;
        EXPECT_EQ(between, 0) << scale;
    }
}

TEST(Snapshots, AreTheSameTwice) {
    Studio studio;
    if (!studio.problem().empty()) GTEST_SKIP() << studio.problem();
    std::array<Image, 2> images;
    for (Image& image : images) {
        Shell shell(lab::Worker::Mode::pumped);
        shell.session.complete();
        shell.settle(false);
        Snapshot picture;
        picture.width = 1366, picture.height = 768;
        image = studio.take(shell, picture);
    }
    EXPECT_EQ(images[0].bytes, images[1].bytes);
}

class WindowTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (!testing::display().usable()) GTEST_SKIP() << "no Xvfb on this machine";
        window = std::make_unique<Window>(1366, 768);
        ASSERT_EQ(window->problem(), "");
        shell = std::make_unique<Shell>(lab::Worker::Mode::thread, &Window::wake);
    }
    void TearDown() override {
        shell.reset();
        window.reset();
    }
    // Frames until everything asked for is there; what a test asked for sent no event.
    void settle() {
        Window::wake();
        for (int i = 0; i < 2000; ++i) {
            window->frame(*shell);
            const Session& session = shell->session;
            const bool answered = session.refusal() || (session.shown() && !session.stale());
            if (answered && !session.progress().busy) break;
        }
    }
    // A control, or a named part of one, as the window shows it.
    Rect area_of(const std::string& name) const {
        for (const Control& each : shell->ui_state.controls)
            if (each.id == name) return each.area;
        const auto part = shell->ui_state.places.find(name);
        return part != shell->ui_state.places.end() ? part->second : Rect{};
    }
    Point middle_of(const std::string& name) const {
        const Rect area = area_of(name);
        EXPECT_GT(area.w, 0) << name;
        return {area.middle_x(), area.middle_y()};
    }
    // To a point in logical pixels.
    void mouse(Point at, bool down) {
        ImGuiIO& io = ImGui::GetIO();
        io.AddMousePosEvent(at.x * window->unit(), at.y * window->unit());
        io.AddMouseButtonEvent(0, down);
        for (int i = 0; i < 2; ++i) {
            Window::wake();
            window->frame(*shell);
        }
    }
    void drag(Point from, Point to) {
        mouse(from, false);
        for (int i = 0; i <= 4; ++i) {
            const float part = static_cast<float>(i) / 4;
            mouse({from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part}, true);
        }
        mouse(to, false);
    }
    std::unique_ptr<Window> window;
    std::unique_ptr<Shell> shell;
};

TEST_F(WindowTest, TheFirstFrameNeedsNoResult) {
    EXPECT_TRUE(window->frame(*shell));
    EXPECT_EQ(window->frames(), 1);
}

// Whoever is to know what is drawn hears it before: a drawing may take for ever.
TEST_F(WindowTest, WhatIsLaidOutIsToldBeforeItIsShown) {
    window->frame(*shell);
    int shown = -1, told = 0;
    EXPECT_TRUE(window->frame(*shell, [&] { shown = window->frames(), ++told; }));
    EXPECT_EQ(shown, 1) << "the one before";
    EXPECT_EQ(told, 1);
}

const std::vector<std::string> driven_lessons{"vector_addition", "transpose", "laplace",
                                              "reduction", "scan"};

// Every control of these lessons, in the window itself, small enough for all to have room.
class WindowControls : public WindowTest, public ::testing::WithParamInterface<std::string> {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped()) return;
        glfwSetWindowSize(glfwGetCurrentContext(), 1900, 1060);
        shell->look.scale_percent = 75;
        lesson = lab::find_lesson(GetParam());
    }
    void open(const lab::Knob& knob) {
        auto& session = shell->session;
        session.open(*lesson);
        testing::make_small(session.settings());
        ASSERT_TRUE(testing::wake_up(session.settings(), knob)) << knob.id;
        settle();
    }
    // Takes the control to `value`: a slider by dragging from its left end, a choice by a click.
    void take_to(const lab::Knob& knob, std::size_t index) {
        const bool slider = knob.kind == lab::Knob::Kind::integer;
        const std::string name = "knob." + knob.id + (slider ? ".tick." : ".");
        const Point target = middle_of(name + std::to_string(index));
        drag(slider ? middle_of(name + "0") : target, target);
    }
    const lab::Lesson* lesson = nullptr;
};

// In one of two; with WARPLENS_ALL=1 in the environment, in every one. Without a window of the
// system all lessons have all of their controls moved: see every_control.cpp.
TEST_P(WindowControls, ChangeSettingsAndCounts) {
    if (!tests::in_part(std::ranges::find(driven_lessons, GetParam()) - driven_lessons.begin(), 2,
                        1))
        GTEST_SKIP() << "with WARPLENS_ALL=1";
    auto& session = shell->session;
    for (const lab::Knob* knob : lesson->knobs) {
        open(*knob);
        if (session.refusal()) continue;
        testing::expect_effect(session, *knob, [&](std::size_t index, std::int64_t value) {
            take_to(*knob, index);
            EXPECT_EQ(session.settings()[*knob], value) << knob->id;
            session.settings().anyway = true;  // what can be run all the same counts too
            settle();
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, WindowControls, ::testing::ValuesIn(driven_lessons),
                         [](const auto& info) { return info.param; });

TEST_F(WindowTest, ASliderThatIsDraggedChangesSettingsAndCounts) {
    shell->open_lesson(*lab::find_lesson("reduction"));
    settle();
    const lab::Knob& block = *lab::find_knob(*shell->session.lesson(), "block");
    const auto counts = shell->session.picture()->counters;
    drag(middle_of("knob.block.tick.3"), middle_of("knob.block.tick.0"));
    settle();
    EXPECT_EQ(shell->session.settings()[block], block.ticks.front());
    EXPECT_FALSE(shell->session.picture()->counters == counts);
}

// A few frames settle after an event; then frame() sleeps until it is woken.
void leave_alone(Window& window, Shell& shell, std::chrono::milliseconds lasts) {
    std::thread waker([lasts] {
        std::this_thread::sleep_for(lasts + std::chrono::milliseconds(200));
        Window::wake();
    });
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < lasts) window.frame(shell);
    waker.join();
}

TEST_F(WindowTest, NothingIsRedrawnWhileNothingHappens) {
    settle();
    shell->session.cancel();  // the plots may lack runs still: that is work, not idling
    for (int i = 0; i < 30 && window->frame(*shell) && shell->wishes.wait < 1; ++i) {
    }
    EXPECT_GT(shell->wishes.wait, 3600);
    const int before = window->frames();
    leave_alone(*window, *shell, std::chrono::milliseconds(700));
    EXPECT_LE(window->frames(), before + 5);
}

double resident_megabytes() {
    std::ifstream file("/proc/self/statm");
    double all = 0, resident = 0;
    file >> all >> resident;
    return resident * 4096 / 1e6;
}

// Some of it is still held, so that nothing goes back by itself.
TEST_F(WindowTest, InAQuietSecondWhatWasFreedGoesBack) {
    settle();
    shell->session.cancel();
    std::vector<std::string> pieces;
    for (int i = 0; i < 60'000; ++i) pieces.emplace_back(1000, 'x');
    for (int i = 0; i < 60'000; ++i)
        if (i % 64 != 0) std::string().swap(pieces[static_cast<std::size_t>(i)]);
    const double before = resident_megabytes();
    leave_alone(*window, *shell, std::chrono::milliseconds(1500));
    EXPECT_LT(resident_megabytes(), before - 30);
}

TEST_F(WindowTest, AbsurdSizesAreDrawn) {
    settle();
    GLFWwindow* raw = glfwGetCurrentContext();
    for (const auto& [w, h] : std::initializer_list<std::pair<int, int>>{
             {200, 100}, {1, 1}, {1900, 40}, {40, 1000}, {1366, 768}}) {
        glfwSetWindowSize(raw, w, h);
        for (int i = 0; i < 4; ++i) {
            Window::wake();
            EXPECT_TRUE(window->frame(*shell));
        }
    }
    for (int percent : {75, 300, 125}) {
        shell->look.scale_percent = percent;
        Window::wake();
        EXPECT_TRUE(window->frame(*shell));
    }
}

}  // namespace
}  // namespace app
