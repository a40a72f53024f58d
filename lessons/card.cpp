// The card. What a card has decides how many blocks of a launch run at once; the others wait for a
// later wave. All rungs do the same work with different grids: one that follows the numbers, one
// made by a wrong belief, one that fills the card exactly, and one with a block more than that.
#include <algorithm>

#include "lab/host_side.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/occupancy/waves.h"
#include "lab/words.h"
#include "lessons/reading.h"
#include "lessons/room_on_card.h"

namespace lessons::card_lesson {
namespace {

using namespace lab;

constexpr std::int64_t kib = 1024;
constexpr std::int64_t believed_threads = 16384;  // on a multiprocessor
constexpr std::int64_t numbers_a_thread = 4;      // at least: a small n has a smaller grid
constexpr std::uint32_t factor = 1664525, summand = 1013904223;  // of a round

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 256});
const Knob count = numbers({.ticks = powers_of_two(1 << 12, 1 << 26), .preset = 1 << 24});

Knob shared_knob() {
    Knob knob = whole("shared", "Shared memory of a block", "KiB",
                      {.ticks = {0, 1, 2, 4, 8, 16, 32, 64, 100, 227}, .preset = 0}, 0);
    knob.hint =
        "How many KiB of shared memory each block gets. These kernels do not use it: it only "
        "takes room, as in kernels that need it.";
    return knob;
}
const Knob shared = shared_knob();

Knob rounds_knob() {
    Knob knob = with_role(
        whole("rounds", "Rounds", "rounds", {.ticks = powers_of_two(4, 1024), .preset = 64}),
        Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint = "How often each number is advanced: the work for a number that was loaded.";
    return knob;
}
const Knob rounds = rounds_knob();

BlockNeeds needs(const Settings& set) {
    return {set[block], registers_of(*set.subject, set.kernel()).count, kib * set[shared]};
}

// The blocks that the chosen card has room for at once.
std::int64_t blocks_at_once(const Settings& set) {
    const Multiprocessor& of = multiprocessor_of(set);
    return of.count * std::max<std::int64_t>(1, occupancy_of(of, needs(set)).blocks);
}

// The grid that a rung is about, before it is known how many numbers there are.
std::int64_t blocks_meant(const Settings& set) {
    if (is(set, "one_each")) return blocks_for(set[count], set[block]);
    if (is(set, "believed")) return multiprocessor_of(set).count * (believed_threads / set[block]);
    return blocks_at_once(set) + is(set, "one_more");
}

std::int64_t blocks_with_work(const Settings& set) {
    return blocks_for(set[count], numbers_a_thread * set[block]);
}

std::int64_t grid(const Settings& set) {
    if (is(set, "one_each")) return blocks_meant(set);
    return std::min(blocks_meant(set), blocks_with_work(set));
}

// How a program computes the grid from what it asked the card; empty where n is too small for that
// grid.
std::string blocks_words(const Settings& set) {
    if (is(set, "one_each") || blocks_meant(set) > blocks_with_work(set)) return {};
    if (is(set, "believed"))
        return "multiprocessors * (16384 / " + std::to_string(set[block]) + ")";
    const std::string filled = "multiprocessors * blocks_at_once";
    return is(set, "one_more") ? filled + " + 1" : filled;
}

void host(Plan& plan, const Settings& set) {
    const Buffer numbers = plan.input("numbers", Type::u32, set[count], Fill::digits(0, 999999));
    const Buffer later = plan.buffer("later", Type::u32, set[count]);
    plan.launch(set.kernel(), {grid(set), set[block], kib * set[shared]}, numbers, later,
                int(set[count]), int(set[rounds]));
    plan.result(later);
}

// All rounds together are one multiplication and one addition, modulo 2^32.
Expected expected(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("numbers");
    std::uint32_t factors = 1, summands = 0;
    for (std::int64_t round = 0; round < set[rounds]; ++round) {
        factors *= factor;
        summands = summands * factor + summand;
    }
    Expected::Of later{.elements = sampled(std::uint64_t(set[count])), .values = {}};
    later.values = values_at(later.elements, std::uint64_t(set[count]), [&](std::uint64_t i) {
        return double(factors * std::uint32_t(number(i)) + summands);
    });
    const std::size_t compared = later.values.size();
    return {.results = results_of(std::move(later)),
            .compared_with = "a^r x + b (a^r - 1) / (a - 1) modulo 2^32 on the CPU, " +
                             compared_words(compared, std::uint64_t(set[count]), "numbers"),
            .tolerance = "none: these are whole numbers"};
}

std::optional<Refusal> fits_on_the_card(const Settings& set) {
    if (auto none = no_card_here(set)) return none;
    return no_room_on_card(set, {&block, &shared, needs});
}

// Two blocks with as many numbers for each thread as there are at least.
Settings picture(Settings set) {
    const std::int64_t each = is(set, "one_each") ? 1 : numbers_a_thread;
    set.set(count, std::min(set[count], 2 * each * set[block]));
    set.set(rounds, std::min<std::int64_t>(set[rounds], 8));
    return set;
}

// Lane-instructions: four a round, and some for each number and thread.
double cost(const Settings& set) {
    return double(set[count]) * (4 * double(set[rounds]) + 12) +
           12 * double(grid(set) * set[block]);
}

// What becomes of the grid on the chosen card, for the program's comment.
std::string waves_words(const Settings& set) {
    const auto filled = filled_card(set);
    if (!filled) return {};
    const Waves& waves = filled->waves;
    const std::string card = a_card(*filled->of);
    return "On " + card + ": " + std::to_string(waves.multiprocessors) + " multiprocessors x " +
           std::to_string(waves.of_each) + " blocks = " + std::to_string(waves.at_once()) +
           " at once. " + std::to_string(waves.blocks) +
           (waves.blocks == 1 ? " block is " : " blocks are ") + std::to_string(waves.count()) +
           (waves.count() == 1 ? " wave." : " waves.");
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const char* const line = "x = x * 1664525u + 1013904223u;";

const Has<HostProgram> host_program{
    "card",
    {.style =
         [](const Settings& set) {
             return HostStyle{.asks_card = true,
                              .blocks_words = blocks_words(set),
                              .grid_words = waves_words(set)};
         },
     .words = [](const Settings& set) -> std::string {
         return blocks_words(set).empty() ? "" : "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
     }}};

const RegisterLesson registered{{
    .id = "card",
    .number = 3,  // after vector addition, before bytes in flight
    .title = "The card",
    .source = "card.cu",
    .sees = "A card is its multiprocessors, and each holds a limited number of threads. A launch "
            "runs in waves: blocks without room wait until others have ended.",
    .breaks = "\"A multiprocessor runs 16 384 threads at once.\" On an H200 "
              "{card/believed.threads_at_once} fit. A grid for 16 384 threads on each takes "
              "{card/believed.waves} waves.",
    .next = "Choose the card of 2006, then others. Which of its numbers decides how many threads "
            "fit?",
    .next_turns = {&whole_card_knob()},
    .rungs =
        {
            {.id = "one_each",
             .title = "A thread for each number",
             .brief = "One each",
             .idea = "The grid follows the numbers, whatever the card has.",
             .claim = "The grid follows n, and the card takes it in waves",
             .line = line,
             .kernel = named("advance_one"),
             .legal = fits_on_the_card},
            {.id = "believed",
             .title = "16 384 threads on each",
             .brief = "16 384 on each",
             .idea = "The grid has 16 384 threads for each multiprocessor. Each thread takes "
                     "several numbers.",
             .claim = "Threads that do not fit wait for a later wave",
             .line = line,
             .kernel = named("advance_all"),
             .legal = fits_on_the_card},
            {.id = "filled",
             .title = "The card filled once",
             .brief = "Filled once",
             .idea = "The grid has as many blocks as the card has room for at once.",
             .claim = "All blocks run at once",
             .line = line,
             .kernel = named("advance_all"),
             .legal = fits_on_the_card},
            {.id = "one_more",
             .title = "One block more",
             .brief = "One more",
             .idea = "The grid has one block more than the card has room for.",
             .claim = "One block runs in a wave of its own",
             .line = line,
             .kernel = named("advance_all"),
             .legal = fits_on_the_card},
        },
    .knobs = {&block, &shared, &whole_card_knob(), &count, &rounds},
    .host = host,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * double(set[count]); },
    .flops = [](const Settings& set) { return 2 * double(set[rounds]) * double(set[count]); },
    .on_integers = [](const Settings&) { return true; },
    // That of "Occupancy and warps", whose kernels are alike: these are not recorded yet.
    .modelled_within = 3.7,
    .picture = picture,
    .cost = cost,
    .views = {"waves", "packing", "lanes", "heat_map"},
    .ledger = {"warp_instructions", "global_load_requests", "global_load_sectors"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "The grid has 16 384 threads for each multiprocessor of an H200. How many "
                         "of them are on a multiprocessor at once?",
             .answer = "card/believed.threads_at_once",
             .unit = "threads",
             .most = 16384,
             .known = {{"On a GeForce 8800 GTX of 2006",
                        "card/believed card=2006.threads_at_once"}},
             .because = "A multiprocessor of an H200 has places for 64 warps of 32 threads, and "
                        "its `maxThreadsPerMultiProcessor` is 2048. So the "
                        "{card/believed.grid_blocks} blocks run in {card/believed.waves} waves."},
            {.question = "An H200 has 132 multiprocessors, and room for "
                         "{card/filled.grid_blocks} blocks of 256 threads at once. The grid has "
                         "one block more. How many multiprocessors have no block in the last wave?",
             .answer = "card/one_more.idle_in_last_wave",
             .unit = "multiprocessors",
             .most = 264,
             .known = {{"A thread for each number", "card/one_each.idle_in_last_wave"}},
             .because = "The last wave has a single block, on a single multiprocessor. A thread "
                        "for each of 16 777 216 numbers makes {card/one_each.grid_blocks} blocks: "
                        "{card/one_each.waves} waves, and the last has a block for "
                        "{card/one_each.grid_blocks} - 62 x {card/filled.grid_blocks} = 64 "
                        "multiprocessors."},
            {.question = "Each block takes all shared memory of a multiprocessor, so an H200 has "
                         "room for 132 blocks at once. The grid has one block more, and the same "
                         "numbers to work on. How long does it take, compared with 132 blocks?",
             .choices = {{"As long, or up to 5 % longer", 1.05, "each block has less to do"},
                         {"Up to one and a half times as long", 1.5},
                         {"More than one and a half times as long"}},
             .answer = "card/one_more shared=227.time over card/filled shared=227.time",
             .unit = "times as long",
             .because = "{card/one_more shared=227.time}, and {card/filled shared=227.time} with "
                        "132 blocks, on an {card/filled shared=227.device}. The last block begins "
                        "when another one has ended, and 131 multiprocessors idle meanwhile."},
        },
}};

}  // namespace
}  // namespace lessons::card_lesson
