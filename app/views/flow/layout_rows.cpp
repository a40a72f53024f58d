// Names the rows of a data-flow picture, and finds their steps and problems. Last phase of
// layout.cpp.
#include <algorithm>
#include <map>
#include <set>

#include "app/format.h"
#include "app/views/flow/layout_maker.h"
#include "app/views/flow/words.h"

namespace app {

using namespace simulator;

namespace {

std::vector<FlowDoings::Taken> by_column(std::vector<std::pair<int, int>> taken) {
    std::vector<FlowDoings::Taken> columns;
    std::ranges::sort(taken);
    const auto again = std::unique(taken.begin(), taken.end());
    taken.erase(again, taken.end());
    for (const auto& [column, source] : taken) {
        if (columns.empty() || columns.back().first != column) columns.push_back({column, {}});
        if (source >= 0) columns.back().second.push_back(source);
    }
    return columns;
}

}  // namespace

FlowDoings doings_of(const FlowLayout& layout, int r) {
    FlowDoings made;
    const FlowRow& row = layout.rows[r];
    made.above = r;
    std::vector<std::pair<int, int>> taken;  // a column, and a column it takes from; -1: none
    for (int c = 0; c < static_cast<int>(row.marks.size()); ++c)
        if (row.marks[c].writes) taken.emplace_back(c, -1);
    auto from = std::ranges::lower_bound(layout.arrows, r, {}, &FlowArrow::row);
    for (; from != layout.arrows.end() && from->row == r; ++from) {
        const FlowArrow& arrow = *from;
        if (!arrow.stub) made.above = std::min(made.above, arrow.from_row);
        if (arrow.kind == EdgeKind::index) continue;
        if (arrow.from_row != r && arrow.live) made.read.emplace_back(arrow.from_row, arrow.from);
        if (layout.rows[arrow.from_row].kind == FlowRowKind::input) continue;
        taken.emplace_back(arrow.column, arrow.from);
        made.travels += !arrow.own;
    }
    for (const FlowPair& pair : layout.pairs) {
        if (pair.row != r) continue;
        taken.insert(taken.end(), {{pair.a, pair.b}, {pair.b, pair.a}});
        made.travels += 2;
        made.above = std::min(made.above, r - 1);
        if (r > 0) made.read.insert(made.read.end(), {{r - 1, pair.a}, {r - 1, pair.b}});
    }
    std::ranges::sort(made.read);
    made.sources = by_column(std::move(taken));
    return made;
}

bool FlowLayoutMaker::is_of_table(const Version& version) const {
    return question_.cells.table_from > 0 && question_.cells.table_words.empty() &&
           version.array >= 0 && version.cell >= question_.cells.table_from &&
           flow_.arrays[static_cast<std::size_t>(version.array)].space == Space::shared;
}

// Notes which columns hold a table.
void FlowLayoutMaker::note_table() {
    made_.table_words = question_.cells.table_words;
    if (made_.table_words.empty() || stage_.by_thread) return;
    made_.table_from = question_.cells.table_from / (stage_.pairs_apart == 1 ? 2 : 1);
}

void FlowLayoutMaker::note_problems() {
    // If the recording was cut off, later values may use all of it.
    const bool cut = flow_.full;
    for (int r = 0; r < static_cast<int>(made_.rows.size()); ++r) {
        const FlowRow& row = made_.rows[r];
        for (int c = 0; c < static_cast<int>(row.marks.size()); ++c) {
            const FlowMark& mark = row.marks[c];
            if (!mark.writes || !mark.version) continue;
            const Version& version = at(mark.version);
            if (!cut && row.kind == FlowRowKind::input && !version.used)
                made_.problems.push_back({FlowProblemKind::unused, r, c, mark.version});
            for (const Edge& edge : edges_of(flow_, version)) {
                const Version& source = at(edge.source);
                if (source.kind == VersionKind::unwritten)
                    made_.problems.push_back({FlowProblemKind::unwritten, r, c, edge.source});
                if (!cut && source.array == made_.copied_from &&
                    source.kind == VersionKind::input && !source.used)
                    made_.problems.push_back({FlowProblemKind::unused, r, c, edge.source});
            }
        }
    }
}

void FlowLayoutMaker::finish_rows() {
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
        row.unset = unset(row);
    }
    for (const auto& [step, pass] : passes_) {
        FlowRow& row = made_.rows[rows_[key(step, pass)]];
        note_step(row, step);
        row.line = question_.steps[static_cast<std::size_t>(step)].line;
    }
    for (const FlowArrow& arrow : made_.arrows)
        if (arrow.raced) made_.rows[arrow.row].raced = true;
    note_what_is_written_again();
    for (std::size_t r = 0; r < made_.rows.size(); ++r)
        name_flow_row(flow_, made_, static_cast<int>(r));
}

std::string FlowLayoutMaker::worded(std::uint32_t v) const {
    const int array = at(v).array;
    return value_text(at(v).after, array < 0 ? Type::none : flow_.arrays[array].type, 4);
}

// The text of a mark. A pair's second number is the value; its first number stands above it.
void FlowLayoutMaker::put_values(FlowMark& mark) const {
    const auto pair = halves_of_.find(mark.version);
    if (pair != halves_of_.end() && pair->second.first && pair->second.second) {
        mark.first = pair->second.first;
        mark.version = pair->second.second;
    }
    mark.live = at(mark.version).live || (mark.first && at(mark.first).live);
    if (mark.first) mark.first_text = worded(mark.first);
    mark.text = worded(mark.version);
}

// The width of values that stand side by side; a lone value may extend to its right.
void FlowLayoutMaker::measure_values() {
    const auto length = [](const FlowMark& mark) {
        return static_cast<int>(std::max(mark.text.size(), mark.first_text.size()));
    };
    for (FlowRow& row : made_.rows) {
        for (FlowMark& mark : row.marks)
            if (mark.version) put_values(mark);
        for (const FlowMark& mark : row.marks)
            if (mark.writes) row.digits = std::max(row.digits, std::min(length(mark), 5));
        for (std::size_t c = 0; c + 1 < row.marks.size(); ++c)
            if (row.marks[c].writes && row.marks[c + 1].writes)
                made_.digits = std::max(made_.digits, std::min(length(row.marks[c]), 5));
    }
}

// By warp of columns: cells made in this row that are live.
std::vector<int> FlowLayoutMaker::busy_in(int r) const {
    const FlowRow& row = made_.rows[r];
    std::vector<int> busy((row.marks.size() + warp_size - 1) / warp_size);
    for (std::size_t c = 0; c < row.marks.size(); ++c)
        busy[c / warp_size] += row.marks[c].writes > 0 && row.marks[c].live;
    for (const FlowPair& pair : made_.pairs)
        if (pair.row == r && !row.written)
            for (const int c : {pair.a, pair.b}) ++busy[static_cast<std::size_t>(c / warp_size)];
    return busy;
}

void FlowLayoutMaker::note_doings() {
    made_.last_reader.assign(flow_.versions.size(), -1);
    for (const FlowArrow& arrow : made_.arrows) {
        if (arrow.live && arrow.kind != EdgeKind::index)
            made_.last_reader[arrow.source] = std::max(made_.last_reader[arrow.source], arrow.row);
        const bool leaves = made_.rows[arrow.row].kind == FlowRowKind::output && arrow.own;
        if (leaves && arrow.from_row == arrow.row - 1) made_.answers.insert(arrow.source);
    }
    for (int r = 0; r < static_cast<int>(made_.rows.size()); ++r) {
        FlowDoings& doings = made_.rows[r].doings;
        doings = doings_of(made_, r);
        doings.busy = busy_in(r);
        note_makers(flow_, made_.rows[r]);
    }
}

void FlowLayoutMaker::note_step(FlowRow& row, int step) {
    if (step < 0) return;
    row.first_step = row.first_step < 0 ? step : std::min(row.first_step, step);
    row.last_step = std::max(row.last_step, step);
}

// Whether it is a copy of what its thread wrote to another column since the last barrier.
bool FlowLayoutMaker::written_again(std::uint32_t version) const {
    return std::ranges::any_of(edges_of(flow_, at(version)), [&](const Edge& edge) {
        const Version& source = at(edge.source);
        return edge.moved && mine(source) && source.thread == at(version).thread &&
               source.interval == at(version).interval && source.array == at(version).array &&
               column_of(source) != column_of(at(version));
    });
}

// Rows where each cell with a value from another column only repeats a value written since the last
// barrier: writing one result to two places is one round, not two.
void FlowLayoutMaker::note_what_is_written_again() {
    std::map<int, std::set<int>> again, beside;  // columns, by row
    for (const std::uint32_t v : stage_.versions)
        if (mine(at(v)) && column_of(at(v)) >= 0 && written_again(v))
            again[rows_[key(at(v))]].insert(column_of(at(v)));
    for (const FlowArrow& arrow : made_.arrows)
        if (!arrow.own && arrow.kind != EdgeKind::index) beside[arrow.row].insert(arrow.column);
    for (const auto& [row, columns] : again) made_.rows[row].again = columns == beside[row];
}

bool FlowLayoutMaker::raced(const FlowRow& row) const {
    if (row.kind != FlowRowKind::stage) return false;
    return std::ranges::any_of(question_.faults, [&](const Fault& fault) {
        const bool met_again =
            fault.repeats > 0 && (fault.line == row.line || fault.other_line == row.line);
        return fault.kind == FaultKind::race && fault.space == Space::shared &&
               fault.launch == row.launch &&
               (fault.interval == static_cast<int>(row.interval) || met_again);
    });
}

// Global memory only: an unwritten cell of shared memory has no version to show.
bool FlowLayoutMaker::unset(const FlowRow& row) const {
    if (row.kind != FlowRowKind::input && row.kind != FlowRowKind::start) return false;
    return std::ranges::any_of(question_.faults, [&](const Fault& fault) {
        return fault.kind == FaultKind::uninitialized_read && fault.space == Space::global &&
               fault.launch == question_.launch && row.array >= 0 &&
               fault.buffer == flow_.arrays[row.array].name;
    });
}

}  // namespace app
