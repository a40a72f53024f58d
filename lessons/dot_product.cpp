// A dot product. The products are added by the host, by a tree in each block, or mostly by the
// threads themselves, of which there may be far fewer than numbers. The sums of blocks are added by
// the host or by atomics.
#include <algorithm>
#include <array>

#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/reading.h"

namespace lessons::dot_product_lesson {
namespace {

using namespace lab;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .also = {33 * 1024}, .preset = 1 << 22});
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 4096), .preset = 1024}),
                                  "The grid of this kernel follows from the number of numbers.");
const Knob values =
    choice("values", "Values of a and b",
           {{"squares", "0, 1, 2, 3...",
             "Each number is its own index, so the sum must be n (n - 1) (2 n - 1) / 6."},
            {"digits", "0 to 9", "Random whole numbers from 0 to 9."}},
           Knob::Role::variant);
const Knob type = real_knob();

bool of_squares(const Settings& set) { return set[values] == 0; }
Real real(const Settings& set) { return lessons::real(set, type); }

// ---- The host's side.

struct Arrays {
    Buffer a, b, result;
};

Arrays arrays_of(Plan& plan, const Settings& set, const char* result, std::int64_t room) {
    const Fill fill = of_squares(set) ? Fill{Fill::Kind::iota, 0, 1, {}} : Fill::digits(0, 9);
    const Arrays made{plan.input("a", real(set).type, set[count], fill),
                      plan.input("b", real(set).type, set[count], fill),
                      plan.buffer(result, real(set).type, room)};
    plan.result(made.result);
    return made;
}

std::int64_t one_each(const Settings& set) { return blocks_for(set[count], set[block]); }
// No more blocks than there is work for.
std::int64_t grid(const Settings& set, std::int64_t numbers_a_load = 1) {
    return std::min(set[blocks], blocks_for(blocks_for(set[count], numbers_a_load), set[block]));
}
std::int64_t part_each(const Settings& set) { return real(set).bytes * set[block]; }
std::int64_t of_a_load(const Settings& set) { return 16 / real(set).bytes; }
std::int64_t one_number_a_load(const Settings& set) { return grid(set); }
std::int64_t wide_grid(const Settings& set) { return grid(set, of_a_load(set)); }

// The host adds, so all products are the result.
void products(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, "v", set[count]);
    plan.launch(set.kernel(), {one_each(set), set[block]}, made.a, made.b, made.result,
                int(set[count]));
    plan.download(made.result);
    plan.host_adds = true;
}

// The host adds the sums of the blocks, so these are the result.
void sums_of_blocks(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, "sums", one_each(set));
    plan.launch(set.kernel(), {one_each(set), set[block], part_each(set)}, made.a, made.b,
                made.result, int(set[count]));
    plan.download(made.result);
    plan.host_adds = true;
}

void one_sum(Plan& plan, const Settings& set, std::int64_t groups, std::int64_t shared) {
    const Arrays made = arrays_of(plan, set, "sum", 1);
    plan.clear(made.result);
    plan.launch(set.kernel(), {groups, set[block], shared}, made.a, made.b, made.result,
                int(set[count]));
}

void by_cub(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, "sum", 1);
    plan.call(real(set).type == Type::f64 ? "cub_dot_f64" : "cub_dot_f32", made.a, made.b,
              made.result, int(set[count]));
}

// As many as a thread of CUB's grid may add one after the other.
double roundings_of_cub(const Settings& set) { return 64 + double(set[count]) / 65536; }

const RegisterLibrary library{
    "dot_product",
    {.id = "cub",
     .title = "CUB: TransformReduce",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library. The program tells it how to multiply two numbers.",
     .host = by_cub,
     .roundings = roundings_of_cub}};

void by_cublas(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, "sum", 1);
    plan.call(real(set).type == Type::f64 ? "cublas_dot_f64" : "cublas_dot_f32", made.a, made.b,
              made.result, int(set[count]));
}

// The grid of cuBLAS is not documented: 8192 threads are few.
double roundings_of_cublas(const Settings& set) { return 64 + double(set[count]) / 8192; }

const RegisterLibrary cublas{
    "dot_product",
    {.id = "cublas",
     .title = "cuBLAS: dot",
     .brief = "cuBLAS",
     .idea = "One call of NVIDIA's linear algebra library, `cublasSdot` or `cublasDdot`. The sum "
             "stays on the device.",
     .host = by_cublas,
     .roundings = roundings_of_cublas}};

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, lanes_missing);
}

// ---- The same on the CPU.

double sum_of_squares(double n) { return n * (n - 1) * (2 * n - 1) / 6; }

double sum_by_hand(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 2>, double> known;
    return known.of({set[count], std::int64_t(inputs.seed())}, [&] {
        const auto a = inputs.values("a"), b = inputs.values("b");
        const auto all = std::uint64_t(set[count]);
        double sum = 0;
        for (std::uint64_t i = 0; i < all; ++i) {
            if (i % 65'536 == 0) inputs.go_on();
            sum += a(i) * b(i);
        }
        return sum;
    });
}

// Beyond 2^24 a float does not hold every index, so its square has two more roundings.
double roundings_of_inputs(const Settings& set) {
    return of_squares(set) && set[count] > std::int64_t{1} << real(set).exact_bits ? 2 : 0;
}

Expected expected_sum(const Settings& set, const Inputs& inputs) {
    const double n = double(set[count]);
    const double sum = of_squares(set) ? sum_of_squares(n) : sum_by_hand(set, inputs);
    const Rounding allowed = rounding(real(set), sum, roundings_of(set) + roundings_of_inputs(set));
    Expected::Of total{.values = {sum}, .relative = allowed.relative};
    return {.results = results_of(std::move(total)),
            .compared_with = of_squares(set)
                                 ? "n (n - 1) (2 n - 1) / 6, the sum of the squares of 0 to n - 1"
                                 : "the sum of all products in double on the CPU",
            .tolerance = allowed.words + hidden_in(allowed, set[count], "average products")};
}

Expected expected_products(const Settings& set, const Inputs& inputs) {
    const auto a = inputs.values("a"), b = inputs.values("b");
    Expected::Of all{.elements = sampled(std::uint64_t(set[count]))};
    all.values = values_at(all.elements, std::uint64_t(set[count]),
                           [&](std::uint64_t i) { return a(i) * b(i); });
    const std::size_t compared = all.values.size();
    const Rounding allowed =
        rounding(real(set), *std::ranges::max_element(all.values), roundings_of(set));
    all.relative = allowed.relative;
    return {.results = results_of(std::move(all)),
            .compared_with = "the products in double on the CPU, " +
                             compared_words(compared, std::uint64_t(set[count]), "products"),
            .tolerance = allowed.words};
}

// The squares of the `many` numbers from `first` on. All terms are whole and not negative, so what
// a double holds exactly stays exact.
double squares_from(double first, double many) {
    return first * (many * first + many * (many - 1)) + sum_of_squares(many);
}

double sum_of_block(const Settings& set, const Inputs& inputs, std::int64_t group) {
    const std::int64_t first = group * set[block], end = std::min(first + set[block], set[count]);
    if (of_squares(set)) return squares_from(double(first), double(end - first));
    const auto a = inputs.values("a"), b = inputs.values("b");
    double sum = 0;
    for (std::int64_t i = first; i < end; ++i) sum += a(std::uint64_t(i)) * b(std::uint64_t(i));
    return sum;
}

Expected expected_sums(const Settings& set, const Inputs& inputs) {
    constexpr double of_formula = 6;  // the most roundings of a term in squares_from()
    constexpr std::uint64_t most = 4096;
    const auto groups = std::uint64_t(one_each(set));
    Expected::Of sums{.elements =
                          groups > most ? scattered(groups, most) : std::vector<std::uint64_t>{}};
    sums.values = values_at(sums.elements, groups, [&](std::uint64_t group) {
        return sum_of_block(set, inputs, std::int64_t(group));
    });
    const double last = of_squares(set) ? double(set[count] - 1) : 9;
    const Rounding allowed =
        rounding(real(set), double(std::min(set[block], set[count])) * last * last,
                 roundings_of(set) + roundings_of_inputs(set) + of_formula);
    sums.relative = allowed.relative;
    const std::size_t compared = sums.values.size();
    return {.results = results_of(std::move(sums)),
            .compared_with = std::string(of_squares(set) ? "the formula for the squares of a block"
                                                         : "the sums of products in double") +
                             " on the CPU, " + compared_words(compared, groups, "blocks"),
            .tolerance = allowed.words};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    if (is(set, "products")) return expected_products(set, inputs);
    return is(set, "block_sums") ? expected_sums(set, inputs) : expected_sum(set, inputs);
}

// Roundings on the longest way of a product to the sum: its own, those of its thread's share, of
// its block's tree, and of the blocks one after the other.
double rounds(const Settings& set) { return double(log2_of(2 * set[block] - 1)); }
double share(const Settings& set, std::int64_t groups) {
    return double(blocks_for(set[count], groups * set[block]));
}
double block_roundings(const Settings& set) { return 1 + rounds(set); }
double tree_roundings(const Settings& set) { return block_roundings(set) + double(one_each(set)); }
double stride_roundings(const Settings& set) {
    return 1 + share(set, grid(set)) + rounds(set) + double(grid(set));
}
double wide_roundings(const Settings& set) {
    const double whole_load = double(of_a_load(set));
    return 1 + share(set, wide_grid(set)) + whole_load + rounds(set) + double(wide_grid(set));
}

// ---- Pictures, and lane-instructions.

// A few blocks of the same size.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    return set;
}

// Two blocks whose threads multiply as many numbers as in the whole run, or `at_once` if that is
// fewer.
std::function<Settings(Settings)> picture_of_two_blocks(std::int64_t at_once,
                                                        std::int64_t (*groups)(const Settings&)) {
    return [=](Settings set) {
        const std::int64_t few = std::min<std::int64_t>(set[blocks], 2);
        const std::int64_t share = share_of_thread(set[count], groups(set) * set[block]);
        set.set(count, std::min(set[count], few * set[block] * std::min(share, at_once)));
        set.set(blocks, few);
        return set;
    };
}

double threads(const Settings& set, std::int64_t groups) {
    return double(set[block]) * double(groups);
}
double products_cost(const Settings& set) { return 34 * threads(set, one_each(set)); }
double tree_cost(const Settings& set) {
    return (40 + 11 * rounds(set)) * threads(set, one_each(set));
}
double stride_cost(const Settings& set) {
    return 11 * double(set[count]) + (40 + 11 * rounds(set)) * threads(set, grid(set));
}
double shuffle_cost(const Settings& set) {
    return 11 * double(set[count]) + 90 * threads(set, grid(set));
}
double wide_cost(const Settings& set) {
    return 5 * double(set[count]) + 100 * threads(set, wide_grid(set));
}

std::function<std::string(const Settings&)> templated(const char* name) {
    return [name](const Settings& set) { return std::string(name) + "<" + real(set).name + ">"; };
}

const Has<Setups> setups{"dot_product",
                         {{{"33 · 1024 numbers in 32 blocks of 256",
                            {{&count, 33 * 1024}, {&blocks, 32}, {&block, 256}, {&values, 0}}},
                           {"2²⁸ numbers in 2112 blocks",
                            {{&count, 1 << 28}, {&blocks, 2112}, {&block, 256}, {&values, 0}}}}}};

const RegisterLesson registered{{
    .id = "dot_product",
    .number = 7,
    .chapter = Chapter::adding_and_scanning,
    .title = "A dot product",
    .source = "dot_product.cu",
    .sees = "All products become one sum. What matters is whether the host, a block or a thread "
            "adds them, and how many partial sums meet at the end.",
    .breaks = "\"Each number needs a thread of its own.\" For 2²⁸ numbers, 1024 blocks whose "
              "threads step on to further numbers are {dot_product/grid_stride n=2^28.time against "
              "dot_product/tree n=2^28.time} a thread for each number.",
    .next = "Take the set-up of 33 · 1024 numbers and choose doubles. Does the sum agree with the "
            "formula to the last digit?",
    .rungs =
        {
            {.id = "products",
             .title = "Products alone",
             .brief = "Products",
             .idea = "The device only multiplies. The host copies all products, and the clock "
                     "stops before the host adds them.",
             .claim = "Every product is written, and nothing is added",
             .line = "v[i] = a[i] * b[i];",
             .kernel = templated("dot_products"),
             .host = products,
             .cost = products_cost,
             .roundings = [](const Settings&) { return 1.; }},
            {.id = "block_sums",
             .title = "The sum of each block",
             .brief = "Block sums",
             .idea = "A block adds its products in shared memory, in a tree. The host copies the "
                     "sums of all blocks, and the clock stops before the host adds them.",
             .claim = "A block leaves one sum for the host",
             .line = "sums[blockIdx.x] = of_block;",
             .kernel = templated("dot_block_sums"),
             .host = sums_of_blocks,
             .cost = tree_cost,
             .roundings = block_roundings,
             .modelled_within = 2.6},
            {.id = "tree",
             .title = "One atomic a block",
             .brief = "Tree, atomic",
             .idea = "The same tree in each block. One thread of each block adds its sum to the "
                     "one sum on the device.",
             .claim = "A block sends one number",
             .line = "atomicAdd(sum, of_block);",
             .kernel = templated("dot_tree"),
             .host = [](Plan& plan,
                        const Settings& set) { one_sum(plan, set, one_each(set), part_each(set)); },
             .cost = tree_cost,
             .roundings = tree_roundings,
             .modelled_within = 2.6},
            {.id = "grid_stride",
             .title = "Grid stride",
             .idea = "The grid has a fixed size, and a thread adds many products before the tree "
                     "begins.",
             .claim = "There are fewer threads than numbers",
             .line = "share += a[i] * b[i];",
             // The products of a thread become its share.
             .opens = {{.view = "data_flow", .line = "part[t] = share;"}},
             .kernel = templated("dot_grid_stride"),
             .host = [](Plan& plan,
                        const Settings& set) { one_sum(plan, set, grid(set), part_each(set)); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = stride_cost,
             .roundings = stride_roundings,
             .takes = {&blocks}},
            {.id = "shuffle",
             .title = "Warp shuffles",
             .idea = "Lanes pass their sums to each other, and the first warp adds the sums of all "
                     "warps.",
             .claim = "One barrier replaces those of the tree",
             .line = "Real of_block = shuffle_sum(share);",
             .kernel = templated("dot_shuffle"),
             .legal = whole_warps,
             .host = [](Plan& plan, const Settings& set) { one_sum(plan, set, grid(set), 0); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = shuffle_cost,
             .roundings = stride_roundings,
             .takes = {&blocks}},
            {.id = "wide",
             .title = "16-byte loads, eight in flight",
             .brief = "16-byte loads",
             .idea = "A thread issues four loads of a and four of b, 16 bytes each, before it uses "
                     "one.",
             .claim = "A thread has eight loads in flight",
             .line = "left[k] = wide_a[i + k * threads];",
             .opens = {{.view = "in_flight"}},
             .kernel =
                 [](const Settings& set) {
                     return set[type] == 1 ? "dot_wide<double, double2>"
                                           : "dot_wide<float, float4>";
                 },
             .legal = whole_warps,
             .host = [](Plan& plan, const Settings& set) { one_sum(plan, set, wide_grid(set), 0); },
             .picture = picture_of_two_blocks(16, wide_grid),
             .cost = wide_cost,
             .roundings = wide_roundings,
             .takes = {&blocks}},
        },
    .knobs = {&block, &count, &blocks, &values, &type},
    .host = products,
    .expected = expected,
    .bytes = [](const Settings& set) { return 2 * double(set[count]) * double(real(set).bytes); },
    .flops = [](const Settings& set) { return 2 * double(set[count]) - 1; },
    .picture = picture,
    .cost = tree_cost,
    .views = {"data_flow", "lanes", "coalescing", "in_flight"},
    .ledger = {"global_load_requests", "global_load_rounds", "bytes_requested", "barriers",
               "shuffles", "atomic_passes", "divergent_branches", "warp_instructions"},
    .predictions =
        {
            {.question = "33 792 numbers are added in two ways: by 132 blocks of 256 with a thread "
                         "for each number, or by 32 blocks whose threads step on to further "
                         "numbers. How many instructions do the 32 blocks issue, compared with the "
                         "132?",
             .choices = {{"Less than half as many", .5},
                         {"Half to four fifths as many", .8},
                         {"About as many", 1.25},
                         {.words = "More", .reason = "each thread has more to do"}},
             .answer = "dot_product/grid_stride n=33792 blocks=32.warp_instructions over "
                       "dot_product/tree n=33792.warp_instructions",
             .unit = "times as many",
             .because =
                 "With a grid stride {dot_product/grid_stride n=33792 "
                 "blocks=32.warp_instructions}, "
                 "with a thread for each product {dot_product/tree n=33792.warp_instructions}. One "
                 "more product of a thread takes a few instructions. One more thread takes part in "
                 "all rounds of a tree.",
             .seen_in = "data_flow"},
            {.question =
                 "The 32 blocks issue less than a third of the instructions. How long do they take "
                 "for the 33 792 numbers, compared with a thread for each number?",
             .choices = {{"Half as long or less", .5},
                         {"Somewhat less long", .95},
                         {"As long, or up to a fifth longer", 1.2},
                         {"More than a fifth longer"}},
             .answer = "dot_product/grid_stride n=33792 blocks=32.time over dot_product/tree "
                       "n=33792.time",
             .unit = "times as long",
             .because = "With 32 blocks {dot_product/grid_stride n=33792 blocks=32.time}, with a "
                        "thread for each number {dot_product/tree n=33792.time}, on an "
                        "{dot_product/tree n=33792.device}: 32 blocks have less in flight. For "
                        "2^28 numbers 1024 blocks take {dot_product/grid_stride n=2^28.time}, and "
                        "a thread for each number takes {dot_product/tree n=2^28.time}, since 1 "
                        "048 576 blocks queue at one sum.",
             .seen_in = "in_flight"},
            {.question = "For 2^28 numbers, shuffles in place of the tree save eight of nine "
                         "barriers. How long does the kernel with shuffles take, compared with the "
                         "tree?",
             .choices = {{"Half as long or less", .5},
                         {"Somewhat less long", .95},
                         {"As long, within 5 %", 1.05},
                         {"Longer"}},
             .answer = "dot_product/shuffle n=2^28.time over dot_product/grid_stride n=2^28.time",
             .unit = "times as long",
             .because = "With shuffles {dot_product/shuffle n=2^28.time}, with the tree "
                        "{dot_product/grid_stride n=2^28.time}, on an {dot_product/shuffle "
                        "n=2^28.device}: a thread adds a thousand products before either begins. "
                        "What still matters is how many bytes are in flight: with eight loads of "
                        "16 bytes at a time it takes {dot_product/wide n=2^28.time}."},
            {.question = "In the first kernel the device writes 1024 products, and the host adds "
                         "them. In the third, blocks add the products, and each block adds one "
                         "number to the sum. How many bytes do the threads of the first kernel "
                         "read and write, compared with the third?",
             .choices = {{"About as many", 1.2},
                         {"1.5 times as many", 1.7},
                         {"Twice as many", 2.5},
                         {"1000 times as many"}},
             .answer = "dot_product/products n=1024.bytes_requested over dot_product/tree "
                       "n=1024.bytes_requested",
             .unit = "times as many",
             .because = "Kernel 1 requests {dot_product/products n=1024.bytes_requested}, kernel 3 "
                        "{dot_product/tree n=1024.bytes_requested}. Both read two arrays. Kernel 1 "
                        "also writes a third, which must then go to the host."},
        },
}};

}  // namespace
}  // namespace lessons::dot_product_lesson
