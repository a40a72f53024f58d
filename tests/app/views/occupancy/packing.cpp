// A multiprocessor packed: what a launch takes of it, in numbers and in words; the bars, their
// blocks, and the one that has no room.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/occupancy/packing.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;
using namespace test;
using lab::Resource;

const View& packed_view() { return *find_view("packing"); }

struct Packed {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit Packed(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {}
    DrawContext context() const { return {result, cursor, metrics, series}; }
    Packing packing() const { return packing_of(*result.picture, 0); }
    std::string claim() const { return packed_view().words.claim(context()); }
    std::string sentence() const { return packed_view().words.sentence(context()); }
    Picture drawn(Rect area = {0, 0, 1100, 560}) const { return {"packing", result, cursor, area}; }
};

bool packing_says(const Picture& picture, const std::string& words) {
    return std::ranges::any_of(picture.notes.texts,
                               [&](const NotedText& text) { return text.text == words; });
}

// What has room is no warp that is there: a launch may have few blocks for all multiprocessors.
TEST(Packed, SaysHowFewBlocksALaunchHas) {
    const auto said = [](const char* kernel, std::vector<const char*> knobs) {
        return Packed(kernel, knobs).sentence();
    };
    EXPECT_NE(said("tridiagonal/thomas", {})
                  .find("This launch has *64 blocks* for 132 multiprocessors: 1 on each at most, "
                        "*2 warps*."),
              std::string::npos)
        << said("tridiagonal/thomas", {});
    EXPECT_EQ(said("vector_addition/strided", {"n=2^24"}).find("This launch"), std::string::npos);
}

TEST(Packed, IsOfTheLaunchAndTheCardOfItsSettings) {
    const Packing first = Packed("occupancy/one", {"card=2006"}).packing();
    EXPECT_EQ(first.of->card, "GeForce 8800 GTX");
    EXPECT_EQ(first.needs.threads, 256);
    EXPECT_EQ(first.needs.registers, 12);
    EXPECT_EQ(first.held.blocks, 2);
    const Packing shared = Packed("occupancy/one", {"shared=100"}).packing();
    EXPECT_EQ(shared.needs.shared, 100 * 1024);
    EXPECT_EQ(shared.held.limit, Resource::shared);
    const Packing tile = Packed("transpose/tile").packing();
    EXPECT_EQ(tile.of->id, "h200") << "no knob: the card of recorded times";
    EXPECT_EQ(tile.needs.shared, 4096) << "static";
    EXPECT_FALSE(packing_of(lab::Run{}, 0));
}

TEST(Packed, SaysWhatIsUsedUpFirst) {
    const Packed registers("occupancy/one", {"card=2006"});
    EXPECT_EQ(registers.claim(), "Two blocks fit: limited by registers");
    EXPECT_EQ(registers.sentence(),
              "Each block takes *3\u2009072 of 8\u2009192* registers, so that *16 of 24* warps "
              "have room at once on a multiprocessor of a GeForce 8800 GTX.");
    EXPECT_EQ(Packed("occupancy/one").claim(), "Eight blocks fit: limited by warps");
    EXPECT_EQ(Packed("occupancy/one", {"shared=227"}).claim(),
              "One block fits: limited by shared memory");
    const Packed small("occupancy/one", {"block=32"});
    EXPECT_EQ(small.claim(), "32 blocks fit: a multiprocessor holds no more");
    EXPECT_EQ(small.sentence(),
              "A multiprocessor of an H200 holds *32 blocks* at most, however small. *32 of 64* "
              "warps have room at once.");
}

TEST(Packed, WritesWhatIsTakenAndWhereRegistersAreFrom) {
    const Picture picture = Packed("occupancy/eight").drawn();
    for (const char* words :
         {"Registers: used up first", "Warps", "Blocks", "Shared memory", "48 of 64", "6 of 32",
          "61\u2009440 of 65\u2009536", "6 KiB of 228 KiB", "6", "75 %", "48 of 64 warps"})
        EXPECT_TRUE(packing_says(picture, words)) << words;
    EXPECT_EQ(registers_words(Packed("occupancy/eight").packing()),
              "40 registers a thread, by ptxas for compute capability 9.0");
    EXPECT_EQ(registers_words(Packed("occupancy/one", {"card=2006", "registers=10"}).packing()),
              "10 registers a thread, chosen for the room: the kernel itself has 12");
}

// What is given beyond what was asked for stands where the numbers are, not for the mouse alone.
TEST(Packed, WritesWhatABlockIsGivenBeyondWhatItAsksFor) {
    for (const float width : {1100.f, 720.f}) {
        const Picture picture = Packed("occupancy/one").drawn({0, 0, width, 330});
        EXPECT_TRUE(picture.sees("16 a thread, not 12")) << width;
        EXPECT_TRUE(picture.sees("1 KiB")) << width;
        EXPECT_TRUE(picture.sees("system")) << width;
        EXPECT_TRUE(misplaced_texts(picture.notes).empty());
    }
    using Words = std::vector<std::string>;
    EXPECT_EQ(beyond_asked(Packed("occupancy/eight").packing(), Resource::registers), Words{})
        << "40 are given as they are";
    EXPECT_EQ(beyond_asked(Packed("occupancy/one", {"card=2017"}).packing(), Resource::shared),
              Words{})
        << "nothing is the system's there";
    EXPECT_EQ(beyond_asked(Packed("occupancy/one", {"card=2006"}).packing(), Resource::shared)[0],
              "gets 512 B a block, for 0 B and 16 B of the system");
}

// Bars of blocks: what is drawn left of the numbers.
std::vector<NotedMark> cells(const Picture& picture, bool limit) {
    const float right = picture.place("blocks at once").x;
    return those(picture.notes.marks, [&](const NotedMark& mark) {
        return mark.box.right() < right && mark.box.h > 20 &&
               (limit ? is_chosen(mark) : is_work(mark));
    });
}

// As wide as their share of the bar, and the one that ends it in the colour of now.
TEST(Packed, BlocksAreAsWideAsWhatTheyTake) {
    const Picture picture = Packed("occupancy/eight").drawn();
    ASSERT_EQ(cells(picture, true).size(), 6u);
    EXPECT_EQ(cells(picture, false).size(), 3u * 6);
    const float wall = picture.place("61\u2009440 of 65\u2009536").right();
    const NotedMark last = cells(picture, true).back();
    const float start = cells(picture, true).front().box.x;
    EXPECT_NEAR((last.box.right() - start) / (wall - start), 61440. / 65536, .01);
    for (const NotedMark& block : cells(picture, true)) EXPECT_LT(block.box.right(), wall);
}

// The next block sticks out of the bar that has no room for it, by what is missing.
TEST(Packed, TheNextBlockSticksOut) {
    const Picture picture = Packed("occupancy/one", {"card=2006"}).drawn();
    const auto waste = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::outline, Role::waste);
    });
    ASSERT_EQ(waste.size(), 1u);
    const float wall = picture.place("6\u2009144 of 8\u2009192").right();
    EXPECT_NEAR(waste[0].box.x, wall, 1.5);
    const auto next = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::dashed_outline, Role::text2);
    });
    EXPECT_EQ(next.size(), 4u) << "it has room in the other bars";
    const Picture full = Packed("occupancy/one").drawn();
    EXPECT_EQ(those(full.notes.marks,
                    [](const NotedMark& m) { return m.is(MarkKind::outline, Role::waste); })
                  .size(),
              1u);
}

TEST(Packed, AnswersTheMouseWithThePieces) {
    const auto words = [](const Packed& packed, float y) {
        const CanvasNotes canvas(app::testing::measuring_painter().fonts());
        const auto spot =
            packed_view().pointing.spot(canvas, packed.context(), {0, 0, 1100, 560}, {100, y});
        return spot ? spot->words : "";
    };
    const Packed today("occupancy/one"), first("occupancy/one", {"card=2006"});
    EXPECT_EQ(words(today, 20),
              "*Warps* of a block: 256 threads are *8 warps*.\nThere are 64: enough for 8 blocks.");
    EXPECT_EQ(words(today, 300),
              "*Registers* of a block: 12 a thread are 384 a warp, rounded up to a multiple of "
              "256: 512. For 8 warps: *4\u2009096*.\nThere are 65\u2009536: enough for 16 blocks.");
    EXPECT_EQ(words(first, 300),
              "*Registers* of a block: 12 a thread, for 8 warps: 3\u2009072, rounded up to a "
              "multiple of 256 a block: *3\u2009072*.\nThere are 8\u2009192: enough for 2 blocks.");
    EXPECT_EQ(words(today, 420),
              "*Shared memory* of a block: 0 B of the kernel, 1 KiB of the system, rounded up to "
              "a multiple of 128 B: *1 KiB*.\nThere are 228 KiB: enough for 228 blocks.");
}

// At any width a legend has a word for each of its marks.
TEST(Packed, TheLegendOfABlockWithoutRoomSaysHatched) {
    for (const float width : {1366.f, 1920.f}) {
        Driver driver(width, width * 9 / 16);
        driver.shell.restore("occupancy/one");
        driver.settle();
        EXPECT_TRUE(driver.sees("hatched")) << width;
    }
}

// A knob's value, the card and its year agree.
TEST(Packed, AYearWithoutACardSaysWhichWasTheNewest) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/one card=2012");
    driver.settle();
    EXPECT_TRUE(driver.says("GTX 480, 2010, the newest in 2012"));
    EXPECT_TRUE(driver.sees("GTX 480")) << "beside the knob's value";
    driver.shell.restore("occupancy/one card=2010");
    driver.settle();
    EXPECT_FALSE(driver.says("the newest in"));
}

}  // namespace
