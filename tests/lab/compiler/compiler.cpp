// The compiler behind the window: whatever a file is called and holds, in a process that can be
// ended. A small script stands in for nvcc, so that no toolkit is needed.
#include "lab/compiler/compiler.h"
#include "lab/compiler/missing_headers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "lab/assets.h"
#include "lab/compiler/nvrtc.h"
#include "platform/child.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/machine.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;
using tests::OwnNvcc;

TEST(Compilations, TakeFilesWhateverTheyAreCalled) {
    const files::path folder = tests::scratch_folder();
    const OwnNvcc nvcc(folder / "bin", "cp kernel.cu kernel.ptx; echo \"$@\" >> kernel.ptx");
    for (const char* name : {"plain.cu", "two words.cu", "$(touch hit).cu", "-options.cu",
                             "a\"&touch hit&\".cu", "`touch hit`.cu", "'.cu", "new\nline.cu"}) {
        platform::write_file(folder / name, "text\n");
        const auto ptx = lab::compiled(folder / name, "sm_80");
        ASSERT_TRUE(ptx) << ptx.problem().message;
        EXPECT_EQ(ptx->find("text\n-ptx -lineinfo -arch=sm_80 -I include -o kernel.ptx kernel.cu"),
                  0u)
            << *ptx;
    }
    for (const auto& entry : files::recursive_directory_iterator(folder))
        EXPECT_NE(entry.path().filename(), "hit");
}

TEST(Compilations, FindHeadersBesideTheFileAndLeaveNothing) {
    const files::path folder = tests::scratch_folder();
    platform::make_folder(folder / "two words");
    platform::write_file(folder / "two words/part.h", "of a header\n");
    platform::write_file(folder / "two words/a.cu", "");
    const OwnNvcc nvcc(folder / "bin", "cat include/part.h > kernel.ptx; pwd >> kernel.ptx");
    const auto ptx = lab::compiled(folder / "two words/a.cu");
    ASSERT_TRUE(ptx) << ptx.problem().message;
    EXPECT_EQ(ptx->find("of a header\n"), 0u);
    const std::string used = ptx->substr(ptx->find('\n') + 1);
    EXPECT_NE(used.find("warplens-"), std::string::npos);
    EXPECT_FALSE(files::exists(used.substr(0, used.size() - 1)));
}

TEST(Compilations, SayWhereHeadersOfCurandComeFrom) {
    const files::path folder = tests::scratch_folder();
    platform::write_file(folder / "a.cu", "#include <curand_kernel.h>\n");
    for (const char* said :
         {"kernel.cu:1:10: fatal error: curand_kernel.h: No such file or directory",
          "kernel.cu(1): catastrophic error: cannot open source file \"curand_kernel.h\""}) {
        const OwnNvcc nvcc(folder / "toolkit/bin", "echo '" + std::string(said) + "'; exit 1");
        const auto refused = lab::compiled(folder / "a.cu");
        ASSERT_FALSE(refused);
        const std::string words = refused.problem().message;
        EXPECT_NE(words.find("curand_kernel.h is a header of cuRAND"), std::string::npos) << words;
    }
}

// An #include of anything else would tell whoever sees the compiler's words what stands there.
TEST(Compilations, SeeTheSourcesFolderAndNoOther) {
    if (!platform::has_fences()) GTEST_SKIP() << "this kernel has no Landlock";
    const files::path folder = tests::scratch_folder();
    platform::make_folder(folder / "in here");
    platform::make_folder(folder / "out");
    platform::write_file(folder / "in here/a.cu", "");
    platform::write_file(folder / "in here/part.h", "of a header\n");
    platform::write_file(folder / "out/other.h", "of another\n");
    const OwnNvcc nvcc(folder / "toolkit/bin",
                       "cat include/part.h '" + (folder / "out/other.h").string() +
                           "' > kernel.ptx || { cat /etc/passwd; exit 1; }");
    const auto refused = lab::compiled(folder / "in here/a.cu");
    ASSERT_FALSE(refused);
    const std::string words = refused.problem().message;
    EXPECT_NE(words.find("other.h: Permission denied"), std::string::npos) << words;
    EXPECT_NE(words.find("/etc/passwd: Permission denied"), std::string::npos) << words;
    EXPECT_NE(words.find("CPATH=FOLDER in the environment to add a folder"), std::string::npos)
        << words;
    using Variable = std::pair<const char*, std::string>;
    for (const auto& [name, value] : {Variable{"WARPLENS_FENCE", "none"},
                                      Variable{"CPATH", "relative:" + (folder / "out").string()}}) {
        setenv(name, value.c_str(), 1);
        const auto ptx = lab::compiled(folder / "in here/a.cu");
        unsetenv(name);
        ASSERT_TRUE(ptx) << name << ptx.problem().message;
        EXPECT_EQ(*ptx, "of a header\nof another\n");
    }
}

// The folder that a toolkit is in may be somebody's home.
TEST(Compilations, SeeOfAHomeWhatTheCompilerNeeds) {
    if (!platform::has_fences()) GTEST_SKIP() << "this kernel has no Landlock";
    const files::path folder = tests::scratch_folder(), home = folder / "home";
    platform::make_folder(folder / "in");
    platform::make_folder(home / "lib");
    platform::write_file(folder / "in/a.cu", "");
    platform::write_file(home / "lib/seen", "seen\n");
    platform::write_file(home / "secret", "hidden\n");
    const OwnNvcc nvcc(home / "bin", "cat " + (home / "lib/seen").string() + " " +
                                         (home / "secret").string() + " > kernel.ptx; true");
    const std::string before = platform::environment("HOME");
    using Home = std::pair<files::path, std::string>;
    for (const auto& [at, seen] :
         {Home{home, "seen\n"}, Home{folder / "other", "seen\nhidden\n"}}) {
        setenv("HOME", at.c_str(), 1);
        const auto ptx = lab::compiled(folder / "in/a.cu");
        ASSERT_TRUE(ptx) << ptx.problem().message;
        EXPECT_EQ(*ptx, seen);
    }
    setenv("HOME", before.c_str(), 1);
}

// All that a real one reads and writes is on this side of the fence.
TEST(Compilations, ByARealNvccComeOutOfTheFence) {
    if (!lab::find_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    if (!platform::has_fences()) GTEST_SKIP() << "this kernel has no Landlock";
    const files::path folder = tests::scratch_folder() + "/two words", file = folder / "mine.cu";
    platform::make_folder(folder);
    platform::write_file(folder / "part.h", "constexpr int factor = 2;\n");
    const std::string kernel = "__global__ void k(int* x) { x[threadIdx.x] *= factor; }\n";
    platform::write_file(file, "#include <cstdio>\n#include \"part.h\"\n" + kernel);
    const auto ptx = lab::compiled(file);
    ASSERT_TRUE(ptx) << ptx.problem().message;
    EXPECT_NE(ptx->find(".entry"), std::string::npos);
    platform::write_file(file, "#include \"/etc/passwd\"\n" + kernel);
    const auto refused = lab::compiled(file);
    ASSERT_FALSE(refused);
    const std::string words = refused.problem().message;
    EXPECT_NE(words.find("mine.cu:1:10: fatal error: /etc/passwd: Permission denied"),
              std::string::npos)
        << words;
    EXPECT_EQ(words.find("root:"), std::string::npos) << words;
}

// Wherever it lies, so that its hash finds what was recorded.
TEST(Compilations, GiveTheSamePtxForTheSameSource) {
    const files::path folder = tests::scratch_folder();
    const OwnNvcc nvcc(folder / "bin",
                       "{ echo \".file 1 \\\"$PWD/kernel.cu\\\"\"; echo \".file 2 "
                       "\\\"$PWD/include/part.h\\\"\"; n=$(printf %08x $$); echo "
                       "\"_ZN39_INTERNAL_${n}_9_kernel_cu_x _${n}_9_y\"; } > kernel.ptx");
    platform::write_file(folder / "my own.cu", "");
    const auto ptx = lab::compiled(folder / "my own.cu");
    ASSERT_TRUE(ptx);
    EXPECT_EQ(*ptx,
              ".file 1 \"my_own.cu\"\n.file 2 \"include/part.h\"\n"
              "_ZN39_INTERNAL_00000000_9_kernel_cu_x _00000000_9_y\n");
}

// The program of a course: host code with its checks, and a kernel.
const std::string course_program =
    "#include <cstdio>\n#include <helper_cuda.h>\n"
    "__global__ void k(int* x) { x[threadIdx.x] = threadIdx.x; }\n"
    "int main(int argc, char** argv) {\n"
    "    findCudaDevice(argc, (const char**)argv);\n"
    "    int n = 64;\n"
    "    if (checkCmdLineFlag(argc, (const char**)argv, \"n\"))\n"
    "        n = getCmdLineArgumentInt(argc, (const char**)argv, \"n\");\n"
    "    int* x = nullptr;\n"
    "    checkCudaErrors(cudaMalloc(&x, n * sizeof(int)));\n"
    "    k<<<1, n>>>(x);\n"
    "    getLastCudaError(\"k did not start\");\n"
    "    checkCudaErrors(cudaDeviceSynchronize());\n"
    "}\n";

// The tests of lab have assets of their own; these headers are the program's.
class ProgramAssets {
public:
    ProgramAssets() : before_(platform::environment("WARPLENS_ASSETS")) {
        setenv("WARPLENS_ASSETS", WARPLENS_SOURCE_DIR "/assets", 1);
    }
    ~ProgramAssets() { setenv("WARPLENS_ASSETS", before_.c_str(), 1); }

private:
    std::string before_;
};

TEST(Compilations, BringTheHeadersOfCoursesWhereTheFileIncludesThem) {
    const ProgramAssets assets;
    const files::path folder = tests::scratch_folder(), file = folder / "mine.cu";
    const OwnNvcc nvcc(folder / "bin", "echo \"$@\" > kernel.ptx; ls course >> kernel.ptx; true");
    const auto words_for = [&](const std::string& text) {
        platform::write_file(file, text);
        const auto ptx = lab::compiled(file);
        return ptx ? *ptx : ptx.problem().message;
    };
    for (const char* text : {"#include <helper_cuda.h>\n", "  #  include \"helper_string.h\"\n"})
        EXPECT_NE(words_for(text).find("kernel.cu -isystem course\nhelper_cuda.h\nhelper_string.h"),
                  std::string::npos)
            << words_for(text);
    for (const char* text : {"#include <other.h>\n", "// #include <helper_cuda.h>\n", ""})
        EXPECT_EQ(words_for(text).find("-isystem"), std::string::npos) << text;
}

TEST(Compilations, ByARealNvccFindTheHeadersOfCourses) {
    const ProgramAssets assets;
    if (!lab::find_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    const files::path folder = tests::scratch_folder(), file = folder / "mine.cu";
    platform::write_file(file, course_program);
    const auto ptx = lab::compiled(file);
    ASSERT_TRUE(ptx) << ptx.problem().message;
    EXPECT_NE(ptx->find(".entry"), std::string::npos);
    // A file of its own beside it is used in their place.
    platform::write_file(folder / "helper_cuda.h", "#error mine\n");
    const auto own = lab::compiled(file);
    ASSERT_FALSE(own);
    EXPECT_NE(own.problem().message.find("mine"), std::string::npos) << own.problem().message;
}

TEST(Compilations, OfNvrtcFindTheHeadersOfCourses) {
    const ProgramAssets assets;
    if (!lab::nvrtc_version()) GTEST_SKIP() << "no NVRTC on this machine";
    const files::path folder = tests::scratch_folder();
    platform::write_file(folder / "a.cu",
                         "#include <helper_cuda.h>\n#include <helper_string.h>\n"
                         "__global__ void f(int* x) { *x = EXIT_WAIVED; }\n");
    const auto headers = lab::asset("include/helper_cuda.h");
    ASSERT_TRUE(headers);
    const auto ptx =
        lab::compiled_by_nvrtc(folder / "a.cu", folder, "sm_80", headers->parent_path());
    EXPECT_TRUE(ptx) << ptx.problem().message;
}

TEST(Compilations, SayWhatIsNoSource) {
    const files::path folder = tests::scratch_folder(), file = folder / "a.cu";
    const OwnNvcc nvcc(folder / "bin", "touch kernel.ptx");
    const auto problem_of = [&](const std::string& bytes) {
        platform::write_file(file, bytes);
        const auto ptx = lab::compiled(file);
        return ptx ? "" : ptx.problem().message;
    };
    const std::string needed = ": give CUDA source as plain text in UTF-8.";
    EXPECT_EQ(problem_of("plain"), "");
    EXPECT_EQ(problem_of("\xEF\xBB\xBFwith a mark"), "");
    EXPECT_EQ(problem_of(std::string("\xFF\xFEi\0", 4)),
              file.string() + " is written in UTF-16" + needed);
    EXPECT_EQ(problem_of(std::string("\x1F\x8B\x08", 3)),
              file.string() + " is compressed" + needed);
    EXPECT_EQ(problem_of("\x7F"
                         "ELF"),
              file.string() + " is a program, not its source" + needed);
    EXPECT_EQ(problem_of(std::string("a\0b", 3)),
              file.string() + " has bytes that are not text" + needed);
    EXPECT_EQ(problem_of(std::string((8 << 20) + 1, ' ')),
              file.string() + " has 8388609 bytes, and the most is 8388608.");
    EXPECT_EQ(problem_of(std::string(8 << 20, ' ')), "");
    EXPECT_NE(lab::compiled(folder).problem().message.find("is a folder"), std::string::npos);
}

TEST(Compilations, GiveTheCompilersWordsWithTheFilesOwnName) {
    const files::path folder = tests::scratch_folder(), file = folder / "mine.cu";
    platform::write_file(file, "x");
    const OwnNvcc nvcc(folder / "bin",
                       "echo 'kernel.cu(6): error: identifier \"n\" is undefined'; exit 2");
    lab::Compilation compilation(file);
    while (!compilation.ended(1)) {
    }
    ASSERT_FALSE(compilation.outcome());
    const std::string said = compilation.outcome().problem().message;
    EXPECT_NE(said.find("mine.cu(6): error"), std::string::npos) << said;
    EXPECT_EQ(lab::words_in(said, "mine.cu"),
              (std::vector<lab::CompilerWords>{{6, true, "identifier \"n\" is undefined"}}));
    EXPECT_EQ(compilation.source(), "x");
}

TEST(Compilations, CanBeEnded) {
    const files::path folder = tests::scratch_folder(), file = folder / "a.cu";
    platform::write_file(file, "");
    const OwnNvcc nvcc(folder / "bin", "sleep 100");
    lab::Compilation compilation(file);
    EXPECT_FALSE(compilation.ended());
    const double begun = platform::now();
    compilation.cancel();
    EXPECT_TRUE(compilation.ended());
    EXPECT_LT(platform::now() - begun, 50);
    EXPECT_NE(compilation.outcome().problem().message.find("it was ended"), std::string::npos);
}

TEST(Compilations, MayTakeSoMuchMemory) {
    const files::path folder = tests::scratch_folder();
    platform::write_file(folder / "a.cu", "");
    const OwnNvcc nvcc(folder / "bin", "ulimit -v > kernel.ptx");
    const auto kibibytes = lab::compiled(folder / "a.cu");
    ASSERT_TRUE(kibibytes) << kibibytes.problem().message;
    EXPECT_GT(std::atoll(kibibytes->c_str()), 0) << *kibibytes;
    EXPECT_LE(std::atoll(kibibytes->c_str()), 6 << 20);
}

// Killed while it waits for a compiler that has no end: nobody goes on, and nothing is left.
TEST(Compilations, EndWithTheProgram) {
    const files::path folder = tests::scratch_folder(), temporary = folder / "tmp";
    platform::make_folder(temporary);
    platform::write_file(folder / "a.cu", "");
    const OwnNvcc nvcc(folder / "bin", "echo $$ > part; mv part process; sleep 100");
    const pid_t program = fork();
    if (program == 0) {
        setenv("TMPDIR", temporary.c_str(), 1);
        const auto never = lab::compiled(folder / "a.cu");
        _exit(1);
    }
    std::string process;
    for (int i = 0; i < 2000 && process.empty(); ++i, platform::sleep(.01))
        for (const auto& own : files::directory_iterator(temporary))
            process = platform::read_file(own.path() / "process").bytes;
    kill(program, SIGKILL);
    waitpid(program, nullptr, 0);
    ASSERT_FALSE(process.empty());
    const files::path stat = "/proc/" + process.substr(0, process.size() - 1) + "/stat";
    const auto works = [&] {
        const std::string words = platform::read_file(stat).bytes;
        return !words.empty() && words.find(") Z ") == words.npos;
    };
    for (int i = 0; i < 500 && (works() || !files::is_empty(temporary)); ++i) platform::sleep(.01);
    EXPECT_FALSE(works());
    EXPECT_TRUE(files::is_empty(temporary));
}

TEST(Compilations, OfNvrtcFindTheHeadersOfTheToolkit) {
    if (!lab::nvrtc_version()) GTEST_SKIP() << "no NVRTC on this machine";
    if (!files::exists("/usr/local/cuda/include/cccl/cuda/atomic"))
        GTEST_SKIP() << "no headers of a toolkit";
    const files::path folder = tests::scratch_folder();
    platform::write_file(folder / "atomic.cu", "#include <cuda/atomic>\n__global__ void f() {}\n");
    const auto ptx = lab::compiled_by_nvrtc(folder / "atomic.cu", {}, "sm_80");
    EXPECT_TRUE(ptx) << ptx.problem().message;
}

TEST(Compilations, OfNvrtcSayWhatIsWrong) {
    if (!lab::nvrtc_version()) GTEST_SKIP() << "no NVRTC on this machine";
    const files::path folder = tests::scratch_folder();
    platform::write_file(folder / "part.h", "#define SEVEN 7\n");
    platform::write_file(folder / "a.cu",
                         "#include \"part.h\"\n__global__ void f(int* x) { *x = SEVEN; }\n");
    const auto ptx = lab::compiled_by_nvrtc(folder / "a.cu", folder, "sm_80");
    ASSERT_TRUE(ptx) << ptx.problem().message;
    EXPECT_NE(ptx->find(".target sm_80"), std::string::npos);
    platform::write_file(folder / "b.cu", "__global__ void f(int* x) {\n    *x = nonsense;\n}\n");
    const auto none = lab::compiled_by_nvrtc(folder / "b.cu", folder, "sm_80");
    ASSERT_FALSE(none);
    EXPECT_EQ(lab::words_in(none.problem().message, "b.cu"),
              (std::vector<lab::CompilerWords>{{2, true, "identifier \"nonsense\" is undefined"}}));
}

TEST(CompilerWords, AreFoundLineByLine) {
    const std::string said =
        "a.cu(6): error: identifier \"n\" is undefined\n"
        "      if (i < n) out[i] = 1;\n"
        "              ^\n\n"
        "a.cu(2): warning #177-D: variable \"y\" was declared but never referenced\n"
        "a.cu:1:10: fatal error: parts.h: No such file or directory\n"
        "    1 | #include \"parts.h\"\n"
        "include/part.h(3): error: expected a \";\"\n"
        "/some/where/a.cu:2:2: error: #error no\n"
        "a.cu(9): catastrophic error: too many errors\n"
        "a.cu(12): note: nothing of ours\n"
        "2 errors detected in the compilation of \"a.cu\".\n";
    EXPECT_EQ(lab::words_in(said, "a.cu"),
              (std::vector<lab::CompilerWords>{
                  {6, true, "identifier \"n\" is undefined"},
                  {2, false, "variable \"y\" was declared but never referenced"},
                  {1, true, "parts.h: No such file or directory"},
                  {0, true, "include/part.h, line 3: expected a \";\""},
                  {2, true, "#error no"},
                  {9, true, "too many errors"}}));
    EXPECT_TRUE(lab::words_in("", "a.cu").empty());
    EXPECT_TRUE(lab::words_in("a.cu(", "a.cu").empty());
    EXPECT_TRUE(lab::words_in("a.cu(99999999999999): error: x\na.cu():error", "a.cu").empty());
}

// A kernel with CUB needs its headers, whichever compiler reads it.
TEST(MissingHeaders, AreNamedWithWhatTheyBelongTo) {
    const std::string cub = "cub/block/block_reduce.cuh";
    for (const std::string& said :
         {"kernel.cu:4:10: fatal error: " + cub + ": No such file or directory",
          "kernel.cu:4:10: fatal error: '" + cub + "' file not found",
          "kernel.cu(4): catastrophic error: cannot open source file \"" + cub + "\""})
        EXPECT_TRUE(
            lab::missing_header_words("first\n" + said + "\n#include\n")
                .starts_with(cub + " is a header of CUB, which comes with the CUDA toolkit"))
            << said;
    EXPECT_EQ(lab::missing_header_words("kernel.cu:1:10: fatal error: 'mine.h' file not found"),
              "");
    EXPECT_EQ(lab::missing_header_words("kernel.cu(3): error: cub::BlockReduce is no name"), "");
}

}  // namespace
