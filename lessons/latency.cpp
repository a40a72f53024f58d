// How long a load takes. One warp walks along a chain: each load needs the number that the load
// before brought. The time of the kernel, divided by the loads, is the latency of the memory that
// holds the chain.
#include <algorithm>
#include <string>

#include "lab/lesson.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::latency_lesson {
namespace {

using namespace lab;

constexpr std::int64_t lanes = 32;
constexpr std::int64_t kept = 256, jump = 33, line_words = 32;  // as in the kernels
constexpr std::int64_t lines_of_l1 = 64, lines_of_l2 = 8192;    // 8 KiB and 1 MiB
constexpr std::int64_t link_block = 256;

const Knob loads = numbers({.ticks = {1000, 10'000, 100'000, 1'000'000}, .preset = 100'000},
                           "loads", "Loads", "loads");

// The chain of the last rung has a line for each load, so none is loaded twice.
std::int64_t lines_of(const Settings& set) {
    if (is(set, "l1") || is(set, "texture")) return lines_of_l1;
    return is(set, "l2") ? lines_of_l2 : set[loads];
}

void on_chip(Plan& plan, const Settings& set) {
    const Buffer ends = plan.buffer("ends", Type::u32, lanes);
    plan.launch(set.kernel(), {1, lanes}, ends, int(set[loads]));
    plan.result(ends);
}

// Every place of a constant chain leads to some other, so a walk never leaves the chain.
void constant(Plan& plan, const Settings& set) {
    plan.symbol("chain", "constant_chain", Type::u32, kept, Fill::digits(0, kept - 1));
    on_chip(plan, set);
}

// As tex1Dfetch() reads it, from plain memory.
Texture texture_of(const Buffer& chain) {
    return {chain,
            {.type = chain.type,
             .size = {std::uint32_t(chain.count), 1, 1},
             .texels = simulator::TexelsIn::memory}};
}

void global(Plan& plan, const Settings& set) {
    const std::int64_t lines = lines_of(set);
    const Buffer chain = plan.zeros("chain", Type::u32, lines * line_words);
    const Buffer ends = plan.buffer("ends", Type::u32, lanes);
    plan.launch("link", {blocks_for(lines, link_block), link_block}, chain, int(lines));
    plan.timed([&] {
        if (is(set, "texture"))
            plan.launch(set.kernel(), {1, lanes}, texture_of(chain), ends, int(set[loads]));
        else
            plan.launch(set.kernel(), {1, lanes}, chain, ends, int(set[loads]));
    });
    plan.result(ends);
}

// Where a walk ends: by steps along the constant chain, else by arithmetic.
double end_of(const Settings& set, const Inputs& inputs) {
    if (is(set, "constant")) {
        const auto next = inputs.values("chain");
        double at = 0;
        for (std::int64_t load = 0; load < set[loads]; ++load) at = next(std::uint64_t(at));
        return at;
    }
    if (is(set, "shared") || is(set, "local")) return double(set[loads] * jump % kept);
    return double(set[loads] % lines_of(set) * line_words);
}

Expected expected(const Settings& set, const Inputs& inputs) {
    Expected::Of ends{.values = std::vector<double>(lanes, end_of(set, inputs))};
    return {.results = results_of(std::move(ends)),
            .compared_with = "the end of the chain, worked out on the CPU, all 32 lanes",
            .tolerance = "none: these are whole numbers"};
}

Settings picture(Settings set) {
    set.set(loads, std::min<std::int64_t>(set[loads], 100));
    return set;
}

// Lane-instructions of the walk, and of the chain that is made before it.
template <int of_load, int of_line>
double cost(const Settings& set) {
    const double lines = of_line == 0 ? double(kept) : double(lines_of(set));
    return double(lanes * of_load) * double(set[loads]) + (of_line == 0 ? 8 : of_line) * lines;
}

// The end of each lane, and what is read of a chain that the host or another kernel makes.
double bytes(const Settings& set) {
    constexpr double ends = 4 * lanes;
    if (is(set, "shared") || is(set, "local")) return ends;
    if (is(set, "constant")) return ends + 4.0 * kept;
    return ends + 4.0 * double(std::min(lines_of(set), set[loads]));
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const RegisterLesson registered{{
    .id = "latency",
    .number = 6,  // after memories
    .chapter = Chapter::memory,
    .title = "How long a load takes",
    .source = "latency.cu",
    .sees = "A warp that needs the answer of its last load waits for it: tens of cycles for "
            "memory near it, hundreds for memory far away.",
    .breaks = "\"A load from global memory takes hundreds of cycles, and a load from shared "
              "memory takes one.\" One from shared memory takes {latency/shared.cycles/loads}. "
              "One from global memory that the L1 answers takes {latency/l1.cycles/loads}.",
    .next = "Which loads in your own kernels need the answer of the load before? A list, a tree "
            "and an index in an array are chains.",
    .rungs =
        {
            {.id = "shared",
             .title = "In shared memory",
             .brief = "Shared",
             .idea = "The chain lies in the shared memory of the multiprocessor.",
             .claim = "Each load waits for the one before",
             .line = "at = chain[at];",
             .kernel = named("walk_shared"),
             .host = on_chip},
            {.id = "constant",
             .title = "In constant memory",
             .brief = "Constant",
             .idea = "The chain lies in constant memory, whose cache all lanes ask together.",
             .claim = "All lanes need one number, which is one pass",
             .line = "at = constant_chain[at];",
             .kernel = named("walk_constant"),
             .host = constant},
            {.id = "local",
             .title = "In local memory",
             .brief = "Local",
             .idea = "Each thread has a chain of its own, in an array with an index.",
             .claim = "32 chains lie side by side, and the L1 holds them",
             .line = "at = chain[at];",
             .kernel = named("walk_local"),
             .host = on_chip},
            {.id = "l1",
             .title = "In global memory, by the L1",
             .brief = "L1",
             .idea = "The chain lies in 64 lines of global memory, which stay in the L1.",
             .claim = "Every load after the first 64 finds its line in the L1",
             .line = "at = chain[at];",
             .kernel = named("walk_global"),
             .host = global,
             .cost = cost<5, 12>},
            {.id = "texture",
             .title = "In global memory, through a texture",
             .brief = "Texture",
             .idea = "The same chain is read through a texture object, by tex1Dfetch().",
             .claim = "A texture unit finds the place, and asks the L1",
             .line = "at = tex1Dfetch<unsigned>(chain, at);",
             .opens = {{.view = "lanes"}},
             .kernel = named("walk_texture"),
             .host = global,
             .cost = cost<5, 12>},
            {.id = "l2",
             .title = "In global memory, by the L2",
             .brief = "L2",
             .idea = "The loads do not ask the L1, and the chain of 1 MiB stays in the L2.",
             .claim = "The answer comes from across the card",
             .line = "at = __ldcg(&chain[at]);",
             .kernel = named("walk_past_l1"),
             .host = global,
             .cost = cost<5, 12>},
            {.id = "memory",
             .title = "In global memory, by memory",
             .brief = "Memory",
             .idea = "No line of the chain is loaded twice, so no cache has it.",
             .claim = "The answer comes from outside the chip",
             .line = "at = __ldcg(&chain[at]);",
             .kernel = named("walk_past_l1"),
             .host = global,
             .cost = cost<5, 12>},
        },
    .knobs = {&loads},
    .size = &loads,
    .host = on_chip,
    .expected = expected,
    .bytes = bytes,
    .flops = [](const Settings&) { return 0.0; },
    .picture = picture,
    .cost = cost<5, 0>,
    .views = {"in_flight", "way", "lanes", "coalescing", "banks"},
    .ledger = {"shared_load_requests", "constant_load_requests", "local_load_requests",
               "global_load_requests", "texture_instructions", "global_load_rounds",
               "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "A warp loads 100 numbers of a chain in global memory. How many of these "
                         "loads can be in flight at the same time?",
             .choices = {{"One", 1.5},
                         {"Four", 4.5},
                         {"Thirty-two", 32.5, "one for each lane"},
                         {"All hundred"}},
             .answer = "latency/memory.global_load_requests/global_load_rounds",
             .unit = "loads",
             .because = "Each load needs the number that the load before brings. So {latency/"
                        "memory.global_load_rounds} rounds of one load follow each other."},
            {.question = "The L1 has every line of a chain in global memory. How long does a load "
                         "take, compared with a load from shared memory?",
             .choices = {{"As long, about", 2, "both lie in the multiprocessor"},
                         {"2 to 8 times as long", 8},
                         {"8 to 100 times as long", 100},
                         {"More than 100 times as long"}},
             .answer = "latency/l1.time over latency/shared.time",
             .unit = "times as long",
             .because = "A load takes {latency/l1.cycles/loads} cycles by the L1 and "
                        "{latency/shared.cycles/loads} from shared memory, on an "
                        "{latency/l1.device}. The same memory in the multiprocessor serves both."},
            {.question = "Now no cache has the line. How long does a load take, compared with a "
                         "load from shared memory?",
             .choices = {{"Up to 4 times as long", 4},
                         {"4 to 16 times as long", 16},
                         {"16 to 64 times as long", 64},
                         {"More than 64 times as long", std::numeric_limits<double>::infinity(),
                          "500 cycles against one"}},
             .answer = "latency/memory.time over latency/shared.time",
             .unit = "times as long",
             .because = "A load takes {latency/memory.cycles/loads} cycles from memory, "
                        "{latency/l2.cycles/loads} by the L2 and {latency/shared.cycles/loads} "
                        "from shared memory, on an {latency/memory.device}."},
        },
}};

}  // namespace
}  // namespace lessons::latency_lesson
