// Host code from plans and kernels of the test's own: each kind of step, what is left out, what is
// refused, and two programs that are compared whole.
#include "lab/host_code/host_code.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lab/assets.h"
#include "lab/host_code/cuda_items.h"
#include "lab/host_code/groups.h"
#include "lab/host_code/kernel_text.h"
#include "lab/host_code/writer.h"
#include "platform/machine.h"
#include "tests/helpers/words.h"

namespace {

using namespace lab;
using namespace lab::host_code;
using tests::has;

constexpr const char* kernels = R"(// Kernels of a test.

#include <cuda_fp16.h>
#define TWICE(x) \
    { (x) + (x) }

struct alignas(4 * sizeof(int)) Pair { int a, b; };
struct Unused { int a = 1'000; char c = '{'; };

constexpr int often = 2, seldom[] = {often, 3};
constexpr int nobody[2] = {1, 2};
constexpr Limits limits{.least = 1, .most = 2};

// Helps scale().
__device__ float helped(float x) { return seldom[0] * limits(x); /* } */ }
__device__ double helped(double x) { return 2 * x; }
__device__ float idle(float x) { return x; }

/* Scales. */
template <class Real, int width = 4>
__global__ void __launch_bounds__(256) __maxnreg__(64)
scale(const Real* __restrict__ numbers, Real *scaled, int n, float factor)
{
    if (threadIdx.x < n)
        scaled[0] = helped(numbers[0]) * factor;
}
__global__ void wide(const float4* x, volatile float* y, unsigned int count) { Pair p; }
extern "C" __global__ void plain(int* a) {}

template __global__ void scale<float>(const float*, float*, int, float);
int main() { return 0; }
)";

HostSource source_of(const Plan& plan) {
    HostSource source;
    source.plan = &plan;
    source.kernels = kernels;
    source.about = {"A test."};
    source.name = "test";
    return source;
}

std::string program(const HostSource& source) {
    const auto text = program_text(source);
    EXPECT_TRUE(text) << (text ? "" : text.problem().message);
    return text ? *text : "";
}

std::string from(const std::string& text, const std::string& start) {
    return has(text, start) ? text.substr(text.find(start)) : "";
}

TEST(CudaItems, AreCutAtTheTopLevel) {
    std::vector<std::string> names;
    for (const CudaItem& item : cuda_items(kernels))
        names.push_back(item.instantiation ? "instantiation" : item.name);
    EXPECT_EQ(names, (std::vector<std::string>{"", "", "", "Pair", "Unused", "", "", "", "helped",
                                               "helped", "idle", "scale", "wide", "plain",
                                               "instantiation", "main"}));
    EXPECT_TRUE(cuda_items("void f() { ").empty());
    EXPECT_TRUE(cuda_items("void f() } ").empty());
    EXPECT_EQ(without_comments("a /* b */ c // d\n\"// e\" f"), "a  c \n\"// e\" f");
}

TEST(KernelText, HoldsWhatTheLaunchesNeed) {
    Plan plan;
    const Buffer x = plan.buffer("x", Type::f32, 8);
    plan.launch("scale<float, 4>", {1, 32}, x, x, 8, 2.0f);
    const KernelText text(kernels, plan);
    for (const char* kept :
         {"// Kernels of a test.\n", "#include <cuda_fp16.h>", "#define TWICE", "// Helps scale().",
          "double helped", "/* Scales. */", "__launch_bounds", "often = 2, seldom[]", "limits{"})
        EXPECT_TRUE(has(text.text(), kept)) << kept;
    for (const char* left :
         {"idle", "Pair", "Unused", "wide", "plain", "main", "template __global__", "nobody"})
        EXPECT_FALSE(has(text.text(), left)) << left;
    EXPECT_TRUE(text.words().contains("scale"));
    EXPECT_TRUE(text.words().contains("TWICE"));
    EXPECT_FALSE(text.words().contains("numbers"));
    const auto parameters = text.parameters("scale<float, 4>");
    ASSERT_EQ(parameters.size(), 4u);
    EXPECT_EQ(parameters[0].type, "const Real*");
    EXPECT_EQ(parameters[0].name, "numbers");
    EXPECT_TRUE(parameters[0].reads_only());
    EXPECT_EQ(parameters[1].type, "Real*");
    EXPECT_EQ(parameters[1].name, "scaled");
    EXPECT_FALSE(parameters[1].reads_only());
    EXPECT_EQ(parameters[3].name, "factor");
}

// Its main() is left out, and so are headers that only that main() used.
TEST(KernelText, LeavesOutTheHeadersOfCourses) {
    Plan plan;
    plan.launch("k", {1, 32}, 1);
    const KernelText kept(
        "#include <cstdio>\n#include <helper_cuda.h>\n#include \"helper_string.h\"\n"
        "__global__ void k(int n) {}\nint main() { checkCudaErrors(cudaDeviceSynchronize()); }\n",
        plan);
    EXPECT_TRUE(has(kept.text(), "#include <cstdio>"));
    EXPECT_TRUE(has(kept.text(), "void k(int n)"));
    EXPECT_FALSE(has(kept.text(), "helper_")) << kept.text();
    EXPECT_FALSE(kept.has_main());
}

// What can't be told apart stays whole.
TEST(KernelText, KeepsAllOfAFileThatHidesItsKernels) {
    Plan plan;
    plan.launch("inner::k", {1, 32}, 1);
    const std::string text =
        "namespace inner {\n__global__ void k(int n) {}\n}\nstruct Other {};\n";
    const KernelText kept(text, plan);
    EXPECT_TRUE(has(kept.text(), "struct Other"));
    EXPECT_TRUE(kept.parameters("inner::k").empty());
    EXPECT_FALSE(kept.has_main());
}

TEST(HostWriter, NamesAndLiterals) {
    Names names;
    names.keep({"numbers"});
    EXPECT_EQ(names.made("numbers"), "numbers_2");
    EXPECT_EQ(names.made("numbers"), "numbers_3");
    EXPECT_EQ(names.made("int"), "int_2");
    EXPECT_EQ(names.made("a b"), "a_b");
    EXPECT_EQ(names.made("2d"), "values2d");
    EXPECT_EQ(literal(0.5), "0.5");
    EXPECT_EQ(literal(-HUGE_VAL), "-INFINITY");
    EXPECT_EQ(literal(Argument{2.0f}), "2.0f");
    EXPECT_EQ(literal(Argument{1e30f}), "1e+30f");
    EXPECT_EQ(literal(Argument{3u}), "3u");
    EXPECT_EQ(literal(Argument{std::int32_t{INT32_MIN}}), "-2147483647 - 1");
    EXPECT_EQ(sides({4, 1, 1}), "(4)");
    EXPECT_EQ(sides({4, 2, 1}), "(4, 2)");
    EXPECT_EQ(sides({4, 1, 2}), "(4, 1, 2)");
    Writer writer;
    writer.call("f", {std::string(60, 'a'), std::string(60, 'b')}, ";");
    EXPECT_EQ(writer.text(),
              "f(\n    " + std::string(60, 'a') + ",\n    " + std::string(60, 'b') + ");\n");
}

Plan sweeps(int times) {
    Plan plan;
    Buffer a = plan.input("a", Type::f32, 8, Fill::digits(0, 9)),
           b = plan.buffer("b", Type::f32, 8);
    for (int i = 0; i < times; ++i) {
        plan.launch("scale<float>", {1, 32}, a, b, 8, 2.0f);
        std::swap(a, b);
    }
    plan.result(a);
    return plan;
}

TEST(Groups, FindLoops) {
    const auto times = [](const Plan& plan) {
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (const Group& group : groups_of(plan.steps))
            found.emplace_back(group.count, group.times);
        return found;
    };
    using Found = std::vector<std::pair<std::size_t, std::size_t>>;
    EXPECT_EQ(times(sweeps(5)), (Found{{1, 5}}));
    EXPECT_TRUE(groups_of(sweeps(5).steps)[0].swapped);
    EXPECT_EQ(times(sweeps(2)), (Found{{1, 1}, {1, 1}}));
    Plan same;
    const Buffer x = same.buffer("x", Type::s32, 4);
    for (int i = 0; i < 3; ++i) same.launch("plain", {1, 32}, x);
    for (int i = 0; i < 4; ++i) {
        same.clear(x);
        same.launch("plain", {2, 32}, x);
    }
    EXPECT_EQ(times(same), (Found{{1, 3}, {2, 4}}));
    EXPECT_FALSE(groups_of(same.steps)[0].swapped);
    Plan parted;
    const Buffer y = parted.buffer("y", Type::s32, 4);
    for (int i = 0; i < 3; ++i) parted.timed([&] { parted.launch("plain", {1, 32}, y); });
    parted.launch("plain", {1, 32}, y);
    EXPECT_EQ(times(parted), (Found{{1, 3}, {1, 1}}));
    Plan leaves;  // two take turns until a third comes
    const Buffer a = leaves.buffer("x", Type::s32, 4), b = leaves.buffer("x", Type::s32, 4),
                 c = leaves.buffer("x", Type::s32, 4);
    leaves.launch("wide", {1, 32}, a, b);
    leaves.launch("wide", {1, 32}, b, a);
    leaves.launch("wide", {1, 32}, a, c);
    EXPECT_EQ(times(leaves), (Found{{1, 1}, {1, 1}, {1, 1}}));
    Plan chain;  // each launch reads what the one before wrote: no two buffers take turns
    Buffer last = chain.buffer("x", Type::s32, 4);
    for (int i = 0; i < 4; ++i) {
        const Buffer next = chain.buffer("x", Type::s32, 4);
        chain.launch("wide", {1, 32}, last, next, 4u);
        last = next;
    }
    EXPECT_EQ(times(chain).size(), 4u);
}

TEST(HostText, LoopsAndCountsThem) {
    const Plan plan = sweeps(5);
    const std::string text = program(source_of(plan));
    EXPECT_TRUE(has(text,
                    "float *from = d_a, *to = d_b;  // they take turns\n"
                    "        for (int turn = 0; turn < 5; ++turn) {\n"
                    "            scale<float><<<blocks, threads>>>(from, to, n, factor);\n"
                    "            CHECK(cudaGetLastError());\n"
                    "            std::swap(from, to);\n"
                    "        }\n"));
    EXPECT_TRUE(has(text, "cudaMemcpy(b.data(), d_b"));  // an odd number of turns
    EXPECT_TRUE(has(program(source_of(sweeps(4))), "a_result.data(), d_a, a_result.size()"));
}

// What each round must find as it was is brought back; what nobody writes is copied once.
TEST(HostText, FillsEveryRoundWhatIsWritten) {
    Plan plan;
    const Buffer read = plan.input("read", Type::f32, 8, Fill::digits(0, 9));
    const Buffer both = plan.input("both", Type::f32, 8, {Fill::Kind::iota, 1, 2, {}});
    const Buffer sums = plan.zeros("sums", Type::f32, 8);
    plan.launch("scale<float>", {1, 32}, read, both, 8, 0.5f);
    plan.launch("scale<float>", {1, 32}, both, sums, 8, 0.5f);
    plan.result(sums);
    const std::string text = program(source_of(plan));
    const std::string rounds = from(text, "for (int round");
    EXPECT_FALSE(has(rounds, "cudaMemcpy(d_read")) << rounds;
    EXPECT_TRUE(has(text, "cudaMemcpy(d_read"));
    EXPECT_TRUE(has(rounds, "cudaMemcpy(d_both")) << rounds;
    EXPECT_TRUE(has(rounds, "cudaMemset(d_sums, 0, 8 * sizeof(float))")) << rounds;
    EXPECT_TRUE(has(text, "both[i] = 1 + 2 * double(i);"));
}

TEST(HostText, SaysWhatChanges) {
    Plan plan;
    const Buffer x = plan.buffer("x", Type::f32, 8);
    plan.launch("scale<float>", {4, 32, 1024}, x, x, 8, 2.0f);
    plan.launch("scale<float>", {1, 32, 1024}, x, x, 4, 2.0f);
    plan.launch("wide", {Dim3{4, 2, 1}, Dim3{8, 8, 2}, 64 * 1024}, x, x, 7u);
    const std::string text = program(source_of(plan));
    EXPECT_TRUE(has(text,
                    "const int threads = 32;\n        const float factor = 2.0f;\n"
                    "        int blocks = 4, shared_bytes = 1024;\n        int n = 8;\n"));
    EXPECT_TRUE(has(text, "\n        blocks = 1;\n        n = 4;\n"));
    EXPECT_TRUE(has(text, "const dim3 grid(4, 2), block(8, 8, 2);"));
    EXPECT_TRUE(
        has(text, "wide<<<grid, block, shared_bytes>>>(reinterpret_cast<const float4*>(d_x),"));
    EXPECT_TRUE(has(
        text, "cudaFuncSetAttribute(wide, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)"));
    EXPECT_FALSE(has(text, "cudaFuncSetAttribute(scale"));
    plan.launch("plain", {1, 32, 48 * 1024}, x);
    EXPECT_FALSE(has(program(source_of(plan)), "cudaFuncSetAttribute(plain"));
    HostSource source = source_of(plan);
    source.static_shared.assign(plan.steps.size(), 4);
    EXPECT_TRUE(has(program(source), "cudaFuncSetAttribute(plain")) << "with what is static";
}

TEST(HostText, TimesWhatThePlanTimes) {
    Plan plan;
    const Buffer x = plan.zeros("x", Type::s32, 600), y = plan.buffer("y", Type::s32, 600);
    plan.clear(x, 7);
    plan.timed([&] { plan.launch("plain", {1, 32}, x); });
    plan.copy(y, x);
    plan.timed([&] { plan.launch("plain", {1, 64}, y); });
    plan.clear(x);
    const std::string rounds = from(program(source_of(plan)), "for (int round");
    std::size_t at = 0;
    for (const char* part :
         {"float milliseconds = 0, span = 0;", "set_all<int><<<3, 256>>>(d_x, 600, 7);",
          "CHECK(cudaEventRecord(start));", "plain<<<", "CHECK(cudaEventRecord(stop));",
          "milliseconds += span;",
          "cudaMemcpy(d_y, d_x, 600 * sizeof(int), cudaMemcpyDeviceToDevice)",
          "CHECK(cudaEventRecord(start));", "plain<<<", "CHECK(cudaEventRecord(stop));",
          "milliseconds += span;", "cudaMemset(d_x, 0, 600 * sizeof(int))", "times.push_back"}) {
        at = rounds.find(part, at);
        ASSERT_NE(at, rounds.npos) << part << "\n" << rounds;
        at += 1;
    }
    EXPECT_TRUE(has(program(source_of(plan)), "__global__ void set_all(T* values"));
}

// A loop's body in which a number is not always the same has one name for each value.
TEST(HostText, NamesEachValueInALoop) {
    Plan plan;
    const Buffer x = plan.buffer("x", Type::f32, 8);
    for (int i = 0; i < 3; ++i)
        for (const int n : {8, 4}) plan.launch("scale<float>", {1, 32}, x, x, n, 2.0f);
    const std::string text = program(source_of(plan));
    EXPECT_TRUE(has(text, "const int n = 8, n_2 = 4;"));
    EXPECT_TRUE(has(text, "(d_x, d_x, n, factor);"));
    EXPECT_TRUE(has(text, "(d_x, d_x, n_2, factor);"));
    EXPECT_TRUE(has(text, "turn < 3;"));
}

TEST(HostText, KeepsOutOfTheKernelsNames) {
    Plan plan;
    const Buffer x = plan.input("k", Type::u32, 4, Fill::digits(-1, 9));
    plan.launch("k", {1, 32}, x);
    plan.result(x);
    HostSource source = source_of(plan);
    source.kernels =
        "#define CHECK(x) x\n__device__ void hashed() {}\n"
        "__global__ void k(unsigned* k) { hashed(); CHECK(1); }\n";
    const std::string text = program(source);
    EXPECT_TRUE(has(text, "#define CHECK(x) x\n"));
    EXPECT_TRUE(has(text, "#define CHECK_2(...)"));
    EXPECT_TRUE(has(text, "CHECK_2(cudaMalloc(&d_k,"));
    EXPECT_TRUE(has(text, "uint64_t hashed_2(uint64_t seed"));
    EXPECT_TRUE(has(text, "k_2[i] = (long long)(digit("));
    EXPECT_TRUE(has(text, "k<<<blocks, threads>>>(d_k);"));
}

TEST(HostText, ReferencesShortAndLong) {
    Plan plan;
    const Buffer x = plan.buffer("one", Type::f32, 5000), y = plan.buffer("two", Type::f32, 3);
    plan.launch("scale<float>", {1, 32}, x, y, 8, 2.0f);
    plan.result(x);
    plan.result(y);
    Expected expected{{{}, {}}, "a thought", "none"};
    expected.results[0].values.assign(5000, 0);
    expected.results[0].values[4321] = 8;
    expected.results[0].absolute = 0.25;
    expected.results[1].values = {1, -HUGE_VAL, 0.5};
    expected.results[1].relative = 0.125;
    HostSource source = source_of(plan);
    source.compared = true;
    source.expected = &expected;
    const std::string text = program(source);
    EXPECT_TRUE(has(text, "// The reference: a thought.\n"));
    EXPECT_TRUE(has(text, "bool is_right(const float* one, const float* two);"));
    EXPECT_TRUE(has(text, "{4321, 8},"));
    EXPECT_TRUE(has(text, "{4999, 0},"));
    EXPECT_TRUE(has(text, "sums_up(\"one\", one, 5000, 8, 1250);"));
    EXPECT_TRUE(has(text, "{0, 1}, {1, -INFINITY}, {2, 0.5},"));
    EXPECT_TRUE(has(text, "agrees(\"two\", two, 3, expected_two, 0.125, 0);"));
    EXPECT_FALSE(has(text, "sums_up(\"two\""));
    expected.results[0].elements = {7, 4321};
    expected.results[0].values = {0, 8};
    const std::string some = program(source);
    EXPECT_TRUE(has(some, "{7, 0}, {4321, 8},"));
    EXPECT_FALSE(has(some, "sums_up(\"one\""));
}

TEST(HostText, RefusesInWords) {
    const auto problem = [](const Plan& plan, const char* text = kernels) {
        HostSource source = source_of(plan);
        source.kernels = text;
        const auto made = program_text(source);
        EXPECT_FALSE(made);
        return made ? "" : made.problem().message;
    };
    Plan half;
    half.buffer("x", Type::f16, 8);
    EXPECT_TRUE(has(problem(half), "f16"));
    Plan many;
    const Buffer x = many.buffer("x", Type::s32, 8);
    for (int i = 1; i <= 257; ++i) many.launch("wide", {i, 32}, x, x, 4u);
    EXPECT_TRUE(has(problem(many), "257 different launches")) << problem(many);
    many.steps.pop_back();
    EXPECT_TRUE(program_text(source_of(many)));
    Plan wild;
    for (int i = 0; i < 65; ++i) wild.buffer("x", Type::s32, 8);
    EXPECT_TRUE(has(problem(wild), "65 buffers"));
    wild.allocations.pop_back();
    EXPECT_TRUE(program_text(source_of(wild)));
    Plan hidden;
    hidden.launch("f", {1, 32});
    EXPECT_TRUE(
        has(problem(hidden, "namespace a { __global__ void f() {} }\nint main() {}\n"), "main()"));
}

// tests/host_code/*.cu hold what was read and found good. WARPLENS_GOLDEN=write writes them anew.
void expect_golden(const std::string& name, const std::string& text) {
    const std::string path = std::string(WARPLENS_TESTS_DIR) + "/host_code/" + name;
    if (platform::environment("WARPLENS_GOLDEN") == "write") write_file(path, text);
    const auto kept = read_file(path);
    ASSERT_TRUE(kept);
    EXPECT_EQ(*kept, text) << name;
}

TEST(HostText, GoldenPrograms) {
    Plan plan;
    const Buffer numbers = plan.input("numbers", Type::f32, 100, Fill::digits(0, 9));
    const Buffer twice = plan.buffer("twice", Type::f32, 100);
    plan.launch("doubled", {4, 32}, numbers, twice, 100);
    plan.result(twice);
    const auto text = read_file(std::string(WARPLENS_TESTS_DIR) + "/assets/doubling.cu");
    HostSource source{&plan, *text, 1, {"Doubling numbers."}, "doubling", false, nullptr};
    expect_golden("doubling.cu", program(source));

    Plan sweeping;
    const Fill start = Fill::boundary({4, 4, 2}, 1, 0);
    Buffer u = sweeping.input("u", Type::f64, 32, start),
           v = sweeping.input("v", Type::f64, 32, start);
    const Buffer noise = sweeping.input("noise", Type::f64, 32, Fill::uniform(-1, 1));
    sweeping.upload(noise);
    for (int i = 0; i < 3; ++i) {
        sweeping.launch("sweep", {Dim3{1, 1, 2}, Dim3{4, 4, 1}}, u, noise, v, 4, 4);
        std::swap(u, v);
    }
    sweeping.result(u);
    sweeping.download(u);
    Expected expected{{{}}, "nothing", "none"};
    expected.results[0].values.assign(32, 1);
    HostSource sweeps{&sweeping,
                      "// A sweep that does nothing.\n"
                      "__global__ void sweep(const double* u, const double* noise, double* v,\n"
                      "                      int nx, int ny)\n{\n}\n",
                      3,
                      {"Sweeps."},
                      "sweeps",
                      true,
                      &expected};
    expect_golden("sweeps.cu", program(sweeps));
}

}  // namespace
