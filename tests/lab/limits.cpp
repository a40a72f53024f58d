// Every limit on both sides: what is asked at it is run, one more is refused in words.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/limits.h"
#include "lab/running/verdict.h"
#include "lab/words.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using lab::Plan;
using lab::Settings;

TEST(Limits, OfAKnobAreWithinAndOneBeyondIsNot) {
    for (const lab::Knob* knob : {&doubling_count, &doubling_block}) {
        Settings settings(doubling());
        for (const std::int64_t within : {knob->low, knob->high}) {
            settings.set(*knob, within);
            EXPECT_FALSE(lab::refusal(settings)) << knob->id << " " << within;
        }
        for (const std::int64_t beyond : {knob->low - 1, knob->high + 1}) {
            settings.set(*knob, beyond);
            const auto refused = lab::refusal(settings);
            ASSERT_TRUE(refused) << knob->id << " " << beyond;
            EXPECT_EQ(refused->asked, static_cast<double>(beyond));
            EXPECT_EQ(refused->use, beyond < knob->low ? knob->low : knob->high);
        }
    }
}

// Nothing to do is what nought is; any other number is told the range.
TEST(Limits, OfAKnobAreSaidBothWays) {
    Settings settings(doubling());
    const auto why = [&](std::int64_t asked) {
        settings.set(doubling_count, asked);
        const auto refused = lab::refusal(settings);
        return refused ? refused->why : "";
    };
    EXPECT_TRUE(why(0).starts_with("There would be nothing to do. "));
    const std::string range = "The values allowed here are " + lab::grouped(doubling_count.low) +
                              " to " + lab::grouped(doubling_count.high) + ". ";
    EXPECT_TRUE(why(-3).starts_with(range)) << why(-3);
    EXPECT_TRUE(why(doubling_count.high + 1).starts_with(range));
}

// A lesson without knobs that records what it is told to.
lab::Lesson recording(std::function<void(Plan&)> host, const std::string& kernel = "doubled",
                      const std::string& source = "doubling.cu") {
    lab::Lesson lesson;
    lesson.id = "recording";
    lesson.source = source;
    lab::Rung rung;
    rung.id = "only";
    rung.kernel = [kernel](const Settings&) { return kernel; };
    lesson.rungs = {rung};
    lesson.host = [host = std::move(host)](Plan& plan, const Settings&) { host(plan); };
    return lesson;
}

std::optional<lab::Refusal> refused_launch(const lab::LaunchSize& size,
                                           const std::string& kernel = "doubled",
                                           const std::string& source = "doubling.cu") {
    const lab::Lesson lesson = recording(
        [&](Plan& plan) {
            const auto numbers = plan.zeros("numbers", lab::Type::f32, 1);
            plan.launch(kernel, size, numbers, numbers, 1);
        },
        kernel, source);
    return lab::refusal(Settings(lesson));
}

TEST(Limits, OfALaunchAreWithinAndOneBeyondIsNot) {
    using Shape = simulator::Dim3;
    struct Case {
        const char* name;
        lab::LaunchSize within, beyond;
        double limit;
    };
    const Shape one{1, 1, 1};
    const Case cases[] = {
        {"threads per block", {one, {32, 32, 1}}, {one, {25, 41, 1}}, 1024},
        {"threads per block", {one, {1024, 1, 1}}, {one, {1025, 1, 1}}, 1024},
        {"threads along z", {one, {1, 1, 64}}, {one, {1, 1, 65}}, 64},
        {"blocks along x", {{2147483647, 1, 1}, one}, {{2147483648u, 1, 1}, one}, 2147483647},
        {"blocks along y", {{1, 65535, 1}, one}, {{1, 65536, 1}, one}, 65535},
        {"blocks along z", {{1, 1, 65535}, one}, {{1, 1, 65536}, one}, 65535},
        {"shared bytes per block", {one, one, 232448}, {one, one, 232449}, 232448},
    };
    for (const Case& at : cases) {
        EXPECT_FALSE(refused_launch(at.within)) << at.name;
        const auto refused = refused_launch(at.beyond);
        ASSERT_TRUE(refused) << at.name;
        EXPECT_EQ(refused->limit_name, at.name);
        EXPECT_EQ(refused->limit, at.limit);
        EXPECT_EQ(refused->asked, at.limit + 1);
    }
    EXPECT_EQ(refused_launch({one, Shape{0, 1, 1}})->asked, 0) << "a block needs a thread";
    EXPECT_EQ(refused_launch({Shape{1, 0, 1}, one})->asked, 0) << "a grid needs a block";
}

TEST(Limits, OfStaticSharedMemoryAreThoseOfTheCompiler) {
    const auto refused = [](const char* kernel, std::int64_t more) {
        return refused_launch({1, 1, more}, kernel, "roomy.cu");
    };
    EXPECT_FALSE(refused("full", 0));
    EXPECT_FALSE(refused("full", 232448 - 49152));
    ASSERT_TRUE(refused("overfull", 0));
    EXPECT_EQ(refused("overfull", 0)->limit_name, "static shared bytes");
    EXPECT_EQ(refused("overfull", 0)->asked, 49153);
    ASSERT_TRUE(refused("full", 232448 - 49152 + 1));
    EXPECT_EQ(refused("full", 232448 - 49152 + 1)->limit_name, "shared bytes per block");
}

TEST(Limits, OfTheDevicesMemory) {
    const auto limit = static_cast<std::int64_t>(lab::device_limits().memory_bytes);
    const auto refused = [&](std::int64_t bytes) {
        const lab::Lesson lesson = recording([&](Plan& plan) {
            plan.buffer("half", lab::Type::u8, limit / 2);
            plan.buffer("rest", lab::Type::u8, bytes - limit / 2);
        });
        return lab::refusal(Settings(lesson));
    };
    EXPECT_FALSE(refused(limit));
    ASSERT_TRUE(refused(limit + 1));
    EXPECT_EQ(refused(limit + 1)->limit_name, "device memory");
}

// Sides of a block, each within its range, that multiply to 25 x 41.
class Boxes : public testing::Test {
protected:
    Boxes() {
        lesson = recording([](Plan& plan) {
            const auto numbers = plan.zeros("numbers", lab::Type::f32, 1);
            plan.launch("doubled", {1, 1}, numbers, numbers, 1);
        });
        lesson.knobs = {&x, &y, &z, &width, &height};
        lesson.size = &width;
        lesson.sides = {&height};
    }
    Settings block(std::int64_t across, std::int64_t down, std::int64_t deep) const {
        Settings settings(lesson);
        settings.set(x, across);
        settings.set(y, down);
        settings.set(z, deep);
        return settings;
    }
    static lab::Knob side(char axis) {
        return lab::block_side(
            axis, {.ticks = lab::powers_of_two(1, 64), .also = {}, .preset = 1, .beyond = {}});
    }
    const lab::Knob x = side('x'), y = side('y'), z = side('z');
    const lab::Knob width = lab::numbers(
        {.ticks = lab::powers_of_two(16, 256), .also = {}, .preset = 64, .beyond = {}}, "width");
    const lab::Knob height = lab::numbers(
        {.ticks = lab::powers_of_two(8, 64), .also = {}, .preset = 32, .beyond = {}}, "height");
    lab::Lesson lesson;
};

TEST_F(Boxes, TheProductOfABlocksSidesHasALimit) {
    EXPECT_FALSE(lab::refusal(block(32, 32, 1)));
    const auto refused = lab::refusal(block(25, 41, 1));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->asked, 1025);
    EXPECT_EQ(refused->limit, 1024);
    EXPECT_EQ(refused->knob, "block_y") << "the largest is to be turned";
    EXPECT_EQ(refused->use, 32) << "the tick that fits below 1024 / 25";
    EXPECT_EQ(lab::refusal(block(2, 9, 57))->knob, "block_z");
}

TEST_F(Boxes, SidesFollowTheSizeAndStayWithinTheirRange) {
    const Settings presets(lesson);
    EXPECT_EQ(lab::turned(presets, width, 128)[height], 64);
    EXPECT_EQ(lab::turned(presets, width, 32)[height], 16);
    EXPECT_EQ(lab::turned(presets, width, 256)[height], 64) << "no more than it can be";
    EXPECT_EQ(lab::turned(presets, width, 1)[height], 1) << "and no less";
    EXPECT_EQ(lab::turned(presets, height, 8)[width], 64) << "a side does not turn the size";
}

TEST(Limits, OfAKnobReachAtLeastToItsLastTick) {
    const lab::Ticks ticks{.ticks = {1, 10}, .also = {}, .preset = 1, .beyond = {}};
    EXPECT_EQ(lab::whole("k", "K", "", ticks, 1, 5).high, 10);
    EXPECT_EQ(lab::whole("k", "K", "", ticks, 1, 20).high, 20);
    EXPECT_EQ(lab::whole("k", "K", "", ticks, 0).low, 0);
}

// Elements one by one, whole buffers a chunk at a time; inputs by the ten thousands.
TEST(Limits, OfPatienceWithAReference) {
    Plan plan;
    constexpr std::int64_t count = 1 << 20;
    plan.input("numbers", lab::Type::f32, count, lab::Fill::uniform(0, 1));
    plan.result(plan.buffer("out", lab::Type::f32, count));
    int left = 0;
    const lab::Wanted wanted = [&] { return left-- > 0; };
    const auto judge = [&](int patience, std::vector<std::uint64_t> elements) {
        left = patience;
        const lab::Expected expected{
            {{std::move(elements), std::vector<double>(count), 0, 1}}, "by hand", "as given"};
        const auto zeros = [](const lab::Buffer&, std::uint64_t, std::span<std::byte> to) {
            std::ranges::fill(to, std::byte{});
        };
        return lab::verdict_of(plan, expected, zeros, wanted);
    };
    EXPECT_TRUE(judge(4, {}).ok);
    EXPECT_THROW(judge(3, {}), lab::NotWanted);
    EXPECT_TRUE(judge(2, {1, 2}).ok);
    EXPECT_THROW(judge(1, {1, 2}), lab::NotWanted);

    const auto walk = [&](int patience) {
        left = patience;
        const auto number = lab::Inputs(plan, 1, wanted).values("numbers");
        for (std::int64_t i = 0; i < count; ++i) number(i);
    };
    EXPECT_NO_THROW(walk(32));
    EXPECT_THROW(walk(31), lab::NotWanted);
}

TEST(Limits, OfATolerance) {
    const auto right = [](double found, lab::Expected::Of of) {
        Plan plan;
        plan.result(plan.buffer("sum", lab::Type::f64, 1));
        return lab::verdict_of(plan, {{std::move(of)}, "by hand", "as given"},
                               [&](const lab::Buffer&, std::uint64_t, std::span<std::byte> to) {
                                   lab::store_value(lab::Type::f64, found, to.data());
                               })
            .ok;
    };
    for (const double sign : {1.0, -1.0}) {
        const auto relative = [&](double found) {
            return right(sign * found, {{}, {sign * 1000}, 1e-3, 0});
        };
        EXPECT_TRUE(relative(1000.99) && relative(999.01));
        EXPECT_FALSE(relative(1001.01) || relative(998.99));
        const auto absolute = [&](double found) {
            return right(sign * found, {{}, {sign * 1000}, 0, 0.5});
        };
        EXPECT_TRUE(absolute(1000.49) && absolute(999.51));
        EXPECT_FALSE(absolute(1000.51) || absolute(999.49));
        EXPECT_TRUE(right(sign * 1001.49, {{}, {sign * 1000}, 1e-3, 0.5})) << "both together";
        EXPECT_FALSE(right(sign * 1001.51, {{}, {sign * 1000}, 1e-3, 0.5}));
    }
}

}  // namespace
