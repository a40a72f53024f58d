// Convolution by FFT. A product of spectra replaces all products of a convolution: n log n in place
// of n m. The question is from which filter length on that takes less time.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/features/cells.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/fft_here.h"
#include "lessons/fft_truth.h"
#include "lessons/kept.h"
#include "lessons/questions/fft.h"
#include "lessons/reading.h"

namespace lessons::fft_lesson {
namespace {

using namespace lab;
using fourier::largest_number;
using fourier::Numbers;
using fourier::rounds;
using fourier::Transforms;

constexpr std::int64_t most_points = 8192;

Knob numbers_of_filter() {
    Knob knob = whole("m", "Filter length", "numbers",
                      {.ticks = powers_of_two(1, 1 << 20), .also = {11}, .preset = 11});
    knob.logarithmic = true;
    knob.hint = "Each output is a sum of this many products.";
    return knob;
}
Knob points_of_transform() {
    Knob knob = at_some_rungs(whole("points", "Points of a transform", "points",
                                    {.ticks = powers_of_two(32, most_points), .preset = 64}, 32),
                              "This kernel adds products, and makes no transform.");
    knob.logarithmic = true;
    knob.hint =
        "A power of two. One block needs at least as many points as there are outputs. With "
        "pieces, each piece throws m - 1 points away.";
    return knob;
}

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {96}, .preset = 64});
const Knob n = numbers({.ticks = powers_of_two(16, 1 << 20), .also = {50}, .preset = 50}, "n",
                       "Signal length");
const Knob m = numbers_of_filter();
const Knob points = points_of_transform();

std::int64_t outputs(const Settings& set) { return set[n] + set[m] - 1; }

// ---- The host's side.

struct Arrays {
    Buffer signal, filter, out;
};

Arrays arrays_of(Plan& plan, const Settings& set) {
    const Fill digits = Fill::digits(-largest_number, largest_number);
    const Arrays made{plan.input("signal", Type::f32, set[n], digits),
                      plan.input("filter", Type::f32, set[m], digits),
                      plan.buffer("out", Type::f32, outputs(set))};
    plan.result(made.out);
    return made;
}

// A thread for `outputs_a_thread` outputs, with shared memory for `floats_a_thread` floats.
template <int outputs_a_thread, int floats_a_thread>
void directly(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of(plan, set);
    const std::int64_t blocks = blocks_for(outputs(set), outputs_a_thread * set[block]);
    plan.launch(set.kernel(), {blocks, set[block], 4 * floats_a_thread * set[block]}, at.signal,
                at.filter, at.out, int(set[n]), int(set[m]));
}

// One block, with shared memory for `arrays` arrays of complex numbers, one a point.
template <int arrays>
void one_block(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of(plan, set);
    plan.launch(set.kernel(), {1, set[block], 8 * arrays * set[points]}, at.signal, at.filter,
                at.out, int(set[n]), int(set[m]), int(set[points]));
}

// The outputs of a piece: its points without the first m - 1.
std::int64_t step(const Settings& set) { return set[points] - set[m] + 1; }
std::int64_t blocks_of_pieces(const Settings& set) {
    return blocks_for(outputs(set), 2 * step(set));
}

void in_pieces(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of(plan, set);
    const std::int64_t shared = 16 * set[points];
    const Buffer spectrum = plan.buffer("spectrum", Type::f32, 2 * set[points]);
    const Buffer turns = plan.buffer("turns", Type::f32, 2 * set[points]);
    plan.launch("filter_spectrum", {1, set[block], shared}, at.filter, spectrum, turns, int(set[m]),
                int(set[points]));
    plan.launch(set.kernel(), {blocks_of_pieces(set), set[block], shared}, at.signal, spectrum,
                turns, at.out, int(set[n]), int(set[m]), int(set[points]));
}

// ---- What is refused.

std::optional<Refusal> refused(const Knob& knob, std::int64_t asked, std::string title,
                               std::string why, std::string limit_name, std::optional<double> limit,
                               std::int64_t use) {
    return Refusal{.title = std::move(title),
                   .why = std::move(why),
                   .limit_name = std::move(limit_name),
                   .limit = limit,
                   .asked = double(asked),
                   .knob = knob.id,
                   .use = use,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> halves(const Settings& set) {
    if (power_of_two(set[points])) return std::nullopt;
    return refused(points, set[points],
                   grouped(set[points]) + " points can't be halved down to one",
                   "In each round the two halves of a group meet, so a transform needs a power of "
                   "two.",
                   "a power of two of points", {}, std::int64_t{1} << log2_of(set[points]));
}

// The least power of two that is at least `numbers`, but at most what a block has room for.
std::int64_t points_for(std::int64_t numbers) {
    return std::min(most_points,
                    std::int64_t{1} << log2_of(2 * std::max<std::int64_t>(numbers, 2) - 1));
}

std::optional<Refusal> fits_one_block(const Settings& set) {
    if (outputs(set) <= set[points]) return std::nullopt;
    const std::string title = grouped(outputs(set)) + " outputs do not fit a transform of " +
                              grouped(set[points]) + " points";
    const std::string why =
        "The product of two spectra is a convolution that wraps around: outputs past the last "
        "point would be added to the first ones. The kernels with pieces of the signal can use "
        "fewer points.";
    if (outputs(set) <= most_points)
        return refused(points, set[points], title, why, "points", {}, points_for(outputs(set)));
    if (set[m] <= most_points / 2)
        return refused(n, set[n], title, why, "numbers of the signal",
                       double(std::max<std::int64_t>(1, set[points] - set[m] + 1)),
                       std::max<std::int64_t>(1, set[points] - set[m] + 1));
    return refused(m, set[m], title, why, "numbers of the filter",
                   double(std::max<std::int64_t>(1, set[points] - set[n] + 1)),
                   std::max<std::int64_t>(1, set[points] - set[n] + 1));
}

std::optional<Refusal> fits_a_piece(const Settings& set) {
    if (set[m] <= set[points]) return std::nullopt;
    const std::string title = "A filter of " + grouped(set[m]) + " does not fit a piece of " +
                              grouped(set[points]) + " points";
    const std::string why =
        "The first m - 1 outputs of each piece are thrown away, since its end has wrapped around "
        "there. So nothing would be left.";
    // The suggested value keeps half of each piece, or a quarter of the longest: not the single
    // output that is left where both are equally long.
    const std::int64_t thrown_away = set[m] - 1;
    if (4 * thrown_away <= 3 * most_points)
        return refused(points, set[points], title, why, "points", {}, points_for(2 * thrown_away));
    return refused(m, set[m], title, why, "numbers of the filter", double(set[points]),
                   set[points] / 2);
}

// ---- The same on the CPU.

Transforms transforms(const Settings& set) {
    const double signal = double(set[n]), filter = double(set[m]);
    if (is_library(set)) return {double(outputs(set)), signal, filter};
    const double all = double(set[points]);
    if (is(set, "pieces") || is(set, "by_four") || is(set, "spread"))
        return {all, 2 * all, filter, false, true};
    return {all, signal, filter, is(set, "together")};
}

bool transforms_something(const Settings& set) {
    return is_library(set) ? !on_processor(set) : !idle(set, points);
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 3>, Expected> known;
    Expected made = known.of({set[n], set[m], std::int64_t(inputs.seed())}, [&] {
        Expected truth{.results = {fourier::truth(inputs, set[n], set[m])},
                       .compared_with = {},
                       .tolerance = {}};
        truth.compared_with =
            "all products, added in double on the CPU, " +
            compared_words(truth.results[0].values.size(), std::uint64_t(outputs(set)), "outputs");
        return truth;
    });
    const double largest = largest_number * largest_number * double(std::min(set[n], set[m]));
    made.tolerance = rounding({Type::f32, "float", 4, 24}, largest, 0).words;
    if (!transforms_something(set)) return made;
    const Transforms of = transforms(set);
    made.results[0].absolute = off_by(of, fourier::peak_of(made.results[0].values));
    made.tolerance =
        fmt::format("{:.2g}: 9 roundings of 2^-24 in each of {} rounds, forward and back",
                    made.results[0].absolute, int(rounds(of.points)));
    return made;
}

// ---- cuFFT, and the CPU alone.

void by_cufft(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of(plan, set);
    plan.call("cufft_convolve_f32", at.signal, at.filter, at.out, int(set[n]), int(set[m]));
}

const RegisterLibrary cufft{
    "fft",
    {.id = "cufft",
     .title = "cuFFT: one transform of all",
     .brief = "cuFFT",
     .idea = "NVIDIA's library transforms the real numbers of signal and filter, a kernel of our "
             "own multiplies the spectra, and the library transforms back.",
     .host = by_cufft}};

std::optional<Refusal> within_a_second(const Settings& set) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    if (set[n] <= most / set[m]) return std::nullopt;
    return refused(m, set[m],
                   grouped(set[n]) + " numbers and a filter of " + grouped(set[m]) +
                       " are too much for one core",
                   "Each measured run would take seconds.", "products", double(most),
                   std::max<std::int64_t>(1, most / set[n]));
}

void by_processor(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of(plan, set);
    plan.call_here(convolve_here, "cpu_convolve", at.signal, at.filter, at.out, int(set[n]),
                   int(set[m]));
}

const RegisterLibrary processor{
    "fft",
    {.id = "cpu",
     .title = "The CPU's loop",
     .brief = "CPU",
     .idea = "One core adds up one output after the other: `sum += filter[j] * signal[i - j];`.",
     .host = by_processor,
     .legal = within_a_second,
     .on_processor = true}};

// ---- Pictures, and lane-instructions.

// A few blocks that add products.
template <int outputs_a_thread>
Settings picture_of_products(Settings set) {
    set.set(m, std::min<std::int64_t>(set[m], 1024));
    const std::int64_t few = 2 * outputs_a_thread * set[block] + set[block] / 2;
    set.set(n, std::min(set[n], few));
    return set;
}

// Eight blocks, or two where transforms are long. The last one has one piece only.
Settings picture_of_pieces(Settings set) {
    set.set(n, std::min(set[n], (set[points] > 512 ? 3 : 15) * step(set)));
    return set;
}

double products(const Settings& set) { return double(set[n]) * double(set[m]); }
double threads_for(const Settings& set, std::int64_t of_each) {
    return double(set[block]) * double(blocks_for(outputs(set), of_each * set[block]));
}
double direct_cost(const Settings& set) { return 8 * products(set) + 30 * threads_for(set, 1); }
double tile_cost(const Settings& set) {
    const double rounds = double(blocks_for(set[m], set[block]));
    return threads_for(set, 1) * (20 + 45 * rounds + 6 * double(set[m]));
}
double four_cost(const Settings& set) {
    const double rounds = double(blocks_for(set[m], 4 * set[block]));
    return threads_for(set, 4) * (60 + 150 * rounds + 23 * double(set[m]) / 4);
}
// A block that makes `ways` transforms: `of_a_number` instructions for each number in each round.
double block_cost(const Settings& set, double ways, double of_a_number, double of_a_point) {
    const double all = double(set[points]);
    return all * (ways * of_a_number * rounds(all) + of_a_point) + 100 * double(set[block]);
}
double fft_cost(const Settings& set) { return block_cost(set, 3, 30, 90); }
double table_cost(const Settings& set) { return block_cost(set, 3, 14, 130); }
double together_cost(const Settings& set) { return block_cost(set, 2, 14, 110); }
double pieces_cost(const Settings& set) {
    return double(blocks_of_pieces(set)) * block_cost(set, 2, 14, 80) + block_cost(set, 1, 14, 90);
}
double by_four_cost(const Settings& set) {
    return double(blocks_of_pieces(set)) * block_cost(set, 2, 9, 80) + block_cost(set, 1, 14, 90);
}
double spread_cost(const Settings& set) { return 1.3 * by_four_cost(set); }

// The least that must be computed, as far as this lesson knows: all products and sums, or three
// transforms.
double flops(const Settings& set) {
    const double all = double(std::int64_t{1} << log2_of(2 * outputs(set) - 1));
    return std::min(2 * products(set), all * (7.5 * rounds(all) + 6));
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

// The table of turns lies after the numbers of both transforms, or of the one.
CellMap complex_numbers(const Settings& set) {
    if (!transforms_something(set)) return {};
    const bool both = is(set, "table") || is(set, "unordered");
    return {.pairs_apart = 1,
            .table_from = is(set, "block") ? 0 : (both ? 4 : 2) * set[points],
            .table_words = is(set, "table") ? "turn" : "",
            .pair_words = "real part above imaginary part"};
}

const Has<Setups> setups{
    "fft",
    {{{"50 numbers, a filter of 11", {{&n, 50}, {&m, 11}, {&points, 64}, {&block, 64}}},
      {"2²⁰ numbers, a filter of 4096",
       {{&n, 1 << 20}, {&m, 4096}, {&points, 8192}, {&block, 1024}}},
      {"4096 numbers, a filter of 4096", {{&n, 4096}, {&m, 4096}, {&points, 8192}, {&block, 1024}}},
      {"2²⁰ numbers, a filter of 64", {{&n, 1 << 20}, {&m, 64}, {&points, 512}, {&block, 128}}},
      {"2²⁰ numbers, a filter of 256", {{&n, 1 << 20}, {&m, 256}, {&points, 1024}, {&block, 256}}},
      {"2²⁰ numbers, a filter of 1024",
       {{&n, 1 << 20}, {&m, 1024}, {&points, 2048}, {&block, 512}}},
      {"2²⁰ numbers, a filter of 2¹⁶", {{&n, 1 << 20}, {&m, 1 << 16}, {&block, 256}}}}}};
const Has<Cells> cells{"fft", {complex_numbers}};

const RegisterLesson registered{{
    .id = "fft",
    .number = 11,  // after the systems
    .chapter = Chapter::matrices_and_equations,
    .title = "Convolution by FFT",
    .source = "fft.cu",
    .sees = "Six rounds of butterflies turn 64 numbers into their spectrum. One product of two "
            "spectra then replaces all products of a convolution.",
    .breaks =
        "\"n log n wins.\" For 50 numbers and a filter of 11 the transforms multiply more often "
        "than the direct way. For 2^20 numbers and a filter of 4096 the last kernel, which uses "
        "transforms, is {fft/spread n=2^20 m=4096 points=8192 block=1024.time against fft/four "
        "n=2^20 m=4096 points=8192 block=1024.time} the third, which adds products.",
    .next = "Choose 128 points for the same 50 numbers. What do the butterflies of the zeros cost?",
    .rungs =
        {
            {.id = "direct",
             .title = "Every product by itself",
             .brief = "Direct",
             .idea = "A thread adds up one output, and reads everything from global memory.",
             .claim = "Each output is a sum of products",
             .line = "sum += filter[j] * signal[i - j];",
             // A launch takes longer than 50 numbers do.
             .opens = {{.values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_direct"),
             .cost = direct_cost},
            {.id = "tile",
             .title = "A stretch in shared memory",
             .brief = "Stretch",
             .idea = "A block loads weights and signal into shared memory once, and all its "
                     "threads use them.",
             .claim = "Each block loads a number once",
             .line = "sum += weights[j] * stretch[threads + t - j];",
             .opens = {{.values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_tile"),
             .host = directly<1, 3>,
             .cost = tile_cost},
            {.id = "four",
             .title = "Four outputs a thread",
             .brief = "Four a thread",
             .idea = "A thread makes four outputs side by side from values in registers: sixteen "
                     "products for two loads. Zeros fill the filter up to a multiple of four.",
             .claim = "Two loads serve sixteen products",
             .line = "float4 w = four_weights[j], before = own[-j - 1];",
             // Two loads bring the operands of sixteen products.
             .opens = {{.view = "way", .at_its_line = true, .values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_four"),
             .host = directly<4, 12>,
             .picture = picture_of_products<4>,
             .cost = four_cost},
            {.id = "block",
             .title = "FFT in one block",
             .brief = "One block",
             .idea = "Signal and filter become spectra, round by round. The spectra are "
                     "multiplied, and their product is transformed back. For a filter of 11 that "
                     "makes more products than the direct way. Some set-ups have filters for which "
                     "it makes fewer.",
             .claim = "Pairs are 1, 2, 4, ... numbers apart",
             .line = "transform(z, points, -1);",
             .kernel = named("convolve_fft"),
             .legal = first_of<halves, fits_one_block>,
             .host = one_block<2>,
             .picture = [](Settings set) { return set; },
             .cost = fft_cost,
             .takes = {&points}},
            {.id = "table",
             .title = "A table of turns",
             .brief = "Table",
             .idea = "Each sine and cosine is computed once, and then read from a table in shared "
                     "memory. The table stands after the numbers of both transforms.",
             .claim = "A table gives all sines and cosines",
             .line = "transform_by_table(z, table, points, false);",
             .kernel = named("convolve_table"),
             .legal = first_of<halves, fits_one_block>,
             .host = one_block<3>,
             .picture = [](Settings set) { return set; },
             .cost = table_cost,
             .takes = {&points}},
            {.id = "unordered",
             .title = "Nothing is put in order",
             .brief = "No order",
             .idea = "The forward transform goes from the widest distance down, and the way back "
                     "from the narrowest up. Nothing needs the spectrum in order.",
             .claim = "Distances shrink, and then grow again",
             .line = "forward(z, table, points);",
             // The way forward exchanges first: nothing is put in order before it.
             .opens = {{.view = "data_flow",
                        .line =
                            "z[i + apart] = product(difference(own, other), table[apart + at]);"}},
             .kernel = named("convolve_unordered"),
             .legal = first_of<halves, fits_one_block>,
             .host = one_block<3>,
             .picture = [](Settings set) { return set; },
             .cost = table_cost,
             .takes = {&points}},
            {.id = "together",
             .title = "Signal and filter in one",
             .brief = "In one",
             .idea = "The filter stands in the imaginary parts of the signal, so two transforms "
                     "replace three.",
             .claim = "One transform makes two spectra",
             .line = "multiply_parts(z, points);",
             .kernel = named("convolve_together"),
             .legal = first_of<halves, fits_one_block>,
             .host = one_block<2>,
             .picture = [](Settings set) { return set; },
             .cost = together_cost,
             .takes = {&points}},
            {.id = "pieces",
             .title = "Pieces of the signal",
             .brief = "Pieces",
             .idea =
                 "Each block transforms two pieces of the signal together. The filter's spectrum "
                 "is made once. The kernel opens at more numbers than one block takes, and with a "
                 "filter of 11, for which the direct way multiplies less often. Set-ups have "
                 "filters of 64 to 2^16.",
             .claim = "Each block transforms two pieces",
             .line = "z[k] = product(z[k], spectrum[k]);",
             // A block reads the second piece of the signal, beside the first.
             .opens = {{.view = "heat_map",
                        .line = "return i >= 0 && i < count ? numbers[i] : 0.0f;",
                        .values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_pieces"),
             .legal = first_of<halves, fits_a_piece>,
             .host = in_pieces,
             .picture = picture_of_pieces,
             .cost = pieces_cost,
             .takes = {&points}},
            {.id = "by_four",
             .title = "Two rounds at once",
             .brief = "Two rounds",
             .idea = "Four numbers meet in registers. That halves the barriers and the accesses to "
                     "shared memory.",
             .claim = "Two rounds run between two barriers",
             .line = "float2 both = z[place<spread>(k)];",
             .opens = {{.view = "data_flow", .values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_by_four<false>"),
             .legal = first_of<halves, fits_a_piece>,
             .host = in_pieces,
             .picture = picture_of_pieces,
             .cost = by_four_cost,
             .takes = {&points}},
            {.id = "spread",
             .title = "Spread over the banks",
             .brief = "Spread",
             .idea = "Some bits of a number's index are mixed into its place in shared memory, so "
                     "that lanes that read together use different banks.",
             .claim = "Every lane has a bank of its own",
             .line = "float2 both = z[place<spread>(k)];",
             .opens = {{.view = "banks", .values = {{&n, 1 << 20}}}},
             .kernel = named("convolve_by_four<true>"),
             .legal = first_of<halves, fits_a_piece>,
             .host = in_pieces,
             .picture = picture_of_pieces,
             .cost = spread_cost,
             .takes = {&points}},
        },
    .knobs = {&block, &n, &m, &points},
    .host = directly<1, 0>,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * double(outputs(set)) + 4; },
    .flops = flops,
    .picture = picture_of_products<1>,
    .cost = direct_cost,
    .views = {"signature", "data_flow", "banks", "lanes", "coalescing"},
    .ledger = {"warp_instructions", "barriers", "shared_load_wavefronts", "shared_store_wavefronts",
               "global_load_requests", "global_load_sectors", "bytes_requested"},
    .predictions = fft_predictions,
}};

}  // namespace
}  // namespace lessons::fft_lesson
