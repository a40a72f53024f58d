// How counts move between two runs: which of them are looked at, and what each is.
#include "app/sentences/moves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/series_maker.h"

namespace {

using namespace app;
using namespace test;

const lab::Lesson& joining() {
    static const lab::Lesson made = [] {
        lab::Lesson value = lesson();
        value.rungs[0].line = "part[t] = Op::join(left, part[t]);";
        value.rungs[1].line = "part[right] = Op::join(part[right - d], part[right]);";
        value.rungs[2].line = "total = warp_scan<Op>(t);";
        value.ledger = {"barriers"};
        return value;
    }();
    return made;
}

lab::Run run_of(int rung, std::string text, const std::vector<std::uint64_t>& lanes) {
    lab::Run run;
    run.request.settings = lab::Settings(joining());
    run.request.settings.rung = rung;
    run.source_text = std::move(text);
    run.counters.warp_instructions = 1000, run.counters.polls = 2;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        run.lines.emplace_back().line = int(i) + 1, run.lines.back().lanes = lanes[i];
    return run;
}

const Move* found(const std::vector<Move>& all, std::string_view name) {
    const auto at = std::ranges::find(all, name, &Move::name);
    return at == all.end() ? nullptr : &*at;
}

// Of all lines that call it, not of the counted one alone: a tree joins on its way up and down.
TEST(Moves, OperationsAreThoseOfLinesThatCallTheSame) {
    const lab::Run one = run_of(0, "a = Op::join(b, c);", {4097}),
                   two = run_of(1, "a = Op::join(b, c);\nif (b)\n    d = Op::join(e, f);",
                                {511, 900, 511}),
                   three = run_of(2, "a = Op::join(b, c);", {511});
    const std::vector<Move> all = moves(one, two, false);
    const Move* operations = found(all, "operations");
    ASSERT_TRUE(operations);
    EXPECT_EQ(operations->before, 4097);
    EXPECT_EQ(operations->now, 1022);
    EXPECT_TRUE(operations->cost);
    EXPECT_GT(operations->share, 0);
    EXPECT_FALSE(found(moves(one, three, false), "operations"));
    EXPECT_FALSE(found(moves(three, one, false), "operations"));
    EXPECT_FALSE(found(moves(three, three, false), "operations"));
}

TEST(Moves, InstructionsAndWaitsBelongToEveryLedger) {
    const lab::Run run = run_of(2, "", {});
    lab::Run other = run;
    ++other.counters.barriers;
    EXPECT_EQ(moves(run, other, false).size(), 3u);
    for (const char* name : {"barriers", "warp_instructions", "polls"})
        EXPECT_TRUE(found(moves(run, other, false), name)) << name;
    // A single block looks once: nobody waits for it.
    lab::Run alone = run, none = run;
    alone.counters.polls = 1, none.counters.polls = 0;
    EXPECT_FALSE(found(moves(none, alone, false), "polls"));
    // What the lesson does not compare is told where nothing else moved.
    lab::Run sectors = run;
    sectors.counters.global_load_sectors += 4096;
    EXPECT_TRUE(found(moves(run, sectors, false), "global_load_sectors"));
}

// A sixth fewer instructions make nothing ten times as fast; half of them may.
TEST(Moves, ACountGoesAsFarAsTheFourthRootOfATime) {
    const auto goes = [](double before, double now, double times) {
        return Move{.before = before, .now = now}.as_far_as(times);
    };
    EXPECT_FALSE(goes(120, 100, .1));
    EXPECT_FALSE(goes(100, 120, 10)) << "alike up and down";
    EXPECT_TRUE(goes(200, 100, .1));
    EXPECT_FALSE(goes(199, 100, 1. / 16)) << "2 is the fourth root of 16";
    EXPECT_TRUE(goes(201, 100, 1. / 16));
    EXPECT_TRUE(goes(1, 0, 1000)) << "what is gone has no ratio";
}

TEST(Moves, RequestsAndShufflesAreNoCosts) {
    using enum simulator::EventKind;
    for (const simulator::CounterName& counter : simulator::counter_names())
        if (counter.quantity == simulator::Quantity::requests || counter.event == shuffle ||
            counter.event == vote)
            EXPECT_FALSE(counter.is_cost()) << counter.name;
    for (const char* name : {"branches", "bytes_requested"})
        EXPECT_FALSE(simulator::counter_named(name)->is_cost()) << name;
    for (const char* name : {"barriers", "divergent_branches", "bytes_asked", "polls"})
        EXPECT_TRUE(simulator::counter_named(name)->is_cost()) << name;
}

}  // namespace
