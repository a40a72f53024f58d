// Values under their own heads, costs that change what they should and nothing else, recordings
// that become one: made-up numbers of which no two are equal.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>

#include "lab/cli/report.h"
#include "lab/time/model.h"
#include "lab/time/recording.h"
#include "lab/words.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;
using lab::Card;

// ---- Costs of a card.

using Term = double lab::ModelledTime::*;
struct NamedTerm {
    const char* name;
    Term term;
};
constexpr NamedTerm all_terms[] = {{"floor", &lab::ModelledTime::floor},
                                   {"bytes", &lab::ModelledTime::bytes},
                                   {"wavefronts", &lab::ModelledTime::wavefronts},
                                   {"passes", &lab::ModelledTime::passes},
                                   {"instructions", &lab::ModelledTime::instructions},
                                   {"latency", &lab::ModelledTime::latency},
                                   {"starts", &lab::ModelledTime::starts},
                                   {"waiting", &lab::ModelledTime::waiting}};

// Away from every card that there is.
Card card_apart() {
    Card card;
    card.name = "a card apart";
    card.multiprocessors = 3;
    card.holds = {.warps = 40, .blocks = 100, .shared = 60'000, .shared_a_block = 60'000};
    card.gigahertz = 1.7, card.memory_gigabytes = 110, card.cache_gigabytes = 530;
    card.cache_bytes = 4096, card.pcie_gigabytes = 11, card.pageable_gigabytes = 5;
    card.call_microseconds = .9, card.floor_microseconds = 2.3, card.next_microseconds = 1.3;
    card.clear_microseconds = 1.9, card.latency_cycles = 7, card.memory_latency_cycles = 610;
    card.cache_latency_cycles = 290, card.blocks_a_cycle = .6, card.pass_cycles = 3;
    card.handover_cycles = 870, card.atomic_nanoseconds = 4.1;
    return card;
}

// Blocks of five warps, many more than there is room for: `fresh` from memory alone, else from a
// cache alone; with nothing but loads to wait for, or nothing but results.
lab::ModelledLaunch launch_apart(bool fresh, bool loads) {
    lab::ModelledLaunch launch;
    launch.counters.warp_instructions = loads ? 0 : 600'000;
    launch.counters.global_load_rounds = loads ? 70'000 : 0;
    launch.counters.bytes_asked = 3000;
    launch.counters.shared_load_wavefronts = 110'000;
    launch.counters.shared_store_wavefronts = 130'000;
    launch.counters.constant_load_passes = 17'000;
    launch.counters.polls = 190;
    launch.grid = {2400, 1, 1}, launch.block = {160, 1, 1};
    launch.array_bytes = 3000;
    launch.first = fresh;
    return launch;
}

struct TurnedCost {
    const char* name;
    double Card::*cost;
    bool fresh, loads;
    std::vector<std::pair<Term, double>> changes;  // as many times as long, where it is doubled
};

std::vector<TurnedCost> turned_costs() {
    using T = lab::ModelledTime;
    return {
        {"floor", &Card::floor_microseconds, true, false, {{&T::floor, 2}}},
        {"floor", &Card::floor_microseconds, false, false, {}},
        {"next", &Card::next_microseconds, false, false, {{&T::floor, 2}}},
        {"next", &Card::next_microseconds, true, false, {}},
        {"memory", &Card::memory_gigabytes, true, false, {{&T::bytes, .5}}},
        {"memory", &Card::memory_gigabytes, false, false, {}},
        {"cache", &Card::cache_gigabytes, false, false, {{&T::bytes, .5}}},
        {"cache", &Card::cache_gigabytes, true, false, {}},
        {"clock",
         &Card::gigahertz,
         true,
         false,
         {{&T::wavefronts, .5},
          {&T::passes, .5},
          {&T::instructions, .5},
          {&T::latency, .5},
          {&T::starts, .5},
          {&T::waiting, .5}}},
        {"multiprocessors",
         &Card::multiprocessors,
         true,
         false,
         {{&T::wavefronts, .5}, {&T::passes, .5}, {&T::instructions, .5}, {&T::latency, .5}}},
        {"latency", &Card::latency_cycles, true, false, {{&T::latency, 2}}},
        {"latency", &Card::latency_cycles, true, true, {}},
        {"of memory", &Card::memory_latency_cycles, true, true, {{&T::latency, 2}}},
        {"of memory", &Card::memory_latency_cycles, false, true, {}},
        {"of a cache", &Card::cache_latency_cycles, false, true, {{&T::latency, 2}}},
        {"of a cache", &Card::cache_latency_cycles, true, true, {}},
        {"starts", &Card::blocks_a_cycle, true, false, {{&T::starts, .5}}},
        {"passes", &Card::pass_cycles, true, false, {{&T::passes, 2}}},
        {"hand-over", &Card::handover_cycles, true, false, {{&T::waiting, 2}}},
        {"bus", &Card::pcie_gigabytes, true, false, {}},
        {"bus", &Card::pageable_gigabytes, true, false, {}},
        {"calls", &Card::call_microseconds, true, false, {}},
        {"clears", &Card::clear_microseconds, true, false, {}},
        {"atomics", &Card::atomic_nanoseconds, true, false, {}},
        {"flight", &Card::flight_bytes, true, false, {}},
        {"multiply-adds", &Card::multiply_adds_a_cycle, true, false, {}},
    };
}

TEST(CostsApart, EachChangesItsTermsAndNoOther) {
    for (const TurnedCost& one : turned_costs()) {
        const lab::ModelledLaunch launch = launch_apart(one.fresh, one.loads);
        Card card = card_apart();
        const lab::ModelledTime before = lab::modelled_time(card, launch);
        card.*one.cost = card.*one.cost > 0 ? 2 * card.*one.cost : 1;
        const lab::ModelledTime after = lab::modelled_time(card, launch);
        for (const NamedTerm& named : all_terms) {
            double factor = 1;
            for (const auto& [term, by] : one.changes)
                if (term == named.term) factor = by;
            EXPECT_DOUBLE_EQ(after.*named.term, factor * (before.*named.term))
                << one.name << " " << named.name << (one.fresh ? ", fresh" : ", kept");
        }
    }
}

// Each counter alone: what it costs, and in which term. What has no cost leaves all as it is.
TEST(CostsApart, EachCounterHasItsTerm) {
    using T = lab::ModelledTime;
    const double cycles = 1.7 * 1e6, count = 7'000;
    const double resident = 3 * 8 * 5;  // warps at once
    const std::map<std::string, std::map<std::string, double>> costs{
        {"warp_instructions",
         {{"instructions", count / 12 / cycles}, {"latency", count * 7 / resident / cycles}}},
        {"bytes_asked", {{"bytes", 3000 / (110 * 1e6) + 4000 / (530 * 1e6)}}},
        {"shared_load_wavefronts", {{"wavefronts", count / 3 / cycles}}},
        {"shared_store_wavefronts", {{"wavefronts", count / 3 / cycles}}},
        {"constant_load_passes", {{"passes", count * 3 / 3 / cycles}}},
        {"polls", {{"waiting", count * 870 / cycles}}},
    };
    lab::ModelledLaunch none = launch_apart(true, false);
    none.counters = {};
    const T before = lab::modelled_time(card_apart(), none);
    for (const simulator::CounterName& row : simulator::counter_names()) {
        lab::ModelledLaunch launch = none;
        launch.counters.*row.member = static_cast<std::uint64_t>(count);
        const T after = lab::modelled_time(card_apart(), launch);
        const auto known = costs.find(std::string(row.name));
        for (const NamedTerm& named : all_terms) {
            double cost = 0;
            if (known != costs.end() && known->second.contains(named.name))
                cost = known->second.at(named.name);
            EXPECT_NEAR(after.*named.term, before.*named.term + cost, 1e-12)
                << row.name << " " << named.name;
        }
    }
}

// Blocks of five warps: eight fill the warps, of which latency alone knows.
TEST(CostsApart, WarpsAndSharedMemoryAreWhatBlocksFindRoomIn) {
    using T = lab::ModelledTime;
    const auto at = [](std::int64_t warps, std::int64_t shared) {
        lab::ModelledLaunch launch = launch_apart(true, false);
        launch.grid = {2352, 1, 1};  // whole waves, of each
        launch.shared_bytes = shared;
        Card card = card_apart();
        card.holds.warps = warps;
        return lab::modelled_time(card, launch);
    };
    const T before = at(40, 0);
    const std::vector<std::pair<T, double>> turned{
        {at(80, 0), .5},          {at(40, 7'424), 1},  {at(40, 7'552), 8. / 7},
        {at(40, 30'000), 8. / 1}, {at(80, 29'952), 4}, {at(40, 60'001), 8}};
    for (const auto& [after, factor] : turned)
        for (const NamedTerm& named : all_terms)
            EXPECT_DOUBLE_EQ(after.*named.term,
                             (named.term == &T::latency ? factor : 1) * (before.*named.term))
                << named.name << " " << factor;
}

// Small blocks fill the places for blocks first, and arrays stay in the cache to the last byte.
TEST(CostsApart, LimitsToTheLastBlockAndByte) {
    lab::ModelledLaunch launch = launch_apart(false, true);
    launch.block = {1, 1, 1};
    Card card = card_apart();
    card.holds.blocks = 8;
    const double before = lab::modelled_time(card, launch).latency;
    card.holds.blocks = 16;
    EXPECT_DOUBLE_EQ(lab::modelled_time(card, launch).latency, before / 2);
    card.cache_bytes = launch.array_bytes;
    const double kept = lab::modelled_time(card, launch).bytes;
    EXPECT_DOUBLE_EQ(kept, 3000 / (530 * 1e6));
    card.cache_bytes = launch.array_bytes - 1;
    EXPECT_DOUBLE_EQ(lab::modelled_time(card, launch).bytes, 3000 / (110 * 1e6));
    launch.first = true;
    launch.array_bytes = 1000;
    EXPECT_DOUBLE_EQ(lab::modelled_time(card, launch).bytes,
                     1000 / (110 * 1e6) + 2000 / (530 * 1e6));
    launch.block = {33, 1, 1}, launch.grid = {1, 1, 1};
    EXPECT_DOUBLE_EQ(lab::modelled_time(card, launch).latency,
                     70'000 * (1000 * 610. + 2000 * 290.) / 3000 / 2 / (1.7 * 1e6))
        << "a part of a warp is a warp";
    EXPECT_DOUBLE_EQ(lab::modelled_transfer(card, 22'000'000), 2.3 / 1e3 + 2);
}

// ---- Tables.

// The words of a line between two blanks or more.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    for (std::size_t at = line.find_first_not_of(' '); at < line.size();) {
        const std::size_t end = std::min(line.find("  ", at), line.size());
        cells.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(' ', end);
    }
    return cells;
}

std::vector<std::vector<std::string>> table_of(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) rows.push_back(cells_of(line));
    return rows;
}

TEST(ReportsApart, ALaunchUnderItsHeads) {
    lab::LaunchRecord launch{"doubled", {11, 1, 1}, {13, 17, 1}, 1900, {}, 0};
    launch.counters.warp_instructions = 2311;
    launch.counters.lane_instructions = 2917;
    const auto rows = table_of(lab::launches_report({launch}));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[1],
              (std::vector<std::string>{"kernel", "grid", "block", "shared", "warp instructions"}));
    EXPECT_EQ(rows[2], (std::vector<std::string>{"doubled", "11", "13 x 17",
                                                 lab::bytes_worded(1900), lab::grouped(2311)}));
}

TEST(ReportsApart, ACounterUnderItsName) {
    simulator::Counters counters;
    std::uint64_t value = 100;
    for (const simulator::CounterName& row : simulator::counter_names())
        counters.*row.member = ++value;
    const auto rows = table_of(lab::counters_report(counters));
    value = 100;
    std::size_t at = 0;
    for (const simulator::CounterName& row : simulator::counter_names()) {
        ASSERT_LT(++at, rows.size());
        ASSERT_GE(rows[at].size(), 2u);
        EXPECT_EQ(rows[at][0], row.name);
        EXPECT_EQ(rows[at][1], std::to_string(++value)) << row.name;
    }
}

TEST(ReportsApart, ATimeFromItsLowToItsHigh) {
    lab::Time time;
    time.kind = lab::TimeKind::recorded;
    time.median_ms = 5, time.low_ms = 3, time.high_ms = 9;
    time.device = "it";
    const std::string text = lab::time_report(time);
    EXPECT_TRUE(text.starts_with(lab::time_worded(5) + ", recorded on it (" + lab::time_worded(3) +
                                 " to " + lab::time_worded(9) + ")"))
        << text;
}

// ---- Recordings that become one.

lab::Recording day_of(const std::string& date, std::optional<double> copy, const std::string& plan,
                      double floor) {
    lab::Recording made;
    made.lesson = "scan", made.device = "a card", made.date = date;
    made.driver = "driver of " + plan, made.toolkit = "toolkit of " + plan;
    if (copy) made.copy = lab::Peak{*copy, "a copy for " + plan};
    made.floor = {floor, floor / 2};
    lab::RecordedRun run;
    run.rung = "rung";
    run.key = {plan, "ab"};
    run.cold.median_ms = floor;
    made.runs = {run};
    return made;
}

// Whichever comes first: the rate of a copy is that of the newest part that has one.
TEST(RecordingsApart, TheRateOfACopySurvivesWhereOnlyOnePartHasIt) {
    const std::string early = "2026-11-20", late = "2026-11-21";
    for (const auto& [first, second] :
         {std::pair{early, late}, {late, early}, {late, late}, {early, early}}) {
        for (const bool in_first : {true, false}) {
            const auto with = day_of(in_first ? first : second, 4229, "with", 3),
                       without = day_of(in_first ? second : first, {}, "without", 5);
            const auto whole =
                lab::merged(in_first ? std::vector{with, without} : std::vector{without, with});
            ASSERT_TRUE(whole);
            ASSERT_TRUE(whole->copy) << first << " " << second << in_first;
            EXPECT_EQ(whole->copy->gigabytes, 4229);
            EXPECT_EQ(whole->runs.size(), 2u);
            EXPECT_EQ(whole->date, std::max(first, second));
        }
        const auto whole = lab::merged({day_of(first, 1001, "a", 3), day_of(second, 1003, "b", 5)});
        const bool second_counts = second >= first;
        EXPECT_EQ(whole->copy->gigabytes, second_counts ? 1003 : 1001);
        EXPECT_EQ(whole->driver, second_counts ? "driver of b" : "driver of a");
        EXPECT_EQ(whole->toolkit, second_counts ? "toolkit of b" : "toolkit of a");
        EXPECT_EQ(whole->floor.cold_ms, second_counts ? 5 : 3);
    }
    EXPECT_FALSE(lab::merged({day_of(early, {}, "a", 3), day_of(late, {}, "b", 5)})->copy);
}

// Of one day, the last of the two counts.
TEST(RecordingsApart, OfEqualDatesTheLastIsTaken) {
    const auto first = day_of("2026-11-20", {}, "same", 3),
               last = day_of("2026-11-20", {}, "same", 5);
    EXPECT_EQ(lab::merged({first, last})->runs.at(0).cold.median_ms, 5);
    EXPECT_EQ(lab::merged({last, first})->runs.at(0).cold.median_ms, 3);
}

TEST(RecordingsApart, AFileWithoutACopyHasNone) {
    lab::Recording bare = day_of("2026-11-20", {}, "a", 0);
    bare.runs.clear();
    const auto read = lab::read_recording(lab::text_of(bare), "a file");
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->copy);
}

// ---- Memory of blocks whose last warp is not full.

TEST(MemoryBudgetApart, APartOfAWarpTakesAWholeOne) {
    const std::string file = scratch_folder() + "/k.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".visible .entry k()\n{\n.local .align 4 .b8 own[524288];\n"
                           "st.local.u32 [own], 1;\nret;\n}\n";
    for (const std::pair<int, int>& shape :
         {std::pair{1, 1}, {31, 1}, {32, 1}, {33, 2}, {64, 2}, {65, 3}, {1023, 32}}) {
        const int block = shape.first, warps = shape.second;
        const auto asked = [&](std::vector<std::string> more) {
            std::vector<std::string> words{"simulate", file,  "--kernel", "k",
                                           "--grid",   "8",   "--block",  std::to_string(block),
                                           "--memory", "1000"};
            words.insert(words.end(), more.begin(), more.end());
            return warplens(words).err;
        };
        const std::string one = asked({}), four = asked({"--order", "resident"});
        const auto says = [&](int blocks) {
            const int all = blocks * warps;
            return "local memory of " + lab::grouped(32 * all) + " threads takes " +
                   lab::bytes_worded(std::uint64_t(all) * 32 * 524288);
        };
        EXPECT_TRUE(has(one, says(1))) << block << one << says(1);
        EXPECT_TRUE(has(four, says(4))) << block << four << says(4);
    }
}

}  // namespace
