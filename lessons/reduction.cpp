// Adding many numbers. A tree in shared memory has three weaknesses, and each rung cures one of
// them. One rung joins its numbers by any operation.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/reading.h"
#include "lessons/reduction_operations.h"

namespace lessons::reduction_lesson {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256, .beyond = 2048});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .also = {260'817}, .preset = 1 << 22}, "n",
            "Numbers to add");
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 4096), .preset = 1024}),
                                  "The grid of this kernel follows from how many numbers it adds.");
const ReadingKnobs read;
const Knob last_rounds = at_some_rungs(
    choice("last_rounds", "Last five rounds",
           {{"shared", "Shared memory",
             "Sums pass through shared memory, with a barrier after each round."},
            {"shuffle", "Warp shuffle",
             "The first warp passes the last 32 sums from lane to lane, with no barrier."}},
           Knob::Role::variant),
    "This kernel has only one way for the last rounds.");
const Knob type = real_knob();

bool in_shuffles(const Settings& set) { return set[last_rounds] == 1; }
Real real(const Settings& set) { return idle(set, type) ? whole_number : lessons::real(set, type); }

const Knob operation = any_operation();

Operation operation_of(const Settings& set) {
    return idle(set, operation) ? adds : Operation(set[operation]);
}
bool of_whole_numbers(const Settings& set) { return of_whole_numbers(operation_of(set)); }
// Whole numbers are as wide as the chosen type.
Type number_type(const Settings& set) {
    if (!of_whole_numbers(set)) return real(set).type;
    return real(set).type == Type::f64 ? Type::u64 : Type::u32;
}

Buffer numbers_to_add(Plan& plan, const Settings& set) {
    return plan.input("numbers", number_type(set), reading(set, read).span(set[count]),
                      numbers_for(operation_of(set)));
}

std::int64_t room(const Settings& set) { return set[block] * real(set).bytes; }

// Launches until one sum is left: each block makes one sum of all numbers that its threads read.
template <int numbers_a_thread>
void tree_of_launches(Plan& plan, const Settings& set) {
    const std::int64_t together = numbers_a_thread * set[block];
    const char* const name = idle(set, operation) ? "sums" : "results";
    Buffer numbers = numbers_to_add(plan, set);
    Reading at = reading(set, read);
    std::int64_t n = set[count];
    do {
        const std::int64_t groups = blocks_for(n, together);
        const Buffer joined = plan.buffer(name, number_type(set), groups);
        plan.launch(set.kernel(), {groups, set[block], room(set)}, numbers, joined, int(n),
                    int(at.stride), int(at.offset));
        numbers = joined;
        n = groups;
        at = {};
    } while (n > 1 && together > 1);
    plan.result(numbers);
}

std::int64_t grid(const Settings& set, std::int64_t numbers_a_thread = 1) {
    return std::min(set[blocks], blocks_for(blocks_for(set[count], numbers_a_thread), set[block]));
}

// A grid of fixed size makes one sum a block, then one block adds these sums.
void two_launches(Plan& plan, const Settings& set, std::int64_t shared) {
    const Reading at = reading(set, read);
    const Buffer numbers = numbers_to_add(plan, set);
    const Buffer sums = plan.buffer("sums", real(set).type, grid(set));
    const Buffer total = plan.buffer("total", real(set).type, 1);
    plan.launch(set.kernel(), {grid(set), set[block], shared}, numbers, sums, int(set[count]),
                int(at.stride), int(at.offset));
    plan.launch(set.kernel(), {1, set[block], shared}, sums, total, int(grid(set)), 1, 0);
    plan.result(total);
}

std::int64_t one_number_a_load(const Settings& set) { return grid(set); }
std::int64_t wide_blocks(const Settings& set) { return grid(set, 16 / real(set).bytes); }

void one_launch(Plan& plan, const Settings& set) {
    const Buffer numbers = numbers_to_add(plan, set);
    const Buffer total = plan.buffer("total", real(set).type, 1);
    plan.clear(total);
    plan.launch(set.kernel(), {wide_blocks(set), set[block]}, numbers, total, int(set[count]));
    plan.result(total);
}

// The additions on the longest way of a number to the total.
double rounds(std::int64_t n) { return double(log2_of(2 * n - 1)); }

double tree_roundings(const Settings& set) {
    double sum = 0;
    for (std::int64_t n = set[count]; n > 1 && set[block] > 1; n = blocks_for(n, set[block]))
        sum += rounds(set[block]);
    return sum;
}

// A thread's share, then its block's tree.
double first_roundings(const Settings& set, std::int64_t groups) {
    return double(blocks_for(set[count], groups * set[block])) + rounds(set[block]);
}

double two_pass_roundings(const Settings& set) {
    return first_roundings(set, grid(set)) + double(blocks_for(grid(set), set[block])) +
           rounds(set[block]);
}

double wide_roundings(const Settings& set) {
    return first_roundings(set, wide_blocks(set)) + 4 + double(wide_blocks(set));
}

double sum_in_double(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 4>, double> known;
    const Reading at = reading(set, read);
    const std::int64_t n = set[count];
    return known.of({n, at.stride, at.offset, std::int64_t(inputs.seed())}, [&] {
        const auto number = inputs.values("numbers");
        double sum = 0;
        for (std::int64_t i = 0; i < n; ++i) sum += number(i * at.stride + at.offset);
        return sum;
    });
}

template <class Number>
Number joined_in_turn(const Settings& set, const Inputs& inputs) {
    const Operation by = operation_of(set);
    const Reading at = reading(set, read);
    const auto number = inputs.values("numbers");
    auto all = Number(number(at.offset));
    for (std::int64_t i = 1; i < set[count]; ++i)
        all = joined(by, all, Number(number(i * at.stride + at.offset)));
    return all;
}

// Bits beyond the type's are lost on the way or at the end: the others are the same.
double joined_in_turn(const Settings& set, const Inputs& inputs) {
    if (!of_whole_numbers(set)) return joined_in_turn<double>(set, inputs);
    const auto all = joined_in_turn<std::uint64_t>(set, inputs);
    return double(number_type(set) == Type::u32 ? std::uint32_t(all) : all);
}

double in_double(const Settings& set, const Inputs& inputs) {
    if (operation_of(set) == adds) return sum_in_double(set, inputs);
    static Kept<std::array<std::int64_t, 6>, double> known;
    const Reading at = reading(set, read);
    return known.of(
        {set[count], at.stride, at.offset, set[operation], set[type], std::int64_t(inputs.seed())},
        [&] { return joined_in_turn(set, inputs); });
}

Expected expected_of_operation(const Settings& set, const Inputs& inputs) {
    const bool product = operation_of(set) == multiplies;
    Expected::Of total{.values = {in_double(set, inputs)}};
    return {.results = results_of(std::move(total)),
            .compared_with =
                std::string(product ? "the lower bits of their product" : "the same operation") +
                " on the CPU, " + compared_words(set[count], set[count], "numbers"),
            .tolerance = product                 ? "none: the lower bits of a product are exact"
                         : of_whole_numbers(set) ? "none: bits are not rounded"
                                                 : "none: the result is one of the numbers"};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    if (operation_of(set) != adds) return expected_of_operation(set, inputs);
    const double sum = sum_in_double(set, inputs);
    const Rounding allowed = rounding(real(set), sum, roundings_of(set));
    Expected::Of total{.values = {sum}, .relative = allowed.relative};
    return {.results = results_of(std::move(total)),
            .compared_with = "their sum in double on the CPU, " +
                             compared_words(set[count], set[count], "numbers"),
            .tolerance = allowed.words + hidden_in(allowed, set[count])};
}

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, lanes_missing);
}

std::optional<Refusal> all_lanes(const Settings& set) {
    auto refused = whole_warps(set);
    if (refused) {
        refused->title = "`__reduce_add_sync` needs whole warps, and a block of " +
                         grouped(set[block]) + " has one that is not full";
        refused->why = "The instruction names all 32 lanes of a warp, and waits for them.";
    }
    return refused;
}

std::optional<Refusal> one_of_cub(const Settings& set) {
    return refuse_other_blocks(set, block, {32, 64, 100, 128, 192, 256, 512, 1024});
}

std::optional<Refusal> a_whole_warp(const Settings& set) {
    if (!in_shuffles(set) || set[block] >= 32) return std::nullopt;
    return Refusal{
        .title = "The last 32 sums need a whole warp, and the block has " + grouped(set[block]) +
                 " threads",
        .why =
            "A shuffle names all 32 lanes of a warp, and what it takes from lanes that do not "
            "exist is undefined.",
        .limit_name = "threads per block",
        .limit = 32,
        .asked = double(set[block]),
        .knob = block.id,
        .use = 32,
        .cuda_error = {},
        .shows = lanes_missing};
}

std::optional<Refusal> more_than_one(const Settings& set) {
    if (set[block] > 1 || set[count] == 1) return std::nullopt;
    return Refusal{
        .title = "One thread a block leaves as many sums as there are numbers",
        .why =
            "Each launch makes one sum a block. With one thread a block there are never fewer "
            "sums, so the launches would never end.",
        .limit_name = "threads per block",
        .limit = 2,
        .asked = 1,
        .knob = block.id,
        .use = 2,
        .cuda_error = {},
        .shows = {}};
}

std::optional<Refusal> spans(const Settings& set) {
    return refuse_span(reading(set, read), set[count], count);
}

std::optional<Refusal> never_written(const Settings& set) {
    return refuse_odd_block(
        set, block,
        "Rounds join groups of 2, 4, 8 and more numbers. In a block of " + grouped(set[block]) +
            " the last group is not full, and its partner lies past the end.",
        "A thread reads a place of shared memory past the block's own, and the run stops there.");
}

// How many numbers the first sum of a block includes after all its rounds.
std::int64_t numbers_that_count(std::int64_t threads) {
    std::vector<std::int64_t> numbers(std::size_t(threads), 1);
    for (std::int64_t d = threads / 2; d > 0; d /= 2)
        for (std::int64_t t = 0; t < d; ++t) numbers[std::size_t(t)] += numbers[std::size_t(t + d)];
    return numbers.front();
}

std::optional<Refusal> lost(const Settings& set) {
    const std::int64_t all = set[block];
    return refuse_odd_block(set, block,
                            "Each round halves the number of sums. Half of an odd number is "
                            "rounded down, and the last sum is left out.",
                            "Of its " + grouped(all) + " numbers, each block leaves out " +
                                grouped(all - numbers_that_count(all)) +
                                ". The total is wrong, and the picture shows where.");
}

std::string templated(const Settings& set, const std::string& name) {
    return name + "<" + real(set).name + ">";
}
std::string with_operation(const Settings& set) {
    const char* const names[] = {"Add", "Multiply", "And", "Or", "Min", "Max"};
    const bool wide = real(set).type == Type::f64;
    const std::string of =
        of_whole_numbers(set) ? (wide ? "unsigned long long" : "unsigned int") : real(set).name;
    return "reduce_any_operation<" + of + ", " + names[operation_of(set)] + ">";
}
std::string with_ending(const Settings& set, const std::string& name) {
    return name + "<" + real(set).name + (in_shuffles(set) ? ", true>" : ", false>");
}

// A few blocks of the same size.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    return set;
}

// Two blocks whose threads add as many numbers as in the whole run, or `at_once` if that is fewer.
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

// ---- The same by the CPU alone.

void by_processor(Plan& plan, const Settings& set) {
    const bool doubles = real(set).type == Type::f64;
    const Buffer numbers = numbers_to_add(plan, set);
    const Buffer total = plan.buffer("total", real(set).type, 1);
    plan.call_here(doubles ? add_in_turn<double> : add_in_turn<float>,
                   doubles ? "cpu_sum_f64" : "cpu_sum_f32", numbers, total, int(set[count]));
    plan.result(total);
}

const RegisterLibrary processor{
    "reduction",
    {.id = "cpu",
     .title = "The CPU's loop",
     .brief = "CPU",
     .idea = "One core adds one number after the other, in their type: `sum += numbers[i];`.",
     .host = by_processor,
     .roundings = [](const Settings& set) { return double(set[count]); },
     .on_processor = true}};

// Lane-instructions: some for each number, and some for each thread.
double tree_cost(const Settings& set) {
    return double(set[count]) * (20 + 10 * log2_of(set[block]));
}
double threads(const Settings& set, std::int64_t groups) {
    return double(set[block]) * double(groups);
}
double two_pass_cost(const Settings& set) {
    return 9 * double(set[count]) + (25 + 12 * log2_of(set[block])) * threads(set, grid(set));
}
double shuffle_cost(const Settings& set) {
    return 9 * double(set[count]) + 55 * threads(set, grid(set));
}
double wide_cost(const Settings& set) {
    return 2.5 * double(set[count]) + 65 * threads(set, wide_blocks(set));
}

const std::string across_warps =
    "The last five rounds join sums of different warps here, and a shuffle reaches the lanes of "
    "one warp only.";
const std::string all_shuffles = "All rounds of this kernel are shuffles.";

std::vector<Idle> without_choices_of_wide() {
    std::vector<Idle> idle = fixed_order(
        read,
        "A load of 16 bytes reads neighbours from a multiple of 16 bytes on, so their order cannot "
        "change.");
    idle.push_back({&last_rounds, all_shuffles});
    return idle;
}

const std::string adds_a_partner = "part[t] += part[t + d];";

const RegisterLesson registered{{
    .id = "reduction",
    .number = 6,
    .chapter = Chapter::adding_and_scanning,
    .title = "Adding many numbers",
    .source = "reduction.cu",
    .sees =
        "A tree adds 256 numbers in eight rounds. What else happens differs from kernel to kernel.",
    .breaks = "\"Idle lanes are what costs.\" The first two kernels leave equally many lanes idle. "
              "The second puts idle lanes into the same warps, and at 2^28 numbers it is "
              "{reduction/strided n=2^28.time against reduction/interleaved n=2^28.time} the "
              "first.",
    .next = "Choose the third kernel and 192 threads a block: which numbers never reach the total?",
    .rungs =
        {
            {.id = "interleaved",
             .title = "Interleaved",
             .idea = "Neighbours first: threads 0, 2, 4... add, then 0, 4, 8...",
             .claim = "Every warp works for a few of its lanes",
             .line = adds_a_partner,
             .kernel = [](const Settings& set) { return templated(set, "reduce_interleaved"); },
             .legal = first_of<more_than_one, never_written, spans>,
             .modelled_within = 2.5,
             .without = {{&last_rounds, across_warps}}},
            {.id = "strided",
             .title = "Strided index",
             .idea = "The same sums, added by the first threads.",
             .claim = "Full warps add, and sums share banks",
             .line = "part[left] += part[left + d];",
             .kernel = [](const Settings& set) { return templated(set, "reduce_strided"); },
             .legal = first_of<more_than_one, never_written, spans>,
             .without = {{&last_rounds, across_warps}}},
            {.id = "sequential",
             .title = "Sequential addressing",
             .brief = "Sequential",
             .idea = "Each thread of the lower half adds a sum of the upper half.",
             .claim = "Whole warps finish early",
             .line = adds_a_partner,
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_sequential"); },
             .legal = first_of<more_than_one, lost, a_whole_warp, spans>,
             .takes = {&last_rounds}},
            {.id = "any_block",
             .title = "Any block size",
             .idea = "An odd half is rounded up. So no sum is left out, even with 192 threads, "
                     "which the kernel before refuses.",
             .claim = "The middle sum waits for a round",
             .line = "part[t] += part[t + half];",
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_any_block"); },
             .legal = first_of<more_than_one, a_whole_warp, spans>,
             .takes = {&last_rounds}},
            {.id = "any_operation",
             .title = "Any operation",
             .idea = "The operation is a template argument. Places without a number get its "
                     "neutral element: 0 for a sum, 1 for a product.",
             .claim = "One tree joins by any operation",
             .line = "part[t] = Op::join(part[t], part[t + half]);",
             .kernel = with_operation,
             .legal = first_of<more_than_one, spans>,
             .takes = {&operation}},
            {.id = "two_passes",
             .title = "Two passes",
             .idea = "Each thread adds its share in a register first.",
             .claim = "Most additions happen in registers",
             .line = "sum += numbers[i * stride + offset];",
             // A thread adds its share before the tree, which is that of any block size.
             .opens = {{.view = "data_flow", .line = "part[t] = sum;"}},
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_many_each"); },
             .legal = first_of<a_whole_warp, spans>,
             .host = [](Plan& plan, const Settings& set) { two_launches(plan, set, room(set)); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = two_pass_cost,
             .roundings = two_pass_roundings,
             .takes = {&blocks, &last_rounds}},
            {.id = "shuffle",
             .title = "Warp shuffles",
             .idea = "Lanes pass their sums to each other directly.",
             .claim = "Five rounds need no barrier",
             .line = "sum += numbers[i * stride + offset];",
             .kernel = [](const Settings& set) { return templated(set, "reduce_shuffle"); },
             .legal = first_of<whole_warps, spans>,
             .host = [](Plan& plan, const Settings& set) { two_launches(plan, set, 0); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = shuffle_cost,
             .roundings = two_pass_roundings,
             .takes = {&blocks},
             .without = {{&last_rounds, all_shuffles}}},
            {.id = "wide",
             .title = "16-byte loads, one atomic",
             .brief = "16-byte loads",
             .idea = "Loads of 16 bytes, and one atomic a block in place of a second "
                     "launch.",
             .claim = "Each block adds to the total once",
             .line = "sum += sum_of(reinterpret_cast<const Wide*>(numbers)[i]);",
             .opens = {{.view = "in_flight"}},
             .kernel =
                 [](const Settings& set) {
                     return set[type] == 1 ? "reduce_wide<double, double2>"
                                           : "reduce_wide<float, float4>";
                 },
             .legal = first_of<whole_warps, spans>,
             .host = one_launch,
             .picture = picture_of_two_blocks(16, wide_blocks),
             .cost = wide_cost,
             .roundings = wide_roundings,
             .takes = {&blocks},
             .without = without_choices_of_wide()},
            {.id = "tiles",
             .title = "Tiles of cooperative groups",
             .brief = "Tiles",
             .idea = "CUDA's header names the groups of threads: a block, and its tiles of 32 "
                     "lanes. One call adds up a tile.",
             .claim = "Every lane of a tile gets the sum",
             .line = "sum = groups::reduce(tile, sum, groups::plus<Real>());",
             .source = "reduction_tiles.cu",
             .opens = {{.at_its_line = true}},
             .kernel = [](const Settings& set) { return templated(set, "reduce_tiles"); },
             .legal = first_of<whole_warps, spans>,
             .host = [](Plan& plan, const Settings& set) { two_launches(plan, set, 0); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = shuffle_cost,
             .roundings = two_pass_roundings,
             .takes = {&blocks},
             .without = {{&last_rounds, all_shuffles}}},
            {.id = "redux",
             .title = "One instruction a warp",
             .brief = "Warp reduce",
             .idea = "`__reduce_add_sync` adds up a warp in one instruction. It takes whole "
                     "numbers only, and compute capability 8.0 or above.",
             .claim = "One instruction in place of five rounds",
             .line = "sum = __reduce_add_sync(~0u, sum);  // every lane gets the sum of all 32",
             .source = "reduction_redux.cu",
             .opens = {{.at_its_line = true}},
             .kernel = [](const Settings&) { return "reduce_redux"; },
             .legal = first_of<all_lanes, spans>,
             .host = [](Plan& plan, const Settings& set) { two_launches(plan, set, 0); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = shuffle_cost,
             .roundings = two_pass_roundings,
             .takes = {&blocks},
             .without = {{&last_rounds, "One instruction adds up a warp: there are no rounds."},
                         {&type, "The instruction adds whole numbers of 32 bits only."}}},
            {.id = "block_reduce",
             .title = "CUB's block reduction",
             .brief = "BlockReduce",
             .idea = "cub::BlockReduce adds up a whole block in one call. Its shared memory is "
                     "a TempStorage, and the block's size a template argument.",
             .claim = "One call adds up a block",
             .line = "sum = BlockReduce(storage).Sum(sum);",
             .source = "reduction_cub.cu",
             .opens = {{.at_its_line = true}},
             .kernel =
                 [](const Settings& set) {
                     return "reduce_block_reduce<" + real(set).name + ", " +
                            std::to_string(set[block]) + ">";
                 },
             .legal = first_of<one_of_cub, spans>,
             .host = [](Plan& plan, const Settings& set) { two_launches(plan, set, 0); },
             .picture = picture_of_two_blocks(4, one_number_a_load),
             .cost = shuffle_cost,
             .roundings = two_pass_roundings,
             .takes = {&blocks},
             .without = {{&last_rounds, "CUB chooses how its threads pass their sums on."}}},
        },
    .knobs = {&block, &count, &blocks, &read.pattern, &read.stride, &read.offset, &last_rounds,
              &operation, &type},
    .host = tree_of_launches<1>,
    .expected = expected,
    .bytes = [](const Settings& set) { return double(set[count]) * real(set).bytes; },
    .flops = [](const Settings& set) { return double(set[count]) - 1; },
    .on_integers =
        [](const Settings& set) {
            const Type of = number_type(set);
            return of != Type::f32 && of != Type::f64;
        },
    .modelled_within = 1.6,
    .picture = picture,
    .cost = tree_cost,
    .roundings = tree_roundings,
    .views = {"data_flow", "lanes", "banks", "coalescing"},
    .ledger = {"divergent_branches", "shared_load_wavefronts", "shared_store_wavefronts",
               "shared_load_bank_conflicts", "shared_store_bank_conflicts", "barriers", "shuffles",
               "global_load_requests", "global_load_sectors", "warp_instructions"},
    .predictions =
        {
            {.question = "In the interleaved kernel, how often do all warps of a block of 256 "
                         "threads issue the line that adds, in all rounds together?",
             .answer = "reduction/interleaved n=256.line.executions",
             .unit = "issues",
             .most = 64,
             .known = {{"One for each warp", "reduction/interleaved n=256.8"},
                       {"Sequential addressing", "reduction/sequential n=256.line.executions"}},
             .because = "All 8 warps issue it in the first five rounds, since each keeps some "
                        "lanes on. Then 4, 2 and 1 warps do."},
            {.question = "The second kernel cures the divergence. What happens to its wavefronts "
                         "in shared memory?",
             .choices = {{"They fall, too", .9}, {"They stay the same", 1.1}, {"They grow"}},
             .answer = "reduction/strided "
                       "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts over "
                       "reduction/interleaved "
                       "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts",
             .unit = "times as many",
             .because = "The loop takes {reduction/strided "
                        "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts} "
                        "wavefronts, and {reduction/interleaved "
                        "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts} in the "
                        "first kernel: the sums now share banks."},
            {.question =
                 "The second kernel has fewer issues and as many wavefronts. How long does it take "
                 "for 2^28 numbers, compared with the first?",
             .choices = {{"Two thirds as long or less", .67},
                         {"Somewhat less long", .97},
                         {"As long, or longer"}},
             .answer = "reduction/strided n=2^28.time over reduction/interleaved n=2^28.time",
             .unit = "times as long",
             .because = "{reduction/strided n=2^28.time}, and the first {reduction/interleaved "
                        "n=2^28.time}, on an {reduction/strided n=2^28.device}. Issues explain a "
                        "part of that. The first kernel also computes a remainder in each round: "
                        "one instruction of PTX, and some twenty of the machine."},
        },
}};

}  // namespace
}  // namespace lessons::reduction_lesson
