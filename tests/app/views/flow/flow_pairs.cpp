// Where a lesson says that cells of shared memory are pairs, a pair is one cell of the data-flow
// picture, with both numbers; where none says so, all is as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/format.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/lens.h"
#include "app/views/flow/places.h"
#include "app/views/flow/words.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/opening/opening.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

std::shared_ptr<const lab::Run> pairs_run(const char* rung, std::vector<std::string> values) {
    lab::Request request;
    request.settings = *lab::settings_named(rung);
    for (const std::string& value : values) lab::assign(request.settings, value);
    return lab::simulate(request);
}

FlowLayout pairs_layout(const lab::Run& run) { return flow_layout(run, Cursor{}); }

double number_of(const lab::Run& run, std::uint32_t version) {
    float value = 0;
    const auto bits = static_cast<std::uint32_t>(run.flow->versions[version].after);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// Two inputs, the pairs, five rounds, the result: s and u of all steps up to each place.
TEST(FlowPairs, APairIsOneCell) {
    const auto run = pairs_run("recurrence/block", {"n=32", "block=32", "factors=about_one"});
    const FlowLayout layout = pairs_layout(*run);
    EXPECT_EQ(layout.unit, FlowUnit::pair);
    ASSERT_EQ(layout.columns.size(), 32u);
    ASSERT_EQ(layout.rows.size(), 2u + 1 + 5 + 1);
    for (int round = 0; round < 5; ++round) {
        const FlowRow& row = layout.rows[std::size_t(3 + round)];
        EXPECT_EQ(row.name, "reach \u2212" + std::to_string(1 << round));
        EXPECT_EQ(row.written, 32 - (1 << round));
        for (const FlowMark& mark : row.marks) {
            EXPECT_TRUE(mark.first && mark.version);
            EXPECT_LE(mark.writes, 1) << "two numbers, written once";
        }
    }
    const FlowRow &begin = layout.rows[2], &end = layout.rows[7];
    double s = 1, v = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        const double factor = number_of(*run, begin.marks[i].first);
        s *= factor;
        v = factor * v + number_of(*run, begin.marks[i].version);
        EXPECT_NEAR(number_of(*run, end.marks[i].first), s, 1e-5 * s) << i;
        EXPECT_NEAR(number_of(*run, end.marks[i].version), v, 1e-5 * v) << i;
        EXPECT_EQ(end.marks[i].first_text,
                  value_text(run->flow->versions[end.marks[i].first].after, lab::Type::f32));
    }
}

// Real and imaginary parts stand side by side: 64 complex numbers meet at distance 32, 16 and so
// on, and then the other way round.
TEST(FlowPairs, NeighboursAreAPair) {
    const auto run = pairs_run("fft/block", {});
    const FlowLayout layout = pairs_layout(*run);
    EXPECT_EQ(layout.unit, FlowUnit::pair);
    ASSERT_EQ(layout.columns.size(), 128u) << "signal and filter";
    int exchanges = 0;
    for (const FlowRow& row : layout.rows) {
        if (!row.name.starts_with("exchange")) continue;
        ++exchanges;
        for (const FlowMark& mark : row.marks)
            EXPECT_TRUE(mark.writes == 0 || (mark.first && mark.writes == 1)) << row.name;
    }
    EXPECT_EQ(exchanges, 3 * 6);
}

// Whoever reads the picture sees both, one above the other.
TEST(FlowPairs, BothNumbersAreDrawn) {
    lab::Result result;
    result.picture = pairs_run("recurrence/block", {"n=32", "block=32", "factors=about_one"});
    result.request = result.picture->request;
    const FlowLayout layout = pairs_layout(*result.picture);
    Cursor cursor;
    cursor.step = int(result.picture->steps.size()) - 1;
    const Picture picture("data_flow", result, cursor, {0, 0, 1100, 560});
    const FlowMark& mark = layout.rows[7].marks[3];
    ASSERT_NE(mark.first_text, mark.text);
    const auto box_of = [&](const std::string& text) {
        for (const NotedText& noted : picture.notes.texts)
            if (noted.text == text) return noted.box;
        ADD_FAILURE() << text << " is not drawn";
        return Rect{};
    };
    EXPECT_LT(box_of(mark.first_text).middle_y(), box_of(mark.text).middle_y());
    EXPECT_NEAR(box_of(mark.first_text).middle_x(), box_of(mark.text).middle_x(), 1);
    EXPECT_TRUE(picture.sees("In a cell: factor s above term u; two join to (s2 s1, s2 u1 + u2)"));
}

// Lanes that pass pairs by shuffles: both numbers in a cell, also where lanes have made their last.
TEST(FlowPairs, APairOfALaneIsOneCell) {
    for (const char* rung : {"recurrence/chain", "recurrence/look_back"})
        for (const char* type : {"type=float", "type=double"}) {
            const auto run = pairs_run(rung, {"n=64", "block=64", "factors=about_one", type});
            const FlowLayout layout = pairs_layout(*run);
            EXPECT_EQ(layout.unit, FlowUnit::lane) << rung;
            int rounds = 0;
            for (const FlowRow& row : layout.rows) {
                if (!row.name.starts_with("reach \u2212")) continue;
                rounds += row.written > 0;
                for (std::size_t lane = 0; lane < 32; ++lane) {
                    ASSERT_TRUE(row.marks[lane].first && row.marks[lane].version) << row.name;
                    EXPECT_FALSE(row.marks[lane].first_text.empty());
                }
            }
            EXPECT_GE(rounds, 5) << rung;
        }
}

// What lanes made of the last round are both numbers, and they are those that the warp leaves.
TEST(FlowPairs, TheLastPairOfAWarpIsWhatItLeaves) {
    const auto run = pairs_run("recurrence/chain", {"n=64", "block=64", "factors=about_one"});
    const FlowLayout layout = pairs_layout(*run);
    const auto last = std::ranges::find(layout.rows, "reach \u221216", &FlowRow::name);
    ASSERT_NE(last, layout.rows.end());
    double s = 1, v = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        const double factor = number_of(*run, layout.rows[0].marks[i].version);
        s *= factor;
        v = factor * v + number_of(*run, layout.rows[1].marks[i].version);
    }
    EXPECT_NEAR(number_of(*run, last->marks[31].first), s, 1e-5 * s);
    EXPECT_NEAR(number_of(*run, last->marks[31].version), v, 1e-5 * v);
}

TEST(FlowPairs, OtherKernelsHaveNone) {
    for (const char* rung : {"scan/shuffle", "scan/hillis"}) {
        const FlowLayout layout = pairs_layout(*pairs_run(rung, {"n=64", "block=64"}));
        EXPECT_NE(layout.unit, FlowUnit::pair) << rung;
        for (const FlowRow& row : layout.rows)
            for (const FlowMark& mark : row.marks) EXPECT_EQ(mark.first, 0u) << rung;
    }
}

// Of each equation shared memory holds three numbers, in three parts; in the kernel before they are
// three arrays. The picture is the same: the right sides, and whom they come from.
TEST(FlowPairs, PartsOfAnEquationAreOneCell) {
    const auto rows_of = [](const char* rung, const char* n) {
        const auto run = pairs_run(rung, {n, "systems=2"});
        const FlowLayout layout = pairs_layout(*run);
        std::vector<std::string> names;
        for (const FlowRow& row : layout.rows) {
            names.push_back(row.name);
            if (row.kind == FlowRowKind::output) continue;  // of four unknowns a thread
            for (const FlowMark& mark : row.marks) EXPECT_LE(mark.writes, 1) << rung;
        }
        EXPECT_EQ(layout.unit, FlowUnit::cell);
        names.push_back(std::to_string(layout.columns.size()));
        return names;
    };
    const std::vector<std::string> fixed = rows_of("tridiagonal/fixed", "n=32");
    EXPECT_EQ(fixed.back(), "32");
    EXPECT_NE(std::ranges::find(fixed, "reach \u00b18"), fixed.end());
    EXPECT_EQ(rows_of("tridiagonal/dynamic", "n=32"), fixed);
    EXPECT_EQ(rows_of("tridiagonal/blocks", "n=32"), fixed);
    EXPECT_EQ(rows_of("tridiagonal/four", "n=64").back(), "16");
}

// With one round no array feeds itself: what is made of the same cells of all three shows that they
// are one equation. Rows of one tile and columns of another are none.
TEST(FlowPairs, ArraysThatAreReadTogetherAreFieldsOfOne) {
    const auto run = pairs_run("tridiagonal/fixed", {"n=32", "steps=1"});
    const FlowLayout layout = pairs_layout(*run);
    EXPECT_EQ(layout.stage.size(), 3u);
    EXPECT_TRUE(ends_in_a_round(layout));
    std::set<int> from;
    for (const FlowArrow& arrow : layout.arrows)
        if (arrow.row + 1 == std::ssize(layout.rows) && arrow.column == 5) from.insert(arrow.from);
    EXPECT_EQ(from, (std::set{4, 5, 6}));
    EXPECT_EQ(pairs_layout(*pairs_run("matrix_product/straight", {"n=32"})).stage.size(), 1u);
}

// Three arrays go through the rounds side by side, or three parts of one: which of them a cell
// shows is said below. Rounds that reach to both sides are not told as a scan's are.
TEST(FlowPairs, SaysWhichOfSeveralNumbersACellShows) {
    for (const auto& [rung, words] :
         {std::pair{"tridiagonal/fixed", "In a cell: right; lower and upper change with it"},
          {"tridiagonal/dynamic", "In a cell: right side of an equation"},
          {"scan/hillis", "In a cell:"}}) {
        lab::Result result;
        result.picture = pairs_run(rung, {});
        result.request = result.picture->request;
        Cursor cursor;
        cursor.step = opening_step(find_view("data_flow"), *result.picture);
        const Picture picture("data_flow", result, cursor, {0, 0, 1000, 500});
        const bool scans = std::string_view(rung) == "scan/hillis";
        EXPECT_EQ(picture.sees(words), !scans) << rung;
        const FlowLayout layout = pairs_layout(*result.picture);
        EXPECT_EQ(flow_claim(*result.picture->flow, layout),
                  scans ? "Nine rounds, each twice as far"
                        : "Seven rounds, each twice as far, both ways");
    }
}

// The same kernel once more, for the sums of the first launch: its title says which launch it is.
TEST(FlowPairs, ASecondLaunchIsSaidToBeOne) {
    const auto run = pairs_run("reduction/two_passes", {"n=1024", "blocks=4"});
    ASSERT_EQ(run->launches.size(), 2u);
    const View& view = *find_view("data_flow");
    const auto claim_in = [&](int launch) {
        Cursor cursor;
        const auto at = std::ranges::find(run->steps, launch, &simulator::Step::launch);
        cursor.step = static_cast<int>(at - run->steps.begin());
        return view_claim(view.id, *run, cursor);
    };
    EXPECT_FALSE(claim_in(0).starts_with("Launch")) << claim_in(0);
    EXPECT_TRUE(claim_in(1).starts_with("Launch 2 of 2: ")) << claim_in(1);
}

// Where a butterfly's turn comes from is no place of the transform: rounds are told by their
// partners' distance, and cells are those of the numbers alone.
TEST(FlowPairs, ATableIsNoneOfTheNumbers) {
    const auto run = pairs_run("fft/together", {});
    const FlowLayout layout = pairs_layout(*run);
    ASSERT_EQ(layout.columns.size(), 64u);
    EXPECT_EQ(layout.columns.back(), 63);
    int exchanges = 0;
    for (const FlowRow& row : layout.rows) exchanges += row.name.starts_with("exchange ");
    EXPECT_EQ(exchanges, 12) << "six rounds forward, six back";
    const auto both = pairs_run("fft/unordered", {});
    EXPECT_EQ(pairs_layout(*both).columns.size(), 128u) << "signal and filter";
}

// But where the table is what a kernel is about, each butterfly has a turn of it.
TEST(FlowPairs, ATableIsSeenWhereItIsNew) {
    const auto run = pairs_run("fft/table", {});
    const FlowLayout layout = pairs_layout(*run);
    EXPECT_EQ(layout.columns.size(), 128u + 63) << "entry 0 stays empty";
    Cursor cursor;
    cursor.step = opening_step(find_view("data_flow"), *run);
    const int now = row_now(layout, run->steps, cursor.step);
    ASSERT_GE(now, 0);
    const auto of_table = [&](const FlowArrow& arrow) {
        return arrow.row == now && layout.columns[std::size_t(arrow.from)] >= 128;
    };
    EXPECT_EQ(std::ranges::count_if(layout.arrows, of_table), 64);
    // It stands at no distance, and is told beside the partner, of numbers alone.
    const std::string words = flow_sentence(*run, layout, now);
    EXPECT_NE(words.find("in *32* butterflies, each made from its own value and its partner's, "
                         "*4 places away*, and a turn from the table"),
              std::string::npos)
        << words;
    EXPECT_NE(words.find(". *64 keep theirs.*"), std::string::npos) << words;
    EXPECT_EQ(row_share(layout, now).front(), "64 of 128 pairs");
    lab::Result result;
    result.request = run->request, result.picture = run;
    const Picture picture("data_flow", result, cursor, {0, 0, 700, 340});
    EXPECT_TRUE(picture.sees("turn 4") && picture.sees("turn 5")) << "and not by its cell";
}

// Of a block's first round all four of a group are made before it opens, and a lens has whole ones.
TEST(FlowPairs, FourThatMeetAreSeenTogether) {
    lab::Request request;
    request.settings = lab::opening_of(*lab::settings_named("fft/by_four"));
    const auto run = lab::simulate(request);
    Cursor cursor;
    cursor.step = opening_step(find_view("data_flow"), *run);
    const FlowLayout& layout = flow_layout(*run, cursor);
    const int now = row_now(layout, run->steps, cursor.step);
    ASSERT_GE(now, 0);
    EXPECT_EQ(layout.rows[std::size_t(now)].name, "4 meet, \u00b116");
    EXPECT_EQ(layout.rows[std::size_t(now)].last_step, cursor.step);
    const std::string words = flow_sentence(*run, layout, now);
    EXPECT_NE(words.find("each made from *four that stand 16 apart*"), std::string::npos) << words;
    const std::vector<int> seen = lens_columns(layout, {now, 8, -1, now, 1});
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 16, 17, 32, 33, 48, 49}));
}

// A product of spectra is stored at a frequency and at that of the other sign, by one thread: two
// rows, and one round.
TEST(FlowPairs, OneResultInTwoPlacesIsOneRound) {
    for (const auto& [points, claim] : {std::pair{"points=64", "13 rounds in shared memory"},
                                        std::pair{"points=256", "17 rounds in shared memory"}}) {
        const auto run = pairs_run("fft/together", {points});
        EXPECT_EQ(flow_claim(*run->flow, pairs_layout(*run)), claim);
    }
}

// Of the last round the real parts alone leave: a pair of which one number matters does.
TEST(FlowPairs, APairMattersWhereOneOfItsNumbersDoes) {
    const auto run = pairs_run("fft/together", {});
    const FlowLayout layout = pairs_layout(*run);
    const auto out = std::ranges::find(layout.rows, FlowRowKind::output, &FlowRow::kind);
    ASSERT_NE(out, layout.rows.end());
    const FlowRow& last = *(out - 1);
    EXPECT_EQ(std::ranges::count(last.marks, true, &FlowMark::live), 60) << "outputs";
    const std::string words = flow_sentence(*run, layout, int(out - layout.rows.begin()) - 1);
    EXPECT_NE(words.find("Only 60* of them reach"), std::string::npos) << words;
}

// Butterflies, and not the row that puts products into another order.
TEST(FlowPairs, APictureOpensWhereValuesTravelInAPattern) {
    const auto run = pairs_run("fft/block", {});
    const FlowLayout layout = pairs_layout(*run);
    const int step = *heaviest_step(*find_view("data_flow"), *run);
    const int row = row_now(layout, run->steps, step);
    EXPECT_EQ(layout.rows[std::size_t(row)].name, "exchange \u00b14");
    const bool any = std::ranges::any_of(layout.rows, [](const FlowRow& of) {
        return of.name.starts_with("reach ") && of.name.find(" to +") != of.name.npos;
    });
    EXPECT_TRUE(any) << "the row in another order";
}

// What a row of loads says counts cells: a filter of 11 numbers has no 60.
TEST(FlowPairs, LoadsAreForCells) {
    const auto run = pairs_run("fft/direct", {});
    const FlowLayout layout = pairs_layout(*run);
    EXPECT_EQ(row_share(layout, 1).front(), "for 60 cells");
}

// A line from a column that is not shown is explained; where all are shown there is none.
TEST(FlowPairs, DashedLinesAreExplained) {
    const auto far = pairs_run("fft/together", {}),
               near = pairs_run("fft/together", {"n=6", "m=3", "points=8"});
    const auto explained = [](const std::shared_ptr<const lab::Run>& run) {
        lab::Result result;
        result.request = run->request, result.picture = run;
        Cursor cursor;
        cursor.step = *heaviest_step(*find_view("data_flow"), *run);
        return Picture("data_flow", result, cursor, {0, 0, 1300, 600}).sees("from outside it");
    };
    EXPECT_TRUE(explained(far));
    EXPECT_FALSE(explained(near));
}

// Of rounds that reach twice as far each, it opens at the third, with both numbers of each exchange
// made and the first two rounds above.
TEST(FlowPairs, ItOpensAtFourPlaces) {
    for (const auto& [rung, name] : {std::pair{"fft/block", "exchange \u00b14"},
                                     {"fft/table", "exchange \u00b14"},
                                     {"tridiagonal/fixed", "reach \u00b14"},
                                     {"tridiagonal/blocks", "reach \u00b14"},
                                     {"scan/hillis", "reach \u22124"}}) {
        const auto run = pairs_run(rung, {});
        Cursor cursor;
        cursor.step = opening_step(find_view("data_flow"), *run);
        const FlowLayout& layout = flow_layout(*run, cursor);
        const int now = row_now(layout, run->steps, cursor.step);
        ASSERT_GE(now, 0) << rung;
        const FlowRow& row = layout.rows[std::size_t(now)];
        EXPECT_EQ(row.name, name) << rung;
        EXPECT_EQ(row.last_step, cursor.step) << rung;
    }
}

// A thread that stores what it computed, and goes on with it, makes a chain: each step takes what
// the one before it stored.
TEST(FlowPairs, AChainGoesFromNeighbourToNeighbour) {
    const auto run = pairs_run("tridiagonal/thomas", {"n=8", "systems=32"});
    const FlowLayout layout = pairs_layout(*run);
    const auto named = [&](const char* name) {
        return std::ranges::count(layout.rows, name, &FlowRow::name);
    };
    EXPECT_EQ(named("reach \u22121"), 7) << "down";
    EXPECT_EQ(named("reach +1"), 7) << "up";
    EXPECT_EQ(flow_claim(*run->flow, layout), "14 rounds, each from a neighbour");
}

// In little room a row still says how far its values came: a register has no name.
TEST(FlowPairs, ARowOfLanesSaysHowFarItReaches) {
    app::testing::Driver driver(1366, 768);
    driver.shell.restore("tridiagonal/shuffles");
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "data_flow");
    EXPECT_TRUE(driver.says("reach \u00b14")) << "lane 0 takes from lane 28: four places, too";
    EXPECT_TRUE(driver.says("around the ends of the warp"));
    EXPECT_FALSE(driver.says("\u221228 to +28"));
    EXPECT_FALSE(driver.says("lane value"));
}

// The first equation has nobody before it, and loads nothing of a.
TEST(FlowPairs, ALoadStandsInTheRowOfItsArray) {
    const auto run = pairs_run("tridiagonal/thomas", {"n=8", "systems=1"});
    const FlowLayout layout = pairs_layout(*run);
    int seen = 0;
    for (const FlowRow& row : layout.rows) {
        if (row.kind != FlowRowKind::input) continue;
        for (const FlowMark& mark : row.marks) {
            if (!mark.version) continue;
            EXPECT_EQ(run->flow->versions[mark.version].array, row.array);
            ++seen;
        }
    }
    EXPECT_EQ(seen, 3 * 8 - 1);
}

// Four equations stand in a lane's registers, and a cell has room for one.
TEST(FlowPairs, OfSeveralEquationsOfALaneTheLastIsShownAndSaid) {
    const auto run = pairs_run("tridiagonal/shuffles", {});
    const FlowLayout layout = pairs_layout(*run);
    ASSERT_EQ(layout.unit, FlowUnit::lane);
    const FlowMark& result = layout.rows.back().marks[5];
    EXPECT_EQ(run->flow->versions[result.version].cell, 5 + 96);
    app::testing::Driver driver(1366, 768);
    const auto says = [&](const char* line, const char* words) {
        driver.shell.restore(line);
        driver.settle();
        return driver.says(words);
    };
    EXPECT_TRUE(says("tridiagonal/shuffles",
                     "right side of the last of a lane's 4 equations; rounds at distance 32 and "
                     "more stay within each lane"));
    EXPECT_FALSE(says("tridiagonal/shuffles steps=5", "within each lane"));
    EXPECT_TRUE(says("tridiagonal/shuffles n=32", "right side of an equation"));
}

// A convolution without spectra: which numbers of the signal an output reads, one line above the
// other, equal places above each other.
TEST(FlowPairs, AConvolutionShowsWhatItReads) {
    const View& view = *find_view("signature");
    for (const char* rung : {"fft/direct", "fft/tile"}) {
        lab::Result result;
        result.picture = pairs_run(rung, {});
        result.request = result.picture->request;
        ASSERT_TRUE(view.fits(*result.picture)) << rung;
        Cursor cursor;
        cursor.step = opening_step(&view, *result.picture);
        EXPECT_EQ(view_claim(view.id, *result.picture, cursor),
                  "Eleven neighbours in signal make most cells of out");
        const Picture picture("signature", result, cursor, {0, 0, 1000, 400});
        EXPECT_TRUE(picture.sees("the one at its own place and the 10 before it")) << rung;
        EXPECT_TRUE(picture.sees("numbers 0 to 10")) << rung;
    }
    EXPECT_FALSE(view.fits(*pairs_run("fft/block", {}))) << "it goes by butterflies";
    EXPECT_FALSE(view.fits(*pairs_run("vector_addition", {}))) << "two numbers have no neighbours";
    EXPECT_FALSE(view.fits(*pairs_run("bytes_in_flight", {}))) << "what it reads lies far apart";
    EXPECT_FALSE(view.fits(*pairs_run("scan/wide", {}))) << "a quarter of its cells are no rule";
}

}  // namespace
