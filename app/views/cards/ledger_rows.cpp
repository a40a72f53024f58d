// Makes the rows of the ledger. See ledger_rows.h.
#include "app/views/cards/ledger_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/disease.h"
#include "app/sentences/measures.h"
#include "app/sentences/moves.h"
#include "app/sentences/spent.h"
#include "lab/words.h"

namespace app {
namespace {

using simulator::CounterName;

LedgerRow row_of(const LedgerData& data, const CounterName& counter) {
    LedgerRow row{.title = counter_title(counter),
                  .cost = counter.is_cost(),
                  .meaning = std::string(counter.meaning),
                  .metric = std::string(counter.nsight),
                  .counter = static_cast<int>(&counter - simulator::counter_names().data())};
    for (const LedgerColumn& column : data.columns)
        row.values.push_back(column.whole() ? double(column.point->counters.*counter.member) : NAN);
    return row;
}

LedgerRow useful_bytes(const LedgerData& data) {
    LedgerRow row{.title = "Asked bytes used",
                  .share = true,
                  .meaning =
                      "The part that lanes used of the bytes of all sectors asked for (L1): "
                      "bytes requested / bytes asked."};
    for (const LedgerColumn& column : data.columns) {
        const bool moved = column.whole() && column.point->counters.bytes_asked;
        row.values.push_back(moved ? double(column.point->counters.bytes_requested) /
                                         double(column.point->counters.bytes_asked)
                                   : NAN);
    }
    return row;
}

// Whether a smaller size is counted and has one block: the requested size may have many.
bool is_of_a_block(const CountPoint& point, const lab::Settings& asked) {
    return point.widest == 1 && !(point.settings == asked);
}

LedgerRow row_of(const LedgerData& data, const UncountedMeasure& measure) {
    const MeasureRow& shown = *measure.row;
    LedgerRow row{.title = shown.title ? shown.title() : capitalised(measure.name()),
                  .cost = measure.says == simulator::Says::cost,
                  .meaning = std::string(shown.meaning),
                  .of_counted_size = shown.of_counted_size,
                  .tells = shown.fits != nullptr};
    for (const LedgerColumn& column : data.columns)
        row.values.push_back(column.whole() ? shown.value(*column.point, column.settings) : NAN);
    return row;
}

std::string blocks_at(const lab::Settings& settings) {
    return "Blocks at " + lab::size_words(settings, power_or_grouped);
}

// Where the drawn size is counted, shows the blocks of the requested size and names it.
void blocks_as_asked(LedgerRow& row, const LedgerData& data) {
    bool drawn = false;
    for (const LedgerColumn& column : data.columns)
        if (column.whole() && is_of_a_block(*column.point, column.settings))
            row.title = blocks_at(column.settings), drawn = true;
    for (std::size_t i = 0; drawn && i < row.values.size(); ++i)
        if (data.columns[i].whole()) row.values[i] = double(widest_asked(data.columns[i].settings));
}

void add_measures(LedgerData& data) {
    const lab::Settings &first = data.columns.front().settings,
                        &last = data.columns.back().settings;
    for (const UncountedMeasure& measure : measures()) {
        if (!measure.row || !measure.row->fits) continue;
        const bool in_all = measure.which == Measure::blocks_in_all_launches;
        if (in_all && !in_more_launches(first, last)) continue;  // saves summing up their plans
        LedgerRow row = row_of(data, measure);
        if (measure.which == Measure::blocks_launched) blocks_as_asked(row, data);
        if (in_all) row.title = blocks_at(last);
        double least = INFINITY, most = 0;
        for (const double value : row.values)
            if (!std::isnan(value)) least = std::min(least, value), most = std::max(most, value);
        if (!measure.row->fits(least, most)) continue;
        if (measure.row->after) data.rows.push_back(row_of(data, entry_of(*measure.row->after)));
        data.rows.insert(in_all ? data.rows.begin() : data.rows.end(), std::move(row));
    }
}

// The ratio of counted blocks where one kernel makes more launches; nullopt where the requested
// blocks have that ratio too.
std::optional<double> blocks_of_thin_launches(const LedgerColumn& before, const LedgerColumn& now) {
    const bool smaller = !(now.point->settings == now.settings);
    if (!smaller || !in_more_launches(before.settings, now.settings)) return std::nullopt;
    const double drawn = double(now.point->blocks) / double(before.point->blocks),
                 asked = blocks_in_all(now.settings) / blocks_in_all(before.settings);
    return goes_with(drawn, asked) ? std::nullopt : std::optional(drawn);
}

// Streams and launches have the requested number, so their ratio is no matter of size.
bool is_counted(const LedgerRow& row) { return row.counted() || row.of_counted_size; }

void mark_thin_launches(LedgerData& data) {
    for (LedgerRow& row : data.rows) row.alone_at.resize(data.columns.size());
    for (std::size_t column = 0; column < data.columns.size(); ++column) {
        const int other = compared_with(data, column);
        if (other < 0) continue;
        const auto blocks =
            blocks_of_thin_launches(data.columns[std::size_t(other)], data.columns[column]);
        for (LedgerRow& row : data.rows)
            if (blocks && is_counted(row) &&
                goes_with(row.values[column] / row.values[std::size_t(other)], *blocks))
                row.alone_at[column] =
                    lab::size_words(data.columns[column].point->settings, power_or_grouped);
    }
}

// A row of zeros says nothing; a row of dashes is still to come.
bool says_something(const LedgerRow& row) {
    return std::any_of(row.values.begin(), row.values.end(),
                       [](double value) { return value > 0; });
}

std::string brief_title(const CounterName& counter) {
    return capitalised(spaced_name(brief_counter_name(counter)));
}

// Whether a counter counts requests of one memory while the other memory has rows of such accesses:
// "Load requests" would read as both. Wavefronts belong to shared memory only, sectors to global.
bool elsewhere_too(const LedgerData& data, const CounterName& counter) {
    using simulator::Space;
    if (counter.quantity != simulator::Quantity::requests) return false;
    const Space other = counter.space == Space::shared ? Space::global : Space::shared;
    return std::ranges::any_of(data.counters, [&](const CounterName* one) {
        return one->space == other && one->event == counter.event;
    });
}

}  // namespace

const CounterName* LedgerRow::counted() const {
    return counter < 0 ? nullptr : &simulator::counter_names()[std::size_t(counter)];
}

std::string short_title(const LedgerData& data, const LedgerRow& row) {
    const CounterName* counter = row.counted();
    const std::string brief = counter ? brief_title(*counter) : row.title;
    if (brief == row.title || elsewhere_too(data, *counter)) return row.title;
    const auto has_it = [&](const CounterName& other) { return counter_title(other) == brief; };
    const auto same = [&](const CounterName* other) { return brief_title(*other) == brief; };
    const bool another = std::ranges::any_of(simulator::counter_names(), has_it);
    return another || std::ranges::count_if(data.counters, same) > 1 ? row.title : brief;
}

LedgerData ledger_data(const DrawContext& context, std::size_t columns) {
    LedgerData data{ledger_columns(context, columns), {}};
    if (data.columns.empty()) return data;
    for (const CounterName* counter : told_counters(*data.columns.front().settings.subject))
        data.rows.push_back(row_of(data, *counter));
    data.rows.push_back(useful_bytes(data));
    add_measures(data);
    mark_thin_launches(data);
    const bool any = std::ranges::any_of(data.columns, &LedgerColumn::whole);
    if (any) std::erase_if(data.rows, [](const LedgerRow& row) { return !says_something(row); });
    for (const LedgerRow& row : data.rows)
        if (const CounterName* counter = row.counted()) data.counters.push_back(counter);
    return data;
}

int compared_with(const LedgerData& data, std::size_t column) {
    const LedgerColumn& here = data.columns[column];
    if (!here.whole()) return -1;
    while (column-- > 0)
        if (const LedgerColumn& there = data.columns[column];
            there.whole() && !here.unlike[column] && !unequal_work(there.settings, here.settings) &&
            !other_work(there.settings, here.settings))
            return static_cast<int>(column);
    return -1;
}

std::string own_work(const LedgerData& data, std::size_t column) {
    const lab::Settings& here = data.columns[column].settings;
    for (const LedgerColumn& each : data.columns)
        if (const lab::Knob* knob = unequal_work(here, each.settings))
            return grouped(problems_of(here)) + " " + lab::unit_of(problems_of(here), knob->unit);
    return "";
}

double before_of(const LedgerData& data, const LedgerRow& row, std::size_t column) {
    const int other = compared_with(data, column);
    return other < 0 ? NAN : row.values[static_cast<std::size_t>(other)];
}

LedgerMove moved_in(const LedgerData& data, const LedgerRow& row) {
    LedgerMove most;
    const CounterName* counter = row.counted();
    const double each = counter ? cycles_of(*counter) : 0;
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        const double before = before_of(data, row, i), now = row.values[i];
        if (std::isnan(before) || std::isnan(now) || !changed(before, now)) continue;
        most = std::max(
            most, {before == 0 || now == 0 || row.tells ? 2 : 1, each * std::fabs(now - before)});
    }
    return most;
}

RowsInSight keep_telling_rows(LedgerData& data, int shown, int first, int counter) {
    const int all = static_cast<int>(data.rows.size());
    if (all <= shown) return {0, all, all};
    const bool scrolled = first >= 0;
    first = std::clamp(first, 0, all - shown);
    std::vector<std::pair<LedgerMove, int>> ranked;
    for (int i = 0; i < all; ++i) ranked.emplace_back(moved_in(data, data.rows[std::size_t(i)]), i);
    const auto cycles = [](const auto& each) { return each.first.cycles; };
    const auto weightiest = std::ranges::max_element(ranked, {}, cycles);
    if (weightiest->first.how > 0) weightiest->first.how = 3;
    for (auto& [move, row] : ranked)
        if (!scrolled && counter >= 0 && data.rows[std::size_t(row)].counter == counter)
            move.how = 4;
    std::ranges::stable_sort(ranked, std::greater(), [](const auto& each) { return each.first; });
    std::vector<int> order;
    for (const auto& [move, row] : ranked) order.push_back(row);
    // The kept rows and the rest, each in the order of the counters.
    std::sort(order.begin(), order.begin() + shown);
    std::sort(order.begin() + shown, order.end());
    std::vector<LedgerRow> rows;
    for (int i = 0; i < shown; ++i)
        rows.push_back(std::move(data.rows[std::size_t(order[std::size_t(first + i)])]));
    data.rows = std::move(rows);
    return {first, shown, all};
}

}  // namespace app
