// The programs that call libraries: each call of a plan has its code, and nvcc takes the program.
#include "lab/features/library_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/compiler/compiler.h"
#include "lab/host_code/host_code.h"
#include "lab/library.h"
#include "platform/child.h"
#include "tests/helpers/part.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

using namespace lab;
using tests::has;

std::vector<Settings> called_libraries() {
    std::vector<Settings> all;
    for (const Lesson* lesson : lab::lessons())
        for (const auto& library : libraries_of(*lesson))
            if (!library->on_processor) all.emplace_back(library);
    return all;
}

Settings small_enough(Settings settings) {
    const Knob& size = *settings.subject->size;
    settings.set(size, std::min<std::int64_t>(settings[size], 128));
    return settings;
}

std::string library_program(const Settings& settings) {
    const auto text = program_text(Request{.settings = settings});
    EXPECT_TRUE(text) << name_of(settings) << (text ? "" : text.problem().message);
    return text ? *text : "";
}

int often_in(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

// What `warplens export` says.
std::string said_of_export(std::vector<std::string> words, int code) {
    words.insert(words.begin(), "export");
    std::ostringstream out, err;
    EXPECT_EQ(command_line(words, out, err), code) << err.str();
    return out.str() + err.str();
}

TEST(LibraryPrograms, AreWholeAtEveryChoice) {
    int seen = 0;
    for (const Settings& presets : called_libraries())
        for (const Knob* knob : presets.subject->knobs)
            for (std::size_t i = 0; i < std::max<std::size_t>(1, knob->choices.size()); ++i) {
                Settings settings = small_enough(presets);
                if (!knob->choices.empty()) settings.set(*knob, static_cast<std::int64_t>(i));
                if (refusal(settings)) continue;
                const std::string text = library_program(settings), name = with_knobs(settings);
                EXPECT_EQ(text.find('$'), text.npos) << name;
                EXPECT_EQ(text.find("REAL"), text.npos) << name;
                EXPECT_EQ(text.find("LETTER"), text.npos) << name;
                EXPECT_EQ(often_in(text, "{"), often_in(text, "}")) << name;
                EXPECT_EQ(often_in(text, "("), often_in(text, ")")) << name;
                EXPECT_TRUE(has(text, "is_right(")) << name;
                EXPECT_EQ(text.find("\n\n\n"), text.npos) << name;
                ++seen;
            }
    EXPECT_GT(seen, 20);
}

// Each has what its library is about, in the order of the calls.
TEST(LibraryPrograms, CallTheLibraryInOrder) {
    const std::vector<std::pair<const char*, std::vector<const char*>>> expected{
        {"matrix_product/cublas",
         {"cublasCreate(&handle)", "column by column", "cublasSgemm(handle", "d_b, n, d_a, inner",
          "cublasDestroy(handle)"}},
        {"fft/cufft",
         {"cufftPlanMany(&forward", "cufftExecR2C(forward", "scales neither", "1.0f / points",
          "cufftExecC2R(inverse", "cufftDestroy(forward)"}},
        {"pi/curand",
         {"curandCreateGenerator(", "curandSetPseudoRandomGeneratorSeed(generator, seed)",
          "curandGenerateUniform(generator, d_x", "curandGenerateUniform(generator, d_y",
          "pi_points_many<<<", "curandDestroyGenerator(", "2 * double(n)"}},
        {"scan/cub", {"(nullptr, scratch_bytes", "cudaMalloc(&scratch", "(scratch, scratch_bytes"}},
        {"tridiagonal/cusparse", {"_bufferSizeExt(handle", "clear_ends(d_a, d_c", "d_d, systems"}}};
    for (const auto& [name, parts] : expected) {
        const std::string text = library_program(small_enough(*settings_named(name)));
        std::size_t at = text.find("int main()");
        for (const char* part : parts) {
            at = text.find(part, at);
            ASSERT_NE(at, text.npos) << name << ": " << part;
        }
    }
}

TEST(LibraryPrograms, NameTheLibraryForTheLinker) {
    EXPECT_EQ(links_of(*settings_named("matrix_product/cublas")), "-lcublas");
    EXPECT_EQ(links_of(*settings_named("reduction/cub")), "");
    EXPECT_EQ(links_of(*settings_named("reduction/wide")), "");
    EXPECT_TRUE(
        has(library_program(small_enough(*settings_named("fft/cufft"))), "-o fft_cufft -lcufft\n"));
    const std::string file = tests::scratch_folder() + "/product.cu";
    const std::string said =
        said_of_export({"matrix_product/cublas", "n=64", "--out", file}, exit_right);
    EXPECT_TRUE(has(said, " -lcublas && ")) << said;
}

// One of them; with WARPLENS_ALL=1 in the environment, every one.
TEST(LibraryPrograms, AreTakenByNvcc) {
    const auto nvcc = find_nvcc();
    if (!nvcc) GTEST_SKIP() << "no nvcc here: nothing was compiled";
    const std::string folder = tests::scratch_folder();
    for (const Settings& presets : called_libraries()) {
        if (!tests::whole() && name_of(presets) != "matrix_product/cublas") continue;
        const std::string source = folder + "/program.cu";
        std::ofstream(source) << library_program(small_enough(presets));
        const auto ending =
            platform::run({.words = {nvcc->string(), "-arch=sm_75", "-Werror", "all-warnings", "-c",
                                     "-o", folder + "/program.o", source}});
        EXPECT_EQ(ending.code, 0) << name_of(presets) << ": " << ending.output;
    }
}

// ---- Programs in parts.

std::string file_of(const std::vector<ProgramFile>& files, const std::string& name) {
    const auto found = std::ranges::find(files, name, &ProgramFile::name);
    return found == files.end() ? "" : found->text;
}

TEST(ProgramParts, LeaveNothingOfNvccInMain) {
    for (const Lesson* lesson : lab::lessons())
        for (const Rung& rung : lesson->rungs) {
            const std::string name = lesson->id + "/" + rung.id;
            const Request request{.settings = picture_of(*settings_named(name))};
            const auto files = program_files(request);
            ASSERT_TRUE(files) << name;
            const std::string main = file_of(*files, "main.cpp");
            for (const char* word : {"<<<", "__global__", "cudaMemcpyToSymbol", "FuncSetAttribute"})
                EXPECT_EQ(main.find(word), main.npos) << name << ": " << word;
            EXPECT_TRUE(has(file_of(*files, "kernels.cu"), "<<<")) << name;
        }
}

// As README.md of such a folder says, with the system's compiler for main.cpp.
TEST(ProgramParts, AreBuiltByTheirMakefile) {
    const auto nvcc = find_nvcc();
    if (!nvcc || !std::filesystem::exists("/usr/bin/make") ||
        !std::filesystem::exists("/usr/bin/g++"))
        GTEST_SKIP() << "no nvcc, g++ or make here: nothing was built";
    const std::string folder = tests::scratch_folder() + "/parts/";
    // A kernel with a variable in constant memory, so that main.cpp needs a function to fill it.
    said_of_export({"pattern_matching/constant", "--out", folder}, exit_right);
    EXPECT_TRUE(has(*read_file(folder + "main.cpp"), "CHECK(fill_"));
    for (const char* kernels : {"KERNELS=kernels.o", "KERNELS=libkernels.a"}) {
        const auto made = platform::run(
            {.words = {"/usr/bin/make", "-B", "-C", folder, "NVCC=" + nvcc->string(),
                       "NVCCFLAGS=-O1 -arch=sm_75", "CXXFLAGS=-O0 -Wall -Werror", kernels}});
        EXPECT_EQ(made.code, 0) << made.output;
    }
    EXPECT_TRUE(std::filesystem::exists(folder + "libkernels.a"));
    // Without the runtime, the linker says what README.md explains.
    const auto failed = platform::run({.words = {"/usr/bin/g++", "-o", folder + "none",
                                                 folder + "main.o", folder + "kernels.o"}});
    EXPECT_NE(failed.code, 0);
    EXPECT_TRUE(has(failed.output, "undefined reference to `cuda")) << failed.output;
}

TEST(ProgramParts, ReplaceNothingUnasked) {
    const std::string folder = tests::scratch_folder() + "/kept";
    const auto told = [](std::vector<std::string> more, int code) {
        more.insert(more.begin(), {"reduction/wide", "n=1000", "--parts", "--out"});
        return said_of_export(more, code);
    };
    EXPECT_TRUE(has(told({folder}, exit_right), "make -C "));
    EXPECT_TRUE(has(told({folder}, exit_bad_file), "--force"));
    told({folder, "--force"}, exit_right);
    EXPECT_TRUE(has(told({"-"}, exit_usage), "--out FOLDER"));
    said_of_export({"--all", "scan", "--parts", "--out", folder}, exit_usage);
}

}  // namespace
