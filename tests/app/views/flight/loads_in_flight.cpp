// Loads in flight: which loads go together, against the counter; what the picture draws, says and
// answers; and Little's law beside it.
#include <gtest/gtest.h>

#include "app/sentences/load_rounds.h"
#include "app/views/flight/law.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "lab/time/model.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

const View& view() { return *find_view("in_flight"); }

// A rung at its picture, where the view opens.
struct Flight {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit Flight(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        cursor.step = opening_step(&view(), *result.picture);
    }
    const lab::Run& run() const { return *result.picture; }
    const LoadRounds& rounds() const { return load_rounds(run(), 0); }
    DrawContext context() const { return {result, cursor, metrics, series}; }
    LittlesLaw law() const { return littles_law(context(), 0); }
    std::string claim() const { return view_claim(view().id, run(), cursor); }
    std::string sentence() const { return view_sentence(view().id, run(), cursor); }
    Picture drawn(Rect area = {0, 0, 1100, 560}) const {
        return {"in_flight", result, cursor, area};
    }
};

bool says(const Picture& picture, const std::string& words) {
    return std::ranges::any_of(picture.notes.texts,
                               [&](const NotedText& text) { return text.text == words; });
}

// --- which loads go together

// What the trace of all blocks has together is what the counter counts.
TEST(LoadRounds, AreThoseThatTheCounterCounts) {
    int compared = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (std::size_t rung = 0; rung < lesson->rungs.size(); ++rung) {
            lab::Request request;
            request.settings = lab::Settings(*lesson);
            request.settings.rung = int(rung);
            request.settings = lab::picture_of(request.settings);
            if (lab::cost_of(request.settings) > 3e5) continue;
            std::uint64_t found = 0, counted = 0;
            const auto whole = lab::simulate(request);
            if (whole->launches.size() != 1) continue;
            for (std::uint64_t block = 0; block < whole->launches[0].grid.count(); ++block) {
                request.watched = {block};
                const auto run = lab::simulate(request);
                for (const auto& warp : load_rounds(*run, 0).warps) found += warp.size();
                counted = run->counters.global_load_rounds;
            }
            EXPECT_EQ(found, counted) << lesson->id << "/" << lesson->rungs[rung].id;
            ++compared;
        }
    EXPECT_GE(compared, 12);
}

TEST(LoadRounds, HaveTheBytesOfTheirSectors) {
    struct Row {
        const char* rung;
        std::size_t rounds, loads;
        std::uint64_t bytes;
    };
    for (const Row& row : {Row{"one", 32, 1, 128}, Row{"two", 16, 2, 256}, Row{"eight", 4, 8, 1024},
                           Row{"four_wide", 8, 1, 512}, Row{"four_wide_four", 2, 4, 2048}}) {
        const Flight flight(std::string("bytes_in_flight/") + row.rung);
        const LoadRounds& all = flight.rounds();
        ASSERT_EQ(all.warps.size(), 2u) << row.rung;
        EXPECT_EQ(all.most, row.rounds) << row.rung;
        EXPECT_EQ(all.most_bytes, row.bytes) << row.rung;
        for (const LoadRound& round : all.warps[1]) {
            EXPECT_EQ(round.loads.size(), row.loads) << row.rung;
            EXPECT_EQ(round.bytes(), row.bytes) << row.rung;
        }
    }
}

// Sent off one after the other; before the first and behind the last step nothing of it is on its
// way.
TEST(LoadRounds, AreUnderWayFromTheirFirstToTheirLastLoad) {
    const LoadRound round{0, {{3, 128}, {4, 128}, {7, 64}}};
    EXPECT_FALSE(round.under_way(2));
    EXPECT_TRUE(round.under_way(3));
    EXPECT_TRUE(round.under_way(5));
    EXPECT_TRUE(round.under_way(7));
    EXPECT_FALSE(round.under_way(8));
    EXPECT_EQ(round.bytes_until(2), 0u);
    EXPECT_EQ(round.bytes_until(5), 256u);
    EXPECT_EQ(round.bytes(), 320u);
}

TEST(LoadRounds, TheOneAtAStepIsTheLastThatBegan) {
    LoadRounds all;
    all.warps = {{{0, {{2, 128}, {3, 128}}}, {0, {{6, 128}}}}, {}};
    EXPECT_EQ(all.at(0, -1), &all.warps[0][0]) << "the first to come";
    EXPECT_EQ(all.at(0, 5), &all.warps[0][0]);
    EXPECT_EQ(all.at(0, 6), &all.warps[0][1]);
    EXPECT_EQ(all.number(*all.at(0, 9)), 1u);
    EXPECT_FALSE(all.at(1, 3));
    EXPECT_FALSE(all.at(2, 3));
}

// --- what is issued meanwhile

// The next tile's loads are sent off before this one is multiplied; those of the kernel before are
// stored at once.
TEST(LoadRounds, TellWhatIsIssuedBeforeAValueIsNeeded) {
    const Flight wide("matrix_product/wide", {"n=128"}), ahead("matrix_product/ahead", {"n=128"});
    EXPECT_LT(wide.rounds().usually_meanwhile(0), 20u);
    EXPECT_GT(ahead.rounds().usually_meanwhile(0), 8u * 64) << "64 products of 8 rows, each";
    for (const LoadRound& round : ahead.rounds().warps[0])
        EXPECT_LE(round.meanwhile, round.until_next);
    const std::vector<Move> moved = moved_between_loads(wide.run(), ahead.run(), true);
    ASSERT_EQ(moved.size(), 1u);
    EXPECT_EQ(moved.front().now, ahead.rounds().usually_meanwhile(0));
    EXPECT_TRUE(moved_between_loads(wide.run(), ahead.run(), false).empty()) << "against the time";
    const Flight one("bytes_in_flight/one"), two("bytes_in_flight/two");
    EXPECT_TRUE(moved_between_loads(one.run(), two.run(), true).empty()) << "a few are nothing";
}

// Of an even number the upper one of the middle; of none, nothing.
TEST(LoadRounds, TheUsualIsTheOneInTheMiddle) {
    LoadRounds all;
    all.warps = {{{0, {{2, 128}}, 9, 9}, {0, {{3, 128}}, 700, 700}, {0, {{4, 128}}, 8, 8}}, {}};
    EXPECT_EQ(all.usually_meanwhile(0), 9u);
    EXPECT_EQ(all.usually_meanwhile(1), 0u);
    EXPECT_EQ(all.usually_meanwhile(2), 0u);
}

TEST(InFlight, SaysWhatIsIssuedMeanwhileWhereThatCountsBesideTheLatency) {
    const Flight ahead("matrix_product/ahead", {"n=128"});
    const std::string usual = std::to_string(ahead.rounds().usually_meanwhile(0)) + " instructions";
    EXPECT_EQ(ahead.claim(), "Two loads in flight during " + usual);
    EXPECT_NE(ahead.sentence().find("and usually *" + usual + "* more"), std::string::npos);
    EXPECT_EQ(Flight("matrix_product/wide", {"n=128"}).claim(),
              "Four loads in flight, eight waits");
}

// The strip below a stack is filled as far as nobody waits.
TEST(InFlight, AStripIsFilledWhileNobodyWaits) {
    const auto filled = [](const char* rung) {
        float sum = 0, all = 0;
        const Picture picture = Flight(rung, {"n=128"}).drawn();
        const float bottom = picture.place("issued now").y;
        for (const NotedMark& mark : picture.notes.marks) {
            if (mark.box.bottom() >= bottom) continue;
            sum += mark.is(MarkKind::fill, Role::text2) ? mark.box.w : 0;
            all += mark.is(MarkKind::fill, Role::raised) ? mark.box.w : 0;
        }
        EXPECT_GT(all, 0) << rung;
        return sum / all;
    };
    EXPECT_LT(filled("matrix_product/wide"), .05f);
    EXPECT_GT(filled("matrix_product/ahead"), .7f);
}

// What is drawn in every cell stands in the key, before a height that the tip tells too.
TEST(InFlight, TheKeyTellsOfStripsBeforeHeights) {
    const Flight ahead("matrix_product/ahead", {"n=128"});
    const Picture narrow = ahead.drawn({0, 0, 840, 260});
    EXPECT_TRUE(narrow.sees("issued before a value is needed"));
    EXPECT_FALSE(narrow.sees("a whole row: 2 KiB"));
    const Picture wide = ahead.drawn({0, 0, 1300, 260});
    EXPECT_TRUE(wide.sees("issued before a value is needed"));
    EXPECT_TRUE(wide.sees("a whole row: 2 KiB"));
}

// Of code that nobody knows, each load is one of its own.
TEST(LoadRounds, WithoutTheirCodeLoadsStandAlone) {
    const auto run = sweep();
    EXPECT_EQ(load_rounds(*run, 0).most, 6u);
    EXPECT_TRUE(load_rounds(*run, 1).empty()) << "no such launch";
}

// --- Little's law

// Bandwidth times latency, shared by the multiprocessors; and the warps that the asked grid puts
// there, not the picture's two blocks.
TEST(LittlesLawOf, TheCardAndTheGridThatWasAskedFor) {
    const lab::Card& card = lab::modelled_card();
    const LittlesLaw law = Flight("bytes_in_flight/one").law();
    EXPECT_NEAR(law.needed * card.multiprocessors,
                card.memory_gigabytes * card.memory_latency_cycles / card.gigahertz, 1);
    EXPECT_EQ(law.warps, 64u);
    EXPECT_EQ(law.bytes(128), 8192);
    EXPECT_EQ(Flight("bytes_in_flight/eight", {"warps=16"}).law().warps, 16u);
    EXPECT_EQ(Flight("bytes_in_flight/one", {"warps=8", "block=256"}).law().warps, 8u);
    EXPECT_EQ(Flight("vector_addition/one_each", {"block=32"}).law().warps, 32u) << "32 blocks";
    EXPECT_EQ(Flight("vector_addition/one_each", {"n=1024"}).law().warps, 8u) << "one block each";
    EXPECT_EQ(Flight("latency/memory").law().warps, 1u) << "the launch before it makes the chain";
}

// --- the picture

bool is_under_way(const NotedMark& mark) { return mark.is(MarkKind::fill, Role::accent); }

TEST(InFlight, OpensWhereAllLoadsOfARoundAreUnderWay) {
    EXPECT_EQ(Flight("bytes_in_flight/one").cursor.step, 0);
    EXPECT_EQ(Flight("bytes_in_flight/four").cursor.step, 3);
    EXPECT_EQ(Flight("bytes_in_flight/eight").cursor.step, 7);
    EXPECT_EQ(Flight("vector_addition/one_each").cursor.step, 1);
}

TEST(InFlight, SaysHowManyGoTogether) {
    EXPECT_EQ(Flight("bytes_in_flight/one").claim(), "One load in flight, 32 waits");
    EXPECT_EQ(Flight("bytes_in_flight/one").sentence(),
              "Warp 0 issues *1 load of 128 B* before it needs the first value. It waits "
              "*32 times* for memory in this launch.");
    const Flight four("bytes_in_flight/four");
    EXPECT_EQ(four.claim(), "Four loads in flight, eight waits");
    EXPECT_EQ(four.sentence(),
              "Warp 0 issues *4 loads of 128 B*, *512 B* together, before it needs the first "
              "value. It waits *8 times* for memory in this launch.");
    const Flight once("vector_addition/one_each");
    EXPECT_EQ(once.claim(), "Two loads in flight, one wait");
    EXPECT_NE(once.sentence().find("It waits *once* for memory"), std::string::npos);
    EXPECT_EQ(view_claim(view().id, *std::make_shared<lab::Run>(), Cursor{}),
              "No loads from global memory here");
}

TEST(InFlight, WritesTheBytesAndWhatWouldDo) {
    const Picture picture = Flight("bytes_in_flight/two").drawn();
    for (const char* words : {"256 B", "in flight for a warp", "2 loads of 128 B", "16 KiB",
                              "in flight on a multiprocessor", "× 64 warps at once",
                              "full rate from 32 KiB, recorded", "2 KiB", "Warp 0", "Warp 1", "16"})
        EXPECT_TRUE(says(picture, words)) << words;
    const Picture few = Flight("bytes_in_flight/two", {"warps=4"}).drawn();
    EXPECT_TRUE(says(few, "1 KiB"));
    EXPECT_TRUE(says(few, "× 4 warps at once"));
    // Half of the block's warps have no numbers, and skip the load.
    const Picture half = Flight("scan/look_back", {"n=256"}).drawn();
    EXPECT_TRUE(says(half, "× 8 warps that load"));
    EXPECT_TRUE(says(half, "1 KiB"));
}

// Bars of all stacks: what is drawn left of the numbers and above the key.
template <class Wanted>
std::vector<NotedMark> bars(const Picture& picture, Wanted wanted) {
    const float right = picture.place("in flight for a warp").x,
                bottom = picture.place("issued now").y;
    return those(picture.notes.marks, [&](const NotedMark& mark) {
        return wanted(mark) && mark.box.right() < right && mark.box.bottom() < bottom;
    });
}

// As many bars as loads, as high as their bytes: four wide ones are as high as the row's scale.
TEST(InFlight, StacksAreAsHighAsTheirBytes) {
    const auto height = [](const char* rung) {
        float sum = 0;
        for (const NotedMark& mark :
             bars(Flight(std::string("bytes_in_flight/") + rung).drawn(), is_under_way))
            sum += mark.box.h + 1.5f;
        return sum;
    };
    const float wide = height("four_wide_four");
    EXPECT_NEAR(height("four_wide"), wide / 4, 1);
    EXPECT_NEAR(height("eight"), wide / 2, 1);
    EXPECT_NEAR(height("four"), wide / 4, 1);
    EXPECT_EQ(bars(Flight("bytes_in_flight/eight").drawn(), is_under_way).size(), 16u);
}

// At the second of four loads two are under way, and two to come; behind them all have come.
TEST(InFlight, LoadsAreToComeUnderWayAndDone) {
    Flight flight("bytes_in_flight/four");
    const auto done = [](const NotedMark& m) { return m.is(MarkKind::fill, Role::cell_done); };
    const auto to_come = [](const NotedMark& m) {
        return m.is(MarkKind::outline, Role::future_outline);
    };
    flight.cursor.step = 1;
    EXPECT_EQ(bars(flight.drawn(), is_chosen).size(), 2u);
    EXPECT_EQ(bars(flight.drawn(), is_work).size(), 2u);
    EXPECT_EQ(bars(flight.drawn(), to_come).size(), 2u * (2 + 7 * 4));
    EXPECT_EQ(bars(flight.drawn(), done).size(), 0u);
    flight.cursor.step = 5;
    EXPECT_EQ(bars(flight.drawn(), is_under_way).size(), 2u * 2);
    EXPECT_EQ(bars(flight.drawn(), done).size(), 2u * 4);
    flight.cursor.step = 32;
    EXPECT_EQ(bars(flight.drawn(), is_under_way).size(), 0u) << "the store: all have come";
}

TEST(InFlight, AnswersTheMouse) {
    const Flight flight("bytes_in_flight/four");
    const Rect area{0, 0, 1100, 560};
    const CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const Point second{230, 150};
    const auto spot = view().pointing.spot(canvas, flight.context(), area, second);
    ASSERT_TRUE(spot);
    const LoadRound& round = flight.rounds().warps[0][1];
    EXPECT_EQ(spot->words,
              "*Load round 2* of warp 0: 4 loads of 128 B, 512 B in flight together. Of *" +
                  std::to_string(round.until_next) +
                  " instructions* up to the next round, or to the warp's last access, *" +
                  std::to_string(round.meanwhile) +
                  "* are issued before the first value is needed.\nA click goes to its last load.");
    Cursor moved = flight.cursor;
    EXPECT_TRUE(view().pointing.click(flight.context(), moved, area, second));
    EXPECT_EQ(moved.step, 7);
    EXPECT_FALSE(view().pointing.click(flight.context(), moved, area, {1000, 300}));
    EXPECT_FALSE(view().pointing.spot(canvas, flight.context(), area, {1000, 300}));
}

// More warps and rounds than there is room for: the lens warp and its round are among those shown.
TEST(InFlight, ShowsWhereTheLensIs) {
    Flight flight("bytes_in_flight/one", {"block=1024"});
    flight.cursor.warp = 31;
    const Picture picture = flight.drawn({0, 0, 700, 260});
    EXPECT_TRUE(says(picture, "Warp 31"));
    EXPECT_FALSE(says(picture, "Warp 0"));
    flight.cursor.step = 31;
    const Picture narrow = flight.drawn({0, 0, 280, 200});
    EXPECT_TRUE(std::ranges::any_of(narrow.notes.marks, is_under_way));
}

TEST(InFlight, FitsWhereGlobalMemoryIsLoaded) {
    const auto one = [](EventKind kind, Space space) {
        return one_request(kind, space, Type::f32, [](int lane) { return Address(4 * lane); });
    };
    EXPECT_TRUE(view().fits(*one(EventKind::load, Space::global)));
    EXPECT_FALSE(view().fits(*one(EventKind::store, Space::global)));
    EXPECT_FALSE(view().fits(*one(EventKind::load, Space::shared)));
}

// What it takes in practice is told with what the law asks for at the least, and in little room
// each is called what it is.
TEST(InFlight, SaysThatTheLawIsTheLeast) {
    const lab::Result drawn = test::drawn_rung("dot_product/wide", {});
    int whole = 0, brief = 0;
    for (const float height : {200.f, 230.f, 260.f, 290.f, 320.f, 600.f}) {
        const Picture picture("in_flight", drawn, {}, {0, 0, 720, height});
        const auto says = [&](const char* word) {
            return std::ranges::any_of(picture.notes.texts, [&](const NotedText& text) {
                return text.text.find(word) != std::string::npos;
            });
        };
        if (says("KiB") && says("Little's")) EXPECT_TRUE(says("modelled")) << height;
        whole += says("longer"), brief += says("Little's") && !says("longer");
    }
    EXPECT_GT(whole, 0);
    EXPECT_GT(brief, 0);
}

TEST(InFlight, OfALoadThatFailedNothingIsUnderWay) {
    Laptop laptop;
    laptop.open("bug_hunt/past_the_end");
    const lab::Run& run = *laptop.driver.shell.session.picture();
    for (const auto& warp : load_rounds(run, 0).warps)
        for (const LoadRound& round : warp) EXPECT_GT(round.bytes(), 0u);
    EXPECT_FALSE(laptop.driver.says("of 0 B"));
}

}  // namespace
