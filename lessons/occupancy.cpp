// Occupancy and the warp scheduler. Accounts grow month by month, and each month needs the one
// before. More warps, or more accounts in a thread, fill the latency. The grid has the blocks that
// a multiprocessor of the chosen card can hold, for each multiprocessor of an H200.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/features/setups.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/words.h"
#include "lessons/reading.h"
#include "lessons/room_on_card.h"

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
        "How many KiB of shared memory each block gets. These kernels do not use it: it only "
        "takes room, as in kernels that need it.";
    return knob;
}
const Knob shared = shared_knob();

Knob years_knob() {
    Knob knob =
        with_role(whole("years", "Years", "years", {.ticks = {1, 2, 5, 10, 20, 40}, .preset = 20}),
                  Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint =
        "How many years of twelve months each account grows: the work for an account that was "
        "loaded.";
    return knob;
}
const Knob years = years_knob();

std::int64_t at_once(const Settings& set) {
    if (is(set, "one")) return 1;
    if (is(set, "two")) return 2;
    if (is(set, "four")) return 4;
    return is(set, "eight") ? 8 : 32;
}

BlockNeeds needs(const Settings& set) {
    return {set[block], registers_for_room(set, set.kernel()), kib * set[shared]};
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
                         " months, each rounded once by 2^-24. A lost month would be 0.5 %"};
}

std::optional<Refusal> fits_on_the_card(const Settings& set) {
    return no_room_on_card(set, {&block, &shared, needs});
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

const Has<Setups> setups{
    "occupancy",
    {{{"2006, 10 registers", {{&card_knob(), 2006}, {&block, 256}, {&registers_knob(), 10}}},
      {"2006, 11 registers", {{&card_knob(), 2006}, {&block, 256}, {&registers_knob(), 11}}}}}};

const char* const line = "money[k] = money[k] * growth + deposit;";

const RegisterLesson registered{{
    .id = "occupancy",
    .number = 23,  // after bytes in flight
    .title = "Occupancy and warps",
    .source = "occupancy.cu",
    .sees = "The resource that is used up first decides how many blocks a multiprocessor holds. "
            "While some blocks wait, others run.",
    .breaks = "\"The more warps, the faster.\" While one warp waits, others run. More accounts "
              "in each thread help in the same way: 8 warps that take eight accounts at a time "
              "are {occupancy/eight shared=227.time against occupancy/one.time} 64 warps that "
              "take one.",
    .next = "Choose one year: accounts are stored again soon after they are loaded. Which kernel "
            "now gains from more warps?",
    .rungs =
        {
            {.id = "one",
             .title = "One account at a time",
             .brief = "One account",
             .idea = "Each thread takes one account through all its months, then the next "
                     "account.",
             .claim = "Each multiply-add waits for the one before",
             .line = line,
             .kernel = named("savings<1, 255>"),
             .legal = fits_on_the_card},
            {.id = "two",
             .title = "Two accounts at a time",
             .brief = "Two accounts",
             .idea = "A thread has two accounts, whose months do not wait for each other.",
             .claim = "Two multiply-adds are in flight",
             .line = line,
             // All warps have room: the loads of two sums are in flight together.
             .opens = {{.view = "in_flight"}},
             .kernel = named("savings<2, 255>"),
             .legal = fits_on_the_card},
            {.id = "four",
             .title = "Four accounts at a time",
             .brief = "Four accounts",
             .idea = "A thread has four accounts, the most for which all warps still have "
                     "registers.",
             .claim = "Four multiply-adds are in flight",
             .line = line,
             .opens = {{.view = "in_flight"}},
             .kernel = named("savings<4, 255>"),
             .legal = fits_on_the_card},
            {.id = "eight",
             .title = "Eight accounts at a time",
             .brief = "Eight accounts",
             .idea = "A thread has eight accounts, and a quarter of the warps have no registers.",
             .claim = "Eight multiply-adds are in flight",
             .line = line,
             .kernel = named("savings<8, 255>"),
             .legal = fits_on_the_card},
            {.id = "thirty_two",
             .title = "Thirty-two accounts at a time",
             .brief = "32 accounts",
             .idea = "A thread needs so many registers that more than half of the warps have no "
                     "room.",
             .claim = "Registers leave room for fewer warps",
             .line = line,
             .kernel = named("savings<32, 255>"),
             .legal = fits_on_the_card,
             .modelled_within = 5.6},
            {.id = "all_warps",
             .title = "32 accounts, 32 registers",
             .brief = "32 registers",
             .idea = "All warps have room, but the compiler spills registers to local memory, "
                     "which is not counted.",
             .claim = "Full occupancy spills to local memory",
             .line = line,
             .kernel = named("savings<32, 32>"),
             .legal = fits_on_the_card,
             .modelled_within = 12},
        },
    .knobs = {&block, &shared, &registers_knob(), &card_knob(), &count, &years},
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
            {.question = "A multiprocessor of 2006 has room for 768 threads and 8192 registers. "
                         "Each thread needs 12 registers. How many blocks of 256 threads are "
                         "there at once?",
             .answer = "occupancy/one card=2006.blocks_at_once",
             .unit = "blocks",
             .most = 8,
             .known = {{"Blocks of 64 threads", "occupancy/one card=2006 block=64.blocks_at_once"},
                       {"Blocks of 512 threads",
                        "occupancy/one card=2006 block=512.blocks_at_once"}},
             .because = "256 times {occupancy/one.registers} are 3072 registers, and three "
                        "blocks would need 9216. So a third of the places for warps stay empty."},
            {.question = "Now suppose that a thread needs 10 registers, and that the card of 2006 "
                         "holds three blocks of 256 threads. How many warps stay after the "
                         "next change of the code, which needs one register more?",
             .choices = {{"8", 9},
                         {"16", 17, "two blocks"},
                         {"22", 23, "a tenth fewer"},
                         {"24", std::numeric_limits<double>::infinity(), "as many as before"}},
             .answer = "occupancy/one card=2006 registers=11.warps_at_once",
             .unit = "warps",
             .because = "Three blocks of 256 threads would take 8448 registers at 11 each, and "
                        "there are 8192. A block has room as a whole or not at all, so one more "
                        "register takes {occupancy/one card=2006 registers=10.warps_at_once} "
                        "warps down to {occupancy/one card=2006 registers=11.warps_at_once}."},
            {.question = "With eight accounts at a time a thread needs "
                         "{occupancy/eight.registers} registers. A multiprocessor of an H200 has "
                         "65 536 registers, and places for 64 warps. How many warps have "
                         "registers?",
             .answer = "occupancy/eight.warps_at_once",
             .unit = "warps",
             .most = 64,
             .known = {{"One account", "occupancy/one.warps_at_once"},
                       {"Thirty-two accounts", "occupancy/thirty_two.warps_at_once"}},
             .because = "A warp takes 32 times 40 registers, 1280, and 65 536 are enough for 51 "
                        "warps. But each of the four schedulers has a quarter of them, enough "
                        "for 12 warps. That makes {occupancy/eight.warps_at_once} in all: 6 "
                        "blocks of 8 warps."},
            {.question = "With one account at a time all 64 warps have room. Now each block "
                         "takes 100 KiB of shared memory, and 16 warps are left. How long does "
                         "the kernel take now?",
             .choices = {{"As long", 1.05},
                         {"Up to a third longer", 1.34},
                         {"About twice as long", 2.5},
                         {"About four times as long"}},
             .answer = "occupancy/one shared=100.time over occupancy/one.time",
             .unit = "times as long",
             .because = "It takes {occupancy/one shared=100.time} with 16 warps and "
                        "{occupancy/one.time} with 64, on an {occupancy/one.device}. The result "
                        "of a multiply-add is ready after 4 cycles. So with 4 warps each "
                        "scheduler has a ready warp in every cycle, and twelve more do not help. "
                        "What is left is the wait for the account's own load, which sixteen "
                        "warps hide less well."},
            {.question = "Now each block takes 227 KiB, and 8 warps are left, two for each "
                         "scheduler. How long do they take with eight accounts at a time, "
                         "compared with one account?",
             .choices = {{"About a third as long", .5},
                         {"Somewhat less long", .97},
                         {"As long", 1.03, "there are as many warps"},
                         {"Longer"}},
             .answer = "occupancy/eight shared=227.time over occupancy/one shared=227.time",
             .unit = "times as long",
             .because = "It takes {occupancy/eight shared=227.time} with eight accounts and "
                        "{occupancy/one shared=227.time} with one, on an "
                        "{occupancy/eight.device}. With one account a warp's next month waits "
                        "for the month before, and two warps do not fill the cycles between. "
                        "Eight accounts do not wait for each other."},
        },
}};

}  // namespace
}  // namespace lessons::occupancy_lesson
