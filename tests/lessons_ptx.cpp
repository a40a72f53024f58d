// The PTX in assets/ptx: what kernels/make_ptx makes of the kernels, with nothing of the machine in
// it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "lab/assets.h"
#include "lab/lesson.h"

namespace {

namespace files = std::filesystem;

const files::path root = WARPLENS_SOURCE_DIR;

std::string text_of(const files::path& path) {
    const auto text = lab::read_file(path);
    EXPECT_TRUE(text) << path;
    return text ? *text : std::string{};
}

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : files::directory_iterator(root / "kernels"))
        if (entry.path().extension() == ".cu") found.push_back(entry.path().stem().string());
    return found;
}

TEST(Ptx, HasNothingOfTheMachineInIt) {
    for (const std::string& name : names()) {
        const std::string text = text_of(root / "assets/ptx" / (name + ".ptx"));
        EXPECT_NE(text.find(".file\t1 \"kernels/" + name + ".cu\""), text.npos) << name;
        EXPECT_EQ(text.find("\"/"), text.npos) << name;
        EXPECT_EQ(text.find("_INTERNAL_"), text.npos) << name;
        EXPECT_EQ(text.find(".debug_str"), text.npos) << name;
        EXPECT_NE(text.find("\n.version 6.3\n.target sm_75\n"), text.npos) << name;
    }
}

TEST(Ptx, IsThereForEveryLesson) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        EXPECT_TRUE(files::exists(root / "kernels" / lesson->source)) << lesson->id;
        EXPECT_TRUE(lab::asset("ptx/" + files::path(lesson->source).stem().string() + ".ptx"));
    }
}

// With the compiler that made it, making it again changes nothing: the build has done so.
TEST(Ptx, IsWhatTheScriptMakes) {
    const files::path out = WARPLENS_MADE_PTX;
    if (!files::exists(out / (names().front() + ".ptx"))) GTEST_SKIP() << "no nvcc was found";
    const auto compiler = [](const std::string& text) {
        return text.substr(0, text.find(".version"));
    };
    for (const std::string& name : names()) {
        const std::string kept = text_of(root / "assets/ptx" / (name + ".ptx"));
        const std::string made = text_of(out / (name + ".ptx"));
        const bool same_compiler = compiler(kept) == compiler(made);
        EXPECT_TRUE(!same_compiler || kept == made) << name << ": run kernels/make_ptx";
        EXPECT_TRUE(!same_compiler || text_of(root / "assets/ptx" / (name + ".registers")) ==
                                          text_of(out / (name + ".registers")))
            << name << ": its registers are others now";
    }
}

// The folder may lie anywhere: a copy elsewhere gives the same text.
TEST(Ptx, DoesNotDependOnTheFolder) {
    const files::path copy =
        files::temp_directory_path() / ("warplens copy " + std::to_string(::getpid()));
    files::create_directories(copy / "assets/ptx");
    files::copy(root / "kernels", copy / "kernels", files::copy_options::recursive);
    const std::string script =
        "'" + (copy / "kernels/make_ptx").string() + "' vector_add reduction";
    const bool ran = std::system((script + " >/dev/null 2>&1").c_str()) == 0;
    for (const char* name : {"vector_add", "reduction"}) {
        const files::path made = copy / "assets/ptx" / (std::string(name) + ".ptx");
        EXPECT_TRUE(!ran || text_of(made).find(copy.string()) == std::string::npos) << name;
    }
    files::remove_all(copy);
}

}  // namespace
