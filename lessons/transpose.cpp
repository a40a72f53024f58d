// Turning a matrix over its diagonal. Nothing is computed. A kernel that reads along rows writes
// down columns: one side is uncoalesced, until a tile in shared memory turns it.
#include <algorithm>

#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::transpose_lesson {
namespace {

using namespace lab;

constexpr std::int64_t tile = 32;  // columns and rows of a tile, and threads of a row of the block
constexpr const char* copy = "copy";  // the rung that turns nothing

Knob rows_of_block() {
    Knob knob = with_role(
        whole("block_y", "Block rows", "rows", {.ticks = powers_of_two(4, tile), .preset = 8}, 4),
        Knob::Role::block_y);
    knob.logarithmic = true;
    knob.hint =
        "Rows of 32 threads in a block. With fewer rows a thread has more elements, all in flight "
        "at once.";
    return knob;
}

const Knob block_y = rows_of_block();
Knob rows_and_columns() {
    Knob knob = numbers({.ticks = powers_of_two(32, 1 << 14), .also = {33, 1000}, .preset = 4096},
                        "n", "Rows and columns", "rows");
    knob.dimensions = 2;
    return knob;
}
const Knob n = rows_and_columns();

// The floats of one load: 4 are 16 bytes, and every row must begin at a multiple.
std::int64_t load_width(const Settings& set) {
    return set[n] % 4 == 0 ? 4 : set[n] % 2 == 0 ? 2 : 1;
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + "<" + std::to_string(set[block_y]) + ">";
    };
}

std::string wide_kernel(const Settings& set) {
    return "transpose_wide<" + std::to_string(set[block_y]) + ", " +
           std::to_string(load_width(set)) + ">";
}

std::uint32_t blocks_along(const Settings& set, std::int64_t elements) {
    return std::uint32_t(blocks_for(set[n], elements));
}

// A block covers one tile, or several below each other.
void launched(Plan& plan, const Settings& set, std::int64_t tiles) {
    const std::int64_t count = set[n] * set[n];
    const Buffer in = plan.input("in", Type::f32, count, {Fill::Kind::iota, 0, 1, {}});
    const Buffer out = plan.buffer("out", Type::f32, count);
    const Dim3 matrix{std::uint32_t(set[n]), std::uint32_t(set[n]), 1};
    plan.shape(in, matrix);
    plan.shape(out, matrix);
    plan.launch(set.kernel(),
                {Dim3{blocks_along(set, tile), blocks_along(set, tiles * tile), 1},
                 Dim3{std::uint32_t(tile), std::uint32_t(set[block_y]), 1}},
                in, out, int(set[n]));
    plan.result(out);
}

void a_tile_each(Plan& plan, const Settings& set) { launched(plan, set, 1); }
void tiles_below(Plan& plan, const Settings& set) { launched(plan, set, load_width(set)); }

std::optional<Refusal> whole_tiles(const Settings& set) {
    const std::int64_t rows = set[block_y];
    if (power_of_two(rows)) return std::nullopt;
    const std::int64_t below = std::int64_t{1} << log2_of(rows);
    return Refusal{.title = "Blocks of " + grouped(rows) + " rows do not fill a tile of 32",
                   .why =
                       "All threads have the same number of elements of a tile, which the compiler "
                       "has to know. The kernels were made for 4, 8, 16 and 32 rows.",
                   .limit_name = "rows of a block",
                   .limit = {},
                   .asked = double(rows),
                   .knob = block_y.id,
                   .use = rows - below < 2 * below - rows ? below : 2 * below,
                   .cuda_error = {},
                   .shows = {}};
}

// The element of `in` that ends at place i of `out`.
std::uint64_t origin(const Settings& set, std::uint64_t i) {
    const std::uint64_t side = std::uint64_t(set[n]);
    return is(set, copy) ? i : i % side * side + i / side;
}

// Of a large matrix as many elements as in other lessons, but at irregular places.
std::vector<std::uint64_t> looked_at(std::uint64_t count) {
    const std::size_t many = sampled(count).size();
    return many == 0 ? std::vector<std::uint64_t>{} : scattered(count, many - 1);
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto in = inputs.values("in");
    const std::uint64_t count = std::uint64_t(set[n] * set[n]);
    Expected::Of out{.elements = looked_at(count), .values = {}};
    // Beyond 2^24 a float does not hold every whole number: `in` holds the nearest.
    out.values =
        values_at(out.elements, count, [&](std::uint64_t i) { return float(in(origin(set, i))); });
    const std::size_t compared = out.values.size();
    return {.results = results_of(std::move(out)),
            .compared_with =
                (is(set, copy) ? "the matrix as it was, " : "the matrix turned on the CPU, ") +
                compared_words(compared, count, "elements"),
            .tolerance = "none: values are moved, and not computed"};
}

double elements(const Settings& set) { return double(set[n]) * double(set[n]); }

// Four tiles across, so that the widest block is full. n modulo 32 stays as it was.
Settings picture(Settings set) {
    set.set(n, std::min(set[n], 4 * tile + set[n] % tile));
    return set;
}

// Lane-instructions: `of_each` for each element.
template <int of_each>
double cost(const Settings& set) {
    return elements(set) * of_each;
}

// Some blocks have threads below the last row, without work.
double wide_cost(const Settings& set) {
    const std::int64_t rows = tile * load_width(set);
    const double covered = double(set[n]) * double(blocks_for(set[n], rows) * rows);
    return covered * (load_width(set) == 4 ? 15 : 25);
}

const RegisterLesson registered{{
    .id = "transpose",
    .number = 17,
    .chapter = Chapter::memory,
    .title = "Turning a matrix",
    .source = "transpose.cu",
    .sees = "Lanes read a row side by side, and write a column far apart: without a tile, one side "
            "is uncoalesced.",
    .breaks = "\"A tile in shared memory cures it.\" The tile makes both sides coalesced. But each "
              "of its columns lies in a single bank, and it is {transpose/tile.time against "
              "transpose/read_columns.time} the kernel that reads columns with no tile.",
    .next = "Choose 33 rows and columns, and look at several warps (Shift + Down): why does a "
            "request touch a fifth sector now?",
    .rungs =
        {
            {.id = copy,
             .title = "Copy",
             .idea = "Rows are copied to rows, to compare with. Nothing is turned.",
             .claim = "Both sides go along rows",
             .line = "out[(y + k) * n + x] = value[k / rows];",
             .kernel = named("transpose_copy"),
             .legal = whole_tiles},
            {.id = "write_columns",
             .title = "Write columns",
             .idea = "Lanes read a row, and write below each other in a column.",
             .claim = "Every lane writes a sector of its own",
             .line = "out[x * n + y + k] = value[k / rows];",
             .kernel = named("transpose_write_columns"),
             .legal = whole_tiles,
             .modelled_within = 4},
            {.id = "read_columns",
             .title = "Read columns",
             .idea = "The other way around: lanes read a column and write a row.",
             .claim = "Every lane reads a sector of its own",
             .line = "value[k / rows] = in[min(x, last) * n",
             .kernel = named("transpose_read_columns"),
             .legal = whole_tiles},
            {.id = "tile",
             .title = "Shared tile",
             .idea = "A block keeps a tile, and reads its columns from shared memory.",
             .claim = "A column of the tile lies in one bank",
             .line = "value[k / rows] = tile[tx][ty + k];",
             .kernel = named("transpose_tile"),
             .legal = whole_tiles,
             .cost = cost<25>},
            {.id = "padded",
             .title = "Padded tile",
             .idea = "Rows of the tile are 33 floats apart.",
             .claim = "A column of the tile lies in 32 banks",
             .line = "value[k / rows] = tile[tx][ty + k];",
             .kernel = named("transpose_padded"),
             .legal = whole_tiles,
             .cost = cost<25>},
            {.id = "wide",
             .title = "Four floats a load",
             .brief = "Four floats",
             .idea = "A load brings 16 bytes, and a block takes four tiles.",
             .claim = "As many loads bring four times the bytes",
             .line = "*reinterpret_cast<Load*>(out + y * n + x) = value[k / rows];",
             .kernel = wide_kernel,
             .legal = whole_tiles,
             .host = tiles_below,
             .cost = wide_cost},
        },
    .knobs = {&block_y, &n},
    .host = a_tile_each,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * elements(set); },
    .flops = [](const Settings&) { return 0.0; },
    .modelled_within = 1.5,
    .picture = picture,
    .cost = cost<18>,
    .views = {"coalescing", "lanes", "banks", "heat_map", "signature", "data_flow"},
    .ledger = {"global_load_requests", "global_load_sectors", "global_store_requests",
               "global_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts",
               "barriers", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "Lanes read a row side by side, and write below each other in a column. "
                         "How many sectors does one store of a warp touch?",
             .answer = "transpose/write_columns n=128.global_store_sectors/global_store_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"The load beside it",
                        "transpose/write_columns n=128.global_load_sectors/global_load_requests"}},
             .because =
                 "Every lane writes n floats away from its neighbour and has a sector to itself. "
                 "It writes 4 of the 32 bytes."},
            {.question = "One kernel writes columns, the other reads columns. Each has 32 sectors "
                         "a request on that side. How long do 4096 rows take if columns are read, "
                         "compared with columns that are written?",
             .choices = {{"Less than half as long", .5},
                         {"Somewhat less long", .9},
                         {"As long", 1.1},
                         {"Longer"}},
             .answer = "transpose/read_columns.time over transpose/write_columns.time",
             .unit = "times as long",
             .because = "{transpose/read_columns.time}, and {transpose/write_columns.time} when "
                        "columns are written, on an {transpose/read_columns.device}. A sector that "
                        "was read stays in a cache for the warps that want its other floats. A "
                        "store goes on to the L2 at once."},
            {.question = "A warp reads a column of a tile of 32 × 32 floats in shared memory. How "
                         "many wavefronts does it take?",
             .choices = {{"One", 1.5}, {"Two", 2.5}, {"Eight", 8.5}, {"Thirty-two"}},
             .answer = "transpose/tile n=128.shared_load_wavefronts/shared_load_requests",
             .unit = "wavefronts",
             .because = "Rows are 32 floats apart, as many as there are banks. So all 32 lanes "
                        "want words of one bank."},
            {.question = "With that tile both sides are coalesced. How long do 4096 rows take, "
                         "compared with columns that are read with no tile?",
             .choices = {{"Half as long or less", .55},
                         {"Somewhat less long", .97},
                         {"As long", 1.03},
                         {"Longer"}},
             .answer = "transpose/tile.time over transpose/read_columns.time",
             .unit = "times as long",
             .because = "{transpose/tile.time}, and with no tile {transpose/read_columns.time}, on "
                        "an {transpose/tile.device}: each read of a column takes 32 wavefronts. "
                        "With one column more, the tile took {transpose/padded.time}."},
        },
}};

}  // namespace
}  // namespace lessons::transpose_lesson
