// The settings of a search: those that can run, with a place for each.
#include "lab/best/space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lab/asked.h"
#include "tests/helpers/commands.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace lab;
using namespace tests;

TEST(BestSpace, HasAllThatCanRunAndTheStart) {
    Settings start = doubling_at("guarded");
    const Knob& block = *find_knob(*start.subject, "block");
    const auto choices = launch_choices(start);
    ASSERT_EQ(choices.size(), 1u) << "the size is no choice of a launch";
    EXPECT_EQ(choices.front().knob, &block);
    start.set(block, 64);
    const BestSpace space = best_space(start, {{&block, {32, 64, 4096}}});
    EXPECT_EQ(space.refused, 1u) << "4096 threads";
    ASSERT_EQ(space.cells.size(), 2u);
    EXPECT_EQ(space.cells[space.start], start);
    const auto places = space.places();
    EXPECT_EQ(places[0], SpacePoint{5});
    EXPECT_EQ(places[1], SpacePoint{6});
    EXPECT_EQ(best_space(start, {{&block, {4096}}}).cells.size(), 0u);
}

TEST(BestCommand, FindsTheFastestByTheModelAndSaysHow) {
    const Answer answer = warplens({"best", "doubling/guarded", "n=2^16", "--all"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_NE(answer.out.find("The fastest of"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("modelled"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("settings that can run were tried in"), std::string::npos);
    EXPECT_NE(answer.out.find("<<<"), std::string::npos) << "a line of host code";
    const Answer few = warplens({"best", "doubling/guarded", "n=2^16", "--cells", "3"});
    EXPECT_NE(few.out.find("3 of"), std::string::npos) << few.out;
    EXPECT_NE(few.out.find("The probability that one of the others"), std::string::npos);
}

TEST(BestCommand, SaysWhatIsWrong) {
    const auto error = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"best", "doubling/guarded"});
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, 2) << answer.out;
        return answer.err;
    };
    EXPECT_NE(error({"--over", "blocc"}).find("no knob \"blocc\""), std::string::npos);
    EXPECT_NE(error({"block=4096,8192"}).find("none of these settings can run"), std::string::npos);
    EXPECT_NE(error({"--cells", "-1"}).find("above 0"), std::string::npos);
    EXPECT_NE(error({"--csv", "-", "--json", "-"}).find("can't share"), std::string::npos);
}

}  // namespace
