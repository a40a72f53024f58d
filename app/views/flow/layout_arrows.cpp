// The arrows of a data-flow picture, from the last place of each value, and its comparators. Second
// phase of layout.cpp.
#include <algorithm>

#include "app/views/flow/layout_maker.h"

namespace app {

using namespace simulator;

std::uint32_t FlowLayoutMaker::newest(std::uint32_t version) const {
    while (into_[version] != 0) version = into_[version];
    return version;
}

// The last row, up to `row`, in which `version` still stands.
int FlowLayoutMaker::row_of(std::uint32_t version, int row) {
    const Version& of = at(version);
    const int column = column_of(of);
    if (of.array < 0 || column < 0) return -1;
    const Stood& stood = stood_in(of.array, column);
    int from = -1;
    for (std::size_t i = 0; i < stood.size(); ++i) {
        if (stood[i].second != version) continue;
        const bool last = i + 1 == stood.size();
        const int until = last ? row : stood[i + 1].first;
        from = std::clamp(row - 1, stood[i].first, std::max(until - 1, 0));
        from = std::max(from, stood[i].first);
        if (relayed(of.array)) from = stood[i].first;
        // Never in a relay row of another array, which does not show this array's cells.
        while (from > stood[i].first && !relayed(of.array) &&
               made_.rows[from].kind == FlowRowKind::relay && made_.rows[from].array != of.array)
            --from;
    }
    return from;
}

// The input row in which the column's lane loads it; -1: no such row.
int FlowLayoutMaker::input_row(std::uint32_t version, int column) const {
    for (int k = 0; k < input_rows_; ++k) {
        const FlowMark& mark = made_.rows[k].marks[column];
        if (mark.writes > 0 && mark.version == version) return k;
    }
    return -1;
}

bool FlowLayoutMaker::relayed(int array) const {
    return stage_.relays.contains(array) && flow_.arrays[array].space != Space::none;
}

// Arrows between the same two cells become one, for all numbers of a cell.
void FlowLayoutMaker::join_arrows() {
    std::vector<FlowArrow> joined;
    for (FlowArrow& arrow : made_.arrows) {
        const bool same = !joined.empty() && joined.back().row == arrow.row &&
                          joined.back().column == arrow.column &&
                          joined.back().from_row == arrow.from_row &&
                          joined.back().from == arrow.from && joined.back().kind == arrow.kind;
        if (same)
            joined.back().others.emplace_back(arrow.source, arrow.version);
        else
            joined.push_back(std::move(arrow));
    }
    made_.arrows = std::move(joined);
}

void FlowLayoutMaker::draw_arrows() {
    std::vector<std::pair<int, std::uint32_t>> placed;
    for (const Stood& stood : stands_) placed.insert(placed.end(), stood.begin(), stood.end());
    for (const std::uint32_t old : stage_.versions)
        if (into_[old] != 0) placed.emplace_back(rows_[key(at(old))], old);
    for (const auto& [row, v] : placed)
        if (made_by_kernel(at(v))) arrows_into(v, row, column_of(at(v)));
    std::ranges::sort(made_.arrows, {}, [](const FlowArrow& a) {
        return std::tuple{a.row, a.column, a.from_row, a.from, a.kind, !a.live, a.source};
    });
    join_arrows();
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

// Adjacent relay rows may take their values from the same row: then the first relay is not between
// that row and the second.
int FlowLayoutMaker::rows_between(int from, int to) const {
    int between = 0;
    const bool into_relay = made_.rows[to].kind == FlowRowKind::relay;
    for (int r = from + 1; r < to; ++r)
        between += !into_relay || made_.rows[r].kind != FlowRowKind::relay;
    return between;
}

void FlowLayoutMaker::arrows_into(std::uint32_t v, int row, int column) {
    if (sorts_) return key_arrow(v, row, column);
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
        if (const int input = input_row(edge.source, column); input >= 0) {
            if (edge.kind == EdgeKind::index && !by_index_) continue;
            arrow.from_row = input;
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
        arrow.stub = rows_between(arrow.from_row, row) > 0 && arrow.from_row >= input_rows_;
        made_.arrows.push_back(arrow);
    }
}

int FlowLayoutMaker::rows_of(const Version& version) const {
    const auto found = rows_.find(key(version));
    return found == rows_.end() ? -1 : found->second;
}

void FlowLayoutMaker::draw_pairs() {
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

namespace {

// Two arrows into a cell, from its own value and another column's: one moves a value, one compares.
struct Selection {
    FlowArrow *a = nullptr, *b = nullptr;
    std::pair<int, int> at() const { return {a->row, a->column}; }
    int other() const { return a->own ? b->from : a->from; }
};

bool selects(const FlowArrow& a, const FlowArrow& b) {
    return a.kind != b.kind && a.own != b.own && a.from_row != a.row && b.from_row != b.row;
}

// `arrows` are sorted by row and column; the result is too.
std::vector<Selection> selections(std::vector<FlowArrow>& arrows) {
    std::vector<Selection> made;
    for (std::size_t first = 0; first < arrows.size();) {
        std::size_t end = first;
        std::vector<FlowArrow*> into;
        for (; end < arrows.size() && arrows[end].row == arrows[first].row &&
               arrows[end].column == arrows[first].column;
             ++end)
            if (arrows[end].kind != EdgeKind::index) into.push_back(&arrows[end]);
        if (into.size() == 2 && selects(*into[0], *into[1])) made.push_back({into[0], into[1]});
        first = end;
    }
    return made;
}

}  // namespace

// Minimum and maximum of two cells, written to the same two cells: a comparator without a branch.
void FlowLayoutMaker::pair_selections() {
    std::vector<Selection> all = selections(made_.arrows);
    const auto partner = [&](int row, int column) {
        const auto found =
            std::ranges::lower_bound(all, std::pair{row, column}, {}, &Selection::at);
        return found == all.end() || found->at() != std::pair{row, column} ? -1 : found->other();
    };
    for (const Selection& one : all) {
        const auto [row, column] = one.at();
        const int other = one.other();
        if (partner(row, other) != column) continue;
        one.a->paired = one.a->kind == EdgeKind::compared;
        one.b->paired = one.b->kind == EdgeKind::compared;
        if (other < column) continue;
        const FlowArrow& comes = one.a->own ? *one.b : *one.a;
        made_.pairs.push_back({row, column, other, comes.kind == EdgeKind::data, -1});
    }
}

}  // namespace app
