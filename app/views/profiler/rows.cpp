// Makes rows from counts. See rows.h.
#include "app/views/profiler/rows.h"

#include <algorithm>
#include <cctype>

#include "app/format.h"
#include "app/series.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/profiler/metric.h"
#include "lab/features/profiled.h"

namespace app {
namespace {

using simulator::CounterName;

const lab::Run* run_of(const DrawContext& context, const lab::Settings& settings) {
    for (const auto* run : {&context.result.counted, &context.result.picture})
        if (*run && (*run)->request.settings == settings) return run->get();
    return nullptr;
}

void add_counters(const Counted& counted, std::vector<MetricRow>& rows) {
    const auto begin = std::ssize(rows);
    for (const CounterName& counter : simulator::counter_names())
        if (const auto count = counted.counters.*counter.member;
            count > 0 && !counter.nsight.empty())
            rows.push_back({std::string(counter.name),
                            counter_title(counter),
                            std::string(counter.nsight),
                            std::string(counter.meaning),
                            {grouped(count)}});
    const auto& first = counted.settings.subject->ledger;
    std::stable_partition(rows.begin() + begin, rows.end(), [&](const MetricRow& row) {
        return std::ranges::find(first, row.counter) != first.end();
    });
}

void add_named(const DrawContext& context, const Counted& counted, std::vector<MetricRow>& rows) {
    for (const std::string& name : lab::feature<lab::Profiled>(counted.settings).metrics)
        if (const ProfilerMetric* metric = find_metric(name)) {
            auto beside = metric->beside({context, counted.settings, counted.run});
            if (beside.empty()) continue;
            const bool number = std::ranges::none_of(
                beside.front(), [](unsigned char c) { return c < 128 && std::isalpha(c) != 0; });
            rows.push_back(
                {"", metric->title, metric->name, metric->meaning, std::move(beside), number});
        }
}

}  // namespace

std::optional<Counted> counts_shown(const DrawContext& context) {
    if (!context.result.request.settings.subject) return std::nullopt;
    const lab::Settings settings = ledger_size(context);
    if (const CountPoint* point = context.series.counts(settings))
        return Counted{settings, point->counters, point->launches, run_of(context, settings)};
    const lab::Run* run = context.result.picture.get();
    if (!run || run->launches.empty()) return std::nullopt;
    return Counted{run->request.settings, run->counters, run->launches.size(), run};
}

std::vector<MetricRow> rows_of(const DrawContext& context, const Counted& counted) {
    std::vector<MetricRow> rows;
    add_named(context, counted, rows);
    add_counters(counted, rows);
    return rows;
}

}  // namespace app
