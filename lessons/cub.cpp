// The calls of CUB (kernels/libraries/cub.cu) beside ladders whose arrays are plain. Their results
// are compared with each lesson's own reference.
#include <cmath>

#include "lab/library.h"

namespace lessons::cub_libraries {
namespace {

using namespace lab;

const Knob& knob(const Settings& set, std::string_view id) { return *find_knob(*set.subject, id); }
std::int64_t size(const Settings& set) { return set[*set.subject->size]; }

Type real(const Settings& set) {
    return set[*find_knob(*set.subject, Knob::Role::type)] == 1 ? Type::f64 : Type::f32;
}
// "cub_sum_f32"
std::string of_type(const std::string& function, Type type) {
    return function + (type == Type::f64 ? "_f64" : "_f32");
}

// ---- Adding many numbers.

void sum(Plan& plan, const Settings& set) {
    const Type type = real(set);
    const Buffer numbers = plan.input("numbers", type, size(set), Fill::digits(0, 9));
    const Buffer total = plan.buffer("total", type, 1);
    plan.call(of_type("cub_sum", type), numbers, total, int(size(set)));
    plan.result(total);
}

// A thread of CUB's grid may add this many numbers one after the other. The comparison would find
// more.
double in_a_thread(const Settings& set) { return 64 + double(size(set)) / 65536; }

const RegisterLibrary of_reduction{
    "reduction",
    {.id = "cub",
     .title = "CUB: DeviceReduce",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library, which chooses grid, blocks and loads for the GPU.",
     .host = sum,
     .roundings = in_a_thread}};

// ---- Running totals.

void totals(Plan& plan, const Settings& set) {
    const Type type = real(set);
    const bool largest = set[knob(set, "join")] == 1, exclusive = set[knob(set, "kind")] == 1;
    const Buffer numbers =
        plan.input("numbers", type, size(set), Fill::digits(0, largest ? 999 : 9));
    const Buffer made = plan.buffer("totals", type, size(set));
    const std::string way = exclusive ? "cub_exclusive" : "cub_inclusive";
    plan.call(of_type(way + (largest ? "_max" : "_sum"), type), numbers, made, int(size(set)));
    plan.result(made);
}

// At most, CUB joins its blocks one after the other: of 128 threads with at least 8 numbers each.
double in_turn(const Settings& set) { return 64 + double(size(set)) / 1024; }

const RegisterLibrary of_scan{
    "scan",
    {.id = "cub",
     .title = "CUB: DeviceScan",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library, which scans in a single pass with look-back.",
     .host = totals,
     .roundings = in_turn}};

// ---- A histogram.

Fill numbers_to_count(const Settings& set, std::int64_t bins) {
    const double last[] = {double(bins - 1), 3, 0};
    return Fill::digits(0, last[set[knob(set, "skew")]]);
}

void histogram(Plan& plan, const Settings& set) {
    const std::int64_t count = set[knob(set, "bins")];
    const Buffer numbers =
        plan.input("numbers", Type::u32, size(set), numbers_to_count(set, count));
    const Buffer bins = plan.buffer("bins", Type::u32, count);
    plan.call("cub_histogram_u32", numbers, bins, int(size(set)), int(count));
    plan.result(bins);
}

const RegisterLibrary of_histogram{"histogram",
                                   {.id = "cub",
                                    .title = "CUB: DeviceHistogram",
                                    .brief = "CUB",
                                    .idea = "One call of NVIDIA's library, for bins of any width.",
                                    .host = histogram}};

// ---- Sorting.

Fill keys_to_sort(const Settings& set, double all) {
    switch (set[knob(set, "spread")]) {
        case 0: return Fill::digits(0, all - 1);
        case 1: return {Fill::Kind::iota, 0, (all - 1) / double(size(set)), {}};
        case 2: return Fill::digits(0, 3);
        default: return Fill::digits(0, 0);
    }
}

void sort(Plan& plan, const Settings& set) {
    const int bits = set[knob(set, "key")] == 1 ? 32 : 10;
    const Buffer keys =
        plan.input("keys", Type::u32, size(set), keys_to_sort(set, std::ldexp(1.0, bits)));
    const Buffer sorted = plan.buffer("sorted", Type::u32, size(set));
    plan.call("cub_sort_u32", keys, sorted, int(size(set)), bits);
    plan.result(sorted);
}

const RegisterLibrary of_radix_sort{
    "radix_sort",
    {.id = "cub",
     .title = "CUB: DeviceRadixSort",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library: each pass sorts by eight bits in a single sweep.",
     .host = sort}};

}  // namespace
}  // namespace lessons::cub_libraries
