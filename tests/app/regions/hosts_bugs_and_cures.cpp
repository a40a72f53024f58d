// Bugs and cures of a hunted program, on the host's side and in the kernel.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/asked.h"
#include "lab/host_code/host_code.h"
#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

// A hunt shows both sides of a program; its cure is in one of them.
TEST(HuntedCure, OfAKernelIsSeenInTheKernel) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("bug_hunt/running_sum"));
    driver.settle();
    driver.shell.hunt.turn(driver.shell.session);
    driver.settle();
    EXPECT_TRUE(driver.shell.host_code.shown);
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "version=cured"));
    driver.settle();
    driver.frame();
    EXPECT_FALSE(driver.shell.hunt.hides(driver.shell.session));
    EXPECT_FALSE(driver.shell.host_code.shown);
}

TEST(HostsBug, TheKernelSaysThatTheHostIsWrong) {
    const std::string mark = "source.host_mark";
    Driver driver(1366, 768);
    const auto marked = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.host_code.shown = false;
        driver.settle();
        const Control* host = driver.control("source.language.2");
        if (!host) return false;
        Input input;
        input.mouse = {host->area.middle_x(), host->area.middle_y()};
        driver.frame(input);
        driver.now += 1;
        driver.frame(input);
        return driver.says("The error is here: the kernel is right");
    };
    EXPECT_TRUE(marked("bug_hunt/copied_early"));
    EXPECT_TRUE(driver.has_mark("source", MarkKind::polygon, Role::bad));
    EXPECT_FALSE(marked("bug_hunt/copied_early version=cured"));
    EXPECT_FALSE(marked("bug_hunt/neighbour")) << "of which the kernel is wrong";
}

// A kernel's words and a host's may have stars: they are none of the program's own.
TEST(HostsBug, HasItsStars) {
    Driver driver(1920, 1080);
    driver.shell.restore("bug_hunt/over_limit");
    driver.settle();
    EXPECT_TRUE(driver.says("the host code says 64 * 32."));
}

TEST(HostsBug, WritesWhereItsNumberComesFrom) {
    const auto request = lab::read_state_line("bug_hunt/over_limit block=96")->request;
    EXPECT_NE(lab::host_text(request)->find("threads = 96 * 32;"), std::string::npos);
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/over_limit");
    driver.settle();
    EXPECT_NE(driver.shell.session.picture()->faults.front().text.find("64 * 32"),
              std::string::npos);
}

TEST(HostsCure, IsSignedAndInSight) {
    Driver driver(1366, 768);
    driver.shell.host_code.shown = true;
    const auto signs = [&](const std::string& line) {
        driver.shell.restore(line);
        driver.settle();
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.card == "source" && text.text == "+" && text.style.align == Align::centre;
        });
    };
    for (const std::string bug : {"bug_hunt/copied_early", "bug_hunt/over_limit"}) {
        EXPECT_EQ(signs(bug + " version=broken"), 0) << bug << ": it is to be hunted through";
        EXPECT_GE(signs(bug + " version=cured"), 1) << bug;
        EXPECT_TRUE(driver.says("+ only in the cured version")) << bug;
    }
    EXPECT_TRUE(driver.says("cudaGetLastError")) << "the call that looks";
}

// Who reads the kernel of such a cure sees where to look.
TEST(HostsCure, IsSaidOverTheKernel) {
    Driver driver(1366, 768);
    const auto tip = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.host_code.shown = false;
        driver.settle();
        Input input;
        input.mouse = driver.at("source.language.2");
        driver.frame(input);
        driver.now += 1;
        driver.frame(input);
        return driver.says("The cure's changes are here");
    };
    EXPECT_TRUE(tip("bug_hunt/copied_early version=cured"));
    EXPECT_FALSE(tip("bug_hunt/neighbour version=cured")) << "of which the kernel is cured";
    EXPECT_FALSE(tip("bug_hunt/copied_early version=broken"));
}

// A call with a check around it is the call that it was.
TEST(HostsCure, IsNotEachCallThatIsLookedAt) {
    HostCode host;
    const auto request = lab::read_state_line("bug_hunt/over_limit version=cured")->request;
    const HostCode::Text& text = host.text(request);
    ASSERT_FALSE(text.changed.empty());
    EXPECT_LE(text.changed.size(), 3u);
    for (const int line : text.changed)
        EXPECT_EQ(text.lines[std::size_t(line) - 1].find("cudaMalloc"), std::string_view::npos);
}

}  // namespace
