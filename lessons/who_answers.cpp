// Who answers a load. The kernels request each sector more than once. The L1 of the same
// multiprocessor answers, or the L2 of all, or memory: that depends on the bytes in between, and on
// which multiprocessor requests.
#include <algorithm>
#include <cmath>

#include "lab/features/watching.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::who_answers_lesson {
namespace {

using namespace lab;

constexpr std::int64_t multiprocessors = 132;  // of the H200, for which the grid of passes is made
constexpr std::int64_t warps_at_once = 64, blocks_at_once = 32;  // resident on a multiprocessor
constexpr std::int64_t least_piece = 32, most_pieces = 4096;
constexpr std::int64_t floats_a_pass = 16;  // of a thread, at least: a small n has fewer blocks

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 64});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 16, 1 << 28), .also = {1'000'003}, .preset = 1 << 26}, "n",
            "Floats", "floats");

Knob offset_knob() {
    Knob knob =
        whole("offset", "Offset", "floats", {.ticks = {0, 1, 2, 4, 8, 16, 31}, .preset = 1}, 0, 31);
    knob.role = Knob::Role::offset;
    knob.hint = "By how many floats all lanes are shifted. A sector holds eight.";
    return at_some_rungs(knob, "This kernel begins with the first float.");
}
const Knob offset = offset_knob();

Knob row_knob() {
    Knob knob =
        whole("row", "Floats of a row", "floats", {.ticks = powers_of_two(8, 64), .preset = 16});
    knob.logarithmic = true;
    knob.hint = "How many floats each thread adds: one row, or as many from other places.";
    return at_some_rungs(knob, "This kernel reads the array as one, without rows.");
}
const Knob row = row_knob();

Knob passes_knob() {
    Knob knob = whole("passes", "Passes", "passes", {.ticks = powers_of_two(1, 16), .preset = 4});
    knob.logarithmic = true;
    knob.hint = "How often every float is read and added.";
    return at_some_rungs(knob, "This kernel reads each float once.");
}
const Knob passes = passes_knob();

Knob piece_knob() {
    Knob knob =
        whole("piece", "Floats of a piece", "floats",
              {.ticks = powers_of_two(1 << 18, 1 << 26), .preset = 1 << 22}, least_piece, 1 << 28);
    knob.logarithmic = true;
    knob.hint = "All passes are made over a piece, then over the next. 2^22 floats are 16 MiB.";
    return at_some_rungs(knob, "This kernel takes the array as one piece.");
}
const Knob piece = piece_knob();

bool in_passes(const Settings& set) { return is(set, "again") || is(set, "pieces"); }

// ---- Which thread adds which floats.

std::int64_t rows(const Settings& set) { return blocks_for(set[count], set[row]); }

// As many blocks as are resident at once: no block begins after another has ended.
std::int64_t resident_blocks(const Settings& set) {
    const std::int64_t warps = blocks_for(set[block], 32);
    return multiprocessors * std::min(blocks_at_once, warps_at_once / warps);
}

std::int64_t grid(const Settings& set) {
    if (in_passes(set))
        return std::min(resident_blocks(set), blocks_for(set[count], floats_a_pass * set[block]));
    const std::int64_t rows_a_block = is(set, "columns") ? set[block] * set[row] : set[block];
    return blocks_for(rows(set), rows_a_block) * (is(set, "columns") ? set[row] : 1);
}

// The threads that write a sum.
std::int64_t threads(const Settings& set) {
    return in_passes(set) || is(set, "columns") ? grid(set) * set[block] : rows(set);
}

struct Added {
    std::int64_t first = 0, step = 1, end = 0;
};
double sum(const Added& added, const std::function<double(std::uint64_t)>& number) {
    double total = 0;
    for (std::int64_t i = added.first; i < added.end; i += added.step)
        total += number(std::uint64_t(i));
    return total;
}

Added of_row(const Settings& set, std::int64_t thread) {
    return {thread * set[row], 1, std::min(set[count], (thread + 1) * set[row])};
}

Added of_column(const Settings& set, std::int64_t thread) {
    const std::int64_t width = set[row], strip = width * set[block];
    const std::int64_t from = thread / strip * strip;  // rows before those of this block
    const std::int64_t column = thread / set[block] % width;
    return {(from + thread % set[block]) * width + column, strip,
            std::min(set[count], (from + strip) * width)};
}

// The floats that a thread adds in one pass over those from `first` to `end`.
Added of_pass(const Settings& set, std::int64_t thread, std::int64_t pass, std::int64_t first,
              std::int64_t end) {
    const std::int64_t part = (thread / set[block] + pass) % grid(set);
    return {first + part * set[block] + thread % set[block], threads(set), end};
}

double sum_of_passes(const Settings& set, std::int64_t thread,
                     const std::function<double(std::uint64_t)>& number) {
    const std::int64_t each = is(set, "pieces") ? set[piece] : set[count];
    double total = 0;
    for (std::int64_t first = 0; first < set[count]; first += each)
        for (std::int64_t pass = 0; pass < set[passes]; ++pass)
            total +=
                sum(of_pass(set, thread, pass, first, std::min(set[count], first + each)), number);
    return total;
}

double sum_of_thread(const Settings& set, std::int64_t thread,
                     const std::function<double(std::uint64_t)>& number) {
    if (in_passes(set)) return sum_of_passes(set, thread, number);
    if (is(set, "rows")) return sum(of_row(set, thread), number);
    if (is(set, "columns")) return sum(of_column(set, thread), number);
    const std::int64_t shift = set[offset];
    return sum({thread + shift, threads(set), set[count] + shift}, number);
}

// ---- The host's side.

struct Sums {
    Buffer numbers, sums;
};

Sums buffers(Plan& plan, const Settings& set, std::int64_t behind = 0) {
    // At most 7, so that the sum of any thread stays below 2^24, up to which floats are exact.
    const Buffer numbers =
        plan.input("numbers", Type::f32, set[count] + behind, Fill::digits(0, 7));
    return {numbers, plan.buffer("sums", Type::f32, threads(set))};
}

void side_by_side(Plan& plan, const Settings& set) {
    const auto [numbers, sums] = buffers(plan, set, set[offset]);
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]),
                int(threads(set)), int(set[offset]));
    plan.result(sums);
}

void a_row_a_thread(Plan& plan, const Settings& set) {
    const auto [numbers, sums] = buffers(plan, set);
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]),
                int(threads(set)), int(set[row]));
    plan.result(sums);
}

void a_column_a_block(Plan& plan, const Settings& set) {
    const auto [numbers, sums] = buffers(plan, set);
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]),
                int(set[row]));
    plan.result(sums);
}

void again_and_again(Plan& plan, const Settings& set) {
    const auto [numbers, sums] = buffers(plan, set);
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]),
                int(set[passes]));
    plan.result(sums);
}

void piece_by_piece(Plan& plan, const Settings& set) {
    const auto [numbers, sums] = buffers(plan, set);
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]),
                int(set[passes]), int(set[piece]));
    plan.result(sums);
}

// Every thread goes through all pieces, also through pieces without a float for it.
std::optional<Refusal> too_many_pieces(const Settings& set) {
    const std::int64_t pieces = blocks_for(set[count], set[piece]);
    if (pieces <= most_pieces) return std::nullopt;
    return Refusal{.title = grouped(set[count]) + " floats in pieces of " + grouped(set[piece]) +
                            " are " + grouped(pieces) + " pieces: " + grouped(most_pieces) +
                            " at most",
                   .why =
                       "Every thread goes through all pieces, and small pieces have no float for "
                       "most threads. Take larger pieces, or fewer floats.",
                   .limit_name = "pieces",
                   .limit = double(most_pieces),
                   .asked = double(pieces),
                   .knob = piece.id,
                   .use = blocks_for(set[count], most_pieces),
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU.

double floats_read(const Settings& set) {
    return double(set[count]) * double(in_passes(set) ? set[passes] : 1);
}

// The threads whose sums are compared: all where they add few floats, else some at irregular
// distances. At even distances they could all be the same lane of their warps.
std::vector<std::uint64_t> compared_threads(const Settings& set) {
    constexpr double most_floats = 1 << 22;
    const double all = double(threads(set));
    if (floats_read(set) <= most_floats) return {};
    const double some = std::max(64.0, std::floor(all * most_floats / floats_read(set)));
    return scattered(std::uint64_t(all), std::size_t(some));
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("numbers");
    const std::int64_t all = threads(set);
    Expected::Of sums{.elements = compared_threads(set), .values = {}};
    sums.values = values_at(sums.elements, std::uint64_t(all), [&](std::uint64_t thread) {
        return sum_of_thread(set, std::int64_t(thread), number);
    });
    const std::size_t compared = sums.values.size();
    return {.results = results_of(std::move(sums)),
            .compared_with = "each thread's sum in double on the CPU, " +
                             compared_words(compared, std::uint64_t(all), "threads"),
            .tolerance = "none: these are whole numbers below 2^24, and floats hold those exactly"};
}

// ---- What is drawn: a few blocks with as many floats a thread. A piece is as large a share of the
// array as it was, and count modulo 8 stays as it was.
Settings picture(Settings set) {
    const std::int64_t all = set[count];
    const std::int64_t few =
        in_passes(set) ? 8 * floats_a_pass * set[block]
                       : std::min<std::int64_t>(4 * set[row] * set[block], std::int64_t{1} << 16);
    if (all <= few) return set;
    set.set(count, few - (8 - all % 8) % 8);
    if (is(set, "pieces") && set[piece] < all)
        set.set(piece, std::max(least_piece, set[piece] * few / all));
    return set;
}

// The second block: the first one requests nothing that another block has requested before.
std::uint64_t watch(const Settings& set) { return grid(set) > 1 ? 1 : 0; }

// Lane-instructions: `of_each` for each float that is read, and some for each thread.
template <int of_each>
double cost(const Settings& set) {
    return floats_read(set) * of_each + 30 * double(threads(set));
}

// With the cost of each pass over each piece.
double cost_of_pieces(const Settings& set) {
    const double pieces = double(blocks_for(set[count], set[piece]));
    return cost<8>(set) + 12 * pieces * double(set[passes]) * double(threads(set));
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const char* const once = "read each float once";
const char* const often = "read all floats in passes";

const Has<Watching> watching{"who_answers", {.follows_all_blocks = true}};

const RegisterLesson registered{{
    .id = "who_answers",
    .number = 4,  // after the option
    .chapter = Chapter::memory,
    .title = "Who answers a load",
    .source = "who_answers.cu",
    .sees = "Warps request sectors more often than memory moves them. Between the two are an L1 on "
            "each multiprocessor, and one L2 for all.",
    .breaks = "\"Every requested sector is moved.\" A row a thread requests every sector eight "
              "times, and memory moves it once if a cache keeps it so long.",
    .next = "Choose kernel 4 and n = 2^22: which level answers the second pass, and which level "
            "does at 2^26?",
    .rungs =
        {
            {.id = "offset",
             .title = "Offset",
             .idea = "Lanes read side by side, some floats further on.",
             .claim = "The next warp wants the fifth sector, too",
             .work = once,
             .line = "sum += numbers[i + offset];",
             .kernel = named("add_offset"),
             .host = side_by_side,
             .takes = {&offset, &row}},
            {.id = "rows",
             .title = "A row a thread",
             .idea = "Each thread walks along its own row, and neighbouring lanes are a row apart.",
             .claim = "Every lane requests its own sector eight times",
             .work = once,
             .line = "sum += numbers[i];",
             .kernel = named("add_rows"),
             .host = a_row_a_thread,
             .takes = {&row}},
            {.id = "columns",
             .title = "Transposed reads",
             .brief = "Transposed",
             .idea = "Lanes are a row apart as before, and each block goes down a column.",
             .claim = "Other blocks request the same sectors again",
             .work = once,
             .line = "sum += numbers[i];",
             .kernel = named("add_columns"),
             .host = a_column_a_block,
             .takes = {&row}},
            {.id = "again",
             .title = "Again and again",
             .brief = "Again",
             .idea = "Lanes read side by side, the whole array in each of several passes.",
             .claim = "Each pass requests all sectors again",
             .work = often,
             .line = "sum += numbers[i];",
             .kernel = named("add_again"),
             .host = again_and_again,
             .takes = {&passes}},
            {.id = "pieces",
             .title = "Blocked for the L2",
             .brief = "Blocked",
             .idea = "All passes read one piece, then all read the next.",
             .claim = "Each sector is requested again while it is near",
             .work = often,
             .line = "sum += numbers[i];",
             .kernel = named("add_in_pieces"),
             .legal = too_many_pieces,
             .host = piece_by_piece,
             .cost = cost_of_pieces,
             .takes = {&passes, &piece}},
        },
    .knobs = {&block, &count, &offset, &row, &passes, &piece},
    .host = side_by_side,
    .expected = expected,
    .bytes = [](const Settings& set) { return 4 * double(set[count]) + 4 * double(threads(set)); },
    .flops = floats_read,
    .modelled_within = 2.8,  // which level answers is not in it
    .picture = picture,
    .cost = cost<8>,
    .watch = watch,
    .views = {"levels", "coalescing", "heat_map", "lanes", "in_flight", "data_flow"},
    .ledger = {"global_load_requests", "global_load_sectors", "bytes_requested", "bytes_asked",
               "global_load_rounds", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "4096 floats lie in 512 sectors. Each thread walks along a row of 16, a "
                         "float at a time. How many sectors do all loads together request?",
             .answer = "who_answers/rows.global_load_sectors",
             .unit = "sectors",
             .most = 8192,
             .known = {{"Side by side", "who_answers/offset offset=0.global_load_sectors"},
                       {"One float further on", "who_answers/offset.global_load_sectors"}},
             .because = "Every lane has a sector to itself in each load, and comes back to it "
                        "seven times: 8 floats, 8 loads. Memory moves it once if a cache keeps it "
                        "for so long."},
            {.question = "Now each block goes down a column, its lanes a row apart. Seven other "
                         "blocks, on other multiprocessors, want the rest of a sector. How many "
                         "sectors are requested, compared with a row a thread?",
             .choices = {{"An eighth as many", .5}, {"As many", 1.5}, {"Eight times as many"}},
             .answer = "who_answers/columns.global_load_sectors over "
                       "who_answers/rows.global_load_sectors",
             .unit = "times as many",
             .because = "{who_answers/columns.global_load_sectors} and "
                        "{who_answers/rows.global_load_sectors}. The second request differs: no L1 "
                        "serves another multiprocessor, so the L2 answers."},
            {.question =
                 "Each lane reads one float further on, and loads request a quarter more sectors. "
                 "How much longer do they take?",
             .choices = {{"As long, or up to 5 % longer", 1.05},
                         {"Up to 15 % longer", 1.15},
                         {"A quarter longer", 1.35},
                         {"More than that"}},
             .answer = "who_answers/offset.time over who_answers/offset offset=0.time",
             .unit = "times as long",
             .because = "{who_answers/offset.time}, and {who_answers/offset offset=0.time} without "
                        "an offset, on an {who_answers/offset.device}. The fifth sector hardly "
                        "explains this: with an offset of eight floats there is none, and it took "
                        "{who_answers/offset offset=8.time}."},
            {.question = "A row a thread and transposed reads request the same sectors, each eight "
                         "times. How long do transposed reads take, compared with a row a thread?",
             .choices = {{"Less long", .97},
                         {"As long", 1.03},
                         {"Up to twice as long", 2},
                         {"Longer than that"}},
             .answer = "who_answers/columns.time over who_answers/rows.time",
             .unit = "times as long",
             .because = "{who_answers/columns.time}, and {who_answers/rows.time} with a row a "
                        "thread, on an {who_answers/columns.device}. By the model of the caches "
                        "seven of eight answers come from the L2 in place of the L1."},
            {.question = "Four passes read 256 MiB, each float four times. How long do they take "
                         "if all passes read 16 MiB before the next 16 MiB, compared with passes "
                         "over the whole?",
             .choices = {{"A third as long or less", .36},
                         {"About half as long", .65},
                         {"Somewhat less long", .97},
                         {"As long, or longer"}},
             .answer = "who_answers/pieces.time over who_answers/again.time",
             .unit = "times as long",
             .because = "{who_answers/pieces.time}, and {who_answers/again.time} over the whole, "
                        "on an {who_answers/pieces.device}. By the model of the caches three of "
                        "four passes find their floats in the L2. A thread has one load in flight, "
                        "so it waits for the L2 as well."},
        },
}};

}  // namespace
}  // namespace lessons::who_answers_lesson
