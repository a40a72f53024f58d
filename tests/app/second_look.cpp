// What three looks at lessons with fresh eyes found: one pair for picture and words, one ladder for
// times of two days, marks of lack on a right result, a picture that gave way to words.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/playback.h"
#include "app/view.h"
#include "app/views/cards/compared_times.h"
#include "app/views/flow/data_flow.h"
#include "app/views/now.h"
#include "app/views/order/meetings.h"
#include "app/weights.h"
#include "lab/features/setups.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

struct Looked {
    lab::Result result;
    Playback playback;
    Looked(const char* rung, const char* view, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        playback.load(&run(), false);
        open_where_it_tells(playback, find_view(view), run());
    }
    const lab::Run& run() const { return *result.picture; }
};

TEST(SecondLook, TheGraphOpensWithThePairThatTheWindowNames) {
    for (const char* rung : {"bug_hunt/no_barrier", "bug_hunt/neighbour"}) {
        const Looked race(rung, "happens_before");
        const Meeting* shown = meeting_shown(race.run(), race.playback.cursor);
        ASSERT_TRUE(shown) << rung;
        EXPECT_TRUE(is_spoken_of(race.run(), *shown)) << rung << ", " << shown->place;
    }
    const Looked cured("bug_hunt/no_barrier", "happens_before", {"version=cured"});
    EXPECT_FALSE(is_spoken_of(cured.run(), meetings_of(cured.run()).all.front()));
}

// The first factor of a recurrence is multiplied with nothing.
TEST(SecondLook, WhatARightResultDoesWithoutIsNoProblem) {
    const Looked right("recurrence/block", "data_flow");
    ASSERT_TRUE(right.run().verdict.ok);
    EXPECT_TRUE(flow_layout(right.run(), right.playback.cursor).problems.empty());
}

TEST(SecondLook, ABarrierSaysWhomItWaitsFor) {
    const auto says = [](const char* rung, std::vector<const char*> knobs) {
        const Looked at(rung, "lanes", knobs);
        return now_text(at.run(), at.playback.cursor);
    };
    const std::string broken = says("bug_hunt/barrier_in_if", {});
    EXPECT_NE(broken.find("CUDA does not define"), std::string::npos) << broken;
    const std::string early = says("bug_hunt/early_return", {});
    EXPECT_NE(early.find("*that have not returned*"), std::string::npos) << early;
}

lab::Result recorded_on(const char* day, int rung) {
    lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::recorded, 1 + rung);
    auto timed = std::make_shared<lab::Run>(*result.timed);
    timed->device.when = day;
    result.timed = timed;
    return result;
}

// Kernels of a ladder that were recorded on two days, on one device.
TEST(SecondLook, TimesOfTwoDaysStandInOneLadder) {
    const lab::Result shown = recorded_on("2026-11-23", 1);
    Series series;
    for (const lab::Result& each : {recorded_on("2026-11-21", 0), shown}) series.add(each);
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data = compared_times({shown, cursor, metrics, series});
    ASSERT_GE(data.bars.size(), 2u);
    for (const int rung : {0, 1}) {
        ASSERT_TRUE(data.bars[std::size_t(rung)].point) << rung;
        ASSERT_TRUE(data.bars[std::size_t(rung)].day) << rung;
    }
    EXPECT_EQ(data.bars[0].day->when, "2026-11-21") << "each says its own";
    EXPECT_EQ(data.bars[1].day->when, "2026-11-23");
    EXPECT_NE(words_of(data, data.bars[0]).find("2026-11-21"), std::string::npos);
}

// Where transforms begin to pay stands beside whom they are behind: of all set-ups the nearest.
TEST(SecondLook, ASetupAtWhichAnotherIsAheadIsNamed) {
    const auto named = [](const char* line) {
        Session session(lab::Worker::Mode::pumped);
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
        const DrawContext context{*session.shown(), {}, {}, session.series()};
        return compared_times(context).larger;
    };
    for (const char* line : {"fft/spread n=2^20", "fft/four n=2^20"}) {
        const std::string words = named(line);
        EXPECT_NE(words.find("a filter of 256\u201d 10 is ahead of 3."), std::string::npos)
            << line << ": " << words;
        if (!tests::whole()) return;
    }
    const std::string ahead = named("fft/spread n=2^20 m=256 points=1024 block=256");
    EXPECT_NE(ahead.find("a filter of 64\u201d 3 is ahead of 10."), std::string::npos) << ahead;
    const std::string narrow = named("fft/spread n=2^20 m=256 points=1024");
    EXPECT_NE(narrow.find("With threads per block 256, 10 is ahead of "), narrow.npos)
        << "the title does not say it: " << narrow;
    const std::string systems = named("tridiagonal/four");
    EXPECT_NE(systems.find("With \u201c4096 systems of 32\u201d 4 is ahead of 8."), systems.npos)
        << "one system is no rival of 4096, and what is shown no set-up to look for: " << systems;
}

TEST(SecondLook, NoWordOnTheWayLiesOnTheSpeeds) {
    Driver driver(1280, 720);
    driver.shell.restore("histogram/global --view coalescing");
    driver.settle();
    driver.shell.playback.word = "none where more sectors are asked for than needed for all of it";
    driver.frame();
    EXPECT_FALSE(driver.says("needed for all of it"));
    EXPECT_TRUE(driver.says("Step"));
}

// One warp sorts no 2^28 keys: the set-up comes with the kernel it is meant
// for.
TEST(SecondLook, ASetupBringsAKernelThatRunsIt) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const auto& setups = lab::setups_of(driver.shell.session.settings());
    for (std::size_t i = 0; i < setups.size(); ++i) {
        if (!tests::in_part(i, 3)) continue;
        driver.shell.restore("radix_sort/warp");
        driver.settle();
        if (!driver.click("rail.setup." + std::to_string(i))) continue;
        const lab::Settings& now = driver.shell.session.settings();
        EXPECT_FALSE(lab::refusal(now)) << setups[i].title;
        for (const auto& [knob, value] : setups[i].values) EXPECT_EQ(now[*knob], value);
        if (!setups[i].rung.empty()) EXPECT_EQ(lab::rung_of(now).id, setups[i].rung);
    }
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const lab::Settings few = driver.shell.session.settings();
    EXPECT_TRUE(driver.click("rail.setup.0"));
    EXPECT_EQ(driver.shell.session.settings().rung, few.rung) << "it runs here";
}

// How large a tile is, is no question of a kernel whose tiles are compiled in: it makes the
// product.
TEST(SecondLook, ASetupStaysWithAKernelThatIsWrittenOneWay) {
    Driver driver(1366, 768);
    for (const std::string rung : {"matrix_product/ahead", "scan/look_back"}) {
        driver.shell.restore(rung);
        driver.settle();
        const int here = driver.shell.session.settings().rung;
        if (!driver.click("rail.setup.0")) {
            ASSERT_TRUE(driver.click("rail.setup")) << rung;
            driver.frame();
            ASSERT_TRUE(driver.click("rail.setup.0")) << rung;
        }
        EXPECT_EQ(driver.shell.session.settings().rung, here) << rung;
    }
}

// One system is what a kernel solves that knows no number of them.
TEST(SecondLook, ASetupOfOneProblemStaysWithAKernelOfOne) {
    Driver driver(1366, 768);
    driver.shell.restore("tridiagonal/fixed n=64");
    driver.settle();
    ASSERT_TRUE(driver.click("rail.setup"));
    ASSERT_TRUE(driver.click("rail.setup.0"));
    driver.settle();
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(now[*now.subject->size], 128);
    EXPECT_EQ(now.rung, 0);
}

TEST(SecondLook, WhatAKernelHasNoUseForIsNotDrawn) {
    const lab::Settings one = *lab::settings_named("tridiagonal/fixed"),
                        many = *lab::settings_named("tridiagonal/blocks");
    EXPECT_EQ(drawn_words(lab::picture_of(one), one, grouped), "");
    EXPECT_NE(drawn_words(lab::picture_of(many), many, grouped).find("systems"), std::string::npos);
}

// At a projector the words of a race took the room of its picture.
TEST(SecondLook, TroubleLeavesAPictureItsRoom) {
    Driver driver(1280, 720);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway --view happens_before");
    driver.settle();
    driver.shell.look.density = Density::projector;
    driver.settle();
    EXPECT_FALSE(driver.says("Too little room."));
}

// A scan of a few numbers on its way to a scatter of many is no step to look at.
TEST(SecondLook, TheNextStepIsWorthALook) {
    const Looked sort("radix_sort/eight", "data_flow");
    const View& flow = *find_view("data_flow");
    const std::vector<double>& weights = weights_of(flow, sort.run());
    const double most = *std::ranges::max_element(weights);
    int step = sort.playback.cursor.step;
    for (int i = 0; i < 3; ++i) {
        const auto next = next_worth(flow, sort.run(), step, 1);
        ASSERT_TRUE(next);
        step = next->step;
        EXPECT_GT(weights[std::size_t(step)], .2 * most) << step + 1;
    }
}

// Threads write more than keys there.
TEST(SecondLook, CellsOfASortAreThoseWithKeys) {
    const Looked sort("radix_sort/eight", "data_flow");
    const std::string said = view_sentence("data_flow", sort.run(), sort.playback.cursor);
    EXPECT_EQ(said.find("32 cells with keys change"), 0u) << said;
    const Looked sums("reduction/sequential", "data_flow");
    const std::string other = view_sentence("data_flow", sums.run(), sums.playback.cursor);
    EXPECT_EQ(other.find("with keys"), std::string::npos) << other;
}

// A step that somebody chose may be one without atomics in another kernel.
TEST(SecondLook, AnotherKernelOpensWhereItHasWhatThePictureShows) {
    const View& view = *find_view("same_address");
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared");
    driver.settle();
    const auto step = [&] {
        return driver.shell.session.picture()
            ->steps[std::size_t(driver.shell.playback.cursor.step)];
    };
    for (const int rung : {0, 1, 4}) {  // others open on another picture
        driver.shell.restore("histogram/shared");
        driver.settle();
        driver.shell.playback.go_to(driver.shell.playback.cursor.step);  // somebody's wish
        driver.frame();
        driver.shell.session.settings().rung = rung;
        driver.settle();
        ASSERT_EQ(driver.shell.session.picture()->request.settings.rung, rung);
        EXPECT_TRUE(view.interest.is_of_it(step())) << rung;
    }
    // A step that showed nothing of it is kept: it was chosen for something else.
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.shell.playback.go_to(0);
    driver.frame();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.step, 0);
}

// Its blocks hand over to another kernel, and its lesson is about the queue.
TEST(SecondLook, QueuesAreWhatTheirLessonOpensWith) {
    Driver driver(1366, 768);
    for (const char* rung : {"average/slots", "average/one_sum", "histogram/global"}) {
        driver.shell.restore(rung);
        driver.settle();
        ASSERT_TRUE(driver.shell.stage_view()) << rung;
        EXPECT_EQ(driver.shell.stage_view()->id, "same_address") << rung;
    }
    driver.shell.restore("scan/three_kernels n=4096");
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "blocks");
}

TEST(SecondLook, OnePairIsNamedByCardAndGraph) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const auto race =
        std::ranges::find(run.faults, simulator::FaultKind::race, &simulator::Fault::kind);
    ASSERT_NE(race, run.faults.end());
    const Meeting* shown = meeting_shown(run, driver.shell.playback.cursor);
    ASSERT_TRUE(shown);
    EXPECT_TRUE(is_spoken_of(run, *shown)) << shown->place;
    EXPECT_EQ(shown->place, race->buffer + "[" + std::to_string(race->element) + "]");
    EXPECT_TRUE(driver.says(shown->place));
}

// Of two launches a block of the same number is another one.
TEST(SecondLook, HeadsSayOfWhichLaunchABlockIs) {
    const Looked two("memory_model/is_volatile", "happens_before");
    const Meeting* shown = meeting_shown(two.run(), two.playback.cursor);
    ASSERT_TRUE(shown);
    ASSERT_NE(shown->first.launch, shown->last.launch);
    for (const float width : {1000.f, 420.f, 300.f}) {
        const Picture picture("happens_before", two.result, two.playback.cursor,
                              {0, 0, width, 400});
        EXPECT_TRUE(picture.sees("aunch 1")) << width;
        EXPECT_TRUE(picture.sees("aunch 2")) << width;
    }
}

// Words that go where there is little room, and those that may not.
TEST(SecondLook, WhatIsOldIsSaidInLittleRoom) {
    Driver driver(1280, 720);
    driver.shell.look.density = Density::projector;
    driver.shell.restore("memory_model/plain launches=1 --anyway --view happens_before");
    driver.settle();
    EXPECT_TRUE(driver.says(", old"));
    EXPECT_TRUE(driver.sees("line "));
    EXPECT_FALSE(driver.sees("drawn: 2") && !driver.sees("2 pairs"));
}

TEST(SecondLook, AThreadKeepsItsLetter) {
    Driver driver(1280, 720);
    driver.shell.look.density = Density::projector;
    driver.shell.restore("reduction/sequential");
    driver.settle();
    int labels = 0;
    for (const NotedText& text : driver.texts)
        labels += text.text.size() > 1 && text.text[0] == 't' &&
                  text.text.find_first_not_of("0123456789", 1) == text.text.npos;
    EXPECT_GT(labels, 3);
}

TEST(SecondLook, TheSentenceOverTwoSaysOfWhichItIs) {
    Driver driver(1920, 1080);
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.shell.session.stand_beside(0);
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 2 : ") || driver.says("Kernel 2: "));
}

// A time of a wrong result does not count.
TEST(SecondLook, AReadoutOfAWrongResultIsStruckOut) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    EXPECT_TRUE(driver.sees("wrong result"));
    const auto strikes = std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
        return mark.card == "timings" && mark.is(MarkKind::line, Role::bad) && mark.width == 2;
    });
    EXPECT_GE(strikes, 1);
}

TEST(SecondLook, HomeAndEndGoThroughTheHelp) {
    Driver driver(1280, 720);
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.key(Key::f1);
    driver.shell.help_words = true;
    driver.frame();
    driver.key(Key::end);
    const float down = driver.shell.help_scroll;
    EXPECT_GT(down, 100);
    driver.key(Key::page_up);
    EXPECT_LT(driver.shell.help_scroll, down);
    driver.key(Key::home);
    EXPECT_EQ(driver.shell.help_scroll, 0);
}

// That 500 threads are no power of two was waved through, and not that shuffles join whole warps.
TEST(SecondLook, WhatRunsAllTheSameLiftsOneRefusal) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("scan/blelloch block=500 n=500 --anyway"));
    driver.settle();
    lab::Settings& now = driver.shell.session.settings();
    EXPECT_TRUE(now.anyway);
    now.set(*lab::find_knob(*now.subject, "block"), 300);
    driver.settle();
    EXPECT_TRUE(now.anyway) << "the same once more";
    now.rung = 3;
    driver.settle();
    EXPECT_FALSE(now.anyway);
    EXPECT_TRUE(driver.shell.session.refusal());
}

TEST(SecondLook, WhatRanAllTheSameHasNoFocusAnyMore) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/is_volatile launches=1");
    driver.settle();
    ASSERT_TRUE(driver.control("refused.anyway"));
    driver.shell.ui_state.focus = "refused.anyway";
    driver.shell.ui_state.focus_visible = true;
    driver.key(Key::enter);
    driver.settle();
    EXPECT_TRUE(driver.shell.session.settings().anyway);
    EXPECT_NE(driver.shell.ui_state.focus, "refused.anyway");
}

}  // namespace
