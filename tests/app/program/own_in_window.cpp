// A file dropped onto a real window, through GLFW's own way.
#include <gtest/gtest.h>

#include <glfw/loaded.h>

#include <filesystem>

#include "app/program/program.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "tests/app/program/window_helpers.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

namespace files = std::filesystem;

TEST(WindowTestOfOwnKernels, AFileIsDroppedSavedAndShownWithoutAWait) {
    if (!testing::display().usable()) GTEST_SKIP() << "no Xvfb on this machine";
    const files::path folder = tests::scratch_folder(), file = folder / "scale.cu";
    const tests::OwnNvcc nvcc(folder / "bin", tests::compiles_comments);
    platform::write_file(file, tests::scaling_source(2));
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    Program program({.width = 1366, .height = 768});
    ASSERT_EQ(program.problem(), "");
    const auto shows = [&](const std::string& source) {
        for (const double end = platform::now() + 30; platform::now() < end;) {
            if (!program.step()) return false;
            const lab::Run* run = program.shell().session.picture();
            if (run && run->source_text == source) return true;
        }
        return false;
    };
    GLFWwindow* window = glfwGetCurrentContext();
    const GLFWdropfun drop = glfwSetDropCallback(window, nullptr);
    glfwSetDropCallback(window, drop);
    const std::string path = file.string();
    const char* paths[] = {path.c_str()};
    ASSERT_TRUE(drop);
    drop(window, 1, paths);
    Window::wake();
    ASSERT_TRUE(shows(tests::scaling_source(2)));
    // Nothing happens, and the window sleeps: the save alone wakes it.
    platform::write_file(file, tests::scaling_source(3));
    EXPECT_TRUE(shows(tests::scaling_source(3)));
}

}  // namespace
}  // namespace app
