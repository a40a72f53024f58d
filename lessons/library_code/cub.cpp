// CUB as CUDA C++: each call is made twice, first to ask for its scratch memory.
#include <algorithm>
#include <iterator>
#include <utility>

#include "lab/features/library_code.h"

namespace lessons::cub_code {
namespace {

using namespace lab;

LibraryCode called(const std::string& parameters, const std::string& function,
                   const std::string& arguments, std::vector<std::string> more_headers = {},
                   const std::string& before = "", const std::string& words = "") {
    std::vector<std::string> headers{"cub/cub.cuh"};
    std::ranges::move(more_headers, std::back_inserter(headers));
    return {.parameters = parameters,
            .headers = std::move(headers),
            .links = {},
            .before = before,
            .begin = words +
                     R"(// Without scratch memory, the call only says how many bytes it needs.
size_t scratch_bytes = 0;
CHECK()" + function + "(nullptr, scratch_bytes, " +
                     arguments + R"());
void* scratch;
CHECK(cudaMalloc(&scratch, scratch_bytes));
)",
            .call = "CHECK(" + function + "(scratch, scratch_bytes, " + arguments + "));\n",
            .end = "CHECK(cudaFree(scratch));\n"};
}

// ---- Sums.

const RegisterLibraryCodes sum{"cub_sum", called("const REAL* numbers, REAL* sum, int n",
                                                 "cub::DeviceReduce::Sum", "$numbers, $sum, $n")};

const RegisterLibraryCodes dot{
    "cub_dot",
    called("const REAL* a, const REAL* b, REAL* sum, int n", "cub::DeviceReduce::TransformReduce",
           "thrust::counting_iterator<int>(0), $sum, $n, cuda::std::plus<>(), "
           "Product{$a, $b}, REAL(0)",
           {"cuda/std/functional", "thrust/iterator/counting_iterator.h"},
           R"(
// The product at a place of two arrays.
struct Product {
    const REAL *a, *b;
    __device__ REAL operator()(int i) const { return a[i] * b[i]; }
};
)")};

const RegisterLibraryCode average{
    "cub_average_f32",
    called("const float* numbers, double* sum, int n, double a, double b, double c",
           "cub::DeviceReduce::TransformReduce",
           "$numbers, $sum, $n, cuda::std::plus<>(), Polynomial{$a, $b, $c}, 0.0",
           {"cuda/std/functional"}, R"(
// (a z + b) z + c of a float, in double.
struct Polynomial {
    double a, b, c;
    __device__ double operator()(float z) const { return (a * z + b) * z + c; }
};
)")};

// ---- Running totals.

LibraryCode scan(const std::string& function, const std::string& arguments) {
    return called("const REAL* numbers, REAL* totals, int n", "cub::DeviceScan::" + function,
                  "$numbers, $totals, " + arguments + "$n",
                  arguments.empty() ? std::vector<std::string>{}
                                    : std::vector<std::string>{"cuda/functional"});
}

const RegisterLibraryCodes inclusive_sum{"cub_inclusive_sum", scan("InclusiveSum", "")};
const RegisterLibraryCodes exclusive_sum{"cub_exclusive_sum", scan("ExclusiveSum", "")};
const RegisterLibraryCodes inclusive_max{"cub_inclusive_max",
                                         scan("InclusiveScan", "cuda::maximum<>(), ")};
// The first total is a number below all others.
const RegisterLibraryCodes exclusive_max{
    "cub_exclusive_max", scan("ExclusiveScan", "cuda::maximum<>(), REAL(-INFINITY), ")};

const RegisterLibraryCodes recurrence{
    "cub_recurrence",
    called("const REAL* s, const REAL* u, REAL* v, int n", "cub::DeviceScan::InclusiveScan",
           "steps, values, JoinSteps(), $n",
           {"thrust/iterator/counting_iterator.h", "thrust/iterator/transform_iterator.h",
            "thrust/iterator/transform_output_iterator.h"},
           R"(
// One step: v becomes s v + u.
struct Step {
    REAL s, u;
};
struct StepAt {
    const REAL *s, *u;
    __device__ Step operator()(int i) const { return {s[i], u[i]}; }
};
// Two steps, one after the other, are one step. Joining may begin anywhere, so it can be scanned.
struct JoinSteps {
    __device__ Step operator()(Step first, Step then) const
    {
        return {then.s * first.s, then.s * first.u + then.u};
    }
};
struct ValueOf {
    __device__ REAL operator()(Step step) const { return step.u; }
};
)",
           R"(// Steps are made as they are read, and their values taken as they are written.
const auto steps = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), StepAt{$s, $u});
const auto values = thrust::make_transform_output_iterator($v, ValueOf());
)")};

// ---- A histogram, and sorting.

const RegisterLibraryCode histogram{
    "cub_histogram_u32", called("const unsigned* numbers, unsigned* bins, int n, int how_many",
                                "cub::DeviceHistogram::HistogramEven",
                                "$numbers, $bins, $how_many + 1, 0, $how_many, $n", {}, "",
                                "// Bins of equal width from 0 to $how_many: they have one edge "
                                "more than there are bins.\n")};

const RegisterLibraryCode sort{
    "cub_sort_u32", called("const unsigned* keys, unsigned* sorted, int n, int bits",
                           "cub::DeviceRadixSort::SortKeys", "$keys, $sorted, $n, 0, $bits", {}, "",
                           "// Sorts by the bits of a key from 0 to before $bits.\n")};

}  // namespace
}  // namespace lessons::cub_code
