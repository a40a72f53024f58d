// What lessons are given beside what all have: a misspelt id and a second value are found.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/feature.h"

namespace {

using namespace lab;

TEST(Features, AnIdThatIsNoLessonsAndASecondValueAreFound) {
    struct Number {
        int value = 0;
    };
    const std::size_t before = feature_problems().size();
    const Has<Number> first{"no_lesson", {1}};
    EXPECT_EQ(feature_problems().size(), before + 1);
    const Has<Number> second{"no_lesson", {2}};
    const std::vector<std::string> problems = feature_problems();
    ASSERT_EQ(problems.size(), before + 3) << "the id again, and the second value";
    for (std::size_t i = before; i < problems.size(); ++i) {
        EXPECT_NE(problems[i].find("no_lesson"), std::string::npos) << problems[i];
        EXPECT_NE(problems[i].find("features.cpp:"), std::string::npos) << problems[i];
    }
    EXPECT_EQ(all_of_kind<Number>().at("no_lesson").value, 1);
}

}  // namespace
