// What README.md and docs/ say of lessons is what the lessons say.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "lab/assets.h"
#include "lab/lesson.h"
#include "lab/requests/prose.h"
#include "tests/helpers/commands.h"

namespace {

using namespace tests;

std::string page(const char* name) {
    const auto text = lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / name);
    EXPECT_TRUE(text) << name;
    return text ? *text : std::string{};
}

// The codes beside the kernels, which `run` and `export` take.
TEST(ListOfLessons, NamesLibrariesAndTheProcessorsLoop) {
    const std::string out = warplens({"list", "reduction"}).out;
    for (const char* words :
         {"/cpu", "Runs on the processor, no kernel.", "/cub", "Calls a library, no kernel."})
        EXPECT_NE(out.find(words), std::string::npos) << words;
    EXPECT_NE(warplens({"list"}).out.find("/curand"), std::string::npos);
}

TEST(Pages, TheReadmeHasTheTableThatIsListed) {
    const std::string table = warplens({"list", "--table"}).out;
    for (const lab::Lesson* lesson : lab::lessons())
        EXPECT_NE(table.find("| " + lesson->title + " `" + lesson->id + "` | "), table.npos);
    EXPECT_NE(page("README.md").find("\n\n" + table + "\n"), std::string::npos)
        << "What `./run list --table` prints stands in README.md no more: put it there.\n"
        << table;
}

TEST(Pages, TheFiguresOfCoursesAreThoseThatArePrinted) {
    const Answer printed = warplens({"figures"});
    ASSERT_EQ(printed.code, 0) << printed.err;
    EXPECT_EQ(page("docs/figures.md"), printed.out)
        << "docs/figures.md is not what figures and recordings make now: write it anew with "
           "`./run figures > docs/figures.md`.";
}

// Kernels of a ladder are there to be understood: what one uses is named beside them.
TEST(Pages, TextsSayWhatALibraryGives) {
    EXPECT_NE(page("assets/text/en/reduction.md").find("`cub::DeviceReduce`"), std::string::npos);
    const std::string scan = page("assets/text/en/scan.md");
    EXPECT_NE(scan.find("`cub::DeviceScan`"), std::string::npos);
    EXPECT_NE(scan.find("look-back"), std::string::npos);
    EXPECT_NE(page("README.md").find("speaks English only"), std::string::npos);
}

// **4**<!--LESSON/KERNEL knob=value.COUNTER-->
TEST(Pages, CountsAmongTheCoursesAreThoseOfTheKernels) {
    const std::string text = page("docs/courses.md");
    const std::regex counted(R"(\*\*([^*]+)\*\*<!--([^>]+)-->)");
    int checked = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), counted), end; at != end; ++at) {
        const auto count = lab::resolved((*at)[2].str());
        EXPECT_TRUE(count) << (*at)[2] << ": " << (count ? "" : count.problem().message);
        if (count) {
            EXPECT_EQ(*count, (*at)[1]) << (*at)[2];
        }
        ++checked;
    }
    EXPECT_GE(checked, 8);
}

}  // namespace
