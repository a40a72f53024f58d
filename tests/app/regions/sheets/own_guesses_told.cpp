// What the window says of a file's launch that nobody gave, and of counts that hold at PTX level.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/shell/own_kernel.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

using testing::Driver;

class OwnTold : public ::testing::Test {
protected:
    Driver driver;

    const lab::Run* shown() const { return driver.shell.session.picture(); }
    void open(const lab::AskedFile& asked) {
        driver.shell.own.begin(asked, true);
        for (const double end = platform::now() + 20; platform::now() < end && !shown();)
            driver.frame();
        ASSERT_TRUE(shown());
        driver.settle();
    }
    // Stores at the address `where`.
    static std::string file_storing_at(const std::string& where) {
        const std::string file = tests::scratch_folder() + "/store.ptx";
        platform::write_file(file,
                             ".version 7.0\n.target sm_75\n.address_size 64\n"
                             ".visible .entry store(.param .u64 out)\n{\n"
                             ".reg .b64 %rd<4>; .reg .b32 %r<3>;\n"
                             "ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1;\n"
                             "mov.u32 %r1, 1;\nst.global.u32 [" +
                                 where + "], %r1;\nret;\n}\n");
        return file;
    }
};

TEST_F(OwnTold, GuessesAreANotice) {
    open({.file = file_storing_at("%rd2")});
    EXPECT_EQ(driver.shell.notice.substr(0, 9), "Guessed: ") << driver.shell.notice;
}

TEST_F(OwnTold, WithAFaultTheGuessIsSaid) {
    open({.file = file_storing_at("64")});
    driver.shell.notice.clear();
    driver.settle();
    EXPECT_TRUE(driver.says("Guessed: grid 1"));
}

TEST_F(OwnTold, WhatWasGivenIsNoGuess) {
    open({.file = file_storing_at("64"),
          .kernel = "store",
          .grid = "1",
          .block = "32",
          .arguments = {"out:u32[4]=zeros"}});
    EXPECT_EQ(driver.shell.notice, "");
    EXPECT_FALSE(driver.says("Guessed"));
}

TEST_F(OwnTold, TheLedgerSaysWhereTheAssemblerDecides) {
    open({.file = WARPLENS_TESTS_DIR "/hardware/control_flow.ptx",
          .kernel = "turns_for_free",
          .grid = "2",
          .block = "64",
          .arguments = {"x:i32[256]=iota", "out:i32[256]=zeros"}});
    for (const double end = platform::now() + 20;  // a machine with other work counts later
         platform::now() < end && !driver.sees("at PTX level");)
        driver.frame();
    EXPECT_TRUE(driver.sees("at PTX level"));
}

std::string unguarded_file() {
    const std::string file = tests::scratch_folder() + "/fill.ptx";
    platform::write_file(file, tests::unguarded_ptx);
    return file;
}

TEST_F(OwnTold, ALineThatReachesPastTheGuessIsToldInTheSheetAndBehindIt) {
    driver.shell.open_sheet = {.open = true};
    driver.shell.own.begin({.file = unguarded_file(), .grid = "5", .arguments = {"n:i32=1024"}},
                           false);
    for (const double end = platform::now() + 20;
         platform::now() < end && !driver.control("open.go");)
        driver.frame();
    driver.settle();
    EXPECT_TRUE(driver.says("reaches out[1024], past the 1024 guessed elements"));
    driver.click("open.field.block");
    driver.key(Key::a, true);
    driver.type("128");
    driver.settle();
    EXPECT_TRUE(driver.says("reaches out[1024]")) << "the array is still that of the guess";
    ASSERT_TRUE(driver.click("open.go"));
    EXPECT_NE(driver.shell.notice.find("reaches out[1024]"), std::string::npos)
        << driver.shell.notice;
}

TEST_F(OwnTold, ManyArgumentsLeaveTheButtonAndItsWordsApart) {
    driver.width = 1366, driver.height = 768;
    std::string ptx = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry many(";
    for (const char name : std::string("abcdefghijklmn"))
        ptx += std::string(name == 'a' ? "" : ", ") + ".param .u32 " + name;
    const std::string file = tests::scratch_folder() + "/many.ptx";
    ASSERT_EQ(platform::write_file(file, ptx + ")\n{\nret;\n}\n"), "");
    driver.shell.open_sheet = {.open = true};
    driver.shell.own.begin({.file = file}, false);
    for (const double end = platform::now() + 20;
         platform::now() < end && !driver.control("open.go");)
        driver.frame();
    driver.settle();
    ASSERT_TRUE(driver.says("zeros, ones, iota, random:SEED, none or @FILE."));
    const Rect button = driver.control("open.go")->area;
    bool of_sheet = false;  // it is drawn last, over all others
    for (const NotedText& text : driver.texts) {
        of_sheet |= text.text == "Open a kernel";
        const Rect both = text.box.common(button);
        if (of_sheet && both.w > 0 && both.h > 0)
            EXPECT_TRUE(text.text == "Open" || text.text == "Enter") << text.text;
    }
    EXPECT_TRUE(of_sheet);
    for (int i = 0; i < 14; ++i) {
        const std::string field = "open.field.argument." + std::to_string(i);
        ASSERT_TRUE(driver.control(field)) << i;
        const Rect both = driver.control(field)->area.common(button);
        EXPECT_FALSE(both.w > 0 && both.h > 0) << i;
        driver.shell.ui_state.focus = field;
        driver.shell.ui_state.reveal = true;
        driver.settle();
        EXPECT_EQ(driver.control(field)->area.h, driver.control(field)->whole.h)
            << i << ": the keyboard brings it into sight";
    }
}

// Who opens a menu by its shortcut pressed no control: Space does not open it again.
TEST_F(OwnTold, AMenuOfAShortcutLeavesTheFocusWhereItWas) {
    open({.file = unguarded_file()});
    const std::string before = driver.shell.ui_state.focus;
    driver.key(Key::l, false, true);
    driver.settle();
    ASSERT_TRUE(driver.shell.menu.is_open("lessons"));
    driver.key(Key::escape);
    driver.settle();
    EXPECT_EQ(driver.shell.ui_state.focus, before);
    driver.key(Key::space);
    EXPECT_FALSE(driver.shell.menu.is_open("lessons"));
}

TEST_F(OwnTold, AWrongFieldIsNotToldByAFlag) {
    driver.shell.open_sheet = {.open = true};
    driver.shell.own.begin({.file = unguarded_file(), .arguments = {"n:i32=1,5"}}, false);
    for (const double end = platform::now() + 20;
         platform::now() < end && driver.shell.own.draft()->problem.empty();)
        driver.frame();
    driver.settle();
    ASSERT_NE(driver.shell.own.draft()->problem.find("--arg"), std::string::npos)
        << driver.shell.own.draft()->problem;
    EXPECT_TRUE(driver.says("n:i32=1,5"));
    EXPECT_FALSE(driver.says("--arg"));
}

}  // namespace
}  // namespace app
