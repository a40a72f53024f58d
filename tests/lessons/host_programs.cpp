// The programs that lessons stand for: their text, whether nvcc takes it, and whether they judge
// their own result.
#include "lab/host_code/host_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/compiler/compiler.h"
#include "lab/declared.h"
#include "lab/own/copy.h"
#include "lab/programs.h"
#include "platform/child.h"
#include "platform/machine.h"
#include "tests/helpers/part.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using tests::has;

using namespace lab;

Request request_of(const std::string& rung, const std::vector<std::string>& values = {}) {
    Request request;
    request.settings = *settings_named(rung);
    for (const std::string& value : values) EXPECT_FALSE(assign(request.settings, value)) << value;
    return request;
}

std::vector<std::string> named_rungs() {
    std::vector<std::string> names;
    for (const Lesson* lesson : lab::lessons())
        for (const Rung& rung : lesson->rungs) names.push_back(lesson->id + "/" + rung.id);
    return names;
}

std::string text_of(const Request& request) {
    const auto text = program_text(request);
    EXPECT_TRUE(text) << (text ? "" : text.problem().message);
    return text ? *text : "";
}

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string written(const std::string& folder, const std::string& name, const std::string& text) {
    const std::string path = folder + "/" + name;
    std::ofstream(path) << text;
    return path;
}

// Launches as calls, for tests/host_code/cuda_on_cpu.h.
std::string for_the_processor(const std::string& text) {
    static const std::regex launch(R"((\w+(?:<[\w, ]*>)?)<<<([^;]*?)>>>\s*\(([^;]*)\);)");
    return std::regex_replace(text, launch, "run_grid([&] { $1($3); }, $2);");
}

std::optional<std::string> compiler() {
    for (const char* path : {"/usr/bin/c++", "/usr/local/bin/c++", "/usr/bin/g++"})
        if (std::filesystem::exists(path)) return path;
    return std::nullopt;
}

// Builds the program for the processor and runs it; its exit code, and what it printed.
int run_on_processor(const std::string& text, std::string& printed) {
    const std::string folder = tests::scratch_folder();
    const std::string source = written(folder, "program.cpp", for_the_processor(text));
    const auto built = platform::run(
        {.words = {*compiler(), "-std=c++17", "-Wall", "-Wno-unknown-pragmas", "-O1", "-include",
                   std::string(WARPLENS_TESTS_DIR) + "/host_code/cuda_on_cpu.h", "-o",
                   folder + "/program", source}});
    EXPECT_EQ(built.code, 0);
    EXPECT_EQ(built.output, "");
    const auto ending = platform::run({.words = {folder + "/program"}});
    printed = ending.output;
    return ending.code;
}

// Brackets match, lines fit, nothing is left open.
void expect_well_formed(const std::string& text, const std::string& name) {
    for (const auto& [open, close] : {std::pair("{", "}"), std::pair("(", ")")})
        EXPECT_EQ(count_of(text, open), count_of(text, close)) << name;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 100u) << name << ": " << line;
        EXPECT_FALSE(line.ends_with(' ')) << name << ": " << line;
    }
    EXPECT_EQ(text.find("\n\n\n"), text.npos) << name;
}

// Of a program that looks behind no call, too.
void expect_parts(const std::string& text, const Settings& settings, const std::string& name) {
    const Plan plan = plan_of(settings);
    const bool looks = host_style(settings).looks;
    const auto count_of_call = [&](const std::string& call) {
        return count_of(text, (looks ? "CHECK(" : "    ") + call);
    };
    const int symbols = int(std::ranges::count_if(
        plan.allocations, [](const Allocation& one) { return !one.symbol.empty(); }));
    const int filled = int(std::ranges::count_if(plan.allocations, [](const Allocation& one) {
        return !one.symbol.empty() && one.fill.kind != Fill::Kind::none;
    }));
    const int copied = int(std::ranges::count_if(plan.steps, [&](const PlanStep& step) {
        const auto* copy = std::get_if<Copy>(&step);
        return copy && !plan.allocations[std::size_t(copy->to.id)].symbol.empty();
    }));
    const auto kept_in = [&](MemoryKind kind) {
        return int(std::ranges::count_if(plan.allocations, [&](const Allocation& one) {
            return one.symbol.empty() && one.kind == kind;
        }));
    };
    const int managed = kept_in(MemoryKind::managed);
    const int buffers = kept_in(MemoryKind::device) + managed;
    EXPECT_EQ(buffers + kept_in(MemoryKind::mapped), int(plan.allocations.size()) - symbols);
    EXPECT_EQ(count_of_call("cudaMalloc(&") + count_of_call("cudaMallocManaged(&"), buffers)
        << name;
    if (managed > 0) {
        EXPECT_EQ(count_of_call("cudaMallocManaged(&"), managed) << name;
    }
    EXPECT_EQ(count_of_call("cudaFree("), buffers) << name;
    EXPECT_EQ(count_of_call("cudaMemcpyToSymbol("), filled + copied) << name;
    EXPECT_EQ(count_of_call("cudaEventRecord(start)"), 1) << name;
    EXPECT_NE(text.find("return right ? 0 : 1;"), text.npos) << name;
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) {
            EXPECT_NE(text.find(launch->kernel + "<<<"), text.npos) << name;
        }
}

// At the picture's size, whose reference is quick.
Request pictured(const std::string& rung) {
    Request request = request_of(rung);
    request.settings = picture_of(request.settings);
    return request;
}

TEST(HostCode, HasEveryPartOfItsPlan) {
    for (const std::string& name : named_rungs()) {
        Request request = request_of(name);
        if (const auto refused = host_text(request); !refused) {
            EXPECT_NE(refused.problem().message.find("launches and copies"), std::string::npos)
                << name;
            request = pictured(name);
        }
        const auto host = host_text(request);
        ASSERT_TRUE(host) << name;
        expect_well_formed(*host, name);
        expect_parts(*host, request.settings, name);
        EXPECT_EQ(host->find("__global__"), host->npos) << name;
    }
}

const char* call_of(Transfer::Means means) {
    switch (means) {
        case Transfer::Means::copy: return "cudaMemcpyAsync";
        case Transfer::Means::prefetch: return "prefetch(";
        case Transfer::Means::read: return "cudaDeviceSynchronize";
    }
    return "";
}

// Of each step the line that asks for it, also where one line of a loop does for many.
TEST(HostCode, SaysWhichLineAsksForWhichStep) {
    for (const std::string& name : named_rungs()) {
        const Request request = pictured(name);
        const auto host = host_side(request);
        ASSERT_TRUE(host) << name;
        const Plan plan = plan_of(request.settings);
        ASSERT_EQ(host->steps.size(), plan.steps.size()) << name;
        std::vector<std::string> lines;
        std::istringstream text(host->text);
        for (std::string line; std::getline(text, line);) lines.push_back(line);
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            const std::string& line = lines.at(std::size_t(host->steps[i]) - 1);
            const auto* launch = std::get_if<Launch>(&plan.steps[i]);
            const auto* transfer = std::get_if<Transfer>(&plan.steps[i]);
            const std::string words = launch     ? launch->kernel + "<<<"
                                      : transfer ? call_of(transfer->means)
                                                 : "";
            EXPECT_NE(line.find(words), line.npos) << name << ", step " << i << ": " << line;
        }
    }
}

TEST(HostCode, ProgramsAreWhole) {
    for (const std::string& name : named_rungs()) {
        const Request request = pictured(name);
        const std::string text = text_of(request);
        expect_well_formed(text, name);
        expect_parts(text, request.settings, name);
        const std::string kernel = request.settings.kernel(),
                          base = kernel.substr(0, kernel.find('<'));
        EXPECT_EQ(count_of(text, " " + base + "("), 1) << name;  // its definition
        EXPECT_EQ(text, text_of(request)) << name;
        const auto host = host_text(request);
        EXPECT_NE(text.find(host->substr(host->find("int main()"))), text.npos) << name;
    }
}

TEST(HostCode, LeavesOutKernelsOfOtherRungs) {
    const std::string text = text_of(request_of("reduction/shuffle"));
    EXPECT_NE(text.find("reduce_shuffle(const Real*"), text.npos);
    EXPECT_NE(text.find("Real warp_sum("), text.npos);
    for (const char* other :
         {"reduce_wide", "reduce_sequential", "block_memory", "sum_of", "template __global__"})
        EXPECT_EQ(text.find(other), text.npos) << other;
    EXPECT_NE(text_of(request_of("scan/chain", {"join=max"})).find("struct Max"), text.npos);
}

TEST(HostCode, SweepsAreALoop) {
    const std::string text =
        text_of(request_of("laplace/two_sweeps", {"sweeps=9", "nx=32", "ny=32", "nz=16"}));
    EXPECT_NE(text.find("float *from = d_u, *to = d_next;"), text.npos);
    EXPECT_NE(text.find("for (int turn = 0; turn < 4; ++turn) {"), text.npos);
    EXPECT_NE(text.find("std::swap(from, to);"), text.npos);
    EXPECT_NE(text.find("laplace_wide<4><<<grid, block>>>(d_u, d_next,"), text.npos);
    EXPECT_EQ(count_of(text, "<<<"), 2);
}

// One thread after the other is enough for kernels without barriers: the host's side is run whole.
TEST(HostCode, ProgramsJudgeThemselves) {
    if (!compiler()) GTEST_SKIP() << "no c++ here";
    std::string printed;
    const std::string sum =
        text_of(request_of("vector_addition/grid_stride", {"n=5000", "copies=with", "blocks=3"}));
    EXPECT_EQ(run_on_processor(sum, printed), 0) << printed;
    EXPECT_NE(printed.find("of 5000 values compared, 0 are wrong"), printed.npos) << printed;
    EXPECT_NE(printed.find("the sum of all 5000 values is"), printed.npos) << printed;
    EXPECT_NE(printed.find("a processor: 1.0000 ms"), printed.npos) << printed;
    const auto at = sum.find("sum[i] = a[i] + b[i];");
    ASSERT_NE(at, sum.npos);
    std::string wrong = sum;
    wrong.replace(at, 21, "sum[i] = i == 4999 ? 0 : a[i] + b[i];");
    EXPECT_EQ(run_on_processor(wrong, printed), 1) << printed;
    EXPECT_NE(printed.find("sum[4999] is 0, and should be"), printed.npos) << printed;
    wrong = sum;
    wrong.replace(at, 21, "sum[i] = i == 4001 ? -1 : a[i] + b[i];");  // between two samples
    EXPECT_EQ(run_on_processor(wrong, printed), 1) << printed;
    wrong = sum;
    wrong.replace(at, 21, "sum[i < 4998 ? i : 9997 - i] = a[i] + b[i];");  // the same sum
    EXPECT_EQ(run_on_processor(wrong, printed), 1) << printed;
}

// No round finds what the one before it left: what fails in the first fails in the last.
TEST(HostCode, ACopyThatComesTooEarlyIsSeenToFail) {
    if (!compiler()) GTEST_SKIP() << "no c++ here";
    std::string printed;
    EXPECT_EQ(run_on_processor(text_of(request_of("bug_hunt/copied_early")), printed), 1);
    EXPECT_NE(printed.find("200 of 200 values compared, 200 are wrong"), printed.npos) << printed;
    EXPECT_EQ(printed.find("doubled[0] is 0,"), printed.npos) << "whatever lay there: " << printed;
    const std::string cured = text_of(request_of("bug_hunt/copied_early", {"version=cured"}));
    EXPECT_EQ(run_on_processor(cured, printed), 0) << printed;
    EXPECT_EQ(cured.find("cudaMemset"), cured.npos) << "each round writes all of it";
}

TEST(HostCode, SweepsEndInTheRightBuffer) {
    if (!compiler()) GTEST_SKIP() << "no c++ here";
    std::string printed;
    for (const char* sweeps : {"sweeps=3", "sweeps=4"}) {
        const std::string text =
            text_of(request_of("laplace/marching", {sweeps, "nx=20", "ny=17", "nz=9"}));
        EXPECT_EQ(run_on_processor(text, printed), 0) << sweeps << printed;
        std::string wrong = text;
        const auto at = wrong.find("std::swap(from, to);");
        ASSERT_NE(at, wrong.npos);
        wrong.erase(at, 20);
        EXPECT_EQ(run_on_processor(wrong, printed), 1) << sweeps << printed;
    }
}

// tests/host_code/*.cu hold what was read and found good. WARPLENS_GOLDEN=write writes them anew.
TEST(HostCode, WhoDoesNotLookAndWhoDoesNotCopy) {
    const std::string text =
        text_of(request_of("threads/global_index", {"memory=managed", "checking=unseen"}));
    expect_well_formed(text, "threads/global_index");
    const std::string path = std::string(WARPLENS_TESTS_DIR) + "/host_code/threads_managed.cu";
    if (platform::environment("WARPLENS_GOLDEN") == "write") std::ofstream(path) << text;
    const auto kept = read_file(path);
    ASSERT_TRUE(kept);
    EXPECT_EQ(text, *kept);
    if (!compiler()) GTEST_SKIP() << "no c++ here";
    std::string printed;
    EXPECT_EQ(run_on_processor(text, printed), 0) << printed;
    EXPECT_NE(printed.find("of 8 values compared, 0 are wrong"), printed.npos) << printed;
}

// Where nvcc itself would look for libraries: what is called nvcc may be a script elsewhere.
std::vector<std::string> library_folders(const std::string& nvcc, const std::string& source) {
    const auto plan = platform::run({.words = {nvcc, "--dryrun", "-c", source}});
    const std::size_t line = plan.output.find("LIBRARIES=");
    const std::string text = line == plan.output.npos ? "" : plan.output.substr(line);
    const std::string all = text.substr(0, text.find('\n'));
    static const std::regex folder("-L\"?([^\" ]+)");
    std::vector<std::string> words;
    for (std::sregex_iterator one(all.begin(), all.end(), folder), end; one != end; ++one)
        words.push_back("-L" + one->str(1));
    return words;
}

// As the text of the lesson has it: nvcc makes an object, and the system's compiler links it.
TEST(HostCode, IsLinkedByTheSystemsCompiler) {
    const auto nvcc = find_nvcc();
    if (!nvcc || !compiler()) GTEST_SKIP() << "no nvcc here: nothing was linked";
    const std::string folder = tests::scratch_folder();
    const std::string source =
        written(folder, "threads.cu", text_of(request_of("threads/thread_index")));
    const std::string object = folder + "/threads.o", program = folder + "/threads";
    const auto made = platform::run({.words = {nvcc->string(), "-O3", "-c", source, "-o", object}});
    ASSERT_EQ(made.code, 0) << made.output;
    std::vector<std::string> link{*compiler(), object};
    for (const std::string& word : library_folders(nvcc->string(), source)) link.push_back(word);
    link.insert(link.end(), {"-lcudart", "-o", program});
    const auto linked = platform::run({.words = link});
    EXPECT_EQ(linked.code, 0) << linked.output;
    EXPECT_TRUE(std::filesystem::exists(program));
}

// Loops that a lesson keeps as they are are told so to whoever takes them home.
TEST(HostCode, ALoopThatIsKeptForItsCountsIsSaidToBe) {
    const auto first_line = [](const char* kernel) {
        const std::string file = tests::scratch_folder() + "/mine.cu";
        std::filesystem::remove(file);
        const auto copied = lab::copy_kernel(*lab::settings_named(kernel), file);
        EXPECT_TRUE(copied);
        const std::string text = *lab::read_file(file);
        return text.substr(0, text.find('\n'));
    };
    EXPECT_TRUE(first_line("histogram/global").starts_with("// `#pragma unroll 1` is here so"));
    EXPECT_TRUE(first_line("transpose/tile").starts_with("// Turning"));
    const auto program = [](const char* kernel) { return text_of(request_of(kernel)); };
    EXPECT_TRUE(has(program("histogram/shared"), "`#pragma unroll 1` is here so"));
    EXPECT_FALSE(has(program("histogram/global"), "`#pragma unroll 1`")) << "it has no such loop";
    EXPECT_EQ(lab::words_of_kept_loops("#pragma unroll 16\nfor"), "");
}

class HostCodeOf : public testing::TestWithParam<const Lesson*> {};

INSTANTIATE_TEST_SUITE_P(Lessons, HostCodeOf, testing::ValuesIn(tests::every_lesson()),
                         [](const auto& one) { return one.param->id; });

// One rung of every fifth lesson; with WARPLENS_ALL=1 in the environment, every one.
TEST_P(HostCodeOf, IsTakenByNvcc) {
    const auto nvcc = find_nvcc();
    if (!nvcc) GTEST_SKIP() << "no nvcc here: nothing was compiled";
    const std::string folder = tests::scratch_folder();
    const auto lessons = tests::every_lesson();
    if (!tests::in_part(std::ranges::find(lessons, GetParam()) - lessons.begin(), 5))
        GTEST_SKIP() << "for ./test --all";
    for (const Rung& rung : GetParam()->rungs) {
        if (!tests::whole() && &rung != &GetParam()->rungs.back()) continue;
        const std::string name = GetParam()->id + "/" + rung.id;
        const Request request = pictured(name);
        const std::string source = written(folder, "program.cu", text_of(request));
        const std::string arch = "-arch=" + (*module_of(request.settings))->text().target;
        const auto ending =
            platform::run({.words = {nvcc->string(), arch, "-Werror", "all-warnings", "-c", "-o",
                                     folder + "/program.o", source}});
        EXPECT_EQ(ending.code, 0) << name << ": " << ending.output;
    }
}

struct Answer {
    int code = 0;
    std::string out, err;
};

Answer warplens(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    Answer answer;
    answer.code = command_line(words, out, err);
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

TEST(ExportCommand, WritesAProgram) {
    const std::string file = tests::scratch_folder() + "/sum.cu";
    const Answer answer =
        warplens({"export", "reduction/sequential", "block=128", "--seed", "7", "--out", file});
    EXPECT_EQ(answer.code, exit_right) << answer.err;
    EXPECT_NE(answer.out.find("nvcc -O3 -arch=native " + file), answer.out.npos) << answer.out;
    const std::string text = *read_file(file);
    EXPECT_NE(text.find("const int threads = 128"), text.npos);
    EXPECT_NE(text.find("{ return 7 + input *"), text.npos);
    Request request = request_of("reduction/sequential", {"block=128"});
    request.seed = 7;
    EXPECT_EQ(text, text_of(request));
    EXPECT_EQ(
        warplens({"export", "reduction/sequential", "block=128", "--seed", "7", "--out", "-"}).out,
        text);
}

TEST(ExportCommand, ReplacesNothingUnasked) {
    const std::string file = written(tests::scratch_folder(), "mine.cu", "mine");
    const Answer kept = warplens({"export", "scan", "--out", file});
    EXPECT_EQ(kept.code, exit_bad_file);
    EXPECT_NE(kept.err.find("--force"), kept.err.npos);
    EXPECT_EQ(*read_file(file), "mine");
    EXPECT_EQ(warplens({"export", "scan", "--out", file, "--force"}).code, exit_right);
    EXPECT_NE(*read_file(file), "mine");
}

TEST(ExportCommand, SaysWhatItCanNot) {
    const std::string file = tests::scratch_folder() + "/x.cu";
    const auto code = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "export");
        words.insert(words.end(), {"--out", file});
        const Answer answer = warplens(words);
        EXPECT_FALSE(answer.err.empty());
        EXPECT_FALSE(std::filesystem::exists(file));
        return answer.code;
    };
    EXPECT_EQ(code({}), exit_usage);
    EXPECT_EQ(code({"nothing"}), exit_usage);
    EXPECT_EQ(code({"reduction/sequential", "block=192"}), exit_usage);  // refused by the rung
    EXPECT_EQ(code({"reduction", "n=some"}), exit_usage);
    EXPECT_EQ(code({"laplace/two_sweeps", "block_x=2"}), exit_usage);
    EXPECT_EQ(code({"--all", "nothing"}), exit_usage);
    EXPECT_EQ(warplens({"export", "scan"}).code, exit_usage);
    EXPECT_EQ(warplens({"export", "scan", "--out", "/nowhere/x.cu"}).code, exit_bad_file);
}

TEST(ExportCommand, WritesAllRungsWithAMakefile) {
    const std::string folder = tests::scratch_folder() + "/all";
    const Answer answer = warplens({"export", "--all", "scan", "n=100", "--out", folder});
    EXPECT_EQ(answer.code, exit_right) << answer.err;
    for (const Rung& rung : find_lesson("scan")->rungs)
        EXPECT_NE(read_file(folder + "/scan_" + rung.id + ".cu")->find("n = 100"),
                  std::string::npos)
            << rung.id;
    EXPECT_NE(read_file(folder + "/Makefile")->find("\t$(NVCC)"), std::string::npos);
    const auto files = std::distance(std::filesystem::directory_iterator(folder),
                                     std::filesystem::directory_iterator{});
    EXPECT_EQ(files, 1 + std::ssize(find_lesson("scan")->rungs));
    EXPECT_EQ(warplens({"export", "--all", "scan", "--out", folder}).code, exit_bad_file);
}

// What other kernels of the file need stays out, with the comments above it.
TEST(HostPrograms, HaveOnlyWhatTheirKernelNeeds) {
    const std::string naive = text_of(request_of("matrix_product/naive"));
    for (const char* others : {"128 by 128", "TileOfA", "Pack", "at_once"})
        EXPECT_FALSE(has(naive, others)) << others;
    const std::string oblong = text_of(request_of("matrix_product/oblong"));
    for (const char* own : {"128 by 128", "TileOfA", "Pack", "at_once"})
        EXPECT_TRUE(has(oblong, own)) << own;
}

}  // namespace
