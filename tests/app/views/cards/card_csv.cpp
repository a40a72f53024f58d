// What cards keep for a spreadsheet, value by value under its own head, against where each comes
// from: the plan, the run, the simulator's counters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "app/session.h"
#include "app/views/profiler/metric.h"
#include "lab/features/profiled.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/helpers/csv_rows.h"

namespace app {
namespace {

using simulator::CounterName;
using tests::CsvRow;

std::string kept_numbers(const char* view, const lab::Result& result, const Series& series = {}) {
    return find_view(view)->numbers({result, {}, {}, series});
}

// "Global load sectors" of "global_load_sectors".
std::string in_words(std::string_view name) {
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    words.front() = char(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
}

// A rung in streams whose step i ran from 10 i + 0.25 to 10 i + 0.75 ms: no two times are equal.
struct InStreams {
    lab::Result result = test::drawn_rung("streams/overlapped", {"n=32", "chunks=2", "sweeps=3"});
    lab::Plan plan = lab::plan_of(result.request.settings);
    InStreams() {
        auto run = std::make_shared<lab::Run>(*result.picture);
        run->request = result.request;
        for (const lab::PlanStep& step : plan.steps)
            if (const double at = 10. * double(run->spans.size()); lab::is_timed(step))
                run->spans.push_back({at + .25, at + .75});
        run->time.kind = lab::TimeKind::modelled;
        run->time.median_ms = run->spans.back().end_ms;
        result.timed = run;
    }
};

// A row a copy, and a row for all launches between two copies.
std::vector<CsvRow> rows_of_streams(const InStreams& made) {
    std::vector<CsvRow> rows;
    std::map<std::string, int> chunks;
    bool goes_on = false;
    std::size_t at = 0;
    for (const lab::PlanStep& step : made.plan.steps) {
        if (!lab::is_timed(step)) continue;
        const lab::StepSpan& span = made.result.timed->spans[at++];
        const auto* copy = std::get_if<lab::Transfer>(&step);
        const std::string end = fmt::format("{}", span.end_ms);
        if (!copy && goes_on) {
            rows.back()["end (ms)"] = end;
            rows.back()["launches"] = std::to_string(std::stoi(rows.back()["launches"]) + 1);
            continue;
        }
        goes_on = !copy;
        const std::string engine = !copy                                        ? "Kernels"
                                   : copy->way == lab::Transfer::Way::to_device ? "Copies in"
                                                                                : "Copies out";
        const std::uint64_t bytes = copy ? copy->count * simulator::size_of(copy->buffer.type) : 0;
        rows.push_back({{"engine", engine},
                        {"stream", std::to_string(lab::on_stream(step).number)},
                        {"chunk", std::to_string(++chunks[engine])},
                        {"begin (ms)", fmt::format("{}", span.begin_ms)},
                        {"end (ms)", end},
                        {"bytes", std::to_string(bytes)},
                        {"launches", copy ? "0" : "1"}});
    }
    return rows;
}

TEST(CsvOfCards, ATimelinesBoxesAreThePlansSteps) {
    const InStreams made;
    const std::string csv = kept_numbers("timeline", made.result);
    const auto rows = tests::csv_rows(csv);
    EXPECT_EQ(rows, rows_of_streams(made)) << csv;
    EXPECT_EQ(rows.size(), 6u) << "two chunks of three engines";
}

TEST(CsvOfCards, NsightComputeHasTheCountersUnderTheirMetrics) {
    const auto result = test::drawn_rung("reduction/interleaved", {"n=1024"});
    const auto rows = tests::csv_rows(kept_numbers("nsight_compute", result));
    std::map<std::string, CsvRow> by_counter;
    for (const CsvRow& row : rows) by_counter[row.at("counter")] = row;
    EXPECT_EQ(by_counter.size(), rows.size()) << "a counter twice";
    std::set<std::string> counts;
    for (const CounterName& counter : simulator::counter_names()) {
        const std::string name(counter.name);
        const std::uint64_t count = result.picture->counters.*counter.member;
        EXPECT_EQ(by_counter.contains(name), count > 0 && !counter.nsight.empty()) << name;
        if (!by_counter.contains(name)) continue;
        counts.insert(std::to_string(count));
        EXPECT_EQ(by_counter[name], (CsvRow{{"counter", name},
                                            {"metric", std::string(counter.nsight)},
                                            {"count", std::to_string(count)}}));
    }
    EXPECT_GE(counts.size(), 5u) << "rows that are alike would hide that they were exchanged";
}

// What no counter equals stands as the card has it, with its unit.
TEST(CsvOfCards, NsightComputeHasWhatALessonNamesAsTheCardSaysIt) {
    const auto result = test::drawn_rung("roofline/add", {"n=512"});
    const Cursor cursor;
    const Metrics metrics;
    const Series series;
    const DrawContext context{result, cursor, metrics, series};
    const auto rows = tests::csv_rows(find_view("nsight_compute")->numbers(context));
    std::size_t at = 0;
    for (const std::string& name : lab::feature<lab::Profiled>(result.request.settings).metrics) {
        const auto beside = find_metric(name)->beside(
            {context, result.picture->request.settings, result.picture.get()});
        if (beside.empty()) continue;
        ASSERT_LT(at, rows.size());
        EXPECT_EQ(rows[at++],
                  (CsvRow{{"counter", ""}, {"metric", name}, {"count", beside.front()}}));
    }
    EXPECT_GT(at, 1u);
}

// A ladder whose kernels are all counted.
struct CountedLadder {
    Session session{lab::Worker::Mode::pumped};
    std::vector<CsvRow> rows;
    explicit CountedLadder(const char* line) {
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
        rows = tests::csv_rows(kept_numbers("ledger", *session.shown(), session.series()));
    }
    // Of the kernel at that place, counted here once more.
    std::shared_ptr<const lab::Run> run(int rung) const {
        lab::Request request = session.shown()->request;
        request.settings.rung = rung;
        return lab::simulate(request, lab::Playing::counted());
    }
    const CsvRow* row(const std::string& title) const {
        const auto found =
            std::ranges::find(rows, title, [](const CsvRow& each) { return each.at("counter"); });
        return found == rows.end() ? nullptr : &*found;
    }
    double number(const std::string& title, const std::string& head) const {
        if (const CsvRow* found = row(title)) return tests::csv_number(*found, head);
        ADD_FAILURE() << "no row " << title;
        return -1;
    }
};

TEST(CsvOfCards, ALedgersColumnsAreTheKernelsCounters) {
    const CountedLadder ladder("reduction/sequential n=1024 block=128");
    std::set<double> different;
    std::size_t counters = 0;
    for (int rung = 0; rung <= ladder.session.shown()->request.settings.rung; ++rung) {
        const auto run = ladder.run(rung);
        const std::string head = "Kernel " + std::to_string(rung + 1);
        for (const CounterName& counter : simulator::counter_names())
            if (const CsvRow* row = ladder.row(in_words(counter.name))) {
                EXPECT_EQ(tests::csv_number(*row, head), double(run->counters.*counter.member))
                    << counter.name << " of " << head;
                different.insert(double(run->counters.*counter.member));
                ++counters;
            }
        EXPECT_EQ(ladder.number("Asked bytes used", head),
                  double(run->counters.bytes_requested) / double(run->counters.bytes_asked));
    }
    EXPECT_GT(counters, 15u);
    EXPECT_GT(different.size(), counters / 2) << "values that are alike would hide an exchange";
}

// What no counter has: bytes of copies, streams, launches.
TEST(CsvOfCards, ALedgersOtherRowsAreThePlans) {
    const CountedLadder ladder("streams/overlapped n=32 chunks=4 sweeps=2");
    const int last = ladder.session.shown()->request.settings.rung;
    std::size_t columns = 0;
    for (int rung = 0; rung <= last; ++rung) {
        const std::string head = "Kernel " + std::to_string(rung + 1);
        if (!ladder.rows.front().contains(head)) continue;
        lab::Settings settings = ladder.session.shown()->request.settings;
        settings.rung = rung;
        const lab::Plan plan = lab::plan_of(settings);
        double bytes = 0;
        for (const lab::TransferRecord& copy : lab::timed_transfers(plan))
            bytes += double(copy.bytes);
        std::set<int> streams;
        for (const lab::PlanStep& step : plan.steps)
            if (lab::is_timed(step)) streams.insert(lab::on_stream(step).number);
        EXPECT_EQ(ladder.number("Bytes copied", head), bytes) << head;
        EXPECT_EQ(ladder.number("Pageable bytes copied", head), plan.pageable ? bytes : 0) << head;
        EXPECT_EQ(ladder.number("Streams", head), double(streams.size())) << head;
        EXPECT_EQ(ladder.number("Launches", head), double(lab::timed_launches(plan).size()))
            << head;
        ++columns;
    }
    EXPECT_GT(columns, 2u);
}

}  // namespace
}  // namespace app
