// Branches of a warp. Each thread takes one of several ways through a branch. A warp runs the code
// of each way that one of its lanes takes, so the order of the ways among lanes decides the cost.
// The CPU takes the same steps, in whole numbers.
#include <algorithm>

#include "lab/lesson.h"
#include "lessons/reading.h"

namespace lessons::divergence_lesson {
namespace {

using namespace lab;

constexpr std::int64_t lanes = 32;
constexpr std::int64_t most_ways = 32;   // in the kernels' switch
constexpr std::int64_t written_out = 8;  // steps of a round, as in the kernels

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 10, 1 << 26), .also = {1'000'003}, .preset = 1 << 22});

Knob ways_knob() {
    Knob knob = whole("ways", "Ways", "ways", {.ticks = powers_of_two(1, most_ways), .preset = 8});
    knob.logarithmic = true;
    knob.hint = "How many ways the branch has. Each way has code of its own, and is as long.";
    return knob;
}
const Knob ways = ways_knob();

Knob rounds_knob() {
    Knob knob = with_role(
        whole("rounds", "Rounds", "rounds", {.ticks = powers_of_two(1, 256), .preset = 32}),
        Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint = "The work of a way: in each round a thread takes eight steps.";
    return knob;
}
const Knob rounds = rounds_knob();

void host(Plan& plan, const Settings& set) {
    const Buffer made = plan.input("numbers", Type::u32, set[count], Fill::digits(0, 9999));
    const Buffer of_round = plan.input("of_round", Type::u32, set[rounds], Fill::digits(0, 9999));
    const Buffer results = plan.buffer("results", Type::u32, set[count]);
    const LaunchSize size{blocks_for(set[count], set[block]), set[block]};
    const int n = int(set[count]), turns = int(set[rounds]);
    if (idle(set, ways))
        plan.launch(set.kernel(), size, made, of_round, results, n, turns);
    else
        plan.launch(set.kernel(), size, made, of_round, results, n, int(set[ways]), turns);
    plan.result(results);
}

// ---- The same on the CPU.

std::uint32_t mark_of(std::uint32_t way) { return way + 1; }
std::uint32_t factor_of(std::uint32_t way) { return 16777619u + 2 * way; }

std::uint32_t step_of(std::uint32_t way, std::uint32_t x) {
    return (x ^ mark_of(way)) * factor_of(way);
}
std::uint32_t short_step(std::uint32_t x) {
    return x % 2 ? (x ^ x >> 16) * factor_of(0) : x * factor_of(0) + mark_of(0);
}

std::uint32_t way_of(const Settings& set, std::uint64_t thread) {
    const std::uint64_t number = is(set, "by_warp") ? thread / std::uint64_t(lanes) : thread;
    return std::uint32_t(number % std::uint64_t(set[ways]));
}

double result_of(const Settings& set, const std::vector<std::uint32_t>& of_round,
                 std::uint64_t thread, std::uint32_t x) {
    const bool is_short = is(set, "short_way");
    const std::uint32_t way = is_short ? 0 : way_of(set, thread);
    for (const std::uint32_t number : of_round) {
        x += number;
        for (std::int64_t step = 0; step < written_out; ++step)
            x = is_short ? short_step(x) : step_of(way, x);
    }
    return x;
}

// All threads where that is quick, else some at irregular places.
std::vector<std::uint64_t> compared(const Settings& set) {
    const double steps = double(written_out * set[rounds]), most = 1 << 25;
    if (double(set[count]) * steps <= most) return {};
    return scattered(std::uint64_t(set[count]), std::size_t(std::max(4096., most / 4 / steps)));
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("numbers"), in_round = inputs.values("of_round");
    std::vector<std::uint32_t> of_round;
    for (std::int64_t i = 0; i < set[rounds]; ++i)
        of_round.push_back(std::uint32_t(in_round(std::uint64_t(i))));
    const std::uint64_t all = std::uint64_t(set[count]);
    Expected::Of results{.elements = compared(set), .values = {}};
    results.values = values_at(results.elements, all, [&](std::uint64_t i) {
        return result_of(set, of_round, i, std::uint32_t(number(i)));
    });
    const std::size_t of_them = results.values.size();
    return {
        .results = results_of(std::move(results)),
        .compared_with = "the same steps on the CPU, " + compared_words(of_them, all, "numbers"),
        .tolerance = "none: these are whole numbers"};
}

// Two blocks and a half, and two rounds: the last warp keeps as many lanes as it has.
Settings picture(Settings set) {
    const std::int64_t drawn = 2 * set[block] + set[block] / 2;
    set.set(count, std::min(set[count], drawn - drawn % lanes + set[count] % lanes));
    set.set(rounds, std::min<std::int64_t>(set[rounds], 2));
    return set;
}

// Lane-instructions: of each round, and of each thread. They do not depend on the ways.
template <int of_round, int of_thread>
double cost(const Settings& set) {
    return double(set[count]) * (of_round * double(set[rounds]) + of_thread);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const RegisterLesson registered{{
    .id = "divergence",
    .number = 2,  // after threads and blocks
    .title = "Branches of a warp",
    .source = "divergence.cu",
    .sees = "A warp runs each way that one of its lanes takes, one after the other. The lanes of "
            "the other ways are off meanwhile.",
    .breaks =
        "\"Each thread runs its own branch, so the others cost it nothing.\" A warp issues one "
        "instruction at a time. With 32 ways it issues "
        "{divergence/by_lane ways=32.warp_instructions over "
        "divergence/by_lane ways=1.warp_instructions} times as many instructions as with one.",
    .next = "Choose 3 ways. How many lanes of a warp are on in each way now?",
    .next_turns = {&ways},
    .rungs =
        {
            {.id = "by_lane",
             .title = "A way for each lane",
             .brief = "By lane",
             .idea = "Neighbouring lanes take different ways, so a warp runs all of them.",
             .claim = "A warp runs each way with the other lanes off",
             .line = "WAY(0)",
             .opens = {{.view = "lanes", .at_its_line = true}},
             .kernel = named("take_ways<1>")},
            {.id = "by_warp",
             .title = "A way for each warp",
             .brief = "By warp",
             .idea = "The 32 lanes of a warp take the same way. Each way has as many threads as "
                     "before.",
             .claim = "A warp runs one way with all lanes on",
             .line = "WAY(0)",
             .opens = {{.view = "lanes", .at_its_line = true}},
             .kernel = named("take_ways<32>")},
            {.id = "as_number",
             .title = "The way as a number",
             .brief = "As a number",
             .idea = "The ways differ in two numbers alone, so one code serves all lanes.",
             .claim = "Different numbers, the same instructions",
             .line = "x = (x ^ mark) * factor;",
             .opens = {{.view = "lanes", .at_its_line = true}},
             .kernel = named("way_as_number")},
            {.id = "short_way",
             .title = "A short if",
             .idea = "Both ways of an if are so short that the compiler computes both results "
                     "and selects one.",
             .claim = "An if in the source, and no branch for it",
             .work = "decides in each step",
             .line = "if (x & 1)",
             .opens = {{.view = "lanes", .at_its_line = true}},
             .kernel = named("short_way"),
             .cost = cost<59, 14>,
             .without = {{&ways, "This kernel has two ways: one for odd numbers, one for even."}}},
        },
    .knobs = {&block, &count, &ways, &rounds},
    .host = host,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * double(set[count]) + 4 * double(set[rounds]); },
    .flops = [](const Settings&) { return 0.0; },
    .picture = picture,
    .cost = cost<23, 26>,
    .views = {"lanes", "heat_map", "coalescing", "data_flow"},
    .ledger = {"branches", "divergent_branches", "warp_instructions", "lane_instructions",
               "global_load_requests", "global_load_sectors"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "Each lane of a warp takes one of 32 ways, all of the same length. How "
                         "many times as many instructions does the warp issue, compared with one "
                         "way for all lanes?",
             .answer = "divergence/by_lane ways=32 rounds=32.warp_instructions over "
                       "divergence/by_lane ways=1 rounds=32.warp_instructions",
             .unit = "times as many",
             .most = 64,
             .known = {{"Two ways",
                        "divergence/by_lane ways=2 rounds=32.warp_instructions over "
                        "divergence/by_lane ways=1 rounds=32.warp_instructions"}},
             .because = "Each way is issued for the one lane that takes it, and 31 lanes are off. "
                        "What stands before and after the branch is issued once for all."},
            {.question = "Half of the numbers of a warp are odd. The kernel \"A short if\" tests "
                         "in 16 steps whether a number is odd. How many of its branches part the "
                         "lanes of a warp?",
             .choices = {{"None", .5},
                         {"One", 1.5, "lanes that parted stay apart"},
                         {"Sixteen or more", std::numeric_limits<double>::infinity(),
                          "one in each step"}},
             .answer = "divergence/short_way n=32 block=32 rounds=2.divergent_branches",
             .unit = "branches",
             .because = "The compiler computes both results and selects one, for each lane: two "
                        "short ways are less than a branch. Its loop has a branch, which all "
                        "lanes take together."},
            {.question = "4 194 304 threads take one of eight ways, and a warp has lanes of all "
                         "eight. How long does that take, compared with one way for all?",
             .choices = {{"As long", 1.1, "each thread does the same work"},
                         {"Up to 4 times as long", 4},
                         {"4 to 10 times as long", 10},
                         {"More than 10 times as long"}},
             .answer = "divergence/by_lane.time over divergence/by_lane ways=1.time",
             .unit = "times as long",
             .because = "It takes {divergence/by_lane.time} with eight ways and "
                        "{divergence/by_lane ways=1.time} with one, on an "
                        "{divergence/by_lane.device}. Each way is issued for 4 of 32 lanes."},
            {.question = "Eight ways again, but all lanes of a warp take the same way. How long "
                         "does that take, compared with one way for all?",
             .choices = {{"As long", 1.15},
                         {"Up to 4 times as long", 4},
                         {"4 to 10 times as long", 10},
                         {"More than 10 times as long"}},
             .answer = "divergence/by_warp.time over divergence/by_warp ways=1.time",
             .unit = "times as long",
             .because = "It takes {divergence/by_warp.time} with eight ways and "
                        "{divergence/by_warp ways=1.time} with one, on an "
                        "{divergence/by_warp.device}. Other warps take other ways, and no lane "
                        "is off."},
        },
}};

}  // namespace
}  // namespace lessons::divergence_lesson
