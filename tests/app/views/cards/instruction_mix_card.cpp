// The card of the instruction mix: bars as long as the counts, solid as far as lanes were on, a
// mark where the kernel before stood; and what the PTX pane says under the mouse.
#include <gtest/gtest.h>

#include <cmath>

#include "app/format.h"
#include "app/views/ptx_meaning.h"
#include "lab/running/simulation.h"
#include "simulator/isa/row.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using namespace test;
using simulator::Unit;
using simulator::UnitCount;

constexpr Rect mix_area{0, 0, 520, 240};

lab::Result mixed(int rung, std::vector<UnitCount> mix) {
    lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*result.counted);
    run->instruction_mix = std::move(mix);
    result.picture = result.counted = run;
    return result;
}

// The bar of a unit: its work, what it holds in all, and where the mark of the kernel before is.
struct Bar {
    float solid = 0, whole = 0, before = 0;
};

Bar bar_of(const Picture& picture, std::string_view unit) {
    const float y = picture.place(unit).middle_y();
    Bar bar;
    for (const NotedMark& mark : picture.notes.marks) {
        if (std::fabs(mark.box.middle_y() - y) > 4) continue;
        if (is_chosen(mark)) bar.solid = mark.box.w;
        if (mark.is(MarkKind::fill, Role::waste)) bar.whole = mark.box.w;
        if (mark.is(MarkKind::line, Role::text2)) bar.before = mark.box.x;
    }
    if (bar.whole == 0) bar.whole = bar.solid;
    return bar;
}

TEST(MixPicture, BarsAreAsLongAsTheCounts) {
    const lab::Result result = mixed(
        0, {{Unit::alu, 1000, 16'000}, {Unit::fma, 4000, 128'000}, {Unit::memory, 2000, 48'000}});
    const Picture picture("instruction_mix", result, {}, mix_area);
    const Bar fma = bar_of(picture, "fma"), memory = bar_of(picture, "memory"),
              alu = bar_of(picture, "alu");
    EXPECT_FLOAT_EQ(fma.solid, fma.whole) << "all lanes were on";
    EXPECT_NEAR(memory.whole, fma.whole / 2, .01f);
    EXPECT_NEAR(alu.whole, fma.whole / 4, .01f);
    EXPECT_NEAR(memory.solid, memory.whole * .75f, .01f);
    EXPECT_NEAR(alu.solid, alu.whole * .5f, .01f);
    EXPECT_LT(picture.place("fma").y, picture.place("memory").y) << "most first";
    EXPECT_LT(picture.place("memory").y, picture.place("alu").y);
    for (const std::string& words :
         {grouped(4000), percent(4. / 7), percent(2. / 7), percent(1. / 7), std::string("lanes on"),
          std::string("lanes off")})
        EXPECT_TRUE(picture.notes.find(words)) << words;
    EXPECT_FALSE(picture.notes.find("kernel 0"));
}

TEST(MixPicture, TheKernelBeforeHasItsMark) {
    Series series;
    series.add(mixed(1, {{Unit::fma, 8000, 256'000}, {Unit::barrier, 800, 25'600}}));
    const lab::Result result = mixed(2, {{Unit::fma, 4000, 128'000}});
    series.add(result);
    const Picture picture("instruction_mix", result, {}, mix_area, series);
    const Bar fma = bar_of(picture, "fma");
    const float start = those(picture.notes.marks, is_chosen).at(0).box.x;
    EXPECT_NEAR(fma.before - start, 2 * fma.whole, .01f);
    EXPECT_NEAR(bar_of(picture, "barrier").before - start, fma.whole / 5, .01f)
        << "of a unit that only the other used";
    EXPECT_TRUE(picture.notes.find("kernel 2")) << "its name in the legend";
}

TEST(MixPicture, TheMouseAsksWhatAUnitIs) {
    const lab::Result result = mixed(0, {{Unit::fma, 4000, 120'000}, {Unit::memory, 20, 640}});
    const Picture plain("instruction_mix", result, {}, mix_area);
    const Rect name = plain.place("fma");
    const Metrics metrics;
    const Series series;
    const auto spot = find_view("instruction_mix")
                          ->pointing.spot(plain.notes, {result, {}, metrics, series}, mix_area,
                                          {name.middle_x(), name.middle_y()});
    ASSERT_TRUE(spot);
    EXPECT_NE(spot->words.find("products"), std::string::npos);
    EXPECT_FALSE(spot->settings) << "it leads nowhere";
    EXPECT_TRUE(spot->area.contains({name.middle_x(), name.middle_y()}));
    const float pitch = plain.place("memory").y - name.y;
    EXPECT_GT(pitch, 0);
    EXPECT_LE(spot->area.h, pitch) << "its own row: what it says stands below";
}

TEST(MixPicture, ItNeedsTheKernelBefore) {
    const View& view = *find_view("instruction_mix");
    EXPECT_TRUE(view.needs.settings(settings(0, 1 << 10)).empty());
    for (const lab::Settings& needed : view.needs.settings(settings(3, 1 << 10)))
        EXPECT_EQ(needed.rung, 2);
    EXPECT_FALSE(view.fits(lab::Run{}));
}

// What the window shows is what was counted, in every lesson.
TEST(InstructionMix, AddsUpInEveryLesson) {
    int kernels = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (int rung = 0; rung < std::ssize(lesson->rungs); ++rung) {
            lab::Request request;
            request.settings = lab::Settings(*lesson);
            request.settings.rung = rung;
            request.settings = lab::picture_of(request.settings);
            if (lab::refusal(request.settings)) continue;
            const auto run = lab::simulate(request, lab::Playing::counted());
            std::uint64_t warps = 0, lanes = 0;
            for (const UnitCount& one : run->instruction_mix)
                warps += one.warp_instructions, lanes += one.lane_instructions;
            EXPECT_EQ(warps, run->counters.warp_instructions) << lesson->id << " " << rung;
            EXPECT_EQ(lanes, run->counters.lane_instructions) << lesson->id << " " << rung;
            kernels += warps > 0;
        }
    EXPECT_GT(kernels, 100);
}

// --- the meaning of a PTX line

TEST(PtxMeanings, SayWhatTheRowSays) {
    lab::Run run;
    run.ptx_text =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry small()\n{\n"
        ".reg .b32 %r<4>;\nmad.lo.s32 %r1, %r2, %r3, %r1;\nret;\n}\n";
    ASSERT_TRUE(ptx_meaning(run, 7));
    EXPECT_TRUE(
        ptx_meaning(run, 7)->words.starts_with("d = low half of a × b, plus c\nUnit *fma*:"))
        << ptx_meaning(run, 7)->words;
    EXPECT_TRUE(ptx_meaning(run, 7)->link.ends_with("#integer-arithmetic-instructions-mad"));
    EXPECT_TRUE(ptx_meaning(run, 8));
    EXPECT_FALSE(ptx_meaning(run, 6)) << "no instruction";
    EXPECT_FALSE(ptx_meaning(run, 99));
    EXPECT_EQ(run.kept.made(), 1) << "one look at the text serves all lines";
}

TEST(PtxMeanings, EveryInstructionOfTheLessonsHasOne) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        lab::Request request;
        request.settings = lab::picture_of(lab::Settings(*lesson));
        const auto run = lab::simulate(request, lab::Playing::counted());
        ASSERT_FALSE(run->ptx_lines.empty());
        for (const simulator::LineCounters& line : run->ptx_lines)
            EXPECT_TRUE(ptx_meaning(*run, line.line)) << lesson->id << ", PTX line " << line.line;
    }
}

TEST(PtxMeanings, EveryUnitIsExplained) {
    for (int unit = 0; unit <= static_cast<int>(Unit::barrier); ++unit)
        EXPECT_FALSE(meaning_of(static_cast<Unit>(unit)).empty()) << unit;
}

class PtxTip : public ::testing::Test {
protected:
    PtxTip() {
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
        driver.shell.playback.go_to(0);
        driver.shell.playback.cursor.ptx = true;
        driver.frame();
        for (const NotedText& text : driver.texts)  // the first instruction that is on the screen
            if (line.w == 0 && text.card == "source" && text.text.starts_with("ld.global"))
                line = text.box;
    }
    void rest_on(Point at) {
        Input input;
        input.mouse = at;
        for (int i = 0; i < 20; ++i) driver.frame(input);
    }
    const NotedText* tip() const {
        for (const NotedText& text : driver.texts)
            if (text.card == "tooltip") return &text;
        return nullptr;
    }
    app::testing::Driver driver;
    Rect line;
};

TEST_F(PtxTip, ExplainsTheLineUnderTheMouseAndDoesNotCoverIt) {
    ASSERT_GT(line.w, 0);
    rest_on({line.x + 2, line.middle_y()});
    ASSERT_TRUE(tip());
    EXPECT_TRUE(driver.says("The manual's page")) << "it has the link";
    EXPECT_TRUE(driver.sees("instructions-ld"));
    for (const NotedText& text : driver.texts)
        EXPECT_FALSE(text.card == "tooltip" && text.box.meets(line)) << text.text;
    EXPECT_TRUE(driver.misplaced.empty());
}

TEST_F(PtxTip, VanishesWhenAKeyComesAndReturnsWithTheMouse) {
    ASSERT_GT(line.w, 0);
    rest_on({line.x + 2, line.middle_y()});
    ASSERT_TRUE(tip());
    driver.key(Key::down);
    EXPECT_FALSE(tip());
    for (int i = 0; i < 30; ++i) driver.frame();
    EXPECT_FALSE(tip()) << "the mouse has not moved";
    rest_on({line.x + 4, line.middle_y()});
    EXPECT_TRUE(tip());
}

TEST_F(PtxTip, ControlCCopiesTheLink) {
    ASSERT_GT(line.w, 0);
    rest_on({line.x + 2, line.middle_y()});
    Input input;
    input.strokes.push_back({.key = Key::c, .control = true});
    driver.frame(input);
    EXPECT_TRUE(driver.shell.wishes.copy.starts_with("https://docs.nvidia.com/cuda/"));
    EXPECT_TRUE(driver.shell.wishes.copy.ends_with("instructions-ld"));
    EXPECT_TRUE(driver.shell.notice.starts_with("Copied: https://"));
    EXPECT_TRUE(driver.shell.playback.cursor.ptx) << "C alone changes the text";
    driver.frame();
    EXPECT_TRUE(driver.shell.wishes.copy.empty()) << "once";
    rest_on({960, 300});
    driver.shell.notice.clear();
    driver.frame(input);
    EXPECT_TRUE(driver.shell.notice.empty()) << "nothing was copied";
    EXPECT_TRUE(driver.shell.wishes.copy.empty()) << "no PTX line is there";
}

TEST_F(PtxTip, CudaLinesHaveNone) {
    driver.shell.playback.cursor.ptx = false;
    driver.frame();
    ASSERT_GT(line.w, 0);
    rest_on({line.x + 2, line.middle_y()});
    EXPECT_FALSE(driver.says("The manual's page"));
    EXPECT_TRUE(driver.shell.manual_link.empty());
}

// The sentence compares with the kernel that was left: so does the tick.
TEST(MixPicture, TheMarkIsOfTheKernelThatWasLeft) {
    Filled from = filled(lab::TimeKind::none, 3);
    const lab::Result before = result_of(settings(0, 1 << 22), lab::TimeKind::none, 0);
    from.series.add(before);
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    DrawContext context{from.shown, {}, {}, from.series};
    context.before = &before;
    find_view("instruction_mix")->draw(notes, context, {0, 0, 520, 240});
    EXPECT_TRUE(notes.find("kernel 1"));
    EXPECT_FALSE(notes.find("kernel 3"));
}

}  // namespace
