// How the window is cut, at every size that a person or a window manager may choose.
#include "app/frame.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/app/shell_driver.h"

namespace app {
namespace {

bool inside(Rect outer, Rect inner) {
    return inner.x >= outer.x - .01f && inner.y >= outer.y - .01f &&
           inner.right() <= outer.right() + .01f && inner.bottom() <= outer.bottom() + .01f;
}

bool apart(Rect a, Rect b) {
    return a.w <= 0 || b.w <= 0 || a.h <= 0 || b.h <= 0 || a.right() <= b.x + .01f ||
           b.right() <= a.x + .01f || a.bottom() <= b.y + .01f || b.bottom() <= a.y + .01f;
}

Frame cut(float width, float height, PaneWidths widths = {}) {
    return cut_frame(width, height, metrics_of(usual_density(width, height)), widths);
}

TEST(Frame, ModesChangeWhereTheSpecificationSays) {
    EXPECT_EQ(mode_of(1600, 900), Mode::wide);
    EXPECT_EQ(mode_of(1599, 900), Mode::compact);
    EXPECT_EQ(mode_of(1920, 899), Mode::compact);
    EXPECT_EQ(mode_of(1366, 768), Mode::compact);
    EXPECT_EQ(mode_of(1199, 768), Mode::narrow);
    EXPECT_EQ(mode_of(899, 768), Mode::small);
    EXPECT_EQ(mode_of(1366, 599), Mode::small);
}

TEST(Frame, RegionsNeverOverlapOrLeaveTheWindow) {
    for (float width : {200.f, 320.f, 899.f, 1000.f, 1366.f, 1600.f, 1920.f, 3840.f, 9000.f})
        for (float height : {100.f, 240.f, 599.f, 700.f, 899.f, 1080.f, 2160.f}) {
            const Frame f = cut(width, height);
            const std::array<Rect, 6> parts{f.top, f.rail, f.stage, f.source, f.cards, f.status};
            for (std::size_t i = 0; i < parts.size(); ++i) {
                EXPECT_GE(parts[i].w, 0);
                EXPECT_GE(parts[i].h, 0);
                if (parts[i].w > 0 && parts[i].h > 0) {
                    EXPECT_TRUE(inside(f.window, parts[i]))
                        << width << "x" << height << " part " << i;
                }
                for (std::size_t k = i + 1; k < parts.size(); ++k)
                    EXPECT_TRUE(apart(parts[i], parts[k]))
                        << width << "x" << height << ": " << i << " and " << k;
            }
        }
}

// However large the letters: rail, stage and cards stand together from 960 x 300 up.
TEST(Frame, LowWindowsKeepRailAndCards) {
    for (const auto& [width, height] : {std::pair{1067.f, 600.f}, std::pair{1024.f, 576.f},
                                        std::pair{1366.f, 480.f}, std::pair{960.f, 300.f}}) {
        const Frame f = cut(width, height);
        EXPECT_TRUE(f.has_rail() && f.has_cards()) << width;
        EXPECT_TRUE(f.places.over_each_other) << width;
        EXPECT_GT(f.stage.w, f.cards.w) << width;
    }
    const Frame narrow = cut(853, 480), tall = cut(600, 800), least = cut(480, 300);
    EXPECT_TRUE(!narrow.has_rail() && narrow.has_cards());
    EXPECT_TRUE(!tall.has_rail() && tall.has_cards() && !tall.places.over_each_other);
    EXPECT_FALSE(least.has_cards());
}

// On a projector: the stage and one card, whatever is open; open panes cover nothing.
TEST(Frame, OfAProjectorFoldsRailAndCode) {
    const Metrics metrics = metrics_of(Density::projector);
    const Frame closed = cut_frame(1280, 720, metrics);
    EXPECT_TRUE(closed.folds && closed.has_cards() && !closed.has_rail() && !closed.has_source());
    EXPECT_GT(closed.stage.w, 1.8f * closed.cards.w);
    for (const OpenPanes open : {OpenPanes{true, false}, OpenPanes{false, true}, {true, true}}) {
        const Frame f = cut_frame(1280, 720, metrics, {}, open);
        EXPECT_EQ(f.has_rail(), open.rail);
        EXPECT_EQ(f.has_source(), open.source);
        EXPECT_TRUE(f.has_cards() && f.cards.h > 200);
        EXPECT_GT(f.stage.w, 420);
        const std::array<Rect, 4> parts{f.rail, f.stage, f.source, f.cards};
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t k = i + 1; k < parts.size(); ++k)
                EXPECT_TRUE(apart(parts[i], parts[k])) << i << " and " << k;
    }
    EXPECT_FALSE(cut_frame(900, 600, metrics).folds) << "a small window has drawers";
}

// What is read from the last row is a share of the wall.
TEST(Frame, LettersOfAProjectorGrowWithItsPixels) {
    EXPECT_FLOAT_EQ(scale_of(1, 100, Density::projector, 1280, 720), 1);
    EXPECT_FLOAT_EQ(scale_of(1, 100, Density::projector, 1920, 1080), 1.5f);
    EXPECT_FLOAT_EQ(scale_of(1, 150, Density::projector, 1920, 1080), 2.25f);
    EXPECT_FLOAT_EQ(scale_of(2, 100, Density::projector, 1920, 1080), 2) << "the display's own";
    EXPECT_FLOAT_EQ(scale_of(1, 100, Density::desk, 1920, 1080), 1);
    EXPECT_FLOAT_EQ(scale_of(1, 1, Density::desk, 1920, 1080), .5f);
    EXPECT_GE(
        metrics_of(Density::projector).badge * scale_of(1, 100, Density::projector, 1920, 1080), 20)
        << "pixels, of the smallest text";
}

TEST(Frame, TheStageTakesAllGrowth) {
    const Frame before = cut(1920, 1080), after = cut(2420, 1380);
    EXPECT_FLOAT_EQ(after.stage.w - before.stage.w, 500);
    EXPECT_FLOAT_EQ(after.stage.h - before.stage.h, 300);
    EXPECT_FLOAT_EQ(after.rail.w, before.rail.w);
}

TEST(Frame, DraggedPanesStayWithinTheirLimits) {
    EXPECT_FLOAT_EQ(cut(1920, 1080, {5000, 0}).rail.w, 380);
    EXPECT_FLOAT_EQ(cut(1920, 1080, {300, 0}).rail.w, 300);
    EXPECT_FLOAT_EQ(cut(1920, 1080, {0, 10}).source.w, 300);
}

TEST(Frame, AWindowThatIsTooSmallSaysSo) {
    testing::Driver driver(200, 100);
    driver.settle();
    EXPECT_TRUE(driver.says("480 x 300")) << "in the long form or the short one";
    EXPECT_TRUE(driver.shell.ui_state.controls.empty());
    for (const NotedText& text : driver.texts) {
        EXPECT_LE(text.box.right(), 200) << text.text;
        EXPECT_LE(text.box.bottom(), 100) << text.text;
    }
    driver.width = 470, driver.height = 600;
    driver.settle();
    EXPECT_TRUE(driver.says("press Ctrl and - for smaller letters"));
    driver.width = 480, driver.height = 300;
    driver.settle();
    EXPECT_FALSE(driver.sees("small"));
    EXPECT_TRUE(driver.control("transport.play")) << "the transport fits";
}

TEST(Frame, AnySizeIsDrawnWithoutACrash) {
    for (const auto& [width, height] : std::initializer_list<std::pair<float, float>>{
             {200, 100}, {1, 1}, {64, 3000}, {3000, 64}, {901, 601}, {12000, 9000}}) {
        testing::Driver driver(width, height);
        driver.settle();
        driver.shell.help = true;
        driver.frame();
        driver.shell.help = false;
        driver.shell.controls_open = driver.shell.source_open = driver.shell.results_open = true;
        driver.shell.menu.toggle("lessons", "lesson.picker", {});
        driver.settle();
    }
}

}  // namespace
}  // namespace app
