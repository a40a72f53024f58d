// The PTX in assets/ptx: what kernels/make_ptx makes of the kernels, with nothing of the machine in
// it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "lab/assets.h"
#include "lab/lesson.h"
#include "tests/helpers/part.h"

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
        // Cards before compute capability 8.0 take every kernel whose source does not say
        // otherwise.
        const bool newer =
            text_of(root / "kernels" / (name + ".cu")).find("\n// Needs compute capability 8.0 ") !=
            std::string::npos;
        EXPECT_EQ(newer, name == "reduction_redux") << name;
        const std::string head =
            newer ? "\n.version 7.0\n.target sm_80\n" : "\n.version 6.3\n.target sm_75\n";
        EXPECT_NE(text.find(head), text.npos) << name;
    }
}

TEST(Ptx, IsThereForEveryLesson) {
    for (const lab::Lesson* lesson : lab::lessons()) {
        for (const files::path source : lab::source_names(*lab::subject_of(*lesson))) {
            EXPECT_TRUE(files::exists(root / "kernels" / source)) << lesson->id;
            EXPECT_TRUE(lab::asset("ptx/" + source.stem().string() + ".ptx"));
        }
    }
}

// Also where no compiler could make it again.
TEST(Ptx, IsOfTheSourcesThatAreHere) {
    const std::string kept = text_of(root / "assets/ptx/sources");
    EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), std::ptrdiff_t(names().size()));
    for (const std::string& name : names())
        EXPECT_NE(kept.find("  kernels/" + name + ".cu\n"), kept.npos) << name;
    const std::string check =
        "cd '" + root.string() + "' && sha256sum --check --quiet assets/ptx/sources";
    EXPECT_EQ(std::system(check.c_str()), 0) << "run kernels/make_ptx with what it names";
}

std::string first_comment(const std::string& ptx) { return ptx.substr(0, ptx.find(".version")); }

// With the compiler that made it, making it again changes nothing: one kernel, and with
// `./test --all` each.
TEST(Ptx, IsWhatTheScriptMakes) {
    std::vector<std::string> made{"transpose"};
    if (tests::whole()) made = names();
    const files::path out =
        files::temp_directory_path() / ("warplens ptx " + std::to_string(::getpid()));
    std::string script =
        "'" + (root / "kernels/make_ptx").string() + "' --out '" + out.string() + "'";
    for (const std::string& name : made) script += " " + name;
    const bool ran = std::system((script + " 2>/dev/null").c_str()) == 0;
    for (const std::string& name : made) {
        if (!ran) continue;
        const auto same = [&](const std::string& file) {
            return text_of(root / "assets/ptx" / file) == text_of(out / file);
        };
        const bool same_compiler = first_comment(text_of(root / "assets/ptx" / (name + ".ptx"))) ==
                                   first_comment(text_of(out / (name + ".ptx")));
        EXPECT_TRUE(!same_compiler || same(name + ".ptx")) << name << ": run kernels/make_ptx";
        EXPECT_TRUE(!same_compiler || same(name + ".registers"))
            << name << ": its registers are others now";
    }
    files::remove_all(out);
    if (!ran) GTEST_SKIP() << "no nvcc was found";
}

// The folder may lie anywhere: a copy elsewhere gives the same text.
TEST(Ptx, DoesNotDependOnTheFolder) {
    const files::path copy =
        files::temp_directory_path() / ("warplens copy " + std::to_string(::getpid()));
    files::create_directories(copy / "assets/ptx");
    files::copy(root / "kernels", copy / "kernels", files::copy_options::recursive);
    const std::string script =
        "'" + (copy / "kernels/make_ptx").string() + "' vector_add reduction reduction_cub";
    const bool ran = std::system((script + " >/dev/null 2>&1").c_str()) == 0;
    for (const char* name : {"vector_add", "reduction", "reduction_cub"}) {
        const files::path made = copy / "assets/ptx" / (std::string(name) + ".ptx");
        EXPECT_TRUE(!ran || text_of(made).find(copy.string()) == std::string::npos) << name;
    }
    files::remove_all(copy);
}

}  // namespace
