// Sorting keys digit by digit. A pass is a count, a scan of the counts, and a stable scatter. The
// ladder goes from one warp to all blocks, and from one bit a pass to eight.
#include <algorithm>
#include <array>
#include <cmath>

#include "lab/features/look_back.h"
#include "lab/features/setups.h"
#include "lab/features/sorted_keys.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/questions/radix_sort.h"
#include "lessons/reading.h"

namespace lessons::radix_sort_lesson {
namespace {

using namespace lab;

constexpr std::int64_t warp = 32, key_bytes = 4, keys_a_thread = 16, digits_of_eight = 256;

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 4, 1 << 28), .preset = 32}, "n", "Keys", "keys");
const Knob arrays =
    at_some_rungs(with_role(whole("arrays", "Arrays to sort", "arrays",
                                  {.ticks = powers_of_two(1, 1 << 18), .preset = 1}),
                            Knob::Role::repeats),
                  "This kernel spreads one array over all blocks.");
const Knob width = choice("key", "Bits of a key",
                          {{"10", "10 bits", "Keys are whole numbers from 0 to 1023."},
                           {"32", "32 bits", "Keys are whole numbers of 32 bits."}},
                          Knob::Role::variant);
const Knob digit =
    at_some_rungs(whole("digit", "Bits a pass", "bits", {.ticks = {1, 2, 3, 4}, .preset = 4}, 1),
                  "This kernel sorts by a fixed number of bits a pass.");
const Knob spread = choice("spread", "Distribution",
                           {{"all", "Any", "All keys are equally likely."},
                            {"sorted", "In order", "Keys are in order before the first pass."},
                            {"few", "Four keys", "Only 0, 1, 2 and 3 occur."},
                            {"one", "One key", "Every key is 0."}},
                           Knob::Role::variant);
const Knob equals = at_some_rungs(
    choice("equals", "Equal digits by",
           {{"ballot", "8 ballots",
             "A ballot for each bit of the digit finds the lanes with the same digit."},
            {"match", "1 match", "One instruction finds the lanes with the same digit."}}),
    "Digits of this kernel have few bits: a ballot for each bit is enough.");

bool matches(const Settings& set) { return set[equals] == 1; }
int key_bits(const Settings& set) { return set[width] == 1 ? 32 : 10; }

std::int64_t arrays_of(const Settings& set) { return idle(set, arrays) ? 1 : set[arrays]; }
std::int64_t places(const Settings& set) { return arrays_of(set) * set[count]; }

Fill keys_to_sort(const Settings& set) {
    const double all = std::ldexp(1.0, key_bits(set));
    switch (set[spread]) {
        case 0: return Fill::digits(0, all - 1);
        case 1: return {Fill::Kind::iota, 0, (all - 1) / double(places(set)), {}};
        case 2: return Fill::digits(0, 3);
        default: return Fill::digits(0, 0);
    }
}

// ---- The host's side.

Buffer unsorted(Plan& plan, const Settings& set) {
    return plan.input("keys", Type::u32, places(set), keys_to_sort(set));
}

std::int64_t warps(const Settings& set) { return blocks_for(set[block], warp); }
std::int64_t room(const Settings& set) { return set[block] * key_bytes; }

void by_warps(Plan& plan, const Settings& set) {
    const Buffer keys = unsorted(plan, set);
    const Buffer sorted = plan.buffer("sorted", Type::u32, places(set));
    plan.launch(set.kernel(), {blocks_for(set[arrays], warps(set)), set[block], room(set)}, keys,
                sorted, int(set[count]), int(set[arrays]), key_bits(set));
    plan.result(sorted);
}

// One block for each array; `more` comes after the arguments that all these kernels have.
template <class... More>
void by_a_block(Plan& plan, const Settings& set, More... more) {
    const Buffer keys = unsorted(plan, set);
    const Buffer sorted = plan.buffer("sorted", Type::u32, places(set));
    plan.launch(set.kernel(), {set[arrays], set[block], room(set)}, keys, sorted, int(set[count]),
                key_bits(set), more...);
    plan.result(sorted);
}

int passes(const Settings& set, int bits) { return (key_bits(set) + bits - 1) / bits; }

// A pass reads the result of the pass before. The last pass writes `sorted`. No pass writes the
// given keys.
template <class Pass>
void in_passes(Plan& plan, const Settings& set, int bits, Buffer keys, Pass pass) {
    const Buffer sorted = plan.buffer("sorted", Type::u32, set[count]);
    const Buffer between = plan.buffer("between", Type::u32, set[count]);
    const int all = passes(set, bits);
    for (int made = 0; made < all; ++made) {
        const Buffer to = (all - made) % 2 == 1 ? sorted : between;
        pass(keys, to, made);
        keys = to;
    }
    plan.result(sorted);
}

// The arguments of the kernels of a pass, besides the keys.
struct ThreeKernels {
    std::string counting;
    int bits;
    std::int64_t keys_a_thread, shared;
};

// At most as many warps as a digit has counts for.
std::int64_t scanning_threads(const Settings& set, std::int64_t groups) {
    return std::min(set[block], blocks_for(groups, warp) * warp);
}

template <class... Bits>
void in_three_kernels(Plan& plan, const Settings& set, const ThreeKernels& three, Bits... bits) {
    const std::int64_t groups = blocks_for(set[count], set[block] * three.keys_a_thread);
    const std::int64_t values = std::int64_t{1} << three.bits;
    const Buffer keys = unsorted(plan, set);
    const Buffer counts = plan.buffer("counts", Type::u32, values * groups);
    const Buffer totals = plan.buffer("totals", Type::u32, values);
    const int n = int(set[count]);
    in_passes(plan, set, three.bits, keys, [&](Buffer from, Buffer to, int pass) {
        const int shift = pass * three.bits;
        plan.launch(three.counting, {groups, set[block]}, from, counts, n, shift, bits...);
        plan.launch("scan_counts", {values, scanning_threads(set, groups)}, counts, totals,
                    int(groups));
        plan.launch(set.kernel(), {groups, set[block], three.shared}, from, to, counts, totals, n,
                    shift, bits...);
    });
}

void by_digits(Plan& plan, const Settings& set, std::int64_t shared) {
    in_three_kernels(plan, set, {"count_digits", int(set[digit]), 1, shared}, int(set[digit]));
}

// Room for the block's keys. The counts of its warps, half as large, are there before.
std::int64_t wide_room(const Settings& set) { return keys_a_thread * room(set); }

void by_eight(Plan& plan, const Settings& set) {
    in_three_kernels(plan, set, {"count_eight", 8, keys_a_thread, wide_room(set)});
}

std::int64_t wide_blocks(const Settings& set) {
    return blocks_for(set[count], keys_a_thread * set[block]);
}
// The last block: it reads the words of the most other blocks.
std::uint64_t last_of_wide(const Settings& set) { return std::uint64_t(wide_blocks(set) - 1); }

// A block adds 256 totals a pass, once for all of its keys.
std::int64_t counting_blocks(const Settings& set) {
    return std::min<std::int64_t>(wide_blocks(set), 1024);
}

void by_sweeps(Plan& plan, const Settings& set) {
    const int all = passes(set, 8), n = int(set[count]);
    const Buffer keys = unsorted(plan, set);
    const Buffer totals = plan.buffer("totals", Type::u32, digits_of_eight * all);
    const Buffer tickets = plan.buffer("tickets", Type::s32, all);
    const Buffer words = plan.buffer("words", Type::u32, digits_of_eight * wide_blocks(set));
    plan.clear(totals);
    plan.clear(tickets);
    plan.launch("count_all", {counting_blocks(set), set[block]}, keys, totals, n, all);
    in_passes(plan, set, 8, keys, [&](Buffer from, Buffer to, int pass) {
        plan.clear(words);
        plan.launch(set.kernel(), {wide_blocks(set), set[block], wide_room(set)}, from, to, totals,
                    tickets, words, n, pass);
    });
}

// ---- What is refused.

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, "");
}

std::optional<Refusal> spans(const Settings& set) {
    return refuse_span({}, places(set), arrays_of(set) > 1 ? arrays : count);
}

std::optional<Refusal> fits_a_warp(const Settings& set) {
    if (set[count] <= warp) return std::nullopt;
    return Refusal{
        .title = "A warp has 32 lanes, too few for an array of " + grouped(set[count]) + " keys",
        .why =
            "Each lane of this kernel holds one key of an array. One block sorts up to 1 024 "
            "keys, and many blocks sort any number of keys.",
        .limit_name = "keys per warp",
        .limit = double(warp),
        .asked = double(set[count]),
        .knob = count.id,
        .use = warp,
        .cuda_error = {},
        .shows = {}};
}

std::optional<Refusal> fits_a_block(const Settings& set) {
    if (set[count] <= set[block]) return std::nullopt;
    const bool larger_block = set[count] <= 1024;
    return Refusal{.title = "One block of " + grouped(set[block]) + " threads holds " +
                            grouped(set[block]) + " keys, too few for an array of " +
                            grouped(set[count]) + " keys",
                   .why =
                       "Each thread of this kernel holds one key of an array. Many blocks sort "
                       "any number of keys.",
                   .limit_name = "keys per block",
                   .limit = double(set[block]),
                   .asked = double(set[count]),
                   .knob = larger_block ? block.id : count.id,
                   .use = larger_block ? blocks_for(set[count], warp) * warp : set[block],
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU.

std::vector<double> sorted_at(const Settings& set, const Inputs& inputs,
                              const std::vector<std::uint64_t>& compared) {
    const auto key = inputs.values("keys");
    std::vector<std::uint32_t> keys(static_cast<std::size_t>(places(set)));
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = std::uint32_t(key(i));
    for (std::int64_t array = 0; array < arrays_of(set); ++array) {
        const auto first = keys.begin() + array * set[count];
        std::sort(first, first + set[count]);
        inputs.go_on();
    }
    if (compared.empty()) return {keys.begin(), keys.end()};
    std::vector<double> values;
    for (const std::uint64_t i : compared) values.push_back(keys[i]);
    return values;
}

Expected made_expected(const Settings& set, const Inputs& inputs) {
    Expected::Of sorted{.elements = sampled(std::uint64_t(places(set)))};
    sorted.values = sorted_at(set, inputs, sorted.elements);
    const std::size_t compared = sorted.values.size();
    return {.results = results_of(std::move(sorted)),
            .compared_with = "std::sort on the CPU, " +
                             compared_words(compared, std::uint64_t(places(set)), "places"),
            .tolerance = "none: these are whole numbers"};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 5>, Expected> known;
    if (places(set) <= 1 << 20) return made_expected(set, inputs);
    return known.of(
        {set[count], arrays_of(set), set[width], set[spread], std::int64_t(inputs.seed())},
        [&] { return made_expected(set, inputs); });
}

// ---- What is drawn.

// Two warps, or two blocks, of as many arrays.
Settings picture(Settings set) {
    set.set(arrays, std::min<std::int64_t>(set[arrays], 2));
    return set;
}

// Three blocks, the last one partly full.
template <int keys_each>
Settings picture_of_blocks(Settings set) {
    const std::int64_t of_block = keys_each * set[block];
    set.set(count, std::min(set[count], 2 * of_block + of_block / 2));
    return set;
}

// ---- Lane-instructions: in each pass some for each key, some for each count.

// Warps without an array leave at once.
double warp_cost(const Settings& set) {
    const double all = double(blocks_for(set[arrays], warps(set)) * set[block]);
    return 15 * all + double(warp * set[arrays]) * (10 + 24 * key_bits(set));
}
double block_lanes(const Settings& set) { return double(arrays_of(set) * set[block]); }
double bits_cost(const Settings& set) { return block_lanes(set) * (20 + 90 * key_bits(set)); }
double digits_cost(const Settings& set) {
    return block_lanes(set) *
           (20.0 + passes(set, int(set[digit])) * (110 + 8 * double(set[digit])));
}
double counts_cost(const Settings& set, std::int64_t groups, std::int64_t values) {
    const std::int64_t threads = scanning_threads(set, groups);
    return 70 * double(values * blocks_for(groups, threads) * threads);
}
double blocks_cost(const Settings& set) {
    const std::int64_t groups = blocks_for(set[count], set[block]);
    const double lanes = double(groups * set[block]);
    return passes(set, int(set[digit])) * (lanes * (170 + 8 * double(set[digit])) +
                                           counts_cost(set, groups, std::int64_t{1} << set[digit]));
}
double wide_pass_cost(const Settings& set) {
    const double lanes = double(wide_blocks(set) * set[block]);
    const double rounds = double(blocks_for(digits_of_eight, set[block]));
    return lanes * (16 * (matches(set) ? 45.0 : 80.0) + rounds * 160);
}
double eight_cost(const Settings& set) {
    return passes(set, 8) * (wide_pass_cost(set) + double(wide_blocks(set) * set[block]) * 16 * 14 +
                             counts_cost(set, wide_blocks(set), digits_of_eight));
}
double sweep_cost(const Settings& set) {
    return passes(set, 8) * (wide_pass_cost(set) + double(wide_blocks(set) * set[block]) * 16 * 10);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}
std::function<std::string(const Settings&)> matching(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + (matches(set) ? "<true>" : "<false>");
    };
}

// The bits by which a pass sorts.
int digit_bits(const Settings& set) {
    if (is(set, "warp") || is(set, "bits")) return 1;
    return is(set, "eight") || is(set, "one_sweep") ? 8 : int(set[digit]);
}

// A launch makes all passes; or three launches make one; or the first counts, each other makes one.
Passes passes_of(const Settings& set, int launch) {
    if (is(set, "one_sweep")) return {std::max(launch - 1, 0), launch};
    if (is(set, "blocks") || is(set, "in_order") || is(set, "eight"))
        return {launch / 3, launch / 3 + 1};
    return {0, passes(set, digit_bits(set))};
}

// One word a digit.
std::int64_t words_of_a_block(const Settings& set) {
    return is(set, "one_sweep") ? digits_of_eight : 0;
}

const Has<Setups> setups{
    "radix_sort",
    {{{"32 keys by a warp", {{&count, 32}, {&block, 32}, {&width, 0}}},
      {"1 024 keys by a block", {{&count, 1024}, {&block, 1024}, {&width, 0}}},
      {"2²⁸ keys of 10 bits", {{&count, 1 << 28}, {&block, 512}, {&width, 0}}, "one_sweep"},
      {"2²⁸ keys of 32 bits", {{&count, 1 << 28}, {&block, 512}, {&width, 1}}, "one_sweep"}}}};
const Has<LookBack> look_back{"radix_sort",
                              {.words = "words",
                               .of_block = words_of_a_block,
                               .shift = 30,
                               .says = {"nothing yet", "its own count", "all so far"},
                               .about = "digit 0"}};
const Has<SortedKeys> sorted_keys{"radix_sort",
                                  {.buffers = {"keys", "sorted", "between"},
                                   .key_bits = key_bits,
                                   .digit_bits = digit_bits,
                                   .passes = passes_of}};

const RegisterLesson registered{{
    .id = "radix_sort",
    .number = 26,  // the last of its chapter
    .chapter = Chapter::adding_and_scanning,
    .title = "Radix sort",
    .source = "radix_sort.cu",
    .sees = "A running total gives a key its place: it counts all smaller digits, and equal "
            "digits before the key.",
    .breaks = "\"A sort has to compare keys.\" No kernel here compares two keys: it counts "
              "digits, scans the counts and scatters the keys.",
    .next = "Choose keys that are in order already. Which counts change, and which do not?",
    .rungs =
        {
            {.id = "warp",
             .title = "A warp, by ballots",
             .brief = "A warp",
             .idea = "A ballot and a count of its bits give each lane's key its place.",
             .claim = "One ballot places 32 keys",
             .line = "unsigned ones = __ballot_sync(~0u, one);",
             .kernel = named("sort_warp"),
             .legal = first_of<whole_warps, fits_a_warp, spans>,
             .host = by_warps,
             .cost = warp_cost,
             .takes = {&arrays}},
            {.id = "bits",
             .title = "A block, bit by bit",
             .brief = "Bit by bit",
             .idea = "A running total over the block counts the ones before each key.",
             .claim = "A scan places the keys of a block",
             .line = "unsigned before = scan_block(one, &all) - one;",
             // 32 keys fill one warp: a block shows its part with a key for each thread.
             .opens = {{.values = {{&count, 256}}}},
             .kernel = named("sort_bits"),
             .legal = first_of<whole_warps, fits_a_block, spans>,
             .host = [](Plan& plan, const Settings& set) { by_a_block(plan, set); },
             .cost = bits_cost,
             .takes = {&arrays}},
            {.id = "digits",
             .title = "A block, digit by digit",
             .brief = "Digit by digit",
             .idea = "With sixteen counts in place of two, a quarter of the passes are enough.",
             .claim = "More counts save passes",
             .line = "room[place] = key;",
             .opens = {{.values = {{&count, 256}}}},
             .kernel = named("sort_digits"),
             .legal = first_of<whole_warps, fits_a_block, spans>,
             .host = [](Plan& plan,
                        const Settings& set) { by_a_block(plan, set, int(set[digit])); },
             .cost = digits_cost,
             .takes = {&arrays, &digit}},
            {.id = "blocks",
             .title = "Count, scan, scatter",
             .brief = "Three kernels",
             .idea = "Each block counts its digits, a scan adds up the counts, and each block "
                     "scatters its keys.",
             .claim = "Neighbouring lanes write far apart",
             .line = "sorted[way[digit] + place] = key;",
             // Many blocks pay where there are many keys.
             .opens = {{.view = "coalescing", .values = {{&count, 1 << 19}}}},
             .kernel = named("scatter_digits"),
             .legal = first_of<whole_warps, spans>,
             .host = [](Plan& plan, const Settings& set) { by_digits(plan, set, 0); },
             .picture = picture_of_blocks<1>,
             .cost = blocks_cost,
             .takes = {&digit}},
            {.id = "in_order",
             .title = "In order before the scatter",
             .brief = "In order first",
             .idea = "A block puts its keys in order in shared memory, then writes them.",
             .claim = "Neighbouring lanes write side by side",
             .line = "sorted[way[digit_of(key, shift, bits)] + t] = key;",
             .opens = {{.view = "coalescing", .values = {{&count, 1 << 19}}}},
             .kernel = named("scatter_in_order"),
             .legal = first_of<whole_warps, spans>,
             .host = [](Plan& plan, const Settings& set) { by_digits(plan, set, room(set)); },
             .picture = picture_of_blocks<1>,
             .cost = blocks_cost,
             .takes = {&digit}},
            {.id = "eight",
             .title = "Eight bits a pass",
             .brief = "Eight bits",
             .idea = "A block has 256 counts, so a thread has 16 keys.",
             .claim = "Half as many passes write long runs",
             .line = "sorted[way[byte_of(key, shift)] + i] = key;",
             .opens = {{.view = "data_flow", .values = {{&count, 1 << 19}}}},
             .kernel = matching("scatter_eight"),
             .legal = first_of<whole_warps, spans>,
             .host = by_eight,
             .picture = picture_of_blocks<keys_a_thread>,
             .cost = eight_cost,
             .modelled_within = 2.6,
             .takes = {&equals}},
            {.id = "one_sweep",
             .title = "One kernel a pass",
             .brief = "One sweep",
             .idea = "All digits are counted once. In each pass a block looks back for the "
                     "counts of the blocks before it.",
             .claim = "Each pass reads the keys once",
             .line = "unsigned before = look_back(words, block, digit);",
             .opens = {{.values = {{&count, 1 << 19}}}},
             .kernel = matching("sweep"),
             .legal = first_of<whole_warps, spans>,
             .host = by_sweeps,
             .picture = picture_of_blocks<keys_a_thread>,
             .cost = sweep_cost,
             .watch = last_of_wide,
             .modelled_within = 230,
             .takes = {&equals}},
        },
    .knobs = {&block, &count, &arrays, &width, &digit, &spread, &equals},
    .host = by_warps,
    .expected = expected,
    // At least, each key is read and written once. Passes move all keys again: that is their cost,
    // and not needed.
    .bytes = [](const Settings& set) { return 2.0 * key_bytes * double(places(set)); },
    .flops = [](const Settings&) { return 0.0; },
    .picture = picture,
    .cost = warp_cost,
    .views = {"data_flow", "coalescing", "lanes", "banks", "same_address"},
    .ledger = {"global_load_requests", "global_store_requests", "global_store_sectors", "barriers",
               "shuffles", "shared_store_bank_conflicts", "atomics", "bytes_asked",
               "warp_instructions"},
    .predictions = radix_sort_predictions,
}};

}  // namespace
}  // namespace lessons::radix_sort_lesson
