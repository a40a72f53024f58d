// A tree of any operation: right for each of them at any size; the neutral element alone keeps
// places without a number out of the result; and inputs whose result is neither 0 nor all bits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Settings joined_by(const std::string& operation, const std::vector<std::string>& more = {}) {
    std::vector<std::string> values{"operation=" + operation};
    values.insert(values.end(), more.begin(), more.end());
    return asked("reduction/any_operation", values);
}

double result_of(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1)).results.at(0).values.at(0);
}

TEST(AnyOperation, IsRightAtEverySizeAndBlock) {
    for (const char* operation : {"add", "multiply", "and", "or", "min", "max"})
        for (const char* n : {"n=1", "n=7", "n=256", "n=1009", "n=5000"})
            for (const char* block : {"block=32", "block=100", "block=256"})
                for (const char* type : {"type=float", "type=double"}) {
                    const Settings settings = joined_by(operation, {n, block, type});
                    expect_right(*run(settings), named(settings));
                }
}

// Each result by hand, from the numbers one after the other.
TEST(AnyOperation, TheReferenceJoinsAllNumbers) {
    for (const char* type : {"type=float", "type=double"}) {
        const auto by_hand = [&](const char* operation, double first, auto join) {
            const Settings settings = joined_by(operation, {"n=3001", type});
            const Plan plan = plan_of(settings);
            const auto number = Inputs(plan, 1).values("numbers");
            double all = first;
            for (std::uint64_t i = 0; i < 3001; ++i) all = join(all, number(i));
            return std::pair{all, result_of(settings)};
        };
        const auto expect_same = [](const std::pair<double, double>& both) {
            EXPECT_EQ(both.first, both.second);
        };
        expect_same(by_hand("min", INFINITY, [](double a, double b) { return std::fmin(a, b); }));
        expect_same(by_hand("max", -INFINITY, [](double a, double b) { return std::fmax(a, b); }));
        expect_same(by_hand("and", 0xFFFF, [](double a, double b) {
            return double(std::uint64_t(a) & std::uint64_t(b));
        }));
        expect_same(by_hand("or", 0, [](double a, double b) {
            return double(std::uint64_t(a) | std::uint64_t(b));
        }));
    }
}

// No result says nothing: an odd product, bits of both kinds, a minimum above 0, a maximum below.
TEST(AnyOperation, ResultsAreNotTrivial) {
    for (const char* n : {"n=1009", "n=2^20", "n=2^22"}) {
        const double product = result_of(joined_by("multiply", {n}));
        EXPECT_EQ(std::fmod(product, 2), 1) << n;
        EXPECT_GT(product, 3) << n;
        EXPECT_EQ(result_of(joined_by("and", {n})), 0xA500) << n;
        EXPECT_EQ(result_of(joined_by("or", {n})), 0xA5FF) << n;
        EXPECT_GT(result_of(joined_by("min", {n})), 0) << n;
        EXPECT_LT(result_of(joined_by("max", {n})), 0) << n;
    }
}

// 3, 5, 7 and so on: 3 x 5 x 7 x 9 is 945, and of seventeen factors the lower 32 bits are left.
TEST(AnyOperation, AProductKeepsItsLowerBits) {
    EXPECT_EQ(result_of(joined_by("multiply", {"n=4"})), 945);
    std::uint64_t product = 1;
    for (std::uint64_t factor = 3; factor < 3 + 2 * 17; factor += 2) product *= factor;
    EXPECT_EQ(result_of(joined_by("multiply", {"n=17"})), double(std::uint32_t(product)));
    EXPECT_EQ(result_of(joined_by("multiply", {"n=17", "type=double"})), double(product));
}

// The same tree as that of sums: the operation changes no count but its own instruction.
TEST(AnyOperation, TheTreeIsThatOfSums) {
    const auto counts = [](const Settings& settings) { return run(settings)->counters; };
    const auto sum = counts(asked("reduction/any_block", {"n=1009"}));
    for (const char* operation : {"add", "multiply", "and", "or", "min", "max"}) {
        const auto made = counts(joined_by(operation, {"n=1009"}));
        EXPECT_EQ(made.barriers, sum.barriers) << operation;
        EXPECT_EQ(made.shared_load_wavefronts, sum.shared_load_wavefronts) << operation;
        EXPECT_EQ(made.global_load_sectors, sum.global_load_sectors) << operation;
    }
}

}  // namespace
