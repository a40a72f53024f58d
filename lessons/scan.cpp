// Running totals. Within a block: fewer additions or fewer rounds. Then the ways beyond one block,
// up to a single pass at the rate of memory.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "lab/features/look_back.h"
#include "lab/features/setups.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/questions/scan.h"
#include "lessons/reading.h"

namespace lessons::scan_lesson {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 512, .beyond = 2048});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 5, 1 << 28), .also = {100'000'000}, .preset = 512});
const Knob arrays =
    at_some_rungs(with_role(whole("arrays", "Arrays to scan", "arrays",
                                  {.ticks = powers_of_two(1, 1 << 18), .preset = 1}),
                            Knob::Role::repeats),
                  "This kernel spreads one array over all blocks.");
const ReadingKnobs read;
const Knob in_block =
    at_some_rungs(choice("in_block", "Within a block",
                         {{"shared", "Shared memory",
                           "Totals pass through shared memory, with barriers between the rounds."},
                          {"shuffle", "Warp shuffle",
                           "Warps scan by shuffles; shared memory holds the sums of warps."}},
                         Knob::Role::variant),
                  "This kernel has only one way within a block.");
const Knob kind =
    choice("kind", "Running total",
           {{"inclusive", "Inclusive", "A total includes the number at its own place."},
            {"exclusive", "Exclusive", "A total stops before the number at its own place."}});
const Knob join = choice("join", "Joined by",
                         {{"sum", "a + b", "Sums of all numbers so far."},
                          {"max", "max", "The largest number so far."}});

const Knob type = real_knob();

bool in_shuffles(const Settings& set) { return set[in_block] == 1; }
bool exclusive(const Settings& set) { return set[kind] == 1; }
bool largest(const Settings& set) { return set[join] == 1; }
std::string flag(bool on) { return on ? "true" : "false"; }
std::string operation(const Settings& set) { return largest(set) ? "Max" : "Sum"; }

Real real(const Settings& set) { return lessons::real(set, type); }

std::string arguments(const Settings& set, bool exclusive_totals) {
    return real(set).name + ", " + operation(set) + ", " + flag(exclusive_totals);
}
// The names of a kernel of one block, and of one that has both ways within its blocks.
std::string plain(const Settings& set, const std::string& name) {
    return name + "<" + arguments(set, exclusive(set)) + ">";
}
std::string with_ways(const Settings& set, const std::string& name, bool exclusive_totals) {
    return name + "<" + arguments(set, exclusive_totals) + ", " + flag(in_shuffles(set)) + ">";
}

// Arrays, each of one block, where a kernel scans within a block.
std::int64_t arrays_of(const Settings& set) { return idle(set, arrays) ? 1 : set[arrays]; }
std::int64_t places(const Settings& set) { return arrays_of(set) * set[count]; }

Buffer numbers_to_join(Plan& plan, const Settings& set) {
    return plan.input("numbers", real(set).type, reading(set, read).span(places(set)),
                      Fill::digits(0, largest(set) ? 999 : 9));
}

// Bytes of shared memory, one number a thread.
std::int64_t room(const Settings& set) { return real(set).bytes * set[block]; }

// One block for each array, with shared memory for `room` numbers.
void in_one_block(Plan& plan, const Settings& set, std::int64_t room) {
    const Reading at = reading(set, read);
    const Buffer numbers = numbers_to_join(plan, set);
    const Buffer totals = plan.buffer("totals", real(set).type, places(set));
    plan.launch(set.kernel(), {arrays_of(set), set[block], real(set).bytes * room}, numbers, totals,
                int(set[count]), int(at.stride), int(at.offset));
    plan.result(totals);
}

void a_place_each(Plan& plan, const Settings& set) { in_one_block(plan, set, set[block]); }
// Blelloch stores the total of all numbers one place past the end.
void one_place_more(Plan& plan, const Settings& set) { in_one_block(plan, set, set[block] + 1); }
void padded_places(Plan& plan, const Settings& set) {
    in_one_block(plan, set, set[block] + set[block] / 32 + 1);
}
void no_places(Plan& plan, const Settings& set) { in_one_block(plan, set, 0); }

void in_a_chain(Plan& plan, const Settings& set) {
    const Reading at = reading(set, read);
    const Buffer numbers = numbers_to_join(plan, set);
    const Buffer totals = plan.buffer("totals", real(set).type, set[count]);
    const Buffer so_far = plan.buffer("so_far", real(set).type, 1);
    const Buffer ticket = plan.buffer("ticket", Type::s32, 1);
    const Buffer done = plan.buffer("done", Type::s32, 1);
    plan.clear(ticket);
    plan.clear(done);
    plan.launch(set.kernel(), {blocks_for(set[count], set[block]), set[block], room(set)}, numbers,
                totals, int(set[count]), int(at.stride), int(at.offset), so_far, ticket, done);
    plan.result(totals);
}

// Scans the blocks, then their sums in the same way, to any depth, then joins both.
Buffer scan_level(Plan& plan, const Settings& set, Buffer numbers, std::int64_t n,
                  const Reading& at, bool exclusive_totals) {
    const std::int64_t groups = blocks_for(n, set[block]);
    const Buffer totals = plan.buffer("totals", real(set).type, n);
    const Buffer sums = plan.buffer("sums", real(set).type, groups);
    plan.launch(with_ways(set, "scan_blocks", exclusive_totals), {groups, set[block], room(set)},
                numbers, totals, sums, int(n), int(at.stride), int(at.offset));
    if (groups <= 1 || set[block] <= 1) return totals;
    const Buffer before = scan_level(plan, set, sums, groups, {}, true);
    plan.launch("join_before<" + real(set).name + ", " + operation(set) + ">", {groups, set[block]},
                before, totals, int(n));
    return totals;
}

// 64 bytes a thread.
std::int64_t numbers_a_thread(const Settings& set) { return 64 / real(set).bytes; }
std::int64_t groups_of(const Settings& set) {
    const std::int64_t each = is(set, "wide") ? numbers_a_thread(set) : 1;
    return blocks_for(set[count], set[block] * each);
}

// The ticket that numbers the blocks as they start, and the words that they publish.
struct Words {
    Buffer ticket, words;
};
Words said_by(Plan& plan, const Settings& set) {
    const Buffer ticket = plan.buffer("ticket", Type::s32, 1);
    const Buffer words = plan.buffer("words", Type::u64, groups_of(set) * real(set).bytes / 4);
    plan.clear(ticket);
    plan.clear(words);
    return {ticket, words};
}

void in_three_kernels(Plan& plan, const Settings& set) {
    const Buffer numbers = numbers_to_join(plan, set);
    plan.result(scan_level(plan, set, numbers, set[count], reading(set, read), exclusive(set)));
}

// One number a thread; blocks look back for the total left of them.
void by_looking_back(Plan& plan, const Settings& set) {
    const Reading at = reading(set, read);
    const Buffer numbers = numbers_to_join(plan, set);
    const Buffer totals = plan.buffer("totals", real(set).type, set[count]);
    const auto [ticket, words] = said_by(plan, set);
    plan.launch(set.kernel(), {groups_of(set), set[block], room(set)}, numbers, totals,
                int(set[count]), int(at.stride), int(at.offset), ticket, words);
    plan.result(totals);
}

void by_wide_loads(Plan& plan, const Settings& set) {
    const Buffer numbers = numbers_to_join(plan, set);
    const Buffer totals = plan.buffer("totals", real(set).type, set[count]);
    const auto [ticket, words] = said_by(plan, set);
    plan.launch(set.kernel(), {groups_of(set), set[block]}, numbers, totals, int(set[count]),
                ticket, words);
    plan.result(totals);
}

// The totals at the compared places, by one walk over all numbers.
std::vector<double> totals_at(const Settings& set, const Inputs& inputs,
                              const std::vector<std::uint64_t>& compared) {
    const Reading at = reading(set, read);
    const auto number = inputs.values("numbers");
    const std::int64_t all = places(set), each = set[count];
    const bool by_size = largest(set), before = exclusive(set);
    const double nothing = by_size ? -std::numeric_limits<double>::infinity() : 0;
    double total = nothing;
    std::vector<double> values;
    values.reserve(compared.empty() ? std::size_t(all) : compared.size());
    for (std::int64_t i = 0; i < all; ++i) {
        if (i % each == 0) total = nothing;
        if (i % 65'536 == 0) inputs.go_on();
        const bool wanted = compared.empty() || (values.size() < compared.size() &&
                                                 compared[values.size()] == std::uint64_t(i));
        const double next = number(i * at.stride + at.offset);
        const double joined = by_size ? std::max(total, next) : total + next;
        if (wanted) values.push_back(before ? total : joined);
        total = joined;
    }
    return values;
}

// The joins on the longest way of a number to a total.
double rounds(const Settings& set) { return log2_of(2 * set[block] - 1); }
double roundings(const Settings& set) { return 2 * rounds(set); }
double roundings_in_a_chain(const Settings& set) {
    return roundings(set) + double(blocks_for(set[count], set[block])) + 1;
}
double roundings_in_three_kernels(const Settings& set) {
    double sum = 0;
    for (std::int64_t n = set[count]; n > 1 && set[block] > 1; n = blocks_for(n, set[block]))
        sum += roundings(set) + 1;
    return sum;
}

// Every block's sum may be joined to a total in turn. A number of a wide load is joined with those
// of its load, twice, in its warp's five rounds, with its rows, and with the other warps.
double roundings_by_wide_loads(const Settings& set) {
    const double of_load = 16.0 / double(real(set).bytes);
    return 2 * of_load + 5 + 4 + 5 + 3 + double(groups_of(set));
}

Expected made_expected(const Settings& set, const Inputs& inputs) {
    Expected::Of totals{.elements = sampled(places(set))};
    totals.values = totals_at(set, inputs, totals.elements);
    const Rounding allowed =
        largest(set)
            ? Rounding{0, "none: the largest of some numbers is one of them"}
            : rounding(real(set), *std::max_element(totals.values.begin(), totals.values.end()),
                       roundings_of(set));
    totals.relative = allowed.relative;
    const std::size_t compared = totals.values.size();
    return {.results = results_of(std::move(totals)),
            .compared_with = "running totals in double on the CPU, " +
                             compared_words(compared, places(set), "places"),
            .tolerance = allowed.words + hidden_in(allowed, set[count])};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 9>, Expected> known;
    if (places(set) <= 1 << 20) return made_expected(set, inputs);
    const Reading at = reading(set, read);
    return known.of({set[count], arrays_of(set), at.stride, at.offset, set[kind], set[join],
                     set[type], std::int64_t(roundings_of(set)), std::int64_t(inputs.seed())},
                    [&] { return made_expected(set, inputs); });
}

std::optional<Refusal> fits_a_block(const Settings& set) {
    if (set[count] <= set[block]) return std::nullopt;
    const bool larger_block = set[count] <= 1024;
    const std::int64_t best =
        larger_block ? std::max<std::int64_t>(32, std::int64_t{1} << log2_of(2 * set[count] - 1))
                     : set[block];
    return Refusal{.title = "One block of " + grouped(set[block]) + " threads holds " +
                            grouped(set[block]) + " numbers, and " + grouped(set[count]) +
                            " were chosen",
                   .why =
                       "This kernel scans within one block, one number a thread. A chain of "
                       "blocks, three kernels and the look-backs take more numbers.",
                   .limit_name = "numbers in one block",
                   .limit = double(set[block]),
                   .asked = double(set[count]),
                   .knob = larger_block ? block.id : count.id,
                   .use = best,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> halves(const Settings& set) {
    if (set[block] == 1) return std::nullopt;
    return refuse_odd_block(
        set, block,
        "Both trees double or halve their reach in each round. In a block of " +
            grouped(set[block]) + " the last group is not full.",
        "Places after the last whole group get totals that lack the numbers to their left.");
}

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, lanes_missing);
}

// Whole warps: with other sizes CUB's lanes read places of its memory that nobody wrote, and do not
// use them.
std::optional<Refusal> one_of_cub(const Settings& set) {
    return refuse_other_blocks(set, block, {32, 64, 128, 192, 256, 512, 1024});
}

std::optional<Refusal> whole_warps_undefined(const Settings& set) {
    return refuse_part_warps(set, block, "");
}

std::optional<Refusal> whole_warps_for_shuffles(const Settings& set) {
    return in_shuffles(set) ? whole_warps_undefined(set) : std::nullopt;
}

std::optional<Refusal> ends(const Settings& set) {
    if (set[block] > 1 || set[count] == 1) return std::nullopt;
    return Refusal{.title = "One thread a block leaves as many sums as there are numbers",
                   .why =
                       "The sums of the blocks are scanned in the same way. With one thread a "
                       "block there are never fewer sums, so the launches would never end.",
                   .limit_name = "threads per block",
                   .limit = 2,
                   .asked = 1,
                   .knob = block.id,
                   .use = 2,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> spans(const Settings& set) {
    return refuse_span(reading(set, read), places(set), arrays_of(set) > 1 ? arrays : count);
}

// One block as it is, or two where there are more arrays.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], std::max<std::int64_t>(set[block], 1)));
    set.set(arrays, std::min<std::int64_t>(set[arrays], 2));
    return set;
}

// Eight blocks, the last one partly full: enough to see which block waits for which.
Settings picture_of_eight_blocks(Settings set) {
    const std::int64_t most = 7 * set[block] + set[block] / 2;
    set.set(count, std::min(set[count], std::max<std::int64_t>(most, 1)));
    return set;
}

// The same with 64 bytes a thread.
Settings picture_of_wide_blocks(Settings set) {
    const std::int64_t of_block = set[block] * numbers_a_thread(set);
    set.set(count, std::min(set[count], 7 * of_block + of_block / 2));
    return set;
}

std::uint64_t last_block(const Settings& set) { return std::uint64_t(groups_of(set)) - 1; }

// Lane-instructions: for each number, and for each number in each round.
double lanes(const Settings& set) {
    return double(arrays_of(set) * std::max(set[count], set[block]));
}
double cost(const Settings& set) { return lanes(set) * (40 + 25 * rounds(set)); }
double shuffle_cost(const Settings& set) { return 130 * lanes(set); }
double cost_beyond_a_block(const Settings& set) {
    return in_shuffles(set) ? shuffle_cost(set) : cost(set);
}

const std::string in_shared_memory =
    "The trees of this kernel lie in shared memory, to show its banks.";

const std::string joins = "part[t] = Op::join(left, part[t]);";

// A float takes one word, a double two.
std::int64_t words_of_a_block(const Settings& set) {
    return is(set, "look_back") || is(set, "wide") ? real(set).bytes / 4 : 0;
}

Setup doubles_of_the_course(std::string title, std::int64_t threads, std::int64_t way) {
    return {std::move(title),
            {{&count, 100'000'000}, {&type, 1}, {&block, threads}, {&in_block, way}}};
}

const Has<Setups> setups{"scan",
                         {{doubles_of_the_course("10⁸ doubles, blocks of 512", 512, 0),
                           doubles_of_the_course("the same by shuffles", 512, 1),
                           doubles_of_the_course("10⁸ doubles, blocks of 1024", 1024, 0),
                           doubles_of_the_course("these by shuffles", 1024, 1)}}};
const Has<LookBack> look_back{"scan",
                              {.words = "words",
                               .of_block = words_of_a_block,
                               .shift = 32,
                               .says = {"nothing yet", "its own sum", "all so far"},
                               .about = {}}};

const RegisterLesson registered{{
    .id = "scan",
    .number = 11,
    .chapter = Chapter::adding_and_scanning,
    .title = "Running totals",
    .source = "scan.cu",
    .sees =
        "Every place needs all places before it, and yet nine rounds are enough for 512 numbers.",
    .breaks = "\"A running total has to go one by one.\" Any operation can be scanned in parallel "
              "if its brackets may stand anywhere.",
    .next = "Take 512 numbers and compare the first two kernels: which makes fewer additions, and "
            "which needs fewer rounds?",
    .rungs =
        {
            {.id = "hillis",
             .title = "Hillis and Steele",
             .brief = "Hillis-Steele",
             .idea = "In each round, every thread reaches twice as far to its left.",
             .claim = "Each round reaches twice as far",
             .line = joins,
             .kernel = [](const Settings& set) { return plain(set, "scan_hillis"); },
             .legal = first_of<fits_a_block, spans>,
             .takes = {&arrays},
             .without = {{&in_block,
                          "From the first round on, lanes read from the warp to their left, which "
                          "a shuffle cannot do."}}},
            {.id = "blelloch",
             .title = "Blelloch",
             .idea = "One tree builds sums on the way up, another hands them down.",
             .claim = "Twice the rounds make a quarter of the additions",
             .line = "part[right] = Op::join(part[right - d], part[right]);",
             .kernel = [](const Settings& set) { return plain(set, "scan_blelloch"); },
             .legal = first_of<halves, fits_a_block, spans>,
             .host = one_place_more,
             .modelled_within = 1.9,
             .takes = {&arrays},
             .without = {{&in_block, in_shared_memory}}},
            {.id = "padded",
             .title = "Blelloch, padded",
             .brief = "Padded",
             .idea = "One place in 33 stays empty, so that powers of two lie in different banks.",
             .claim = "Empty places spread powers of two over banks",
             .line =
                 "part[padded(right)] = Op::join(part[padded(right - d)], part[padded(right)]);",
             // Values come from the same places as before, and lie in other banks.
             .opens = {{.view = "banks"}},
             .kernel = [](const Settings& set) { return plain(set, "scan_padded"); },
             .legal = first_of<halves, fits_a_block, spans>,
             .host = padded_places,
             .modelled_within = 1.5,
             .takes = {&arrays},
             .without = {{&in_block, in_shared_memory}}},
            {.id = "shuffle",
             .title = "Warps by shuffles",
             .brief = "Shuffles",
             .idea = "Each warp scans its numbers, then one warp scans their sums.",
             .claim = "The whole block needs two barriers",
             .line = "Real total = warp_scan<Op>(t < n ? numbers[i * stride + offset] : "
                     "Op::nothing());",
             .kernel = [](const Settings& set) { return plain(set, "scan_shuffle"); },
             .legal = first_of<whole_warps, fits_a_block, spans>,
             .host = no_places,
             .cost = shuffle_cost,
             .takes = {&arrays},
             .without = {{&in_block, "All rounds of this kernel are shuffles."}}},
            {.id = "chain",
             .title = "Blocks in a chain",
             .brief = "Chain",
             .idea = "Every block waits for the block before it.",
             .claim = "Blocks queue up for one number",
             .line = "while (said.load(acquire) < block) {",
             // With few blocks all of these take as long as a launch.
             .opens = {{.values = {{&count, 1 << 20}}}},
             .kernel =
                 [](const Settings& set) { return with_ways(set, "scan_chain", exclusive(set)); },
             .legal = first_of<whole_warps_for_shuffles, spans>,
             .host = in_a_chain,
             .picture = picture_of_eight_blocks,
             .cost = cost_beyond_a_block,
             .roundings = roundings_in_a_chain,
             .takes = {&in_block}},
            {.id = "three_kernels",
             .title = "Three kernels",
             .idea = "The first kernel scans each block, the second scans the sums of blocks, the "
                     "third joins both. Many sums take more levels.",
             .claim = "Every total is written twice",
             .line = "sums[blockIdx.x] = part[threads - 1];",
             // The launches meet where the last adds the sums that the second made.
             .opens = {{.view = "blocks",
                        .line = "totals[i] = Op::join(before[blockIdx.x], totals[i]);",
                        .values = {{&count, 1 << 20}}}},
             .kernel =
                 [](const Settings& set) { return with_ways(set, "scan_blocks", exclusive(set)); },
             .legal = first_of<ends, whole_warps_for_shuffles, spans>,
             .host = in_three_kernels,
             .picture = picture_of_eight_blocks,
             .cost = cost_beyond_a_block,
             .roundings = roundings_in_three_kernels,
             .takes = {&in_block}},
            {.id = "look_back",
             .title = "Decoupled look-back",
             .brief = "Look-back",
             .idea = "A block publishes its own sum at once. Other blocks join such sums and need "
                     "not wait.",
             .claim = "No block waits for a total",
             .line = "Real left = look_back<Op, Real>(words, block);",
             .opens = {{.values = {{&count, 1 << 20}}}},
             .kernel = [](const Settings& set) { return plain(set, "scan_look_back"); },
             .legal = first_of<whole_warps_undefined, spans>,
             .host = by_looking_back,
             .picture = picture_of_eight_blocks,
             .cost = shuffle_cost,
             .watch = last_block,
             .roundings = roundings_in_a_chain,
             .modelled_within = 220},
            {.id = "wide",
             .title = "Look-back, 64 bytes a thread",
             .brief = "64 bytes each",
             .idea = "Four 16-byte loads a thread: there are fewer blocks, so fewer sums to join.",
             .claim = "One word stands for thousands of numbers",
             .line = "Real end = warp_scan<Op>(last), left = __shfl_up_sync(~0u, end, 1);",
             .opens = {{.values = {{&count, 1 << 20}}}},
             .kernel =
                 [](const Settings& set) {
                     const std::string wide = set[type] == 1 ? "double2" : "float4";
                     return "scan_wide<" + real(set).name + ", " + wide + ", " + operation(set) +
                            ", " + flag(exclusive(set)) + ">";
                 },
             .legal = first_of<whole_warps_undefined, spans>,
             .host = by_wide_loads,
             .picture = picture_of_wide_blocks,
             .cost = [](const Settings& set) { return 40 * double(set[count]); },
             .watch = last_block,
             .roundings = roundings_by_wide_loads,
             .modelled_within = 80,
             .without = fixed_order(read,
                                    "A load of 16 bytes reads neighbours from a multiple of 16 "
                                    "bytes on, so their order cannot change.")},
            {.id = "tiles",
             .title = "Tiles of cooperative groups",
             .brief = "Tiles",
             .idea = "CUDA's header names the groups of threads: a block, and its tiles of 32 "
                     "lanes. One call scans a tile.",
             .claim = "One call scans a tile of 32 lanes",
             .line = "Real total = groups::inclusive_scan(tile, own, Op());",
             .source = "scan_tiles.cu",
             .opens = {{.at_its_line = true}},
             .kernel = [](const Settings& set) { return plain(set, "scan_tiles"); },
             .legal = first_of<whole_warps, fits_a_block, spans>,
             .host = no_places,
             .cost = shuffle_cost,
             .takes = {&arrays},
             .without = {{&in_block, "All rounds of this kernel are shuffles."}}},
            {.id = "block_scan",
             .title = "CUB's block scan",
             .brief = "BlockScan",
             .idea = "cub::BlockScan scans a whole block in one call. Its shared memory is a "
                     "TempStorage, and the block's size a template argument.",
             .claim = "One call scans a block",
             .line = "BlockScan(storage).InclusiveScan(total, total, Op());",
             .source = "scan_cub.cu",
             .opens = {{.at_its_line = true}},
             .kernel =
                 [](const Settings& set) {
                     return "scan_block_scan<" + arguments(set, exclusive(set)) + ", " +
                            std::to_string(set[block]) + ">";
                 },
             .legal = first_of<one_of_cub, fits_a_block, spans>,
             .host = no_places,
             .cost = [](const Settings& set) { return 48 * lanes(set); },
             .takes = {&arrays},
             .without = {{&in_block, "CUB chooses how its threads pass their totals on."}}},
        },
    .knobs = {&block, &count, &arrays, &read.pattern, &read.stride, &read.offset, &in_block, &kind,
              &join, &type},
    .host = a_place_each,
    .expected = expected,
    .bytes =
        [](const Settings& set) { return 2.0 * double(real(set).bytes) * double(places(set)); },
    .flops = [](const Settings& set) { return double(places(set) - arrays_of(set)); },
    .modelled_within = 1.3,
    .picture = picture,
    .cost = cost,
    .roundings = roundings,
    .views = {"data_flow", "lanes", "banks", "coalescing"},
    .ledger = {"barriers", "shuffles", "shared_load_wavefronts", "shared_store_wavefronts",
               "shared_load_bank_conflicts", "shared_store_bank_conflicts", "divergent_branches",
               "bytes_asked", "warp_instructions"},
    .predictions = scan_predictions,
}};

}  // namespace
}  // namespace lessons::scan_lesson
