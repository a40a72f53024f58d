// Signatures of real kernels: titles, the cell that they open at, what came through shared memory.
#include <gtest/gtest.h>

#include <cstdio>

#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// Numbers that stand for places say so where cells have room for them; other values do not.
TEST(SignatureWords, NumbersThatAreIndicesSaySo) {
    for (const float width : {1366.f, 1920.f}) {
        Driver driver(width, width * 9 / 16);
        driver.shell.slot = Slot::warp;
        driver.shell.view_of_slot[Slot::warp] = "signature";
        driver.shell.restore("transpose/tile n=128");
        driver.settle();
        driver.shell.slot = Slot::warp;
        driver.settle();
        ASSERT_EQ(driver.shell.stage_view()->id, "signature");
        const bool says =
            driver.sees("each number is its index in in") || driver.sees("indices of in");
        EXPECT_EQ(says, width > 1500) << width;
        EXPECT_TRUE(driver.misplaced.empty()) << width;
        driver.shell.restore("laplace/blocks");
        driver.settle();
        EXPECT_FALSE(driver.sees("indices of")) << "values of a field are none";
        EXPECT_FALSE(driver.sees("is its index")) << "values of a field are none";
    }
}

// Of a matrix of which a part is shown, how much that is; rows of one number are level.
TEST(SignatureWords, MatricesSayWhichPartIsShownAndAreLevel) {
    const lab::Result result = drawn_rung("laplace/wide", {});
    const View& view = *find_view("signature");
    Cursor cursor;
    cursor.step = opening_step(&view, *result.picture);
    const Picture picture("signature", result, cursor, {0, 0, 1310, 600});
    EXPECT_NE(picture.words().find("of 128 columns"), std::string::npos) << picture.words();
    EXPECT_FALSE(picture.sees("\u2026"));
    EXPECT_TRUE(picture.sees("~0"));
    const Rect read = picture.place("u"), written = picture.place("next");
    EXPECT_GT(written.y, read.y + 20) << "a row of halo lower";
    const lab::Result copy = drawn_rung("transpose/copy", {});
    cursor.step = opening_step(&view, *copy.picture);
    EXPECT_NE(
        Picture("signature", copy, cursor, {0, 0, 1310, 600}).words().find("empty: not made yet"),
        std::string::npos);
}

// The title speaks of a rule that holds for most cells, and the cell that is lit is one of them.
TEST(SignatureWords, TitleAndCellTellOneTruth) {
    OnStage two("laplace/two_sweeps", Slot::warp);
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

// In the first sweep nothing is warm yet: a cell of sources that are all 0 tells nothing.
TEST(SignatureWords, OpensAtSourcesThatDiffer) {
    for (const char* rung : {"blocks", "marching", "queue", "tile", "wide", "two_sweeps"}) {
        OnStage shown(std::string("laplace/") + rung, Slot::warp);
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
TEST(SignatureWords, ATurnedMatrixOpensAtACellThatMoved) {
    EXPECT_EQ(OnStage("transpose/copy", Slot::warp).claim("data_flow"), "Every cell is on its own");
    for (const std::string rung : {"write_columns", "read_columns", "tile", "padded", "wide"}) {
        OnStage shown("transpose/" + rung, Slot::warp);
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
TEST(SignatureWords, AMatrixThatIsTurnedInATileIsSeenInIt) {
    for (const std::string rung : {"tile", "padded", "wide"}) {
        OnStage shown("transpose/" + rung, Slot::warp);
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
    OnStage none("transpose/read_columns", Slot::warp);
    EXPECT_EQ(none.sentence("signature").find("through *row"), std::string::npos);
}

// Queue and tile make the same of the same; how it comes to the lane is told apart.
TEST(SignatureWords, TheTilesSignatureShowsWhatCameThroughIt) {
    OnStage queue("laplace/queue", Slot::warp), tile("laplace/tile", Slot::warp);
    EXPECT_EQ(queue.claim("signature"), "Six neighbours make each cell of next");
    EXPECT_EQ(tile.claim("signature"),
              "Six neighbours make each cell of next, four through shared memory");
    const auto dashed = [](OnStage& shown) {
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

}  // namespace
