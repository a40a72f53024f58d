// What a designer with fresh eyes found: words that were not what the run did, and counts that two
// parts of the window told in two ways.
#include <gtest/gtest.h>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/levels_apart.h"
#include "app/sentences/resources.h"
#include "app/session.h"
#include "app/views/field/field_moment.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/sentences/moves_found.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

std::string picture_words(const Picture& picture) {
    std::string all;
    for (const NotedText& text : picture.notes.texts) all += text.text + " ";
    return all;
}

// A picture of the field where it opens.
std::string opened_field_words(const std::string& rung, Cursor& cursor) {
    const lab::Result result = drawn_rung(rung, {});
    Playback playback;
    playback.load(result.picture.get(), false);
    open_where_it_tells(playback, find_view("field"), *result.picture);
    cursor = playback.cursor;
    return picture_words(Picture("field", result, cursor, {0, 0, 1200, 640}));
}

// Two sweeps at once store what was swept once a plane ago.
TEST(EyesAgain, AFieldSaysHowManyPlanesAwayLoadsAre) {
    Cursor cursor;
    const std::string two = opened_field_words("laplace/two_sweeps", cursor);
    EXPECT_NE(two.find("four of them a plane away and one two planes away"), std::string::npos)
        << two;
    const std::string wide = opened_field_words("laplace/wide", cursor);
    EXPECT_NE(wide.find("one of them a plane away"), std::string::npos) << wide;
}

// The queue's third point of a column, loaded for the point before; it stands in the picture.
TEST(EyesAgain, AFieldSaysWhatALaneHadInRegisters) {
    Cursor cursor;
    const std::string marching = opened_field_words("laplace/marching", cursor);
    EXPECT_EQ(marching.find("register"), std::string::npos) << marching;
    const std::string queue = opened_field_words("laplace/queue", cursor);
    EXPECT_NE(queue.find("loaded 5 neighbours for it, two of them a plane away, and had one more "
                         "in a register (dashed)"),
              std::string::npos)
        << queue;
    const lab::Result result = drawn_rung("laplace/queue", {});
    const FieldMoment field = field_at(*result.picture, cursor);
    ASSERT_TRUE(field.made && field.made->kept.size() == 1);
    const Voxel point = field.made->point;
    EXPECT_EQ(field.made->kept[0], (Voxel{point.x, point.y, point.z - 1}));
    cursor.axis = 2;
    const Picture flat("field", result, cursor, {0, 0, 1200, 640});
    EXPECT_NE(picture_words(flat).find("in a register"), std::string::npos);
    EXPECT_EQ(picture_words(flat).find("dashed"), std::string::npos) << "another plane's";
}

// A point of the boundary is written back: it is neither made, nor what a picture opens at.
TEST(EyesAgain, AFieldOpensAtAPointThatIsMade) {
    for (const char* rung : {"laplace/wide", "laplace/two_sweeps", "laplace/blocks"}) {
        Cursor cursor;
        const std::string words = opened_field_words(rung, cursor);
        EXPECT_EQ(words.find("boundary"), std::string::npos) << rung;
    }
    Cursor cursor;
    opened_field_words("laplace/wide", cursor);
    EXPECT_EQ(cursor.lane, 1) << "lane 0 has the face";
    const lab::Result wide = drawn_rung("laplace/wide", {});
    EXPECT_NE(
        view_sentence("field", *wide.picture, cursor)
            .find("makes *" + grouped(8064) + " points*, and writes back *128* of the box's faces"),
        std::string::npos)
        << view_sentence("field", *wide.picture, cursor);
}

// Past a face the next address is another row's: no neighbour, and no halo.
TEST(EyesAgain, TheEndOfAnotherRowIsNoNeighbour) {
    const lab::Result result = drawn_rung("laplace/wide", {});
    Cursor cursor;
    cursor.step = opening_step(find_view("field"), *result.picture);
    const std::string words = picture_words(Picture("field", result, cursor, {0, 0, 1200, 640}));
    EXPECT_NE(words.find("it made 4 loads of up to 4 points each"), std::string::npos) << words;
    EXPECT_NE(words.find("1 load past the face"), std::string::npos) << words;
    const lab::Result two = drawn_rung("laplace/two_sweeps", {});
    cursor.step = opening_step(find_view("field"), *two.picture);
    const Cells cells = cells_of(field_at(*two.picture, cursor));
    EXPECT_EQ(cells.strays, 8);
    EXPECT_EQ(cells.around.right, 125) << "a thread and a point beyond 120";
}

lab::Result completed_run(Session& session, const std::string& rung, std::string_view knob = "") {
    lab::Request request;
    request.settings = *lab::settings_named(rung);
    if (!knob.empty()) EXPECT_FALSE(lab::assign(request.settings, knob));
    session.open(request);
    session.complete();
    return *session.shown();
}

// Rounds of loads are what this lesson is about, and what fell most.
TEST(EyesAgain, WaitsForMemoryLeadWhereTheyFellMost) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result two = completed_run(session, "bytes_in_flight/two"),
                      four = completed_run(session, "bytes_in_flight/four"),
                      one = completed_run(session, "bytes_in_flight/one"),
                      wide = completed_run(session, "bytes_in_flight/four_wide");
    const auto first = [](const lab::Result& before, const lab::Result& now) {
        const auto forms = because(before, now);
        return forms.empty() ? std::string() : forms.front();
    };
    EXPECT_NE(first(two, four).find("half as many global load rounds"), std::string::npos)
        << first(two, four);
    EXPECT_NE(first(one, wide).find("4 times fewer global load rounds"), std::string::npos)
        << first(one, wide);
    // Where nothing was counted but what is drawn, it is said.
    lab::Result drawn_two = two, drawn_four = four;
    drawn_two.counted.reset(), drawn_four.counted.reset();
    EXPECT_NE(first(drawn_two, drawn_four).find("(counted for 2¹² floats)"), std::string::npos)
        << first(drawn_two, drawn_four);
}

TEST(EyesAgain, TwoValuesOfOneKnobAreWrittenInOneWay) {
    lab::Settings before = *lab::settings_named("vector_addition/strided"), now = before;
    const lab::Knob& block = *lab::find_knob(*now.subject, "block");
    before.set(block, 4), now.set(block, 4096);
    EXPECT_EQ(change_words(before, now), "Threads per block 4 → " + grouped(4096));
    before.set(block, 1024);
    EXPECT_NE(change_words(before, now).find("→ 2¹²"), std::string::npos);
}

// Whoever turns a knob off what was recorded sees the formula's time, of the size that was asked
// for, and not that none is known.
TEST(EyesAgain, ATimeIsOfTheSizeThatWasAskedFor) {
    Driver driver(1366, 768);
    driver.shell.restore("pattern_matching/shifted block=96");
    driver.settle();
    const app::Series& series = driver.shell.session.series();
    const lab::Settings& settings = driver.shell.session.settings();
    EXPECT_TRUE(series.timed(settings));
    EXPECT_FALSE(driver.says("No time is known"));
    ASSERT_TRUE(series.source(settings));
    EXPECT_EQ(series.source(settings)->kind, lab::TimeKind::modelled);
    lab::Settings smaller = settings;
    smaller.set(*settings.subject->size, 1 << 21);
    EXPECT_FALSE(series.timed(smaller)) << "counted there, and no time is of it";
}

// What is drawn has fewer steps than were asked for: it does not change with them.
TEST(EyesAgain, PicturesThatAreAlikeSayNothingOfWhatWasTurned) {
    Driver driver(1366, 768);
    driver.shell.restore("option/drawn steps=50");
    driver.settle();
    driver.shell.session.settings().set(
        *lab::find_knob(*driver.shell.session.settings().subject, "steps"), 100);
    driver.settle();
    EXPECT_TRUE(driver.says("Steps of a path 50 → 100"));
    EXPECT_FALSE(driver.says("no counter changed"));
}

TEST(EyesAgain, TwoRowsOfTheLedgerNeverHaveOneName) {
    for (const char* size : {"1366", "1920"}) {
        Driver driver(std::stof(size), 768);
        driver.shell.restore("pattern_matching/shared");
        driver.settle();
        int rows = 0;
        for (const NotedText& text : driver.texts) rows += text.text == "Load requests";
        EXPECT_LE(rows, 1) << size;
    }
}

// Of two kernels one is too much to count: both columns are of a smaller size, as the sentence is.
TEST(EyesAgain, TheLedgerComparesASmallerSizeWhereOneKernelIsTooMuchToCount) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks sweeps=20");
    driver.settle();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.says("(counted at 96 × 96 × 96 points)"));
    EXPECT_TRUE(driver.says("counted: 96³ points"));
    EXPECT_FALSE(driver.says("Too much to count"));
}

// A register more or less is no reason.
TEST(EyesAgain, ARegisterIsNoReason) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result again = completed_run(session, "who_answers/again"),
                      pieces = completed_run(session, "who_answers/pieces");
    EXPECT_TRUE(moved_registers(*again.picture, *pieces.picture).empty());
}

// As many sectors are asked for; the model of the caches says who gives them.
TEST(EyesAgain, WhoAnswersIsSaidWhereNoCounterCountsIt) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result again = completed_run(session, "who_answers/again"),
                      pieces = completed_run(session, "who_answers/pieces"),
                      rows = completed_run(session, "who_answers/rows"),
                      columns = completed_run(session, "who_answers/columns");
    const std::vector<Move> memory = facts::of(again, pieces).uncounted,
                            l2 = facts::of(rows, columns).uncounted;
    ASSERT_TRUE(facts::named(memory, "memory_sectors"));
    EXPECT_EQ(facts::named(memory, "memory_sectors")->before, 4096);
    EXPECT_EQ(facts::named(memory, "memory_sectors")->now, 1024);
    ASSERT_TRUE(facts::named(l2, "l2_sectors"));
    EXPECT_EQ(facts::named(l2, "l2_sectors")->before, 0);
    EXPECT_TRUE(moved_sectors(again, pieces, false).empty()) << "against the time";
}

// Managed memory has its price, and the kernel's time is not it.
TEST(EyesAgain, OfAnotherHostProgramTheKernelStays) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result copied = completed_run(session, "memories/global");
    lab::Request other = copied.request;
    EXPECT_FALSE(lab::assign(other.settings, "memory=managed"));
    session.open(other);
    session.complete();
    const auto forms = because(copied, *session.shown());
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("neither drawn nor timed"), std::string::npos) << forms.front();
    EXPECT_EQ(forms.front().find("µs"), std::string::npos) << forms.front();
}

// What its loads take is of no kernel that computes.
TEST(EyesAgain, PatternMatchingIsFasterInWords) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result place = completed_run(session, "pattern_matching/place"),
                      shifted = completed_run(session, "pattern_matching/shifted");
    const auto forms = because(place, shifted);
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("faster, "), std::string::npos) << forms.front();
}

// What no counter counts is why this one is slower.
TEST(EyesAgain, TwoInStepSayWhatIsNotCounted) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/all_warps");
    driver.settle();
    driver.shell.session.stand_beside(4);
    driver.settle();
    EXPECT_TRUE(driver.says("with registers per thread"));
    EXPECT_TRUE(driver.misplaced.empty());
}

// Counters race of as much work, or say how much each is.
TEST(EyesAgain, BlocksOfTwoSizesSayHowMuchEachStores) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/wide");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    EXPECT_TRUE(driver.says("the drawn part stores " + grouped(8192) + " values"));
    EXPECT_TRUE(driver.says("the drawn part stores " + grouped(32768) + " values"));
    driver.shell.session.stand_beside(1);
    driver.settle();
    driver.shell.restore("laplace/marching");
    driver.settle();
    driver.shell.session.stand_beside(2);
    driver.settle();
    EXPECT_FALSE(driver.says("the drawn part stores"));
}

// A knob's value, the card and its year agree.
TEST(EyesAgain, AYearWithoutACardSaysWhichWasTheNewest) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/one card=2012");
    driver.settle();
    EXPECT_TRUE(driver.says("GTX 480, 2010, the newest in 2012"));
    EXPECT_TRUE(driver.sees("GTX 480")) << "beside the knob's value";
    driver.shell.restore("occupancy/one card=2010");
    driver.settle();
    EXPECT_FALSE(driver.says("the newest in"));
}

TEST(EyesAgain, ASchedulerSaysWhoseWarpsItHas) {
    const lab::Result old = drawn_rung("occupancy/one", {"card=2006"}),
                      usual = drawn_rung("occupancy/one", {});
    const auto words = [](const lab::Result& result) {
        return picture_words(Picture("scheduler", result, Cursor{}, {0, 0, 1200, 640}));
    };
    EXPECT_NE(words(old).find("8800 GTX (2006) holds"), std::string::npos) << words(old);
    EXPECT_EQ(words(usual).find("holds"), std::string::npos);
    EXPECT_NE(words(usual).find("waits"), std::string::npos) << "the legend names the lines, too";
}

// The code's counts and lane are of another run, too; an offer says of what it is so many.
TEST(EyesAgain, RefusedSettingsDimTheCodeAndNameTheirLimit) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/any_block");
    driver.settle();
    const auto dim = [&] {
        return std::ranges::any_of(driver.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::fill, Role::panel) && mark.colour.alpha < .9f &&
                   mark.box.x > 1000 && mark.box.y < 100;
        });
    };
    EXPECT_FALSE(dim());
    driver.shell.session.settings().set(*driver.shell.session.subject()->knobs[0], 2048);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_TRUE(dim());
    EXPECT_TRUE(driver.says("Use 1024 threads"));
    EXPECT_TRUE(driver.says("1024 threads per block"));
    EXPECT_TRUE(driver.says("Kept on screen: the last run"));
}

// A way back names what it goes back to.
TEST(EyesAgain, WhereAnotherKnobWasTurnedTheWayBackIsTheRun) {
    Driver driver(1366, 768);
    driver.shell.restore("occupancy/thirty_two");
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "card"), 2006);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    EXPECT_FALSE(driver.says("Back to 256"));
    EXPECT_TRUE(driver.says("Back to the last run"));
}

// Problems that the lens marks are not told again by the map: both together are all.
TEST(EyesAgain, AMapCountsTheProblemsThatTheLensDoesNotShow) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/sequential block=192");
    driver.shell.session.settings().anyway = true;
    driver.settle();
    EXPECT_TRUE(driver.says("64 of 192 values never reach the result"));
    EXPECT_TRUE(driver.says("60 more"));
}

// A tile that is filled once for each plane has no rows from top to bottom; one that is filled once
// has.
TEST(EyesAgain, NoDataFlowOfATileThatGoesRound) {
    EXPECT_FALSE(find_view("data_flow")->fits(*drawn_rung("laplace/tile", {}).picture));
    EXPECT_TRUE(find_view("signature")->fits(*drawn_rung("laplace/tile", {}).picture));
    for (const char* rung : {"laplace/blocks", "transpose/tile", "scan/blelloch"})
        EXPECT_TRUE(find_view("data_flow")->fits(*drawn_rung(rung, {}).picture)) << rung;
}

// Between two requests there is no other one: that tells the way that a warp took.
TEST(EyesAgain, EveryKernelOfOccupancyHasItsScheduler) {
    for (const char* rung : {"one", "two", "four", "eight", "thirty_two", "all_warps"}) {
        const lab::Result result = drawn_rung("occupancy/" + std::string(rung), {});
        EXPECT_TRUE(find_view("scheduler")->fits(*result.picture)) << rung;
    }
}

// Of a matrix of which a part is shown, how much that is; rows of one number are level.
TEST(EyesAgain, MatricesSayWhichPartIsShownAndAreLevel) {
    const lab::Result result = drawn_rung("laplace/wide", {});
    const View& view = *find_view("signature");
    Cursor cursor;
    cursor.step = opening_step(&view, *result.picture);
    const Picture picture("signature", result, cursor, {0, 0, 1310, 600});
    EXPECT_NE(picture_words(picture).find("of 128 columns"), std::string::npos)
        << picture_words(picture);
    EXPECT_FALSE(picture.sees("\u2026"));
    EXPECT_TRUE(picture.sees("~0"));
    const Rect read = picture.place("u"), written = picture.place("next");
    EXPECT_GT(written.y, read.y + 20) << "a row of halo lower";
    const lab::Result copy = drawn_rung("transpose/copy", {});
    cursor.step = opening_step(&view, *copy.picture);
    EXPECT_NE(picture_words(Picture("signature", copy, cursor, {0, 0, 1310, 600}))
                  .find("empty: not made yet"),
              std::string::npos);
}

// "1" beside "Kernel 2" reads as two things.
TEST(EyesAgain, HeadsOfTheLedgerAreOfOneKind) {
    Driver driver(1366, 768);
    driver.shell.restore("threads");
    driver.settle();
    const auto whole = [&](const char* head) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "ledger" && text.text.starts_with(head);
        });
    };
    EXPECT_EQ(whole("Kernel 1"), whole("Kernel 3"));
    EXPECT_EQ(whole("Kernel 2"), whole("Kernel 3"));
}

// A notice does not lie on what says whose run is shown.
TEST(EyesAgain, ANoticeKeepsOffThePillOfRefusedSettings) {
    Driver driver(1366, 768);
    driver.shell.restore("bytes_in_flight/four");
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "warps"), 4);
    settings.set(*lab::find_knob(*settings.subject, "block"), 256);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    driver.shell.notice = "There is one kernel here, and it is shown.";
    driver.settle();
    const auto box_of = [&](const char* card) {
        const auto found = std::ranges::find(driver.texts, card, &NotedText::card);
        return found == driver.texts.end() ? Rect{} : found->box;
    };
    const Rect kept = box_of("kept"), notice = box_of("notice");
    ASSERT_GT(kept.h, 0);
    ASSERT_GT(notice.h, 0);
    EXPECT_TRUE(notice.y > kept.bottom() || notice.bottom() < kept.y);
}

// Legends and axes stand at the foot of pictures: a notice lies on none of them.
TEST(EyesAgain, ANoticeLiesOnNothingThatIsRead) {
    for (const auto& [width, height] :
         {std::pair{1366.f, 768.f}, {1280.f, 720.f}, {1920.f, 1080.f}})
        for (const char* state : {"reduction/strided", "laplace/blocks", "roofline/four"}) {
            Driver driver(width, height);
            driver.shell.restore(state);
            driver.settle();
            driver.shell.notice =
                "Which kernel? Type 1 to 7; with Ctrl it is shown beside this "
                "one.";
            driver.frame();
            Rect notice;
            for (const NotedText& text : driver.texts)
                if (text.card == "notice") notice = text.box;
            ASSERT_GT(notice.h, 0) << state;
            for (const NotedText& text : driver.texts) {
                if (text.card == "notice" || text.card == "status") continue;
                const bool apart = text.box.right() < notice.x || text.box.x > notice.right() ||
                                   text.box.bottom() < notice.y || text.box.y > notice.bottom();
                EXPECT_TRUE(apart) << state << ", " << width << ": " << text.text;
            }
            EXPECT_TRUE(driver.misplaced.empty());
        }
}

}  // namespace
