// The product of two matrices. Every number is needed n times. What matters is where it is read
// from: memory, a tile in shared memory, or a register that serves eight sums.
#include <algorithm>
#include <array>
#include <cmath>

#include "lab/features/setups.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/matrix_product_here.h"
#include "lessons/matrix_product_truth.h"
#include "lessons/questions/matrix_product.h"
#include "lessons/reading.h"

namespace lessons::matrix_product_lesson {
namespace {

using namespace lab;
using matrix_product::Values, matrix_product::ratios;

constexpr std::int64_t few = 16;  // the inner length of the narrow shape

Knob rows_and_columns_of_product() {
    Knob knob = numbers({.ticks = powers_of_two(32, 1 << 12), .also = {1000}, .preset = 2048}, "n",
                        "Rows and columns", "rows");
    knob.dimensions = 2, knob.low = 16, knob.high = 1 << 13;
    knob.hint =
        "The rows and columns of c. Twice as many need eight times as many products, or four times "
        "as many for n × 16 by 16 × n.";
    return knob;
}
const Knob n = rows_and_columns_of_product();

Knob side_of_tile() {
    Knob knob =
        whole("tile", "Tile", "numbers a side", {.ticks = powers_of_two(4, 64), .preset = 32});
    knob.low = 4, knob.role = Knob::Role::block_x, knob.logarithmic = true;
    knob.hint = "A block has as many threads as a tile has numbers: 32 × 32 are 1024.";
    return at_some_rungs(knob,
                         "This kernel is compiled for one size of tiles, which fits its "
                         "registers.");
}
const Knob tile = side_of_tile();

const Knob shape = choice("shape", "Shapes",
                          {{"square", "n × n by n × n", "Each number is a sum of n products."},
                           {"narrow", "n × 16 by 16 × n", "Each number is a sum of 16 products."}},
                          Knob::Role::variant);
const Knob values =
    choice("values", "Values of a and b",
           {{"digits", "0 to 9", "Random whole numbers from 0 to 9: the sums are exact."},
            {"ratios", "Ratios",
             "(i − j/10 + 1) / (i + j + 1), and (j − i/5 + 1) (i + j + 1) / (i² + j² + 1)."}},
           Knob::Role::variant);
const Knob type = real_knob();
Knob copies_of_matrices() {
    Knob knob = choice("copies", "Timed",
                       {{"without", "Kernel alone",
                         "The matrices are on the device already, and the product stays there."},
                        {"with", "With copies",
                         "Both matrices come from the host first, and the product goes back."}},
                       Knob::Role::copies);
    knob.only = {&values, 0, "A kernel makes these ratios on the device, so nothing is copied."};
    return knob;
}
const Knob copies = copies_of_matrices();

Real real(const Settings& set) { return lessons::real(set, type); }
bool with_copies(const Settings& set) { return !idle(set, copies) && set[copies] == 1; }
bool of_digits(const Settings& set) { return set[values] == 0; }
std::int64_t inner(const Settings& set) { return set[shape] == 0 ? set[n] : few; }
double products(const Settings& set) {
    return double(set[n]) * double(set[n]) * double(inner(set));
}

// ---- The host's side.
struct Matrices {
    Buffer a, b, c;
};

Dim3 square(std::int64_t side) { return {std::uint32_t(side), std::uint32_t(side), 1}; }

// Made by a kernel whose time does not count.
void set_up(Plan& plan, const Settings& set, const Matrices& at) {
    const Dim3 blocks = square(blocks_for(std::max(set[n], inner(set)), 16));
    plan.launch("product_set_up<" + real(set).name + ">", {blocks, square(16)}, at.a, at.b,
                int(set[n]), int(inner(set)));
}

// The same by the processor, for its own product.
void set_up_by_processor(Plan& plan, const Settings& set, const Matrices& at) {
    const bool doubles = real(set).type == Type::f64;
    plan.call_here(
        doubles ? matrix_product::set_up_here<double> : matrix_product::set_up_here<float>,
        doubles ? "cpu_set_up_f64" : "cpu_set_up_f32", at.a, at.b, int(set[n]), int(inner(set)));
}

Matrices matrices(Plan& plan, const Settings& set) {
    const Type of = real(set).type;
    const std::int64_t count = set[n] * inner(set);
    const Fill digits = Fill::digits(0, 9);
    const bool made = !of_digits(set);
    const Matrices at{made ? plan.buffer("a", of, count) : plan.input("a", of, count, digits),
                      made ? plan.buffer("b", of, count) : plan.input("b", of, count, digits),
                      plan.buffer("c", of, set[n] * set[n])};
    plan.shape(at.a, {std::uint32_t(inner(set)), std::uint32_t(set[n]), 1});
    plan.shape(at.b, {std::uint32_t(set[n]), std::uint32_t(inner(set)), 1});
    plan.shape(at.c, square(set[n]));
    if (made) (on_processor(set) ? set_up_by_processor : set_up)(plan, set, at);
    plan.result(at.c);
    return at;
}

// Times `multiply`, with the copies before and after it where these are wanted.
template <class Multiply>
void timed(Plan& plan, const Settings& set, const Multiply& multiply) {
    const Matrices at = matrices(plan, set);
    plan.timed([&] {
        if (with_copies(set)) plan.upload(at.a), plan.upload(at.b);
        multiply(at);
        if (with_copies(set)) plan.download(at.c);
    });
}

void launched(Plan& plan, const Settings& set, const Dim3& grid, const Dim3& block) {
    timed(plan, set, [&](const Matrices& at) {
        plan.launch(set.kernel(), {grid, block}, at.a, at.b, at.c, int(set[n]), int(inner(set)));
    });
}

void a_number_each(Plan& plan, const Settings& set) {
    launched(plan, set, square(blocks_for(set[n], set[tile])), square(set[tile]));
}
void by_one_block(Plan& plan, const Settings& set) {
    launched(plan, set, square(1), square(set[tile]));
}
// Blocks of `threads` threads, each for a square of `side` by `side` numbers.
template <int side, int threads>
void by_squares(Plan& plan, const Settings& set) {
    launched(plan, set, square(blocks_for(set[n], side)), {threads, 1, 1});
}

void by_cublas(Plan& plan, const Settings& set) {
    timed(plan, set, [&](const Matrices& at) {
        plan.call(real(set).type == Type::f64 ? "cublas_gemm_f64" : "cublas_gemm_f32", at.a, at.b,
                  at.c, int(set[n]), int(inner(set)));
    });
}

void by_processor(Plan& plan, const Settings& set) {
    const bool doubles = real(set).type == Type::f64;
    const Matrices at = matrices(plan, set);
    plan.timed([&] {
        plan.call_here(
            doubles ? matrix_product::product_here<double> : matrix_product::product_here<float>,
            doubles ? "cpu_product_f64" : "cpu_product_f32", at.a, at.b, at.c, int(set[n]),
            int(inner(set)));
    });
}

// ---- What is refused.
std::optional<Refusal> threads_fit(const Settings& set) {
    const std::int64_t side = set[tile], threads = side * side;
    if (threads <= 1024) return std::nullopt;
    return Refusal{
        .title = "This block does not fit: " + grouped(side) + " × " + grouped(side) +
                 " threads are " + grouped(threads) + ", and the limit is 1024",
        .why =
            "CUDA does not start such a launch, and reports the error only to a program that asks. "
            "A program that did not ask took the zeros in c for the product.",
        .limit_name = "threads per block",
        .limit = 1024,
        .asked = double(threads),
        .knob = tile.id,
        .use = 32,
        .cuda_error = "cudaErrorInvalidConfiguration (9): invalid configuration argument",
        .shows = "No thread runs, and the zeros in c are taken for the product."};
}

// The program of the lab did not check whether its launch began.
HostStyle of_lab(const Settings& set) { return {.looks = idle(set, tile) || !threads_fit(set)}; }

std::optional<Refusal> tile_is_made(const Settings& set) {
    const std::int64_t side = set[tile];
    if (power_of_two(side) && side >= 4) return std::nullopt;
    const std::int64_t below = std::int64_t{1} << log2_of(side);
    return Refusal{
        .title = "There is no kernel for tiles of " + grouped(side) + " × " + grouped(side),
        .why =
            "The compiler must know the size of a tile. These kernels were compiled for tiles of "
            "4, 8, 16 and 32 rows.",
        .limit_name = "rows of a tile",
        .limit = {},
        .asked = double(side),
        .knob = tile.id,
        .use = std::clamp<std::int64_t>(side - below < 2 * below - side ? below : 2 * below, 4, 32),
        .cuda_error = {},
        .shows = {}};
}

// The products that a thread adds one after the other, where one block makes all of c.
double in_turn(const Settings& set) { return products(set) / double(set[tile] * set[tile]); }

std::optional<Refusal> one_block_is_enough(const Settings& set) {
    constexpr double limit = 1 << 25;
    if (in_turn(set) <= limit) return std::nullopt;
    Settings fewer = set;
    while (in_turn(fewer) > limit) fewer.set(n, fewer[n] / 2);
    return Refusal{.title = "One block of " + grouped(set[tile] * set[tile]) +
                            " threads is too small for " + grouped(set[n]) + " rows",
                   .why = "Each thread would add " + grouped(std::int64_t(in_turn(set))) +
                          " products one after the other, for seconds. A GPU that also draws a "
                          "screen stops a kernel after a few seconds. Choose fewer rows or a "
                          "larger tile.",
                   .limit_name = "products of a thread",
                   .limit = limit,
                   .asked = in_turn(set),
                   .knob = n.id,
                   .use = fewer[n],
                   .cuda_error = {},
                   .shows = {}};
}

// Beyond, a measured time would take minutes.
std::optional<Refusal> few_for_one_core(const Settings& set) {
    constexpr double most = 1 << 30;
    if (products(set) <= most) return std::nullopt;
    return Refusal{.title = grouped(set[n]) + " rows are too many for one core",
                   .why =
                       "Twice as many rows are eight times as many products, and each measured "
                       "time would take minutes. The loop is timed up to 1024 rows.",
                   .limit_name = "products",
                   .limit = most,
                   .asked = products(set),
                   .knob = n.id,
                   .use = 1024,
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU.
Values values_of(const Settings& set, const Inputs& inputs) {
    if (of_digits(set)) return {inputs.values("a"), inputs.values("b")};
    const auto across = std::uint64_t(inner(set)), columns = std::uint64_t(set[n]);
    return real(set).type == Type::f64 ? ratios<double>(across, columns)
                                       : ratios<float>(across, columns);
}

// Sums of products, and the largest sum of the products' sizes.
struct Sums {
    std::vector<std::uint64_t> elements;
    std::vector<double> values;
    double largest = 0;
};

// Of a large product some numbers at irregular places: each takes `inner` products.
std::vector<std::uint64_t> looked_at(const Settings& set) {
    const auto count = std::uint64_t(set[n]) * std::uint64_t(set[n]);
    if (products(set) <= 0x1p24) return {};
    const double most = 0x1p22 / double(inner(set));
    return scattered(count, std::size_t(std::clamp(most, 256., 4095.)));
}

Sums sums_by_hand(const Settings& set, const Inputs& inputs) {
    const Values of = values_of(set, inputs);
    const auto columns = std::uint64_t(set[n]), across = std::uint64_t(inner(set));
    Sums sums{.elements = looked_at(set), .values = {}};
    const std::uint64_t many = sums.elements.empty() ? columns * columns : sums.elements.size();
    for (std::uint64_t each = 0; each < many; ++each) {
        if (each % 64 == 0) inputs.go_on();
        const std::uint64_t element = sums.elements.empty() ? each : sums.elements[each];
        double sum = 0, size = 0;
        for (std::uint64_t k = 0; k < across; ++k) {
            const double product =
                of.a(element / columns * across + k) * of.b(k * columns + element % columns);
            sum += product;
            size += std::abs(product);
        }
        sums.values.push_back(sum);
        sums.largest = std::max(sums.largest, size);
    }
    return sums;
}

Expected made_expected(const Settings& set, const Inputs& inputs) {
    Sums sums = sums_by_hand(set, inputs);
    // Two roundings of each value, by its division and its store, then one of each product and sum.
    const double roundings = 2 * double(inner(set)) + 4;
    const Rounding allowed = of_digits(set)
                                 ? rounding(real(set), 81. * double(inner(set)), roundings)
                                 : rounding(real(set), HUGE_VAL, roundings);
    Expected::Of of{.elements = std::move(sums.elements), .values = std::move(sums.values)};
    of.absolute = allowed.relative * sums.largest;
    const std::size_t compared = of.values.size();
    return {.results = results_of(std::move(of)),
            .compared_with =
                "sums of products in double on the CPU, " +
                compared_words(compared, std::uint64_t(set[n]) * std::uint64_t(set[n]), "numbers"),
            .tolerance = allowed.relative > 0
                             ? allowed.words +
                                   ", relative to the largest sum of the products' "
                                   "absolute values"
                             : allowed.words};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 5>, Expected> known;
    return known.of({set[n], set[shape], set[values], set[type], std::int64_t(inputs.seed())},
                    [&] { return made_expected(set, inputs); });
}

// ---- Pictures, and lane-instructions.
// n modulo 32 stays as it was. A large square has 128 rows: all kernels are compared at one size.
template <std::int64_t rows>
Settings picture_of(Settings set) {
    set.set(n, std::min(set[n], rows + set[n] % 32));
    return set;
}

// One block makes all of c: two by two of its own size, so that its walk shows.
Settings picture_of_one_block(Settings set) {
    return set[tile] > 16 ? picture_of<64>(set) : picture_of<32>(set);
}

// What blocks of `side` by `side` numbers cover, also past the edges.
struct Covered {
    double numbers, products;
};
Covered covered(const Settings& set, std::int64_t side, std::int64_t depth) {
    const auto along = [](std::int64_t length, std::int64_t of) {
        return double(blocks_for(length, of) * of);
    };
    const double numbers = along(set[n], side) * along(set[n], side);
    return {numbers, numbers * along(inner(set), depth)};
}

double cost_of_set_up(const Settings& set) {
    return of_digits(set) ? 0 : 49 * covered(set, 16, 16).numbers;
}

// For each product (in hundredths) and each number, in blocks of `side` by `side` numbers.
template <int side, int product, int number>
double square_cost(const Settings& set) {
    const Covered all = covered(set, side, 8);
    return product / 100. * all.products + number * all.numbers + cost_of_set_up(set);
}
// With the cost of the two numbers that a thread loads for each tile.
template <int product>
double tile_cost(const Settings& set) {
    const Covered all = covered(set, set[tile], set[tile]);
    return (product / 100. + 25. / double(set[tile])) * all.products + 46 * all.numbers +
           cost_of_set_up(set);
}

std::function<std::string(const Settings&)> of_type(const char* kernel) {
    return
        [kernel](const Settings& set) { return std::string(kernel) + "<" + real(set).name + ">"; };
}
std::function<std::string(const Settings&)> of_tile(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + "<" + real(set).name + ", " + std::to_string(set[tile]) + ">";
    };
}
// Loads of 16 bytes where tiles of 128 numbers by 64 bytes cover both matrices exactly.
std::function<std::string(const Settings&)> of_whole(const char* kernel) {
    return [kernel](const Settings& set) {
        const bool whole = set[n] % 128 == 0 && inner(set) % (64 / real(set).bytes) == 0;
        return std::string(kernel) + "<" + real(set).name + (whole ? ", true>" : ", false>");
    };
}

const std::string adds_a_product = "sum += a[row * inner + k] * b[k * n + column];";

Setup of_the_course(std::int64_t side) {
    return {"4096 × 4096, tiles of " + std::to_string(side),
            {{&n, 4096}, {&tile, side}, {&shape, 0}, {&values, 1}, {&copies, 0}}};
}
// The course timed the copies too. Its values do not matter for that.
Setup with_the_copies_of_the_course(std::int64_t side) {
    return {"the same with copies, tiles of " + std::to_string(side),
            {{&n, 4096}, {&tile, side}, {&shape, 0}, {&values, 0}, {&copies, 1}}};
}

const Has<Setups> setups{"matrix_product",
                         {{of_the_course(32),
                           of_the_course(16),
                           of_the_course(8),
                           of_the_course(4),
                           with_the_copies_of_the_course(32),
                           with_the_copies_of_the_course(16),
                           {"1024 × 1024, beside the processor",
                            {{&n, 1024}, {&tile, 16}, {&shape, 0}, {&values, 0}, {&copies, 1}}},
                           {"275 × 275, as by cuBLAS",
                            {{&n, 275}, {&tile, 16}, {&shape, 0}, {&values, 0}, {&copies, 0}}},
                           {"4096 × 16 times 16 × 4096, tiles of 16",
                            {{&n, 4096}, {&tile, 16}, {&shape, 1}, {&values, 0}, {&copies, 0}}}}}};
const Has<HostProgram> host_side{"matrix_product", {.style = of_lab}};

const RegisterLibrary by_library{
    "matrix_product",
    {.id = "cublas",
     .title = "cuBLAS: gemm",
     .brief = "cuBLAS",
     .idea = "One call of NVIDIA's linear algebra library, `cublasSgemm` or `cublasDgemm`, which "
             "keeps floats as they are.",
     .host = by_cublas}};

const RegisterLibrary processor{
    "matrix_product",
    {.id = "cpu",
     .title = "The CPU's loop",
     .brief = "CPU",
     .idea = "One core adds up one number of c after the other: `sum += a[row * inner + k] * "
             "b[k * n + column];`. It copies nothing. It is timed up to 1024 rows.",
     .host = by_processor,
     .legal = few_for_one_core,
     .on_processor = true}};

const RegisterLesson registered{{
    .id = "matrix_product",
    .number = 8,
    .chapter = Chapter::matrices_and_equations,
    .title = "A matrix product",
    .source = "matrix_product.cu",
    .sees =
        "Each number of a and b goes into n sums. What matters is how close it is stored, and how "
        "often each load is reused.",
    .breaks =
        "\"Shared memory brings little here.\" A kernel with transposed tiles is "
        "{matrix_product/transposed n=4096.time against matrix_product/naive n=4096.time} the "
        "kernel without tiles. If its tiles are not transposed, it is "
        "{matrix_product/straight n=4096.time against matrix_product/transposed n=4096.time} "
        "the kernel with transposed tiles.",
    .next = "Choose n × 16 by 16 × n and tiles of 16. How many sectors does each of the first "
            "kernels load, for the same numbers?",
    .next_turns = {&tile, &shape},
    .rungs =
        {
            {.id = "one_block",
             .title = "One block",
             .idea = "One block computes the whole product, and no other block is launched.",
             .claim = "Only one multiprocessor works",
             .line = adds_a_product,
             .kernel = of_type("product_one_block"),
             .legal = first_of<threads_fit, one_block_is_enough>,
             .host = by_one_block,
             .picture = picture_of_one_block,
             .cost = square_cost<1, 530, 24>,
             .takes = {&tile}},
            {.id = "swapped",
             .title = "x for rows",
             .idea = "Many blocks have a thread for each number, and neighbouring threads take "
                     "neighbouring rows.",
             .claim = "Every lane reads a row of its own",
             .line = adds_a_product,
             // The tiles of this kernel and the next look alike: their sectors differ.
             .opens = {{.view = "coalescing"}},
             .kernel = of_type("product_swapped"),
             .legal = threads_fit,
             .modelled_within = 10,
             .takes = {&tile}},
            {.id = "naive",
             .title = "x for columns",
             .idea = "x and y are exchanged, so neighbouring threads take neighbouring columns.",
             .claim = "Lanes share a number of a, and read b side by side",
             .line = adds_a_product,
             .opens = {{.view = "coalescing"}},
             .kernel = of_type("product_naive"),
             .legal = threads_fit,
             .takes = {&tile}},
            {.id = "tile_of_a",
             .title = "A tile of a",
             .idea = "A block keeps a tile of a in shared memory. Each product needs extra "
                     "instructions to find its number of b, within the edge.",
             .claim = "Each block reads a number of a once",
             .line = "sum += as[ty][k] * of_b[min(first + k, inner - 1) * n];",
             .kernel = of_tile("product_tile_of_a"),
             .legal = first_of<threads_fit, tile_is_made>,
             .cost = tile_cost<560>,
             .takes = {&tile}},
            {.id = "transposed",
             .title = "Transposed tiles",
             .brief = "Transposed",
             .idea = "A block also keeps a tile of b, and both are stored transposed. "
                     "The compiler makes one load of four reads in a row.",
             .claim = "A column of the tile lies in one bank",
             .line = "sum += as[k][ty] * bs[tx][k];",
             .kernel = of_tile("product_transposed"),
             .legal = first_of<threads_fit, tile_is_made>,
             .cost = tile_cost<226>,
             .takes = {&tile}},
            {.id = "padded",
             .title = "Turned over, padded",
             .brief = "Padded",
             .idea = "Each row of the tiles has one more number, which is never used.",
             .claim = "A column of the tile lies in all banks",
             .line = "sum += as[k][ty] * bs[tx][k];",
             .kernel = of_tile("product_padded"),
             .legal = first_of<threads_fit, tile_is_made>,
             .cost = tile_cost<301>,
             .takes = {&tile}},
            {.id = "straight",
             .title = "Tiles as they are",
             .brief = "As they are",
             .idea = "Both tiles have the layout of the matrices, and need no padding.",
             .claim = "Lanes read the tile side by side",
             .line = "sum += as[ty][k] * bs[k][tx];",
             .kernel = of_tile("product_straight"),
             .legal = first_of<threads_fit, tile_is_made>,
             .cost = tile_cost<226>,
             .takes = {&tile}},
            {.id = "column",
             .title = "Eight numbers a thread",
             .brief = "Eight a thread",
             .idea = "A thread computes eight numbers below each other, and one number of b serves "
                     "all eight.",
             .claim = "A number of b serves eight sums",
             .line = "sum[i] += as[ty * each + i][k] * of_b;",
             .kernel = of_type("product_column"),
             .host = by_squares<64, 512>,
             .cost = square_cost<64, 190, 16>,
             .modelled_within = 2.2},
            {.id = "square",
             .title = "Eight by eight a thread",
             .brief = "Eight by eight",
             .idea = "A thread computes eight by eight numbers, and keeps the numbers that it "
                     "reads in registers.",
             .claim = "Sixteen numbers serve 64 sums",
             .line = "multiply(as, bs, row, column, 64, sum);",
             .kernel = of_whole("product_square"),
             .host = by_squares<128, 256>,
             .cost = square_cost<128, 140, 5>,
             .modelled_within = 4},
            {.id = "wide",
             .title = "16 bytes a load",
             .brief = "16-byte loads",
             .idea = "Loads from memory and stores have 16 bytes, where whole blocks cover the "
                     "matrices.",
             .claim = "A load brings 16 bytes",
             .line = "multiply(as, bs, row, column, 64, sum);",
             // The tiles are those of the kernel before: each load brings more.
             .opens = {{.view = "in_flight"}},
             .kernel = of_whole("product_wide"),
             .host = by_squares<128, 256>,
             .cost = square_cost<128, 125, 6>,
             .modelled_within = 4},
            {.id = "ahead",
             .title = "The next tile in flight",
             .brief = "Next tile",
             .idea = "There are two tiles of each matrix, half as deep. While one is multiplied, "
                     "the next is loaded.",
             .claim = "Threads multiply while the next tile loads",
             .line = "multiply(as[now], bs[now], row, column, 64, sum);",
             .opens = {{.view = "in_flight"}},
             .kernel = of_whole("product_ahead"),
             .host = by_squares<128, 256>,
             .cost = square_cost<128, 125, 6>,
             .modelled_within = 5},
            {.id = "oblong",
             .title = "Eight by sixteen a thread",
             .brief = "Eight by 16",
             .idea = "A block has half the threads, and each computes twice as many numbers.",
             .claim = "Twenty-four numbers serve 128 sums",
             .line = "multiply(as[now], bs[now], row, column, 32, sum);",
             .kernel = of_whole("product_oblong"),
             .host = by_squares<128, 128>,
             .cost = square_cost<128, 120, 6>,
             .modelled_within = 8},
        },
    .knobs = {&tile, &n, &shape, &values, &copies, &type},
    .host = a_number_each,
    .expected = expected,
    .bytes =
        [](const Settings& set) {
            return double(real(set).bytes) * double(set[n]) *
                   (2 * double(inner(set)) + double(set[n]));
        },
    .flops = [](const Settings& set) { return 2 * products(set); },
    .picture = picture_of<128>,
    .cost = square_cost<1, 560, 40>,
    .views = {"tiles", "banks", "coalescing", "lanes", "heat_map", "signature", "data_flow",
              "array"},
    .ledger = {"global_load_requests", "global_load_sectors", "bytes_requested",
               "shared_load_requests", "shared_load_wavefronts", "shared_store_wavefronts",
               "barriers", "warp_instructions"},
    .predictions = matrix_product_predictions,
}};

}  // namespace
}  // namespace lessons::matrix_product_lesson
