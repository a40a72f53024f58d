// The average of a z^2 + b z + c over normal numbers z. The arithmetic costs little. The rungs
// differ in where the values are added, and in how many threads wait for each other there.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/normal.h"
#include "lessons/reading.h"
#include "platform/threads.h"

namespace lessons::average_lesson {
namespace {

using namespace lab;

constexpr std::int64_t numbers_a_draw = 4;
constexpr std::uint32_t seed = 20261122;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 10, 1 << 30), .also = {1'280'000'000}, .preset = 1 << 22},
            "n", "Numbers");
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 4096), .preset = 1024}),
                                  "The grid of this kernel follows from the number of numbers.");

Knob factor(const char* id, const char* what, std::int64_t preset) {
    // A variant: it changes the result, but not the counts.
    Knob knob =
        with_role(whole(id, what, "", {.ticks = {0, 1, 2, 3, 4, 5, 10}, .preset = preset}, 0),
                  Knob::Role::variant);
    knob.hint = "Part of a z² + b z + c. The average over all normal numbers z is a + c.";
    return knob;
}
const Knob a = factor("a", "Coefficient a", 1), b = factor("b", "Coefficient b", 2),
           c = factor("c", "Coefficient c", 3);

// ---- The host's side.

std::int64_t one_each(const Settings& set) { return blocks_for(set[count], set[block]); }
std::int64_t grid(const Settings& set) { return std::min(set[blocks], one_each(set)); }
// At least four numbers a thread, so that not all loads of a thread are of single numbers.
std::int64_t wide_grid(const Settings& set) {
    return std::min(set[blocks], blocks_for(set[count], 4 * set[block]));
}
std::int64_t doubles(std::int64_t count) { return 8 * count; }
std::int64_t parts(const Settings& set) { return doubles(set[block]); }
std::int64_t parts_of_warps(const Settings& set) { return doubles(blocks_for(set[block], 32)); }

struct Arrays {
    Buffer numbers, sum;
};

// The numbers are there already: another kernel made them, and its time does not count.
Arrays arrays_of(Plan& plan, const Settings& set, std::int64_t threads) {
    const Arrays made{plan.buffer("numbers", Type::f32, set[count]),
                      plan.buffer("sum", Type::f64, 1)};
    const std::int64_t draws = blocks_for(set[count], numbers_a_draw);
    plan.launch("make_normals", {blocks_for(draws, threads), threads}, made.numbers,
                int(set[count]), seed);
    plan.result(made.sum);
    return made;
}

void launch(Plan& plan, const Settings& set, const Buffer& numbers, const Buffer& to,
            std::int64_t groups, std::int64_t shared) {
    plan.launch(set.kernel(), {groups, set[block], shared}, numbers, to, int(set[count]),
                double(set[a]), double(set[b]), double(set[c]));
}

void one_sum(Plan& plan, const Settings& set, std::int64_t groups, std::int64_t shared) {
    const Arrays made = arrays_of(plan, set, set[block]);
    plan.timed([&] {
        plan.clear(made.sum);
        launch(plan, set, made.numbers, made.sum, groups, shared);
    });
}

void slots_of_blocks(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, set[block]);
    const Buffer slots = plan.buffer("slots", Type::f64, one_each(set));
    plan.timed([&] {
        plan.clear(slots);
        launch(plan, set, made.numbers, slots, one_each(set), 0);
        plan.launch("add_slots", {1, set[block], parts(set)}, slots, made.sum, int(one_each(set)));
    });
}

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, lanes_missing);
}

// ---- The same on the CPU.

// A sum, and how far a kernel's may be from it.
struct Sum {
    double value = 0, error = 0;
};

// The same numbers, each with the error that its kernel is allowed. Each addition adds a rounding
// of 2^-53 of a sum, which is at most the sum of all sizes.
Sum sum_of_all(const Settings& set, const Inputs& inputs) {
    const double of_square = double(set[a]), of_first = double(set[b]), alone = double(set[c]);
    Sum sum;
    double sizes = 0;
    const auto add = [&](Near z) {
        sum.value += (of_square * z.value + of_first) * z.value + alone;
        const double size = std::abs(z.value) + z.error;
        const double slope = 2 * of_square * size + of_first;
        const double error = z.error + rounding_of_float * size;
        sum.error += slope * error;
        sizes += (of_square * size + of_first) * size + alone;
    };
    for (std::int64_t i = 0; i < set[count]; i += numbers_a_draw) {
        if (i % (1 << 14) == 0) inputs.go_on();
        const Words words = random_words(std::uint32_t(i / numbers_a_draw), 0, seed);
        const auto [first, second] = normal_pair({words[0], words[1]});
        const auto [third, fourth] = normal_pair({words[2], words[3]});
        const Near all[] = {first, second, third, fourth};
        for (std::int64_t k = 0; k < std::min(numbers_a_draw, set[count] - i); ++k) add(all[k]);
    }
    sum.error += double(set[count] + 4) * 0x1p-53 * sizes;
    return sum;
}

// For many numbers, by chance: a z^2 + b z + c has the mean a + c and the variance 2 a^2 + b^2.
Sum sum_by_chance(const Settings& set) {
    constexpr double standard_errors = 6;  // chance goes beyond them in one of 500 million
    const double n = double(set[count]), of_square = double(set[a]), of_first = double(set[b]);
    const double variance = 2 * of_square * of_square + of_first * of_first;
    return {n * (of_square + double(set[c])),
            standard_errors * std::sqrt(n * variance) + 1e-9 * n * (1 + double(set[c]))};
}

// The average that belongs to a sum, and the average of infinitely many numbers.
std::string average_words(const Settings& set, double sum) {
    return fmt::format("{:.8g} / {} is {:.6g}, and a + c is {}", sum, grouped(set[count]),
                       sum / double(set[count]), set[a] + set[c]);
}

constexpr std::int64_t most_by_hand = 1 << 22;

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 4>, std::array<double, 2>> known;
    const bool by_hand = set[count] <= most_by_hand;
    const auto [value, error] = known.of({set[count], set[a], set[b], set[c]}, [&] {
        const Sum sum = by_hand ? sum_of_all(set, inputs) : sum_by_chance(set);
        return std::array{sum.value, sum.error};
    });
    Expected::Of sum{.values = {value}, .absolute = error};
    const std::string numbers = grouped(set[count]) + " numbers";
    return {.results = results_of(std::move(sum)),
            .compared_with = by_hand
                                 ? "the sum in double on the CPU, made from the same random words, "
                                   "all " +
                                       numbers + ": " + average_words(set, value)
                                 : numbers + " times a + c, which is the mean",
            .tolerance = by_hand ? "the errors that the manual gives for the logarithm, sine and "
                                   "cosine of each number, and a rounding of 2^-53 for each "
                                   "addition"
                                 : "six standard errors: chance exceeds them in one case of 500 "
                                   "million",
            .by_chance = !by_hand};
}

// A few blocks of the same size.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    return set;
}

// Two blocks whose threads add several numbers each.
template <int numbers_a_thread>
Settings picture_of_two_blocks(Settings set) {
    const std::int64_t few = std::min<std::int64_t>(set[blocks], 2);
    set.set(count, std::min(set[count], few * set[block] * numbers_a_thread));
    set.set(blocks, few);
    return set;
}

// ---- Lane-instructions, with those that make the numbers.

constexpr double made = 60, added = 20;

double threads(const Settings& set, std::int64_t groups) {
    return double(set[block]) * double(groups);
}
double one_sum_cost(const Settings& set) { return (made + added) * double(set[count]); }
double slots_cost(const Settings& set) {
    return one_sum_cost(set) + 10 * double(one_each(set)) + 40 * double(set[block]);
}
double tree_cost(const Settings& set) {
    return (made + added) * double(set[count]) +
           (20 + 11 * double(log2_of(set[block]))) * threads(set, one_each(set));
}
double shuffle_cost(const Settings& set) {
    return (made + added) * double(set[count]) + 75 * threads(set, one_each(set));
}
double many_cost(const Settings& set) {
    return (made + 10) * double(set[count]) + 110 * threads(set, grid(set));
}
double wide_cost(const Settings& set) {
    return (made + 8) * double(set[count]) + 120 * threads(set, wide_grid(set));
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

void by_cub(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set, 256);
    plan.timed([&] {
        plan.call("cub_average_f32", made.numbers, made.sum, int(set[count]), double(set[a]),
                  double(set[b]), double(set[c]));
    });
}

// ---- The same by the CPU alone.

// One number after the other.
double add_in_turn(const float* numbers, std::int64_t n, double a, double b, double c) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const double z = numbers[i];
        sum += (a * z + b) * z + c;
    }
    return sum;
}

double real_of(std::uint64_t word) { return std::bit_cast<double>(word); }

// numbers, sum, n, a, b, c
void loop(const std::uint64_t* word) {
    *reinterpret_cast<double*>(word[1]) =
        add_in_turn(reinterpret_cast<const float*>(word[0]), std::int64_t(word[2]),
                    real_of(word[3]), real_of(word[4]), real_of(word[5]));
}

// The numbers that kernels make, by all cores of the CPU. numbers, n
void make_numbers(const std::uint64_t* word) {
    auto* numbers = reinterpret_cast<float*>(word[0]);
    const std::uint64_t n = word[1];
    platform::in_parts((n + 3) / 4, 1 << 12, [=](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t draw = first; draw < last; ++draw) {
            const Words words = random_words(std::uint32_t(draw), 0, seed);
            const auto [one, two] = normal_pair({words[0], words[1]});
            const auto [three, four] = normal_pair({words[2], words[3]});
            const Near all[] = {one, two, three, four};
            for (std::uint64_t k = 0; k < std::min<std::uint64_t>(4, n - 4 * draw); ++k)
                numbers[4 * draw + k] = float(all[k].value);
        }
    });
}

void by_processor(Plan& plan, const Settings& set) {
    const Buffer numbers = plan.buffer("numbers", Type::f32, set[count]);
    const Buffer sum = plan.buffer("sum", Type::f64, 1);
    plan.call_here(make_numbers, "cpu_make_normals", numbers, int(set[count]));
    plan.timed([&] {
        plan.call_here(loop, "cpu_average", numbers, sum, int(set[count]), double(set[a]),
                       double(set[b]), double(set[c]));
    });
    plan.result(sum);
}

const RegisterLibrary processor{
    "average",
    {.id = "cpu",
     .title = "The CPU's loop",
     .brief = "CPU",
     .idea = "One core adds one number after the other: `sum += (a * z + b) * z + c;`.",
     .host = by_processor,
     .on_processor = true}};

const RegisterLibrary library{
    "average",
    {.id = "cub",
     .title = "CUB: TransformReduce",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library. The program tells it what to compute for each number.",
     .host = by_cub}};

const Has<Setups> setups{
    "average",
    {{{"1 280 000 000 numbers", {{&count, 1'280'000'000}, {&a, 1}, {&b, 2}, {&c, 3}}},
      {"as many in 2112 blocks",
       {{&count, 1'280'000'000}, {&blocks, 2112}, {&a, 1}, {&b, 2}, {&c, 3}}}}}};

const RegisterLesson registered{{
    .id = "average",
    .number = 8,  // after the sums
    .chapter = Chapter::adding_and_scanning,
    .title = "An average",
    .source = "average.cu",
    .sees = "Each thread computes alone, and then all add to one sum. What matters is how many "
            "threads add at one address.",
    .breaks = "\"A slot for each block is enough to keep threads apart.\" Slots keep blocks apart, "
              "but the 32 lanes of each warp still queue.",
    .next = "Choose blocks of 1024 threads for the kernel with slots. How many slots are left, and "
            "how does the number of passes change?",
    .rungs =
        {
            {.id = "one_sum",
             .title = "One sum for all",
             .brief = "One sum",
             .idea = "Every thread adds its number to one sum in global memory.",
             .claim = "All threads stand in one queue",
             .line = "atomicAdd(sum, value_of(numbers[i], a, b, c));",
             .kernel = named("average_one_sum"),
             .host = [](Plan& plan, const Settings& set) { one_sum(plan, set, one_each(set), 0); },
             .cost = one_sum_cost,
             .modelled_within = 1000},
            {.id = "slots",
             .title = "A slot for each block",
             .brief = "Slots",
             .idea = "Each block adds to its own slot, and then one block adds all slots.",
             .claim = "Blocks are apart, but a warp's lanes queue",
             .line = "atomicAdd(&slots[blockIdx.x], value_of(numbers[i], a, b, c));",
             .kernel = named("average_slots"),
             .host = slots_of_blocks,
             .cost = slots_cost,
             .modelled_within = 40},
            {.id = "tree",
             .title = "A tree in each block",
             .brief = "Trees",
             .idea = "A block adds in shared memory, and one of its threads adds to the sum.",
             .claim = "Each block sends one sum",
             .line = "atomicAdd(sum, part[0]);",
             // Few threads queue here: the kernel is about how a block adds.
             .opens = {{.view = "data_flow"}},
             .kernel = named("average_tree"),
             .host = [](Plan& plan,
                        const Settings& set) { one_sum(plan, set, one_each(set), parts(set)); },
             .cost = tree_cost,
             .modelled_within = 3},
            {.id = "shuffle",
             .title = "Warp shuffles",
             .idea = "Warps add by shuffles, and the first warp adds their sums.",
             .claim = "One barrier replaces those of the tree",
             .line = "atomicAdd(sum, value);",
             .opens = {{.view = "data_flow"}},
             .kernel = named("average_shuffle"),
             .legal = whole_warps,
             .host =
                 [](Plan& plan, const Settings& set) {
                     one_sum(plan, set, one_each(set), parts_of_warps(set));
                 },
             .cost = shuffle_cost,
             .modelled_within = 3},
            {.id = "many",
             .title = "Many numbers a thread",
             .brief = "Many a thread",
             .idea = "The grid has a fixed size, and each thread first adds many numbers in a "
                     "register.",
             .claim = "Most additions stay in a register",
             .line = "share += value_of(numbers[i], a, b, c);",
             // A thread comes back for more numbers, and requests several at once.
             .opens = {{.view = "in_flight"}},
             .kernel = named("average_many"),
             .legal = whole_warps,
             .host =
                 [](Plan& plan, const Settings& set) {
                     one_sum(plan, set, grid(set), parts_of_warps(set));
                 },
             .picture = picture_of_two_blocks<4>,
             .cost = many_cost,
             .takes = {&blocks}},
            {.id = "wide",
             .title = "16-byte loads, four in flight",
             .brief = "16-byte loads",
             .idea = "A thread has four loads of 16 bytes in flight before it computes anything.",
             .claim = "A thread has 16 numbers in flight",
             .line = "four[k] = fours[i + k * threads];",
             .opens = {{.view = "in_flight"}},
             .kernel = named("average_wide"),
             .legal = whole_warps,
             .host =
                 [](Plan& plan, const Settings& set) {
                     one_sum(plan, set, wide_grid(set), parts_of_warps(set));
                 },
             .picture = picture_of_two_blocks<16>,
             .cost = wide_cost,
             .takes = {&blocks}},
        },
    .knobs = {&block, &count, &blocks, &a, &b, &c},
    .host = [](Plan& plan, const Settings& set) { one_sum(plan, set, one_each(set), 0); },
    .expected = expected,
    .bytes = [](const Settings& set) { return 4 * double(set[count]) + 8; },
    .flops = [](const Settings& set) { return 5 * double(set[count]); },
    // The formula has no queue of atomics: recorded times include it.
    .modelled_within = 1.5,
    .picture = picture,
    .cost = one_sum_cost,
    .views = {"same_address", "data_flow", "lanes", "coalescing", "in_flight"},
    .ledger = {"atomics", "atomic_passes", "global_atomic_passes", "barriers", "shuffles",
               "global_load_requests", "global_load_rounds", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "Each block adds to a slot of its own. How many passes does the atomic of "
                         "a full warp take now?",
             .choices = {{"1", 1.5}, {"8", 16, "the block has 8 warps"}, {"32, as with one sum"}},
             .answer = "average/slots.line.atomic_passes/line.atomics",
             .unit = "passes",
             .because = "All lanes of a warp belong to one block, so they all add to one slot."},
            {.question =
                 "Now a block of 256 threads adds in shared memory first. 640 numbers fill two "
                 "blocks and half of a third. One sum for all takes 640 passes. How many are left?",
             .choices = {{"3", 4}, {"20, one a warp", 40}, {"80, four a warp"}},
             .answer = "average/tree.line.atomic_passes",
             .unit = "passes",
             .because = "One thread of each block adds one sum."},
            {.question = "Now each block has a slot, in place of one sum for all. The atomic of a "
                         "warp takes 32 passes as before. How long do 1 280 000 000 numbers take, "
                         "compared with one sum?",
             .choices = {{"A tenth as long or less", .1},
                         {"A tenth to two thirds as long", .67},
                         {"About as long", 1.1},
                         {"Longer"}},
             .answer = "average/slots n=1280000000.time over average/one_sum n=1280000000.time",
             .unit = "times as long",
             .because = "With slots {average/slots n=1280000000.time}, with one sum "
                        "{average/one_sum n=1280000000.time}, on an {average/slots.device}. The "
                        "passes are the same. But with one sum all atomics stand in one queue, and "
                        "with slots there are many queues that move at the same time."},
        },
}};

}  // namespace
}  // namespace lessons::average_lesson
