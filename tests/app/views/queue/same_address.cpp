// "Same address": lanes by the address that each asks for, against what the simulator counted; what
// is said of them; what the picture draws, opens at and answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "app/views/now.h"
#include "app/views/queue/places.h"
#include "app/views/queue/queues.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"
#include "tests/app/views/at_atomic.h"

namespace {

using namespace app;
using namespace test;

const View& queue_view() { return *find_view("same_address"); }

struct Counted {
    lab::Result result;
    Cursor cursor;

    explicit Counted(const std::string& rung, const std::vector<const char*>& knobs = {}) {
        result.request.settings = *lab::settings_named("histogram/" + rung);
        for (const char* knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
        cursor.step = opening_step(&queue_view(), run());
        cursor.warp = opening_warp(&queue_view(), run(), cursor.step);
        cursor.lane = queue_view().interest.lane(run(), cursor.step, cursor.warp);
    }
    const lab::Run& run() const { return *result.picture; }
    Picture picture(Rect area = {0, 0, 1000, 560}) const {
        return {"same_address", result, cursor, area};
    }
};

// One atomic of a warp: lane i asks at element `element(i)` of eight.
template <class Of>
std::shared_ptr<lab::Run> one_atomic(Of element, std::uint32_t mask = ~0u) {
    TraceMaker maker({1}, {32});
    maker.array("bins", Space::global, Type::u32, 0x1000, 8);
    maker.access(EventKind::atomic, Space::global, Type::u32, 3, 0, 0,
                 [=](int lane) -> std::optional<Address> {
                     if (!(mask >> lane & 1)) return std::nullopt;
                     return 0x1000 + 4 * Address(element(lane));
                 });
    return maker.run();
}

TEST(SameAddress, LanesStandAtTheirAddressInOrder) {
    const auto run = one_atomic([](int lane) { return lane % 3 ? 5 : 2; }, 0x00ffffff);
    const Queue& queue = queue_of(*run, run->trace->events[0]);
    ASSERT_EQ(queue.stacks.size(), 2u);
    EXPECT_EQ(queue.lanes, 24);
    EXPECT_EQ(queue.stacks[0].address, 0x1008u);
    EXPECT_EQ(queue.stacks[0].high(), 8);
    EXPECT_EQ(queue.stacks[1].high(), 16);
    EXPECT_EQ(queue.tallest, 1);
    EXPECT_EQ(queue.passes, 16);
    EXPECT_EQ(queue.high(), 16);
    EXPECT_EQ(queue.stacks[0].lane_at(0), 0);
    EXPECT_EQ(queue.stacks[0].lane_at(2), 6);
    EXPECT_EQ(queue.stacks[0].lane_at(8), -1);
    EXPECT_EQ(queue.stack_of(6), 0);
    EXPECT_EQ(queue.stack_of(7), 1);
    EXPECT_EQ(queue.stack_of(24), -1);
}

// Heights against the simulator's own counter, over everything that a block did.
TEST(SameAddress, TheTallestStackIsWhatIsCounted) {
    for (const char* rung : {"global", "shared", "many", "per_warp", "per_lane", "wide"})
        for (const auto& [skew, adds] : {std::pair{"skew=uniform", "adds=weight"},
                                         {"skew=few", "adds=weight"},
                                         {"skew=one", "adds=weight"},
                                         {"skew=one", "adds=one"}}) {
            const Counted counted(rung, {"n=203", "block=256", "blocks=1", skew, adds});
            std::uint64_t passes = 0, atomics = 0;
            for (const simulator::Event& event : counted.run().trace->events)
                if (event.kind == simulator::EventKind::atomic)
                    ++atomics, passes += unsigned(queue_of(counted.run(), event).passes);
            EXPECT_EQ(atomics, counted.run().counters.atomics) << rung;
            EXPECT_EQ(passes, counted.run().counters.atomic_passes) << rung << " " << skew;
        }
}

TEST(SameAddress, EveryLaneThatAskedIsInABar) {
    const Counted counted("global", {"n=203", "bins=16"});
    const Asked& asked = asked_of(counted.run());
    ASSERT_EQ(asked.arrays.size(), 1u);
    int lanes = 0;
    for (const auto& [element, steps] : asked.arrays.begin()->second) {
        EXPECT_LT(element, 16);
        EXPECT_EQ(asked_up_to(steps, -1), 0);
        EXPECT_EQ(asked_up_to(steps, int(counted.run().steps.size())), int(steps.size()));
        EXPECT_EQ(float(steps.size()), counted.run().results.front().values[std::size_t(element)]);
        lanes += int(steps.size());
    }
    EXPECT_EQ(lanes, 203);
    const BarRange range = bar_range(counted.run(), asked.arrays.begin()->first);
    EXPECT_EQ(range.first, 0);
    EXPECT_EQ(range.count, 16);
}

TEST(SameAddress, SaysWhoQueuesWhere) {
    const Counted one("shared", {"skew=one"});
    EXPECT_EQ(view_claim(queue_view().id, one.run(), one.cursor),
              "32 lanes of warp 0 queue at own[0]");
    EXPECT_EQ(view_sentence(queue_view().id, one.run(), one.cursor),
              "By the addresses alone, lanes that change *one address* take turns. 32 lanes at one "
              "address take *32 passes*.");
    const auto apart = one_atomic([](int lane) { return lane; }, 0xf);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(view_claim(queue_view().id, *apart, cursor),
              "4 lanes of warp 0 each have their own address");
    EXPECT_EQ(view_sentence(queue_view().id, *apart, cursor),
              "By the addresses alone, lanes that change *one address* take turns. 4 lanes at 4 "
              "addresses take *1 pass*.");
    const auto alone = one_atomic([](int) { return 0; }, 1);
    EXPECT_EQ(view_claim(queue_view().id, *alone, cursor), "One lane of warp 0 is alone");
    cursor.step = -1;
    EXPECT_EQ(view_claim(queue_view().id, *alone, cursor), "No atomic yet");
}

TEST(SameAddress, OpensAtTheLongestQueue) {
    TraceMaker maker({1}, {64});
    maker.array("bins", Space::shared, Type::u32, 0, 64);
    for (const int apart : {1, 4, 2})
        for (const unsigned warp : {0u, 1u})
            maker.access(EventKind::atomic, Space::shared, Type::u32, 3 + apart, warp, 0,
                         [=](int lane) -> std::optional<Address> {
                             return 4 * Address(warp == 0 ? lane : lane / apart);
                         });
    const auto run = maker.run();
    const int step = opening_step(&queue_view(), *run);
    EXPECT_EQ(run->steps[std::size_t(step)].line, 7) << "of 1, 4 and 2 lanes at one address";
    EXPECT_EQ(opening_warp(&queue_view(), *run, step), 1);
    EXPECT_EQ(queue_view().interest.weight(*run, step), 3);
    for (int index = 0; index < int(run->steps.size()); ++index)
        if (run->steps[std::size_t(index)].line == 4) {
            EXPECT_LT(queue_view().interest.weight(*run, index), 0) << "nobody waits";
        }
}

TEST(SameAddress, IsOfferedWhereThereAreAtomics) {
    EXPECT_TRUE(queue_view().fits(Counted("global").run()));
    EXPECT_FALSE(queue_view().fits(*tree(64)));
}

// Where the compiler sees the one that is added, the same lanes stand there and none waits.
TEST(SameAddress, WhatIsCountedAtOnceWaitsForNothing) {
    const Counted one("many", {"skew=one", "adds=one"}), queue("many", {"skew=one"});
    EXPECT_EQ(view_claim(queue_view().id, one.run(), one.cursor),
              "32 lanes of warp 0 are counted at once at own[0]");
    const std::string said = view_sentence(queue_view().id, one.run(), one.cursor);
    EXPECT_NE(said.find("lanes at one address are *counted at once*"), said.npos) << said;
    EXPECT_NE(said.find("32 lanes at one address take *1 pass*"), said.npos) << said;
    const Picture at_once = one.picture(), waits = queue.picture();
    EXPECT_TRUE(at_once.sees("counted at once"));
    EXPECT_TRUE(at_once.sees("equal lanes at once"));
    EXPECT_FALSE(at_once.sees("pass 32") || at_once.sees("waits for those below"));
    EXPECT_TRUE(waits.sees("pass 32") && waits.sees("waits for those below"));
    EXPECT_EQ(at_once.notes.of(MarkKind::outline, Role::waste).size(), 0u);
    EXPECT_GE(waits.notes.of(MarkKind::outline, Role::waste).size(), 31u);
    EXPECT_NE(now_text(one.run(), one.cursor).find("counted at once"), std::string::npos);
    EXPECT_NE(now_text(queue.run(), queue.cursor).find("take turns"), std::string::npos);
}

TEST(SameAddress, DrawsALaneOnItsPlace) {
    const Counted one("global", {"skew=one"});
    const Picture picture = one.picture();
    EXPECT_TRUE(picture.sees("32")) << "passes";
    EXPECT_TRUE(picture.sees("passes for this atomic"));
    EXPECT_TRUE(picture.sees("pass 32")) << "the last pass is named, whatever its room is";
    EXPECT_TRUE(picture.sees("1 if no two met"));
}

// All lanes at one element are what the picture is about.
TEST(SameAddress, AQueueOfAllLanesIsNoHairline) {
    const auto width = [](const char* skew) {
        const Counted counted("global", {skew});
        const auto shown = queue_shown(counted.run(), counted.cursor);
        const Queue& queue = queue_of(counted.run(), *shown.event);
        const int array = asked_of(counted.run()).arrays.begin()->first;
        return queue_places({}, {0, 0, 1000, 560}, queue, bar_range(counted.run(), array))
            .cell(0, 0)
            .w;
    };
    EXPECT_GT(width("skew=one"), 90);
    EXPECT_LT(width("skew=uniform"), 64);
}

// A cell answers with its lane, a bar with its element; a click takes the lane.
TEST(SameAddress, AnswersWhereACellOrABarStands) {
    Counted few("global", {"skew=few"});
    static const Series series;
    static const Metrics metrics;
    const DrawContext context{few.result, few.cursor, metrics, series};
    const Rect area{0, 0, 1000, 560};
    const auto shown = queue_shown(few.run(), few.cursor);
    const Queue& queue = queue_of(few.run(), *shown.event);
    const int array = asked_of(few.run()).arrays.begin()->first;
    const QueuePlaces places = queue_places(metrics, area, queue, bar_range(few.run(), array));
    ASSERT_TRUE(places);
    const Picture picture = few.picture(area);
    const Rect cell = places.cell(1, 2), bar = places.bar(3);
    const auto told = queue_view().pointing.spot(picture.notes, context, area,
                                                 {cell.middle_x(), cell.middle_y()});
    ASSERT_TRUE(told);
    const int lane = queue.stacks[1].lane_at(2);
    EXPECT_EQ(told->words.find("*Lane " + std::to_string(lane) + "* of warp"), 0u) << told->words;
    EXPECT_NE(told->words.find("is the 3rd of"), std::string::npos) << told->words;
    EXPECT_NE(told->words.find(" at bins[1]"), std::string::npos) << told->words;
    Cursor cursor = few.cursor;
    EXPECT_TRUE(
        queue_view().pointing.click(context, cursor, area, {cell.middle_x(), cell.middle_y()}));
    EXPECT_EQ(cursor.lane, lane);
    const auto element =
        queue_view().pointing.spot(picture.notes, context, area, {bar.middle_x(), bar.middle_y()});
    ASSERT_TRUE(element);
    EXPECT_EQ(element->words.find("*bins[3]*: "), 0u) << element->words;
    EXPECT_FALSE(queue_view().pointing.spot(picture.notes, context, area, {1, 1}));
}

TEST(SameAddress, AQueueThatIsToComeIsToldAsSuch) {
    const AtAtomic one("global");
    Cursor before = one.cursor;
    before.step -= 1;
    EXPECT_EQ(view_claim("same_address", *one.result.picture, before), "No atomic yet");
    EXPECT_NE(
        view_sentence("same_address", *one.result.picture, before).find("The next, in 1 step: "),
        std::string::npos)
        << view_sentence("same_address", *one.result.picture, before);
    EXPECT_EQ(one.sentence("same_address").find("The next"), std::string::npos);
}

TEST(SameAddress, WhereFewAddressesAreMetTheyAreNoEvenQueues) {
    EXPECT_TRUE(Opened("histogram/global skew=few").says(", in this block only"));
    EXPECT_FALSE(Opened("histogram/global skew=few").says("spread evenly"));
    EXPECT_FALSE(Opened("histogram/global").says("those of this block"));
}

// A request of a warp at one counter is one pass, however many lanes ask.
TEST(SameAddress, HitsOfAWarpAreAddedAtOnce) {
    Driver driver(1366, 768);
    driver.shell.restore("pi/host");
    driver.settle();
    EXPECT_TRUE(driver.says("20 requests in 20 passes, all of a warp at once."));
}

}  // namespace
