// Counts the arrows of a layout. See reaches.h.
#include "app/views/flow/reaches.h"

#include <algorithm>
#include <cstdlib>

namespace app {

using namespace simulator;

std::span<const FlowArrow> arrows_into(const FlowLayout& layout, int row) {
    const auto first = std::ranges::lower_bound(layout.arrows, row, {}, &FlowArrow::row);
    return {first, std::ranges::upper_bound(layout.arrows, row, {}, &FlowArrow::row)};
}

bool comes_beside(const FlowLayout& layout, const FlowArrow& arrow) {
    return arrow.stub && layout.rows[arrow.row].kind == FlowRowKind::stage &&
           layout.rows[arrow.from_row].kind == FlowRowKind::relay;
}

namespace {

// Lane 0 takes from lane 31 what lane 1 takes from lane 0: a distance of one, around the end.
void fold_around(Reaches& reaches) {
    const std::map<std::int64_t, int> all = reaches.apart;
    for (const auto& [apart, count] : all) {
        const std::int64_t other = apart + (apart < 0 ? 1 : -1) * std::int64_t{warp_size};
        if (std::llabs(apart) <= std::llabs(other) || !all.contains(other)) continue;
        reaches.apart.erase(apart);
        reaches.apart[other] += count;
        reaches.around = true;
    }
}

}  // namespace

Reaches reaches_of(const FlowLayout& layout, int row) {
    Reaches reaches;
    const bool padded = empty_places(layout) > 0;
    for (const FlowArrow& arrow : arrows_into(layout, row)) {
        if (arrow.kind == EdgeKind::index) continue;
        ++reaches.made;
        if (comes_beside(layout, arrow)) continue;
        if (layout.rows[arrow.from_row].kind == FlowRowKind::input) {
            ++reaches.from_inputs;
            continue;
        }
        if (layout.of_table(arrow.from) && !layout.of_table(arrow.column)) {
            ++reaches.from_table;
            continue;
        }
        const std::int64_t from = padded ? arrow.from : layout.columns[arrow.from],
                           to = padded ? arrow.column : layout.columns[arrow.column];
        if (from == to) continue;
        ++reaches.apart[from - to];
        reaches.crossed.insert(from ^ to);
    }
    if (layout.unit == FlowUnit::lane) fold_around(reaches);
    return reaches;
}

namespace {

// The distance between successive columns; 0 where it varies.
std::int64_t stride_of(const FlowLayout& layout, const std::set<int>& columns) {
    std::int64_t stride = 0, before = -1;
    for (const int column : columns) {
        const std::int64_t here = layout.columns[std::size_t(column)];
        if (before >= 0 && stride > 0 && here - before != stride) return 0;
        if (before >= 0) stride = here - before;
        before = here;
    }
    return stride;
}

// By column that a row writes: the column and all columns it is made from.
std::map<int, std::set<int>> groups_in(const FlowLayout& layout, int row) {
    std::map<int, std::set<int>> groups;
    for (const FlowArrow& arrow : arrows_into(layout, row)) {
        if (arrow.kind == EdgeKind::index || layout.of_table(arrow.from)) continue;
        std::set<int>& group = groups[arrow.column];
        group.insert(arrow.column);
        if (layout.rows[arrow.from_row].kind != FlowRowKind::input) group.insert(arrow.from);
    }
    return groups;
}

}  // namespace

ColumnsThatMeet meeting_in(const FlowLayout& layout, int row) {
    const std::map<int, std::set<int>> groups = groups_in(layout, row);
    ColumnsThatMeet made;
    for (const auto& column_and_group : groups) {
        const std::set<int>& group = column_and_group.second;
        const ColumnsThatMeet here{static_cast<int>(group.size()), stride_of(layout, group)};
        const bool like_others =
            made.columns == 0 || (here.columns == made.columns && here.apart == made.apart);
        const bool all_take = std::ranges::all_of(group, [&](int other) {
            const auto found = groups.find(other);
            return found != groups.end() && found->second == group;
        });
        if (here.columns < 3 || here.apart == 0 || !like_others || !all_take) return {};
        made = here;
    }
    return made;
}

int FlowLayout::numbers() const {
    if (table_from == 0) return static_cast<int>(columns.size());
    return static_cast<int>(std::ranges::lower_bound(columns, table_from) - columns.begin());
}

std::string name_of(const Flow& flow, int array) {
    return array < 0 ? std::string("memory") : flow.arrays[array].name;
}

std::string sources_of(const Flow& flow, const FlowLayout& layout, int number) {
    std::set<int> arrays;
    for (const FlowArrow& arrow : arrows_into(layout, number)) {
        if (arrow.kind == EdgeKind::index) continue;
        const int array = flow.versions[arrow.source].array;
        if (array != layout.rows[number].array) arrays.insert(array);
    }
    if (arrays.empty()) return {};
    if (arrays.size() == 1) return name_of(flow, *arrays.begin());
    return std::to_string(arrays.size()) + " arrays";
}

}  // namespace app
