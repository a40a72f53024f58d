// Lays out a data-flow picture (see layout.h): rows by launch, barrier interval and level
// of dependence within it, columns by cell, lane or thread, arrows from where a value stood last.
#include "app/views/flow/layout.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "app/format.h"
#include "app/views/flow/loads.h"
#include "app/views/flow/stage.h"
#include "app/views/flow/words.h"

namespace app {

using namespace simulator;

namespace {

constexpr int loads_shown = 4;
constexpr int serial_rows = 8;  // longer runs of rows with one cell each are folded

// The order of rows: what stood there before the launch first.
using RowKey = std::tuple<int, std::int64_t, std::int32_t, int>;  // launch, interval, level, relay

// Which step of the transport an instruction of a warp belongs to.
class StepFinder {
public:
    explicit StepFinder(const FlowQuestion& question) {
        for (int i = 0; question.trace && i < static_cast<int>(question.steps.size()); ++i) {
            const Step& step = question.steps[i];
            if (step.block != question.block || step.launch != question.launch) continue;
            for (const std::uint32_t event : step.events) {
                const Event& one = question.trace->events[event];
                by_warp_[one.warp].emplace_back(one.index, i);
            }
        }
        for (auto& [warp, seen] : by_warp_) std::ranges::sort(seen);
    }
    int step_of(std::uint32_t thread, std::uint32_t index) const {
        const auto warp = by_warp_.find(thread / warp_size);
        if (warp == by_warp_.end()) return -1;
        const auto after = std::ranges::upper_bound(warp->second, std::pair{index, 1 << 30});
        return after == warp->second.begin() ? -1 : std::prev(after)->second;
    }

private:
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, int>>> by_warp_;
};

class Layout {
public:
    Layout(const Flow& flow, const FlowQuestion& question) : flow_(flow), question_(question) {}

    FlowLayout make() {
        choose();
        if (stage_.versions.empty()) return std::move(made_);
        find_steps();
        place_columns();
        place_rows();
        place_versions();
        place_inputs();
        place_outputs();
        draw_arrows();
        draw_pairs();
        note_problems();
        finish_rows();
        measure_values();
        return std::move(made_);
    }

private:
    const Version& at(std::uint32_t version) const { return flow_.versions[version]; }
    bool mine(const Version& version) const {
        return made_by_kernel(version) && version.block == question_.block &&
               version.launch == question_.launch;
    }

    void choose() {
        std::vector<std::uint32_t> made;
        for (std::uint32_t v = 1; v < flow_.versions.size(); ++v)
            if (mine(at(v)) && at(v).array >= 0) made.push_back(v);
        std::vector<const Comparison*> pairs;
        for (const Comparison& pair : flow_.comparisons)
            if (pair.block == question_.block && pair.launch == question_.launch)
                pairs.push_back(&pair);
        stage_ = stage_of(flow_, made, pairs);
        for (const Comparison* pair : pairs)
            if (stage_.contains(at(pair->a).array) && stage_.contains(at(pair->b).array))
                compared_.push_back(pair);
        made_.stage = stage_.arrays;
        for (std::uint32_t v : made)
            if (!stage_.shows(at(v).array)) others_.push_back(v);
        if (!stage_.arrays.empty())
            made_.unit = stage_.by_thread                                      ? "thread"
                         : flow_.arrays[stage_.arrays[0]].space == Space::none ? "lane"
                                                                               : "cell";
    }

    void find_steps() {
        const StepFinder finder(question_);
        made_.steps = version_steps(flow_, question_);
        for (const Comparison* pair : compared_)
            pair_steps_.push_back(finder.step_of(pair->thread, pair->index));
    }

    void place_columns() {
        std::set<std::int64_t> columns;
        for (std::uint32_t v : stage_.versions)
            if (stage_.contains(at(v).array)) columns.insert(stage_.column(at(v)));
        for (std::uint32_t v : stage_.versions)
            if (!stage_.contains(at(v).array) && columns.empty())
                columns.insert(stage_.column(at(v)));
        made_.columns.assign(columns.begin(), columns.end());
    }
    int column_of(std::int64_t column) const {
        const auto found = std::ranges::lower_bound(made_.columns, column);
        return found != made_.columns.end() && *found == column
                   ? static_cast<int>(found - made_.columns.begin())
                   : -1;
    }
    int column_of(const Version& version) const { return column_of(stage_.column(version)); }

    RowKey key(const Version& version) const {
        if (!made_by_kernel(version)) return {-1, -1, -1, 0};
        const auto relay = stage_.relays.find(version.array);
        return {version.launch, version.interval, version.level,
                relay == stage_.relays.end() ? 0 : relay->second};
    }
    static RowKey key(const Comparison& pair) {
        return {pair.launch, pair.interval, pair.level, 0};
    }

    // Stage rows stand from input_rows_ on; a long run of rows of one thread is one row.
    void place_rows() {
        std::map<RowKey, std::set<std::pair<std::int64_t, std::uint32_t>>> cells;
        for (std::uint32_t v : stage_.versions)
            cells[key(at(v))].insert({at(v).cell, at(v).thread});
        for (const Comparison* pair : compared_) {
            auto& row = cells[key(*pair)];
            row.insert({at(pair->a).cell, ~0u});
            row.insert({at(pair->b).cell, ~0u});
        }
        std::vector<RowKey> keys;
        for (const auto& [one, made] : cells) keys.push_back(one);
        input_rows_ = count_inputs();
        int row = input_rows_ - 1;
        for (std::size_t i = 0; i < keys.size();) {
            std::size_t end = i + 1;
            const auto& first = cells[keys[i]];
            const auto serial = [&](const RowKey& one) {
                return cells[one].size() == 1 && first.size() == 1 &&
                       std::get<3>(one) == std::get<3>(keys[i]) && std::get<0>(one) >= 0 &&
                       cells[one].begin()->second == first.begin()->second;
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

    void add_rows(int last, const std::vector<RowKey>& keys, std::size_t first, std::size_t end,
                  bool folds) {
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

    // Which versions stand in which row: the newest of a cell, what was written below it merged.
    void place_versions() {
        for (std::uint32_t v : stage_.versions) {
            const int column = column_of(at(v));
            if (column < 0) continue;
            const int row = rows_[key(at(v))];
            auto& stood = stands_[{at(v).array, column}];
            if (!stood.empty() && stood.back().first == row) {
                into_[stood.back().second] = v;
                writes_[v] = writes_[stood.back().second] + 1;
                stood.back().second = v;
            } else {
                stood.emplace_back(row, v);
                writes_[v] = 1;
            }
        }
        for (FlowRow& row : made_.rows) row.marks.resize(made_.columns.size());
        for (const auto& [where, stood] : stands_) show(where.first, where.second, stood);
    }

    void show(int array, int column, const std::vector<std::pair<int, std::uint32_t>>& stood) {
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

    // Input rows: the k-th cell of another array that goes into each column.
    int count_inputs() {
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
        for (const auto& [column, loads] : inputs_) most = std::max(most, loads.size());
        made_.loads = static_cast<int>(most);
        return std::min(static_cast<int>(most), loads_shown);
    }

    // Where every cell begins as a copy of one cell of one array, a row for that array says
    // nothing.
    bool only_copies() {
        std::size_t copies = 0;
        for (std::uint32_t v : stage_.versions) {
            if (!made_by_kernel(at(v)) || !stage_.contains(at(v).array)) continue;
            for (const Edge& edge : edges_of(flow_, at(v))) {
                if (made_by_kernel(at(edge.source)) || stage_.shows(at(edge.source).array))
                    continue;
                if (!edge.moved || column_of(at(v)) < 0 ||
                    at(edge.source).kind != VersionKind::input)
                    return false;
                if (made_.copied_from >= 0 && made_.copied_from != at(edge.source).array)
                    return false;
                made_.copied_from = at(edge.source).array;
                ++copies;
            }
        }
        const bool all = copies > 1 && copies == made_.columns.size() && !by_index_;
        if (!all) made_.copied_from = -1;
        return all;
    }

    void note_inputs(std::uint32_t v, int column, EdgeKind weakest) {
        for (const Edge& edge : edges_of(flow_, at(v))) {
            const Version& source = at(edge.source);
            if (made_by_kernel(source) || source.kind == VersionKind::unwritten) continue;
            if (stage_.shows(source.array) || edge.kind > weakest) continue;
            auto& loads = inputs_[column];
            if (std::ranges::find(loads, edge.source, &FlowLoad::version) == loads.end())
                loads.push_back({edge.source, at(v).thread});
        }
    }

    void place_inputs() {
        order_loads(flow_, question_, inputs_);
        for (int k = 0; k < input_rows_; ++k) {
            FlowRow& row = made_.rows[k];
            row.kind = FlowRowKind::input;
            row.marks.resize(made_.columns.size());
            for (const auto& [column, loads] : inputs_) {
                if (k >= static_cast<int>(loads.size())) continue;
                const FlowLoad& load = loads[k];
                row.marks[column] = {load.version, 1, load.step};
                row.array = at(load.version).array;
                stands_input_.emplace(std::pair{load.version, column}, k);
            }
        }
    }

    // What leaves the stage for global memory stands below it, in the column that it came from.
    void place_outputs() {
        const int row = static_cast<int>(made_.rows.size());
        FlowRow out;
        out.kind = FlowRowKind::output;
        out.marks.resize(made_.columns.size());
        for (std::uint32_t v : others_) {
            if (flow_.arrays[at(v).array].space != Space::global) continue;
            for (const Edge& edge : edges_of(flow_, at(v))) {
                const Version& source = at(edge.source);
                const int column = stage_.shows(source.array) ? column_of(source) : -1;
                if (column < 0 || edge.kind == EdgeKind::index) continue;
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
        made_.rows.push_back(std::move(out));
        for (const auto& [v, column] : outputs_) arrows_into(v, row, column);
    }

    std::uint32_t newest(std::uint32_t version) const {
        for (auto found = into_.find(version); found != into_.end(); found = into_.find(version))
            version = found->second;
        return version;
    }

    // The row where `version` still stands, no later than `row`.
    int row_of(std::uint32_t version, int row) const {
        const Version& of = at(version);
        const auto stood = stands_.find({of.array, column_of(of)});
        if (stood == stands_.end()) return -1;
        int from = -1;
        for (std::size_t i = 0; i < stood->second.size(); ++i) {
            if (stood->second[i].second != version) continue;
            const bool last = i + 1 == stood->second.size();
            const int until = last ? row : stood->second[i + 1].first;
            from = std::clamp(row - 1, stood->second[i].first, std::max(until - 1, 0));
            from = std::max(from, stood->second[i].first);
            if (relayed(of.array)) from = stood->second[i].first;
        }
        return from;
    }
    bool relayed(int array) const {
        return stage_.relays.contains(array) && flow_.arrays[array].space != Space::none;
    }

    void draw_arrows() {
        std::vector<std::pair<int, std::uint32_t>> placed;
        for (const auto& [where, stood] : stands_)
            for (const auto& [row, v] : stood) placed.emplace_back(row, v);
        for (const auto& [old, v] : into_) placed.emplace_back(rows_[key(at(old))], old);
        for (const auto& [row, v] : placed)
            if (made_by_kernel(at(v))) arrows_into(v, row, column_of(at(v)));
        std::ranges::sort(made_.arrows, {}, [](const FlowArrow& a) {
            return std::tuple{a.row, a.column, a.from_row, a.from, a.kind, a.source};
        });
        const auto same = std::ranges::unique(made_.arrows, [](const auto& a, const auto& b) {
            return a.row == b.row && a.column == b.column && a.from_row == b.from_row &&
                   a.from == b.from && a.kind == b.kind;
        });
        made_.arrows.erase(same.begin(), same.end());
        int targets = 0, others = 0;
        std::pair<int, int> last{-1, -1};
        for (const FlowArrow& arrow : made_.arrows) {
            if (arrow.kind == EdgeKind::index) continue;
            const std::pair now{arrow.row, arrow.column};
            targets += now != last;
            last = now;
            ++others;
        }
        made_.crowded = made_.columns.size() > 16 && others > 3 * targets;
    }

    void arrows_into(std::uint32_t v, int row, int column) {
        for (const Edge& edge : edges_of(flow_, at(v))) {
            const Version& source = at(edge.source);
            FlowArrow arrow;
            arrow.kind = edge.kind;
            arrow.live = at(v).live && edge.kind != EdgeKind::index;
            arrow.raced = edge.raced;
            arrow.row = row;
            arrow.column = column;
            arrow.source = edge.source;
            arrow.version = newest(v);
            if (const auto input = stands_input_.find({edge.source, column});
                input != stands_input_.end()) {
                if (edge.kind == EdgeKind::index && !by_index_) continue;
                arrow.from_row = input->second;
                arrow.from = column;
            } else if (edge.kind == EdgeKind::index || !stage_.shows(source.array) ||
                       source.kind == VersionKind::unwritten) {
                continue;
            } else {
                const std::uint32_t stands = newest(edge.source);
                arrow.from = column_of(source);
                arrow.from_row = row_of(stands, row);
                if (arrow.from < 0 || arrow.from_row < 0 || stands == arrow.version) continue;
                if (rows_of(source) == row) arrow.from_row = row;
            }
            arrow.own = arrow.from == column;
            arrow.stub = row - arrow.from_row > 1 && arrow.from_row >= input_rows_;
            made_.arrows.push_back(arrow);
        }
    }
    int rows_of(const Version& version) const {
        const auto found = rows_.find(key(version));
        return found == rows_.end() ? -1 : found->second;
    }

    void draw_pairs() {
        for (std::size_t i = 0; i < compared_.size(); ++i) {
            const Comparison& pair = *compared_[i];
            FlowPair made{rows_[key(pair)], column_of(at(pair.a)), column_of(at(pair.b)), false,
                          i < pair_steps_.size() ? pair_steps_[i] : -1};
            if (made.a < 0 || made.b < 0 || made.a == made.b) continue;
            for (int column : {made.a, made.b}) {
                const FlowMark& mark = made_.rows[made.row].marks[column];
                made.moved = made.moved || mark.writes > 0;
            }
            made_.pairs.push_back(made);
        }
        pair_selections();
    }

    // Minimum and maximum of two cells in the same two cells: a comparator, made without a branch.
    void pair_selections() {
        std::map<std::pair<int, int>, std::vector<FlowArrow*>> into;
        for (FlowArrow& arrow : made_.arrows)
            if (arrow.kind != EdgeKind::index) into[{arrow.row, arrow.column}].push_back(&arrow);
        const auto partner = [&](int row, int column) {
            const auto found = into.find({row, column});
            if (found == into.end() || found->second.size() != 2) return -1;
            const FlowArrow &a = *found->second[0], &b = *found->second[1];
            if (a.kind == b.kind || a.own == b.own || a.from_row == row || b.from_row == row)
                return -1;
            return a.own ? b.from : a.from;
        };
        for (const auto& [where, arrows] : into) {
            const auto& [row, column] = where;
            const int other = partner(row, column);
            if (other < 0 || partner(row, other) != column) continue;
            for (FlowArrow* arrow : arrows) arrow->paired = arrow->kind == EdgeKind::compared;
            if (other < column) continue;
            const bool moved = std::ranges::any_of(arrows, [](const FlowArrow* arrow) {
                return !arrow->own && arrow->kind == EdgeKind::data;
            });
            made_.pairs.push_back({row, column, other, moved, -1});
        }
    }

    void note_problems() {
        for (int r = 0; r < static_cast<int>(made_.rows.size()); ++r) {
            const FlowRow& row = made_.rows[r];
            for (int c = 0; c < static_cast<int>(row.marks.size()); ++c) {
                const FlowMark& mark = row.marks[c];
                if (!mark.writes || !mark.version) continue;
                const Version& version = at(mark.version);
                if (row.kind == FlowRowKind::input && !version.used)
                    made_.problems.push_back({FlowProblemKind::unused, r, c, mark.version});
                for (const Edge& edge : edges_of(flow_, version)) {
                    const Version& source = at(edge.source);
                    if (source.kind == VersionKind::unwritten)
                        made_.problems.push_back({FlowProblemKind::unwritten, r, c, edge.source});
                    if (source.array == made_.copied_from && source.kind == VersionKind::input &&
                        !source.used)
                        made_.problems.push_back({FlowProblemKind::unused, r, c, edge.source});
                }
            }
        }
    }

    void finish_rows() {
        for (int r = 0; r < static_cast<int>(made_.rows.size()); ++r) {
            FlowRow& row = made_.rows[r];
            std::map<int, int> lines;
            for (const FlowMark& mark : row.marks) {
                if (!mark.writes) continue;
                ++row.written;
                ++lines[at(mark.version).line];
                note_step(row, std::max(mark.step, made_.steps[mark.version]));
            }
            for (const FlowPair& pair : made_.pairs) {
                if (pair.row != r) continue;
                ++row.compared;
                if (pair.step >= 0) note_step(row, pair.step);
            }
            for (const Comparison* pair : compared_)
                if (lines.empty() && rows_[key(*pair)] == r) lines[pair->line] = 1;
            for (const auto& [line, count] : lines)
                if (row.line == 0 || count > lines[row.line]) row.line = line;
            row.raced = raced(row);
        }
        for (const FlowArrow& arrow : made_.arrows)
            if (arrow.raced) made_.rows[arrow.row].raced = true;
        for (std::size_t r = 0; r < made_.rows.size(); ++r)
            made_.rows[r].name = row_name(flow_, made_, static_cast<int>(r));
    }
    // How wide values are where they stand shoulder to shoulder; a lone one may grow to its right.
    void measure_values() {
        const auto length = [&](const FlowMark& mark) {
            const Version& version = at(mark.version);
            const Type type = version.array < 0 ? Type::none : flow_.arrays[version.array].type;
            return static_cast<int>(value_text(version.after, type, 4).size());
        };
        for (const FlowRow& row : made_.rows)
            for (std::size_t c = 0; c + 1 < row.marks.size(); ++c)
                if (row.marks[c].writes && row.marks[c + 1].writes)
                    made_.digits = std::max(made_.digits, std::min(length(row.marks[c]), 5));
    }

    static void note_step(FlowRow& row, int step) {
        if (step < 0) return;
        row.first_step = row.first_step < 0 ? step : std::min(row.first_step, step);
        row.last_step = std::max(row.last_step, step);
    }
    bool raced(const FlowRow& row) const {
        if (row.kind != FlowRowKind::stage) return false;
        return std::ranges::any_of(question_.faults, [&](const Fault& fault) {
            const bool met_again =
                fault.repeats > 0 && (fault.line == row.line || fault.other_line == row.line);
            return fault.kind == FaultKind::race && fault.space == Space::shared &&
                   fault.launch == row.launch &&
                   (fault.interval == static_cast<int>(row.interval) || met_again);
        });
    }

    const Flow& flow_;
    const FlowQuestion& question_;
    FlowLayout made_;
    FlowStage stage_;
    std::vector<const Comparison*> compared_;
    std::vector<int> pair_steps_;
    std::vector<std::uint32_t> others_;  // made by the kernel elsewhere
    std::map<RowKey, int> rows_;
    std::map<std::pair<int, int>, std::vector<std::pair<int, std::uint32_t>>> stands_;
    std::map<std::uint32_t, std::uint32_t> into_;  // merged into a newer one of its row
    std::map<std::uint32_t, int> writes_;
    FlowLoads inputs_;
    std::map<std::pair<std::uint32_t, int>, int> stands_input_;
    std::vector<std::pair<std::uint32_t, int>> outputs_;
    int input_rows_ = 0;
    bool by_index_ = false;  // inputs only choose cells: a histogram
};

}  // namespace

FlowLayout lay_out(const Flow& flow, const FlowQuestion& question) {
    return Layout(flow, question).make();
}

std::vector<int> version_steps(const Flow& flow, const FlowQuestion& question) {
    const StepFinder finder(question);
    std::vector<int> steps(flow.versions.size(), -1);
    for (std::size_t v = 1; v < flow.versions.size(); ++v) {
        const Version& version = flow.versions[v];
        if (made_by_kernel(version) && version.block == question.block &&
            version.launch == question.launch)
            steps[v] = finder.step_of(version.thread, version.index);
    }
    return steps;
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

}  // namespace app
