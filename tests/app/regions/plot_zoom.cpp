// Plots that are looked at closer: by wheel, drag and keys.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/format.h"
#include "app/rates.h"
#include "app/views/cards/plot.h"
#include "app/views/cards/spots.h"
#include "lab/asked.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "tests/app/answers.h"
#include "tests/app/series_maker.h"
#include "tests/app/views/cards/card_spots.h"

namespace app {
namespace {

using testing::Answers;

class Plots : public Answers {
protected:
    Zoom zoom() {
        const auto found = driver.shell.zooms.find("timings");
        return found == driver.shell.zooms.end() ? Zoom{} : found->second;
    }
    void wheel(Point at, float notches) {
        Input input;
        input.mouse = at;
        input.wheel = notches;
        driver.frame(input);
        driver.frame();
    }
    void focus_plot() {
        state().focus = "plot.timings";
        state().focus_visible = true;
        driver.frame();
    }
    UiState& state() { return driver.shell.ui_state; }
};

TEST_F(Plots, TheWheelZoomsAboutTheMouseAndADoubleClickResets) {
    ASSERT_TRUE(driver.control("plot.timings"));
    EXPECT_FALSE(driver.control("plot.timings.reset"));
    const Point at = driver.at("plot.timings", .25f);
    wheel(at, 1);
    const Zoom near = zoom();
    EXPECT_NEAR(near.right - near.left, .8, 1e-6);
    EXPECT_NEAR(near.left + .25 * .8, .25, .01) << "what lay under the mouse stays there";
    EXPECT_NEAR(near.bottom - near.top, .8, 1e-6);
    wheel(at, -1);
    EXPECT_EQ(zoom(), Zoom{});
    for (int i = 0; i < 40; ++i) wheel(at, 1);
    EXPECT_GT(zoom().right - zoom().left, .05);
    EXPECT_TRUE(driver.misplaced.empty()) << driver.misplaced.front();
    ASSERT_TRUE(driver.control("plot.timings.reset"));
    driver.click("plot.timings.reset");
    EXPECT_EQ(zoom(), Zoom{});
    wheel(at, 2);
    click({at.x + 3, driver.control("plot.timings")->area.bottom() - 3}, false, true);
    EXPECT_EQ(zoom(), Zoom{});
}

// Curves, names and the bubble of the chosen size go where they must: it stands where none comes.
TEST_F(Plots, TheResetLiesOnNothing) {
    for (const float width : {1366.f, 1600.f, 1920.f}) {
        driver.width = width, driver.height = width * 9 / 16;
        driver.settle();
        for (const float across : {.1f, .5f, .9f}) {
            for (int i = 0; i < 3; ++i) wheel(driver.at("plot.timings", across), 1);
            ASSERT_TRUE(driver.control("plot.timings.reset"));
            const Rect chip = driver.control("plot.timings.reset")->area,
                       plot = driver.control("plot.timings")->area;
            const auto meets = [&](Rect box) {
                const Rect both = chip.common(box);
                return both.w > 0 && both.h > 0;
            };
            EXPECT_FALSE(meets(plot)) << width;
            for (const NotedText& text : driver.texts)
                EXPECT_FALSE(text.text != "Reset" && meets(text.box)) << text.text << width;
            driver.click("plot.timings.reset");
        }
    }
}

TEST_F(Plots, ADragMovesWhatIsSeenAndEndsAtTheEnds) {
    const Rect plot = driver.control("plot.timings")->area;
    const Point at{plot.middle_x(), plot.bottom() - 4};
    for (int i = 0; i < 4; ++i) wheel(at, 1);
    const Zoom before = zoom();
    driver.press(at);
    driver.move({at.x + plot.w * .1f, at.y});
    EXPECT_NEAR(zoom().left, before.left - .1 * (before.right - before.left), 1e-4);
    EXPECT_NEAR(zoom().right - zoom().left, before.right - before.left, 1e-9);
    driver.move({at.x + plot.w * 40, at.y});
    EXPECT_EQ(zoom().left, 0);
    driver.release(at);
}

TEST_F(Plots, KeysZoomWhileThePlotHasTheFocusAndElseNot) {
    focus_plot();
    const float speed = playback().speed;
    const int step = cursor().step;
    driver.key(Key::plus);
    driver.key(Key::plus);
    EXPECT_NEAR(zoom().right - zoom().left, .64, 1e-6);
    const Zoom near = zoom();
    driver.key(Key::right);
    EXPECT_GT(zoom().left, near.left);
    driver.key(Key::left);
    driver.key(Key::up);
    EXPECT_LT(zoom().top, near.top);
    driver.key(Key::down);
    driver.key(Key::minus);
    EXPECT_NEAR(zoom().right - zoom().left, .8, 1e-6);
    driver.key(Key::zero);
    EXPECT_EQ(zoom(), Zoom{});
    EXPECT_EQ(playback().speed, speed);
    EXPECT_EQ(cursor().step, step);
    state().focus.clear();
    driver.key(Key::plus);
    EXPECT_EQ(zoom(), Zoom{});
}

// Its size may lie outside what was drawn near.
TEST_F(Plots, ASetupIsShownWhole) {
    driver.shell.open_lesson(*lab::find_lesson("dot_product"));
    driver.settle();
    wheel(driver.at("plot.timings"), 3);
    ASSERT_NE(zoom(), Zoom{});
    driver.click(driver.at("rail.setup"));
    driver.frame();
    driver.click(driver.at("rail.setup.0"));
    driver.settle();
    EXPECT_EQ(zoom(), Zoom{});
}

TEST_F(Plots, EachSubjectHasItsOwnAndNothingIsKept) {
    wheel(driver.at("plot.timings"), 1);
    ASSERT_NE(zoom(), Zoom{});
    const std::string line = driver.shell.state_line();
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    EXPECT_EQ(zoom(), Zoom{});
    driver.shell.restore(line);
    driver.settle();
    EXPECT_EQ(zoom(), Zoom{});
}

// A closer look has another axis, and marks beyond its edge are not drawn over it.
TEST_F(Plots, AxesFollowTheZoom) {
    const auto labels = [&] {
        std::set<std::string> all;
        for (const NotedText& text : driver.texts)
            if (text.card == "timings") all.insert(text.text);
        return all;
    };
    const std::set<std::string> whole = labels();
    const Rect plot = driver.control("plot.timings")->area;
    for (int i = 0; i < 6; ++i) wheel({plot.x + 2, plot.middle_y()}, 1);
    EXPECT_NE(labels(), whole);
    EXPECT_FALSE(labels().contains("2²⁸"));
    for (const NotedMark& mark : driver.marks)
        if (mark.card == "timings" && mark.is(MarkKind::circle, Role::accent)) {
            EXPECT_TRUE(mark.clip.w > 0 && mark.clip.w < plot.w + 40);
        }
}

// The marks and the line of what was before are marks like others: no name lies on them.
TEST_F(Plots, ANameLiesOnNoCurveNotOnThatOfBeforeEither) {
    for (const char* pair :
         {"scan/three_kernels n=512|scan/hillis", "reduction/wide|reduction/interleaved"}) {
        const std::string both = pair;
        const std::size_t space = both.find('|');
        driver.shell.restore(both.substr(0, space));
        driver.settle();
        const std::string name =
            "kernel " + std::to_string(driver.shell.session.settings().rung + 1);
        const int rung = lab::settings_named(both.substr(space + 1))->rung;
        driver.shell.session.complete(3e7, 24);
        driver.shell.session.request.settings.rung = rung;
        driver.settle();
        driver.shell.session.complete(3e7, 24);
        driver.frame();
        int curve = 0;
        bool named = false;
        for (const NotedText& text : driver.texts) {
            if (text.card != "timings" || !text.text.starts_with("kernel ")) continue;
            named |= text.text == name;
            for (const NotedMark& mark : driver.marks) {
                if (mark.card != "timings") continue;
                if (mark.is(MarkKind::outline, Role::text3)) {
                    EXPECT_FALSE(mark.box.meets(text.box)) << pair << ": " << text.text;
                }
                if (mark.kind != MarkKind::dashed_line) continue;
                ++curve;
                EXPECT_FALSE(crosses(mark.points.front(), mark.points.back(), text.box))
                    << pair << ": " << text.text;
            }
        }
        EXPECT_TRUE(named) << pair;
        EXPECT_GT(curve, 8) << pair << " has a curve";
    }
}

// A block that was recorded at one size alone has the curve of the presets behind its dot.
// What memory would never hold up is told by its operations, all else by its bytes.
TEST(Rates, AreOfOperationsWhereTheseBound) {
    const auto forms = [](const char* rung, std::int64_t size) {
        lab::Settings settings = *lab::settings_named(rung);
        settings.set(*settings.subject->size, size);
        lab::Time time;
        time.kind = lab::TimeKind::measured;
        time.median_ms = 2;
        return app::rate_forms(settings, time);
    };
    const auto product = forms("matrix_product/ahead", 4096);
    ASSERT_EQ(product.size(), 2u);
    EXPECT_EQ(product[0], "68 719 GFLOP/s, 101 GB/s useful");
    EXPECT_EQ(product[1], "68 719 GFLOP/s");
    EXPECT_TRUE(forms("laplace/blocks", 256).back().ends_with("GB/s"));
}

TEST(TimeBySize, AsksForTheCurveOfThePresetsWhereItIsRecorded) {
    if (lab::bench()) GTEST_SKIP() << "a GPU measures what is asked for";
    lab::Settings settings = *lab::settings_named("reduction/sequential");
    const lab::Settings presets = settings;
    const lab::Knob& block = *lab::find_knob(*settings.subject, "block");
    const auto needs = find_view("timings")->needs.settings;
    const auto with_preset_block = [&](const lab::Settings& shown) {
        return std::ranges::count_if(needs(shown), [&](const lab::Settings& each) {
            return each.rung == shown.rung && each[block] == presets[block];
        });
    };
    const auto sizes = std::ssize(settings.subject->size->ticks);
    EXPECT_LE(with_preset_block(settings), sizes + 1) << "once";
    settings.set(block, 1024);
    EXPECT_GT(with_preset_block(settings), 5);
    EXPECT_EQ(needs(settings).front()[block], 1024) << "its own first";
    settings.rung = 0;
    lab::Settings odd = settings;
    EXPECT_FALSE(lab::assign(odd, "pattern=strided"));
    for (const lab::Settings& each : needs(odd))
        if (each[block] == presets[block] && each.rung == odd.rung) {
            lab::Request request;
            request.settings = each;
            EXPECT_TRUE(lab::recorded(request));
        }
}

// What lies outside the part that is looked at is not drawn at its edge.
TEST(TimingsPicture, SamplesOutsideAZoomedPlotAreNotAtItsEdge) {
    const test::Filled from = test::filled(lab::TimeKind::measured, 2, .15);
    const View* view = find_view("timings");
    const Cursor cursor;
    const Metrics metrics;
    CanvasNotes notes(testing::measuring_painter().fonts());
    DrawContext context{from.shown, cursor, metrics, from.series};
    const Rect area{0, 0, 600, 260};
    const Rect plot = view->pointing.plot(notes, context, area);
    context.zoom = {.left = 0, .right = 1, .top = 0, .bottom = .3};
    view->draw(notes, context, area);
    int outside = 0;
    for (const NotedMark& mark : notes.of(MarkKind::circle, Role::accent)) {
        EXPECT_GT(std::fabs(mark.box.middle_y() - plot.bottom()), .01f);
        outside += mark.box.middle_y() > plot.bottom();
    }
    EXPECT_GT(outside, 0) << "the canvas clips them";
}

// The readout has the time of the mark under the mouse: its tip says whose it is, and when.
TEST(PlotTips, SayNoTimeThatTheReadoutHas) {
    lab::Time time;
    time.kind = lab::TimeKind::recorded, time.median_ms = .01, time.low_ms = .009,
    time.high_ms = .011;
    const TimePoint point{{}, time};
    const TimeSource source{lab::TimeKind::recorded, "NVIDIA H200", "20 Nov 2026"};
    const std::string tip = source_sentence(point, source);
    EXPECT_EQ(time_sentence(point, source), "10.0 µs, 9.0 to 11.0 µs. " + tip);
    const test::Filled from = test::filled(lab::TimeKind::measured, 2, .02);
    const Rect area{0, 0, 700, 300};
    const test::Picture picture("timings", from.shown, {}, area, from.series);
    const auto dashes = test::those(picture.notes.of(MarkKind::fill, Role::text),
                                    [](const NotedMark& mark) { return mark.box.w == 12; });
    ASSERT_GT(dashes.size(), 1u);
    const Point mouse{dashes[1].box.middle_x(), dashes[1].box.middle_y()};
    const Spot spot = test::spot_at("timings", from, area, mouse);
    ASSERT_TRUE(spot.settings);
    const TimePoint* there = from.series.time(*spot.settings, *from.series.source(*spot.settings));
    ASSERT_TRUE(there);
    Cursor cursor;
    cursor.mouse = mouse;
    const test::Picture hovered("timings", from.shown, cursor, area, from.series);
    EXPECT_TRUE(hovered.notes.find(time_text(there->time.median_ms)));
    EXPECT_EQ(spot.words.find(time_text(there->time.median_ms)), spot.words.npos) << spot.words;
}

}  // namespace
}  // namespace app
