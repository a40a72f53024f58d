// `compare` of kernels of lessons.
#include <gtest/gtest.h>

#include "lab/asked.h"
#include "tests/lab_commands.h"

namespace {

TEST(CompareLessons, SizesAreOneWhereEverySideIs) {
    lab::Settings a = *lab::settings_named("laplace"), b = a;
    EXPECT_TRUE(lab::one_size(a, b));
    EXPECT_FALSE(lab::assign(b, "ny=64"));
    EXPECT_FALSE(lab::one_size(a, b));
}

}  // namespace
