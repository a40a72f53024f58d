// How many numbers fall into each bin. Lanes that add to one bin take turns, and the data decide
// how many do. Each rung moves the bins, or makes more copies of them.
#include <algorithm>
#include <array>

#include "lab/features/setups.h"
#include "lab/limits.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/reading.h"

namespace lessons::histogram_lesson {
namespace {

using namespace lab;

constexpr std::int64_t warp = 32, bytes_a_bin = 4;

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .preset = 1 << 22}, "n", "Numbers to count");
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 4096), .preset = 1024}),
                                  "The grid of this kernel follows from the number of numbers.");

Knob bins_knob() {
    Knob knob = whole("bins", "Bins", "bins", {.ticks = powers_of_two(16, 4096), .preset = 256}, 4);
    knob.logarithmic = true;
    knob.hint = "The number of bins. Each number names its bin.";
    return knob;
}
const Knob bins = bins_knob();

const Knob skew = with_role(choice("skew", "Numbers",
                                   {{"uniform", "All bins", "Each bin is as likely as any other."},
                                    {"few", "Four bins", "Only the numbers 0, 1, 2 and 3 occur."},
                                    {"one", "One bin", "Every number is 0."}}),
                            Knob::Role::variant);

Knob copies_knob() {
    Knob knob = at_some_rungs(whole("copies", "Copies of the bins", "copies",
                                    {.ticks = powers_of_two(1, 32), .preset = 8}),
                              "This kernel has no copies for lanes of a warp.");
    knob.hint = "Lane i of each warp counts in copy i modulo this number.";
    return knob;
}
const Knob copies = copies_knob();

const Knob adds = with_role(
    at_some_rungs(
        choice(
            "adds", "Each number adds",
            {{"weight", "A weight",
              "The launch gives the weight to the kernel. Here it is one, "
              "but the compiler does not know that."},
             {"one", "One",
              "The compiler sees the one. From compute capability 8.0 on, machine code then counts "
              "all lanes of one address in shared memory at once."}}),
        "Atomics in global memory do not count lanes together, whatever is added."),
    Knob::Role::variant);

Fill numbers_to_count(const Settings& set) {
    const double last[] = {double(set[bins] - 1), 3, 0};
    return Fill::digits(0, last[set[skew]]);
}

// ---- The host's side.

constexpr unsigned weight = 1;

struct Arrays {
    Buffer numbers, bins;
};

Arrays arrays_of(Plan& plan, const Settings& set) {
    const Arrays made{plan.input("numbers", Type::u32, set[count], numbers_to_count(set)),
                      plan.buffer("bins", Type::u32, set[bins])};
    plan.clear(made.bins);
    plan.result(made.bins);
    return made;
}

std::int64_t one_each(const Settings& set) { return blocks_for(set[count], set[block]); }
std::int64_t grid(const Settings& set) { return std::min(set[blocks], one_each(set)); }

std::int64_t warps(const Settings& set) { return blocks_for(set[block], warp); }
std::int64_t room(const Settings& set, std::int64_t of_them) {
    return of_them * set[bins] * bytes_a_bin;
}

void in_global_memory(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set);
    plan.launch(set.kernel(), {one_each(set), set[block]}, made.numbers, made.bins, int(set[count]),
                weight);
}

void in_blocks(Plan& plan, const Settings& set, std::int64_t groups, std::int64_t of_them) {
    const Arrays made = arrays_of(plan, set);
    plan.launch(set.kernel(), {groups, set[block], room(set, of_them)}, made.numbers, made.bins,
                int(set[count]), int(set[bins]), weight);
}

void in_lanes(Plan& plan, const Settings& set) {
    const Arrays made = arrays_of(plan, set);
    plan.launch(set.kernel(), {grid(set), set[block], room(set, set[copies])}, made.numbers,
                made.bins, int(set[count]), int(set[bins]), int(set[copies]), weight);
}

// `of_them`: how many copies of the bins; `whose`: the same in words.
std::optional<Refusal> refuse_room(const Settings& set, std::int64_t of_them,
                                   const std::string& whose) {
    const std::int64_t limit = device_limits().launch.shared_per_block;
    if (room(set, of_them) <= limit) return std::nullopt;
    const std::int64_t most = limit / (of_them * bytes_a_bin);
    return Refusal{.title = grouped(of_them) + " copies of " + grouped(set[bins]) + " bins take " +
                            bytes_worded(std::uint64_t(room(set, of_them))) +
                            " of shared memory, and a block has " +
                            bytes_worded(std::uint64_t(limit)) + " at most",
                   .why = "There is a copy for each " + whose + ", and a bin takes 4 bytes. " +
                          "Up to " + grouped(most) + " bins fit.",
                   .limit_name = "bins",
                   .limit = double(most),
                   .asked = double(set[bins]),
                   .knob = bins.id,
                   .use = most,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> room_for_warps(const Settings& set) {
    return refuse_room(set, warps(set), "warp of the block");
}
std::optional<Refusal> room_for_lanes(const Settings& set) {
    return refuse_room(set, set[copies], "group of lanes of a warp");
}

// ---- The same on the CPU.

using Key = std::array<std::int64_t, 4>;

std::vector<double> counted(const Settings& set, const Inputs& inputs) {
    static Kept<Key, std::vector<double>> known;
    const Key key{set[count], set[bins], set[skew], std::int64_t(inputs.seed())};
    return known.of(key, [&] {
        const auto number = inputs.values("numbers");
        const auto numbers = std::uint64_t(set[count]);
        std::vector<double> all(std::size_t(set[bins]), 0);
        for (std::uint64_t i = 0; i < numbers; ++i) {
            if (i % 65'536 == 0) inputs.go_on();
            ++all[std::size_t(number(i))];
        }
        return all;
    });
}

Expected expected(const Settings& set, const Inputs& inputs) {
    return {.results = {{.values = counted(set, inputs)}},
            .compared_with =
                "a count on the CPU, " +
                compared_words(std::uint64_t(set[count]), std::uint64_t(set[count]), "numbers"),
            .tolerance = "none: these are whole numbers"};
}

// A few blocks of the same size.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    return set;
}

// Two blocks whose threads count several numbers each. n modulo 4 stays as it was.
template <int numbers_a_thread>
Settings picture_of_two_blocks(Settings set) {
    const std::int64_t few = std::min<std::int64_t>(set[blocks], 2);
    set.set(count, std::min(set[count], few * set[block] * numbers_a_thread + set[count] % 4));
    set.set(blocks, few);
    return set;
}

// ---- Lane-instructions: some for each number, some for each bin of a block in all its copies,
// which are cleared and added up, and some for each thread.

double ends(const Settings& set, std::int64_t groups, double of_a_bin, double of_a_thread) {
    return double(groups) * (of_a_bin * double(set[bins]) + of_a_thread * double(set[block]));
}
double global_cost(const Settings& set) { return 13 * double(set[count]); }
double shared_cost(const Settings& set) {
    return 8 * double(set[count]) + ends(set, one_each(set), 14, 25);
}
double many_cost(const Settings& set) {
    return 10 * double(set[count]) + ends(set, grid(set), 14, 30);
}
double groups_cost(const Settings& set) {
    return 20 * double(set[count]) + ends(set, grid(set), 14, 30);
}
double per_warp_cost(const Settings& set) {
    return 10 * double(set[count]) + ends(set, grid(set), 8 + 10 * double(warps(set)), 40);
}
double per_lane_cost(const Settings& set) {
    return 11 * double(set[count]) + ends(set, grid(set), 16 + 13 * double(set[copies]), 70);
}
double wide_cost(const Settings& set) {
    return 6 * double(set[count]) + ends(set, grid(set), 16 + 13 * double(set[copies]), 90);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + (set[adds] == 1 ? "<true>" : "<false>");
    };
}

constexpr std::int64_t one_bin = 2;  // the choice of `skew`

const Has<Setups> setups{"histogram",
                         {{{"2²², all bins", {{&count, 1 << 22}, {&skew, 0}}},
                           {"2²², four bins", {{&count, 1 << 22}, {&skew, 1}}},
                           {"2²², one bin", {{&count, 1 << 22}, {&skew, one_bin}}},
                           {"2²⁸, all bins", {{&count, 1 << 28}, {&skew, 0}}},
                           {"2²⁸, one bin", {{&count, 1 << 28}, {&skew, one_bin}}}}}};

const RegisterLesson registered{{
    .id = "histogram",
    .number = 9,  // after the average
    .chapter = Chapter::adding_and_scanning,
    .title = "A histogram",
    .source = "histogram.cu",
    .sees =
        "Lanes that add a weight to one bin do it one after the other. How many collide depends "
        "on the data, not on its size.",
    .breaks = "\"Atomics in shared memory do not wait.\" Where all numbers of a warp are alike, "
              "its 32 lanes queue at one bin in shared memory, as they do in global memory.",
    .next = "Choose one bin for all numbers, and the kernel with copies for lanes. How many copies "
            "make the queue at one address half as long as one copy does?",
    .rungs =
        {
            {.id = "global",
             .title = "Bins in global memory",
             .brief = "Global bins",
             .idea = "All threads add to one set of bins in global memory.",
             .claim = "Equal numbers stand in one queue",
             .line = "atomicAdd(&bins[numbers[i]], weight);",
             // Where a number is counted, and not where a block's sums are added.
             .opens = {{.view = "same_address", .at_its_line = true}},
             .kernel = [](const Settings&) { return "histogram_global"; },
             .host = in_global_memory,
             .cost = global_cost,
             .modelled_within = 1000},
            {.id = "shared",
             .title = "Bins for each block",
             .brief = "A block's bins",
             .idea = "A block counts in its own bins, and at its end adds them to the bins of all.",
             .claim = "Each block counts in its own memory",
             .line = "atomicAdd(&own[numbers[i]], one ? 1u : weight);",
             .opens = {{.view = "same_address", .at_its_line = true}},
             .kernel = named("histogram_shared"),
             .host = [](Plan& plan,
                        const Settings& set) { in_blocks(plan, set, one_each(set), 1); },
             .cost = shared_cost,
             .modelled_within = 18,
             .takes = {&adds}},
            {.id = "many",
             .title = "Many numbers a block",
             .brief = "Many a block",
             .idea = "The grid has a fixed size, and each block counts many numbers before its "
                     "end.",
             .claim = "Bins are added once for many numbers",
             .line = "atomicAdd(&own[numbers[i]], one ? 1u : weight);",
             // A block counts for many rounds and adds its bins once.
             .opens = {{.view = "blocks", .line = "atomicAdd(&bins[bin], own[bin]);"},
                       {.chosen = "skew=one", .view = "same_address", .at_its_line = true}},
             .kernel = named("histogram_many"),
             .host = [](Plan& plan, const Settings& set) { in_blocks(plan, set, grid(set), 1); },
             .picture = picture_of_two_blocks<4>,
             .cost = many_cost,
             .modelled_within = 4,
             .takes = {&blocks, &adds}},
            {.id = "per_warp",
             .title = "A copy for each warp",
             .brief = "Warps' copies",
             .idea = "All lanes add again, and each warp of a block has its own copy of the bins.",

             .claim = "Warps are apart, but lanes still meet",
             .line = "atomicAdd(&mine[numbers[i]], one ? 1u : weight);",
             .opens = {{.view = "same_address", .at_its_line = true},
                       {.chosen = "skew=one", .view = "same_address", .at_its_line = true}},
             .kernel = named("histogram_per_warp"),
             .legal = room_for_warps,
             .host = [](Plan& plan,
                        const Settings& set) { in_blocks(plan, set, grid(set), warps(set)); },
             .picture = picture_of_two_blocks<4>,
             .cost = per_warp_cost,
             .takes = {&blocks, &adds}},
            {.id = "per_lane",
             .title = "Copies for lanes",
             .brief = "Lanes' copies",
             .idea = "The copies are divided among the lanes of a warp, and all warps share them.",
             .claim = "Equal numbers of a warp use several copies",
             .line = "atomicAdd(&mine[numbers[i] * copies], one ? 1u : weight);",
             .kernel = named("histogram_per_lane"),
             .legal = room_for_lanes,
             .host = in_lanes,
             .picture = picture_of_two_blocks<4>,
             .cost = per_lane_cost,
             .takes = {&blocks, &copies, &adds}},
            {.id = "wide",
             .title = "16-byte loads, four in flight",
             .brief = "16-byte loads",
             .idea = "A thread has sixteen numbers in flight before it counts the first.",
             .claim = "One load brings four numbers to count",
             .line = "atomicAdd(&mine[four[k].x * copies], one ? 1u : weight);",
             .opens = {{.view = "in_flight"}},
             .kernel = named("histogram_wide"),
             .legal = room_for_lanes,
             .host = in_lanes,
             .picture = picture_of_two_blocks<32>,
             .cost = wide_cost,
             .takes = {&blocks, &copies, &adds}},
            {.id = "groups",
             .title = "Groups of equal lanes",
             .brief = "Equal lanes",
             .idea = "Lanes of a warp with equal numbers form a group, and its first lane adds "
                     "for all of them.",
             .claim = "Each group of equal lanes adds once",
             .line = "atomicAdd(&own[number], equal.size() * weight);",
             .source = "histogram_groups.cu",
             .opens = {{.view = "same_address", .at_its_line = true}},
             .kernel = [](const Settings&) { return "histogram_groups"; },
             .host = [](Plan& plan, const Settings& set) { in_blocks(plan, set, grid(set), 1); },
             .picture = picture_of_two_blocks<4>,
             .cost = groups_cost,
             .takes = {&blocks},
             .without = {{&adds,
                          "The first lane of a group adds the size of its group, so the kernel has "
                          "no atomic that adds one."}}},
        },
    // Copies come before the knobs of all kernels: so they are seen where the rail is short.
    .knobs = {&skew, &adds, &copies, &bins, &block, &count, &blocks},
    .host = in_global_memory,
    .expected = expected,
    .bytes =
        [](const Settings& set) { return double(bytes_a_bin) * double(set[count] + set[bins]); },
    .flops = [](const Settings&) { return 0.0; },
    // The formula has no queue of atomics: recorded times include it.
    .modelled_within = 3,
    .picture = picture,
    .cost = global_cost,
    .views = {"same_address", "lanes", "coalescing", "data_flow"},
    .ledger = {"atomics", "atomic_passes", "global_atomic_sectors", "barriers",
               "global_load_requests", "global_load_rounds", "shared_load_wavefronts",
               "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question =
                 "Every number is 0. How many passes does the atomic of a full warp take in global "
                 "memory, counted by the addresses of its lanes?",
             .answer = "histogram/global skew=one.line.atomic_passes/line.atomics",
             .unit = "passes",
             .most = 64,
             .known = {{"Four bins",
                        "histogram/global skew=few.line.atomic_passes/"
                        "line.atomics"},
                       {"256 bins", "histogram/global.line.atomic_passes/line.atomics"}},
             .because =
                 "32 lanes add to one bin, and each must see the result of the lane before it."},
            {.question = "Every number is still 0. Now each warp of a block has its own copy of "
                         "the bins in shared memory. How many passes does its atomic take?",
             .choices = {{"1", 1.5}, {"4", 8, "the block had 8 warps"}, {"32, as before"}},
             .answer = "histogram/per_warp skew=one.line.atomic_passes/line.atomics",
             .unit = "passes",
             .because = "The lanes of one warp make the queue, and they still share a copy. With "
                        "eight copies for groups of lanes it takes {histogram/per_lane "
                        "skew=one.line.atomic_passes/line.atomics}."},
            {.question = "All numbers are alike, and each block counts many of them in its own "
                         "bins. Now the source adds 1u, in place of a weight of one that the "
                         "launch gave. How many passes does the atomic of a full warp take in "
                         "today's machine code?",
             .choices = {{"1", 1.5}, {"16", 16.5}, {"32, as before"}},
             .answer = "histogram/many skew=one adds=one.line.atomic_passes/line.atomics",
             .unit = "passes",
             .because = "From compute capability 8.0 on, an instruction counts all lanes of one "
                        "address at once, if they add 1 and nothing reads the old value: "
                        "it takes {histogram/many skew=one adds=one.time}, and with another number "
                        "{histogram/many skew=one.time}, on an {histogram/many.device}."},
            {.question = "A block counts 256 numbers in its own bins, then adds its 256 bins to "
                         "the bins of all. How many requests for atomics do its warps make, "
                         "compared with bins in global memory alone?",
             .choices = {{"A third", .9}, {"As many", 1.1}, {"Twice as many"}},
             .answer = "histogram/shared n=256.atomics over histogram/global n=256.atomics",
             .unit = "times as many",
             .because =
                 "{histogram/shared n=256.atomics} with bins of its own, {histogram/global "
                 "n=256.atomics} without. Each warp makes one request for its numbers, and one for "
                 "its bins at the end. A "
                 "block's own bins are meant for blocks that count many numbers before their end."},
            {.question = "The bins are in global memory, and every number is 0: 32 passes a "
                         "request. How many times as long do 4 194 304 such numbers take, compared "
                         "with numbers spread over 256 bins?",
             .choices = {{"As long, or less", 1.05},
                         {"Up to 4 times", 4},
                         {"4 to 16 times", 16},
                         {"More than 16 times"}},
             .answer = "histogram/global skew=one.time over histogram/global.time",
             .unit = "times as long",
             .because = "With one bin {histogram/global skew=one.time}, with all bins "
                        "{histogram/global.time}, on an {histogram/global.device}: 256 bins are "
                        "few places for all atomics of the grid, so atomics queue there, too."},
            {.question = "All numbers are alike, and each warp has its own copy of the bins. There "
                         "are as many passes as with one set of bins for the block. How long does "
                         "it take, compared with one set?",
             .choices = {{"Less than two thirds as long", .67},
                         {"Somewhat less long", .97},
                         {"As long", 1.03},
                         {"Longer"}},
             .answer = "histogram/per_warp skew=one.time over histogram/many skew=one.time",
             .unit = "times as long",
             .because = "With a copy for each warp {histogram/per_warp skew=one.time}, with one "
                        "set for the block {histogram/many skew=one.time}, on an "
                        "{histogram/per_warp.device}."},
        },
}};

}  // namespace
}  // namespace lessons::histogram_lesson
