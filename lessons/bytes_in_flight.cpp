// Bytes in flight. All kernels read the same floats, and differ in how many bytes a warp has in
// flight before it waits. By Little's law these bytes decide the bandwidth.
#include <algorithm>
#include <cmath>

#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::bytes_in_flight_lesson {
namespace {

using namespace lab;

constexpr std::int64_t multiprocessors = 132;  // of the H200, for which the grid is made
constexpr std::int64_t blocks_at_once = 32;    // resident on a multiprocessor, at most
constexpr std::int64_t floats_a_thread = 32;   // at least: a small n has a smaller grid

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 64});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 16, 1 << 28), .preset = 1 << 26}, "n", "Floats", "floats");

Knob warps_knob() {
    Knob knob = whole("warps", "Warps on each multiprocessor", "warps",
                      {.ticks = powers_of_two(1, 64), .preset = 64});
    knob.logarithmic = true;
    knob.hint =
        "The grid has this many warps for each of the 132 multiprocessors of an H200. One "
        "multiprocessor holds at most 64 warps at once. Where n is small there are fewer, since "
        "each thread has at least 32 floats.";
    return knob;
}
const Knob warps = warps_knob();

std::int64_t warps_of_block(const Settings& set) { return blocks_for(set[block], 32); }

std::int64_t grid(const Settings& set) {
    return std::min(multiprocessors * (set[warps] / warps_of_block(set)),
                    blocks_for(set[count], floats_a_thread * set[block]));
}

std::int64_t threads(const Settings& set) { return grid(set) * set[block]; }

void host(Plan& plan, const Settings& set) {
    // At most 7, so that the sum of any thread stays below 2^24, up to which floats are exact.
    const Buffer numbers = plan.input("numbers", Type::f32, set[count], Fill::digits(0, 7));
    const Buffer sums = plan.buffer("sums", Type::f32, threads(set));
    plan.launch(set.kernel(), {grid(set), set[block]}, numbers, sums, int(set[count]));
    plan.result(sums);
}

Refusal refused(const Knob& knob, double asked, std::string title, std::string why) {
    return {.title = std::move(title),
            .why = std::move(why),
            .limit_name = "warps on a multiprocessor",
            .limit = {},
            .asked = asked,
            .knob = knob.id,
            .use = {},
            .cuda_error = {},
            .shows = {}};
}

// All warps of a block are on one multiprocessor: a block needs room for all of them.
std::optional<Refusal> room_for_a_block(const Settings& set) {
    const std::int64_t of_block = warps_of_block(set);
    if (of_block <= set[warps]) return std::nullopt;
    Refusal no =
        refused(block, double(set[block]),
                "A block of " + grouped(set[block]) + " threads has " + grouped(of_block) +
                    " warps, but only " + grouped(set[warps]) + (set[warps] == 1 ? " is" : " are") +
                    " chosen for each multiprocessor",
                "All warps of a block run on one multiprocessor. Choose smaller blocks, or more "
                "warps.");
    no.limit_name = "threads per block";
    no.limit = double(32 * set[warps]);
    no.use = 32 * set[warps];
    return no;
}

std::optional<Refusal> whole_blocks(const Settings& set) {
    const std::int64_t of_block = warps_of_block(set);
    if (set[warps] % of_block == 0) return std::nullopt;
    Refusal no = refused(
        warps, double(set[warps]),
        grouped(set[warps]) + " warps do not fill whole blocks of " + grouped(of_block) + " warps",
        "All multiprocessors have the same number of warps, and a block is never "
        "split. So the number of warps must be a multiple of the warps of a "
        "block.");
    no.use = set[warps] / of_block * of_block;
    return no;
}

std::optional<Refusal> all_at_once(const Settings& set) {
    const std::int64_t most = blocks_at_once * warps_of_block(set);
    if (set[warps] <= most) return std::nullopt;
    Refusal no = refused(
        warps, double(set[warps]),
        grouped(set[warps]) + " warps, " + grouped(warps_of_block(set)) +
            " in each block: a multiprocessor holds " + grouped(blocks_at_once) + " blocks at once",
        "The other blocks would begin only when the first have ended, but all these warps "
        "should run at once. Larger blocks have room for more warps.");
    no.limit = double(most);
    no.use = most;
    return no;
}

// The threads whose sums are compared: all where they add few floats, else some at irregular
// distances. At even distances they could all be the same lane of their warps.
std::vector<std::uint64_t> compared_threads(const Settings& set) {
    constexpr double most_floats = 1 << 22;
    const double all = double(threads(set));
    if (double(set[count]) <= most_floats) return {};
    const double some = std::max(64.0, std::floor(all * most_floats / double(set[count])));
    return scattered(std::uint64_t(all), std::size_t(some));
}

// The sum of thread `thread`: pieces of `width` floats, a grid apart, then the floats that fill no
// piece.
double sum_of_thread(const Settings& set, std::int64_t thread, std::int64_t width,
                     const std::function<double(std::uint64_t)>& number) {
    double sum = 0;
    const std::int64_t step = threads(set), pieces = set[count] / width;
    for (std::int64_t piece = thread; piece < pieces; piece += step)
        for (std::int64_t i = piece * width; i < (piece + 1) * width; ++i) sum += number(i);
    for (std::int64_t i = pieces * width + thread; i < set[count]; i += step) sum += number(i);
    return sum;
}

std::int64_t floats_a_load(const Settings& set) {
    return is(set, "four_wide") || is(set, "four_wide_four") ? 4 : 1;
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("numbers");
    const std::int64_t width = floats_a_load(set), all = threads(set);
    Expected::Of sums{.elements = compared_threads(set), .values = {}};
    sums.values = values_at(sums.elements, std::uint64_t(all), [&](std::uint64_t thread) {
        return sum_of_thread(set, std::int64_t(thread), width, number);
    });
    const std::size_t compared = sums.values.size();
    return {.results = results_of(std::move(sums)),
            .compared_with = "each thread's sum in double on the CPU, " +
                             compared_words(compared, std::uint64_t(all), "threads"),
            .tolerance = "none: these are whole numbers below 2^24, and floats hold those exactly"};
}

// Two blocks with 32 floats a thread. n modulo 4 stays, so that as many floats fill no load.
Settings picture(Settings set) {
    const std::int64_t few = 2 * floats_a_thread * set[block];
    if (set[count] > few) set.set(count, few - (4 - set[count] % 4) % 4);
    return set;
}

// Lane-instructions: `of_each` for each float, and some for each thread.
template <int of_each>
double cost(const Settings& set) {
    return double(set[count]) * of_each + 30 * double(threads(set));
}

constexpr Check legal = first_of<room_for_a_block, whole_blocks, all_at_once>;

const char* const load = "value[k] = numbers[min(i + k * step, n - 1)];";
const char* const wide_load = "value[k] = fours[min(i + k * step, last)];";

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const RegisterLesson registered{{
    .id = "bytes_in_flight",
    .number = 22,
    .title = "Bytes in flight",
    .source = "bytes_in_flight.cu",
    .sees =
        "Loaded bytes arrive later. All kernels load the same bytes, and differ in how many are in "
        "flight at once.",
    .breaks =
        "\"Full occupancy is full bandwidth.\" Bytes in flight keep memory busy, not warps. With "
        "as many warps as fit, eight loads at a time are {bytes_in_flight/eight.time against "
        "bytes_in_flight/one.time} one.",
    .next = "Choose eight loads at a time and fewer warps. How few warps still have as many bytes "
            "in flight as 64 warps of the first kernel?",
    .rungs =
        {
            {.id = "one",
             .title = "One load at a time",
             .brief = "One load",
             .idea = "A thread loads a float, waits for it and adds it, then loads the next.",
             .claim = "Each warp has 128 bytes in flight",
             .line = load,
             .kernel = named("read_floats<1>"),
             .legal = legal},
            {.id = "two",
             .title = "Two loads at a time",
             .brief = "Two loads",
             .idea = "A thread loads two floats before it waits for the first.",
             .claim = "Warps wait half as often, for 256 bytes",
             .line = load,
             .kernel = named("read_floats<2>"),
             .legal = legal},
            {.id = "four",
             .title = "Four loads at a time",
             .brief = "Four loads",
             .idea = "Each thread has four floats in flight.",
             .claim = "Each warp has 512 bytes in flight",
             .line = load,
             .kernel = named("read_floats<4>"),
             .legal = legal},
            {.id = "eight",
             .title = "Eight loads at a time",
             .brief = "Eight loads",
             .idea = "Each thread has eight floats in flight.",
             .claim = "Warps wait an eighth as often",
             .line = load,
             .kernel = named("read_floats<8>"),
             .legal = legal,
             .modelled_within = 1.5},
            {.id = "four_wide",
             .title = "One load of 16 bytes",
             .brief = "One wide load",
             .idea = "A single load brings four floats.",
             .claim = "One load brings as much as four",
             .line = wide_load,
             .kernel = named("read_wide<1>"),
             .legal = legal,
             .cost = cost<3>},
            {.id = "four_wide_four",
             .title = "Four loads of 16 bytes",
             .brief = "Four wide loads",
             .idea = "Four of the wide loads are in flight together.",
             .claim = "Each warp has 2 KiB in flight",
             .line = wide_load,
             .kernel = named("read_wide<4>"),
             .legal = legal,
             .cost = cost<3>},
        },
    .knobs = {&block, &count, &warps},
    .host = host,
    .expected = expected,
    .bytes = [](const Settings& set) { return 4 * double(set[count]) + 4 * double(threads(set)); },
    .flops = [](const Settings& set) { return double(set[count]); },
    .modelled_within = 1.3,
    .picture = picture,
    .cost = cost<8>,
    .views = {"in_flight", "coalescing", "lanes", "heat_map", "data_flow"},
    .ledger = {"global_load_rounds", "global_load_requests", "global_load_sectors",
               "bytes_requested", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "With one float a load, a waiting warp has 4 sectors of 32 bytes in "
                         "flight. How many does it have with four loads of 16 bytes at a time?",
             .answer = "bytes_in_flight/four_wide_four.global_load_sectors/global_load_rounds",
             .unit = "sectors",
             .most = 128,
             .known = {{"One load of 4 bytes",
                        "bytes_in_flight/one.global_load_sectors/global_load_rounds"},
                       {"Four of them",
                        "bytes_in_flight/four.global_load_sectors/global_load_rounds"}},
             .because = "A load of 16 bytes a lane is 512 bytes a warp, 16 sectors, and four such "
                        "loads are in flight: 2048 bytes."},
            {.question = "Each thread adds 32 floats, four at a time: in the first kernel by four "
                         "loads, in the second by a single load of 16 bytes. How often does a warp "
                         "of the second kernel wait for memory, compared with the first?",
             .choices = {{"A quarter as often", .5}, {"As often", 1.5}, {"Four times as often"}},
             .answer = "bytes_in_flight/four_wide.global_load_rounds over "
                       "bytes_in_flight/four.global_load_rounds",
             .unit = "times as often",
             .because =
                 "A warp waits once for loads that are issued together, however many they are. "
                 "Both kernels wait {bytes_in_flight/four.global_load_rounds} times in the "
                 "picture's two blocks, for 512 bytes a warp each time. The wide load only saves "
                 "instructions."},
            {.question = "Each multiprocessor has 64 warps, as many as it holds, and each thread "
                         "loads one float at a time. How long does the kernel with eight loads at "
                         "a time take, compared with that?",
             .choices = {{"Less than two thirds as long", .67},
                         {"Somewhat less long", .97},
                         {.words = "As long", .reason = "no more warps fit"}},
             .answer = "bytes_in_flight/eight.time over bytes_in_flight/one.time",
             .unit = "times as long",
             .because =
                 "With eight loads at a time {bytes_in_flight/eight.time}, with one "
                 "{bytes_in_flight/one.time}, on an {bytes_in_flight/eight.device}. Bytes in "
                 "flight keep memory busy, and occupancy does not count bytes."},
            {.question = "Now each multiprocessor has 16 warps in place of 64, with eight loads at "
                         "a time. How long do they take, compared with 64 warps with one load at a "
                         "time?",
             .choices = {{"Less long", .97},
                         {"As long", 1.03},
                         {"Longer, up to twice", 2},
                         {"About four times as long"}},
             .answer = "bytes_in_flight/eight warps=16.time over bytes_in_flight/one.time",
             .unit = "times as long",
             .because =
                 "With 16 warps {bytes_in_flight/eight warps=16.time}, with 64 "
                 "{bytes_in_flight/one.time}, on an {bytes_in_flight/eight.device}: 16 warps with "
                 "1024 bytes each have 16 KiB in flight, and 64 warps with 128 bytes each have 8 "
                 "KiB."},
        },
}};

}  // namespace
}  // namespace lessons::bytes_in_flight_lesson
