// The types and values of a template's kernel, over its code.
#include <gtest/gtest.h>

#include "app/instantiation.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;

// From the kernel that was launched, so that it is what was really instantiated.
TEST(Instantiation, NamesAndValuesOfATemplatesParameters) {
    const std::vector<std::string_view> lines{
        "template <class Real>",
        "__global__ void plain(Real* x)",
        "{",
        "}",
        "template <class Real, bool Shuffle = true>",
        "__global__ void adds(const Real* numbers, Real* sums, int n)",
        "{",
        "}",
        "template __global__ void adds<float, false>(const float*, float*, int);"};
    EXPECT_EQ(instantiation_words("_Z4addsIfLb0EEvPKT_PS0_i", lines),
              "Real = float, Shuffle = false");
    EXPECT_EQ(instantiation_words("_Z5plainIdEvPT_", lines), "Real = double");
    EXPECT_EQ(instantiation_words("_Z5otherIdEvPT_", lines), "") << "not of this source";
    EXPECT_EQ(instantiation_words("plain", lines), "") << "no template";
}

// Every kernel of a lesson that is a template says so, at each type.
TEST(Instantiation, IsSaidOverTheCodeOfALesson) {
    app::testing::Driver driver(1366, 768);
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.sees("Real = float, Shuffle = false"));
    const lab::Knob* type = lab::find_knob(*driver.shell.session.lesson(), lab::Knob::Role::type);
    ASSERT_TRUE(type);
    driver.shell.session.settings().set(*type, 1);
    driver.settle();
    EXPECT_TRUE(driver.sees("Real = double, Shuffle = false"));
}

}  // namespace
