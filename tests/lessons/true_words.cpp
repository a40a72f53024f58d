// What is said of a lesson's work is true: operations on integers are no FLOP, a type is the
// kernel's, useful bytes are all that must move, and no time stands for one with copies.
#include <gtest/gtest.h>

#include "lab/cli/report.h"
#include "lab/time/throughput.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

bool has_floats(const Plan& plan) {
    return std::ranges::any_of(plan.allocations, [](const Allocation& one) {
        const Type type = one.buffer.type;
        return type == Type::f16 || type == Type::f32 || type == Type::f64;
    });
}

Throughput of_a_millisecond(const Settings& settings) {
    Time time;
    time.kind = TimeKind::measured;
    time.median_ms = time.low_ms = time.high_ms = 1;
    return throughput_of(settings, time, {});
}

TEST(TrueWords, OnlyWorkOnFloatsIsInFlop) {
    int rungs = 0;
    for (const Settings& settings : all_rungs()) {
        if (refusal(settings) || !(settings.subject->flops(settings) > 0)) continue;
        EXPECT_NE(computes_integers(settings), has_floats(plan_of(settings))) << named(settings);
        rungs += computes_integers(settings);
    }
    EXPECT_GE(rungs, 5) << "those of the card, and of any operation";
    for (const char* operation : {"add", "multiply", "and", "or", "min", "max"}) {
        const Settings at =
            asked("reduction/any_operation", {"n=1024", std::string("operation=") + operation});
        EXPECT_NE(computes_integers(at), has_floats(plan_of(at))) << operation;
    }
}

TEST(TrueWords, OperationsOnIntegersHaveAnotherUnit) {
    const std::string words =
        throughput_worded(of_a_millisecond(asked("card/believed", {"n=2^20", "rounds=64"})));
    EXPECT_TRUE(has(words, " G operations/s")) << words;
    EXPECT_FALSE(has(words, "FLOP")) << words;
    EXPECT_TRUE(
        has(throughput_worded(of_a_millisecond(asked("reduction/sequential"))), " GFLOP/s"));
}

TEST(TrueWords, ATypeIsThatOfTheKernel) {
    const auto type = [](const char* operation, const char* of) {
        const Settings at =
            asked("reduction/any_operation", {"n=1024", std::string("operation=") + operation, of});
        return true_word(at, *find_knob(*at.subject, Knob::Role::type));
    };
    EXPECT_EQ(type("and", "type=float"), "unsigned int");
    EXPECT_EQ(type("multiply", "type=double"), "unsigned long long");
    EXPECT_EQ(type("min", "type=float"), "float");
}

TEST(TrueWords, ARunNamesTheKnobsOfItsKernel) {
    const std::string said = report(*run(asked("reduction/interleaved", {"n=1024", "block=128"})));
    EXPECT_TRUE(has(said, ", block 128, n 1024, ")) << said;
    for (const char* idle : {", blocks ", ", operation ", ", stride "})
        EXPECT_FALSE(has(said, idle)) << said;
}

// x and y are read, and y is written.
TEST(TrueWords, UsefulBytesOfManagedMemoryAreAllThatMove) {
    const Settings settings = asked("managed_memory/prefetched", {"n=2^20", "passes=2"});
    EXPECT_EQ(settings.subject->bytes(settings), 2. * 12 * (1 << 20));
}

// A kernel makes the ratios on the device, so nothing is copied there.
TEST(TrueWords, ATimeWithoutCopiesIsNotLikeOneWithThem) {
    const auto product = [](const char* values, const char* copies) {
        return asked("matrix_product/straight", {"n=64", values, copies});
    };
    const Settings digits = product("values=digits", "copies=with"),
                   ratios = product("values=ratios", "copies=with");
    EXPECT_TRUE(times_copies(digits));
    EXPECT_FALSE(times_copies(ratios));
    EXPECT_TRUE(unlike_copies(digits, ratios));
    EXPECT_FALSE(unlike_copies(product("values=digits", "copies=without"),
                               product("values=ratios", "copies=without")));
    EXPECT_FALSE(unlike_copies(digits, product("values=digits", "copies=without")))
        << "that is what is compared";
    EXPECT_TRUE(times_copies(asked("streams/whole"))) << "its first choice is with copies";
}

}  // namespace
