// The memory model. A number and a flag in two places of memory: what has to come between, so that
// a thread that sees the flag reads the number.
#include <algorithm>
#include <array>

#include "lab/features/watching.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::memory_model_lesson {
namespace {

using namespace lab;

constexpr std::int64_t lanes = 32;
constexpr std::int64_t drawn_pairs = 2;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 32, .beyond = 2048});
const Knob pairs = numbers({.ticks = powers_of_two(1, 1 << 20), .preset = 1 << 12}, "pairs",
                           "Pairs of warps", "pairs");

Knob launches_knob() {
    Knob knob = at_some_rungs(
        whole("launches", "Launches", "launches", {.ticks = {1, 2}, .preset = 2}),
        "The writing and the reading warps run in one launch: this flag is right within one "
        "launch.");
    knob.hint =
        "2: the writing warps run in the first launch, the reading warps in the second. 1: all "
        "run in one launch.";
    return knob;
}
const Knob launches = launches_knob();

bool in_one_launch(const Settings& set) { return idle(set, launches) || set[launches] == 1; }

// ---- What a program does

std::int64_t numbers_sent(const Settings& set) { return lanes * set[pairs]; }

// A launch of `warps` warps: the warps first, first + step and so on of all.
void launch(Plan& plan, const Settings& set, const std::array<Buffer, 5>& given, std::int64_t warps,
            int first, int step) {
    const auto [numbers, data, flag, received, tickets] = given;
    plan.launch(set.kernel(), {blocks_for(lanes * warps, set[block]), set[block]}, numbers, data,
                flag, received, tickets, int(set[pairs]), first, step);
}

void pass(Plan& plan, const Settings& set, std::int64_t flags) {
    const std::int64_t n = numbers_sent(set);
    const Buffer numbers = plan.input("numbers", Type::f32, n, Fill::digits(1, 9));
    const Buffer data = plan.zeros("data", Type::f32, n);
    const Buffer flag = plan.zeros("flag", Type::s32, flags);
    const Buffer received = plan.buffer("received", Type::f32, n);
    const Buffer tickets = plan.zeros("tickets", Type::s32, 2);
    const std::array all{numbers, data, flag, received, tickets};
    plan.clear(flag);
    plan.clear(tickets);
    if (in_one_launch(set)) {
        launch(plan, set, all, 2 * set[pairs], 0, 1);
    } else {
        launch(plan, set, all, set[pairs], 0, 2);
        launch(plan, set, all, set[pairs], 1, 2);
    }
    plan.result(received);
}

void a_flag_each(Plan& plan, const Settings& set) { pass(plan, set, numbers_sent(set)); }
void a_flag_a_warp(Plan& plan, const Settings& set) { pass(plan, set, set[pairs]); }

Expected expected(const Settings& set, const Inputs& inputs) {
    const std::int64_t n = numbers_sent(set);
    Expected::Of received{.elements = sampled(std::uint64_t(n))};
    received.values = values_at(received.elements, std::uint64_t(n), inputs.values("numbers"));
    const std::size_t compared = received.values.size();
    return {.results = results_of(std::move(received)),
            .compared_with = "the numbers that were sent, " +
                             compared_words(compared, std::uint64_t(n), "numbers"),
            .tolerance = "none: the numbers are passed on unchanged"};
}

// ---- What is refused

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, "");
}

const std::string old_data =
    "The simulator delays each store as long as the memory model allows. Flags arrive before their "
    "numbers, and readers get old numbers. With blocks that run side by side (--order resident) "
    "all "
    "numbers are right, but nothing promises it.";
// Measured: pass_in_block in blocks of 32 did not end on an H200, with 1, 64 and 4096 pairs.
const std::string may_never_end =
    " On a GPU the reader may wait for ever, because nothing promises that it ever sees a flag "
    "of another block. On an H200 it waited for ever.";

// A flag without an order needs the end of a launch between the number and its read.
std::optional<Refusal> a_launch_between(const Settings& set) {
    if (!in_one_launch(set)) return std::nullopt;
    return Refusal{
        .title = "In 1 launch nothing orders the number and its flag: 2 launches are needed",
        .why =
            "A reader may see the flag before the number, although the number was stored first. "
            "Everything that a launch wrote is in place when the next launch begins.",
        .limit_name = "launches",
        .limit = 2,
        .asked = 1,
        .knob = launches.id,
        .use = 2,
        .cuda_error = {},
        .shows = old_data};
}

// A flag for one block needs both warps of a pair in one block, or the end of a launch between.
std::optional<Refusal> pairs_in_a_block(const Settings& set) {
    if (!in_one_launch(set) || set[block] % (2 * lanes) == 0) return std::nullopt;
    const std::int64_t fits = set[block] / (2 * lanes) * (2 * lanes) + 2 * lanes;
    return Refusal{.title = "This flag is for threads of one block, but with blocks of " +
                            grouped(set[block]) + " threads a pair of warps is in two blocks",
                   .why =
                       "A release at the scope of a block orders earlier writes only for threads "
                       "of that block. Blocks of " +
                       grouped(fits) + " threads hold whole pairs of warps.",
                   .limit_name = "threads per block",
                   .limit = double(fits),
                   .asked = double(set[block]),
                   .knob = block.id,
                   .use = fits,
                   .cuda_error = {},
                   .shows = old_data + may_never_end};
}

// ---- What pictures and tables say

Settings picture(Settings set) {
    set.set(pairs, std::min(set[pairs], drawn_pairs));
    return set;
}

// Lane-instructions. In one launch half the warps wait.
double cost(const Settings& set) {
    return 35 * double(set[block]) * double(blocks_for(2 * numbers_sent(set), set[block]));
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const Has<Watching> watching{
    "memory_model", {.follows_all_blocks = true, .weakly_anyway = true, .waits_by_warp = true}};

const RegisterLesson registered{{
    .id = "memory_model",
    .number = 13,  // after the recurrence, before the sort
    .chapter = Chapter::adding_and_scanning,
    .title = "The memory model",
    .source = "memory_model.cu",
    .sees = "A number and its flag are two places in memory. A thread that sees the flag need "
            "not see the number, unless something orders them.",
    .breaks = "\"volatile orders.\" It keeps the compiler from leaving out a load of the flag, "
              "and says nothing about any other place in memory.",
    .next = "Take the volatile flag in one launch and run it all the same. Which edge is "
            "missing, and which kernel of the ladder has it?",
    .rungs =
        {
            {.id = "plain",
             .title = "Plain flag",
             .idea = "A thread stores a number, then a flag, as if no other thread were there. "
                     "The compiler turns the thousand loads of the loop into one.",
             .claim = "Two launches order what a plain flag does not",
             .line = "received[i] = there ? data[i] : nothing;",
             .kernel = named("pass_plain"),
             .legal = first_of<whole_warps, a_launch_between>,
             .takes = {&launches}},
            {.id = "is_volatile",
             .title = "Volatile flag",
             .idea = "The compiler loads the flag as often as the source does.",
             .claim = "volatile loads again, but orders nothing",
             .line = "received[i] = data[i];",
             .kernel = named("pass_volatile"),
             .legal = first_of<whole_warps, a_launch_between>,
             .modelled_within = 450,
             .takes = {&launches}},
            {.id = "fence",
             .title = "Fences",
             .idea = "A fence stands between number and flag, on both sides.",
             .claim = "With fences on both sides one launch is enough",
             .line = "__threadfence();",
             .kernel = named("pass_fence"),
             .legal = whole_warps,
             .modelled_within = 450},
            {.id = "release",
             .title = "Release and acquire",
             .brief = "Release",
             .idea = "The store and the load of the flag themselves give the order.",
             .claim = "A reader of the flag sees the number",
             .line = "while (there.load(acquire) == 0) {",
             .kernel = named("pass_release"),
             .legal = whole_warps,
             .modelled_within = 450},
            {.id = "block_scope",
             .title = "Release for a block",
             .brief = "Block scope",
             .idea = "Release and acquire, for threads of one block only.",
             .claim = "The order holds within one block only",
             .line = "while (there.load(acquire) == 0) {",
             // In one launch the flag orders the accesses; two launches would do it.
             .opens = {{.values = {{&block, 64}, {&launches, 1}}}},
             .kernel = named("pass_in_block"),
             .legal = first_of<whole_warps, pairs_in_a_block>,
             .modelled_within = 450,
             .takes = {&launches}},
            {.id = "together",
             .title = "One flag for a warp",
             .brief = "One flag",
             .idea = "The lanes of a warp synchronize, then one lane sets the flag for all.",
             .claim = "One lane releases for the whole warp",
             .line = "while (there.load(acquire) == 0) {",
             .kernel = named("pass_together"),
             .legal = whole_warps,
             .host = a_flag_a_warp,
             .modelled_within = 450},
        },
    .knobs = {&block, &pairs, &launches},
    .host = a_flag_each,
    .expected = expected,
    .bytes =
        [](const Settings& set) {
            return 12.0 * double(numbers_sent(set)) + 4.0 * double(set[pairs]);
        },
    .flops = [](const Settings&) { return 0.0; },
    // The formula takes the pairs for a chain, but each waits for one warp, and for no other pair.
    .modelled_within = 1.6,
    .picture = picture,
    .cost = cost,
    .views = {"happens_before", "data_flow", "lanes", "coalescing"},
    .ledger = {"global_load_requests", "global_store_requests", "global_load_sectors",
               "global_store_sectors", "barriers", "divergent_branches", "warp_instructions"},
    .predictions =
        {
            {.question = "Two warps write, and two warps wait and read. All of them use fences. "
                         "How many fence instructions do the four warps issue?",
             .choices = {{"2", 3, "only the writing warps"},
                         {"4", 8},
                         {.words = "128", .reason = "one for each lane"}},
             .answer = "memory_model/fence.line.executions+line.executions",
             .unit = "fences",
             .because = "A reader needs a fence too: otherwise the number may be read before its "
                        "flag. A warp executes a fence once for all its lanes."},
            {.question = "2^18 pairs run in one launch with release and acquire, in place of two "
                         "launches that order everything. How long does that take?",
             .choices = {{"Half as long", .6, "one launch is saved"},
                         {"Less long, but more than half", .98},
                         {"Up to a quarter longer", 1.25},
                         {"Twice as long or more"}},
             .answer = "memory_model/release pairs=2^18.time over memory_model/plain "
                       "pairs=2^18.time",
             .unit = "times as long",
             .because = "It takes {memory_model/release pairs=2^18.time} in one launch and "
                        "{memory_model/plain pairs=2^18.time} in two launches, on an "
                        "{memory_model/plain pairs=2^18.device}. A waiting warp loads its flags "
                        "again and again."},
            {.question = "A warp has one flag, in place of one for each lane. How many sectors "
                         "does a load of the flag request, compared with a flag for each lane?",
             .choices = {{"A quarter as many", .5}, {"As many", 1.5}, {"32 times as many"}},
             .answer = "memory_model/together.line.global_load_sectors over "
                       "memory_model/release.line.global_load_sectors",
             .unit = "times as many",
             .because = "Two loads request {memory_model/release.line.global_load_sectors} "
                        "sectors with a flag for each lane, and "
                        "{memory_model/together.line.global_load_sectors} with one flag for all."},
        },
}};

}  // namespace
}  // namespace lessons::memory_model_lesson
