// Lesson 18: occupancy and the warp scheduler. Accounts grow month by month, and each month needs
// the one before. More warps, or more accounts in a thread, fill the latency. The grid has the
// blocks that a multiprocessor of the chosen card can hold, for each multiprocessor of an H200.
#include <algorithm>
#include <cmath>

#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::occupancy_lesson {
namespace {

using namespace lab;

constexpr float growth = 1.005f, deposit = 10;  // a month
constexpr std::int64_t kib = 1024;

const Knob block = threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 256});
const Knob count = numbers({.ticks = powers_of_two(1 << 12, 1 << 24), .preset = 1 << 23}, "n",
                           "Accounts", "accounts");

Knob shared_knob() {
    Knob knob = whole("shared", "Shared memory of a block", "KiB",
                      {.ticks = {0, 1, 2, 4, 8, 16, 32, 64, 100, 227}, .preset = 0}, 0);
    knob.hint =
        "How many KiB of shared memory each block is given. The kernels do not use it: it takes "
        "room, as it does in those that need it.";
    return knob;
}
const Knob shared = shared_knob();

Knob years_knob() {
    Knob knob =
        with_role(whole("years", "Years", "years", {.ticks = {1, 2, 5, 10, 20, 40}, .preset = 20}),
                  Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint = "Of twelve months each: how much there is to do for an account that was loaded.";
    return knob;
}
const Knob years = years_knob();

std::int64_t at_once(const Settings& set) {
    const std::string& rung = rung_of(set).id;
    return rung == "one" ? 1 : rung == "two" ? 2 : rung == "four" ? 4 : rung == "eight" ? 8 : 32;
}

BlockNeeds needs(const Settings& set) {
    return {set[block], registers_of(*set.subject, set.kernel()).count, kib * set[shared]};
}

// As many blocks as would fit if the multiprocessors of an H200 were those of the card; fewer where
// the accounts are used up.
std::int64_t grid(const Settings& set) {
    const Occupancy held = occupancy_of(multiprocessor_of(set), needs(set));
    return std::min(usual_multiprocessor().count * std::max<std::int64_t>(1, held.blocks),
                    blocks_for(blocks_for(set[count], at_once(set)), set[block]));
}

void host(Plan& plan, const Settings& set) {
    const Buffer start = plan.input("start", Type::f32, set[count], Fill::digits(0, 9999));
    const Buffer end = plan.buffer("end", Type::f32, set[count]);
    plan.launch(set.kernel(), {grid(set), set[block], kib * set[shared]}, start, end,
                int(set[count]), int(set[years]), growth, deposit);
    plan.result(end);
}

double months(const Settings& set) { return 12 * double(set[years]); }

// An amount x grows to x g^m, and the deposits add up to a geometric series.
Expected expected(const Settings& set, const Inputs& inputs) {
    const auto start = inputs.values("start");
    const double grown = std::pow(double(growth), months(set));
    const double deposits = deposit * (grown - 1) / (double(growth) - 1);
    Expected::Of end{.elements = sampled(std::uint64_t(set[count])),
                     .values = {},
                     .relative = months(set) * std::ldexp(1.0, -24)};
    end.values = values_at(end.elements, std::uint64_t(set[count]),
                           [&](std::uint64_t i) { return start(i) * grown + deposits; });
    const std::size_t compared = end.values.size();
    return {.results = results_of(std::move(end)),
            .compared_with = "x g^m + d (g^m - 1) / (g - 1) in double on the CPU, " +
                             compared_words(compared, std::uint64_t(set[count]), "accounts"),
            .tolerance = grouped(std::int64_t(months(set))) +
                         " months, each rounded once by 2^-24; a month that is lost is 0.5 %"};
}

// What does not fit on a multiprocessor of the card, "a block of 1024 threads", and the knob that
// makes room.
struct Lack {
    std::string what, limit_name, limit_words;
    std::int64_t asked, limit;
    const Knob* knob = &block;
};

Lack lack_of_registers(const Multiprocessor& of, const BlockNeeds& asked, const Occupancy& held) {
    if (asked.registers > of.registers_a_thread)
        return {"a thread of " + grouped(asked.registers) + " registers",
                "registers per thread",
                grouped(of.registers_a_thread),
                asked.registers,
                of.registers_a_thread,
                &card_knob()};
    const std::int64_t of_block = held.of(Resource::registers).of_block;
    return {"a block of " + grouped(of_block) + " registers", "registers of a multiprocessor",
            grouped(of.registers), of_block, of.registers};
}

Lack lack_of(const Multiprocessor& of, const BlockNeeds& asked, const Occupancy& held) {
    if (held.limit == Resource::registers) return lack_of_registers(of, asked, held);
    if (held.limit == Resource::shared)
        return {"a block of " + bytes_worded(std::uint64_t(asked.shared)) + " of shared memory",
                "shared bytes per block",
                bytes_worded(std::uint64_t(of.shared_a_block)),
                asked.shared,
                of.shared_a_block,
                &shared};
    return {"a block of " + grouped(asked.threads) + " threads", "threads per block",
            grouped(of.threads_a_block), asked.threads, of.threads_a_block};
}

// The tick, nearest to the knob's value, at which a block fits.
std::optional<std::int64_t> nearest_that_fits(const Settings& set, const Knob& knob) {
    std::optional<std::int64_t> found;
    for (const std::int64_t tick : knob.ticks) {
        Settings other = set;
        other.set(knob, tick);
        const bool fits = occupancy_of(multiprocessor_of(other), needs(other)).blocks > 0;
        if (fits && (!found || std::abs(tick - set[knob]) < std::abs(*found - set[knob])))
            found = tick;
    }
    return found;
}

std::optional<Refusal> fits_on_the_card(const Settings& set) {
    const Multiprocessor& of = multiprocessor_of(set);
    const Occupancy held = occupancy_of(of, needs(set));
    if (held.blocks > 0) return std::nullopt;
    const Lack lack = lack_of(of, needs(set), held);
    std::string card = a_card(of);
    card.front() = 'A';
    return Refusal{.title = card + " has no room for " + lack.what + ": it has " + lack.limit_words,
                   .why =
                       "A block is on one multiprocessor as a whole, or it is nowhere: the "
                       "launch would be refused on that card.",
                   .limit_name = lack.limit_name,
                   .limit = double(lack.limit),
                   .asked = double(lack.asked),
                   .knob = lack.knob->id,
                   .use = nearest_that_fits(set, *lack.knob),
                   .cuda_error = {},
                   .shows = {}};
}

// Two blocks, and as many years as can be followed instruction by instruction. With fewer years,
// loads would have too large a share.
Settings picture(Settings set) {
    constexpr std::int64_t account_years = 160;
    set.set(count, std::min(set[count], 2 * set[block] * at_once(set)));
    set.set(years, std::min(set[years], account_years / std::max<std::int64_t>(8, at_once(set))));
    return set;
}

// Lane-instructions: one a month, and some for each account and thread.
double cost(const Settings& set) {
    return double(set[count]) * (months(set) + 3.0 * double(set[years]) / double(at_once(set)) + 8);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

const char* const line = "money[k] = money[k] * growth + deposit;";

const RegisterLesson registered{{
    .id = "occupancy",
    .number = 23,  // after bytes in flight
    .title = "Occupancy and warps",
    .source = "occupancy.cu",
    .sees = "A multiprocessor holds as many blocks as its scarcest resource allows, and they are "
            "there to do something while others wait.",
    .breaks = "\"The more warps, the faster.\" Warps hide what instructions wait for, and so do "
              "more accounts in each thread: 8 warps that take eight accounts at a time are "
              "{occupancy/eight shared=227.time against occupancy/one.time} 64 warps that take "
              "one.",
    .next = "Choose one year: accounts are hardly there before they go again. Which kernel now "
            "gains by more warps?",
    .rungs =
        {
            {.id = "one",
             .title = "One account at a time",
             .brief = "One account",
             .idea = "Each thread takes an account through all its months, then the next.",
             .claim = "Each multiply-add waits for the one before",
             .line = line,
             .kernel = named("savings<1, 255>"),
             .legal = fits_on_the_card},
            {.id = "two",
             .title = "Two accounts at a time",
             .brief = "Two accounts",
             .idea = "A thread has two accounts, whose months do not wait for each other.",
             .claim = "Two multiply-adds for each wait",
             .line = line,
             // All warps have room: the loads of two sums are in flight together.
             .opens = {{.view = "in_flight"}},
             .kernel = named("savings<2, 255>"),
             .legal = fits_on_the_card},
            {.id = "four",
             .title = "Four accounts at a time",
             .brief = "Four accounts",
             .idea = "Four accounts of a thread: the last with registers for all warps.",
             .claim = "Four multiply-adds for each wait",
             .line = line,
             .opens = {{.view = "in_flight"}},
             .kernel = named("savings<4, 255>"),
             .legal = fits_on_the_card},
            {.id = "eight",
             .title = "Eight accounts at a time",
             .brief = "Eight accounts",
             .idea = "Eight accounts of a thread: a quarter of the warps have no registers.",
             .claim = "Eight multiply-adds for each wait",
             .line = line,
             .kernel = named("savings<8, 255>"),
             .legal = fits_on_the_card},
            {.id = "thirty_two",
             .title = "Thirty-two accounts at a time",
             .brief = "32 accounts",
             .idea = "So many registers that more than half of the warps have no room.",
             .claim = "Registers take the room of warps",
             .line = line,
             .kernel = named("savings<32, 255>"),
             .legal = fits_on_the_card,
             .modelled_within = 5.6},
            {.id = "all_warps",
             .title = "32 accounts, 32 registers",
             .brief = "32 registers",
             .idea = "All warps have room: what has no register goes to local memory, which is not "
                     "counted.",
             .claim = "Full occupancy, by way of local memory",
             .line = line,
             .kernel = named("savings<32, 32>"),
             .legal = fits_on_the_card,
             .modelled_within = 12},
        },
    .knobs = {&block, &shared, &card_knob(), &count, &years},
    .host = host,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * double(set[count]); },
    .flops = [](const Settings& set) { return 2 * months(set) * double(set[count]); },
    .modelled_within = 3.7,
    .picture = picture,
    .cost = cost,
    .roundings = months,
    .views = {"packing", "scheduler", "lanes", "heat_map"},
    .ledger = {"warp_instructions", "global_load_requests", "global_load_rounds",
               "bytes_requested"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "A multiprocessor of 2006 has room for 768 threads, and 8192 registers. "
                         "How many blocks of 256 threads are there at once, with 12 registers a "
                         "thread?",
             .answer = "occupancy/one card=2006.blocks_at_once",
             .unit = "blocks",
             .most = 8,
             .known = {{"Blocks of 64 threads", "occupancy/one card=2006 block=64.blocks_at_once"},
                       {"of 512", "occupancy/one card=2006 block=512.blocks_at_once"}},
             .because = "256 times {occupancy/one.registers} are 3072 registers, and a third block "
                        "would need 9216. A third of the places for warps stay empty."},
            {.question = "Eight accounts at a time take {occupancy/eight.registers} registers a "
                         "thread. A multiprocessor of an H200 has 65 536, and places for 64 warps: "
                         "how many have registers?",
             .answer = "occupancy/eight.warps_at_once",
             .unit = "warps",
             .most = 64,
             .known = {{"One account", "occupancy/one.warps_at_once"},
                       {"Thirty-two accounts", "occupancy/thirty_two.warps_at_once"}},
             .because = "A warp takes 32 times 40 registers, 1280, and 51 times that would be "
                        "there. But each of the four schedulers has a quarter, enough for 12 "
                        "warps, and so {occupancy/eight.warps_at_once} in all: 6 blocks of 8."},
            {.question = "With one account at a time all 64 warps have room. Now each block takes "
                         "100 KiB of shared memory, and 16 warps are left. How long does it take?",
             .choices = {{"As long", 1.05},
                         {"Up to a third longer", 1.34},
                         {"About twice as long", 2.5},
                         {"About four times as long"}},
             .answer = "occupancy/one shared=100.time over occupancy/one.time",
             .unit = "times as long",
             .because = "{occupancy/one shared=100.time} against {occupancy/one.time}, on an "
                        "{occupancy/one.device}: a multiply-add is there after 4 cycles, so that "
                        "4 warps of each scheduler have one that can go in every cycle. Twelve "
                        "more only queue. What is left is the wait for the account's own load, "
                        "which sixteen warps hide less well."},
            {.question = "Now each block takes 227 KiB, and 8 warps are left, two of each "
                         "scheduler. How long do they take with eight accounts at a time, against "
                         "one?",
             .choices = {{"About a third as long", .5},
                         {"Somewhat less long", .97},
                         {"As long: the warps are as many", 1.03},
                         {"Longer"}},
             .answer = "occupancy/eight shared=227.time over occupancy/one shared=227.time",
             .unit = "times as long",
             .because = "{occupancy/eight shared=227.time}, and {occupancy/one shared=227.time} "
                        "with one account, on an {occupancy/eight.device}: a warp's next month "
                        "waits for the last one, and two warps do not fill the cycles between. "
                        "Eight accounts do not wait for each other."},
        },
}};

}  // namespace
}  // namespace lessons::occupancy_lesson
