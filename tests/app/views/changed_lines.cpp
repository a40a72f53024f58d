// Of two versions of a kernel, broken and cured, what one has and the other lacks: found by text,
// signed in the code pane, and in sight once the other version is chosen.
#include <gtest/gtest.h>

#include "app/views/changed_lines.h"
#include "app/views/code_text.h"
#include "lab/bugs.h"
#include "lab/source_text.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

TEST(ChangedLines, AreThoseThatTheOtherLacks) {
    const std::string source =
        "// two\n"                             // 1
        "__global__ void sum_broken(int n)\n"  // 2
        "{\n"
        "    first();\n"
        "    last();\n"
        "}\n"                                 // 6
        "__global__ void sum_cured(int n)\n"  // 7
        "{\n"
        "    first();\n"
        "    __syncthreads();\n"  // 10
        "      last();\n"
        "    first();\n"  // 12: once more
        "}\n";
    const auto text = lab::lines_in(source);
    EXPECT_EQ(lines_lacking(text, "sum_cured", "sum_broken"), (std::vector{10, 12}));
    EXPECT_EQ(lines_lacking(text, "sum_broken", "sum_cured"), std::vector<int>{});
    EXPECT_EQ(lines_lacking(text, "sum_cured", "sum_cured"), std::vector<int>{});
    EXPECT_EQ(lines_lacking(text, "sum_cured", "nothing"), std::vector<int>{});
    EXPECT_EQ(lines_lacking(text, "nothing", "sum_broken"), std::vector<int>{});
}

TEST(ChangedLines, OfEveryBugAreSigned) {
    const lab::Lesson& lesson = *lab::find_lesson("bug_hunt");
    int signed_ones = 0;
    for (const lab::Rung& rung : lesson.rungs)
        for (const char* version : {"broken", "cured"}) {
            testing::Driver driver(1366, 768);
            driver.shell.restore("bug_hunt/" + rung.id + " version=" + version);
            driver.settle();
            const lab::Settings& now = driver.shell.session.settings();
            const bool two =
                lab::other_version(now) && lab::other_version(now)->kernel() != now.kernel();
            const bool cured = std::string_view(version) == "cured";
            const auto& lines = changed_lines(*driver.shell.session.picture());
            if (!two) {
                EXPECT_TRUE(lines.empty()) << rung.id;
            }
            if (two && cured) {
                EXPECT_FALSE(lines.empty()) << rung.id;
            }
            // the broken one is to be hunted through
            const bool signs = !lines.empty() || driver.shell.host_code.shown;
            EXPECT_EQ(driver.says("+ only in the "), cured && signs) << rung.id << " " << version;
            signed_ones += cured && !lines.empty();
        }
    EXPECT_EQ(signed_ones, 10);
}

// Also for whoever stands at a step of a helper, far from the kernel.
void expect_in_sight(bool by_hand) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/running_sum");
    driver.settle();
    if (by_hand) driver.shell.playback.go_to(3);
    driver.settle();
    ASSERT_TRUE(driver.click("knob.version.1"));
    driver.settle();
    const auto& lines = changed_lines(*driver.shell.session.picture());
    ASSERT_FALSE(lines.empty());
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.card == "source" && text.text == std::to_string(lines.front());
    })) << lines.front();
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.card == "source" && text.text == "+";
    })) << by_hand;
    driver.key(Key::right);
    driver.settle();
    EXPECT_LT(driver.shell.playback.cursor.code_top, 0)
        << "the code follows the running line again";
}

TEST(ChangedLines, AreInSightOnceTheCureIsChosen) {
    expect_in_sight(false);
    expect_in_sight(true);
}

TEST(ChangedLines, AnotherChoiceLeavesTheCodeWhereItIs) {
    testing::Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/running_sum version=cured");
    driver.settle();
    driver.shell.playback.go_to(3);
    driver.settle();
    ASSERT_TRUE(driver.click("knob.order.1"));
    EXPECT_LT(driver.shell.playback.cursor.code_top, 0);
}

}  // namespace
}  // namespace app
