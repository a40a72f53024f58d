// The arrows of a data-flow picture, from where a value stood last, and its comparators. Second
// phase of layout.cpp.
#include <algorithm>

#include "app/views/flow/layout_maker.h"

namespace app {

using namespace simulator;

std::uint32_t FlowLayoutMaker::newest(std::uint32_t version) const {
    for (auto found = into_.find(version); found != into_.end(); found = into_.find(version))
        version = found->second;
    return version;
}

// The row where `version` still stands, no later than `row`.
int FlowLayoutMaker::row_of(std::uint32_t version, int row) const {
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

bool FlowLayoutMaker::relayed(int array) const {
    return stage_.relays.contains(array) && flow_.arrays[array].space != Space::none;
}

void FlowLayoutMaker::draw_arrows() {
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

void FlowLayoutMaker::arrows_into(std::uint32_t v, int row, int column) {
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

// Minimum and maximum of two cells in the same two cells: a comparator, made without a branch.
void FlowLayoutMaker::pair_selections() {
    std::map<std::pair<int, int>, std::vector<FlowArrow*>> into;
    for (FlowArrow& arrow : made_.arrows)
        if (arrow.kind != EdgeKind::index) into[{arrow.row, arrow.column}].push_back(&arrow);
    const auto partner = [&](int row, int column) {
        const auto found = into.find({row, column});
        if (found == into.end() || found->second.size() != 2) return -1;
        const FlowArrow &a = *found->second[0], &b = *found->second[1];
        if (a.kind == b.kind || a.own == b.own || a.from_row == row || b.from_row == row) return -1;
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

}  // namespace app
