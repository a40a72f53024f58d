// Pi by chance. Points are only numbers, so they need not come from memory. What is left is how
// hits are counted, and that threads with one seed all throw the same points.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "lab/features/dart_board.h"
#include "lab/features/live_board.h"
#include "lab/features/setups.h"
#include "lab/features/watching.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/pi_points.h"
#include "lessons/reading.h"
#include "platform/threads.h"

namespace lessons::pi_lesson {
namespace {

using namespace lab;
using namespace points;

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .preset = 1 << 24}, "n", "Points", "points");
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 8192), .preset = 2048}),
                                  "The grid of this kernel follows from the number of points.");

Knob seeds_knob() {
    Knob knob = choice("seeds", "Seeds",
                       {{"own", "One for each thread", "Every thread throws points of its own."},
                        {"same", "The same for all", "Every thread throws the same points."}},
                       Knob::Role::variant);
    knob.hint = "The seed decides where the random numbers of a thread begin.";
    return knob;
}
const Knob seeds = seeds_knob();
constexpr std::int64_t the_same = 1;

const Knob test =
    at_some_rungs(choice("test", "Test of a point",
                         {{"square", "x² + y² < 1", "The square of the distance is below 1."},
                          {"root", "√(x² + y²) < 1",
                           "The distance itself is below 1. The root that this takes is not "
                           "needed."}},
                         Knob::Role::variant),
                  "This kernel has one test: the square of the distance.");

bool many_a_thread(const Settings& set) {
    return is(set, "many") || is(set, "state") || is(set, "word");
}

// ---- The host's side.

std::int64_t one_each(const Settings& set) { return blocks_for(set[count], set[block]); }
std::int64_t grid(const Settings& set) {
    return many_a_thread(set) ? std::min(set[blocks], one_each(set)) : one_each(set);
}
// The distance of the streams of neighbouring threads.
std::uint32_t apart(const Settings& set) { return set[seeds] == the_same ? 0 : 1; }

struct Points {
    Buffer x, y;
};

Buffer empty_counter(Plan& plan) {
    const Buffer hits = plan.buffer("hits", Type::u32, 1);
    plan.clear(hits);
    plan.result(hits);
    return hits;
}

void count_points(Plan& plan, const Settings& set, const Points& points) {
    const Buffer hits = empty_counter(plan);
    plan.launch("pi_points", {one_each(set), set[block]}, points.x, points.y, hits,
                int(set[count]));
}

// The copy to the device belongs to the work.
void from_host(Plan& plan, const Settings& set) {
    const Points points{plan.input("x", Type::f32, set[count], Fill::uniform(0, 1)),
                        plan.input("y", Type::f32, set[count], Fill::uniform(0, 1))};
    plan.upload(points.x);
    plan.upload(points.y);
    count_points(plan, set, points);
}

void made_there(Plan& plan, const Settings& set) {
    const Points points{plan.buffer("x", Type::f32, set[count]),
                        plan.buffer("y", Type::f32, set[count])};
    plan.launch("make_points", {one_each(set), set[block]}, points.x, points.y, int(set[count]),
                seed, apart(set));
    count_points(plan, set, points);
}

void drawn(Plan& plan, const Settings& set) {
    const Buffer hits = empty_counter(plan);
    plan.launch(set.kernel(), {grid(set), set[block]}, hits, int(set[count]), seed, apart(set));
}

// ---- The same on the CPU: pi_points.h.

// How many points a thread throws: thread i modulo `threads` throws point i.
std::int64_t share_of(std::int64_t thread, std::int64_t points, std::int64_t threads) {
    return thread >= points ? 0 : (points - thread - 1) / threads + 1;
}

// All threads with streams of their own: on all cores of the CPU, a piece at a time.
template <class Points>
std::int64_t hits_apart(std::int64_t points, std::int64_t threads, const Inputs& inputs) {
    constexpr std::int64_t points_at_once = 1 << 22;
    const std::int64_t each = points / threads + 1;
    const std::int64_t piece = std::max<std::int64_t>(1, points_at_once / each);
    const auto least = std::uint64_t(std::max<std::int64_t>(1, (1 << 14) / each));
    std::atomic<std::int64_t> hits = 0;
    for (std::int64_t first = 0; first < std::min(points, threads); first += piece) {
        inputs.go_on();
        const std::int64_t some = std::min(piece, threads - first);
        platform::in_parts(std::uint64_t(some), least, [&](std::uint64_t from, std::uint64_t to) {
            std::int64_t mine = 0;
            for (auto t = first + std::int64_t(from); t < first + std::int64_t(to); ++t)
                mine += hits_of<Points>(std::uint32_t(t), share_of(t, points, threads));
            hits += mine;
        });
    }
    return hits;
}

// All threads with one stream: the first ones throw one point more.
template <class Points>
std::int64_t hits_alike(std::int64_t points, std::int64_t threads) {
    const std::int64_t each = points / threads, with_one_more = points % threads;
    return (threads - with_one_more) * hits_of<Points>(0, each) +
           with_one_more * hits_of<Points>(0, each + 1);
}

template <class Points>
std::int64_t hits_thrown(const Settings& set, std::int64_t threads, const Inputs& inputs) {
    return apart(set) ? hits_apart<Points>(set[count], threads, inputs)
                      : hits_alike<Points>(set[count], threads);
}

std::int64_t hits_of_host(const Settings& set, const Inputs& inputs) {
    const auto x = inputs.values("x"), y = inputs.values("y");
    std::int64_t hits = 0;
    for (std::uint64_t i = 0, all = std::uint64_t(set[count]); i < all; ++i) {
        if (i % 65'536 == 0) inputs.go_on();
        hits += inside(float(x(i)), float(y(i)));
    }
    return hits;
}

// The threads that throw points: as many as points where each throws one.
std::int64_t throwing(const Settings& set) {
    if (is(set, "cpu")) return 1;
    return many_a_thread(set) ? grid(set) * set[block] : set[count];
}

// The number of different points. No thread throws more than the first.
std::int64_t different(const Settings& set) {
    if (apart(set) || is(set, "host")) return set[count];
    return share_of(0, set[count], throwing(set));
}

enum class Thrown : std::int64_t { by_host, by_philox, by_carry, by_word };

Thrown thrown(const Settings& set) {
    if (is(set, "host")) return Thrown::by_host;
    if (is(set, "word")) return Thrown::by_word;
    return is(set, "state") || is(set, "cpu") ? Thrown::by_carry : Thrown::by_philox;
}

std::int64_t counted(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 5>, std::int64_t> known;
    const std::int64_t threads = throwing(set);
    const Thrown by = thrown(set);
    const bool of_host = by == Thrown::by_host;
    const std::array<std::int64_t, 5> key{std::int64_t(by), set[count], threads, apart(set),
                                          of_host ? std::int64_t(inputs.seed()) : 0};
    return known.of(key, [&] {
        switch (by) {
            case Thrown::by_host: return hits_of_host(set, inputs);
            case Thrown::by_carry: return hits_thrown<OfFloats<Carried>>(set, threads, inputs);
            case Thrown::by_word: return hits_thrown<OfAWord>(set, threads, inputs);
            default: return hits_thrown<OfFloats<Counted>>(set, threads, inputs);
        }
    });
}

// 4 sqrt(p (1 - p) / n), with p = pi / 4.
double standard_error(std::int64_t points) {
    constexpr double share = std::numbers::pi / 4;
    return 4 * std::sqrt(share * (1 - share) / double(points));
}

std::string pi_words(std::int64_t hits, std::int64_t points) {
    const double pi = 4 * double(hits) / double(points);
    return fmt::format("4 × {} / {} is {:.6f}, {:.2g} from pi, and {:.2g} is usual", grouped(hits),
                       grouped(points), pi, std::abs(pi - std::numbers::pi),
                       standard_error(points));
}

// cuRAND's numbers differ from ours, so chance bounds the result.
Expected expected_by_chance(const Settings& set) {
    constexpr double standard_errors = 6;
    const double n = double(set[count]);
    return {.results = {{.values = {n * std::numbers::pi / 4},
                         .absolute = n / 4 * standard_errors * standard_error(set[count]) + 1}},
            .compared_with = grouped(set[count]) + " points times pi / 4",
            .tolerance = "six standard errors: chance exceeds them once in 500 million runs",
            .by_chance = true};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    if (is(set, "curand")) return expected_by_chance(set);
    const std::int64_t hits = counted(set, inputs);
    return {.results = {{.values = {double(hits)}}},
            .compared_with = "the same points on the CPU: " + pi_words(hits, set[count]),
            .tolerance = "none: the same random words and roundings, and a count of hits"};
}

// ---- Pictures.

// Two blocks and a half.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 2 * set[block] + set[block] / 2));
    return set;
}

// Two blocks whose threads throw eight points each. count modulo 8 stays as it was.
Settings picture_of_two_blocks(Settings set) {
    const std::int64_t few = std::min<std::int64_t>(set[blocks], 2);
    set.set(count, std::min(set[count], few * set[block] * 8 + set[count] % 8));
    set.set(blocks, few);
    return set;
}

// ---- Lane-instructions: some for each point, and some for each thread.

double threads_of(const Settings& set) { return double(grid(set)) * double(set[block]); }

template <int of_point, int of_thread>
double cost(const Settings& set) {
    return of_point * double(set[count]) + of_thread * threads_of(set);
}

// The bytes of points in memory. A kernel that makes its points moves nothing but a counter, which
// is too little to count.
double bytes(const Settings& set) {
    const bool in_memory = is(set, "host") || is(set, "made") || is(set, "curand");
    return in_memory ? 8 * double(set[count]) : 0;
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

// ---- Beside the ladder.

void by_curand(Plan& plan, const Settings& set) {
    constexpr std::int64_t threads = 256, most_blocks = 2112;  // resident on an H200 at once
    const Points points{plan.buffer("x", Type::f32, set[count]),
                        plan.buffer("y", Type::f32, set[count])};
    for (const Buffer& numbers : {points.x, points.y})
        plan.call("curand_uniform_f32", numbers, int(set[count]), seed);
    const Buffer hits = empty_counter(plan);
    plan.launch("pi_points_many", {std::min(most_blocks, blocks_for(set[count], threads)), threads},
                points.x, points.y, hits, int(set[count]));
}

// hits, n
void throw_here(const std::uint64_t* word) {
    *reinterpret_cast<std::uint32_t*>(word[0]) =
        std::uint32_t(hits_of<OfFloats<Carried>>(0, std::int64_t(word[1])));
}

void by_processor(Plan& plan, const Settings& set) {
    const Buffer hits = plan.buffer("hits", Type::u32, 1);
    plan.call_here(throw_here, "cpu_pi", hits, int(set[count]));
    plan.result(hits);
}

// 16 384 threads throw one point each in a launch, from the streams of many points a thread.
Plan board_while_it_runs(const Settings& set) {
    constexpr std::int64_t side = 512, threads = 256, grid_of_board = 64, points = 1;
    Plan plan;
    const Buffer thrown = plan.zeros("thrown", Type::u32, grid_of_board * threads);
    const Buffer board = plan.zeros("board", Type::f32, side * side);
    plan.field(board, {std::uint32_t(side), std::uint32_t(side), 1}, "board");
    plan.launch("pi_board", {grid_of_board, threads}, thrown, board, int(side), int(points), seed,
                apart(set));
    return plan;
}

const RegisterLibrary processor{
    "pi",
    {.id = "cpu",
     .title = "The CPU's loop",
     .brief = "CPU",
     .idea = "One core throws one point after the other, with the generator that has a state.",
     .host = by_processor,
     .on_processor = true}};

const RegisterLibrary curand{
    "pi",
    {.id = "curand",
     .title = "cuRAND, then a count",
     .brief = "cuRAND",
     .idea = "`curandGenerateUniform` fills two arrays on the device by Philox. A kernel with "
             "many points a thread counts the hits.",
     .host = by_curand}};

const Has<Setups> setups{"pi",
                         {{{"One seed for all threads", {{&count, 1 << 24}, {&seeds, the_same}}},
                           {"2²⁸ points", {{&count, 1 << 28}, {&seeds, 0}}}}}};
const Has<DartBoard> dart_board{
    "pi",
    {.line = "return __uint_as_float(0x3F800000 | word >> 9) - 1;",
     .x = "x",
     .y = "y",
     .whole_line = "unsigned x = word >> 16, y = word & 0xffff;",
     .parts = [](const Settings& set) { return is(set, "word") ? 0x1p16 : 0; },
     .hits = "hits",
     .different = different}};
const Has<LiveBoard> live_board{
    "pi", {.plan = board_while_it_runs, .claim = "Points, as they fall on the GPU"}};
const Has<Watching> watching{"pi", {.follows_all_blocks = true}};

const RegisterLesson registered{{
    .id = "pi",
    .number = 1,
    .chapter = Chapter::chance_time_and_faults,
    .title = "Pi by chance",
    .source = "pi.cu",
    .sees = "A point is only two numbers, which a thread can make where it needs them. Then "
            "threads only have to count together.",
    .breaks = "\"More threads come nearer to pi.\" With the same seed in each thread, all throw "
              "the same points. The result is that of one thread.",
    .next = "Choose the same seed for all threads, then more and more points. Which digits of pi "
            "become right, and which do not?",
    .next_turns = {&seeds},
    .rungs =
        {
            {.id = "host",
             .title = "Points from the host",
             .brief = "From the host",
             .idea = "The host's points are copied to the device, and each hit adds one to the "
                     "counter of all.",
             .claim = "Every point has to come over the bus",
             .line = "if (i < n && inside(x[i], y[i]))",
             .kernel = named("pi_points"),
             .host = from_host,
             .cost = cost<18, 4>,
             .without = {{&seeds,
                          "The host makes all points from one seed, one after the other."}}},
            {.id = "made",
             .title = "Points made on the device",
             .brief = "Made on device",
             .idea = "One kernel writes the points to memory, and the next kernel reads them.",
             .claim = "Each point is written and read once",
             .line = "y[i] = below_one(words.y);",
             .opens = {{.view = "dart_board"}},
             .kernel = named("make_points"),
             .host = made_there,
             .cost = cost<80, 8>,
             .modelled_within = 8},
            {.id = "drawn",
             .title = "Points drawn where they are needed",
             .brief = "Drawn inside",
             .idea = "Each thread makes its point from its own number.",
             .claim = "No point is read",
             .line = "atomicAdd(hits, 1u);",
             .kernel = named("pi_drawn"),
             .cost = cost<65, 5>,
             .modelled_within = 12},
            {.id = "shared",
             .title = "A counter for each block",
             .brief = "Block counter",
             .idea = "A block counts in shared memory, and adds its count once to the counter of "
                     "all.",
             .claim = "Lanes of a warp are counted at once",
             .line = "atomicAdd(&of_block, 1u);",
             // Hits of a block meet at its counter.
             .opens = {{.view = "same_address", .at_its_line = true},
                       {.chosen = "seeds=same", .view = "dart_board", .at_its_line = true}},
             .kernel = named("pi_shared"),
             .cost = cost<65, 13>},
            {.id = "ballot",
             .title = "Ballot and popcount",
             .brief = "Ballot",
             .idea = "A ballot gives one word with a bit for each lane that hit. One lane adds "
                     "how many bits are set.",
             .claim = "Each warp adds once",
             .line = "atomicAdd(&of_block, __popc(hands));",
             // A warp votes, and one of its lanes adds.
             .opens = {{.view = "lanes", .line = "unsigned hands = __ballot_sync"},
                       {.chosen = "seeds=same",
                        .view = "dart_board",
                        .line = "unsigned hands = __ballot_sync"}},
             .kernel = named("pi_ballot"),
             .cost = cost<65, 15>},
            {.id = "barrier",
             .title = "A barrier that counts",
             .brief = "Barrier",
             .idea = "The barrier tells every thread of the block how many threads hit.",
             .claim = "A block needs no counter, and adds once",
             .line = "__syncthreads_count(",
             // The barrier counts, and all threads come to it.
             .opens = {{.view = "lanes", .at_its_line = true},
                       {.chosen = "seeds=same", .view = "dart_board", .at_its_line = true}},
             .kernel = named("pi_barrier"),
             .cost = cost<65, 8>},
            {.id = "many",
             .title = "Many points a thread",
             .brief = "Many points",
             .idea = "The grid has a fixed size. Each thread counts its hits in a register and "
                     "adds once.",
             .claim = "Most hits need no atomic",
             .line = "++mine;",
             .kernel =
                 [](const Settings& set) {
                     return set[test] == 1 ? "pi_many<true>" : "pi_many<false>";
                 },
             .picture = picture_of_two_blocks,
             .cost = cost<56, 50>,
             .modelled_within = 6,
             .takes = {&blocks, &test}},
            {.id = "state",
             .title = "A generator with a state",
             .brief = "With a state",
             .idea = "Each number follows from the one before it, by one multiplication.",
             .claim = "A number needs one product, a point ten",
             .line = "float x = below_one(random.next());",
             .kernel = named("pi_state"),
             .picture = picture_of_two_blocks,
             .cost = cost<26, 80>,
             .modelled_within = 8,
             .takes = {&blocks}},
            {.id = "word",
             .title = "A word a point",
             .idea = "The same generator makes one word for each point. Each half is a "
                     "coordinate, and the squares are added in 32 bits.",
             .claim = "A point needs no float",
             .line = "if (inside(random.next()))",
             .kernel = named("pi_word"),
             .picture = picture_of_two_blocks,
             .cost = cost<14, 80>,
             .modelled_within = 7,
             .takes = {&blocks}},
        },
    .knobs = {&block, &count, &blocks, &seeds, &test},
    .host = drawn,
    .expected = expected,
    .bytes = bytes,
    .flops = [](const Settings&) { return 0.0; },
    // The formula has no queue at one address, and does not know how few blocks wait.
    .modelled_within = 3,
    .picture = picture,
    .cost = cost<65, 13>,
    .views = {"dart_board", "same_address", "error", "lanes", "data_flow", "coalescing"},
    .ledger = {"atomics", "atomic_passes", "global_atomic_passes", "barriers", "bytes_requested",
               "global_load_sectors", "global_store_sectors", "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "About 25 lanes of a warp hit, and each adds one to the counter of all. "
                         "How many passes does the request of a warp take, with the machine code "
                         "of today?",
             .choices = {{"1", 1.5}, {"About 25", 31}, {"32"}},
             .answer = "pi/drawn block=1024.line.atomic_passes/line.atomics",
             .unit = "passes",
             .because = "The compiler sees one address for all lanes, and that no thread reads "
                        "the old value. So one lane adds how many lanes hit. Warps still queue."},
            {.question = "Now all threads begin with the same seed, and each throws one point. How "
                         "many lanes of a warp hit?",
             .choices = {{"About 25, as before", 31},
                         {.words = "All 32 or none", .reason = "that depends on the point"}},
             .answer = "pi/drawn seeds=same.line.lanes/line.executions",
             .unit = "lanes",
             .because = "All lanes throw the same point, and it is a hit: four times the share "
                        "of hits is 4. With some other seeds it would be a miss, and the result "
                        "would be 0."},
            {.question = "There are 2^28 points. Every hit adds one to the counter of all, or to "
                         "the counter of its block in shared memory. How long does it take with "
                         "a counter for each block?",
             .choices = {{"A quarter as long, or less", .25},
                         {"About half as long", .8},
                         {.words = "About as long", .reason = "there are as many additions"}},
             .answer = "pi/shared n=2^28.time over pi/drawn n=2^28.time",
             .unit = "times as long",
             .because = "It takes {pi/shared n=2^28.time} with a counter for each block and "
                        "{pi/drawn n=2^28.time} with one for all, on an {pi/drawn "
                        "n=2^28.device}. All warps of the grid queue at the counter of all. With "
                        "a counter for each block, only one addition a block goes there."},
            {.question = "Blocks have 512 threads. In a warp 25 lanes add one to the counter of "
                         "the block, and a ballot makes that one addition. How long does it take "
                         "with ballots?",
             .choices = {{"A tenth as long, or less", .1},
                         {"About half as long", .9},
                         {"As long, or up to a quarter longer", 1.25},
                         {"Longer than that"}},
             .answer = "pi/ballot block=512.time over pi/shared block=512.time",
             .unit = "times as long",
             .because = "It takes {pi/ballot block=512.time} with ballots and {pi/shared "
                        "block=512.time} without, on an {pi/ballot block=512.device}. The lanes "
                        "of a warp are counted at once in both. Blocks queue at the counter of "
                        "all: with blocks of 64 it takes {pi/shared block=64.time}."},
            {.question = "16 777 216 points come from the host, 8 bytes each, or each thread "
                         "makes many of them in registers. How long does it take with points "
                         "from the host?",
             .choices = {{"As long", 1.5, "making them is work, too"},
                         {"Up to 10 times as long", 10},
                         {"10 to 40 times as long", 40},
                         {"More than 40 times as long"}},
             .answer = "pi/host.time over pi/many.time",
             .unit = "times as long",
             .because = "It takes {pi/host.time} with points from the host and {pi/many.time} "
                        "where nothing is moved, on an {pi/host.device}. The host's work to "
                        "make its points is not included."},
        },
}};

}  // namespace
}  // namespace lessons::pi_lesson
