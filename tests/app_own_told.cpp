// What the window says of a file's launch that nobody gave, and of counts that hold at PTX level.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/regions/own_kernel.h"
#include "app_shell_driver.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "tests/scratch_folder.h"

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
    EXPECT_TRUE(driver.sees("at PTX level"));
}

}  // namespace
}  // namespace app
