// What lessons say of their own work, against what the simulator counts: cost, bytes, roundings,
// pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "lab/bugs.h"
#include "lab/memory/memory_budget.h"
#include "lessons/reading.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

// A misspelt id in a lesson's source would choose another kernel's numbers in silence.
TEST(Rungs, AreAskedForByIdsThatTheLessonHas) {
    const Settings chain = asked("scan/chain");
    EXPECT_TRUE(lessons::is(chain, "chain"));
    EXPECT_FALSE(lessons::is(chain, "look_back"));
    EXPECT_FALSE(lessons::is(asked("pi/drawn"), "curand")) << "a library beside the ladder";
    EXPECT_THROW(lessons::is(chain, "lookback"), std::logic_error);
}

class LadderCosts : public testing::TestWithParam<const Lesson*> {};

// The largest size of the slider that counts in no time.
Settings countable_size(const Settings& presets, double budget) {
    const Knob* size = presets.subject->size;
    Settings made = presets;
    for (const std::int64_t tick : size ? size->ticks : std::vector<std::int64_t>{}) {
        const Settings at = turned(presets, *size, tick);
        if (!refusal(at) && (refusal(made) || cost_of(made) > budget || cost_of(at) <= budget))
            made = at;
        if (cost_of(at) > budget) break;
    }
    return made;
}

// So many times over the data, at a size that counts in no time. A box of few points has hardly
// anything inside.
Settings passes(const Settings& presets, std::int64_t times) {
    Settings settings = presets;
    if (const Knob* repeats = find_knob(*presets.subject, Knob::Role::repeats))
        settings.set(*repeats, times);
    return countable_size(settings, presets.subject->sides.empty() ? 3e5 : 5e6);
}

// At the presets, and with each other choice.
std::vector<Settings> with_each_choice(const Settings& presets) {
    std::vector<Settings> all{presets};
    for (const Knob* knob : presets.subject->knobs)
        for (std::size_t i = 1; i < knob->choices.size() && !idle(presets, *knob); ++i) {
            all.push_back(presets);
            all.back().set(*knob, std::int64_t(i));
        }
    std::erase_if(all, [](const Settings& settings) { return refusal(settings).has_value(); });
    return all;
}

// As it opens, and with 2 GiB left; but for what has arrays beyond that, which counts them once.
TEST_P(LadderCosts, AreNoMoreMemoryThanASmallMachineHas) {
    constexpr double room = 1.5 * (1 << 30);
    for (const Settings& presets : rungs_of(*GetParam())) {
        const auto sum = double(memory_sum(memory_shares({.settings = presets})));
        EXPECT_LE(sum, std::max(room, 1.1 * double(plan_of(presets).bytes()))) << named(presets);
    }
}

// The worker refines, scales modelled times and refuses by it.
TEST_P(LadderCosts, AreWhatASimulationTakesWithinAFactorOfTwo) {
    for (const Settings& presets : rungs_of(*GetParam()))
        for (const Settings& settings : with_each_choice(passes(presets, 2))) {
            if (is_broken(settings)) continue;  // it may end before its end
            const double counted = double(run(settings)->simulated.lane_instructions);
            EXPECT_GT(cost_of(settings), counted / 2) << named(settings);
            EXPECT_LT(cost_of(settings), counted * 2) << named(settings);
        }
}

// Bytes that come by constant memory or a texture: their loads are not global ones.
double constants_and_textures(const Settings& settings) {
    const Plan plan = plan_of(settings);
    double bytes = 0;
    for (const Allocation& one : plan.allocations)
        if (!one.symbol.empty() && one.fill.kind != Fill::Kind::none)
            bytes += double(one.buffer.count * simulator::size_of(one.buffer.type));
    for (const PlanStep& step : plan.steps)
        if (const auto* copy = std::get_if<Copy>(&step))
            if (!plan.allocations[std::size_t(copy->to.id)].symbol.empty())
                bytes += double(copy->elements() * simulator::size_of(copy->from.type));
    for (const Launch* launch : timed_launches(plan))
        for (const Texture& texture : textures_of(*launch))
            bytes += double(texture.texels.count * simulator::size_of(texture.texels.type));
    return bytes;
}

// Bytes of arrays that a launch says it reads and writes in place.
double read_and_written(const Plan& plan) {
    std::set<int> both;
    for (const Launch* launch : timed_launches(plan))
        for (const Touched& one : launch->touches)
            for (const Touched& other : launch->touches)
                if (one.writes && !other.writes && one.buffer.id == other.buffer.id)
                    both.insert(one.buffer.id);
    double bytes = 0;
    for (const Allocation& one : plan.allocations)
        if (both.contains(one.buffer.id))
            bytes += double(one.buffer.count * simulator::size_of(one.buffer.type));
    return bytes;
}

// The least that must move is what the arrays hold, read or written once, or both in place. No
// kernel asks for less than nearly that.
TEST_P(LadderCosts, BytesAreThoseOfTheArraysReadOrWrittenOnce) {
    double least_held = INFINITY, least_asked = INFINITY;
    for (const Settings& presets : rungs_of(*GetParam())) {
        const Settings settings = passes(mended(presets), 1);
        const double bytes = GetParam()->bytes(settings);
        const Plan plan = plan_of(settings);
        least_held = std::min(least_held, (double(plan.bytes()) + read_and_written(plan)) / bytes);
        least_asked = std::min(least_asked, (double(run(settings)->counters.bytes_requested) +
                                             constants_and_textures(settings)) /
                                                bytes);
    }
    EXPECT_NEAR(least_held, 1, .02);
    EXPECT_GT(least_asked, .7);
    // Where nothing is kept, a stencil asks for seven floats a point, and two must move.
    EXPECT_LT(least_asked, 3);
}

// A sum of n numbers is n - 1 additions, in a tree of log2 n levels at the least; where n is the
// side of a matrix, each of n x n numbers may be such a sum.
TEST_P(LadderCosts, FlopsGrowWithTheSize) {
    const Settings settings = passes(rungs_of(*GetParam()).front(), 1);
    if (!GetParam()->size) GTEST_SKIP() << "no size";
    if (GetParam()->flops(settings) == 0) GTEST_SKIP() << "values are moved, and not computed";
    const Settings twice = turned(settings, *GetParam()->size, 2 * settings[*GetParam()->size]);
    const int side = GetParam()->size->dimensions;
    const double dimensions = side + double(GetParam()->sides.size());
    EXPECT_GT(GetParam()->flops(settings), 0);
    const double grown = std::log2(GetParam()->flops(twice) / GetParam()->flops(settings));
    EXPECT_GT(grown, .65 * dimensions);
    EXPECT_LT(grown, 1.35 * dimensions + (side > 1 ? 1 : 0));
}

// A picture is a picture's picture, launches the same kernels in the same blocks, and no more work.
TEST_P(LadderCosts, PicturesAreTheSameLaunchesOnlySmaller) {
    for (const Settings& presets : rungs_of(*GetParam())) {
        const Settings picture = picture_of(presets);
        EXPECT_EQ(picture_of(picture), picture) << named(presets);
        EXPECT_LE(cost_of(picture), cost_of(presets)) << named(presets);
        ASSERT_FALSE(refusal(picture)) << named(picture);
        const auto first = [](const Settings& settings) {
            const Plan plan = plan_of(settings);
            const auto found = std::ranges::find_if(plan.steps, [](const PlanStep& step) {
                return std::holds_alternative<Launch>(step);
            });
            return std::get<Launch>(*found);
        };
        EXPECT_EQ(first(picture).kernel, first(presets).kernel) << named(presets);
        EXPECT_EQ(first(picture).size.block, first(presets).size.block) << named(presets);
        EXPECT_EQ(first(picture).size.shared_bytes, first(presets).size.shared_bytes);
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, LadderCosts, testing::ValuesIn(every_lesson()), lesson_name);

// A lane that is off in the picture is off at the size asked for: no block of the drawn box is cut
// where none of the asked one is.
TEST(LadderPictures, AFullBlockOfLaplaceIsDrawnFull) {
    for (const char* rung : {"blocks", "marching", "queue", "tile", "wide", "two_sweeps"})
        for (const char* block : {"block_x=32", "block_x=16", "block_x=8", "block_x=64"}) {
            const auto drawn = picture_of(asked(std::string("laplace/") + rung, {"nx=512", block}));
            const auto made = run(drawn, true);
            const auto launched = made->trace->launches.front().block;
            std::uint64_t most = 0;
            for (const simulator::Step& step : made->steps)
                most = std::max<std::uint64_t>(most, step.lanes);
            EXPECT_EQ(most, launched.count()) << named(drawn);
        }
}

// --- what is known of the four

TEST(LadderPictures, AreAsLargeAsTheyTell) {
    struct Row {
        const char* rung;
        std::vector<std::string> asked, drawn;
    };
    for (const Row& row : std::vector<Row>{
             {"vector_addition/one_each", {"n=2^20", "block=256"}, {"n=1024"}},
             {"vector_addition/grid_stride", {"n=2^20", "block=32"}, {"n=128", "blocks=2"}},
             {"reduction/sequential", {"n=2^20", "block=256"}, {"n=640"}},
             {"reduction/any_block", {"n=2^20", "block=100"}, {"n=250"}},
             {"reduction/two_passes", {"n=2^20", "block=64"}, {"n=512", "blocks=2"}},
             {"reduction/two_passes", {"n=2^20", "block=64", "blocks=1"}, {"n=256"}},
             {"reduction/wide", {"n=2^20", "block=64"}, {"n=2048", "blocks=2"}},
             {"scan/hillis", {"n=2^20", "block=256"}, {"n=256"}},
             {"scan/chain", {"n=2^20", "block=512"}, {"n=3840"}},
             {"scan/three_kernels", {"n=2^20", "block=100"}, {"n=750"}},
             {"fft/four", {"n=2^20", "m=256", "block=256"}, {"n=2176", "m=256"}},
             {"fft/four", {"n=2^20", "m=4096", "block=256"}, {"n=2176", "m=1024"}},
             {"laplace/queue", {}, {"nx=128", "ny=24", "nz=10", "sweeps=4"}},
             {"laplace/wide", {"block_x=64"}, {"nx=128", "ny=24", "nz=10", "sweeps=4"}},
             {"laplace/wide", {"nx=512", "block_x=64"}, {"nx=256", "ny=24", "nz=10"}},
             {"laplace/wide", {"nx=130"}, {"nx=130", "ny=24", "nz=10", "sweeps=4"}},
             {"laplace/wide", {"nx=1001"}, {"nx=129", "ny=24", "nz=10", "sweeps=4"}},
             {"laplace/queue", {"block_y=16", "planes=16"}, {"nx=128", "ny=48", "nz=18"}},
             {"laplace/queue", {"block_y=10"}, {"nx=128", "ny=30", "nz=10"}},
             {"laplace/queue", {"planes=2", "sweeps=1"}, {"nx=128", "ny=24", "nz=10"}},
             {"laplace/blocks", {"block_z=4"}, {"nx=128", "ny=24", "nz=12", "sweeps=4"}},
             {"laplace/blocks",
              {"nx=20", "nz=8", "block_x=32", "block_y=32", "block_z=1"},
              {"nx=20", "ny=96", "nz=8", "sweeps=2"}}}) {
        const Settings picture = picture_of(asked(row.rung, row.asked));
        Settings expected = picture;
        for (const std::string& value : row.drawn) assign(expected, value);
        EXPECT_EQ(picture, expected) << named(picture);
    }
}

// Rounds of a tree, blocks of a chain, numbers of a thread: counted by hand.
TEST(LadderRoundings, AreThoseOfTheLongestWay) {
    struct Row {
        const char* rung;
        std::vector<std::string> values;
        double roundings;
    };
    for (const Row& row : std::vector<Row>{
             {"reduction/sequential", {"n=65536", "block=256"}, 8 + 8},
             {"reduction/interleaved", {"n=65537", "block=256"}, 8 + 8 + 8},
             {"reduction/any_block", {"n=100", "block=100"}, 7},
             {"reduction/two_passes", {"n=65536", "block=256", "blocks=16"}, 16 + 8 + 1 + 8},
             {"reduction/shuffle", {"n=65536", "block=32", "blocks=64"}, 32 + 5 + 2 + 5},
             {"reduction/wide", {"n=65536", "block=256", "blocks=16"}, 16 + 8 + 4 + 16},
             {"scan/hillis", {"n=512", "block=512"}, 18},
             {"scan/padded", {"n=100", "block=128"}, 14},
             {"scan/chain", {"n=1024", "block=256"}, 16 + 4 + 1},
             {"scan/three_kernels", {"n=65536", "block=256"}, 17 + 17}})
        EXPECT_EQ(roundings_of(asked(row.rung, row.values)), row.roundings)
            << row.rung << " " << row.values[0];
}

TEST(LadderSamples, HaveBothEndsAndLieEvenly) {
    const std::uint64_t whole = 1 << 22;
    EXPECT_TRUE(lessons::sampled(whole).empty());
    for (const std::uint64_t count : {whole + 1, std::uint64_t{100'000'000}}) {
        const std::vector<std::uint64_t> indices = lessons::sampled(count);
        EXPECT_EQ(indices.size(), 4096u);
        EXPECT_EQ(indices.front(), 0u);
        EXPECT_EQ(indices.back(), count - 1);
        std::uint64_t widest = 0;
        for (std::size_t i = 1; i < indices.size(); ++i) {
            ASSERT_LT(indices[i - 1], indices[i]);
            widest = std::max(widest, indices[i] - indices[i - 1]);
        }
        EXPECT_LT(widest, 2 * (count / 4096) + 4096 + 61);
    }
    EXPECT_EQ(lessons::compared_words(1000, 1000, "numbers"), "all 1000 numbers");
    EXPECT_EQ(lessons::compared_words(1, 1, "numbers"), "the only number");
    EXPECT_EQ(lessons::compared_words(4096, 16'777'216, "numbers"), "4096 of 16 777 216 numbers");
}

TEST(LadderSamples, SpansReachTheLastNumber) {
    EXPECT_EQ((lessons::Reading{1, 0}.span(100)), 100);
    EXPECT_EQ((lessons::Reading{3, 0}.span(100)), 298);
    EXPECT_EQ((lessons::Reading{1, 31}.span(100)), 131);
    EXPECT_EQ((lessons::Reading{3, 5}.span(0)), 0);
}

// The nearest power of two that a block can have.
TEST(LadderRefusals, OfferTheNearestPowerOfTwo) {
    const auto use = [](const char* block) {
        return refusal(asked("reduction/sequential", {block, "n=4096"}))->use;
    };
    EXPECT_EQ(use("block=100"), 128);
    EXPECT_EQ(use("block=90"), 64);
    EXPECT_EQ(use("block=192"), 256);
    EXPECT_EQ(use("block=1000"), 1024);
    EXPECT_EQ(use("block=3"), 4);
    EXPECT_EQ(refusal(asked("reduction/shuffle", {"block=100"}))->use, 96);
    EXPECT_EQ(refusal(asked("reduction/shuffle", {"block=7"}))->use, 32);
}

// By hand: 192 threads halve to 3 sums, of which the last 64 numbers' is left out; of 100 the sum
// of each 25th is lost first, and then each third.
TEST(LadderRefusals, SayHowManyNumbersOfABlockAreLeftOut) {
    const auto shows = [](const char* block) {
        return refusal(asked("reduction/sequential", {block, "n=4096"}))->shows;
    };
    for (const auto& [block, words] :
         {std::pair{"block=192", "Of its 192 numbers, each block leaves out 64."},
          {"block=100", "Of its 100 numbers, each block leaves out 36."},
          {"block=3", "Of its 3 numbers, each block leaves out 1."}})
        EXPECT_EQ(shows(block).find(words), 0u) << shows(block);
}

// Indices are 32 bits wide: the last place that is still reached, and one number more.
TEST(LadderRefusals, NumbersThatSpanTooMuch) {
    const Lesson& lesson = *find_lesson("vector_addition");
    Settings settings = asked("vector_addition/strided", {"stride=32", "n=33554432"});
    EXPECT_FALSE(rung_of(settings).legal(settings));
    settings.set(*lesson.size, 33554433);
    const auto refused = rung_of(settings).legal(settings);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->use, 33554432);
    EXPECT_EQ(refused->limit, double(1 << 30));
    EXPECT_EQ(refused->asked, 33554432.0 * 32 + 1);
}

}  // namespace
