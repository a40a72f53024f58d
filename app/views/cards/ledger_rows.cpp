// Makes the rows of the ledger. See ledger_rows.h.
#include "app/views/cards/ledger_rows.h"

#include <functional>
#include <utility>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/disease.h"
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

// Numbers that are no counters: of the launch, its copies, the compiler.
struct OtherNumber {
    const char *title, *meaning;
    double (*value)(const CountPoint&, const lab::Settings& asked);
    bool cost;
    /// Whether its values, from the least to the most, are worth a row.
    bool (*fits)(double least, double most);
};

bool some(double, double most) { return most > 0; }
bool several(double least, double most) { return most > least && most > 1; }
bool one_alone(double least, double most) { return least == 1 && most > 1; }

// Whether a smaller size is counted and has one block: the requested size may have many.
bool is_of_a_block(const CountPoint& point, const lab::Settings& asked) {
    return point.widest == 1 && !(point.settings == asked);
}
double blocks_of(const CountPoint& point, const lab::Settings&) { return double(point.widest); }
constexpr const char* blocks_launched = "Blocks launched";

// Whether kernels compute in different ways: 10 % more is still the same way.
bool other_way(double least, double most) { return most > 1.1 * least && most > 1; }

// Blocks of all requested launches: a smaller run may have another share. 0 at that size itself.
double asked_in_all(const CountPoint& point, const lab::Settings& asked) {
    return point.settings == asked ? 0 : blocks_in_all(asked);
}
constexpr const char* fp_operations = "FP operations";
constexpr const char* blocks_in_launches = "Blocks of all launches";

double operations_of(const CountPoint& point, const lab::Settings&) {
    return operations_in(point.mix);
}

constexpr OtherNumber other_numbers[] = {
    {blocks_launched,
     "Blocks of the largest launch. A launch of one block keeps only one multiprocessor "
     "busy.",
     blocks_of, false, one_alone},
    {blocks_in_launches,
     "Blocks of all launches together, at the size that is set. A kernel's counts grow with its "
     "blocks, and the size that is counted may have another ratio of blocks.",
     asked_in_all, true, other_way},
    {"Bytes spilled",
     "Bytes of a thread that ptxas puts into local memory because registers are short. No "
     "counter here shows what they cost.",
     [](const CountPoint& point, const lab::Settings&) { return double(point.spilled); }, true,
     some},
    {"Bytes copied", "Bytes that the timed copies move between host and device.",
     [](const CountPoint& point, const lab::Settings&) { return double(point.copied); }, true,
     some},
    {"Pageable bytes copied",
     "Copied bytes of host memory that is not page-locked: the driver copies them once more.",
     [](const CountPoint& point, const lab::Settings&) {
         return point.pageable ? double(point.copied) : 0;
     },
     true, some},
    {"Launches", "Launches of kernels. Each begins when all before it is done, and takes time too.",
     [](const CountPoint& point, const lab::Settings&) { return double(point.all_launches); }, true,
     several},
    {fp_operations,
     "Floating-point operations: additions, products and multiply-adds, one for each lane that "
     "is on. "
     "One instruction of a warp with all lanes on is 32 of them.",
     operations_of, true, other_way},
    {"Streams", "Streams of the timed work: work in one stream can't overlap.",
     [](const CountPoint& point, const lab::Settings&) { return double(point.streams); }, false,
     several},
};

LedgerRow row_of(const LedgerData& data, const OtherNumber& number) {
    LedgerRow row{
        .title = number.title, .cost = number.cost, .meaning = number.meaning, .tells = true};
    for (const LedgerColumn& column : data.columns)
        row.values.push_back(column.whole() ? number.value(*column.point, column.settings) : NAN);
    return row;
}

// A row beside the spilled bytes: values are spilled for want of registers.
LedgerRow row_of_registers(const LedgerData& data) {
    LedgerRow row{.title = "Registers a thread",
                  .cost = false,
                  .meaning = "Registers that ptxas gives each thread."};
    for (const LedgerColumn& column : data.columns)
        row.values.push_back(column.whole() ? double(column.point->registers) : NAN);
    return row;
}

// Where the drawn size is counted, shows the blocks of the requested size and names it.
void blocks_as_asked(LedgerRow& row, const LedgerData& data) {
    for (const LedgerColumn& column : data.columns)
        if (column.whole() && is_of_a_block(*column.point, column.settings))
            row.title = "Blocks at " + lab::size_words(column.settings, power_or_grouped);
    if (row.title == blocks_launched) return;
    for (std::size_t i = 0; i < row.values.size(); ++i)
        if (data.columns[i].whole()) row.values[i] = double(widest_asked(data.columns[i].settings));
}

std::string blocks_at(const LedgerData& data) {
    return "Blocks at " + lab::size_words(data.columns.back().settings, power_or_grouped);
}

void add_other_numbers(LedgerData& data) {
    const lab::Settings &first = data.columns.front().settings,
                        &last = data.columns.back().settings;
    for (const OtherNumber& number : other_numbers) {
        const bool in_all = number.title == blocks_in_launches;
        if (in_all && !in_more_launches(first, last)) continue;  // saves summing up their plans
        LedgerRow row = row_of(data, number);
        if (row.title == blocks_launched) blocks_as_asked(row, data);
        if (in_all) row.title = blocks_at(data);
        double least = INFINITY, most = 0;
        for (const double value : row.values)
            if (!std::isnan(value)) least = std::min(least, value), most = std::max(most, value);
        if (!number.fits(least, most)) continue;
        if (row.title == "Bytes spilled") data.rows.push_back(row_of_registers(data));
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
bool is_counted(const LedgerRow& row) { return row.counter >= 0 || row.title == fp_operations; }

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

// "Local" stays in a title: a kernel with 0 local stores may store elsewhere.
std::string without_space(const std::string& title) {
    for (const std::string_view space : {"Shared ", "Global "})
        if (title.starts_with(space)) return capitalised(title.substr(space.size()));
    return title;
}

// "load" of "Shared load wavefronts".
std::string access_of(const std::string& title) {
    const auto from = title.find(' ') + 1;
    return title.substr(from, title.find(' ', from) - from);
}

// Whether a title counts requests of one memory while the other memory has rows of such accesses:
// "Load requests" would read as both. Wavefronts belong to shared memory only, sectors to global.
bool elsewhere_too(const LedgerData& data, const std::string& title) {
    if (!title.ends_with(" requests")) return false;
    const char* other = title.starts_with("Shared ") ? "Global " : "Shared ";
    return std::ranges::any_of(data.titles, [&](const std::string& one) {
        return one.starts_with(other) && access_of(one) == access_of(title);
    });
}

}  // namespace

std::string counter_title(const CounterName& counter) {
    return capitalised(spaced_name(counter.name));
}

std::string short_title(const LedgerData& data, const LedgerRow& row) {
    const std::string brief = without_space(row.title);
    if (brief == row.title || elsewhere_too(data, row.title)) return row.title;
    const auto same = [&](const std::string& title) { return without_space(title) == brief; };
    const bool another = std::ranges::any_of(simulator::counter_names(), [&](const auto& counter) {
        return counter_title(counter) == brief;
    });
    return another || std::ranges::count_if(data.titles, same) > 1 ||
                   std::ranges::count_if(data.rows, same, &LedgerRow::title) > 1
               ? row.title
               : brief;
}

LedgerData ledger_data(const DrawContext& context, std::size_t columns) {
    LedgerData data{ledger_columns(context, columns), {}};
    if (data.columns.empty()) return data;
    for (const CounterName* counter : told_counters(*data.columns.front().settings.subject))
        data.rows.push_back(row_of(data, *counter));
    data.rows.push_back(useful_bytes(data));
    add_other_numbers(data);
    mark_thin_launches(data);
    const bool any = std::ranges::any_of(data.columns, &LedgerColumn::whole);
    if (any) std::erase_if(data.rows, [](const LedgerRow& row) { return !says_something(row); });
    for (const LedgerRow& row : data.rows) data.titles.push_back(row.title);
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
    const bool counter = row.counter >= 0;
    const double each =
        counter ? cycles_of(simulator::counter_names()[std::size_t(row.counter)]) : 0;
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
