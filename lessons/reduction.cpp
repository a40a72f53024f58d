// Lesson 6: adding many numbers. A tree in shared memory loses time in three ways, and each rung
// cures one of them.
#include <algorithm>
#include <array>

#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256, .beyond = 2048});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .also = {260'817}, .preset = 260'817}, "n",
            "Numbers to add");
const Knob blocks = numbers({.ticks = powers_of_two(1, 4096), .preset = 1024}, "blocks",
                            "Blocks of the grid", "blocks");
const ReadingKnobs read = reading_knobs();
const Knob last_rounds =
    choice("last_rounds", "Last five rounds",
           {{"shared", "Shared memory",
             "Sums pass through shared memory, with a barrier after each round."},
            {"shuffle", "Warp shuffle",
             "The first warp passes the last 32 sums from lane to lane, with no barrier."}},
           true);
const Knob type = real_knob();

enum Rungs { interleaved, strided_index, sequential, any_block, two_passes, shuffle_rung, wide };

bool in_shuffles(const Settings& set) { return set[last_rounds] == 1; }
Real real(const Settings& set) { return lessons::real(set, type); }

Reading places(const Settings& set) { return set.rung == wide ? Reading{} : reading(set, read); }

Buffer numbers_to_add(Plan& plan, const Settings& set) {
    return plan.input("numbers", real(set).type, places(set).span(set[count]), Fill::digits(0, 9));
}

std::int64_t room(const Settings& set) { return set[block] * real(set).bytes; }

// Launches until one sum is left: each block makes one sum of as many numbers as it has threads.
void tree_of_launches(Plan& plan, const Settings& set) {
    Buffer numbers = numbers_to_add(plan, set);
    Reading at = places(set);
    std::int64_t n = set[count];
    do {
        const std::int64_t groups = blocks_for(n, set[block]);
        const Buffer sums = plan.buffer("sums", real(set).type, groups);
        plan.launch(set.kernel(), {groups, set[block], room(set)}, numbers, sums, int(n),
                    int(at.stride), int(at.offset));
        numbers = sums;
        n = groups;
        at = {};
    } while (n > 1 && set[block] > 1);
    plan.result(numbers);
}

std::int64_t grid(const Settings& set, std::int64_t numbers_a_thread = 1) {
    return std::min(set[blocks], blocks_for(blocks_for(set[count], numbers_a_thread), set[block]));
}

// A grid of fixed size makes one sum a block; one block adds those.
void two_launches(Plan& plan, const Settings& set) {
    const Reading at = places(set);
    const std::int64_t shared = set.rung == two_passes ? room(set) : 0;
    const Buffer numbers = numbers_to_add(plan, set);
    const Buffer sums = plan.buffer("sums", real(set).type, grid(set));
    const Buffer total = plan.buffer("total", real(set).type, 1);
    plan.launch(set.kernel(), {grid(set), set[block], shared}, numbers, sums, int(set[count]),
                int(at.stride), int(at.offset));
    plan.launch(set.kernel(), {1, set[block], shared}, sums, total, int(grid(set)), 1, 0);
    plan.result(total);
}

std::int64_t wide_blocks(const Settings& set) { return grid(set, 16 / real(set).bytes); }

void one_launch(Plan& plan, const Settings& set) {
    const Buffer numbers = numbers_to_add(plan, set);
    const Buffer total = plan.zeros("total", real(set).type, 1);
    plan.launch(set.kernel(), {wide_blocks(set), set[block]}, numbers, total, int(set[count]));
    plan.result(total);
}

// Additions that the number with the longest way to the total goes through.
double depth(const Settings& set) {
    const auto rounds = [&](std::int64_t n) { return double(log2_of(2 * n - 1)); };
    const double a_block = rounds(set[block]);
    if (set.rung <= any_block) {
        double sum = 0;
        for (std::int64_t n = set[count]; n > 1; n = blocks_for(n, set[block])) sum += a_block;
        return sum;
    }
    const std::int64_t groups = set.rung == wide ? wide_blocks(set) : grid(set);
    const double first = double(blocks_for(set[count], groups * set[block])) + a_block;
    return set.rung == wide ? first + 4 + double(groups)
                            : first + double(blocks_for(groups, set[block])) + a_block;
}

double sum_in_double(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 4>, double> known;
    const Reading at = places(set);
    const std::int64_t n = set[count];
    return known.of({n, at.stride, at.offset, std::int64_t(inputs.seed())}, [&] {
        const auto number = inputs.values("numbers");
        double sum = 0;
        for (std::int64_t i = 0; i < n; ++i) sum += number(i * at.stride + at.offset);
        return sum;
    });
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const double sum = sum_in_double(set, inputs);
    const Rounding allowed = rounding(real(set), sum, depth(set));
    Expected::Of total{.values = {sum}, .relative = allowed.relative};
    return {.results = {std::move(total)},
            .compared_with = "their sum in double on the CPU, " +
                             compared_words(set[count], set[count], "numbers"),
            .tolerance = allowed.words};
}

std::optional<Refusal> whole_warps(const Settings& set) { return refuse_part_warps(set[block]); }

std::optional<Refusal> a_whole_warp(const Settings& set) {
    if (!in_shuffles(set) || set[block] >= 32) return std::nullopt;
    return Refusal{
        .title = "The last 32 sums need a whole warp, and the block has " + grouped(set[block]) +
                 " threads",
        .why = "A shuffle names all 32 lanes of a warp, and lanes that do not exist can't answer.",
        .limit_name = "threads per block",
        .limit = 32,
        .asked = double(set[block]),
        .knob = "block",
        .use = 32,
        .cuda_error = {},
        .shows = "Lanes wait for lanes that do not exist."};
}

std::optional<Refusal> more_than_one(const Settings& set) {
    if (set[block] > 1 || set[count] == 1) return std::nullopt;
    return Refusal{
        .title = "One thread a block leaves as many sums as there are numbers",
        .why = "Each launch makes one sum a block, so blocks of one thread never come to an end.",
        .limit_name = "threads per block",
        .limit = 2,
        .asked = 1,
        .knob = "block",
        .use = 2,
        .cuda_error = {},
        .shows = {}};
}

std::optional<Refusal> spans(const Settings& set) {
    return refuse_span(places(set), set[count], count.id);
}

std::optional<Refusal> never_written(const Settings& set) {
    return refuse_odd_block(
        set[block],
        "Each round joins groups of 2, 4, 8 and so on. The last group of " + grouped(set[block]) +
            " numbers is not full, and its partner lies past the end.",
        "A thread reads a place of shared memory past the block's own, and the run stops there.");
}

std::optional<Refusal> lost(const Settings& set) {
    return refuse_odd_block(set[block],
                            "Each round halves the number of sums. Half of an odd number is "
                            "rounded down, and the sum in the middle is left out.",
                            "Sums are left out: at 192 threads every third number is lost. The "
                            "total is wrong, and the picture shows where.");
}

std::string idle(const Settings& set, const Knob& asked) {
    if (asked.id == blocks.id && set.rung < two_passes)
        return "The grid of this kernel follows from the number of numbers.";
    if (asked.id == last_rounds.id && set.rung <= strided_index)
        return "The last five rounds join sums of different warps here, and a shuffle reaches the "
               "lanes of one warp only.";
    if (asked.id == last_rounds.id && set.rung >= shuffle_rung)
        return "All rounds of this kernel are shuffles.";
    const bool order =
        asked.id == read.pattern.id || asked.id == read.stride.id || asked.id == read.offset.id;
    if (order && set.rung == wide)
        return "A load of 16 bytes takes neighbours from a multiple of 16 bytes on, so their order "
               "can't change.";
    return idle_reading(set, read, asked);
}

std::string templated(const Settings& set, const std::string& name) {
    return name + "<" + real(set).name + ">";
}
std::string with_ending(const Settings& set, const std::string& name) {
    return name + "<" + real(set).name + (in_shuffles(set) ? ", true>" : ", false>");
}

// A few blocks of the same size; where a thread adds several numbers, four of them.
Settings picture(Settings set) {
    const std::int64_t few = std::min<std::int64_t>(set[blocks], 2);
    if (set.rung < two_passes) {
        set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    } else {
        const std::int64_t a_thread = set.rung == wide ? 8 : 2;
        set.set(count, std::min(set[count], few * set[block] * a_thread));
        set.set(blocks, few);
    }
    return set;
}

// Instructions of a lane for each number, and for each thread besides.
double cost(const Settings& set) {
    const double n = double(set[count]), rounds = log2_of(set[block]);
    const double threads =
        double(set[block]) * double(set.rung == wide ? wide_blocks(set) : grid(set));
    if (set.rung == wide) return 2.5 * n + 65 * threads;
    if (set.rung == shuffle_rung) return 9 * n + 55 * threads;
    if (set.rung == two_passes) return 9 * n + (25 + 12 * rounds) * threads;
    return n * (20 + 10 * rounds);
}

const std::string adds = "part[t] += part[t + d];";

const RegisterLesson registered{{
    .id = "reduction",
    .number = 6,
    .title = "Adding many numbers",
    .source = "reduction.cu",
    .sees = "A tree adds 256 numbers in eight rounds, and each rung wastes something else while it "
            "does.",
    .breaks = "\"Idle lanes are what costs.\" Curing the divergence alone gives its cost straight "
              "back as bank conflicts.",
    .next = "Choose the third kernel and ask for 192 threads: which numbers never reach the total?",
    .rungs =
        {
            {.id = "interleaved",
             .title = "Interleaved",
             .idea = "Neighbours first: threads 0, 2, 4... add, then 0, 4, 8...",
             .claim = "Every warp works for a few of its lanes",
             .line = adds,
             .kernel = [](const Settings& set) { return templated(set, "reduce_interleaved"); },
             .legal = first_of<more_than_one, never_written, spans>},
            {.id = "strided",
             .title = "Strided index",
             .idea = "The same sums, added by the first threads.",
             .claim = "The warps are full, and the banks are not",
             .line = "part[left] += part[left + d];",
             .kernel = [](const Settings& set) { return templated(set, "reduce_strided"); },
             .legal = first_of<more_than_one, never_written, spans>},
            {.id = "sequential",
             .title = "Sequential addressing",
             .idea = "The lower half adds the upper half.",
             .claim = "Whole warps finish early",
             .line = adds,
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_sequential"); },
             .legal = first_of<more_than_one, lost, a_whole_warp, spans>},
            {.id = "any_block",
             .title = "Any block size",
             .idea = "An odd half is rounded up, so no sum is left out.",
             .claim = "The middle waits for a round",
             .line = "part[t] += part[t + half];",
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_any_block"); },
             .legal = first_of<more_than_one, a_whole_warp, spans>},
            {.id = "two_passes",
             .title = "Two passes",
             .idea = "Each thread adds its share in a register first.",
             .claim = "Most sums need no partner",
             .line = "sum += numbers[i * stride + offset];",
             .kernel = [](const Settings& set) { return with_ending(set, "reduce_many_each"); },
             .legal = first_of<a_whole_warp, spans>,
             .host = two_launches},
            {.id = "shuffle",
             .title = "Warp shuffles",
             .idea = "Lanes pass their sums to each other directly.",
             .claim = "Five rounds without a barrier",
             .line = "sum += numbers[i * stride + offset];",
             .kernel = [](const Settings& set) { return templated(set, "reduce_shuffle"); },
             .legal = first_of<whole_warps, spans>,
             .host = two_launches},
            {.id = "wide",
             .title = "16-byte loads, one atomic",
             .idea = "A quarter of the loads, and a single launch.",
             .claim = "One launch, one add a block",
             .line = "sum += sum_of(reinterpret_cast<const Wide*>(numbers)[i]);",
             .kernel =
                 [](const Settings& set) {
                     return set[type] == 1 ? "reduce_wide<double, double2>"
                                           : "reduce_wide<float, float4>";
                 },
             .legal = first_of<whole_warps, spans>,
             .host = one_launch},
        },
    .knobs = {&block, &count, &blocks, &read.pattern, &read.stride, &read.offset, &last_rounds,
              &type},
    .size = &count,
    .host = tree_of_launches,
    .expected = expected,
    .bytes = [](const Settings& set) { return double(set[count]) * real(set).bytes; },
    .flops = [](const Settings& set) { return double(set[count]) - 1; },
    .picture = picture,
    .cost = cost,
    .views = {"data_flow", "lanes", "banks", "coalescing"},
    .ledger = {"divergent_branches", "shared_load_wavefronts", "shared_store_wavefronts",
               "shared_load_bank_conflicts", "shared_store_bank_conflicts", "barriers", "shuffles",
               "global_load_requests", "warp_instructions"},
    .idle = idle,
    .predictions =
        {
            {.question = "Interleaved: how many warps run the line that adds, in one block of 256?",
             .answer = "reduction/interleaved n=256.line.executions",
             .because = "All 8 warps work in the first five rounds, since each keeps some lanes "
                        "busy; then 4, 2 and 1."},
            {.question = "The second kernel cures the divergence. What happens to its wavefronts "
                         "in shared memory?",
             .choices = {"They fall with it", "They stay the same", "They grow"},
             .right = 1,
             .answer =
                 "reduction/strided n=256.line.shared_load_wavefronts+line.shared_store_wavefronts",
             .because = "The loop takes {reduction/strided "
                        "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts} "
                        "wavefronts, and took "
                        "{reduction/interleaved "
                        "n=256.line.shared_load_wavefronts+line.shared_store_wavefronts} before: "
                        "the sums now share banks."},
        },
}};

}  // namespace
}  // namespace lessons
