// What the program needs to start: no OpenGL, no window system. Those are opened when a picture or
// a window is asked for.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "platform/child.h"
#include "tests/helpers/scratch_folder.h"

namespace {

const std::vector<std::string> of_pictures{"libGL",  "libEGL", "libOpenGL",  "libglfw",
                                           "libX11", "libxcb", "libwayland", "libnvidia"};

// The libraries of pictures that a text names.
std::vector<std::string> named_in(const std::string& text) {
    std::vector<std::string> found;
    for (const std::string& library : of_pictures)
        if (text.find(library) != std::string::npos) found.push_back(library);
    return found;
}

std::string program_for(const char* name) {
    for (const char* folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"})
        if (std::filesystem::exists(folder + std::string(name))) return folder + std::string(name);
    return "";
}

// What the loader opened while the program did this.
std::string opened_by(std::vector<std::string> words, int code) {
    words.insert(words.begin(), WARPLENS_PROGRAM);
    const auto ending = platform::run({.words = std::move(words),
                                       .folder = tests::scratch_folder(),
                                       .environment = {{"LD_DEBUG", "files"}},
                                       .most_output = 64 << 20});
    EXPECT_EQ(ending.code, code) << ending.output.substr(0, 2000);
    return ending.output;
}

TEST(Starting, NeedsNoLibraryOfPictures) {
    const std::string readelf = program_for("readelf");
    if (readelf.empty()) GTEST_SKIP() << "no readelf on this machine";
    const auto ending = platform::run({.words = {readelf, "-d", "-W", WARPLENS_PROGRAM}});
    EXPECT_NE(ending.output.find("libstdc++"), std::string::npos) << ending.output;
    EXPECT_EQ(named_in(ending.output), std::vector<std::string>{});
}

// Not even by way of another library, and not before it is asked for.
TEST(Starting, OpensNoneForWhatNeedsNoPicture) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"list"}, {"run", "reduction", "n=1000", "block=64"}}) {
        const std::string opened = opened_by(words, 0);
        ASSERT_NE(opened.find("libstdc++"), std::string::npos) << "the loader told nothing";
        EXPECT_EQ(named_in(opened), std::vector<std::string>{}) << words[0];
    }
}

TEST(Starting, OpensThemForAPicture) {
    const std::string opened = opened_by(
        {"shot", "reduction", "n=1000", "block=64", "--size", "480x300", "--out", "a.png"}, 0);
    EXPECT_NE(opened.find("libEGL"), std::string::npos);
}

}  // namespace
