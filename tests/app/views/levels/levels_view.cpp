// "Levels": which sectors a step asks for and who answers in the model, what the picture shows of
// it and what it says.
#include <gtest/gtest.h>

#include <map>

#include "app/format.h"
#include "app/sentences/levels_apart.h"
#include "app/views/levels/words.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/views/at_atomic.h"

namespace {

using namespace app;
using namespace test;

const View& levels_view() { return *find_view("levels"); }

struct LevelsShown {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit LevelsShown(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung("who_answers/" + rung, knobs)) {
        cursor.step = opening_step(&levels_view(), *result.picture);
    }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    LevelsNow now() const { return levels_now(*result.picture, result.request.settings, cursor); }
    int steps() const { return static_cast<int>(result.picture->steps.size()); }
    std::string claim() const { return levels_view().words.claim(context()); }
    std::string sentence() const { return levels_view().words.sentence(context()); }
    Picture drawn(Rect area = {0, 0, 1100, 560}) const { return {"levels", result, cursor, area}; }
};

// Sectors of the step are those that the trace counts for its events.
TEST(LevelsNow, HasTheSectorsOfTheStep) {
    for (const char* rung : {"offset", "rows", "columns", "again", "pieces"}) {
        LevelsShown shown(rung);
        const lab::Run& run = *shown.result.picture;
        int loads = 0;
        for (int step = 0; step < shown.steps(); ++step) {
            if (!loads_sectors(run.steps[static_cast<std::size_t>(step)])) continue;
            ++loads;
            shown.cursor.step = step;
            std::uint64_t sectors = 0;
            for (const std::uint32_t event : run.steps[static_cast<std::size_t>(step)].events)
                sectors += run.trace->events[event].sectors;
            EXPECT_EQ(shown.now().step.asked, sectors) << rung << " " << step;
            EXPECT_EQ(shown.now().step.again(), asked_before(run, step)) << rung << " " << step;
        }
        EXPECT_GT(loads, 0) << rung;
    }
}

// At the end of the last load all is summed up but what other blocks ask for after it.
TEST(LevelsNow, SumsUpToTheStep) {
    LevelsShown shown("rows");
    shown.cursor.step = 0;
    EXPECT_EQ(shown.now().step, (lab::LevelSums{64, 64, {0, 0, 64}, 64}));
    std::uint64_t before = 0;
    for (shown.cursor.step = 0; shown.cursor.step < 16; ++shown.cursor.step) {
        EXPECT_GT(shown.now().until.asked, before);
        before = shown.now().until.asked;
    }
    shown.cursor.step = 7;
    EXPECT_EQ(shown.now().step, (lab::LevelSums{64, 0, {64, 0, 0}}));
    EXPECT_EQ(shown.now().most, 255u);  // of 8 warps of all 4 blocks
    EXPECT_GT(before, 3900u);
    EXPECT_LE(before, 4096u);
}

// Each cell has the last answer that its sector had.
TEST(LevelsNow, CellsHaveTheLastAnswer) {
    LevelsShown shown("again");
    shown.cursor.step = shown.steps() - 2;
    const LevelsNow now = shown.now();
    ASSERT_EQ(now.all->arrays.size(), 1u);
    const HeatGrid grid = heat_grid(now.all->arrays, 1, 64);
    std::map<std::uint64_t, lab::SectorAsked> last;
    for (std::size_t i = 0; i < now.end; ++i)
        last[now.all->places[i].sector] = now.all->levels.asks[i];
    const auto cells = level_cells(now, grid, 0);
    int lit = 0;
    for (const auto& [sector, ask] : last) {
        const LevelCell& cell = cells[static_cast<std::size_t>(grid.cell_of(0, sector))];
        EXPECT_EQ(cell.last.event, ask.event);
        EXPECT_EQ(cell.last.by, lab::Level::memory);
        EXPECT_EQ(cell.sectors, 1);
        lit += cell.now;
    }
    EXPECT_EQ(lit, 8);  // two warps, four sectors each
}

// The picture is drawn small, and its caches are those of what was asked for.
TEST(LevelsNow, KnowsTheSizeThatWasAskedFor) {
    LevelsShown large("again"), small("again", {"n=2^22"});
    for (LevelsShown* shown : {&large, &small}) shown->cursor.step = shown->steps() - 2;
    EXPECT_EQ(large.now().step, (lab::LevelSums{8, 0, {0, 0, 8}}));
    EXPECT_EQ(small.now().step, (lab::LevelSums{8, 0, {0, 8, 0}}));
    EXPECT_EQ(large.claim(), "Once more, memory moves all 8 sectors");
    EXPECT_EQ(small.claim(), "The L2 still has all 8 sectors");
}

TEST(LevelsView, OpensWhereSectorsAreAskedForAgain) {
    EXPECT_EQ(LevelsShown("rows").claim(), "The L1 still has all 64 sectors");
    EXPECT_EQ(LevelsShown("columns").claim(), "The L2 still has all 64 sectors");
    EXPECT_EQ(LevelsShown("pieces").claim(), "The L2 still has all 8 sectors");
    LevelsShown rows("rows");
    rows.cursor.step = 0;
    EXPECT_EQ(rows.claim(), "On first request, memory moves all 64 sectors");
}

TEST(LevelsView, SaysWhatWasAskedForAndWhatWasMoved) {
    LevelsShown rows("rows");
    rows.cursor.step = 7;
    EXPECT_EQ(rows.sentence(),
              "The loads of this step request *64 sectors*, of which *64* were requested before, "
              "with *255 others* in between at most. Up to here loads requested *" +
                  grouped(std::int64_t(rows.now().until.asked)) +
                  "* in all, *256* different ones. In the model, memory moved *256*.");
    EXPECT_TRUE(rows.drawn().sees("modelled"));
    EXPECT_TRUE(rows.drawn().sees("64 of 64"));
    EXPECT_TRUE(levels_view().words.badge.is_always(Badge::modelled));
}

// "The L2 holds 120 sectors" beside an L1 of 1 024 would be a riddle.
TEST(LevelsView, OfTheTwoCachesOnlyTheL2IsDrawnSmaller) {
    const LevelsShown pieces("pieces");
    const lab::CacheRoom& room = pieces.now().all->room;
    ASSERT_LT(room.l2, room.l1.front());
    EXPECT_NE(model_words(pieces.now()).find("An L1 keeps its size"), std::string::npos);
}

// A frame around what this step asks for, a hatching on what is moved again.
TEST(LevelsView, LightsTheStepAndHatchesWhatIsMovedAgain) {
    const auto hatched = [](const Picture& picture) {
        return picture.notes.of(MarkKind::hatch).size();
    };
    LevelsShown again("again"), pieces("pieces");
    for (LevelsShown* shown : {&again, &pieces}) shown->cursor.step = shown->steps() - 2;
    EXPECT_GT(hatched(again.drawn()), 500u);
    EXPECT_EQ(hatched(pieces.drawn()), 1u);  // the key's
}

TEST(LevelsView, TellsOfTheSectorUnderTheMouse) {
    LevelsShown rows("rows");
    rows.cursor.step = 7;
    const Picture picture = rows.drawn();
    const CanvasNotes& notes = picture.notes;
    const auto found = [&](float x, float y) {
        return levels_view().pointing.spot(notes, rows.context(), {0, 0, 1100, 560}, {x, y});
    };
    std::optional<Spot> seen;
    for (float x = 20; x < 700 && !seen; x += 5) seen = found(x, 40);
    ASSERT_TRUE(seen);
    EXPECT_NE(seen->words.find("The sector from *numbers["), std::string::npos) << seen->words;
    EXPECT_NE(seen->words.find("the L1 answered in the model."), std::string::npos) << seen->words;
    EXPECT_FALSE(found(1090, 550));
}

TEST(LevelsView, FitsRunsThatLoad) {
    EXPECT_TRUE(levels_view().fits(*LevelsShown("rows").result.picture));
    lab::Run none;
    EXPECT_FALSE(levels_view().fits(none));
}

TEST(LevelsView, WhoAnsweredAddsUpStepByStep) {
    const lab::Result again = drawn_rung("who_answers/again", {}),
                      pieces = drawn_rung("who_answers/pieces", {});
    EXPECT_EQ(level_apart(again, pieces), lab::Level::memory);
    EXPECT_FALSE(level_apart(again, again));
    const int last = int(again.picture->steps.size()) - 1;
    EXPECT_EQ(answered_up_to(again, lab::Level::memory, -1), 0u);
    std::uint64_t before = 0;
    for (int step = 0; step <= last; ++step) {
        const std::uint64_t now = answered_up_to(again, lab::Level::memory, step);
        EXPECT_GE(now, before) << step;
        before = now;
    }
    EXPECT_EQ(answered_up_to(again, lab::Level::memory, last + 1), 4096u);
    EXPECT_EQ(answered_up_to(pieces, lab::Level::memory, last + 1), 1024u);
}

TEST(LevelsView, AMarkThatIsDrawnKeepsItsWord) {
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

// The array that a thread reads again on its way up stands below five others.
TEST(LevelsView, LevelsOfAllArraysFindRoomOrSayThatTheyDoNot) {
    const lab::Result thomas = drawn_rung("tridiagonal/thomas_interleaved", {});
    const auto drawn = [&](float height) {
        return Picture("levels", thomas, {}, {0, 0, 720, height});
    };
    EXPECT_TRUE(drawn(256).sees("upper"));
    EXPECT_FALSE(drawn(256).sees("no room for"));
    EXPECT_TRUE(drawn(150).sees("no room for"));
}

}  // namespace
