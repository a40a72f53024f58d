// The roofline's ladder: operations a byte and instructions a term by theory, neighbours of a ring,
// and that no term can be lost unseen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/requests/prose.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Settings roofline(const std::string& rung, const std::vector<std::string>& values = {}) {
    return asked("roofline/" + rung, values);
}

double flop_a_byte(const std::string& rung, const std::vector<std::string>& values = {}) {
    const Settings set = roofline(rung, values);
    return set.subject->flops(set) / set.subject->bytes(set);
}

TEST(RooflineLesson, OperationsAByteAreThoseOfTheory) {
    EXPECT_DOUBLE_EQ(flop_a_byte("add"), 1 / 12.);
    EXPECT_DOUBLE_EQ(flop_a_byte("sweep"), .75);
    for (const char* rung : {"polynomial", "unrolled", "four"}) {
        EXPECT_DOUBLE_EQ(flop_a_byte(rung, {"terms=1"}), .25) << rung;
        EXPECT_DOUBLE_EQ(flop_a_byte(rung, {"terms=1024"}), 256) << rung;
    }
    EXPECT_DOUBLE_EQ(flop_a_byte("double", {"terms=16"}), 2);
    EXPECT_EQ(*resolved("roofline/add.flop_a_byte"), "0.083");
    EXPECT_EQ(*resolved("roofline/sweep.flop_a_byte"), "0.75");
    EXPECT_EQ(*resolved("roofline/polynomial terms=1024.flop_a_byte"), "256");
    EXPECT_FALSE(resolved("roofline/nothing.flop_a_byte"));
}

std::uint64_t warp_instructions(const std::string& rung, int terms) {
    return run(roofline(rung, {"n=4096", "block=256", "terms=" + std::to_string(terms)}))
        ->counters.warp_instructions;
}

// Of the whole run, from one number of terms to another.
std::uint64_t added(const std::string& rung, int from, int to) {
    return warp_instructions(rung, to) - warp_instructions(rung, from);
}

// A multiply-add, and three instructions for each turn of the loop, which eight terms share, and
// then four numbers.
TEST(RooflineLesson, InstructionsATermAreThoseOfTheLoop) {
    constexpr std::uint64_t warps = 4096 / 32;
    EXPECT_EQ(added("polynomial", 1, 17), warps * 16 * (1 + 3));
    EXPECT_EQ(added("unrolled", 8, 24), warps * 2 * (8 + 3));
    EXPECT_EQ(added("four", 8, 24), warps / 4 * 2 * (32 + 3));
    EXPECT_EQ(added("double", 8, 24), warps / 4 * 2 * (32 + 3));
}

TEST(RooflineLesson, BytesDoNotGrowWithTheTerms) {
    for (const char* rung : {"polynomial", "unrolled", "four", "double"})
        EXPECT_EQ(run(roofline(rung, {"n=4096", "terms=1"}))->counters.bytes_asked,
                  run(roofline(rung, {"n=4096", "terms=64"}))->counters.bytes_asked)
            << rung;
}

TEST(RooflineLesson, ASweepLoadsSixForEachValueItKeeps) {
    const auto counters = run(roofline("sweep", {"n=4096"}))->counters;
    EXPECT_EQ(counters.global_load_requests, 6u * 4096 / 32);
    EXPECT_EQ(counters.global_store_requests, 4096u / 32);
}

// A ring of one point, of fewer than a plane, of rows that do not fill one.
TEST(RooflineLesson, IsRightAtEveryAwkwardSize) {
    for (const char* rung : {"add", "sweep", "polynomial", "unrolled", "four", "double"})
        for (const char* size : {"n=1", "n=2", "n=7", "n=8", "n=31", "n=511", "n=513", "n=4099"})
            for (const char* block : {"block=33", "block=256"})
                for (const char* terms : {"terms=1", "terms=7", "terms=100"})
                    EXPECT_TRUE(expect_right_or_refused(roofline(rung, {size, block, terms})))
                        << rung << " " << size << " " << block << " " << terms;
}

// Values of the reference for these settings.
Expected::Of reference(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.lesson()->expected(settings, Inputs(plan, 1)).results.at(0);
}

TEST(RooflineLesson, NoTermCanBeLostUnseen) {
    for (const char* rung : {"polynomial", "double"})
        for (const int terms : {2, 16, 100, 1024}) {
            const auto at = [&](int count) {
                return reference(roofline(rung, {"n=1000", "terms=" + std::to_string(count)}));
            };
            const Expected::Of all = at(terms), fewer = at(terms - 1);
            double most = 0;
            for (std::size_t i = 0; i < all.values.size(); ++i)
                most = std::max(most, std::fabs(all.values[i] - fewer.values[i]));
            EXPECT_GT(most, 100 * all.absolute) << rung << " " << terms;
        }
}

// The closed form against the sum, term by term.
TEST(RooflineLesson, TheReferenceIsTheSum) {
    const Settings settings = roofline("polynomial", {"n=100", "terms=50"});
    const Plan plan = plan_of(settings);
    const Inputs inputs(plan, 1);
    const Expected::Of values = reference(settings);
    for (const std::uint64_t i : {0, 7, 99}) {
        double sum = 1, power = 1;
        for (int term = 0; term < 50; ++term) sum += power *= inputs("numbers", i);
        EXPECT_NEAR(values.values[i], sum, 1e-14);
    }
}

TEST(RooflineLesson, TermsAreIdleWhereThereAreNone) {
    for (const char* rung : {"add", "sweep"}) {
        const Settings set = roofline(rung);
        EXPECT_TRUE(idle(set, *find_knob(*set.subject, "terms"))) << rung;
    }
    const Settings set = roofline("double");
    EXPECT_FALSE(idle(set, *find_knob(*set.subject, "terms")));
}

}  // namespace
