// What is known of the ladders that there are: what they refuse, and the counts that theory gives.
// What every ladder must do is in awkward_sizes.cpp, knobs_of_ladders.cpp and costs_of_ladders.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/host_side.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/helpers/part.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

// Copies from and to the host are time and nothing else: the counts stay, and a plan without them
// is the plan that it always was.
TEST(Ladder, VectorAdditionTimesItsCopies) {
    for (const Rung& rung : find_lesson("vector_addition")->rungs) {
        const auto at = [&](const char* copies) {
            return asked("vector_addition/" + rung.id, {"n=2^16", copies});
        };
        const auto alone = run(at("copies=without")), with = run(at("copies=with"));
        EXPECT_TRUE(with->verdict.ok) << rung.id;
        EXPECT_EQ(alone->counters, with->counters) << rung.id;
        EXPECT_TRUE(alone->transfers.empty()) << rung.id;
        EXPECT_NE(plan_of(at("copies=without")).hash(), plan_of(at("copies=with")).hash());
        ASSERT_EQ(with->transfers.size(), 3u) << rung.id;
        EXPECT_EQ(with->transfers[0].way, Transfer::Way::to_device);
        EXPECT_EQ(with->transfers[2].way, Transfer::Way::to_host);
        EXPECT_EQ(with->transfers[2].buffer, "sum");
        EXPECT_GE(with->transfers[2].bytes, 4u << 16) << rung.id;
        const auto timed = modelled(*with);
        EXPECT_GT(timed->time.median_ms, 3 * modelled(*alone)->time.median_ms) << rung.id;
        EXPECT_GT(timed->transfers[0].milliseconds, 0) << rung.id;
        EXPECT_NE(timed->time.conditions.find("PCIe"), std::string::npos);
        EXPECT_EQ(modelled(*alone)->time.conditions.find("PCIe"), std::string::npos);
    }
}

// What the model of times needs beside Nsight Compute's counts.
TEST(Ladder, RoundsOfLoadsAndOfWaiting) {
    const auto both = run(asked("vector_addition/one_each", {"n=1024"}))->counters;
    EXPECT_EQ(both.global_load_requests, 64u);
    EXPECT_EQ(both.global_load_rounds, 32u);  // a and b are under way together
    const auto column = run(asked("laplace/marching", {"nx=32", "ny=32", "nz=32"}))->counters;
    EXPECT_EQ(column.global_load_requests, 6 * column.global_load_rounds);
    const auto chain = run(asked("scan/chain", {"n=4096", "block=256"}))->counters;
    EXPECT_EQ(chain.polls, 16u);  // in the order of the chain nobody waits twice
    EXPECT_EQ(both.polls + column.polls, 0u);
}

const std::vector<std::string> sizes{"1",    "2",    "31",   "32",   "33",   "100",
                                     "1000", "1009", "1023", "1024", "1025", "5000"};
const std::vector<std::string> blocks{"1",   "2",   "31",  "32",   "96",  "100",
                                      "128", "192", "256", "1000", "1024"};

// How many of all these a rung takes; what it makes of them is for LadderOf.
int taken(const std::string& rung, const std::vector<std::string>& more = {}) {
    int count = 0;
    for (const std::string& n : sizes)
        for (const std::string& block : blocks) {
            std::vector<std::string> values{"n=" + n, "block=" + block};
            values.insert(values.end(), more.begin(), more.end());
            count += !refusal(asked(rung, values));
        }
    return count;
}

TEST(Ladder, RefusesNoMoreThanItMust) {
    const int all = int(sizes.size() * blocks.size());
    for (const Rung& rung : find_lesson("vector_addition")->rungs)
        EXPECT_EQ(taken("vector_addition/" + rung.id), all) << rung.id;
    // Powers of two from 2 on, and a single number by a single thread is none.
    EXPECT_EQ(taken("reduction/interleaved"), 12 * 5);
    EXPECT_EQ(taken("reduction/strided"), 12 * 5);
    EXPECT_EQ(taken("reduction/sequential"), 12 * 5);
    EXPECT_EQ(taken("reduction/sequential", {"last_rounds=shuffle"}), 12 * 4);
    EXPECT_EQ(taken("reduction/any_block"), 12 * 10 + 1);
    EXPECT_EQ(taken("reduction/any_block", {"last_rounds=shuffle"}), 12 * 8);
    EXPECT_EQ(taken("reduction/any_operation"), 12 * 10 + 1);
    EXPECT_EQ(taken("reduction/two_passes"), all);
    EXPECT_EQ(taken("reduction/shuffle"), 12 * 6);
    EXPECT_EQ(taken("reduction/wide"), 12 * 6);
    EXPECT_EQ(taken("scan/hillis"), 56);
    EXPECT_EQ(taken("scan/blelloch"), taken("scan/padded"));
    EXPECT_EQ(taken("scan/blelloch"), 29);
    EXPECT_EQ(taken("scan/shuffle"), 37);
    EXPECT_EQ(taken("scan/chain"), all);
    EXPECT_EQ(taken("scan/chain", {"in_block=shuffle"}), 12 * 6);
    EXPECT_EQ(taken("scan/three_kernels"), 12 * 10 + 1);
}

TEST(Ladder, DoublesStayExactWhereFloatsRound) {
    const auto of = [](const char* type) {
        return run(asked("scan/three_kernels", {type, "n=4194304"}));
    };
    const auto floats = of("type=float"), doubles = of("type=double");
    EXPECT_NE(floats->verdict.tolerance.find("roundings"), std::string::npos);
    EXPECT_NE(doubles->verdict.tolerance.find("none"), std::string::npos);
    EXPECT_TRUE(floats->verdict.ok && doubles->verdict.ok);
    EXPECT_EQ(doubles->verdict.worst_error, 0);
}

TEST(Ladder, LaplaceRefusesBlocksThatAreAllRingAndBoxesWithoutInside) {
    for (const char* small : {"nx=1", "ny=2", "nz=1", "planes=0"})
        EXPECT_TRUE(refusal(asked("laplace/queue", {small}))) << small;
    for (const char* side : {"block_x", "block_y"}) {
        const auto refused = refusal(asked("laplace/two_sweeps", {std::string(side) + "=2"}));
        ASSERT_TRUE(refused) << side;
        EXPECT_EQ(refused->limit, 3);
        EXPECT_EQ(refused->asked, 2);
        EXPECT_EQ(refused->knob, side);
        EXPECT_FALSE(refusal(asked("laplace/two_sweeps", {std::string(side) + "=3"}))) << side;
    }
    EXPECT_TRUE(refusal(asked("laplace/blocks", {"block_x=32", "block_y=32", "block_z=2"})));
    EXPECT_FALSE(refusal(asked("laplace/marching", {"block_x=32", "block_y=32", "block_z=2"})));
}

TEST(Ladder, LongInputsAreComparedBySamples) {
    for (const Settings& settings :
         {asked("laplace/queue", {"nx=200", "ny=200", "nz=120", "sweeps=2"}),
          asked("scan/three_kernels", {"n=5000000"}), asked("vector_addition/one_each", {"n=2^23"}),
          asked("reduction/wide", {"n=4194305"})})
        EXPECT_TRUE(expect_right_or_refused(settings));
}

TEST(Ladder, FloatsThatRoundStayWithinTheTolerance) {
    const Settings floats = asked("reduction/two_passes", {"n=5000000"});
    const auto made = run(floats);
    EXPECT_TRUE(made->verdict.ok);
    EXPECT_NE(made->verdict.tolerance.find("roundings"), std::string::npos);
}

TEST(Ladder, BlocksPastTheLimitAreRefused) {
    for (const char* rung : {"vector_addition/one_each", "reduction/any_block", "scan/chain"}) {
        const auto refused = refusal(asked(rung, {"block=2048"}));
        ASSERT_TRUE(refused) << rung;
        EXPECT_EQ(refused->limit, 1024) << rung;
        EXPECT_FALSE(refused->cuda_error.empty()) << rung;
    }
}

// What a rung refuses because it would be wrong can be run on purpose, and is wrong.
TEST(Anyway, SequentialLosesNumbers) {
    for (const char* block : {"block=100", "block=192"}) {
        Settings settings = asked("reduction/sequential", {block, "n=192"});
        ASSERT_TRUE(refusal(settings));
        EXPECT_FALSE(refusal(settings)->shows.empty());
        settings.anyway = true;
        ASSERT_FALSE(refusal(settings));
        const auto made = run(settings);
        EXPECT_TRUE(made->verdict.checked);
        EXPECT_FALSE(made->verdict.ok) << block;
        EXPECT_LT(made->verdict.found, made->verdict.expected);
    }
}

TEST(Anyway, InterleavedReadsPastTheEnd) {
    for (const char* rung : {"reduction/interleaved", "reduction/strided"}) {
        Settings settings = asked(rung, {"block=100", "n=100"});
        settings.anyway = true;
        ASSERT_FALSE(refusal(settings));
        const auto made = run(settings, true);
        ASSERT_FALSE(made->faults.empty()) << rung;
        EXPECT_EQ(made->faults[0].kind, simulator::FaultKind::out_of_bounds);
    }
}

TEST(Anyway, BlellochMissesWhatStandsToTheLeft) {
    Settings settings = asked("scan/blelloch", {"block=100", "n=100"});
    settings.anyway = true;
    ASSERT_FALSE(refusal(settings));
    EXPECT_FALSE(run(settings)->verdict.ok);
}

simulator::LineCounters line_of(const Run& made, int line) {
    for (const simulator::LineCounters& found : made.lines)
        if (found.line == line) return found;
    return {};
}

TEST(Theory, ReductionOfOneBlock) {
    struct Row {
        const char* rung;
        std::uint64_t adds, divergent, wavefronts;
    };
    for (const Row& row : {Row{"interleaved", 47, 47, 141}, Row{"strided", 12, 5, 141},
                           Row{"sequential", 12, 5, 36}}) {
        const auto made = run(asked(std::string("reduction/") + row.rung, {"n=256", "block=256"}));
        const int line = counted_line(made->request.settings, made->source_text);
        ASSERT_GT(line, 0) << row.rung;
        const auto adds = line_of(*made, line), branch = line_of(*made, line - 1);
        EXPECT_EQ(adds.executions, row.adds) << row.rung;
        EXPECT_EQ(adds.lanes, 255u) << row.rung;
        EXPECT_EQ(branch.counters.divergent_branches, row.divergent) << row.rung;
        EXPECT_EQ(adds.counters.shared_load_wavefronts + adds.counters.shared_store_wavefronts,
                  row.wavefronts)
            << row.rung;
    }
}

TEST(Theory, SectorsOfOneRequest) {
    struct Row {
        std::vector<std::string> values;
        std::uint64_t sectors;
    };
    for (const Row& row :
         {Row{{"pattern=coalesced"}, 4}, Row{{"pattern=offset", "offset=1"}, 5},
          Row{{"pattern=strided", "stride=2"}, 8}, Row{{"pattern=strided", "stride=4"}, 16},
          Row{{"pattern=strided", "stride=8"}, 32}, Row{{"pattern=strided", "stride=32"}, 32}}) {
        std::vector<std::string> values = row.values;
        values.push_back("n=4096");
        const auto& counters = run(asked("vector_addition/one_each", values))->counters;
        EXPECT_EQ(counters.global_load_requests, 2u * 4096 / 32);
        EXPECT_EQ(counters.global_load_sectors, row.sectors * counters.global_load_requests)
            << values[0];
        EXPECT_EQ(counters.global_store_sectors, row.sectors * counters.global_store_requests)
            << values[0];
        EXPECT_EQ(counters.bytes_requested, 12u * 4096);
    }
}

TEST(Theory, ScanOf512) {
    const auto hillis = run(asked("scan/hillis", {"n=512", "block=512"}));
    EXPECT_EQ(line_of(*hillis, counted_line(hillis->request.settings, hillis->source_text)).lanes,
              4097u);
    EXPECT_EQ(hillis->counters.barriers, 16u * (1 + 2 * 9));
    const auto blelloch = run(asked("scan/blelloch", {"n=512", "block=512"}));
    const int up = counted_line(blelloch->request.settings, blelloch->source_text);
    EXPECT_EQ(line_of(*blelloch, up).lanes, 511u);
    const auto down = blelloch->source_text.find("part[right] = Op::join(before, left);");
    const auto newlines = std::ranges::count(blelloch->source_text.substr(0, down), '\n');
    EXPECT_EQ(line_of(*blelloch, int(newlines) + 1).lanes, 511u);
    EXPECT_EQ(blelloch->counters.barriers, 16u * (1 + 9 + 1 + 9));
    const auto padded = run(asked("scan/padded", {"n=512", "block=512"}));
    EXPECT_GT(blelloch->counters.shared_load_bank_conflicts,
              10 * padded->counters.shared_load_bank_conflicts);
}

// Doubles take twice the bytes everywhere and two shuffles for one; joins and rounds stay.
TEST(Theory, ScanOfDoublesMovesTwiceTheBytes) {
    for (const Rung& rung : find_lesson("scan")->rungs) {
        const auto of = [&](const char* type) {
            return run(asked("scan/" + rung.id, {type, "n=512", "in_block=shuffle"}));
        };
        const auto floats = of("type=float"), doubles = of("type=double");
        EXPECT_EQ(doubles->counters.shuffles, 2 * floats->counters.shuffles) << rung.id;
        EXPECT_EQ(doubles->counters.barriers, floats->counters.barriers) << rung.id;
        const std::uint64_t control = rung.id == "chain" ? 512 : 0;  // whole numbers stay as wide
        EXPECT_NEAR(double(doubles->counters.bytes_requested),
                    2 * double(floats->counters.bytes_requested), double(control))
            << rung.id;
        const int line = counted_line(doubles->request.settings, doubles->source_text);
        EXPECT_GT(line, 0) << rung.id;
        EXPECT_EQ(line_of(*doubles, line).executions, line_of(*floats, line).executions) << rung.id;
    }
}

// Where each block has an array of its own, all of it is so many times what one array is.
TEST(Theory, ArraysAreScannedByABlockEach) {
    for (const char* rung : {"scan/hillis", "scan/blelloch", "scan/padded", "scan/shuffle"}) {
        const auto one = run(asked(rung, {"n=500", "block=512"}));
        const auto three = run(asked(rung, {"n=500", "block=512", "arrays=3"}));
        EXPECT_TRUE(three->verdict.ok) << rung << ": " << three->verdict.worst_error;
        EXPECT_EQ(three->counters.barriers, 3 * one->counters.barriers) << rung;
        EXPECT_EQ(three->counters.bytes_requested, 3 * one->counters.bytes_requested) << rung;
    }
}

// A block says two words, what its own numbers make and then its total; whoever stands behind it
// asks up to 32 blocks at once. All else is read once and written once.
TEST(Theory, ALookBackReadsAndWritesEveryNumberOnce) {
    constexpr std::uint64_t blocks = 8;
    const auto each = run(asked("scan/look_back", {"n=4096", "block=512"}));
    EXPECT_EQ(each->counters.global_load_requests, 4096 / 32 + blocks - 1);
    EXPECT_EQ(each->counters.global_store_requests, 4096 / 32 + 2 * blocks);
    const auto wide = run(asked("scan/wide", {"n=65536", "block=512"}));
    EXPECT_EQ(wide->counters.global_load_requests, 65536 / 128 + blocks - 1);
    EXPECT_EQ(wide->counters.global_store_requests, 65536 / 128 + 2 * blocks);
    EXPECT_EQ(wide->counters.atomics, blocks) << "a ticket each";
    const auto doubles = run(asked("scan/wide", {"n=32768", "block=512", "type=double"}));
    EXPECT_EQ(doubles->counters.global_load_requests, 32768 / 64 + 2 * (blocks - 1));
}

TEST(Theory, LaplaceReadsEachPointOnceFromATile) {
    const std::vector<std::string> box{"nx=34",      "ny=10",      "nz=12",    "sweeps=1",
                                       "block_x=34", "block_y=10", "block_z=1"};
    const auto lanes = [&](const char* rung) {
        const auto made = run(asked(rung, box));
        return made->counters.bytes_requested;
    };
    EXPECT_LT(lanes("laplace/queue"), lanes("laplace/marching"));
    EXPECT_LT(lanes("laplace/tile"), lanes("laplace/queue"));
}

// A lane's load brings four points, so a row of 128 points is one request, not four.
TEST(Theory, LaplaceAsksForFourPointsAtOnce) {
    const auto stores = [](const char* rung, const char* side) {
        return run(asked(rung, {side, "ny=10", "nz=12", "sweeps=1"}))
            ->counters.global_store_requests;
    };
    EXPECT_EQ(stores("laplace/queue", "nx=128"), 4u * 8 * 10);
    EXPECT_EQ(stores("laplace/wide", "nx=128"), 1u * 8 * 10);
    EXPECT_EQ(stores("laplace/wide", "nx=126"), 2u * 8 * 10);
    EXPECT_EQ(stores("laplace/wide", "nx=127"), 4u * 8 * 10);
}

// Two sweeps at once store each point once for both.
TEST(Theory, LaplaceStoresHalfAsOftenInTwoSweepsAtOnce) {
    const auto stores = [](const char* rung) {
        return run(asked(rung, {"nx=120", "ny=14", "nz=12", "sweeps=2"}))
            ->counters.global_store_sectors;
    };
    EXPECT_EQ(2 * stores("laplace/two_sweeps"), stores("laplace/wide"));
}

TEST(Size, TakesTheOtherSidesAlong) {
    const Lesson& laplace = *find_lesson("laplace");
    const Settings cube = asked("laplace/wide", {"nx=128", "ny=64", "nz=128"});
    const Settings large = turned(cube, *laplace.size, 512);
    for (const auto& [id, side] : {std::pair("nx", 512), {"ny", 256}, {"nz", 512}})
        EXPECT_EQ(large[*find_knob(laplace, id)], side) << id;
    EXPECT_EQ(turned(large, *laplace.size, 128), cube);
    EXPECT_EQ(turned(cube, *find_knob(laplace, "ny"), 16)[*laplace.size], 128);
}

// The same request gives the same trace, byte for byte.
TEST(Determinism, TheSameTraceTwice) {
    std::size_t number = 0;
    for (const Lesson* lesson : lab::lessons())
        for (const Rung& rung : lesson->rungs) {
            if (!tests::in_part(number++, 4)) continue;
            const Settings settings = picture_of(asked(lesson->id + "/" + rung.id, {}));
            const auto first = run(settings, true), second = run(settings, true);
            ASSERT_TRUE(first->trace && second->trace);
            if (lab::unfit_launch(settings)) continue;  // no thread runs
            ASSERT_GT(first->trace->events.size(), 0u) << rung.id;
            EXPECT_EQ(first->counters, second->counters) << rung.id;
            const auto bytes = [](const auto& values) {
                return std::string_view(reinterpret_cast<const char*>(values.data()),
                                        values.size() * sizeof values[0]);
            };
            EXPECT_EQ(bytes(first->trace->slots), bytes(second->trace->slots)) << rung.id;
            ASSERT_EQ(first->trace->events.size(), second->trace->events.size()) << rung.id;
            for (std::size_t i = 0; i < first->trace->events.size(); ++i) {
                const auto &a = first->trace->events[i], &b = second->trace->events[i];
                ASSERT_EQ(
                    std::tie(a.kind, a.launch, a.block, a.warp, a.index, a.mask, a.line, a.first),
                    std::tie(b.kind, b.launch, b.block, b.warp, b.index, b.mask, b.line, b.first))
                    << rung.id;
            }
        }
}

TEST(Orders, BlocksInAnyOrderGiveTheSameResult) {
    for (const char* rung :
         {"scan/chain", "scan/three_kernels", "reduction/wide", "reduction/two_passes"})
        for (std::uint64_t seed : {1, 2, 3}) {
            Request request;
            request.settings = asked(rung, {"n=3000", "block=64"});
            request.order = simulator::Order::shuffled;
            request.order_seed = seed;
            const auto made = simulate(request);
            EXPECT_TRUE(made->verdict.ok) << rung << " " << seed;
            EXPECT_TRUE(made->faults.empty()) << rung << " " << seed;
        }
}

// No race, no read of what was never written, in any kernel at the size of its picture.
TEST(Pictures, AreFreeOfFaults) {
    for (const Lesson* lesson : lab::lessons())
        for (const Rung& rung : lesson->rungs) {
            const auto made = run(picture_of(asked(lesson->id + "/" + rung.id, {})), true);
            expect_right(*made, lesson->id + "/" + rung.id);
            EXPECT_LT(made->simulated.lane_instructions, 24'000'000u)
                << lesson->id << "/" << rung.id;
        }
}

// At the block that it opens with it is only slower: what it is for is said.
TEST(Ladder, AnyBlockNamesABlockThatTheKernelBeforeRefuses) {
    const Settings any = asked("reduction/any_block", {"block=192"});
    EXPECT_FALSE(refusal(any));
    EXPECT_TRUE(refusal(asked("reduction/sequential", {"block=192"})));
    EXPECT_NE(rung_of(any).idea.find("192 threads, which the kernel before refuses"),
              std::string::npos);
}

}  // namespace
