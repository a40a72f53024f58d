// What newcomers in front of the program found: titles that speak of another step, words that were
// cut, buttons that vanish, columns under the wrong heading.
#include <gtest/gtest.h>

#include <bit>
#include <cctype>

#include "app/format.h"
#include "app/views/ledger/ledger_columns.h"
#include "app/warps_over_time.h"
#include "app/widgets/widgets.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/helpers/own_files.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

int step_of_atomic(const lab::Run& run, simulator::Space space) {
    for (int step = 0; step < int(run.steps.size()); ++step)
        if (run.steps[std::size_t(step)].kind == EventKind::atomic &&
            run.steps[std::size_t(step)].space == space)
            return step;
    return -1;
}

// The picture of a histogram at the step of its first atomic.
struct AtAtomic {
    lab::Result result;
    Cursor cursor;
    AtAtomic(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung("histogram/" + rung, knobs)) {
        cursor.step = step_of_atomic(*result.picture, Space::global);
    }
    std::string claim(const char* view) const { return view_claim(view, *result.picture, cursor); }
    std::string sentence(const char* view) const {
        return view_sentence(view, *result.picture, cursor);
    }
};

TEST(EyesFourth, LanesOfAnAtomicTakeTurns) {
    const AtAtomic one("global", {"skew=one"});
    EXPECT_EQ(one.claim("lanes"), "Lanes take turns: up to 32 passes");
    EXPECT_NE(one.sentence("lanes").find("*256 passes* for 8 requests."), std::string::npos)
        << one.sentence("lanes");
    EXPECT_EQ(one.sentence("lanes").find("No lane waits"), std::string::npos);
    const auto& columns = warps_over_time(*one.result.picture).columns;
    const auto& column = columns[std::size_t(one.cursor.step)];
    EXPECT_EQ(column.times, 32);
    EXPECT_FLOAT_EQ(column.again(), 31.f / 32);
}

TEST(EyesFourth, AnAtomicWithoutAQueueIsOnePass) {
    TraceMaker maker({1}, {32});
    maker.access(EventKind::atomic, Space::global, Type::u32, 3, 0, 0,
                 [](int lane) -> std::optional<Address> { return 4 * Address(lane); });
    const auto run = maker.run();
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(view_claim("lanes", *run, cursor), "All 32 threads do the same");
    EXPECT_EQ(warps_over_time(*run).columns[0].times, 1);
    EXPECT_EQ(run->trace->events[0].passes, 1u);
}

TEST(EyesFourth, SectorsSayWhereAnAtomicIsShown) {
    const AtAtomic one("global");
    EXPECT_EQ(one.claim("coalescing"), "The view Same address shows this atomic");
}

TEST(EyesFourth, AQueueThatIsToComeIsToldAsSuch) {
    const AtAtomic one("global");
    Cursor before = one.cursor;
    before.step -= 1;
    EXPECT_EQ(view_claim("same_address", *one.result.picture, before), "No atomic yet");
    EXPECT_NE(
        view_sentence("same_address", *one.result.picture, before).find("The next, in 1 step: "),
        std::string::npos)
        << view_sentence("same_address", *one.result.picture, before);
    EXPECT_EQ(one.sentence("same_address").find("The next"), std::string::npos);
}

TEST(EyesFourth, WhatNumbersInLanesAreIsSaid) {
    const AtAtomic one("global", {"skew=one"});
    const Rect area{0, 0, 1400, 640};
    const Picture picture("lanes", one.result, one.cursor, area);
    EXPECT_TRUE(picture.sees("the value it left"));
    Cursor barrier;
    barrier.step = -1;
    EXPECT_FALSE(Picture("lanes", one.result, barrier, area).sees("the value it"));
}

TEST(EyesFourth, NumbersInLanesHaveOneForm) {
    TraceMaker maker({1}, {32});
    maker.access(
        EventKind::load, Space::global, Type::f32, 3, 0, 0,
        [](int lane) -> std::optional<Address> { return 4 * Address(lane); },
        [](int lane) { return std::bit_cast<std::uint32_t>(lane % 2 ? .8421f : .5f); });
    lab::Result result;
    result.picture = maker.run();
    Cursor cursor;
    cursor.step = 0;
    for (float width = 700; width < 1900; width += 100) {
        const Picture picture("lanes", result, cursor, {0, 0, width, 420});
        for (const NotedText& text : picture.notes.texts) EXPECT_FALSE(text.text.starts_with("."));
    }
}

TEST(EyesFourth, AMarkThatIsDrawnKeepsItsWord) {
    const AtAtomic one("global", {"skew=one"});
    for (const float width : {340.f, 480.f, 600.f}) {
        const Picture picture("same_address", one.result, one.cursor, {0, 0, width, 420});
        EXPECT_TRUE(picture.sees("waits")) << width;
    }
    const lab::Result offset = drawn_rung("who_answers/offset", {});
    Cursor cursor;
    cursor.step = 8;
    const Picture brief("levels", offset, cursor, {0, 0, 480, 200});
    for (const char* word : {"memory", "again", "L2", "L1", "now", "not yet"})
        EXPECT_TRUE(brief.notes.find(word)) << word;
    const Picture whole("levels", offset, cursor, {0, 0, 1300, 600});
    for (const char* word : {"memory, for the first time", "in this step", "not requested yet"})
        EXPECT_TRUE(whole.notes.find(word)) << word;
}

TEST(EyesFourth, TheKeyOfSectorsNamesNumbersWhereThereAreSome) {
    const lab::Result copy = drawn_rung("vector_addition/one_each", {});
    Cursor cursor;
    cursor.step = 0;
    const Picture wide("coalescing", copy, cursor, {0, 0, 1400, 420});
    EXPECT_TRUE(wide.sees("number = lane"));
    const Picture thin("coalescing", copy, cursor, {0, 0, 560, 420});
    EXPECT_FALSE(thin.sees("number = lane"));
    EXPECT_TRUE(thin.sees("used by a lane"));
}

// ---- Lists and cards.

TEST(EyesFourth, CutWordsKeepLettersAndNumbersWhole) {
    const CanvasNotes notes(app::testing::measuring_painter().fonts());
    const TextStyle style{Font::regular, 14};
    const std::string words = "Block 32 × 2 × 2 → 64 × 4 × 1: right, 15.3 µs recorded";
    for (float room = 40; room < notes.width(words, style); room += 3) {
        const std::string cut = cut_in_middle(notes, words, style, room);
        const std::size_t gap = cut.find("…");
        ASSERT_NE(gap, std::string::npos);
        const std::string left = cut.substr(0, gap), right = cut.substr(gap + 3);
        EXPECT_TRUE(words.starts_with(left) && words.ends_with(right)) << cut;
        const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
        if (right.empty()) continue;
        EXPECT_NE(static_cast<unsigned char>(right[0]) & 0xc0, 0x80) << cut;
        EXPECT_NE(static_cast<unsigned char>(words[left.size()]) & 0xc0, 0x80) << cut;
        EXPECT_FALSE(digit(left.back()) && digit(words[left.size()])) << cut;
        EXPECT_FALSE(digit(right[0]) && digit(words[words.size() - right.size() - 1])) << cut;
    }
}

struct Turned {
    Driver driver;
    explicit Turned(const std::string& line, float width = 1366, float height = 768)
        : driver(width, height) {
        driver.shell.restore(line);
        driver.settle();
    }
    void turn(const char* knob) {
        EXPECT_FALSE(lab::assign(driver.shell.session.request.settings, knob));
        driver.settle();
    }
};

TEST(EyesFourth, TheListOfRunsIsCutNowhere) {
    for (const bool projector : {false, true}) {
        Turned laplace("laplace/blocks", 1366, 768);
        if (projector) laplace.driver.key(Key::p);
        laplace.turn("block_x=64"), laplace.turn("block_y=4");
        laplace.driver.shell.session.settings().rung = 2;
        laplace.driver.settle();
        laplace.driver.key(Key::z);
        int rows = 0;
        for (const NotedText& text : laplace.driver.texts) {
            if (text.card != "menu") continue;
            ++rows;
            EXPECT_EQ(text.text.find("…"), std::string::npos) << text.text;
        }
        EXPECT_GE(rows, 4);
        EXPECT_TRUE(laplace.driver.misplaced.empty());
    }
}

TEST(EyesFourth, EscapeTakesWhatLiesOnTop) {
    Turned laplace("laplace/blocks");
    laplace.turn("block_x=1024");
    laplace.turn("block_y=8");
    ASSERT_TRUE(laplace.driver.shell.session.refusal());
    laplace.driver.key(Key::z);
    ASSERT_TRUE(laplace.driver.control("history.0"));
    laplace.driver.key(Key::escape);
    EXPECT_FALSE(laplace.driver.control("history.0"));
    EXPECT_TRUE(laplace.driver.shell.session.refusal()) << "the list lay above it";
    laplace.driver.key(Key::escape);
    EXPECT_FALSE(laplace.driver.shell.session.refusal());
}

TEST(EyesFourth, OneEscapeEndsTheLinesOfACounter) {
    Turned tree("reduction/interleaved");
    tree.driver.key(Key::tab);
    tree.driver.key(Key::n);
    ASSERT_GE(tree.driver.shell.counter, 0);
    tree.driver.key(Key::escape);
    EXPECT_LT(tree.driver.shell.counter, 0);
}

TEST(EyesFourth, EscapeLetsGoOfAChosenCell) {
    Turned tree("reduction/interleaved");
    tree.driver.shell.playback.cursor.version = 3;
    tree.driver.key(Key::escape);
    EXPECT_EQ(tree.driver.shell.playback.cursor.version, -1);
}

TEST(EyesFourth, AKernelDoesNotStandBesideItself) {
    Turned tree("reduction/interleaved");
    tree.driver.shell.session.settings().rung = 1;
    tree.driver.settle();
    tree.driver.key(Key::d);
    ASSERT_TRUE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::z, true);
    EXPECT_EQ(tree.driver.shell.session.settings().rung, 1) << "what stood beside is a step back";
    EXPECT_FALSE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::z, true);
    EXPECT_EQ(tree.driver.shell.session.settings().rung, 0);
    EXPECT_FALSE(tree.driver.shell.session.in_step());
    tree.driver.key(Key::y, true), tree.driver.key(Key::y, true);
    EXPECT_TRUE(tree.driver.shell.session.in_step()) << "and on again";
}

TEST(EyesFourth, TheBarKeepsItsButtonsWhileTwoStandInStep) {
    Turned tree("reduction/interleaved", 1280, 720);  // as a wall of 1920 x 1080 is laid out
    tree.driver.key(Key::p);
    tree.driver.shell.session.settings().rung = 1;
    tree.driver.settle();
    for (const char* id : {"top.undo", "top.history", "top.read"})
        ASSERT_TRUE(tree.driver.control(id)) << id;
    tree.driver.key(Key::d);
    ASSERT_TRUE(tree.driver.shell.session.in_step());
    for (const char* id : {"top.undo", "top.redo", "top.history", "top.read"})
        EXPECT_TRUE(tree.driver.control(id)) << id;
}

TEST(EyesFourth, EveryNoteOfASmallerPictureSaysThatItIsDrawn) {
    int notes = 0;
    for (float width = 900; width < 2000; width += 40) {
        Turned histogram("histogram/global", width, 768);
        histogram.driver.key(Key::one);
        while (histogram.driver.shell.stage_view()->id != "lanes" && ++notes < 200)
            histogram.driver.key(Key::one);
        for (const NotedText& text : histogram.driver.texts)
            EXPECT_FALSE(text.text.starts_with("block 0 of")) << width;
        notes += std::ranges::any_of(histogram.driver.texts, [](const NotedText& text) {
            return text.text.starts_with("drawn");
        });
    }
    EXPECT_GT(notes, 0);
}

// "drawn: 640 numbers", "drawn: 640".
bool is_drawn_size(const NotedText& text) {
    return text.card == "stage" && text.text.starts_with("drawn: ") &&
           text.text.find_first_of("0123456789") != std::string::npos;
}

// In little room the unit goes, not the word, and the title rather than both.
TEST(EyesFourth, ASmallerPictureAlwaysSaysThatItIsDrawn) {
    for (const char* rung : {"average/one_sum", "dot_product/products", "reduction/two_passes",
                             "pi/ballot", "matrix_product/transposed"})
        for (const auto& [width, height] : {std::pair{1920, 1080}, {1366, 768}, {1280, 720}}) {
            Turned drawn(rung, width, height);
            EXPECT_TRUE(std::ranges::any_of(drawn.driver.texts, is_drawn_size))
                << rung << " " << width;
            for (const NotedText& text : drawn.driver.texts)
                EXPECT_TRUE(text.card != "stage" || text.text != "drawn") << rung << " " << width;
        }
}

// A low picture of memory is that of its banks alone: its button says so, and its title once.
TEST(EyesFourth, APictureOfBanksIsCalledSo) {
    Turned tile("transpose/tile", 1366, 768);
    EXPECT_TRUE(tile.driver.sees("Banks  \u203a"));
    EXPECT_FALSE(tile.driver.sees("Sectors  \u203a"));
    EXPECT_FALSE(tile.driver.says("Shared memory: the warp uses"));
    EXPECT_TRUE(tile.driver.says("The warp uses only 1 of 32 banks"));
}

// Stores that waste nothing look alike in both: where one of them waits is told beside.
TEST(EyesFourth, SectorsTellOfConflictsElsewhere) {
    Turned tile("transpose/tile --at 17", 1366, 768), copy("transpose/copy", 1366, 768);
    const char* words = "At other steps reads of tile take 32 times as many wavefronts";
    EXPECT_TRUE(tile.driver.says(words));
    EXPECT_FALSE(copy.driver.says("At other steps"));
    EXPECT_FALSE(Turned("transpose/padded --at 17", 1366, 768).driver.says("At other steps"));
}

TEST(EyesFourth, NumbersOfAPredictionHaveTheirUnitAndOneForm) {
    Turned threads("threads/global_index", 1920, 1080);
    threads.driver.key(Key::g);
    threads.driver.type("C");
    threads.driver.key(Key::enter);
    threads.driver.settle();
    std::string all;
    for (const NotedText& text : threads.driver.texts) all += text.text + " ";
    EXPECT_NE(all.find("The run: 2 600. Your guess: 2 500. "), std::string::npos) << all;
    EXPECT_TRUE(threads.driver.sees(grouped(2600) + " warps"));
    Turned tree("reduction/interleaved", 1920, 1080);
    tree.driver.key(Key::g);
    tree.driver.type("60");
    tree.driver.key(Key::enter);
    tree.driver.settle();
    EXPECT_TRUE(tree.driver.sees("8 issues")) << "the known bar";
}

// ---- Somebody's own kernel.

std::shared_ptr<const lab::Subject> own_subject(const lab::Code& code) {
    lab::AskedFile words;
    words.file = "no_barrier.cu";
    const auto made = lab::subject_of(words, code);
    EXPECT_TRUE(made) << made.problem().message;
    return made ? *made : nullptr;
}

TEST(EyesFourth, TheGravestFindingLeadsAndAllAreToBeHad) {
    Driver driver;
    driver.shell.open_subject(own_subject(tests::own_code("no_barrier")));
    driver.settle();
    const lab::Run* run = driver.shell.session.picture();
    ASSERT_TRUE(run);
    ASSERT_GT(run->faults.size(), 1u);
    const auto found = std::ranges::find_if(
        driver.texts, [&](const NotedText& text) { return text.text == "Race:"; });
    ASSERT_NE(found, driver.texts.end());
    Input over;
    over.mouse = {found->box.middle_x(), found->box.middle_y()};
    driver.frame(over);
    driver.now += .4;
    driver.frame(over);
    std::string tip;
    for (const NotedText& text : driver.texts)
        if (text.card == "tooltip") tip += text.text + " ";
    EXPECT_EQ(tip.find("Reliance on lockstep"), std::string::npos) << "the race says it: " << tip;
    EXPECT_NE(tip.find("Read before written"), std::string::npos) << tip;
}

}  // namespace
