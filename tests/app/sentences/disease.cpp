// The disease of a kernel, by its counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/sentences/disease.h"
#include "app/session.h"
#include "app/views/cards/ledger_rows.h"
#include "lab/host_side.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/series_maker.h"

namespace {

using namespace app;
using namespace test;

CountPoint counted(const lab::Settings& settings) {
    lab::Request request;
    request.settings = settings;
    lab::Result result;
    result.request = request;
    result.counted = lab::simulate(request, lab::Playing::counted());
    Series series;
    series.add(result);
    const CountPoint* counts = series.counts(settings);
    return counts ? *counts : CountPoint{};
}

struct Diagnosis {
    const char *rung, *words;
};

void expect_all(const std::vector<Diagnosis>& all, const std::vector<const char*>& knobs) {
    for (const Diagnosis& each : all)
        EXPECT_EQ(disease_words(counted(settings_of(each.rung, knobs))), each.words) << each.rung;
}

TEST(Disease, OfEachKernelThatAdds) {
    expect_all({{"reduction/interleaved", "divergence"},
                {"reduction/strided", "bank conflicts"},
                {"reduction/sequential", "idle threads"},
                {"reduction/any_block", "idle threads"},
                {"reduction/two_passes", "idle threads"},
                {"reduction/shuffle", "several launches"},
                {"reduction/wide", "none found"}},
               {"n=16384"});
}

// "Each thread adds its share in a register first": with many numbers each, trees are rare.
TEST(Disease, TwoPassesCureIdleThreadsWhereThreadsAddMany) {
    expect_all({{"reduction/two_passes", "several launches"}}, {"n=65536", "blocks=2"});
}

TEST(Disease, OfEachKernelThatAddsVectors) {
    expect_all({{"vector_addition/one_each", "narrow loads"},
                {"vector_addition/grid_stride", "narrow loads"},
                {"vector_addition/four_wide", "none found"},
                {"vector_addition/strided", "uncoalesced access"},
                {"vector_addition/offset", "misaligned access"}},
               {"n=8192"});
    expect_all({{"vector_addition/offset", "narrow loads"}}, {"n=8192", "offset=8"});
    expect_all({{"vector_addition/strided", "narrow loads"}}, {"n=8192", "stride=1"});
}

TEST(Disease, OfEachKernelOfRunningTotals) {
    expect_all({{"scan/hillis", "extra work"},
                {"scan/blelloch", "bank conflicts"},
                {"scan/padded", "idle threads"},
                {"scan/shuffle", "one block"}},
               {});
    expect_all({{"scan/chain", "waits in line"}, {"scan/three_kernels", "repeated bytes"}},
               {"n=4096"});
    expect_all({{"scan/chain", "many barriers"}}, {});  // nobody stands before one block
}

TEST(Disease, OfEachSweep) {
    expect_all({{"laplace/blocks", "repeated bytes"},
                {"laplace/marching", "repeated bytes"},
                {"laplace/queue", "repeated bytes"},
                {"laplace/tile", "narrow loads"},
                {"laplace/wide", "repeated bytes"},
                {"laplace/two_sweeps", "divergence"}},
               {"nx=128", "ny=16", "nz=16", "sweeps=2"});
}

// What the host does comes first, and only where the time covers its copies.
TEST(Disease, OfEachWayToCopy) {
    expect_all({{"streams/whole", "pageable copies"},
                {"streams/chunks", "pageable copies"},
                {"streams/locked", "copies in turn"},
                {"streams/overlapped", "repeated bytes"},
                {"streams/graph", "repeated bytes"}},
               {"n=32", "chunks=4"});
    expect_all({{"streams/whole", "repeated bytes"}}, {"n=32", "copies=without"});
    expect_all({{"vector_addition/four_wide", "copies in turn"}}, {"n=8192", "copies=with"});
}

TEST(Disease, OfEachMemory) {
    expect_all({{"memories/registers", "repeated bytes"},
                {"memories/local", "local memory"},
                {"memories/shared", "narrow loads"},
                {"memories/constant", "none found"},
                {"memories/global", "repeated bytes"}},
               {"n=8192"});
    expect_all({{"memories/constant", "divergent constants"}, {"memories/shared", "narrow loads"}},
               {"n=8192", "order=apart"});
}

TEST(Disease, OfEachPlaceOfWords) {
    expect_all({{"pattern_matching/constant", "narrow loads"}}, {"n=8192"});
    expect_all({{"pattern_matching/constant", "divergent constants"}}, {"n=8192", "order=apart"});
    expect_all({{"option/drawn", "none found"}}, {"n=1024"});  // it loads nothing
}

// 256 numbers that fall into 256 bins meet: of 32 lanes two at one bin, on average.
TEST(Disease, OfEachHistogram) {
    expect_all({{"histogram/global", "waits in line"},
                {"histogram/shared", "waits in line"},
                {"histogram/many", "waits in line"},
                {"histogram/per_warp", "waits in line"},
                {"histogram/per_lane", "narrow loads"}},
               {"n=65536"});
}

// Same counts, and another order: only the model of the caches tells them apart.
TEST(Disease, OfReadersThatReadAgain) {
    const auto words_of = [](const char* rung) {
        const lab::Result result = drawn_rung(rung, {});
        Series series;
        series.add(result);
        const auto counts = telling_counts(series, result.request.settings);
        return counts ? std::string(disease_words(*counts)) : "";
    };
    EXPECT_EQ(words_of("who_answers/again"), "moved again, modelled");
    EXPECT_EQ(words_of("who_answers/pieces"), "repeated bytes");
}

TEST(Disease, OfEveryRungAtItsPictureIsKnown) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (int rung = 0; rung < std::ssize(lesson->rungs); ++rung) {
            lab::Settings settings(lab::subject_of(*lesson));
            settings.rung = rung;
            if (lab::unfit_launch(settings)) continue;  // no thread runs
            const CountPoint point = counted(lab::picture_of(settings));
            EXPECT_GT(point.counters.warp_instructions, 0u);
            const std::string evidence = disease_evidence(point);
            EXPECT_TRUE(evidence.ends_with(".")) << evidence;
            EXPECT_EQ(evidence.find("nan"), evidence.npos) << evidence;
        }
}

// Sweeps are what was asked for, not what a kernel suffers from.
TEST(Disease, OneLaunchAgainAndAgainIsNone) {
    EXPECT_EQ(
        counted(settings_of("laplace/tile", {"nx=128", "ny=16", "nz=16", "sweeps=2"})).launches,
        1u);
    EXPECT_EQ(counted(settings_of("reduction/shuffle", {"n=16384"})).launches, 2u);
}

TEST(Disease, OneNumberIsTooLittleToTell) {
    for (const char* rung : {"vector_addition/one_each", "vector_addition/strided"}) {
        const CountPoint one = counted(settings_of(rung, {"n=1"}));
        EXPECT_FALSE(disease_of(one)) << rung;
        EXPECT_EQ(disease_words(one), "too small to tell");
        EXPECT_TRUE(disease_evidence(one).starts_with("Its lanes request 12 bytes in all"))
            << disease_evidence(one);
    }
    EXPECT_TRUE(disease_of(counted(settings_of("vector_addition/one_each", {"n=32"}))));
}

TEST(Disease, NothingOfNothing) {
    const CountPoint none;
    EXPECT_EQ(disease_words(none), "none found");
    for (const Disease& disease : diseases())
        EXPECT_LT(disease.measure(none), disease.threshold) << disease.words;
}

std::string ladder_page() {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/docs/ladder.md");
    std::stringstream page;
    page << file.rdbuf();
    return page.str();
}

// The cells of the row of the page's table that begins with these words; empty where there is none.
std::vector<std::string> ladder_row(std::string_view words) {
    const std::string page = ladder_page(), first = "\n| " + std::string(words) + " |";
    const std::size_t at = page.find(first);
    if (at == page.npos) return {};
    std::istringstream line(page.substr(at + 2, page.find('\n', at + 1) - at - 2));
    std::vector<std::string> cells;
    for (std::string cell; std::getline(line, cell, '|');) cells.push_back(cell);
    return cells;
}

// The numbers of a cell: {.15} of "15 %", {1, 1.25} of "1 time, 1.25 lanes".
std::vector<double> numbers_in_cell(const std::string& cell) {
    std::vector<double> numbers;
    for (std::size_t at = cell.find_first_of("0123456789"); at != cell.npos;
         at = cell.find_first_of("0123456789", at)) {
        std::size_t length = 0;
        const double number = std::stod(cell.substr(at), &length);
        at += length;
        numbers.push_back(cell.compare(at, 2, " %") == 0 ? number / 100 : number);
    }
    return numbers;
}

// Two words each, none twice, and the table of the page has them in the same order.
TEST(Disease, StandsOnThePage) {
    const std::string page = ladder_page();
    std::size_t at = 0;
    for (const Disease& disease : diseases()) {
        at = page.find("| " + std::string(disease.words) + " |", at);
        EXPECT_NE(at, std::string::npos) << disease.words;
        EXPECT_LE(std::ranges::count(disease.words, ' '), 2) << disease.words;
    }
}

// A row without a number is of what a run has or has not: its measure is 1 or 0.
TEST(Disease, HasTheThresholdOfThePage) {
    for (const Disease& disease : diseases()) {
        const auto cells = ladder_row(disease.words);
        ASSERT_GE(cells.size(), 4u) << disease.words;
        const std::vector<double> from = numbers_in_cell(cells[2]);
        EXPECT_NEAR(disease.threshold, from.empty() ? 1 : from.front(), .005) << disease.words;
    }
}

// What the page says beside the thresholds: where a row is asked, and of which runs.
TEST(Disease, IsAskedWhereThePageSays) {
    const auto measured = [](std::string_view words, const CountPoint& point) {
        return std::ranges::find(diseases(), words, &Disease::words)->measure(point);
    };
    CountPoint point;
    simulator::Counters& c = point.counters;
    c.atomics = 1000;
    c.atomic_passes = std::uint64_t(1000 * numbers_in_cell(ladder_row("waits in line")[2]).back());
    EXPECT_DOUBLE_EQ(measured("waits in line", point), 1);

    c.warp_instructions = 10'000, c.branches = 1000;
    c.divergent_branches =
        std::uint64_t(1000 * numbers_in_cell(ladder_row("divergence")[1]).front());
    EXPECT_GT(measured("divergence", point), 0);
    --c.divergent_branches;
    EXPECT_EQ(measured("divergence", point), 0);

    c.shared_load_wavefronts = 100;
    c.barriers = std::uint64_t(10'000 * numbers_in_cell(ladder_row("idle threads")[1]).front());
    EXPECT_GT(measured("idle threads", point), 0);
    --c.barriers;
    EXPECT_EQ(measured("idle threads", point), 0);

    c.bytes_requested = std::uint64_t(numbers_in_cell(ladder_row("too small to tell")[2]).front());
    EXPECT_TRUE(tells(point));
    --c.bytes_requested;
    EXPECT_FALSE(tells(point));
}

TEST(Disease, SaysNothingOfTime) {
    for (const Disease& disease : diseases()) {
        CountPoint point;
        point.counters.warp_instructions = 100, point.counters.atomics = 1;
        const std::string words = disease.evidence(point, 2);
        for (const char* clock : {"slow", "fast", " µs", "takes", "longer", "second"})
            EXPECT_EQ(words.find(clock), words.npos) << words;
    }
}

TEST(Disease, FaultyKernelsAreNamedSoBeforeAnyCount) {
    lab::Result result = result_of(settings(1, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*result.counted);
    run->verdict.checked = true;
    result.picture = result.counted = run;
    Series series;
    series.add(result);
    EXPECT_EQ(disease_words(*series.counts(settings(1, 1 << 22))), "wrong result");
    simulator::Fault race;
    race.kind = simulator::FaultKind::race;
    run->faults.push_back(race);
    Series again;
    again.add(result);
    EXPECT_EQ(disease_words(*again.counts(settings(1, 1 << 22))), "race, wrong result");
}

TEST(Disease, SpillsAreOneAndRowsOfTheLedger) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("occupancy/all_warps")->request);
    session.complete();
    const lab::Settings& at = session.settings();
    const auto counts = telling_counts(session.series(), at);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->spilled, 828);
    EXPECT_EQ(disease_words(*counts), "spills");
    const LedgerData data = ledger_data({*session.shown(), {}, {}, session.series()}, 1);
    const auto has_row = [&](const char* title) {
        return std::ranges::find(data.rows, title, &LedgerRow::title) != data.rows.end();
    };
    EXPECT_TRUE(has_row("Bytes spilled") && has_row("Registers a thread"));
}

// As drawn it is one block; as it is timed it is many.
TEST(Disease, OneBlockIsJudgedAtTheSizeOfTheTime) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("matrix_product/ahead n=2048")->request);
    session.complete();
    const auto counts = telling_counts(session.series(), session.settings());
    ASSERT_TRUE(counts);
    EXPECT_NE(disease_words(*counts), "one block");
    EXPECT_GT(counts->widest, 1u);
}

}  // namespace
