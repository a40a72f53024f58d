// The bug hunt. Thirteen programs with one bug each, and their cures. A knob chooses the order in
// which blocks and warps run.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/bugs.h"
#include "lab/features/watching.h"
#include "lab/host_side.h"
#include "lessons/bug_hunt_truth.h"
#include "lessons/questions/bug_hunt.h"
#include "lessons/reading.h"

namespace lessons::bug_hunt_lesson {
namespace {

using namespace lab;
using namespace bug_hunt;
using simulator::FaultKind;

constexpr std::int64_t most_numbers = 1024;
constexpr std::int64_t few_blocks = 2;

const Knob version =
    choice("version", "Version",
           {{"broken", "Broken",
             "The program with its bug. Where the bug shows, only the simulator runs the program, "
             "and it is not timed."},
            {"cured", "Cured", "The same program without the bug."}});
constexpr std::int64_t cured_one = 1;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(16, 256), .also = {96, 100}, .preset = 64, .beyond = 2048});

const Knob count = numbers(
    {.ticks = powers_of_two(32, most_numbers), .also = {100, 192, 200, 1000}, .preset = 200});

const Knob order = choice("order", "Order",
                          {{"in_turn", "In turn",
                            "The blocks run one after the other from the first, and so do the "
                            "warps of each block."},
                           {"together", "Together",
                            "Four blocks run at once. Each warp runs for a while, then the next "
                            "one."},
                           {"by_seed", "By a seed",
                            "Blocks begin in a random order, and the warp that runs next is "
                            "drawn at random."}});
constexpr std::int64_t drawn = 2;

Knob seed_knob() {
    Knob knob = whole("seed", "Seed", "seeds", {.ticks = {1, 2, 3, 4, 5, 6, 7, 8}, .preset = 1});
    knob.only = Knob::Only{&order, drawn,
                           "The seed is used only where the order is drawn by a "
                           "seed."};
    knob.names = true;
    knob.hint = "Each seed gives another order. All of them can happen on a GPU.";
    return knob;
}
const Knob seed = seed_knob();

bool is_cured(const Settings& set) { return set[version] == cured_one; }

std::int64_t hunted_blocks(const Settings& set) { return blocks_for(set[count], set[block]); }
std::int64_t warps_of_all(const Settings& set) { return blocks_for(set[count], lanes_of_warp); }
/// One block for all numbers.
LaunchSize in_one_block(const Settings& set) { return {1, lanes_of_warp * warps_of_all(set)}; }
LaunchSize in_blocks(const Settings& set) { return {hunted_blocks(set), set[block]}; }

// ---- The host's side of each

Buffer input(Plan& plan, std::int64_t n) {
    return plan.input("numbers", Type::s32, n, Fill::digits(1, 9));
}

// A launch that reads the numbers and writes `results` results.
void launch_sums(Plan& plan, const Settings& set, const LaunchSize& size, std::int64_t results,
                 const char* name = "sums") {
    const Buffer numbers = input(plan, set[count]);
    const Buffer sums = plan.buffer(name, Type::s32, results);
    plan.launch(set.kernel(), size, numbers, sums, int(set[count]));
    plan.result(sums);
}

void one_block_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, in_one_block(set), set[count]);
}

void running_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, {1, set[block]}, set[count]);
}

void recurrence_host(Plan& plan, const Settings& set) {
    const Buffer s = plan.input("s", Type::s32, set[count], Fill::digits(-1, 1));
    const Buffer u = plan.input("u", Type::s32, set[count], Fill::digits(1, 9));
    const Buffer v = plan.buffer("v", Type::s32, set[count]);
    plan.launch(set.kernel(), in_one_block(set), s, u, v, int(set[count]));
    plan.result(v);
}

void scatter_host(Plan& plan, const Settings& set) {
    const Buffer keys = plan.input("keys", Type::s32, set[count], Fill::digits(0, 99));
    if (is_cured(set)) {
        const Buffer sorted = plan.buffer("sorted", Type::s32, set[count]);
        plan.launch(set.kernel(), in_one_block(set), keys, sorted, int(set[count]));
        plan.result(sorted);
    } else {
        plan.launch(set.kernel(), in_one_block(set), keys, int(set[count]));
        plan.result(keys);
    }
}

void element_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, in_blocks(set), set[count]);
}

void tree_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, in_blocks(set), hunted_blocks(set));
}

// The second launch adds to the sums of the first.
void zeroed_host(Plan& plan, const Settings& set) {
    const Buffer numbers = input(plan, set[count]);
    const Buffer sums = plan.buffer("sums", Type::s32, remainders);
    for (int run = 0; run < 2; ++run) {
        if (is_cured(set)) plan.clear(sums);
        plan.launch(set.kernel(), in_blocks(set), numbers, sums, int(set[count]));
    }
    plan.result(sums);
}

void slots_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, {few_blocks, set[block]}, hunted_blocks(set), "slots");
}

void mirror_host(Plan& plan, const Settings& set) {
    const std::int64_t all = hunted_blocks(set) * set[block];
    const Buffer numbers = input(plan, all);
    const Buffer mirrored = plan.buffer("mirrored", Type::s32, all);
    plan.launch(set.kernel(), in_blocks(set), numbers, mirrored);
    plan.result(mirrored);
}

void shuffle_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, in_blocks(set), warps_of_all(set));
}

void steps_host(Plan& plan, const Settings& set) {
    launch_sums(plan, set, in_blocks(set), set[count], "taken");
}

void early_host(Plan& plan, const Settings& set) {
    const Buffer numbers = input(plan, set[count]);
    const Buffer doubled = plan.buffer("doubled", Type::s32, set[count]);
    if (!is_cured(set)) plan.download(doubled);
    plan.launch(set.kernel(), in_blocks(set), numbers, doubled, int(set[count]));
    if (is_cured(set)) plan.download(doubled);
    plan.result(doubled);
}

// The mistake: the threads of a block times 32, as if they were warps.
LaunchSize limit_size(const Settings& set) {
    if (is_cured(set)) return {hunted_blocks(set), set[block]};
    LaunchSize size{hunted_blocks(set), lanes_of_warp * set[block]};
    size.threads_words = fmt::format("{} * {}", set[block], lanes_of_warp);
    return size;
}

void limit_host(Plan& plan, const Settings& set) {
    const Buffer numbers = input(plan, set[count]);
    const Buffer doubled = plan.zeros("doubled", Type::s32, set[count]);
    plan.launch(set.kernel(), limit_size(set), numbers, doubled, int(set[count]));
    plan.result(doubled);
}

// ---- The thirteen

struct Hunted {
    const char* rung;
    Numbers (*right)(const Inputs&, Shape);
    bool (*shows)(const Settings&);  // whether the bug shows with these settings
    Bug bug;
};

bool always(const Settings&) { return true; }
bool several_numbers(const Settings& set) { return set[count] > 1; }
bool rounds_of_a_block(const Settings& set) { return set[block] > 1; }
bool threads_left_over(const Settings& set) { return set[count] % set[block] != 0; }
bool lanes_left_over(const Settings& set) { return set[count] % lanes_of_warp != 0; }
bool several_slots(const Settings& set) { return hunted_blocks(set) > 2; }
bool step_does_not_fit(const Settings& set) { return !steps_fit(set[count]); }
bool does_not_fit(const Settings& set) { return lanes_of_warp * set[block] > 1024; }

const std::array hunted{
    Hunted{"past_the_end",
           sums_before,
           always,
           {{FaultKind::out_of_bounds}, {"sums[t + 1] = sum;"}, {"sums"}, {"if (t < n)"}}},
    Hunted{"running_sum",
           sums_so_far,
           rounds_of_a_block,
           {{FaultKind::race, FaultKind::missing_warp_sync},
            {"sums[i] = before + sum;", "before += sum;"},
            {"before"},
            {"if (t == threads - 1)"}}},
    Hunted{"neighbour",
           terms,
           always,
           {{FaultKind::race, FaultKind::missing_warp_sync},
            {"term[t] += factor[t] * term[t - d];", "factor[t] *= factor[t - d];"},
            {"term", "factor"}}},
    Hunted{"in_place",
           evens_first,
           several_numbers,
           {{FaultKind::race, FaultKind::missing_warp_sync},
            {"keys[place] = keys[t];"},
            {"keys"},
            {"(int* keys, int n)"}}},
    Hunted{"early_return",
           pairs,
           threads_left_over,
           {{FaultKind::fragile_barrier}, {"__syncthreads();"}, {}, {"if (i >= n)", "return;"}}},
    Hunted{"barrier_in_if",
           sums_of_blocks,
           rounds_of_a_block,
           {{FaultKind::divergent_barrier}, {"__syncthreads();"}, {}, {"if (t + half < left)"}}},
    Hunted{"never_zeroed",
           sums_by_remainder,
           always,
           {{FaultKind::uninitialized_read},
            {"atomicAdd(&sums[numbers[i] % 8], numbers[i]);"},
            {"sums"},
            {"cudaMalloc(&d_sums", "<<<"}}},
    Hunted{"two_slots",
           sums_of_blocks,
           several_slots,
           {{FaultKind::race}, {"slots[blockIdx.x + round] = sum;"}, {"slots"}}},
    Hunted{"no_barrier",
           mirrored,
           rounds_of_a_block,
           {{FaultKind::race, FaultKind::missing_warp_sync, FaultKind::uninitialized_read},
            {"row[t] = numbers[i];", "mirrored[i] = row[blockDim.x - 1 - t];"},
            {"row"}}},
    Hunted{"left_lane",
           sums_of_warps,
           lanes_left_over,
           {{FaultKind::missing_lane},
            {"sum += __shfl_down_sync(~0u, sum, d);"},
            {},
            {"if (i >= n)", "return;"}}},
    Hunted{"int_product",
           in_steps,
           step_does_not_fit,
           {{FaultKind::out_of_bounds},
            {"taken[i] = numbers[place];"},
            {"numbers"},
            {"int place = i * step % n;"}}},
    Hunted{
        "copied_early", doubled, always, {{FaultKind::copied_unwritten}, {}, {"doubled"}, {"<<<"}}},
    Hunted{"over_limit",
           doubled,
           does_not_fit,
           {{FaultKind::launch_failed}, {}, {"doubled"}, {"threads = "}}},
};

const Hunted& hunted_of(const Settings& set) {
    return *std::ranges::find_if(hunted, [&](const Hunted& one) { return is(set, one.rung); });
}

std::optional<Bug> bug(const Settings& set) {
    const Hunted& one = hunted_of(set);
    return is_cured(set) || !one.shows(set) ? std::nullopt : std::optional(one.bug);
}

std::pair<simulator::Order, std::uint64_t> chosen_order(const Settings& set) {
    constexpr std::array orders{simulator::Order::sequential, simulator::Order::resident,
                                simulator::Order::shuffled};
    return {orders[std::size_t(set[order])], set[order] == drawn ? std::uint64_t(set[seed]) : 0};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    Expected::Of all{.elements = {},
                     .values = hunted_of(set).right(inputs, {set[count], set[block]})};
    return {.results = results_of(std::move(all)),
            .compared_with = "all results, computed on the CPU",
            .tolerance = "none: whole numbers are exact"};
}

std::optional<Refusal> warps_of_32(const Settings& set) {
    return refuse_part_warps(set, block, lanes_missing);
}

double cost_in_one_block(const Settings& set) {
    const std::int64_t threads = lanes_of_warp * warps_of_all(set);
    return cost_of_threads(threads, threads, 30, 17);
}
template <int once, int each = 0>
double cost_in_blocks(const Settings& set) {
    return cost_of_threads(hunted_blocks(set) * set[block], set[block], once, each);
}
// Where no thread runs, nothing costs anything.
double cost_within_limit(const Settings& set) {
    return is_cured(set) || !does_not_fit(set) ? cost_in_blocks<18>(set) : 0;
}

// The block with threads that have no number.
std::uint64_t last_of_blocks(const Settings& set) { return std::uint64_t(hunted_blocks(set) - 1); }
// The block with the first step that does not fit.
std::uint64_t block_of_step(const Settings& set) {
    return std::min(last_of_blocks(set), std::uint64_t(steps_that_fit / set[block]));
}

std::function<std::string(const Settings&)> in_versions(const char* name) {
    return [name](const Settings& set) {
        return std::string(name) + (is_cured(set) ? "_cured" : "_broken");
    };
}

std::function<std::string(const Settings&)> in_one(const char* name) {
    return [name](const Settings&) { return name; };
}

const Idle one_block{&block, "One block has a thread for each number here."};

const Has<Versions> versions{"bug_hunt", {&version}};
const Has<Watching> watching{"bug_hunt", {.follows_all_blocks = true}};
const Has<HostProgram> host_side{
    "bug_hunt", {.style = [](const Settings& set) {
        return HostStyle{.looks = !is(set, "over_limit") || is_cured(set)};
    }}};
const Has<Bugs> bugs{"bug_hunt", {bug, chosen_order}};

const RegisterLesson registered{{
    .id = "bug_hunt",
    .number = 4,
    .chapter = Chapter::chance_time_and_faults,
    .title = "Bug hunt",
    .source = "bug_hunt.cu",
    .sees =
        "Thirteen programs have one bug each. A check names the two accesses that meet and what is "
        "missing between them, even where the result is right. The button Hunt for the bug hides "
        "what the check found, until you have found the bug.",
    .breaks = "\"The result is right, so the program is.\" The result was right in one order, with "
              "one size or on one card.",
    .next = "Take the running sum and change the order and its seed. With which orders is the "
            "result right, and what does the check say then?",
    .rungs =
        {
            {.id = "past_the_end",
             .title = "One past the end",
             .brief = "Past the end",
             .idea = "Each sum moves on by one place, and the last sum moves past the end of the "
                     "array.",
             .meant = "sums[i] should be the sum of all numbers before numbers[i], so sums[0] is "
                      "0.",
             .claim = "The last sum is past the end",
             .line = "sums[t + 1] = sum;",
             .kernel = in_versions("shift"),
             .host = one_block_host,
             .cost = cost_in_one_block,
             .without = {one_block}},
            {.id = "running_sum",
             .title = "A sum that grows too early",
             .brief = "Running sum",
             .idea = "All threads read the sum so far, while the last thread adds to it.",
             .meant = "sums[i] should be the sum of all numbers up to and including numbers[i].",
             .claim = "No barrier separates reads and write",
             .line = "before += sum;",
             .kernel = in_versions("running"),
             .host = running_host,
             .cost = cost_in_blocks<25, 15>},
            {.id = "neighbour",
             .title = "A neighbour that is changed",
             .brief = "Neighbour",
             .idea = "A thread reads the pair of another thread, which changes that pair in the "
                     "same round.",
             .meant = "v[i] should be s[i] · v[i - 1] + u[i], and v[0] should be u[0].",
             .claim = "A pair changes while it is read",
             .line = "v[t] = term[t];",
             .kernel = in_versions("recurrence"),
             .host = recurrence_host,
             .cost = cost_in_one_block,
             .without = {one_block}},
            {.id = "in_place",
             .title = "A scatter in place",
             .brief = "In place",
             .idea = "A thread writes its key over another key that may not have been read yet.",
             .meant = "Even keys should come first and odd keys after them, both in the order in "
                      "which they stood.",
             .claim = "A key is overwritten before it is read",
             .line = "int place = odd ? evens + odds - 1 : t - odds;",
             // Without its race, the threads meet nowhere: see which wrote each element.
             .opens = {{.chosen = "version=cured", .view = "array"}},
             .kernel = in_versions("scatter"),
             .host = scatter_host,
             .cost = cost_in_one_block,
             .without = {one_block}},
            {.id = "early_return",
             .title = "A return before a barrier",
             .brief = "Early return",
             .idea = "Threads without a number return, and the others wait at a barrier.",
             .meant =
                 "sums[i] should be numbers[i] plus the number before it, if that is in the same "
                 "block.",
             .claim = "Not all threads reach the barrier",
             .line = "sums[i] = part[t] + (t > 0 ? part[t - 1] : 0);",
             .opens = {{.chosen = "version=cured", .view = "lanes", .line = "__syncthreads();"}},
             .kernel = in_versions("pairs"),
             .host = element_host,
             .cost = cost_in_blocks<31>,
             .watch = last_of_blocks},
            {.id = "barrier_in_if",
             .title = "A barrier in an if",
             .brief = "In an if",
             .idea = "Only threads that add reach the barrier.",
             .meant = "Each block should write the sum of its numbers.",
             .claim = "Some threads pass by the barrier",
             .line = "part[t] += part[t + half];",
             .opens = {{.chosen = "version=cured",
                        .view = "lanes",
                        .line = "__syncthreads();            // every thread"}},
             .kernel = in_versions("tree"),
             .host = tree_host,
             .cost = cost_in_blocks<30, 11>},
            {.id = "never_zeroed",
             .title = "Sums that do not begin at 0",
             .brief = "Never zeroed",
             .idea = "Each number is added to memory that was never set to 0.",
             .meant = "sums[r] should be the sum of all numbers that leave r when divided by 8. "
                      "The host computes them twice, with the same result.",
             .claim = "Numbers are added to old contents",
             .line = "atomicAdd(&sums[numbers[i] % 8], numbers[i]);",
             .kernel = in_one("add_by_remainder"),
             .host = zeroed_host,
             .cost = cost_in_blocks<46>},
            {.id = "two_slots",
             .title = "A slot of two blocks",
             .brief = "Shared slot",
             .idea =
                 "A slot's number is block plus round, and two pairs of them give the same number.",
             .meant = "slots[k] should be the sum of the k-th group of blockDim.x numbers, with k "
                      "from 0.",
             .claim = "Two blocks write to one slot",
             .line = "int sum = sum_up_to(part, i < n ? numbers[i] : 0);",
             // Without its race, the threads meet nowhere: see which wrote each element.
             .opens = {{.chosen = "version=cured", .view = "array"}},
             .kernel = in_versions("slots"),
             .host = slots_host,
             .cost = cost_in_blocks<25, 15>},
            {.id = "no_barrier",
             .title = "A tile without a barrier",
             .brief = "No barrier",
             .idea =
                 "A thread reads what another thread wrote, with no barrier between. The last row "
                 "is filled up to a whole block.",
             .meant = "mirrored should hold the numbers of each block in reverse order.",
             .claim = "A row of one warp comes out right",
             .line = "mirrored[i] = row[blockDim.x - 1 - t];",
             .kernel = in_versions("mirror"),
             .host = mirror_host,
             .cost = cost_in_blocks<24>},
            {.id = "left_lane",
             .title = "A lane that has left",
             .brief = "Lane left",
             .idea = "A shuffle names all 32 lanes, and some of them have returned.",
             .meant = "sums[w] should be the sum of 32 numbers from numbers[32 w] on, or of as "
                      "many as are left.",
             .claim = "A value comes from a lane that left",
             .line = "sum += __shfl_down_sync(~0u, sum, d);",
             .opens =
                 {{.chosen = "version=cured", .view = "lanes", .line = "sum += __shfl_down_sync"}},
             .kernel = in_versions("shuffle"),
             .legal = warps_of_32,
             .host = shuffle_host,
             .cost = cost_in_blocks<56>,
             .watch = last_of_blocks},
            {.id = "int_product",
             .title = "A product that is too large",
             .brief = "Overflow",
             .idea = "Numbers are taken in large steps, and an int holds the product of index and "
                     "step.",
             .meant = "taken[i] should be numbers[i · 15 485 863 mod n], so that each number is "
                      "taken once.",
             .claim = "An index falls below 0",
             .line = "taken[i] = numbers[place];",
             .kernel = in_versions("steps"),
             .host = steps_host,
             .cost = cost_in_blocks<24>,
             .watch = block_of_step},
            {.id = "copied_early",
             .title = "Copied too early",
             .brief = "Early copy",
             .idea = "The host copies the results back before it launches the kernel.",
             .meant = "The host should get twice each number.",
             .claim = "Results are copied before they exist",
             .line = "doubled[i] = 2 * numbers[i];",
             .kernel = in_one("twice"),
             .host = early_host,
             .cost = cost_in_blocks<18>},
            {.id = "over_limit",
             .title = "A block that is too large",
             .brief = "Too large",
             .idea = "The host asks for 32 times too many threads in a block, and does not check "
                     "for an error.",
             .meant = "The host should get twice each number.",
             .claim = "No thread runs, and no message says so",
             .line = "doubled[i] = 2 * numbers[i];",
             .kernel = in_one("twice"),
             .host = limit_host,
             .cost = cost_within_limit},
        },
    .knobs = {&version, &block, &count, &order, &seed},
    .size = &count,
    .host = element_host,
    .expected = expected,
    .bytes = [](const Settings& set) { return double(plan_of(set).bytes()); },
    .flops = [](const Settings&) { return 0.0; },
    .views = {"happens_before", "array", "data_flow", "lanes", "coalescing"},
    .ledger = {"barriers", "warp_instructions", "divergent_branches", "shared_load_requests",
               "shared_store_requests", "global_load_requests", "global_store_requests"},
    .predictions = bug_hunt_predictions,
}};

}  // namespace
}  // namespace lessons::bug_hunt_lesson
