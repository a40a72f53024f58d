// Pictures that are kept through a real window and its OpenGL.
#include <gtest/gtest.h>

#include "app/program/program.h"
#include "app/program/snapshot.h"
#include "lab/assets.h"
#include "platform/clock.h"
#include "tests/app/program/window_helpers.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

TEST(WindowTestOfKeeping, WritesWhatWasAskedForAndGoesOn) {
    if (!testing::display().usable()) GTEST_SKIP() << "no Xvfb on this machine";
    const std::filesystem::path folder = tests::scratch_folder();
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    Program program({.width = 1366, .height = 768, .state = "reduction/strided block=64 n=256"});
    ASSERT_EQ(program.problem(), "");
    Shell& shell = program.shell();
    for (const double end = platform::now() + 30; !shell.session.picture();)
        ASSERT_TRUE(program.step() && platform::now() < end);
    Keeper keeper(WARPLENS_PROGRAM);
    const auto kept = [&](const std::string& view, KeepForm form, const char* name) {
        keeper.keep(shell, program.window(), {view, form, (folder / name).string()});
        EXPECT_TRUE(program.step()) << "the window goes on";
        const auto bytes = lab::read_file(folder / name);
        EXPECT_TRUE(bytes) << name;
        return bytes ? *bytes : std::string(64, ' ');
    };
    const std::string picture = kept("data_flow", KeepForm::png, "a.png"),
                      window = kept("", KeepForm::png, "b.png");
    EXPECT_EQ(number_at(picture, 16), 1920u);
    EXPECT_EQ(number_at(picture, 20), 1080u);
    EXPECT_EQ(number_at(window, 16), 1366u);
    EXPECT_GT(picture.size(), 20'000u) << "something is drawn";
    EXPECT_TRUE(kept("timings", KeepForm::svg, "c.svg").starts_with("<"));
    EXPECT_NE(kept("", KeepForm::json, "d.json").find("\"counters\""), std::string::npos);
    EXPECT_TRUE(kept("instruction_mix", KeepForm::csv, "e.csv").starts_with("unit,"));
    shell.session.settings().rung = 0;
    const auto done = [&] {
        return !shell.session.stale() && shell.session.shown()->complete && shell.session.before();
    };
    for (const double end = platform::now() + 30; !done();)
        ASSERT_TRUE(program.step() && platform::now() < end);
    const char* change = "Kernel 2 → 1";
    EXPECT_NE(svg_of(shell, {"data_flow"}).find(change), std::string::npos);
    EXPECT_EQ(kept("data_flow", KeepForm::svg, "h.svg").find(change), std::string::npos)
        << "a slide shows one run";
    const Image before = program.window().shown();
    kept("data_flow", KeepForm::png, "f.png");
    program.step();
    EXPECT_EQ(before.bytes.size(), program.window().shown().bytes.size());
    keeper.keep(shell, program.window(), {"data_flow", KeepForm::gif, (folder / "g.gif").string()});
    EXPECT_TRUE(shell.progress().busy) << "it takes a while";
    for (const double end = platform::now() + 60; !shell.keeping.empty() && platform::now() < end;)
        keeper.look_after(shell), program.step();
    const auto played = lab::read_file(folder / "g.gif");
    ASSERT_TRUE(played) << shell.keep_sheet.problem;
    EXPECT_TRUE(played->starts_with("GIF89a"));
    keeper.keep(shell, program.window(), {"data_flow", KeepForm::png, (folder / "a.png").string()});
    EXPECT_TRUE(shell.keep_sheet.open) << "never over a file that is there";
    EXPECT_NE(shell.keep_sheet.problem.find("exists"), std::string::npos)
        << shell.keep_sheet.problem;
}

}  // namespace
}  // namespace app
