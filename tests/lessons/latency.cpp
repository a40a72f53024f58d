// How long a load takes: loads of a chain are never in flight together, each chain ends where
// arithmetic says, and recorded times have cycles.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lab/requests/prose.h"
#include "lab/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

TEST(Latency, NoLoadBeginsBeforeTheLastHasEnded) {
    for (const char* rung : {"l1", "l2", "memory"}) {
        const auto made = run(asked(std::string("latency/") + rung, {"loads=1000"}));
        EXPECT_EQ(made->counters.global_load_requests, 1000u) << rung;
        EXPECT_EQ(made->counters.global_load_rounds, 1000u) << rung;
        EXPECT_EQ(made->counters.global_load_sectors, 1000u) << rung;
    }
    const auto count = [](const char* rung, auto counter) {
        return run(asked(std::string("latency/") + rung, {"loads=1000"}))->counters.*counter;
    };
    using simulator::Counters;
    EXPECT_EQ(count("shared", &Counters::shared_load_wavefronts), 1000u);
    EXPECT_EQ(count("constant", &Counters::constant_load_passes), 1000u);
    EXPECT_EQ(count("local", &Counters::local_load_requests), 1000u);
}

// The clock that was read beside the time: 1980 MHz in these recordings.
TEST(Prose, KnowsCyclesOfARecordedTime) {
    const double ms = *number_of("memories/registers.time");
    EXPECT_DOUBLE_EQ(*number_of("memories/registers.cycles/n"), ms * 1980e3 / (1 << 22));
    EXPECT_EQ(*resolved("memories/registers.cycles/reads"), grouped(std::llround(ms * 1980e3 / 4)));
    EXPECT_FALSE(number_of("memories/registers.cycles/loads"));
}

}  // namespace
