// "Tiles": what a block brings of two matrices, by which steps, and how many products that serves.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/tiles/product.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

struct Multiplied {
    lab::Result result;
    const lab::Run& run;
    explicit Multiplied(const char* name, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(name, knobs)), run(*result.picture) {}
    const Product& product() const { return *product_of(run); }
    Cursor at(int step) const {
        Cursor cursor;
        cursor.step = step;
        return cursor;
    }
};

// The same from the kernels' text: a tile of 16 serves 16 products a number, a thread with eight by
// eight numbers reads sixteen of them for 64.
TEST(TilesProduct, CountsWhatALoadServes) {
    const Multiplied naive("matrix_product/naive", {"tile=16", "n=64"});
    EXPECT_EQ(naive.product().for_each_load(naive.product().a()), 1);
    EXPECT_EQ(naive.product().for_each_load(naive.product().b()), 1);
    EXPECT_EQ(naive.product().for_each_read(naive.product().a()), 0) << "it has no tile";
    const Multiplied straight("matrix_product/straight", {"tile=16", "n=64"});
    for (const ProductMatrix* matrix : {&straight.product().a(), &straight.product().b()}) {
        EXPECT_EQ(straight.product().for_each_load(*matrix), 16);
        EXPECT_EQ(straight.product().for_each_read(*matrix), 1);
        EXPECT_EQ(matrix->kept_in.size(), 1u);
    }
    EXPECT_NE(straight.product().a().kept_in, straight.product().b().kept_in);
    const Multiplied square("matrix_product/square", {"n=128"});
    EXPECT_EQ(square.product().for_each_load(square.product().a()), 128);
    EXPECT_EQ(square.product().for_each_read(square.product().a()), 8);
    EXPECT_EQ(square.product().for_each_read(square.product().b()), 8);
}

// Of the tile that is read worst: wavefronts beside the least that its requests could take.
double worst_read(const char* name) {
    const Multiplied run(name, {"tile=32", "n=64"});
    double worst = 0;
    for (const ProductMatrix* matrix : {&run.product().a(), &run.product().b()}) {
        const TileSums sums = matrix->at(run.product().steps());
        EXPECT_GT(sums.requests, 0u);
        worst = std::max(worst, double(sums.wavefronts) / double(sums.ideal));
    }
    return worst;
}

TEST(TilesProduct, KnowsHowATileIsRead) {
    EXPECT_GE(worst_read("matrix_product/transposed"), 8);
    EXPECT_EQ(worst_read("matrix_product/padded"), 1);
    EXPECT_EQ(worst_read("matrix_product/straight"), 1);
}

TEST(TilesProduct, WalksAlongARowAndDownAColumn) {
    const Multiplied run("matrix_product/straight", {"tile=16", "n=64"});
    std::vector<TileBox> of_a, of_b;
    for (int step = 0; step < std::ssize(run.run.steps); ++step) {
        const TileBox a = run.product().a().tile_at(run.run, step),
                      b = run.product().b().tile_at(run.run, step);
        if (!a.empty() && (of_a.empty() || of_a.back() != a)) of_a.push_back(a);
        if (!b.empty() && (of_b.empty() || of_b.back() != b)) of_b.push_back(b);
    }
    ASSERT_EQ(of_a.size(), 4u);
    ASSERT_EQ(of_b.size(), 4u);
    for (int i = 0; i < 4; ++i) {
        const TileBox made = run.product().c().all;
        EXPECT_EQ(of_a[std::size_t(i)], (TileBox{16 * i, made.top, 16 * i + 16, made.bottom}));
        EXPECT_EQ(of_b[std::size_t(i)], (TileBox{made.left, 16 * i, made.right, 16 * i + 16}));
    }
    EXPECT_TRUE(run.product().a().tile_at(run.run, -1).empty());
}

// Every load is counted where it fell, once a lane.
TEST(TilesProduct, SumsAreThoseOfTheCounters) {
    const Multiplied run("matrix_product/naive", {"tile=16", "n=48"});
    const auto moved = run.product().a().moved(run.product().steps());
    std::uint64_t all = 0;
    for (const std::uint32_t count : moved) all += count;
    EXPECT_EQ(all, run.product().a().at(run.product().steps()).memory);
    EXPECT_EQ(all, 16u * 16 * 48) << "each of the block's threads loads a row of a";
    EXPECT_EQ(std::ranges::max(moved), 16u);
    EXPECT_EQ(run.product().a().at(-1).memory, 0u);
}

TEST(TilesProduct, IsOfThreeMatricesThatFit) {
    EXPECT_EQ(product_of(*drawn_rung("transpose/tile", {}).picture), nullptr);
    EXPECT_EQ(product_of(*drawn_rung("reduction/sequential", {}).picture), nullptr);
    const Multiplied narrow("matrix_product/straight", {"shape=narrow", "tile=16", "n=64"});
    EXPECT_EQ(narrow.product().a().columns, 16);
    EXPECT_EQ(narrow.product().inner, 16);
    EXPECT_EQ(narrow.product().for_each_load(narrow.product().a()), 16);
}

TEST(TilesView, OpensInTheMiddleOfTheWalk) {
    const Multiplied run("matrix_product/straight", {"tile=16", "n=64"});
    const int step = opening_step(find_view("tiles"), run.run);
    const TileBox tile = run.product().b().tile_at(run.run, step);
    EXPECT_GT(tile.top, 0);
    EXPECT_LT(tile.bottom, 64);
}

// Of two tiles at the second: at the first nothing was read.
TEST(TilesView, OpensWhereSomethingWasRead) {
    for (const char* rung : {"matrix_product/transposed", "matrix_product/padded"}) {
        const Multiplied run(rung, {"tile=32", "n=64"});
        const int step = opening_step(find_view("tiles"), run.run);
        EXPECT_NEAR(run.product().share_read(step), .5, 1e-9) << rung;
    }
}

// A tile whose reads wait for banks leads to the picture that shows them.
TEST(TilesView, AConflictLeadsToItsBanks) {
    const View* view = find_view("tiles");
    const auto leads = [&](const char* rung) {
        const Multiplied run(rung, {"tile=32", "n=64"});
        const std::string said =
            view_sentence(view->id, run.run, run.at(opening_step(view, run.run)));
        return said.find("The picture *Banks* shows why") != std::string::npos;
    };
    EXPECT_TRUE(leads("matrix_product/transposed"));
    EXPECT_FALSE(leads("matrix_product/padded"));
    // What is counted are wavefronts: how long they take is a clock's to say.
    const Multiplied run("matrix_product/transposed", {"tile=32", "n=64"});
    const std::string said = view_sentence(view->id, run.run, run.at(opening_step(view, run.run)));
    EXPECT_NE(said.find("take *8 times* the necessary wavefronts"), std::string::npos) << said;
    const Picture picture("tiles", run.result, {}, {0, 0, 1800, 1000});
    EXPECT_TRUE(
        picture.sees("32 wavefronts a request, 4 would do: 16 bytes a lane, by quarter-warps"));
}

// Who is served together decides how few wavefronts can be: 16 bytes a lane take two where lanes in
// pairs want the same, and four where they don't.
TEST(TilesView, SaysWhichLanesAreServedTogether) {
    const Multiplied run("matrix_product/straight", {"tile=32", "n=64"});
    const Picture wide("tiles", run.result, {}, {0, 0, 1800, 1000});
    EXPECT_TRUE(wide.sees("2 wavefronts a request, the least: 16 bytes a lane, by half-warps"));
    EXPECT_TRUE(wide.sees("1 wavefront a request"));
    const Picture narrow("tiles", run.result, {}, {0, 0, 1320, 260});
    EXPECT_TRUE(narrow.sees("2 wavefronts: 16 bytes a lane, by half-warps"));
}

TEST(TilesView, SaysWhatItDraws) {
    const Multiplied run("matrix_product/transposed", {"tile=32", "n=64"});
    const View* view = find_view("tiles");
    const Cursor cursor = run.at(opening_step(view, run.run));
    EXPECT_EQ(view_claim(view->id, run.run, cursor), "A load serves 32 products with a tile");
    EXPECT_NE(view_sentence(view->id, run.run, cursor).find("makes *32 × 32* numbers of c"),
              std::string::npos);
    const Picture picture("tiles", run.result, cursor, {0, 0, 900, 600});
    for (const char* words : {"a, 64 × 64", "b, 64 × 64", "c, 64 × 64", "32",
                              "products for each load of a", "32 wavefronts a request"})
        EXPECT_TRUE(picture.sees(words)) << words;
    const Multiplied wide("matrix_product/wide", {"n=128"});
    EXPECT_EQ(view_claim(view->id, wide.run, {}),
              "A loaded number serves 128 products, a read of a tile 8");
    EXPECT_EQ(view_claim(view->id, Multiplied("matrix_product/square", {"n=128"}).run, {}),
              "A load serves 128 products, a read of a tile 8");
    EXPECT_EQ(view_claim(view->id, Multiplied("matrix_product/oblong", {"n=128"}).run, {}),
              "A loaded number serves 128 products, a read of a tile 8 to 16");
    EXPECT_EQ(wide.product().a().at(wide.product().steps()).loads * 4,
              wide.product().a().at(wide.product().steps()).memory);
    const Multiplied naive("matrix_product/naive", {"tile=32", "n=64"});
    EXPECT_EQ(view_claim(view->id, naive.run, {}), "Every product loads both of its numbers");
    const Multiplied half("matrix_product/tile_of_a", {"tile=32", "n=64"});
    EXPECT_EQ(view_claim(view->id, half.run, {}),
              "A load of a serves 32 products; each loads its own b");
}

// c is stored at the end alone: what it needs is read little by little.
TEST(TilesView, ShowsHowFarTheSumsAre) {
    const Multiplied run("matrix_product/straight", {"tile=16", "n=64"});
    const int end = run.product().steps() - 1;
    EXPECT_EQ(run.product().share_read(-1), 0);
    EXPECT_EQ(run.product().share_read(end), 1);
    const int half = opening_step(find_view("tiles"), run.run);
    EXPECT_NEAR(run.product().share_read(half), .5, 1e-9) << "the third of four tiles is loaded";
    const auto says = [](const Multiplied& of, int step, const char* words) {
        const std::string said = view_sentence("tiles", of.run, of.at(step));
        EXPECT_NE(said.find(words), std::string::npos) << said;
    };
    says(run, half, "has read *50 %* of what they need");
    says(run, -1, "has read *nothing* of what they need yet");
    const Multiplied naive("matrix_product/naive", {"tile=16", "n=64"});
    EXPECT_EQ(naive.product().share_read(naive.product().steps()), 1) << "from memory";
}

// No row of c is done before another.
TEST(TilesView, AllOfCIsInSumsAtOnce) {
    const Multiplied run("matrix_product/straight", {"tile=16", "n=64"});
    const int half = opening_step(find_view("tiles"), run.run);
    const Picture picture("tiles", run.result, run.at(half), {0, 0, 1000, 700});
    EXPECT_TRUE(picture.sees("50 %"));
    const auto outlines = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::outline, Role::accent) && mark.box.w > 40;
    });
    ASSERT_EQ(outlines.size(), 1u) << "of c";
    const auto fills = those(picture.notes.marks, [&](const NotedMark& mark) {
        return mark.is(MarkKind::fill, Role::accent) && mark.colour.alpha < .5f &&
               within(outlines.front(), mark.box.inside(-2));
    });
    EXPECT_FALSE(fills.empty()) << "a part of it is filled";
}

// Where there is little height matrices stand as a product is written, and no number is missing.
TEST(TilesView, StandsInARowWhereItIsLow) {
    const Multiplied run("matrix_product/transposed", {"tile=32", "n=64"});
    const Cursor cursor = run.at(opening_step(find_view("tiles"), run.run));
    const auto place = [](const Picture& picture, const std::string& words) {
        for (const NotedText& noted : picture.notes.texts)
            if (noted.text == words) return noted.box;
        ADD_FAILURE() << words << " is not drawn";
        return Rect{};
    };
    const Picture low("tiles", run.result, cursor, {0, 0, 1300, 230});
    const Picture high("tiles", run.result, cursor, {0, 0, 1000, 700});
    EXPECT_EQ(place(low, "a, 64 × 64").y, place(low, "b, 64 × 64").y);
    EXPECT_TRUE(low.sees("×") && low.sees("="));
    EXPECT_LT(place(high, "b, 64 × 64").y, place(high, "a, 64 × 64").y);
    for (const Picture* picture : {&low, &high})
        for (const char* words :
             {"products for each load of a", "products for each load of b",
              "product for each read of its tile of a", "product for each read of its tile of b",
              "32 wavefronts a request, 4 would do"})
            EXPECT_TRUE(picture->sees(words)) << words;
}

TEST(TilesView, OneIsNoPlural) {
    const Multiplied run("matrix_product/naive", {"tile=16", "n=64"});
    const Picture picture("tiles", run.result, run.at(3), {0, 0, 1000, 700});
    EXPECT_TRUE(picture.sees("product for each load of a"));
    EXPECT_FALSE(picture.sees("products for each load of a"));
    EXPECT_TRUE(picture.sees("loaded in this step")) << "no barrier parts its loads";
    EXPECT_TRUE(picture.sees("c: all are sums, deeper as more was read"));
}

// Of a figure that warns and others that do not, those go that do not.
TEST(TilesPicture, AFigureOfWasteIsTheLastThatIsDropped) {
    const Multiplied run("matrix_product/transposed", {"tile=32"});
    int others_dropped = 0;
    for (float height = 200; height < 600; height += 10) {
        const Picture picture("tiles", run.result, {}, {0, 0, 720, height});
        const bool wasted = picture.sees("32 wavefronts"), others = picture.sees("loads by lanes"),
                   all = others && picture.sees("1 wavefront a request");
        EXPECT_TRUE(wasted || !others) << height;
        others_dropped += wasted && !all;
    }
    EXPECT_GT(others_dropped, 0);
}

TEST(TilesView, WhatIsReadHasAKeyInLittleRoom) {
    Laptop laptop;
    laptop.open("matrix_product/one_block");
    EXPECT_TRUE(laptop.driver.sees("c: deeper as more was read") ||
                laptop.driver.sees("c: deeper, more read"));
}

}  // namespace
