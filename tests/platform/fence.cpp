// A child within a fence: what it may read, write and start, and nothing else.
#include "platform/fence.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "platform/child.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using platform::Fence;
using platform::Path;

// What a shell within the fence says, with what went wrong.
std::string within(const Fence& fence, const std::string& words) {
    return platform::run({.words = {"/bin/sh", "-c", words}, .fence = fence}).output;
}

Fence system_fence() {
    return {.readable = {"/usr", "/bin", "/lib", "/lib64", "/etc"}, .writable = {"/dev/null"}};
}

TEST(Fences, HideWhatIsOutside) {
    if (!platform::has_fences()) GTEST_SKIP() << "this kernel has no Landlock";
    const Path folder = tests::scratch_folder();
    platform::make_folder(folder / "in");
    platform::make_folder(folder / "out");
    platform::write_file(folder / "in" / "seen", "seen\n");
    platform::write_file(folder / "out" / "hidden", "hidden\n");
    const std::string read_both = "cat " + (folder / "in" / "seen").string() + "; cat " +
                                  (folder / "out" / "hidden").string();
    EXPECT_EQ(within({}, read_both), "seen\nhidden\n");
    Fence fence = system_fence();
    fence.readable.push_back(folder / "in");
    fence.readable.push_back(folder / "nobody made this");
    const std::string said = within(fence, read_both + "; ls " + (folder / "out").string());
    EXPECT_EQ(said.substr(0, 5), "seen\n") << said;
    EXPECT_EQ(said.find("hidden\n"), std::string::npos) << said;
    EXPECT_NE(said.find("Permission denied"), std::string::npos) << said;
}

TEST(Fences, LetNobodyWriteButWhereTheyMay) {
    if (!platform::has_fences()) GTEST_SKIP() << "this kernel has no Landlock";
    const Path folder = tests::scratch_folder();
    platform::make_folder(folder / "own");
    platform::make_folder(folder / "read");
    platform::write_file(folder / "read" / "kept", "kept");
    Fence fence = system_fence();
    fence.readable.push_back(folder / "read");
    fence.writable.push_back(folder / "own");
    within(fence,
           "cd " + folder.string() +
               "; echo made > own/a; mv own/a own/b; rm read/kept; "
               "echo gone > read/kept; echo new > read/new; : > /dev/null && echo fine > own/c");
    EXPECT_EQ(platform::read_file(folder / "own" / "b").bytes, "made\n");
    EXPECT_EQ(platform::read_file(folder / "own" / "c").bytes, "fine\n");
    EXPECT_EQ(platform::read_file(folder / "read" / "kept").bytes, "kept");
    EXPECT_FALSE(std::filesystem::exists(folder / "read" / "new"));
}

TEST(Fences, CanBeDoneWithout) {
    setenv("WARPLENS_FENCE", "none", 1);
    EXPECT_FALSE(platform::has_fences());
    EXPECT_EQ(within({.readable = {"/usr"}}, "cat /dev/null && echo free"), "free\n");
    unsetenv("WARPLENS_FENCE");
}

}  // namespace
