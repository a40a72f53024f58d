// Threads and blocks. Every thread finds its element by its numbers. Knobs also choose a launch
// that does not fit, and whether the host checks that a launch began.
#include <algorithm>
#include <array>

#include "lab/features/setups.h"
#include "lab/features/watching.h"
#include "lab/host_side.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::threads_lesson {
namespace {

using namespace lab;

constexpr std::int64_t most_threads = 1 << 23;  // of the grid, and also elements of the array

const Knob block = threads_per_block(
    {.ticks = powers_of_two(1, 1024), .also = {100, 400}, .preset = 4, .beyond = 4096});

Knob blocks_knob() {
    Knob knob = with_role(
        blocks_of_grid({.ticks = powers_of_two(1, 1 << 20), .also = {200, 2000}, .preset = 2}),
        Knob::Role::size);
    knob.high = most_threads;
    knob.hint =
        "All blocks have the same number of threads, and begin in any order. There may be "
        "millions of blocks.";
    return knob;
}
const Knob blocks = blocks_knob();

Knob elements_knob() {
    Knob knob =
        whole("n", "Elements", "elements",
              {.ticks = powers_of_two(1, most_threads), .also = {5, 7, 80'000}, .preset = 8});
    knob.logarithmic = true;
    knob.hint =
        "How many elements the array has. A launch of more threads than that needs a guard.";
    return knob;
}
const Knob count = elements_knob();

const Knob guard = at_some_rungs(
    choice(
        "guard", "Guard",
        {{"on", "if (i < n)", "Threads whose number is past the end of the array write nothing."},
         {"off", "None", "Every thread writes, also past the end of the array."},
         {"upper", "Only above",
          "Each thread writes one place to the left, and only the upper end is tested. Thread 0 "
          "has "
          "no such place."}}),
    "Only the kernel of the global index can also run without its guard.");
constexpr std::int64_t no_guard = 1, only_above = 2;

const char* const in_a_row = "The blocks of this kernel are rows of threads.";
const Knob block_x =
    at_some_rungs(block_side('x', {.ticks = powers_of_two(1, 32), .preset = 2}), in_a_row);
const Knob block_y =
    at_some_rungs(block_side('y', {.ticks = powers_of_two(1, 32), .preset = 2}), in_a_row);

const Knob type =
    at_some_rungs(choice("type", "Type",
                         {{"int", "int", "Whole numbers of 4 bytes: a half is cut off."},
                          {"float", "float", "Numbers of 4 bytes, with some 7 digits."},
                          {"double", "double", "Numbers of 8 bytes, with some 16 digits."}},
                         Knob::Role::type),
                  "This kernel writes whole numbers.");
constexpr std::array types{Type::s32, Type::f32, Type::f64};
constexpr std::array type_names{"int", "float", "double"};

const Knob length =
    at_some_rungs(choice("length", "Own array",
                         {{"4", "4", "An array of 4 whole numbers for each thread."},
                          {"8", "8", "An array of 8 whole numbers for each thread."},
                          {"16", "16", "An array of 16 whole numbers for each thread."},
                          {"32", "32", "An array of 32 whole numbers for each thread."}}),
                  "Threads of this kernel have no array of their own.");

const Knob checking = choice(
    "checking", "After the launch",
    {{"looked", "Checked",
      "The program checks the result of each CUDA call, and calls cudaGetLastError() after each "
      "launch."},
     {"unseen", "Not checked",
      "The program checks no result, so a launch that does not begin is silent."}},
    Knob::Role::variant);
constexpr std::int64_t nobody_looks = 1;

const Knob memory = choice(
    "memory", "Memory",
    {{"copied", "Copied", "The array is in the device's memory, and the host copies the result."},
     {"managed", "Managed",
      "Both sides use one address, and memory moves to a side when that side touches it. Only the "
      "kernel is timed, not that move."}},
    Knob::Role::variant);
constexpr std::int64_t managed = 1;

std::int64_t length_of(const Settings& set) { return std::int64_t{4} << set[length]; }

bool in_two_dimensions(const Settings& set) { return is(set, "table"); }
bool at_run_time(const Settings& set) { return is(set, "run_time_index"); }

std::int64_t threads_of_block(const Settings& set) {
    return in_two_dimensions(set) ? set[block_x] * set[block_y] : set[block];
}
std::int64_t threads(const Settings& set) { return set[blocks] * threads_of_block(set); }

Type type_of(const Settings& set) {
    return idle(set, type) ? Type::s32 : types[std::size_t(set[type])];
}

bool guarded(const Settings& set) { return idle(set, guard) || set[guard] != no_guard; }
bool to_the_left(const Settings& set) { return !idle(set, guard) && set[guard] == only_above; }

LaunchSize launch_size(const Settings& set) {
    if (!in_two_dimensions(set)) return {set[blocks], set[block]};
    return {Dim3{std::uint32_t(set[blocks]), 1, 1},
            Dim3{std::uint32_t(set[block_x]), std::uint32_t(set[block_y]), 1}};
}

void host(Plan& plan, const Settings& set) {
    const Buffer values = plan.zeros("values", type_of(set), set[count]);
    const int n = int(set[count]);
    if (!guarded(set))
        plan.launch(set.kernel(), launch_size(set), values);
    else if (to_the_left(set))
        plan.launch(set.kernel(), launch_size(set), values, std::uint32_t(n));
    else if (at_run_time(set))
        plan.launch(set.kernel(), launch_size(set), values, n, int(length_of(set) - 1));
    else
        plan.launch(set.kernel(), launch_size(set), values, n);
    plan.result(values);
}

// The value of element i after the launch.
double value_of(const Settings& set, std::uint64_t i) {
    if (is(set, "thread_index")) return double(i % std::uint64_t(set[block]));
    if (is(set, "any_type")) return type_of(set) == Type::s32 ? double(i / 2) : double(i) / 2;
    if (is(set, "own_array") || at_run_time(set)) return double(i) + double(length_of(set) - 1);
    return double(i);
}

Expected expected(const Settings& set, const Inputs&) {
    const std::uint64_t all = std::uint64_t(set[count]);
    Expected::Of values{.elements = sampled(all), .values = {}};
    values.values =
        values_at(values.elements, all, [&](std::uint64_t i) { return value_of(set, i); });
    const std::size_t compared = values.values.size();
    return {.results = results_of(std::move(values)),
            .compared_with = "what each thread should write, on the CPU, " +
                             compared_words(compared, all, "elements"),
            .tolerance = "none: numbers below 2^24 and their halves are exact in every type"};
}

// An element without a thread keeps its old value.
std::optional<Refusal> enough_threads(const Settings& set) {
    const std::int64_t missing = set[count] - threads(set);
    if (missing <= 0) return std::nullopt;
    const std::int64_t least = blocks_for(set[count], threads_of_block(set));
    return Refusal{
        .title =
            grouped(threads(set)) + " threads are too few for " + grouped(set[count]) + " elements",
        .why = "Each thread writes one element, so no thread would write the last " +
               grouped(missing) +
               ". The number of blocks must be the elements divided by the threads of a block, "
               "rounded up.",
        .limit_name = "blocks of the grid",
        .limit = double(least),
        .asked = double(set[blocks]),
        .knob = blocks.id,
        .use = least,
        .cuda_error = {},
        .shows = "Elements without a thread keep their old values, and no message comes."};
}

std::optional<Refusal> room_for_all(const Settings& set) {
    const std::int64_t more = threads(set) - set[count];
    if (guarded(set) || more <= 0) return std::nullopt;
    return Refusal{.title = grouped(threads(set)) + " threads with no guard are too many for " +
                            grouped(set[count]) + " elements",
                   .why = grouped(more) + (more == 1 ? " thread has" : " threads have") +
                          " a number past the end, and would write there. With a guard " +
                          (more == 1 ? "it does" : "they do") + " nothing.",
                   .limit_name = "threads without a guard",
                   .limit = {},
                   .asked = double(threads(set)),
                   .knob = guard.id,
                   .use = 0,
                   .cuda_error = {},
                   .shows =
                       "Threads past the end write after the array, and the checks name the first. "
                       "A GPU may say nothing, and other data there may be lost."};
}

// The address of element 4294967295 is far from all memory of the program.
std::optional<Refusal> no_place_below_0(const Settings& set) {
    if (!to_the_left(set)) return std::nullopt;
    return Refusal{
        .title = "Thread 0 would write values[0 - 1], and the first element is values[0]",
        .why =
            "The index is unsigned, so 0 - 1 is 4 294 967 295: an address 16 GiB behind the "
            "array. The guard tests only the upper end.",
        .limit_name = "first element",
        .limit = {},
        .asked = -1,
        .knob = guard.id,
        .use = 0,
        .cuda_error = {},
        .shows =
            "The kernel writes where no memory is mapped. A later call returns "
            "cudaErrorIllegalAddress (700), and so does every call after that one. The "
            "picture What each call returns shows which."};
}

constexpr Check legal = first_of<enough_threads, room_for_all, no_place_below_0>;

// At most four blocks. As many threads, or elements, are left over as in the whole run.
Settings picture(Settings set) {
    const std::int64_t over = threads(set) - set[count];
    set.set(blocks, std::min<std::int64_t>(set[blocks], 4));
    if (threads(set) - over >= 1)
        set.set(count, std::min(set[count], threads(set) - over));
    else
        set.set(count, std::min(set[count], threads(set)));
    return set;
}

// The last block that has an element. There an element's number differs from its thread's, and
// lanes are left over. The top row of a table is as wide as all blocks.
std::uint64_t last_block(const Settings& set) {
    const std::int64_t wide = in_two_dimensions(set) ? set[block_x] : set[block];
    return std::uint64_t(
        std::min(set[blocks], blocks_for(set[count], std::max<std::int64_t>(wide, 1))) - 1);
}

// Lane-instructions: for each thread, and for each thread with an element.
template <int of_thread, int of_element>
double cost(const Settings& set) {
    return of_thread * double(threads(set)) + of_element * double(set[count]);
}

double array_cost(const Settings& set) {
    return (12 + double(length_of(set)) * 1.25) * double(threads(set)) + 7 * double(set[count]);
}

double flops(const Settings& set) { return type_of(set) == Type::s32 ? 0 : double(set[count]); }

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

std::function<std::string(const Settings&)> with_length(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + "<" + std::to_string(length_of(set)) + ">";
    };
}

const Has<Setups> setups{
    "threads",
    {{{"2 × 4", {{&blocks, 2}, {&block, 4}, {&count, 8}}},
      {"200 × 400", {{&blocks, 200}, {&block, 400}, {&count, 80'000}}},
      {"2 000 × 4 000", {{&blocks, 2000}, {&block, 4000}, {&count, 8'000'000}}},
      {"8 192 × 1 024", {{&blocks, 8192}, {&block, 1024}, {&count, most_threads}}}}}};
const Has<Unfit> unfit{"threads",
                       {"No thread runs, the array keeps its old values, and the host goes on. "
                        "Only a program that checks the launch learns of it."}};
const Has<Watching> watching{"threads", {.follows_all_blocks = true}};
const Has<HostProgram> host_side{
    "threads", {.style = [](const Settings& set) {
        return HostStyle{set[memory] == managed, set[checking] != nobody_looks};
    }}};

const RegisterLesson registered{{
    .id = "threads",
    .number = 1,
    .title = "Threads and blocks",
    .source = "threads.cu",
    .sees =
        "All threads run the same code. Each finds its own element by its block's number and its "
        "own number.",
    .breaks =
        "\"It ran, since nothing complained.\" A launch that does not fit begins no thread, and "
        "CUDA says so only if the program asks.",
    .next =
        "Take blocks of 33 threads. How many warps has each, and how many of their lanes have a "
        "thread?",
    .rungs =
        {
            {.id = "thread_index",
             .title = "Thread index",
             .idea = "Each thread writes its number in its block.",
             .claim = "Every block begins with 0",
             .line = "values[i] = threadIdx.x;",
             .kernel = named("write_thread_index"),
             .legal = legal},
            {.id = "global_index",
             .title = "Global index",
             .idea = "Each thread writes its number among all threads.",
             .claim = "No number is written twice",
             .line = "values[i] = i;",
             .kernel =
                 [](const Settings& set) {
                     return to_the_left(set) ? "write_left"
                            : guarded(set)   ? "write_global_index"
                                             : "write_unguarded";
                 },
             .legal = legal,
             .takes = {&guard}},
            {.id = "table",
             .title = "Two dimensions",
             .idea = "Each thread finds its column and its row.",
             .claim = "A block is a rectangle, memory is a row",
             .line = "values[i] = i;",
             .kernel = named("write_table_index"),
             .legal = legal,
             .cost = cost<15, 4>,
             .takes = {&block_x, &block_y},
             .without = {{&block, "The blocks of this kernel have two sides."}}},
            {.id = "any_type",
             .title = "Type by template",
             .brief = "By template",
             .idea = "A template leaves the type of the numbers open.",
             .claim = "The same code writes other bytes",
             .line = "values[i] = Number(i) / 2;",
             .kernel =
                 [](const Settings& set) {
                     return std::string("write_half<") + type_names[std::size_t(set[type])] + ">";
                 },
             .legal = legal,
             .takes = {&type}},
            {.id = "own_array",
             .title = "An array of its own",
             .brief = "Own array",
             .idea = "Each thread has an array. A template leaves its length open.",
             .claim = "Elements with a known index stay in registers",
             .line = "values[i] = own[length - 1];",
             .kernel = with_length("pick_known"),
             .legal = legal,
             .takes = {&length}},
            {.id = "run_time_index",
             .title = "An index at run time",
             .brief = "Run-time index",
             .idea = "Which element is read is known only when the kernel runs.",
             .claim = "Registers have no index, so memory holds the array",
             .line = "values[i] = own[element];",
             .kernel = with_length("pick_at_run_time"),
             .legal = legal,
             .cost = array_cost,
             .modelled_within = 1.4,
             .takes = {&length}},
        },
    .knobs = {&blocks, &block, &block_x, &block_y, &count, &guard, &type, &length, &checking,
              &memory},
    .host = host,
    .expected = expected,
    .bytes =
        [](const Settings& set) {
            return double(simulator::size_of(type_of(set))) * double(set[count]);
        },
    .flops = flops,
    .modelled_within = 1.3,
    .picture = picture,
    .cost = cost<9, 5>,
    .watch = last_block,
    .views = {"array", "lanes", "first_minute", "coalescing", "data_flow", "heat_map"},
    .ledger = {"global_store_requests", "global_store_sectors", "local_store_requests",
               "local_store_sectors", "local_load_requests", "local_load_sectors",
               "bytes_requested", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question =
                 "An array of 80 000 elements, and 200 blocks of 400 threads. How many warps "
                 "are launched?",
             .choices = {{"80 000", 0, "every thread is one"},
                         {"400", 401},
                         {"2 500", 2501, "80 000 / 32"},
                         {"2 600"}},
             .answer = "threads/global_index blocks=200 block=400 n=80000.global_store_requests",
             .unit = "warps",
             .because =
                 "A warp is never shared by two blocks: 400 threads are 12.5 warps, so each block "
                 "takes 13."},
            {.question = "Memory is written in sectors, pieces of 32 bytes. 32 threads of a warp "
                         "write whole numbers of 4 bytes into a table, first side by side in one "
                         "row, then each into its own row. How many sectors does the warp write in "
                         "the second case?",
             .answer = "threads/table blocks=32 block_x=1 block_y=32 n=1024.global_store_sectors/"
                       "global_store_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"Side by side",
                        "threads/table blocks=4 block_x=32 block_y=1 n=128.global_store_sectors/"
                        "global_store_requests"}},
             .because = "Numbers side by side share sectors, 8 in each. Numbers of different rows "
                        "are far apart: each has a sector of its own, of which 4 bytes are "
                        "written."},
            {.question = "Eight million threads keep 32 numbers each, and read one of them. How "
                         "long does it take if the index is known only when the kernel runs, "
                         "compared with an index that the compiler knows?",
             .choices = {{"As long", 1.1},
                         {"Up to twice as long", 2},
                         {"Two to four times as long", 4},
                         {"More than four times as long"}},
             .answer = "threads/run_time_index blocks=8192 block=1024 n=8388608 length=32.time "
                       "over threads/own_array blocks=8192 block=1024 n=8388608 length=32.time",
             .unit = "times as long",
             .because = "{threads/run_time_index blocks=8192 block=1024 n=8388608 length=32.time}, "
                        "compared with {threads/own_array blocks=8192 block=1024 n=8388608 "
                        "length=32.time}, on an {threads/own_array blocks=8192 block=1024 "
                        "n=8388608 length=32.device}. Each thread writes 128 bytes and reads one "
                        "number back. The other kernel keeps that number in a register."},
        },
}};

}  // namespace
}  // namespace lessons::threads_lesson
