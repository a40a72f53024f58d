// How long a load takes: loads of a chain are never in flight together, each chain ends where
// arithmetic says, and recorded times have cycles.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lab/host_code/host_code.h"
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
    EXPECT_EQ(count("texture", &Counters::texture_instructions), 1000u);
    EXPECT_EQ(count("texture", &Counters::global_load_requests), 0u) << "a unit of its own";
}

// A texture object of the memory that the kernel before it wrote.
TEST(Latency, ProgramOfTheTextureMakesAndDestroysItsObject) {
    Request request;
    request.settings = asked("latency/texture");
    const auto text = program_text(request);
    ASSERT_TRUE(text) << text.problem().message;
    for (const char* part :
         {"CHECK(cudaCreateTextureObject(", "&chain_texture, &chain_texture_memory,",
          "chain_texture_memory.res.linear.devPtr = d_chain;", "cudaCreateChannelDesc<unsigned>()",
          "2048 * sizeof(unsigned)", "(chain_texture, d_ends, loads)",
          "cudaDestroyTextureObject(chain_texture)"})
        EXPECT_NE(text->find(part), text->npos) << part;
}

// The clock that was read beside the time: 1980 MHz in these recordings.
TEST(Prose, KnowsCyclesOfARecordedTime) {
    const double ms = *number_of("memories/registers.time");
    EXPECT_DOUBLE_EQ(*number_of("memories/registers.cycles/n"), ms * 1980e3 / (1 << 22));
    EXPECT_EQ(*resolved("memories/registers.cycles/reads"), grouped(std::llround(ms * 1980e3 / 4)));
    EXPECT_FALSE(number_of("memories/registers.cycles/loads"));
}

}  // namespace
