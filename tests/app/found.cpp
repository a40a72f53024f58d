// What was seen to mislead in pictures of real kernels, and must not come back: titles, legends,
// bars that name what they show.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "app/views/cell_names.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/places.h"
#include "app/views/flow/words.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "app/weights.h"
#include "tests/app/picture.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

// The run of a line of state, where its picture opens.
struct Shown {
    Driver driver;
    explicit Shown(const std::string& line, Slot slot, float width = 1920, float height = 1080)
        : driver(width, height) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.slot = slot;
        driver.settle();
    }
    const lab::Run& run() { return *driver.shell.session.picture(); }
    const Cursor& cursor() { return driver.shell.playback.cursor; }
    std::string claim(const char* view) { return view_claim(view, run(), cursor()); }
    std::string sentence(const char* view) { return view_sentence(view, run(), cursor()); }
};

TEST(Found, AStencilIsNotACopyOfWhatStandsAboveIt) {
    Shown queue("laplace/queue", Slot::warp);
    EXPECT_EQ(queue.claim("data_flow"), "Six values make each cell");
    EXPECT_NE(queue.sentence("data_flow").find("each from the *six* values above it"),
              std::string::npos)
        << queue.sentence("data_flow");
    const FlowLayout layout = flow_layout(queue.run(), queue.cursor());
    EXPECT_EQ(std::ranges::count(layout.rows, FlowRowKind::input, &FlowRow::kind), 6);
    EXPECT_EQ(row_share(layout, 0), row_share(layout, 1)) << "all of them are there";
    Shown vectors("vector_addition/one_each", Slot::warp);
    EXPECT_EQ(vectors.claim("data_flow"), "Two values make each cell");
}

// Later launches read what the block itself wrote in those before.
TEST(Found, EachSweepOfAStencilTakesAsManyValues) {
    Shown queue("laplace/queue", Slot::warp);
    const lab::Run& run = queue.run();
    std::set<int> launches;
    for (Cursor at; at.step < std::ssize(run.steps); ++at.step) {
        if (!launches.insert(run.steps[std::size_t(at.step)].launch).second) continue;
        EXPECT_EQ(view_claim("data_flow", run, at), "Six values make each cell")
            << "launch " << run.steps[std::size_t(at.step)].launch;
        EXPECT_EQ(flow_layout(run, at).loads, 6);
    }
    EXPECT_EQ(launches.size(), 4u);
}

// The title speaks of a rule that holds for most cells, and the cell that is lit is one of them.
TEST(Found, TitleAndCellOfASignatureTellOneTruth) {
    Shown two("laplace/two_sweeps", Slot::warp);
    EXPECT_EQ(two.claim("signature"),
              "Six cells of u and five from shared memory make most cells of next");
    const std::string said = two.sentence("signature");
    EXPECT_NE(said.find("*6 cells* of u and *5 cells* of room (made before, in shared memory)"),
              std::string::npos)
        << said;
    lab::Result result;
    result.picture = two.driver.shell.session.shown()->picture;
    const Picture picture("signature", result, two.cursor(), {0, 0, 1300, 680});
    EXPECT_TRUE(picture.sees("the six around the cell 1 plane further"));
    EXPECT_TRUE(picture.sees("halo: another block makes it")) << "what dashes mean";
    EXPECT_TRUE(std::ranges::any_of(picture.notes.marks, is_chosen)) << "a cell that is made now";
}

TEST(Found, LaunchesOfSeveralKernelsAreNamed) {
    Shown three("scan/three_kernels n=2048 block=256", Slot::warp);
    EXPECT_TRUE(three.claim("data_flow").starts_with("Launch ")) << three.claim("data_flow");
    EXPECT_NE(three.claim("data_flow").find(" of 3: "), std::string::npos);
    Shown tree("reduction/sequential", Slot::warp);
    EXPECT_EQ(tree.claim("data_flow").find("Launch"), std::string::npos) << "it is one kernel";
}

TEST(Found, KernelsWithoutBarriersHaveNoIntervalsOfThem) {
    Shown vectors("vector_addition/one_each", Slot::warp);
    EXPECT_FALSE(vectors.driver.sees("interval"));
    EXPECT_FALSE(vectors.driver.sees("1 of 1"));
    Shown sweeps("laplace/blocks", Slot::warp);
    EXPECT_FALSE(sweeps.driver.sees("barrier interval"));
    EXPECT_TRUE(sweeps.driver.sees("launch ") && sweeps.driver.sees(" of 4"));
}

// Nothing shines through a cell that a line runs behind.
TEST(Found, LinesRunBehindTheValuesTheyPass) {
    Shown vectors("vector_addition/one_each", Slot::warp);
    const auto sources = those(vectors.driver.marks, [](const NotedMark& mark) {
        return mark.card == "stage" && mark.is(MarkKind::fill, Role::accent) &&
               mark.colour.alpha < .3f && mark.colour.alpha > .1f;
    });
    ASSERT_GT(sources.size(), 30u);
    for (const NotedMark& mark : sources) EXPECT_TRUE(mark.colour.ground);
}

// Rows end where the map above them does.
TEST(Found, RowsAndMapHaveOneRightEdge) {
    Shown wide("reduction/shuffle", Slot::warp, 3840, 2160);
    const FlowLayout& layout = flow_layout(wide.run(), wide.cursor());
    for (const Rect area : {Rect{0, 0, 3400, 1500}, Rect{0, 0, 1100, 500}}) {
        const FlowPlaces places = places_of(layout, wide.cursor(), metrics_of(Density::desk), area,
                                            row_now(layout, wide.run().steps, wide.cursor().step));
        if (places.map.w <= 0) continue;
        EXPECT_NEAR(places.right(), places.map.right(), .5f);
    }
}

TEST(Found, TheRowThatIsNowIsWhole) {
    Shown last("reduction/sequential --at step=74", Slot::warp, 1366, 768);
    const auto cells = those(last.driver.marks, [](const NotedMark& mark) {
        return mark.card == "stage" && is_chosen(mark) && mark.box.h > 14 && mark.box.w > 14 &&
               mark.kind == MarkKind::fill;
    });
    for (const NotedMark& mark : cells) EXPECT_LE(mark.box.bottom(), mark.clip.bottom() + .5f);
    EXPECT_TRUE(last.driver.sees("sums"));
}

// --- banks

TEST(Found, ADoubleIsServedInHalvesOfTheWarp) {
    Shown doubles("reduction/strided type=double --at step=13", Slot::memory);
    lab::Result result;
    result.picture = doubles.driver.shell.session.shown()->picture;
    const Picture picture("banks", result, doubles.cursor(), {0, 0, 1200, 640});
    EXPECT_TRUE(picture.sees("2nd half"));
    EXPECT_FALSE(picture.notes.of(MarkKind::dashed_line, Role::stroke).empty());
    EXPECT_TRUE(picture.sees("two")) << "parts";
    Shown floats("reduction/strided --at step=13", Slot::memory);
    result.picture = floats.driver.shell.session.shown()->picture;
    const Picture other("banks", result, floats.cursor(), {0, 0, 1200, 640});
    EXPECT_FALSE(other.sees("half"));
    EXPECT_TRUE(other.notes.of(MarkKind::dashed_line, Role::stroke).empty());
}

TEST(Found, BarsOfARoundStandTogetherAndSayHowFarItReaches) {
    Shown strided("reduction/strided", Slot::memory);
    lab::Result result;
    result.picture = strided.driver.shell.session.shown()->picture;
    const Picture picture("banks", result, strided.cursor(), {0, 0, 1240, 640});
    for (const char* reach : {"+1", "+2", "+4", "+8"}) EXPECT_TRUE(picture.notes.find(reach));
    EXPECT_TRUE(picture.notes.find("launch 2"));
    EXPECT_LT(picture.place("+1").x, picture.place("+2").x);
    EXPECT_TRUE(picture.sees("+n: a lane's two loads lie n elements apart"));
}

// --- cards

TEST(Found, TheStrideInForceIsLit) {
    Driver driver;
    driver.shell.restore("vector_addition/strided stride=16");
    driver.settle();
    driver.shell.session.complete(3e7, 24);
    driver.settle();
    const View& view = *find_view("sectors_by_stride");
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    driver.shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
        view.draw(notes, context, {0, 0, 700, 260});
    });
    const auto chosen = those(notes.marks, is_chosen);
    ASSERT_EQ(chosen.size(), 1u);
    const NotedText* label = nullptr;  // not a number of sectors: those stand over the columns
    for (const NotedText& text : notes.texts)
        if (text.text == "16" && text.box.y > chosen[0].box.bottom()) label = &text;
    ASSERT_TRUE(label);
    EXPECT_NEAR(chosen[0].box.middle_x(), label->box.middle_x(), 2);
}

// --- field

TEST(Found, ALoadOfFourPointsIsOneFrame) {
    Shown wide("laplace/wide", Slot::warp);
    lab::Result result;
    result.picture = wide.driver.shell.session.shown()->picture;
    const Picture picture("field", result, wide.cursor(), {0, 0, 1200, 640});
    EXPECT_TRUE(picture.sees("points"));
    const auto frames = those(picture.notes.of(MarkKind::outline, Role::accent),
                              [](const NotedMark& mark) { return mark.box.w > 3 * mark.box.h; });
    EXPECT_GT(frames.size(), 0u);
    Shown blocks("laplace/blocks", Slot::warp);
    result.picture = blocks.driver.shell.session.shown()->picture;
    const Picture other("field", result, blocks.cursor(), {0, 0, 1200, 640});
    EXPECT_TRUE(those(other.notes.of(MarkKind::outline, Role::accent), [](const NotedMark& mark) {
                    return mark.box.w > 3 * mark.box.h;
                }).empty());
}

// Why the tile asks for less and yet does not win is a question of these counts and a clock.
TEST(Found, TheTileLoadsEachPointOnceAndPaysInSharedMemory) {
    Shown march("laplace/marching", Slot::warp), tile("laplace/tile", Slot::warp);
    EXPECT_EQ(march.claim("field"), "A block loads its own points up to six times, the halo once");
    EXPECT_NE(march.sentence("field").find("*6 points loaded* for each"), std::string::npos);
    EXPECT_EQ(march.sentence("field").find("shared memory"), std::string::npos);
    // 32 x 8 points in 8 planes; a ring of 80 in each and the planes at either end: 3200 of 2048.
    EXPECT_EQ(tile.claim("field"),
              "A block loads each point once, but 1.56 points for each it makes");
    EXPECT_EQ(Shown("laplace/two_sweeps", Slot::warp).claim("field"),
              "A block loads its own points and its halo up to four times");
    EXPECT_NE(tile.sentence("field").find(
                  "*1.56 points loaded* for each that it makes, and *5.31* values "
                  "to and from shared memory, with *8 barriers*."),
              std::string::npos)
        << tile.sentence("field");
}

// In the first sweep nothing is warm yet: a cell of sources that are all 0 tells nothing.
TEST(Found, ASignatureOpensAtSourcesThatDiffer) {
    for (const char* rung : {"blocks", "marching", "queue", "tile", "wide", "two_sweeps"}) {
        Shown shown(std::string("laplace/") + rung, Slot::warp);
        const View& view = *find_view("signature");
        const lab::Run& run = shown.run();
        ASSERT_TRUE(view.fits(run)) << rung;
        const double opens = view.interest.weight(run, *heaviest_step(view, run));
        EXPECT_GE(opens, 1) << rung;
        const int first =
            int(std::ranges::find_if(weights_of(view, run), [](double made) { return made > 0; }) -
                weights_of(view, run).begin());
        EXPECT_LT(view.interest.weight(run, first), opens)
            << rung << ": the first sweep made of zeros";
    }
}

// On the diagonal nothing turns, so a picture of a turned matrix opens beside it.
TEST(Found, ATurnedMatrixOpensAtACellThatMoved) {
    EXPECT_EQ(Shown("transpose/copy", Slot::warp).claim("data_flow"), "Every cell is on its own");
    for (const std::string rung : {"write_columns", "read_columns", "tile", "padded", "wide"}) {
        Shown shown("transpose/" + rung, Slot::warp);
        const std::string words = shown.sentence("signature");
        int cell = 0;
        ASSERT_EQ(std::sscanf(words.c_str(), "*out[%d]*", &cell), 1) << words;
        EXPECT_NE(cell / 128, cell % 128) << rung << ": " << words;
        EXPECT_NE(words.find(" loads *1 value*."), std::string::npos) << words;
        EXPECT_EQ(shown.claim("data_flow"), "Every value goes to another place") << rung;
        lab::Result result;
        result.picture = shown.driver.shell.session.shown()->picture;
        Cursor last = shown.cursor();
        last.step = int(shown.run().steps.size()) - 1;  // where the block's last rows are written
        const Picture picture("signature", result, last, {0, 0, 1200, 640});
        const auto lit = [](const NotedMark& mark) { return mark.box.w > 20; };
        EXPECT_EQ(those(picture.notes.of(MarkKind::outline, Role::accent), lit).size() +
                      those(picture.notes.of(MarkKind::dashed_outline, Role::accent), lit).size(),
                  rung.ends_with("columns") ? 1u : 2u)
            << rung << ": what the cell is made from is in the picture, and where it waited";
    }
}

// From the array through shared memory to the array, each value in all its digits: cells that all
// say "1k" tell nothing.
TEST(Found, AMatrixThatIsTurnedInATileIsSeenInIt) {
    for (const std::string rung : {"tile", "padded", "wide"}) {
        Shown shown("transpose/" + rung, Slot::warp);
        lab::Result result;
        result.picture = shown.driver.shell.session.shown()->picture;
        Cursor last = shown.cursor();
        last.step = int(shown.run().steps.size()) - 1;
        for (const Rect area : {Rect{0, 0, 1300, 600}, Rect{0, 0, 720, 340}}) {
            const Picture picture("signature", result, last, area);
            const Rect in = picture.place("in"), tile = picture.place("tile"),
                       out = picture.place("out");
            EXPECT_LT(in.x, tile.x) << rung;
            EXPECT_LT(tile.x, out.x) << rung;
            for (const NotedText& text : picture.notes.texts)
                EXPECT_FALSE(text.text.ends_with("k")) << rung << ": " << text.text;
        }
        const Picture wide("signature", result, last, {0, 0, 1300, 600});
        EXPECT_TRUE(
            wide.sees("in shared memory, rows of " + std::string(rung == "tile" ? "32" : "33")));
        const auto digits = std::ranges::count_if(wide.notes.texts, [](const NotedText& text) {
            return text.text.size() >= 4 &&
                   text.text.find_first_not_of("0123456789") == std::string::npos;
        });
        EXPECT_GE(digits, 60) << rung << ": thousands have room";
        const std::string words = view_sentence("signature", shown.run(), last);
        EXPECT_NE(words.find(", through *row "), std::string::npos) << words;
        EXPECT_NE(words.find("* of tile."), std::string::npos) << words;
    }
    Shown none("transpose/read_columns", Slot::warp);
    EXPECT_EQ(none.sentence("signature").find("through *row"), std::string::npos);
}

// Queue and tile make the same of the same; how it comes to the lane is told apart.
TEST(Found, TheTilesSignatureShowsWhatCameThroughIt) {
    Shown queue("laplace/queue", Slot::warp), tile("laplace/tile", Slot::warp);
    EXPECT_EQ(queue.claim("signature"), "Six neighbours make each cell of next");
    EXPECT_EQ(tile.claim("signature"),
              "Six neighbours make each cell of next, four through shared memory");
    const auto dashed = [](Shown& shown) {
        lab::Result result;
        result.picture = shown.driver.shell.session.shown()->picture;
        const Picture picture("signature", result, shown.cursor(), {0, 0, 1200, 640});
        return those(picture.notes.of(MarkKind::dashed_outline, Role::accent),
                     [](const NotedMark& mark) { return mark.box.w > 20; })
            .size();
    };
    EXPECT_EQ(dashed(queue), 0u);
    EXPECT_EQ(dashed(tile), 4u) << "those of its plane";
}

// One place in 33 holds no number: reaches and cells leave it out, as the kernel without it has
// them.
TEST(Found, PaddingIsNoReach) {
    Shown padded("scan/padded n=512 block=512", Slot::warp);
    lab::Result result;
    result.picture = padded.driver.shell.session.shown()->picture;
    const FlowLayout& layout = flow_layout(*result.picture, padded.cursor());
    const auto far = std::ranges::find(layout.rows, "reach \u221232", &FlowRow::name);
    ASSERT_NE(far, layout.rows.end());
    Cursor cursor = padded.cursor();
    cursor.step = far->last_step;
    const Picture picture("data_flow", result, cursor, {0, 0, 1200, 640});
    EXPECT_TRUE(picture.sees("513 of 529 cells"));
    EXPECT_TRUE(picture.sees("reach \u221232"));
    EXPECT_FALSE(picture.sees("reach \u221233"));
    FlowLayout row;
    for (int i = 0; i < 40; ++i) row.columns.push_back(i);
    EXPECT_EQ(empty_places(row), 0);
    row.columns.push_back(41);
    EXPECT_EQ(empty_places(row), 1);
    row.columns.push_back(43);
    EXPECT_EQ(empty_places(row), 0) << "not every so many";
    row.columns = {0, 2, 4, 6};
    EXPECT_EQ(empty_places(row), 0) << "a stride";
}

// The two arrays change places after each sweep; a kernel reads its `u` and writes its `next`.
TEST(Found, WordsNameWhatTheKernelNames) {
    Shown shown("laplace/marching", Slot::warp);
    const lab::Run& run = shown.run();
    for (const int launch : {0, 1}) {
        Cursor cursor;
        cursor.step = int(std::ranges::find_if(run.steps,
                                               [&](const simulator::Step& step) {
                                                   return step.launch == launch &&
                                                          step.kind == simulator::EventKind::store;
                                               }) -
                          run.steps.begin());
        EXPECT_NE(now_text(run, cursor).find("write `next`"), std::string::npos)
            << now_text(run, cursor);
        const auto boxes = boxes_of(run, cursor);
        ASSERT_EQ(boxes.size(), 2u);
        EXPECT_EQ(boxes.front().count, "6 of 6")
            << "what is loaded behind the store is the next turn's";
        EXPECT_TRUE(boxes.back().name.starts_with("next[")) << boxes.back().name;
        cursor.step -= 1;
        const auto before = boxes_of(run, cursor);
        ASSERT_FALSE(before.empty());
        EXPECT_TRUE(before.front().name.starts_with("u[")) << before.front().name;
        EXPECT_EQ(view_claim("signature", run, cursor), "Six neighbours make each cell of next");
        EXPECT_TRUE(view_sentence("signature", run, cursor).starts_with("*next["));
    }
    const simulator::Array& tile = Shown("laplace/tile", Slot::warp).run().trace->arrays.back();
    EXPECT_EQ(name_in_kernel(run, 1, tile), tile.name) << "no argument";
}

// The block has neighbours above and below, and the slice that it opens with is warm inside.
TEST(Found, TheFieldHasHotSpotsAndTheBlockNeighbours) {
    Shown march("laplace/marching", Slot::warp);
    EXPECT_EQ(march.run().trace->watched.front(), 1u + 4 * 1);
    EXPECT_EQ(Shown("laplace/blocks", Slot::warp).run().trace->watched.front(),
              1u + 4 * (1 + 3 * 2));
    lab::Result result;
    result.picture = march.driver.shell.session.shown()->picture;
    const Picture picture("field", result, march.cursor(), {0, 0, 1200, 640});
    const NotedMark field = picture.notes.of(MarkKind::field).at(0);
    int warm = 0, cold = 0;
    ASSERT_EQ(field.columns, 128);
    for (int row = 5; row < 19; ++row)
        for (int column = 5; column < 123; ++column) {
            const float value = field.values[std::size_t(128 * row + column)];
            warm += value > .3f, cold += value < .1f;
        }
    EXPECT_GT(warm, 250);
    EXPECT_GT(cold, 170);
}

TEST(Found, TheHalosLegendIsTheLastToGo) {
    for (const auto& [width, height] : {std::pair{1280.f, 720.f}, {1024.f, 768.f}}) {
        Shown tile("laplace/tile", Slot::warp, width, height);
        EXPECT_TRUE(tile.driver.says("halo points that it reads and does not compute"))
            << width << " x " << height;
    }
}

// From row to row the light goes over; it does not jump, and not at all where nothing may move.
TEST(Found, CellsOfADataFlowAreLitByAndBy) {
    Shown tree("reduction/sequential", Slot::warp);
    lab::Result result;
    result.picture = tree.driver.shell.session.shown()->picture;
    Cursor cursor = tree.cursor();
    Glides glides;
    const auto strongest = [&](int step, double now) {
        cursor.step = step;
        glides.begin(now, false);
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        find_view("data_flow")
            ->draw(notes,
                   {result, cursor, Metrics{}, Series{}, nullptr, nullptr, {}, nullptr, &glides},
                   {0, 0, 1200, 640});
        float most = 0;
        for (const NotedMark& mark : notes.of(MarkKind::fill, Role::accent))
            if (mark.box.h > 20 && mark.box.w < 80)  // cells
                most = std::max(most, mark.colour.alpha);
        return most;
    };
    const FlowLayout& layout = flow_layout(tree.run(), cursor);
    const int now = row_now(layout, tree.run().steps, cursor.step);
    const int next = layout.rows[std::size_t(now) + 1].last_step;
    EXPECT_EQ(strongest(cursor.step, 0), 1) << "it opens lit";
    EXPECT_LT(strongest(next, 1), .5f);
    const float half = strongest(next, 1.1);
    EXPECT_GT(half, .3f);
    EXPECT_LT(half, 1);
    EXPECT_EQ(strongest(next, 1.3), 1) << "280 ms later";
}

}  // namespace
