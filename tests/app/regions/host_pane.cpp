// The host's side in the code pane, and the program that Ctrl + E writes.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/engines.h"
#include "lab/asked.h"
#include "lab/host_code/host_code.h"
#include "platform/files.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace app;
using namespace app::testing;

class HostPane : public ::testing::Test {
protected:
    HostPane() {
        driver.shell.host_code.folder = tests::scratch_folder();
        driver.shell.restore("reduction/sequential");
        driver.settle();
    }
    void show_host() {
        driver.shell.host_code.shown = true;
        driver.settle();
    }
    // What stands in the pane, word after word.
    std::string code() const {
        std::string all;
        for (const NotedText& text : driver.texts)
            if (text.card == "source") all += text.text + " ";
        return all;
    }
    std::string file(const std::string& name) const {
        return platform::read_file(driver.shell.host_code.folder / name).bytes;
    }
    const std::string& notice() const { return driver.shell.notice; }
    Driver driver;
};

TEST_F(HostPane, CGoesRound) {
    const auto now = [&] {
        return driver.shell.host_code.shown       ? "host"
               : driver.shell.playback.cursor.ptx ? "ptx"
                                                  : "cuda";
    };
    for (const char* next : {"ptx", "host", "cuda", "ptx"}) {
        driver.key(Key::c);
        EXPECT_STREQ(now(), next);
    }
}

TEST_F(HostPane, ShowsMainAndFollowsTheSettings) {
    show_host();
    EXPECT_NE(code().find("main"), std::string::npos) << code();
    EXPECT_NE(code().find("4194304"), std::string::npos) << code();
    EXPECT_EQ(code().find("reduce_interleaved"), std::string::npos);
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), "n=5000"));
    driver.settle();
    EXPECT_EQ(code().find("4194304"), std::string::npos);
    EXPECT_NE(code().find("5000"), std::string::npos) << code();
}

TEST_F(HostPane, ScrollsBothWaysFromMain) {
    show_host();
    const Control* pane = driver.control("source.export");
    ASSERT_TRUE(pane);
    Input wheel;
    wheel.mouse = {pane->area.x + 20, pane->area.y - 200};
    wheel.wheel = 40;
    driver.frame(wheel);
    EXPECT_NE(code().find("Ends the program at"), std::string::npos) << code();
    EXPECT_EQ(driver.shell.host_code.top, 1);
    wheel.wheel = -4000;
    driver.frame(wheel);
    driver.settle();
    EXPECT_NE(code().find("}"), std::string::npos);
    EXPECT_NE(code().find("right ? 0 : 1"), std::string::npos) << code();
}

TEST_F(HostPane, WritesAProgramBesideWhatIsThere) {
    driver.key(Key::e, true);
    const std::string text = file("reduction_sequential.cu");
    EXPECT_EQ(text, *lab::program_text(driver.shell.session.request));
    EXPECT_NE(notice().find("reduction_sequential.cu now"), std::string::npos) << notice();
    EXPECT_NE(notice().find("nvcc -O3"), std::string::npos) << notice();
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), "n=5000"));
    driver.settle();
    driver.key(Key::e, true);
    EXPECT_EQ(file("reduction_sequential.cu"), text);
    EXPECT_NE(file("reduction_sequential_2.cu").find("5000"), std::string::npos);
    EXPECT_NE(notice().find("reduction_sequential_2.cu"), std::string::npos) << notice();
}

TEST_F(HostPane, WritesFromItsButton) {
    show_host();
    EXPECT_TRUE(driver.click("source.export"));
    EXPECT_FALSE(file("reduction_sequential.cu").empty());
}

TEST_F(HostPane, SaysWhyNothingIsWritten) {
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), "block=192"));
    driver.settle();
    driver.key(Key::e, true);
    EXPECT_NE(notice().find("power of two"), std::string::npos) << notice();
    EXPECT_TRUE(file("reduction_sequential.cu").empty());
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), "block=256"));
    driver.settle();
    driver.shell.host_code.folder = "/nowhere/at/all";
    driver.key(Key::e, true);
    EXPECT_NE(notice().find("/nowhere/at/all"), std::string::npos) << notice();
}

TEST_F(HostPane, IsPartOfTheState) {
    EXPECT_NE(driver.shell.state_line().find("host=0"), std::string::npos);
    show_host();
    const std::string line = driver.shell.state_line();
    EXPECT_NE(line.find("host=1"), std::string::npos);
    driver.shell.host_code.shown = false;
    EXPECT_TRUE(driver.shell.restore(line));
    EXPECT_TRUE(driver.shell.host_code.shown);
}

TEST_F(HostPane, FitsEverySize) {
    show_host();
    for (const auto& [width, height] :
         {std::pair(1920.f, 1080.f), std::pair(1366.f, 768.f), std::pair(2560.f, 1440.f)}) {
        driver.width = width, driver.height = height;
        driver.settle();
        EXPECT_TRUE(driver.misplaced.empty()) << width << ": " << driver.misplaced.front();
        EXPECT_NE(code().find("main"), std::string::npos) << width;
        EXPECT_TRUE(driver.control("source.export")) << width;
    }
}

// The lit line is the launch that the step is of, and comes in sight where steps go on to another.
TEST_F(HostPane, FollowsTheSteps) {
    driver.shell.restore("streams/overlapped");
    driver.settle();
    show_host();
    HostCode& host = driver.shell.host_code;
    const lab::Run& picture = *driver.shell.session.picture();
    const int opens = host.top;
    const auto line_at = [&](int chunk) {
        driver.shell.playback.go_to(step_of_chunk(picture, chunk, 4));
        driver.settle();
        return host.line_of_step(picture, driver.shell.playback.cursor.step);
    };
    const int first = line_at(0), last = line_at(3);
    EXPECT_GT(first, 0);
    EXPECT_GT(last, first + 50) << "each chunk has lines of its own";
    EXPECT_NE(host.top, opens);
    EXPECT_TRUE(host.top <= last && last < host.top + 40) << host.top << ", " << last;
    const auto& text = host.text(driver.shell.session.shown()->request);
    EXPECT_NE(text.lines[std::size_t(last) - 1].find("sweep_planes<<<"), std::string_view::npos);
}

// A graph's calls stand far below what the lesson is about: the one that recorded the step's launch
// is pinned, and leads there; the call that launches them all is lit as it is.
TEST_F(HostPane, PinsTheLineOfTheStep) {
    driver.shell.restore("streams/graph");
    driver.settle();
    show_host();
    HostCode& host = driver.shell.host_code;
    const int line =
        host.line_of_step(*driver.shell.session.picture(), driver.shell.playback.cursor.step);
    const auto& text = host.text(driver.shell.session.shown()->request);
    const auto stripes = [&] {
        return std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
            return mark.card == "source" && mark.is(MarkKind::fill, Role::accent) &&
                   mark.box.w == 4;
        });
    };
    ASSERT_TRUE(driver.control("source.host_now"));
    EXPECT_EQ(stripes(), 1);
    driver.click("source.host_now");
    driver.settle();
    EXPECT_FALSE(driver.control("source.host_now")) << "it is in sight";
    EXPECT_TRUE(host.top <= line && line < host.top + 20) << host.top << ", " << line;
    EXPECT_GE(stripes(), 1);
    ASSERT_GT(text.graph_line, line);
    EXPECT_NE(text.lines[std::size_t(text.graph_line) - 1].find("cudaGraphLaunch"),
              std::string_view::npos);
    host.top = text.graph_line - 3;
    driver.settle();
    EXPECT_TRUE(driver.control("source.host_now")) << "above now";
    EXPECT_GE(stripes(), 2) << "the pinned one, and the graph's";
}

}  // namespace
