// The line with which a window that crashed is opened again: the picture on the stage and what
// stands beside it are in it.
#include <gtest/gtest.h>

#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/commands.h"

namespace app {
namespace {

using testing::Driver;

TEST(WholeLine, OpensAnotherWindowAsThisOneWas) {
    Driver one;
    one.shell.restore("reduction/sequential");
    one.settle();
    one.shell.slot = Slot::memory;
    one.shell.view_of_slot[Slot::memory] = "heat_map";
    one.shell.session.stand_beside(1);
    one.settle();
    const std::string line = one.shell.whole_line();
    Driver other;
    other.shell.restore(line);
    other.settle();
    EXPECT_TRUE(other.shell.session.in_step());
    EXPECT_TRUE(other.shell.session.follows()) << "a kernel of the ladder follows the knobs";
    EXPECT_EQ(other.shell.session.beside_request().settings.rung, 1);
    ASSERT_TRUE(other.shell.stage_view());
    EXPECT_EQ(other.shell.stage_view()->id, "heat_map");
    EXPECT_EQ(other.shell.whole_line(), line);
    EXPECT_EQ(one.shell.preferences().at("state"), line) << "and the next start too";
}

TEST(WholeLine, HoldsANeighbourWithKnobsOfItsOwn) {
    Driver one;
    one.shell.restore("reduction/sequential");
    one.settle();
    lab::Request beside = one.shell.session.request;
    const lab::Knob& block = *lab::find_knob(*one.shell.session.subject(), "block");
    beside.settings.set(block, 64);
    one.shell.session.stand_beside(beside);
    one.settle();
    Driver other;
    other.shell.restore(one.shell.whole_line());
    other.settle();
    ASSERT_TRUE(other.shell.session.in_step());
    EXPECT_EQ(other.shell.session.beside_request(), beside);
}

TEST(WholeLine, AViewThatIsNoneIsSaid) {
    Driver one;
    one.shell.restore("reduction --view nothing");
    EXPECT_NE(one.shell.notice.find("There is no view \"nothing\""), std::string::npos);
    one.shell.restore("reduction --view banks");
    one.settle();
    EXPECT_EQ(one.shell.stage_view()->id, "banks");
    EXPECT_EQ(one.shell.slot, Slot::memory);
}

TEST(WholeLine, TheWindowTakesItAsWordsToo) {
    const auto error = [](std::vector<std::string> words) {
        words.insert(words.begin(), "window");
        const auto answer = tests::warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage);
        return answer.err;
    };
    EXPECT_NE(error({"reduction/shuffle", "blocc=3"}).find("no knob \"blocc\""), std::string::npos);
    EXPECT_NE(error({"nothing_of_it"}).find("There is no lesson"), std::string::npos);
    EXPECT_NE(error({"reduction", "--state", "scan"}).find("leave the other words out"),
              std::string::npos);
}

// The window's own flag says the same, and a slip opens nothing.
TEST(WholeLine, TheWindowTakesAViewAndRefusesWhatIsNone) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"window", "--view", "nothing"},
          {"window", "--state", "reduction --view nothing"}}) {
        const auto answer = tests::warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage);
        EXPECT_NE(answer.err.find("there is no view \"nothing\"; there are "), std::string::npos)
            << answer.err;
    }
}

}  // namespace
}  // namespace app
