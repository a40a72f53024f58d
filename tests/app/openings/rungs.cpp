// Where kernels open that their lesson's first picture would not tell apart, and two in step.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/in_step.h"
#include "app/shell/in_step_choice.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/places.h"
#include "app/views/flow/words.h"
#include "app/views/now.h"
#include "app/views/queue/words.h"
#include "app/views/tiles/product.h"
#include "app/weights.h"
#include "lab/opening/opening.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"
#include "tests/helpers/part.h"
#include "tests/helpers/words.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;
using tests::has;

std::string opens_with(Driver& driver, const std::string& line) {
    EXPECT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    return driver.shell.stage_view() ? driver.shell.stage_view()->id : "";
}

// How many accounts of a thread do not wait for each other.
TEST(Openings, OfAccountsShowHowManyAreUnderWay) {
    for (const auto& [rung, loads] :
         {std::pair{"occupancy/two", "Two loads"}, {"occupancy/four", "Four loads"}}) {
        const lab::Result result = drawn_rung(rung, {});
        const View& view = *find_view("in_flight");
        Cursor cursor;
        cursor.step = opening_step(&view, *result.picture);
        EXPECT_TRUE(view_claim(view.id, *result.picture, cursor).starts_with(loads)) << rung;
    }
}

// One block that makes all of c goes on to its next part where one is made.
TEST(Openings, OfOneBlockShowsThatItWalks) {
    for (const char* tile : {"tile=32", "tile=16"}) {
        const lab::Result result = drawn_rung("matrix_product/one_block", {tile});
        const lab::Run& run = *result.picture;
        const auto& c = product_of(run)->c();
        ASSERT_FALSE(c.touches.empty());
        EXPECT_EQ(run.launches.front().grid.count(), 1u);
        EXPECT_EQ(c.all.count(), 4 * c.touches.front().box.count()) << tile;
    }
}

// The first launch has the banks that meet; in the kernel that was chosen none do, and that is it.
TEST(Openings, AreInTheKernelThatWasChosen) {
    Driver driver(1366, 768);
    EXPECT_EQ(opens_with(driver, "fft/spread"), "banks");
    const lab::Run& run = *driver.shell.session.picture();
    const auto& step = run.steps[std::size_t(driver.shell.playback.cursor.step)];
    EXPECT_EQ(run.launches[step.launch].kernel, run.request.settings.kernel());
    EXPECT_TRUE(find_view("banks")->interest.shows_step(step));
}

// A rung names a picture that there is, and values that it can run.
TEST(Openings, OfAllKernelsRunAndAreDrawn) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Rung& rung : lesson->rungs)
            for (const lab::OpeningPlace& place : rung.opens) {
                lab::Settings opened = *lab::settings_named(lesson->id + "/" + rung.id);
                const auto is = std::min(place.chosen.find('='), place.chosen.size() - 1);
                if (const auto* knob = lab::find_knob(*opened.subject, place.chosen.substr(0, is)))
                    opened.set(*knob, std::ranges::find(knob->choices, place.chosen.substr(is + 1),
                                                        &lab::Choice::id) -
                                          knob->choices.begin());
                else
                    EXPECT_EQ(place.chosen, "");
                EXPECT_TRUE(place.view.empty() || find_view(place.view)) << place.view;
                for (const auto& [knob, value] : place.values) opened.set(*knob, value);
                EXPECT_FALSE(lab::refusal(opened)) << lab::with_knobs(opened);
            }
}

// Where the scope of a flag is what puts two accesses in order; and there it says what would not.
TEST(Openings, OfAScopeAreWhereItIsSeen) {
    Driver driver(1366, 768);
    EXPECT_EQ(opens_with(driver, "memory_model/block_scope"), "happens_before");
    EXPECT_TRUE(driver.says("The flag brings data[0] with it"));
    EXPECT_TRUE(driver.says("Turn Threads per block to 32 to see it go wrong"));
    EXPECT_TRUE(lab::names_opening("memory_model/block_scope block=32",
                                   *lab::settings_named("memory_model/block_scope")));
    EXPECT_FALSE(lab::names_opening("memory_model/release block=32",
                                    *lab::settings_named("memory_model/release")));
    driver.shell.restore("memory_model/block_scope block=32 launches=2");
    driver.settle();
    EXPECT_TRUE(driver.says("The end of a launch orders"));
}

TEST(InStep, BothOpenAtTheSameKindOfStep) {
    const lab::Result global = drawn_rung("histogram/global", {"skew=one"}),
                      shared = drawn_rung("histogram/shared", {"skew=one"});
    const View* view = find_view("same_address");
    const int at = opening_step(view, *global.picture);
    const int other = step_beside(view, *global.picture, at, *shared.picture);
    EXPECT_EQ(other, opening_step(view, *shared.picture));
    EXPECT_NE(other, step_beside(*global.picture, at, *shared.picture)) << "its last one";
    const int last = static_cast<int>(global.picture->steps.size()) - 1;
    EXPECT_LE(step_beside(view, *global.picture, at - 1, *shared.picture), other);
    EXPECT_GE(step_beside(view, *global.picture, last, *shared.picture), other);
}

// Another kernel of as many rounds stands in the same one.
TEST(InStep, AsManyRoundsStayBesideEachOther) {
    const lab::Result plain = drawn_rung("scan/blelloch", {}),
                      padded = drawn_rung("scan/padded", {});
    const View* view = find_view("banks");
    const int at = opening_step(view, *plain.picture);
    EXPECT_EQ(step_beside(view, *plain.picture, at, *padded.picture),
              step_beside(*plain.picture, at, *padded.picture));
}

// The lower rung above, or at the left, and said first.
TEST(InStep, TheFirstOfALadderStandsFirst) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    const auto& places = driver.shell.ui_state.places;
    const Rect shown = places.at("stage.race.shown"), beside = places.at("stage.race.beside");
    EXPECT_TRUE(shown.y < beside.y || shown.x < beside.x);
    EXPECT_TRUE(driver.says("Kernel 1 → 3: "));
    EXPECT_TRUE(driver.says("filled: up to here; outline: whole run"));
    driver.shell.session.settings().rung = 3;
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 3 → 4: "));
}

TEST(InStep, WhatWasTimedInTurnsIsTurnedOver) {
    const lab::Interval turned = turned_over({2, 1.6, 4});
    EXPECT_DOUBLE_EQ(turned.median, .5);
    EXPECT_DOUBLE_EQ(turned.low, .25);
    EXPECT_DOUBLE_EQ(turned.high, .625);
}

// Which addresses atomics meet at depends on the numbers: nobody looked at all of them. And what
// was counted may be of fewer numbers than are asked for.
TEST(WholeRun, SaysOfHowManyNumbersItTells) {
    lab::Result result = drawn_rung("average/slots", {"n=4096"});
    result.counted = lab::simulate(result.request, lab::Playing::counted());
    EXPECT_FALSE(lab::assign(result.request.settings, "n=1280000000"));
    Cursor cursor;
    cursor.step = opening_step(find_view("same_address"), *result.picture);
    EXPECT_TRUE(whole_run_words(result, cursor).starts_with(" With 4\u2009096 "))
        << whole_run_words(result, cursor);
}

Cursor opened_at(const lab::Result& result, const char* view) {
    Cursor cursor;
    cursor.step = opening_step(find_view(view), *result.picture);
    return cursor;
}

TEST(WholeRun, OneAddressIsOneQueue) {
    const auto said = [](const char* rung) {
        lab::Result result = drawn_rung(rung, {"n=4096"});
        result.counted = lab::simulate(result.request, lab::Playing::counted());
        Cursor cursor;
        cursor.step = opening_step(find_view("same_address"), *result.picture);
        return whole_run_words(result, cursor);
    };
    EXPECT_EQ(
        said("average/one_sum"),
        " In the whole run *128* requests of warps stand in *one queue*, at this one address.");
    EXPECT_EQ(said("average/slots"),
              " In the whole run *4\u2009096* times a lane wants one of 16 addresses, in this "
              "block only *1* of them.");
}

// A smaller size was counted: how many addresses there would be is known all the same.
TEST(WholeRun, SaysHowManyAddressesWereAskedFor) {
    lab::Result result = drawn_rung("average/slots", {"n=4096"});
    lab::Request less = result.request;
    ASSERT_FALSE(lab::assign(less.settings, "n=1024"));
    result.counted = lab::simulate(less, lab::Playing::counted());
    const std::string said = whole_run_words(result, opened_at(result, "same_address"));
    EXPECT_TRUE(has(said,
                    "spread evenly; with 4\u2009"
                    "096 numbers there are *16*."))
        << said;
}

// A warp's 32 lanes may ask for 32 addresses at once.
TEST(WholeRun, CountsLanesNotWarps) {
    lab::Result result = drawn_rung("histogram/global", {"n=2^16"});
    result.counted = lab::simulate(result.request, lab::Playing::counted());
    const std::string said = whole_run_words(result, opened_at(result, "same_address"));
    EXPECT_TRUE(has(said, "*65\u2009536* times a lane wants one of 256 addresses: *256* for each"))
        << said;
}

// One bin of 256: nothing is spread.
TEST(WholeRun, WhereLanesMeetIsWhatIsDrawn) {
    lab::Result result = drawn_rung("histogram/global", {"n=2^16", "skew=one"});
    result.counted = lab::simulate(result.request, lab::Playing::counted());
    const std::string said = whole_run_words(result, opened_at(result, "same_address"));
    EXPECT_NE(said.find("one of 256 addresses, in this block only *1* of "
                        "them."),
              said.npos)
        << said;
}

// A tile that no block has room for, run all the same: the zeros that pass for the product. Where a
// block alone is followed, what others wrote is not said to be nobody's.
TEST(ArrayOfProducts, StandsThereWhereNoThreadRan) {
    lab::Settings settings = *lab::settings_named("matrix_product/straight");
    const auto fits = [&] {
        lab::Request request;
        request.settings = lab::picture_of(settings);
        return find_view("array")->fits(*lab::simulate(request));
    };
    EXPECT_FALSE(fits());
    ASSERT_FALSE(lab::assign(settings, "tile=64"));
    settings.anyway = true;
    EXPECT_TRUE(fits());
}

// A pointer into the block's memory is what the line says.
TEST(Now, ArraysAreNamedAsOnTheLine) {
    const lab::Result block = drawn_rung("recurrence/block", {});
    const std::string said = now_text(*block.picture, opened_at(block, "data_flow"));
    EXPECT_TRUE(has(said, "write `all_u` (in `part`)")) << said;
    const lab::Result sequential = drawn_rung("reduction/sequential", {});
    const std::string plain = now_text(*sequential.picture, opened_at(sequential, "data_flow"));
    EXPECT_FALSE(has(plain, "(in ")) << plain;
    // The loop that looks at the flag became one load, at a line that names another array.
    const lab::Result flag = drawn_rung("memory_model/plain", {});
    Cursor looks;
    looks.step = 11;
    const std::string moved = now_text(*flag.picture, looks);
    EXPECT_TRUE(has(moved, "read `flag` (moved to this line by the compiler)")) << moved;
}

TEST(Now, BitsOfAnArrayOfNumbersAreNumbers) {
    const lab::Result result = drawn_rung("fft/by_four", {"n=64", "m=64", "points=128"});
    const lab::Run& run = *result.picture;
    int seen = 0;
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step) {
        Cursor cursor;
        cursor.step = step;
        for (const RegisterBox& box : boxes_of(run, cursor)) {
            if (!box.name.starts_with("turns[") || box.value.empty()) continue;
            ++seen;
            EXPECT_LE(std::abs(std::stod(box.value)), 1.001) << box.name << " at " << step;
        }
    }
    EXPECT_GT(seen, 0);
}

TEST(Now, WhereNobodyRanNoLineIsLit) {
    EXPECT_EQ(now_text(lab::Run{}, Cursor{}), "No thread ran: no line is lit.");
}

// 16 numbers a thread, and shuffles before the row that shows what came of them.
TEST(FlowTimes, ASentenceOnAnotherStepSaysWhich) {
    const lab::Result result = drawn_rung("scan/wide", {});
    const View& view = *find_view("data_flow");
    Cursor cursor;
    cursor.step = 12;
    ASSERT_EQ(result.picture->steps[12].kind, simulator::EventKind::shuffle);
    EXPECT_TRUE(
        view_sentence(view.id, *result.picture, cursor).starts_with("Next, at step 29: 512 lanes"))
        << view_sentence(view.id, *result.picture, cursor);
    cursor.step = int(result.picture->steps.size()) - 1;
    EXPECT_EQ(view_sentence(view.id, *result.picture, cursor),
              "*512 values* go from the block to totals.");
}

// Half of a pass reads what the pass before put in place: none of its own keys is there yet.
TEST(FlowTimes, APassThatOnlyReadsSoFarIsToCome) {
    const lab::Result result = drawn_rung("radix_sort/warp", {});
    const View& view = *find_view("data_flow");
    const auto at = [&](int step) {
        Cursor cursor;
        cursor.step = step;
        const Picture picture("data_flow", result, cursor, {0, 0, 760, 340});
        return std::pair{view_sentence(view.id, *result.picture, cursor),
                         picture.sees("32 of 32 cells")};
    };
    EXPECT_TRUE(at(3).first.starts_with("Next, at step 6: 32 cells")) << at(3).first;
    EXPECT_FALSE(at(3).second);
    EXPECT_TRUE(at(5).first.starts_with("32 cells")) << at(5).first;
    EXPECT_TRUE(at(5).second);
}

// The last round of a solver writes what it found, where no other round stands.
TEST(FlowClaims, ARoundThatWritesTheResultsIsCounted) {
    const auto claim = [](const char* knob) {
        const lab::Result result = drawn_rung("tridiagonal/fixed", {knob});
        return view_claim("data_flow", *result.picture, {});
    };
    EXPECT_TRUE(claim("n=8").starts_with("Three rounds")) << claim("n=8");
    EXPECT_TRUE(claim("steps=2").starts_with("Two rounds")) << claim("steps=2");
}

TEST(FlowRowNames, SayHowFarValuesCome) {
    const lab::Result result = drawn_rung("scan/wide", {});
    const FlowLayout& layout = flow_layout(*result.picture, {});
    ASSERT_FALSE(layout.rows.empty());
    for (const FlowRow& row : layout.rows) EXPECT_FALSE(has(row.name, "distances")) << row.name;
}

// Lines into a row of another array begin where the lane's value stands.
TEST(FlowArrows, BeginAtACellThatHasTheValue) {
    const lab::Result result = drawn_rung("recurrence/look_back", {});
    const Cursor at = opened_at(result, "data_flow");
    const FlowLayout& layout = flow_layout(*result.picture, at);
    int begun = 0;
    for (const FlowArrow& arrow : layout.arrows) {
        if (arrow.kind == simulator::EdgeKind::index || arrow.stub) continue;
        ++begun;
        EXPECT_NE(layout.rows[std::size_t(arrow.from_row)].marks[std::size_t(arrow.from)].version,
                  0u)
            << "row " << arrow.from_row << " to " << arrow.row;
    }
    EXPECT_GT(begun, 0);
}

TEST(FlowKeysKey, SaysWhatHeightsAre) {
    const lab::Result result = drawn_rung("radix_sort/blocks", {});
    const Cursor cursor = opened_at(result, "data_flow");
    EXPECT_TRUE(Picture("data_flow", result, cursor, {0, 0, 1200, 640}).sees("; height: key"));
    EXPECT_FALSE(Picture("data_flow", result, cursor, {0, 0, 1200, 250}).sees("height: key"));
}

TEST(FlowInputsOfLaunches, StandThereBeforeTheyAreRead) {
    const lab::Result result = drawn_rung("fft/pieces", {});
    EXPECT_TRUE(Picture("data_flow", result, opened_at(result, "data_flow"), {0, 0, 1300, 660})
                    .sees("read later"));
}

// What one lane joins from an array that stands rows above is no distance, and is named: else its
// cell holds the sum of two zeros.
TEST(FlowSentence, NamesWhatComesFromFurtherAbove) {
    const lab::Result result = drawn_rung("scan/look_back", {"n=256"});
    Cursor cursor;
    const auto rows = flow_layout(*result.picture, cursor).rows;
    const auto row = std::ranges::find(rows, "reach +16", &FlowRow::name);
    ASSERT_NE(row, rows.end());
    const std::string sentence = flow_sentence(
        *result.picture, flow_layout(*result.picture, cursor), int(row - rows.begin()));
    EXPECT_TRUE(has(sentence, "each joins the one *16 places to the right*")) << sentence;
    EXPECT_TRUE(has(sentence, "; lane 0 takes *part[511]*, 1216, too. ")) << sentence;
}

TEST(FlowSentence, ThreadsThatWriteNoKeysAreNamed) {
    const lab::Result result = drawn_rung("radix_sort/bits", {});
    const Cursor cursor = opened_at(result, "data_flow");
    EXPECT_TRUE(has(view_sentence("data_flow", *result.picture, cursor),
                    "*224* other threads write no key."))
        << view_sentence("data_flow", *result.picture, cursor);
}

// Keys only of what is drawn.
TEST(KeysOfMarks, AreOfMarksThatAreThere) {
    const lab::Result past = drawn_rung("bug_hunt/past_the_end", {});
    const Picture array("array", past, opened_at(past, "array"), {0, 0, 900, 400});
    EXPECT_FALSE(array.sees("two tones"));
    const lab::Result made = drawn_rung("option/made", {}),
                      scan = drawn_rung("scan/chain", {"n=4096"});
    EXPECT_FALSE(Picture("blocks", made, {}, {0, 0, 1100, 560}).sees("at a barrier"));
    EXPECT_TRUE(Picture("blocks", scan, {}, {0, 0, 1100, 560}).sees("at a barrier"));
}

}  // namespace
