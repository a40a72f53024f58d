// Warps ready and waiting: the way of a warp from its requests, and what the picture draws and says
// of a scheduler's cycles.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/views/occupancy/way.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

const View& ready_view() { return *find_view("scheduler"); }

struct Cycles {
    lab::Result result;
    Cursor cursor;

    explicit Cycles(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        cursor.step = opening_step(&ready_view(), *result.picture);
    }
    const ScheduledWarps& warps() const { return scheduled_warps(*result.picture, 0); }
    std::string claim() const { return view_claim(ready_view().id, *result.picture, cursor); }
    Picture drawn(Rect area = {0, 0, 1100, 560}) const {
        return {"scheduler", result, cursor, area};
    }
};

// Each request stands where the trace counted it, and twelve months are between load and store.
TEST(WarpsWay, HasEachRequestAtItsPlace) {
    for (const char* rung : {"occupancy/one", "occupancy/eight", "vector_addition/one_each",
                             "vector_addition/grid_stride", "bytes_in_flight/four"}) {
        const Cycles cycles(rung);
        const lab::Run& run = *cycles.result.picture;
        ASSERT_TRUE(cycles.warps()) << rung;
        std::size_t at = 0;
        for (const simulator::Event& event : run.trace->events) {
            if (event.warp != 0 || event.block != run.trace->events[0].block) continue;
            ASSERT_LT(at, cycles.warps().requests.size()) << rung;
            const auto place = cycles.warps().requests[at++].place;
            EXPECT_LE(place, event.index) << rung;
            EXPECT_EQ(cycles.warps().way[place].instruction, event.instruction) << rung;
        }
        EXPECT_EQ(at, cycles.warps().requests.size()) << rung;
    }
    EXPECT_GE(Cycles("occupancy/one").warps().requests.back().behind, 12u);
    EXPECT_GE(Cycles("occupancy/eight").warps().requests[8].behind, 12u * 8);
}

// As many warps as a scheduler has of those that fit.
TEST(WarpsWay, IsRunByTheWarpsThatFit) {
    EXPECT_EQ(Cycles("occupancy/one").warps().schedule.warps, 16);
    EXPECT_EQ(Cycles("occupancy/eight").warps().schedule.warps, 12);
    EXPECT_EQ(Cycles("occupancy/one", {"shared=227"}).warps().schedule.warps, 2);
    EXPECT_EQ(Cycles("occupancy/one", {"block=32", "shared=227"}).warps().schedule.warps, 1);
}

// A G80 has one scheduler for all warps of a multiprocessor.
TEST(WarpsWay, IsRunByTheSchedulersOfTheCard) {
    const Cycles old("occupancy/one", {"card=2006", "block=64"});
    EXPECT_EQ(old.warps().schedule.warps, 16);
    const std::string said = view_sentence("scheduler", *old.result.picture, old.cursor);
    EXPECT_TRUE(
        said.starts_with("The one scheduler of a GeForce 8800 GTX's multiprocessor has "
                         "*16 warps*"))
        << said;
}

// Eight loads follow each other at once, and all the work comes after them.
TEST(WarpsWay, SaysHowManyWarpsHideALoad) {
    EXPECT_EQ((LoadsOfWay{1, 4, 690}.warps()), 173);
    EXPECT_EQ((LoadsOfWay{2, 8, 690}.warps()), 173) << "two loads, each with four";
    EXPECT_EQ((LoadsOfWay{1, 60, 690}.warps()), 12);
    const Cycles eight("occupancy/eight");
    const LoadsOfWay& loads = eight.warps().loads;
    EXPECT_EQ(loads.loads, 8);
    EXPECT_EQ(loads.issued, std::ssize(eight.warps().way));
    EXPECT_LE(loads.warps(), eight.warps().schedule.warps) << "twelve warps fill the slots";
    const std::string said = view_sentence("scheduler", *eight.result.picture, eight.cursor);
    EXPECT_NE(said.find("*" + plural(loads.warps(), "warp") + "* would hide it."),
              std::string::npos)
        << said;
}

// Two warps with one account each leave half of the slots; with four accounts none.
TEST(WarpsReady, MoreAccountsFillTheSlotsOfFewWarps) {
    const Cycles one("occupancy/one", {"shared=227"}), four("occupancy/four", {"shared=227"});
    EXPECT_EQ(one.claim().substr(0, 3), "In ");
    EXPECT_NE(one.claim().find("cycles no warp is ready"), std::string::npos);
    EXPECT_EQ(Cycles("occupancy/one").claim(), "In every cycle a warp is ready");
    const auto unused = [](const Cycles& cycles) {
        return std::ranges::count_if(cycles.drawn().notes.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::outline, Role::waste);
        });
    };
    EXPECT_GT(unused(one), 2 * unused(four));
    EXPECT_GT(unused(one), 25) << "about half of 64";
}

// What is shown is filled alike by both; what all of the way leaves unused is not.
TEST(WarpsReady, TheWholeWayTellsKernelsApart) {
    const auto in_all = [](const Cycles& cycles) {
        const lab::Schedule& schedule = cycles.warps().schedule;
        return grouped(schedule.used(0, schedule.cycles())) + " of " + grouped(schedule.cycles()) +
               " cycles";
    };
    const Cycles one("occupancy/one"), four("occupancy/four");
    EXPECT_TRUE(one.drawn().sees("64 of 64 cycles") && four.drawn().sees("64 of 64 cycles"));
    EXPECT_TRUE(one.drawn().sees(in_all(one)) && four.drawn().sees(in_all(four)));
    EXPECT_NE(in_all(one), in_all(four));
}

TEST(WarpsReady, ANumberOfALineSaysWhatItCounts) {
    for (const float width : {900.f, 420.f, 240.f, 150.f})
        for (const NotedText& text : Cycles("occupancy/one").drawn({0, 0, width, 150}).notes.texts)
            if (text.text.find(" of ") != std::string::npos) {
                EXPECT_NE(text.text.find("slots"), std::string::npos) << text.text;
            }
}

// A column a cycle, in which at most one issues.
TEST(WarpsReady, DrawsOneThatIssuesInEachCycle) {
    const Picture picture = Cycles("occupancy/one").drawn();
    const float side = picture.place("of the issue slots used").x,
                slots = picture.place("Issue slot").y - 10,
                foot = picture.place("issues an instruction").y;
    const auto chosen = [&](float from, float to) {
        return those(picture.notes.marks, [&](const NotedMark& mark) {
            return is_chosen(mark) && mark.box.right() < side && mark.box.y >= from &&
                   mark.box.bottom() < to;
        });
    };
    const auto issuing = chosen(0, slots);
    ASSERT_EQ(issuing.size(), 64u);
    for (std::size_t i = 1; i < issuing.size(); ++i)
        EXPECT_GT(issuing[i].box.x, issuing[i - 1].box.x);
    EXPECT_EQ(chosen(slots, foot).size(), 64u) << "a slot that is used looks like who uses it";
    for (const char* words : {"100 %", "64 of 64 cycles", "16", "warps of a scheduler", "Warp 15"})
        EXPECT_TRUE(picture.sees(words)) << words;
}

TEST(WarpsReady, ASchedulerSaysWhoseWarpsItHas) {
    const lab::Result old = drawn_rung("occupancy/one", {"card=2006"}),
                      usual = drawn_rung("occupancy/one", {});
    const auto words = [](const lab::Result& result) {
        return Picture("scheduler", result, Cursor{}, {0, 0, 1200, 640}).words();
    };
    EXPECT_NE(words(old).find("8800 GTX (2006) holds"), std::string::npos) << words(old);
    EXPECT_EQ(words(usual).find("holds"), std::string::npos);
    EXPECT_NE(words(usual).find("waits"), std::string::npos) << "the legend names the lines, too";
}

// Between two requests there is no other one: that tells the way that a warp took.
TEST(WarpsReady, EveryKernelOfOccupancyHasItsScheduler) {
    for (const char* rung : {"one", "two", "four", "eight", "thirty_two", "all_warps"}) {
        const lab::Result result = drawn_rung("occupancy/" + std::string(rung), {});
        EXPECT_TRUE(find_view("scheduler")->fits(*result.picture)) << rung;
    }
}

}  // namespace
