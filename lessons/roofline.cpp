// The roofline. The kernels differ in their operations for each byte that must move. This ratio
// decides which of two roofs limits a kernel: that of memory or that of multiply-adds.
#include <algorithm>
#include <cmath>

#include "lab/features/profiled.h"
#include "lab/features/under_roofs.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::roofline_lesson {
namespace {

using namespace lab;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100}, .preset = 256});
const Knob count = numbers({.ticks = powers_of_two(1 << 10, 1 << 28), .preset = 1 << 26});

Knob terms_knob() {
    Knob knob = with_role(whole("terms", "Terms of the polynomial", "terms",
                                {.ticks = powers_of_two(1, 1024), .preset = 16}),
                          Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint =
        "How many terms the polynomial has beside the 1. Each is a multiply-add, two operations on "
        "the same number, and moves no more bytes.";
    return at_some_rungs(knob,
                         "This kernel has a fixed number of operations. Only the polynomials have "
                         "this knob.");
}
const Knob terms = terms_knob();

bool is_polynomial(const Settings& set) { return !idle(set, terms); }

Type type_of(const Settings& set) { return is(set, "double") ? Type::f64 : Type::f32; }

std::int64_t of_a_thread(const Settings& set) {
    return is(set, "four") || is(set, "double") ? 4 : 1;
}

// ---- The host's side.

LaunchSize launch_size(const Settings& set) {
    return {blocks_for(set[count], of_a_thread(set) * set[block]), set[block]};
}

void addition(Plan& plan, const Settings& set) {
    const Buffer a = plan.input("a", Type::f32, set[count], Fill::digits(0, 9));
    const Buffer b = plan.input("b", Type::f32, set[count], Fill::digits(0, 9));
    const Buffer sum = plan.buffer("sum", Type::f32, set[count]);
    plan.launch(set.kernel(), launch_size(set), a, b, sum, int(set[count]));
    plan.result(sum);
}

// The points of a row, a power of two: the numbers fill the largest cube of such rows.
std::int64_t row_of(const Settings& set) { return std::int64_t{1} << (log2_of(set[count]) / 3); }

void one_sweep(Plan& plan, const Settings& set) {
    const std::int64_t row = row_of(set);
    const Buffer heat = plan.input("heat", Type::f32, set[count], Fill::digits(0, 9));
    const Buffer next = plan.buffer("next", Type::f32, set[count]);
    plan.launch(set.kernel(), launch_size(set), heat, next, int(set[count]), int(row),
                int(row * row));
    plan.result(next);
}

// Below 0, so that values stay between 0 and 1. At least 1/256 above -1, so that roundings fade.
// Powers of numbers near -1 fade slowly: so a missing term shows, however many terms there are.
constexpr double fades = 256;
const Fill near_minus_one = Fill::uniform(-1 + 1 / fades, -.5);

void polynomials(Plan& plan, const Settings& set) {
    const Type type = type_of(set);
    const Buffer numbers = plan.input("numbers", type, set[count], near_minus_one);
    const Buffer values = plan.buffer("values", type, set[count]);
    plan.launch(set.kernel(), launch_size(set), numbers, values, int(set[count]), int(set[terms]));
    plan.result(values);
}

double bytes(const Settings& set) {
    const double arrays = is(set, "add") ? 3 : 2;
    return arrays * double(simulator::size_of(type_of(set))) * double(set[count]);
}

// Five additions and a multiplication a point; a multiply-add counts as two.
double flops(const Settings& set) {
    const double each = is(set, "add") ? 1 : is(set, "sweep") ? 6 : 2 * double(set[terms]);
    return each * double(set[count]);
}

// ---- The same on the CPU.

Expected::Of values_of(const Settings& set, const std::function<double(std::uint64_t)>& value) {
    Expected::Of all{.elements = sampled(std::uint64_t(set[count])), .values = {}};
    all.values = values_at(all.elements, std::uint64_t(set[count]), value);
    return all;
}

Expected compared(const Settings& set, Expected::Of values, const std::string& with,
                  std::string tolerance) {
    const std::size_t many = values.values.size();
    return {.results = results_of(std::move(values)),
            .compared_with = with + " in double on the CPU, " +
                             compared_words(many, std::uint64_t(set[count]), "numbers"),
            .tolerance = std::move(tolerance)};
}

Expected added(const Settings& set, const Inputs& inputs) {
    const auto a = inputs.values("a"), b = inputs.values("b");
    return compared(set, values_of(set, [&](std::uint64_t i) { return a(i) + b(i); }), "a + b",
                    "none: sums of two digits are whole numbers, and floats hold those exactly");
}

Expected swept(const Settings& set, const Inputs& inputs) {
    const auto heat = inputs.values("heat");
    const std::int64_t n = set[count], row = row_of(set);
    Expected::Of next = values_of(set, [&](std::uint64_t i) {
        double sum = 0;
        for (const std::int64_t step : {std::int64_t{1}, row, row * row})
            for (const std::int64_t at : {std::int64_t(i) - step, std::int64_t(i) + step})
                sum += heat(std::uint64_t((at + n) % n));
        return sum / 6;
    });
    next.relative = std::ldexp(1.0, -23);
    return compared(set, std::move(next), "the mean of six neighbours",
                    "two roundings of 2^-24: of a sixth, and of the product; the sums are whole "
                    "numbers");
}

// Horner's rule: each term rounds a number below 1, by at most 2^-25 (2^-54 in double), and
// multiplies earlier roundings by |x|. 1 + |x| + x^2 + ... is below the number of terms, and below
// 1 / (1 - |x|). A few more roundings in double are those of the reference.
Expected summed(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("numbers");
    const double power = double(set[terms]) + 1;
    const int places = type_of(set) == Type::f32 ? 25 : 54;
    const double roundings = std::min(double(set[terms]), fades);
    Expected::Of values = values_of(set, [&](std::uint64_t i) {
        const double x = number(i);
        return (1 - std::pow(x, power)) / (1 - x);
    });
    values.absolute = roundings * std::ldexp(1.0, -places) + std::ldexp(1.0, -50);
    return compared(set, std::move(values), "(1 - x^(m+1)) / (1 - x), m terms,",
                    grouped(std::int64_t(roundings)) + " x 2^-" + std::to_string(places) +
                        ": each term rounds a number below 1, and |x| is 255/256 at most; 2^-50 "
                        "for the reference");
}

Expected expected(const Settings& set, const Inputs& inputs) {
    if (is(set, "add")) return added(set, inputs);
    return is(set, "sweep") ? swept(set, inputs) : summed(set, inputs);
}

// Two blocks. count modulo 32 stays as it was.
Settings picture(Settings set) {
    const std::int64_t drawn = 2 * of_a_thread(set) * set[block];
    if (set[count] > drawn) set.set(count, drawn - (32 - set[count] % 32) % 32);
    return set;
}

// Lane-instructions: for each number, and for each of its terms in tenths.
template <int of_number, int of_term_tenths>
double cost(const Settings& set) {
    const double turns = is_polynomial(set) ? double(set[terms]) : 0;
    return double(set[count]) * (of_number + turns * of_term_tenths / 10);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const RegisterLesson registered{{
    .id = "roofline",
    .number = 24,  // the last of its chapter
    .chapter = Chapter::memory,
    .title = "Roofline and the profiler",
    .source = "roofline.cu",
    .sees = "A kernel is a dot: further right with more operations for each byte that must move, "
            "higher with more operations in a second. The card's roofs are above it.",
    .breaks = "\"It is slow because it computes.\" An addition makes one operation for 12 bytes "
              "that must move, a sweep makes six for 8. The roofs of an H200 meet at fourteen "
              "operations a byte.",
    .next = "Turn the terms from 1 up to 1024: how far right can a polynomial go before it takes "
            "longer?",
    .next_turns = {&terms},
    .rungs =
        {
            {.id = "add",
             .title = "An addition",
             .brief = "Addition",
             .idea = "A thread reads two floats, adds them and writes one.",
             .claim = "One operation needs 12 bytes",
             .line = "sum[i] = a[i] + b[i];",
             .kernel = named("add"),
             .host = addition,
             .cost = cost<23, 0>},
            {.id = "sweep",
             .title = "A sweep over neighbours",
             .brief = "Sweep",
             .idea = "Each point becomes the mean of six neighbours, which other threads load too.",
             .claim = "Six operations need 8 bytes",
             .line = "next[i] = (along + rows + planes) * (1 / 6.f);",
             .kernel = named("sweep"),
             .host = one_sweep,
             .cost = cost<78, 0>},
            {.id = "polynomial",
             .title = "A polynomial",
             .brief = "Polynomial",
             .idea = "Each thread reads a number and writes a value. You choose how many "
                     "operations it makes in between.",
             .claim = "Each term adds two operations and no byte",
             .line = "value = value * x + 1;",
             .kernel = named("polynomial"),
             .cost = cost<25, 40>,
             .takes = {&terms}},
            {.id = "unrolled",
             .title = "Eight terms an iteration",
             .brief = "Unrolled",
             .idea = "Eight terms share the instructions that each iteration of the loop needs for "
                     "itself.",
             .claim = "Eight multiply-adds take eleven instructions",
             .line = "value = value * x + 1;",
             .kernel = named("polynomial_unrolled"),
             .cost = cost<34, 18>,
             .takes = {&terms}},
            {.id = "four",
             .title = "Four numbers a thread",
             .brief = "Four numbers",
             .idea = "A thread has four values, and none of them waits for another.",
             .claim = "A thread has four chains of multiply-adds",
             .line = "value[k] = value[k] * x[k] + 1;",
             .kernel = named("polynomial_four<float>"),
             .cost = cost<19, 14>,
             .takes = {&terms}},
            {.id = "double",
             .title = "In double precision",
             .brief = "Doubles",
             .idea = "The same kernel with numbers of 8 bytes.",
             .claim = "Doubles have twice the bytes and their own roof",
             .line = "value[k] = value[k] * x[k] + 1;",
             .kernel = named("polynomial_four<double>"),
             .cost = cost<19, 14>,
             .modelled_within = 1.9,
             .takes = {&terms}},
        },
    .knobs = {&block, &count, &terms},
    .host = polynomials,
    .expected = expected,
    .bytes = bytes,
    .flops = flops,
    .modelled_within = 1.3,
    .picture = picture,
    .cost = cost<25, 40>,
    .views = {"roof", "lanes", "coalescing", "heat_map", "data_flow"},
    .ledger = {"warp_instructions", "lane_instructions", "global_load_requests",
               "global_load_sectors", "global_store_sectors", "bytes_requested"},
    .cards = {"nsight_compute", "timings", "ledger", "rungs_compared", "ladder"},
    .predictions =
        {
            {.question = "A polynomial of 8 terms has eight times the operations of one with a "
                         "single term. In the plain loop, how many times as many instructions does "
                         "a warp issue?",
             .choices = {{"As many", 1.2},
                         {"About twice as many", 3},
                         {"About four times as many", 6},
                         {"Eight times as many"}},
             .answer = "roofline/polynomial terms=8.warp_instructions over "
                       "roofline/polynomial terms=1.warp_instructions",
             .unit = "times as many",
             .because =
                 "Each term adds four instructions: the multiply-add, and three that count "
                 "the iteration and jump back. Some 25 more find a number, load it and store its "
                 "value, however many terms there are."},
            {.question =
                 "A polynomial of 64 terms runs once in the plain loop, and once with "
                 "eight terms an iteration for four numbers a thread. How many instructions has "
                 "the second kernel, compared with the first?",
             .choices = {{"About an eighth", .2},
                         {"About a third", .4},
                         {"About half", .7},
                         {.words = "As many", .reason = "the operations are the same"}},
             .answer = "roofline/four n=2048 terms=64.warp_instructions over "
                       "roofline/polynomial n=2048 terms=64.warp_instructions",
             .unit = "times as many",
             .because = "The multiply-adds stay, one for each term of a number. The other "
                        "instructions of an iteration now serve 32 of them."},
            {.question =
                 "67 108 864 numbers, four a thread: a polynomial of 8 terms in place of one makes "
                 "eight times the operations on the same bytes. How long does it take, compared "
                 "with one term?",
             .choices = {{"As long, or up to 5 % longer", 1.05},
                         {"Up to one and a half times as long", 1.5},
                         {"About twice as long, like the instructions", 3},
                         {"Eight times as long"}},
             .answer = "roofline/four terms=8.time over roofline/four terms=1.time",
             .unit = "times as long",
             .because =
                 "{roofline/four terms=8.time}, and {roofline/four terms=1.time} with a single "
                 "term, on an {roofline/four.device}: the same 512 MiB move, and the operations "
                 "run meanwhile. The plain loop, which has fewer bytes in flight, took "
                 "{roofline/polynomial terms=8.time} and {roofline/polynomial terms=1.time}."},
            {.question = "With 1024 terms the flat roof is near. How long do four numbers a thread "
                         "with eight terms an iteration take, compared with the plain loop?",
             .choices = {{"A third as long or less, like the instructions", .37},
                         {"About half as long", .67},
                         {"Somewhat less long", .97},
                         {.words = "As long", .reason = "the operations are the same"}},
             .answer = "roofline/four terms=1024.time over roofline/polynomial terms=1024.time",
             .unit = "times as long",
             .because =
                 "{roofline/four terms=1024.time}, and {roofline/polynomial "
                 "terms=1024.time} in the plain loop, on an {roofline/four.device}. Eight "
                 "terms an iteration for one number took {roofline/unrolled terms=1024.time}."},
            {.question = "How long do the same 1024 terms take in double precision, compared with "
                         "floats?",
             .choices = {{"As long", 1.1, "a multiply-add is one instruction"},
                         {"About twice as long", 3},
                         {"About eight times as long", 16},
                         {"More than 16 times as long"}},
             .answer = "roofline/double terms=1024.time over roofline/four terms=1024.time",
             .unit = "times as long",
             .because = "{roofline/double terms=1024.time}, and {roofline/four terms=1024.time} "
                        "with floats, on an {roofline/double.device}: a multiprocessor of this "
                        "card makes 64 multiply-adds of doubles in a cycle, and 128 of floats."},
        },
}};

// The metrics of Nsight Compute's own roofline.
const Has<Profiled> profiled{"roofline",
                             {{"gpu__time_duration.sum", "dram__bytes.sum",
                               "sm__sass_thread_inst_executed_op_ffma_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_fadd_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_fmul_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_dfma_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_dadd_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_dmul_pred_on.sum"}}};
const Has<UnderRoofs> under_roofs{"roofline", {{"vector_addition", "reduction", "laplace"}}};

}  // namespace
}  // namespace lessons::roofline_lesson
