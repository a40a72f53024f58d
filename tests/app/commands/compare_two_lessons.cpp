// `compare` of kernels of two lessons: what it advises can be done.
#include <gtest/gtest.h>

#include "lab/asked.h"
#include "tests/helpers/commands.h"

namespace {

using tests::has;

TEST(CompareLessons, NoSizeKnobIsAdvisedThatOneOfThemLacks) {
    const auto apart = tests::warplens({"compare", "laplace", "reduction", "--device", "sim"});
    ASSERT_EQ(apart.code, lab::exit_right) << apart.err;
    EXPECT_TRUE(has(apart.out, "The sizes differ: ")) << apart.out;
    EXPECT_FALSE(has(apart.out, "before the first kernel")) << apart.out;
    EXPECT_TRUE(has(apart.out, "name the size after each kernel")) << apart.out;
}

TEST(CompareLessons, SizesAreOneWhereEverySideIs) {
    lab::Settings a = *lab::settings_named("laplace"), b = a;
    EXPECT_TRUE(lab::one_size(a, b));
    EXPECT_FALSE(lab::assign(b, "ny=64"));
    EXPECT_FALSE(lab::one_size(a, b));
}

}  // namespace
