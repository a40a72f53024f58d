// Places rows, columns and values of a data-flow picture (see layout.h): rows by launch, barrier
// interval and level of dependence, columns by cell, lane or thread.
#include "app/views/flow/layout.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "app/views/flow/layout_maker.h"
#include "app/views/flow/steps.h"

namespace app {

using namespace simulator;

namespace {

constexpr int loads_shown = 8;  // two loads of 16 bytes; a cell and what is around it in space
constexpr int serial_rows = 8;  // longer runs of rows with one cell each are folded

// Whether one thread makes one cell of a row; which thread and which cell.
struct RowCells {
    bool any = false, several = false;
    std::int64_t cell = 0;
    std::uint32_t thread = 0;
    void add(std::int64_t of, std::uint32_t by) {
        several = several || (any && (of != cell || by != thread));
        any = true, cell = of, thread = by;
    }
};

}  // namespace

bool FlowLayoutMaker::finds_any() {
    made_.keys = question_.keys;
    choose();
    return !stage_.versions.empty();
}

FlowLayout FlowLayoutMaker::make() {
    if (!finds_any()) return std::move(made_);
    find_steps();
    find_passes();
    place_columns();
    if (sorts_) find_read_keys();
    place_rows();
    place_versions();
    if (sorts_)
        place_read_keys();
    else
        place_inputs();
    place_outputs();
    draw_arrows();
    draw_pairs();
    note_problems();
    number_passes();
    finish_rows();
    measure_values();
    note_doings();
    return std::move(made_);
}

bool FlowLayoutMaker::mine(const Version& version) const {
    return made_by_kernel(version) && version.block == question_.block &&
           version.launch == question_.launch;
}

bool FlowLayoutMaker::is_word(const Version& version) const {
    return !question_.words.empty() && version.array >= 0 &&
           flow_.arrays[static_cast<std::size_t>(version.array)].name == question_.words;
}

// Whether the value was in memory when the launch began, from the host or an earlier launch.
bool FlowLayoutMaker::stood_before(const Version& version) const {
    return !made_by_kernel(version) || version.launch < question_.launch;
}

void FlowLayoutMaker::choose() {
    std::vector<std::uint32_t> made;
    for (std::uint32_t v = 1; v < flow_.versions.size(); ++v)
        if (mine(at(v)) && at(v).array >= 0 && !is_word(at(v)) && !is_of_table(at(v)))
            made.push_back(v);
    if (question_.keys.any()) keep_keys(made);
    if (made.size() > most_flowing) {
        made_.too_many = made.size();
        return;
    }
    std::vector<const Comparison*> pairs;
    for (const Comparison& pair : flow_.comparisons)
        if (pair.block == question_.block && pair.launch == question_.launch)
            pairs.push_back(&pair);
    stage_ = stage_of(flow_, made, pairs);
    for (const Comparison* pair : pairs)
        if (stage_.contains(at(pair->a).array) && stage_.contains(at(pair->b).array))
            compared_.push_back(pair);
    made_.stage = stage_.arrays;
    made_.sorts = sorts_;
    for (std::uint32_t v : made)
        if (!stage_.shows(at(v).array)) others_.push_back(v);
    if (stage_.arrays.empty()) return;
    const Space space = flow_.arrays[stage_.arrays[0]].space;
    if (space == Space::shared && !stage_.by_thread) {
        stage_.pairs_apart = question_.cells.pairs_apart;
        stage_.parts_of = question_.cells.parts_of;
    }
    // Where lanes pass two values, the second is shown, and the first above it.
    if (passes_pairs()) std::ranges::sort(stage_.arrays, std::greater{});
    made_.in_pairs = stage_.pairs_apart > 0 || passes_pairs();
    made_.in_parts = stage_.parts_of > 0;
    made_.unit = stage_.by_thread         ? FlowUnit::thread
                 : space == Space::none   ? FlowUnit::lane
                 : stage_.pairs_apart > 0 ? FlowUnit::pair
                                          : FlowUnit::cell;
}

bool FlowLayoutMaker::passes_pairs() const {
    return question_.cells.lanes_pass_pairs && stage_.arrays.size() == 2 &&
           flow_.arrays[stage_.arrays[0]].space == Space::none;
}

void FlowLayoutMaker::find_steps() {
    const StepFinder finder(question_);
    made_.steps = version_steps(flow_, question_);
    for (const Comparison* pair : compared_)
        pair_steps_.push_back(finder.step_of(pair->thread, pair->index));
}

void FlowLayoutMaker::place_columns() {
    std::set<std::int64_t> columns;
    for (std::uint32_t v : stage_.versions)
        if (stage_.contains(at(v).array)) columns.insert(stage_.column(at(v)));
    for (std::uint32_t v : stage_.versions)
        if (!stage_.contains(at(v).array) && columns.empty()) columns.insert(stage_.column(at(v)));
    made_.columns.assign(columns.begin(), columns.end());
    note_table();
}

int FlowLayoutMaker::column_of(std::int64_t column) const {
    const auto found = std::ranges::lower_bound(made_.columns, column);
    return found != made_.columns.end() && *found == column
               ? static_cast<int>(found - made_.columns.begin())
               : -1;
}

FlowLayoutMaker::RowKey FlowLayoutMaker::key(const Version& version) const {
    if (!mine(version)) return {-1, -1, -1, 0};
    const auto relay = stage_.relays.find(version.array);
    const auto number = static_cast<std::size_t>(&version - flow_.versions.data());
    const auto pass = passes_.find(passes_.empty() ? -1 : made_.steps[number]);
    return {version.launch, version.interval, pass == passes_.end() ? version.level : pass->second,
            relay == stage_.relays.end() ? 0 : relay->second};
}

// Stage rows start at input_rows_. A long run of rows of one thread is folded into one row.
void FlowLayoutMaker::place_rows() {
    std::map<RowKey, RowCells> cells;
    for (std::uint32_t v : stage_.versions) cells[key(at(v))].add(at(v).cell, at(v).thread);
    for (const Comparison* pair : compared_)
        for (const std::uint32_t v : {pair->a, pair->b}) cells[key(*pair)].add(at(v).cell, ~0u);
    for (const auto& [step, pass] : passes_) cells[key(step, pass)].several = true;
    std::vector<RowKey> keys;
    for (const auto& [one, made] : cells) keys.push_back(one);
    input_rows_ = sorts_ ? !read_keys_.empty() : count_inputs();
    int row = input_rows_ - 1;
    for (std::size_t i = 0; i < keys.size();) {
        std::size_t end = i + 1;
        const auto& first = cells[keys[i]];
        const auto serial = [&](const RowKey& one) {
            return !cells[one].several && !first.several &&
                   std::get<3>(one) == std::get<3>(keys[i]) && std::get<0>(one) >= 0 &&
                   cells[one].thread == first.thread;
        };
        while (end < keys.size() && serial(keys[i]) && serial(keys[end])) ++end;
        const bool folds = end - i > serial_rows;
        ++row;
        for (std::size_t k = i; k < end; ++k) {
            if (k > i && !folds) ++row;
            rows_[keys[k]] = row;
        }
        add_rows(row, keys, i, end, folds);
        i = end;
    }
}

void FlowLayoutMaker::add_rows(int last, const std::vector<RowKey>& keys, std::size_t first,
                               std::size_t end, bool folds) {
    made_.rows.resize(last + 1);
    for (std::size_t k = first; k < end; ++k) {
        FlowRow& row = made_.rows[rows_[keys[k]]];
        const auto& [launch, interval, level, relay] = keys[k];
        row.kind = launch < 0 ? FlowRowKind::start
                   : relay    ? FlowRowKind::relay
                              : FlowRowKind::stage;
        row.launch = static_cast<std::uint16_t>(std::max(launch, 0));
        row.interval = static_cast<std::uint32_t>(std::max<std::int64_t>(interval, 0));
        row.level = level;
        row.array = stage_.arrays[0];
        for (const auto& [array, number] : stage_.relays)
            if (number == relay) row.array = array;
        if (folds) row.collapsed = static_cast<int>(end - first);
    }
}

// The version of each cell in each row: the newest, with earlier writes of the row merged into it.
void FlowLayoutMaker::place_versions() {
    stands_.resize(flow_.arrays.size() * made_.columns.size());
    into_.resize(flow_.versions.size());
    writes_.resize(flow_.versions.size());
    for (std::uint32_t v : stage_.versions) {
        const int column = column_of(at(v));
        if (column < 0) continue;
        const int row = rows_[key(at(v))];
        auto& stood = stood_in(at(v).array, column);
        if (!stood.empty() && stood.back().first == row) {
            const std::uint32_t old = stood.back().second;
            const bool in_parts = stage_.pairs_apart > 0 || stage_.parts_of > 0;
            const bool other_half = in_parts && at(old).cell != at(v).cell;
            into_[old] = v;
            writes_[v] = writes_[old] + !other_half;
            stood.back().second = v;
        } else {
            stood.emplace_back(row, v);
            writes_[v] = 1;
        }
        note_halves(v);
    }
    for (FlowRow& row : made_.rows) row.marks.resize(made_.columns.size());
    for (int array = 0; array < static_cast<int>(flow_.arrays.size()); ++array)
        for (int column = 0; column < static_cast<int>(made_.columns.size()); ++column)
            if (!stood_in(array, column).empty()) show(array, column);
    if (passes_pairs())
        for (int column = 0; column < static_cast<int>(made_.columns.size()); ++column)
            pair_lane(column);
}

// Keeps both numbers of a pair as they are after this write.
void FlowLayoutMaker::note_halves(std::uint32_t v) {
    if (stage_.pairs_apart == 0) return;
    const bool second = stage_.second_of_pair(at(v).cell);
    Halves& halves = halves_[column_of(at(v))];
    (second ? halves.second : halves.first) = v;
    halves_of_[v] = halves;
}

void FlowLayoutMaker::show(int array, int column) {
    const Stood& stood = stood_in(array, column);
    std::size_t next = 0;
    std::uint32_t version = 0;
    for (int r = input_rows_; r < static_cast<int>(made_.rows.size()); ++r) {
        FlowRow& row = made_.rows[r];
        const bool here = next < stood.size() && stood[next].first == r;
        if (here) version = stood[next++].second;
        const bool lanes = flow_.arrays[array].space == Space::none;
        if (row.array != array || (row.kind == FlowRowKind::relay && !here && !lanes)) continue;
        row.marks[column] = {version, here ? writes_[version] : 0};
    }
}

// For each row, the first number of a lane's pair stands above the second.
void FlowLayoutMaker::pair_lane(int column) {
    const Stood& stood = stood_in(stage_.arrays[1], column);
    std::size_t next = 0;
    std::uint32_t version = 0;
    for (int r = input_rows_; r < static_cast<int>(made_.rows.size()); ++r) {
        const bool here = next < stood.size() && stood[next].first == r;
        if (here) version = stood[next++].second;
        FlowRow& row = made_.rows[r];
        FlowMark& mark = row.marks[column];
        if (row.array != stage_.arrays[0] || !mark.version || !version) continue;
        mark.first = version;
        mark.writes = std::max(mark.writes, here ? 1 : 0);
    }
}

// Input rows: row k holds the k-th cell of other arrays that goes into each column.
int FlowLayoutMaker::count_inputs() {
    noted_.assign(flow_.versions.size(), -1);
    for (std::uint32_t v : stage_.versions) {
        const int column = column_of(at(v));
        if (column < 0 || !made_by_kernel(at(v))) continue;
        note_inputs(v, column, EdgeKind::compared);
    }
    if (inputs_.empty()) {
        for (std::uint32_t v : stage_.versions)
            if (const int column = column_of(at(v)); column >= 0)
                note_inputs(v, column, EdgeKind::index);
        by_index_ = !inputs_.empty();
    }
    if (!only_copies())
        made_.copied_from = -1;
    else
        inputs_.clear();
    std::size_t most = 0;
    std::size_t least = inputs_.size() < made_.columns.size() ? 0 : ~std::size_t{0};
    for (const auto& [column, loads] : inputs_) {
        most = std::max(most, loads.size());
        least = std::min(least, loads.size());
    }
    made_.loads = static_cast<int>(most);
    made_.least_loads = static_cast<int>(std::min(least, most));
    return std::min(static_cast<int>(most), loads_shown);
}

// Where every cell starts as a copy of one cell of the same array, that array's row says nothing.
bool FlowLayoutMaker::only_copies() {
    std::size_t copies = 0;
    for (std::uint32_t v : stage_.versions) {
        if (!made_by_kernel(at(v)) || !stage_.contains(at(v).array)) continue;
        for (const Edge& edge : edges_of(flow_, at(v))) {
            if (made_by_kernel(at(edge.source)) || stage_.shows(at(edge.source).array)) continue;
            if (!edge.moved || column_of(at(v)) < 0 || at(edge.source).kind != VersionKind::input)
                return false;
            if (made_.copied_from >= 0 && made_.copied_from != at(edge.source).array) return false;
            made_.copied_from = at(edge.source).array;
            ++copies;
        }
    }
    const bool all = copies > 1 && copies == made_.columns.size() && !by_index_;
    if (!all) made_.copied_from = -1;
    return all;
}

void FlowLayoutMaker::note_inputs(std::uint32_t v, int column, EdgeKind weakest) {
    for (const Edge& edge : edges_of(flow_, at(v))) {
        const Version& source = at(edge.source);
        if (!stood_before(source) || source.kind == VersionKind::unwritten) continue;
        if (stage_.shows(source.array) || is_word(source) || edge.kind > weakest) continue;
        auto& loads = inputs_[column];
        int& last = noted_[edge.source];
        if (last == column) continue;
        const bool known =
            last >= 0 && std::ranges::find(loads, edge.source, &FlowLoad::version) != loads.end();
        last = column;
        if (!known) loads.push_back({edge.source, at(v).thread, made_.steps[v]});
    }
}

void FlowLayoutMaker::place_inputs() {
    order_loads(flow_, question_, inputs_);
    const std::vector<FlowLoad>& most = most_loads(inputs_);
    const std::vector<FlowLoadPart> parts = parts_of_loads(flow_, most);
    if (!parts.empty()) made_.requests = parts.back().load + 1;
    for (int k = 0; k < input_rows_; ++k) {
        FlowRow& row = made_.rows[k];
        row.kind = FlowRowKind::input;
        row.load = parts[k];
        row.marks.resize(made_.columns.size());
    }
    for (const auto& [column, loads] : inputs_) {
        const std::vector<int> rows = rows_of_loads(flow_, most, loads);
        for (std::size_t i = 0; i < loads.size(); ++i) {
            if (rows[i] >= input_rows_) continue;
            FlowRow& row = made_.rows[rows[i]];
            row.marks[column] = {loads[i].version, 1, loads[i].step};
            row.array = at(loads[i].version).array;
        }
    }
}

// A value that leaves the stage for global memory stands below its source column. Where the values
// fill a stretch of an array as long as the row, each stands at its own place in it: that shows a
// reversal or a sort.
void FlowLayoutMaker::lay_out_by_place(FlowRow& out) {
    if (outputs_.size() != made_.columns.size()) return;
    std::set<std::int64_t> cells;
    for (const auto& [v, column] : outputs_) cells.insert(at(v).cell);
    const bool fills = cells.size() == outputs_.size() &&
                       *cells.rbegin() - *cells.begin() + 1 == std::ssize(outputs_);
    const int array = at(outputs_.front().first).array;
    const bool one = std::ranges::all_of(
        outputs_, [&](const auto& output) { return at(output.first).array == array; });
    if (!fills || !one) return;
    out.marks.assign(made_.columns.size(), {});
    for (auto& [v, column] : outputs_) {
        column = static_cast<int>(at(v).cell - *cells.begin());
        out.marks[static_cast<std::size_t>(column)] = {v, 1};
    }
}

void FlowLayoutMaker::place_outputs() {
    const int row = static_cast<int>(made_.rows.size());
    FlowRow out;
    out.kind = FlowRowKind::output;
    out.marks.resize(made_.columns.size());
    for (std::uint32_t v : others_) {
        if (flow_.arrays[at(v).array].space != Space::global) continue;
        for (const Edge& edge : edges_of(flow_, at(v))) {
            const Version& source = at(edge.source);
            int column = stage_.shows(source.array) ? column_of(source) : -1;
            if (column < 0 || edge.kind == EdgeKind::index) continue;
            // What a lane writes leaves below that lane, even when it added another lane's sum.
            if (relayed(source.array) && flow_.arrays[stage_.arrays[0]].space == Space::none)
                if (const int own = column_of(std::int64_t{at(v).thread}); own >= 0) column = own;
            const int writes = out.marks[column].writes + 1;
            out.marks[column] = {v, writes};
            out.array = at(v).array;
            out.launch = at(v).launch;
            out.interval = at(v).interval;
            outputs_.emplace_back(v, column);
            break;
        }
    }
    if (outputs_.empty()) return;
    lay_out_by_place(out);
    made_.rows.push_back(std::move(out));
    for (const auto& [v, column] : outputs_) arrows_into(v, row, column);
}

FlowLayout lay_out(const Flow& flow, const FlowQuestion& question) {
    return FlowLayoutMaker(flow, question).make();
}

bool lays_out(const Flow& flow, const FlowQuestion& question) {
    return FlowLayoutMaker(flow, question).finds_any();
}

std::vector<bool> backward_cone(const Flow& flow, std::uint32_t version) {
    std::vector<bool> cone(flow.versions.size());
    std::vector<std::uint32_t> stack{version};
    while (!stack.empty()) {
        const std::uint32_t now = stack.back();
        stack.pop_back();
        if (cone[now]) continue;
        cone[now] = true;
        for (const Edge& edge : edges_of(flow, flow.versions[now]))
            if (edge.kind != EdgeKind::index) stack.push_back(edge.source);
    }
    return cone;
}

namespace {

// The only version from which this one was made; 0: none, or several.
std::uint32_t only_source(const Flow& flow, const Version& version) {
    std::uint32_t source = 0;
    for (const Edge& edge : edges_of(flow, version)) {
        if (edge.kind != EdgeKind::data) continue;
        if (source != 0 && source != edge.source) return 0;
        source = edge.source;
    }
    return source;
}

}  // namespace

std::vector<bool> way_of_value(const Flow& flow, std::uint32_t version) {
    std::vector<bool> way = backward_cone(flow, version), carries(flow.versions.size());
    const std::uint64_t value = flow.versions[version].after;
    carries[version] = true;
    // Sources come before the versions made from them. A key stays the same key when its lane
    // passes one of its bits on by a shuffle.
    for (std::size_t later = version + 1; later < flow.versions.size(); ++later) {
        const Version& at = flow.versions[later];
        const bool as_it_is = at.after == value || at.kind == VersionKind::snapshot;
        if (as_it_is && carries[only_source(flow, at)]) way[later] = carries[later] = true;
    }
    return way;
}

std::int64_t empty_places(const FlowLayout& layout) {
    const std::vector<std::int64_t>& at = layout.columns;
    std::size_t period = 1;
    while (period < at.size() && at[period] == at[period - 1] + 1) ++period;
    if (period < 16) return 0;  // a stride, not padding
    for (std::size_t i = 0; i < at.size(); ++i)
        if (at[i] != at[0] + static_cast<std::int64_t>(i + i / period)) return 0;
    return at.empty() ? 0 : static_cast<std::int64_t>((at.size() - 1) / period);
}

bool is_given_up(const FlowLayout& layout, int row, const FlowMark& mark) {
    return layout.unit == FlowUnit::lane && !mark.writes && mark.version &&
           layout.last_reader[mark.version] <= row && !layout.answers.contains(mark.version);
}

bool ends_in_a_round(const FlowLayout& layout) {
    const int last = static_cast<int>(layout.rows.size()) - 1;
    if (last < 1 || layout.rows[last].kind != FlowRowKind::output) return false;
    struct Made {
        int values = 0;
        bool beside = false;  // one of them comes from another column
    };
    std::map<int, Made> made;  // by column
    for (const FlowArrow& arrow : layout.arrows) {
        const bool of_stage = layout.rows[arrow.from_row].kind == FlowRowKind::stage;
        if (arrow.row != last || arrow.kind == simulator::EdgeKind::index || !of_stage) continue;
        ++made[arrow.column].values;
        made[arrow.column].beside |= arrow.from != arrow.column;
    }
    return std::ranges::any_of(made, [](const auto& each) {
        return each.second.beside && (each.second.values == 2 || each.second.values == 3);
    });
}

}  // namespace app
