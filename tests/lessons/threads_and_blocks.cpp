// Threads and blocks: warps, lanes and sectors by hand, what is nobody's or past the end, and where
// an array of a thread's own lies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lab/cli/survey.h"
#include "lab/features/setups.h"
#include "lab/host_code/host_code.h"
#include "lab/host_side.h"
#include "lab/run.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

simulator::Counters counted_threads(const std::string& rung,
                                    const std::vector<std::string>& values) {
    return run(asked("threads/" + rung, values))->counters;
}

// What the array holds at the end.
std::vector<int> written(const std::string& rung, const std::vector<std::string>& values = {}) {
    Request request;
    request.settings = asked("threads/" + rung, values);
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 20)) {
    }
    const auto bytes = simulation.contents("values");
    std::vector<int> found(bytes.size() / sizeof(int));
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
}

TEST(Threads, WriteTheirNumbers) {
    EXPECT_EQ(written("thread_index"), (std::vector{0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(written("global_index"), (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(written("table"), (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(written("any_type"), (std::vector{0, 0, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(written("own_array"), (std::vector{3, 4, 5, 6, 7, 8, 9, 10}));
    EXPECT_EQ(written("run_time_index", {"length=8", "n=3"}), (std::vector{7, 8, 9}));
}

// A warp is never shared by two blocks, and all that have a lane with an element store once.
TEST(Threads, AWarpIsOfOneBlock) {
    for (const int block : {1, 4, 31, 32, 33, 100, 400, 1024}) {
        const std::uint64_t blocks = 6, warps = blocks * ((block + 31) / 32), n = blocks * block;
        const auto found = counted_threads(
            "global_index",
            {"blocks=6", "block=" + std::to_string(block), "n=" + std::to_string(n)});
        EXPECT_EQ(found.global_store_requests, warps) << block;
        EXPECT_EQ(found.bytes_requested, 4 * n) << block;
        // every thread runs all instructions, and the lanes beyond the block none
        EXPECT_EQ(found.lane_instructions * warps, found.warp_instructions * n) << block;
    }
    EXPECT_EQ(counted_threads("global_index", {"blocks=200", "block=400", "n=80000"})
                  .global_store_requests,
              2600u);
}

// Of 6 blocks of 64 threads the last has 3 elements left: one warp stores, and one does not.
TEST(Threads, BehindTheGuardNobodyStores) {
    const auto found = counted_threads("thread_index", {"blocks=6", "block=64", "n=323"});
    EXPECT_EQ(found.global_store_requests, 11u);
    EXPECT_EQ(found.divergent_branches, 1u);
    EXPECT_EQ(found.bytes_requested, 4u * 323);
    const auto none = counted_threads("thread_index", {"blocks=6", "block=64", "n=320"});
    EXPECT_EQ(none.global_store_requests, 10u);
    EXPECT_EQ(none.divergent_branches, 0u);
}

// 32 lanes along x and then y: as many pieces of rows as the block's width leaves.
TEST(Threads, AWarpOfARectangleWritesPiecesOfRows) {
    struct Row {
        int x, y;
        std::uint64_t sectors;  // of a warp, in a table of 128 columns
    };
    for (const auto& [x, y, sectors] :
         {Row{32, 1, 4}, {16, 2, 4}, {8, 4, 4}, {4, 8, 8}, {2, 16, 16}, {1, 32, 32}, {64, 1, 4}}) {
        const auto found = counted_threads(
            "table", {"blocks=" + std::to_string(128 / x), "block_x=" + std::to_string(x),
                      "block_y=" + std::to_string(y), "n=" + std::to_string(128 * y)});
        EXPECT_EQ(found.global_store_requests, 128u * y / 32) << x;
        EXPECT_EQ(found.global_store_sectors, found.global_store_requests * sectors) << x;
    }
}

TEST(Threads, ADoubleIsTwiceTheSectors) {
    const auto sectors = [](const char* type) {
        return counted_threads("any_type", {"blocks=5", "block=96", "n=480", type})
            .global_store_sectors;
    };
    EXPECT_EQ(sectors("type=int"), 60u);
    EXPECT_EQ(sectors("type=float"), 60u);
    EXPECT_EQ(sectors("type=double"), 120u);
}

// The same element of 32 lanes is a line; four of them are stored at once, and one is loaded.
TEST(Threads, AnIndexAtRunTimePutsTheArrayIntoLocalMemory) {
    for (const std::uint64_t length : {4, 8, 16, 32}) {
        const std::vector<std::string> values{"blocks=3", "block=64", "n=192",
                                              "length=" + std::to_string(length)};
        constexpr std::uint64_t warps = 6;
        const auto known = counted_threads("own_array", values),
                   late = counted_threads("run_time_index", values);
        EXPECT_EQ(known.local_store_requests + known.local_load_requests, 0u);
        EXPECT_EQ(known.global_store_sectors, 4 * warps);
        EXPECT_EQ(late.local_store_requests, warps * length / 4);
        EXPECT_EQ(late.local_store_sectors, warps * length * 4);
        EXPECT_EQ(late.local_load_requests, warps);
        EXPECT_EQ(late.local_load_sectors, warps * 4);
        EXPECT_EQ(late.global_store_sectors, 4 * warps);
    }
}

TEST(Threads, ElementsOfNobodyAreRefusedAndKeepWhatTheyHeld) {
    Settings set = asked("threads/global_index", {"n=11"});
    const auto refused = refusal(set);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->title, "8 threads are too few for 11 elements");
    EXPECT_EQ(refused->use, 3);
    EXPECT_FALSE(refusal(asked("threads/global_index", {"n=11", "blocks=3"})));
    set.anyway = true;
    ASSERT_FALSE(refusal(set));
    const auto made = run(set, true);
    EXPECT_TRUE(made->faults.empty());
    EXPECT_EQ(made->verdict.wrong, 3u);
    EXPECT_EQ(made->verdict.element, 8u);
    EXPECT_EQ(made->verdict.found, 0);
}

TEST(Threads, WithoutAGuardThosePastTheEndAreNamed) {
    Settings set = asked("threads/global_index", {"n=6", "guard=off"});
    const auto refused = refusal(set);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->title, "8 threads with no guard are too many for 6 elements");
    EXPECT_EQ(refused->knob, "guard");
    EXPECT_EQ(refused->use, 0);
    set.anyway = true;
    ASSERT_FALSE(refusal(set));
    const auto made = run(set, true);
    ASSERT_EQ(made->faults.size(), 1u);
    const simulator::Fault& fault = made->faults.front();
    EXPECT_EQ(fault.kind, simulator::FaultKind::out_of_bounds);
    EXPECT_EQ(fault.buffer, "values");
    EXPECT_EQ(fault.element, 6);
    EXPECT_EQ(fault.thread.x, 2u);
    EXPECT_EQ(fault.block.x, 1u);
    EXPECT_FALSE(refusal(asked("threads/global_index", {"guard=off"})));
    EXPECT_EQ(written("global_index", {"guard=off"}), written("global_index"));
}

// What is left over in the last block, or missing, is drawn as it was asked for.
TEST(Threads, PicturesHaveWhatIsLeftOver) {
    const auto drawn = [](const std::vector<std::string>& values) {
        const Settings picture = picture_of(asked("threads/global_index", values));
        return std::pair(picture[*picture.subject->size], picture.values().at("n"));
    };
    using Pair = std::pair<std::int64_t, std::int64_t>;
    EXPECT_EQ(drawn({}), Pair(2, 8));
    EXPECT_EQ(drawn({"blocks=200", "block=400", "n=80000"}), Pair(4, 1600));
    EXPECT_EQ(drawn({"blocks=200", "block=400", "n=79990"}), Pair(4, 1590));
    EXPECT_EQ(drawn({"blocks=200", "block=4", "n=8"}), Pair(4, 8));
    EXPECT_EQ(picture_of(asked("threads/table", {"blocks=9", "n=36"})).values().at("n"), 16);
}

TEST(Threads, AreRightAtEveryAwkwardLaunch) {
    for (const char* rung :
         {"thread_index", "global_index", "table", "any_type", "own_array", "run_time_index"})
        for (const char* type : {"type=int", "type=float", "type=double"})
            for (const char* block : {"block=1", "block=33", "block=1000"})
                for (const char* n : {"n=1", "n=4", "n=65", "n=999"})
                    EXPECT_TRUE(expect_right_or_refused(
                        asked(std::string("threads/") + rung,
                              {type, block, n, "blocks=1000", "block_x=3", "block_y=7"})))
                        << rung << " " << type << " " << block << " " << n;
}

// --- a launch that does not fit

Settings too_large(const std::vector<std::string>& more = {}) {
    std::vector<std::string> values{"block=4000", "n=8000"};
    values.insert(values.end(), more.begin(), more.end());
    return asked("threads/global_index", values);
}

TEST(ThreadsThatDoNotFit, AreRefusedAndCanBeAskedForAllTheSame) {
    Settings set = too_large();
    const auto refused = refusal(set);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->title, "This block does not fit: 4000 threads, and the limit is 1024");
    EXPECT_NE(refused->cuda_error.find("cudaErrorInvalidConfiguration"), std::string::npos);
    EXPECT_FALSE(refused->shows.empty());
    EXPECT_FALSE(unfit_launch(set));
    set.anyway = true;
    EXPECT_FALSE(refusal(set));
    ASSERT_TRUE(unfit_launch(set));
    EXPECT_EQ(unfit_launch(set)->title, refused->title);
    // two sides that multiply to too much do not fit either
    Settings table = asked("threads/table", {"block_x=64", "block_y=32", "n=8"});
    table.set(*find_knob(*table.subject, "block_x"), 64);
    EXPECT_TRUE(refusal(table));
    // elsewhere nobody asks for it
    EXPECT_TRUE(refusal(asked("vector_addition/one_each", {"block=2048"}))->shows.empty());
    Settings other = asked("vector_addition/one_each", {"block=2048"});
    other.anyway = true;
    EXPECT_TRUE(refusal(other));
    // a block of no thread is no lesson
    Settings none = asked("threads/global_index", {"block=0"});
    none.anyway = true;
    EXPECT_TRUE(refusal(none));
}

TEST(ThreadsThatDoNotFit, LeaveTheArrayAsItWas) {
    Settings set = too_large({"checking=unseen"});
    set.anyway = true;
    const auto made = run(set, true);
    EXPECT_TRUE(made->launches.empty());
    EXPECT_TRUE(made->faults.empty());
    EXPECT_EQ(made->counters, simulator::Counters{});
    EXPECT_FALSE(made->ended());
    EXPECT_TRUE(made->verdict.is_wrong());
    EXPECT_EQ(made->verdict.wrong, 7999u);  // element 0 is 0
    EXPECT_EQ(made->verdict.element, 1u);
    EXPECT_EQ(made->verdict.found, 0);
    EXPECT_FALSE(launch_sentence(*made));
    EXPECT_EQ(modelled(*made)->time.kind, TimeKind::none);
}

// Who looks ends the program there, so nothing is compared.
TEST(ThreadsThatDoNotFit, AreHeardOfByWhoLooks) {
    Settings set = too_large();
    set.anyway = true;
    const auto made = run(set, true);
    EXPECT_FALSE(made->verdict.checked);
    ASSERT_TRUE(launch_sentence(*made));
    EXPECT_NE(launch_sentence(*made)->find("invalid configuration argument"), std::string::npos);
    EXPECT_FALSE(launch_sentence(*run(asked("threads/global_index"))));
}

// --- set-ups

TEST(ThreadSetups, AreTheCourses) {
    const Settings presets = asked("threads/global_index");
    const auto& setups = setups_of(presets);
    ASSERT_EQ(setups.size(), 4u);
    EXPECT_EQ(with_setup(presets, setups[0]), presets);
    const Settings second = with_setup(presets, setups[1]);
    EXPECT_EQ(second.values().at("blocks") * second.values().at("block"), 80'000);
    EXPECT_FALSE(refusal(second));
    Settings third = presets;
    third.anyway = true;
    third = with_setup(third, setups[2]);
    ASSERT_TRUE(refusal(third));
    EXPECT_EQ(refusal(third)->asked, 4000);
    EXPECT_FALSE(refusal(with_setup(presets, setups[3])));
}

// Times of a set-up are recorded, of every kernel and each of its choices.
TEST(ThreadSetups, AreRecorded) {
    const auto all = survey(lab::rungs_of(asked("threads").subject));
    const auto has = [&](const std::string& rung, std::vector<std::string> values) {
        values.insert(values.end(), {"blocks=200", "block=400", "n=80000"});
        const std::uint64_t wanted = plan_of(asked("threads/" + rung, values)).hash();
        return std::ranges::any_of(
            all, [&](const Settings& set) { return plan_of(set).hash() == wanted; });
    };
    EXPECT_TRUE(has("thread_index", {}));
    EXPECT_TRUE(has("any_type", {"type=double"}));
    EXPECT_TRUE(has("run_time_index", {"length=32"}));
    EXPECT_LT(all.size(), 400u);
}

// --- the host's side

std::string host_side(const std::vector<std::string>& values) {
    Request request;
    request.settings = asked("threads/global_index", values);
    const auto text = host_text(request);
    EXPECT_TRUE(text);
    return text ? *text : "";
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

TEST(ThreadsHost, LooksOrDoesNot) {
    const std::string looks = host_side({}), unseen = host_side({"checking=unseen"});
    EXPECT_TRUE(contains(looks, "CHECK(cudaGetLastError());"));
    EXPECT_TRUE(contains(looks, "CHECK(cudaMemcpy("));
    EXPECT_FALSE(contains(unseen, "CHECK"));
    EXPECT_FALSE(contains(unseen, "cudaGetLastError"));
    EXPECT_TRUE(contains(unseen, "    cudaMalloc(&d_values, 8 * sizeof(int));\n"));
    EXPECT_TRUE(contains(unseen, "write_global_index<<<blocks, threads>>>(d_values, n);\n"));
    EXPECT_TRUE(contains(unseen, "    cudaEventElapsedTime(&milliseconds, start, stop);\n"));
}

TEST(ThreadsHost, CopiesOrHasManagedMemory) {
    const std::string managed = host_side({"memory=managed"});
    EXPECT_TRUE(contains(managed, "CHECK(cudaMallocManaged(&values, 8 * sizeof(int)));"));
    EXPECT_FALSE(contains(managed, "cudaMemcpy("));
    const auto wait = managed.find("CHECK(cudaDeviceSynchronize());"),
               read = managed.find("is_right(values)");
    ASSERT_NE(read, std::string::npos);
    EXPECT_LT(wait, read);
    EXPECT_TRUE(contains(managed, "CHECK(cudaFree(values));"));
    EXPECT_TRUE(contains(host_side({}), "cudaMemcpy(values.data(), d_values"));
}

}  // namespace
