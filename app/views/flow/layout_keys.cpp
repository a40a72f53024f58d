// Places the keys that a launch sorts: the keys it reads side by side, as in memory, and each pass
// below. Part of layout.cpp.
#include <algorithm>
#include <set>

#include "app/views/flow/layout_maker.h"

namespace app {

using namespace simulator;

// A launch that moves keys shows only keys; counts and offsets just serve to place them.
void FlowLayoutMaker::keep_keys(std::vector<std::uint32_t>& made) {
    std::vector<std::uint32_t> keys;
    for (const std::uint32_t v : made)
        if (question_.keys.is_key(v)) keys.push_back(v);
    sorts_ = !keys.empty();
    if (sorts_) made = std::move(keys);
}

// Each pass of a launch with several passes is a row, even a pass that leaves every key in place:
// storing a key where it was makes no new value.
void FlowLayoutMaker::find_passes() {
    const FlowKeys& keys = question_.keys;
    if (!sorts_ || keys.end - keys.first < 2) return;
    std::set<std::int32_t> lines;
    for (const std::uint32_t v : stage_.versions)
        if (made_.steps[v] >= 0)
            lines.insert(question_.steps[static_cast<std::size_t>(made_.steps[v])].line);
    for (int i = 0; i < std::ssize(question_.steps); ++i) {
        const Step& step = question_.steps[static_cast<std::size_t>(i)];
        const bool here = step.launch == question_.launch && step.block == question_.block;
        if (here && step.kind == EventKind::store && lines.contains(step.line))
            passes_.emplace(i, static_cast<int>(passes_.size()));
    }
    if (std::ssize(passes_) != keys.end - keys.first) passes_.clear();
}

// The keys from which the stage's first keys were copied, in the order of their cells.
void FlowLayoutMaker::find_read_keys() {
    for (const std::uint32_t v : stage_.versions)
        if (const std::uint32_t key = question_.keys.from[v])
            if (!stage_.shows(at(key).array)) read_keys_.push_back(key);
    const auto place = [&](std::uint32_t v) { return std::tuple{at(v).array, at(v).cell, v}; };
    std::ranges::sort(read_keys_, {}, place);
    const auto again = std::unique(read_keys_.begin(), read_keys_.end());
    read_keys_.erase(again, read_keys_.end());
    read_keys_.resize(std::min(read_keys_.size(), made_.columns.size()));
}

void FlowLayoutMaker::place_read_keys() {
    if (read_keys_.empty()) return;
    FlowRow& row = made_.rows[0];
    row.kind = FlowRowKind::start;
    row.array = at(read_keys_.front()).array;
    row.marks.resize(made_.columns.size());
    for (std::size_t i = 0; i < read_keys_.size(); ++i) row.marks[i] = {read_keys_[i], 1};
}

int FlowLayoutMaker::read_key(std::uint32_t version) const {
    const auto found = std::ranges::find(read_keys_, version);
    return found == read_keys_.end() ? -1 : static_cast<int>(found - read_keys_.begin());
}

// An arrow from a key's old place to its new place.
void FlowLayoutMaker::key_arrow(std::uint32_t v, int row, int column) {
    FlowArrow arrow;
    arrow.source = question_.keys.from[v];
    if (!arrow.source) return;
    arrow.version = newest(v);
    arrow.row = row;
    arrow.column = column;
    arrow.live = at(v).live;
    arrow.raced = at(v).raced;
    arrow.from = read_key(arrow.source);
    if (arrow.from < 0) {
        const std::uint32_t stands = newest(arrow.source);
        arrow.from = column_of(at(arrow.source));
        arrow.from_row = row_of(stands, row);
        if (arrow.from < 0 || arrow.from_row < 0 || stands == arrow.version) return;
    }
    arrow.own = arrow.from == column;
    arrow.stub = row - arrow.from_row > 1 && arrow.from_row >= input_rows_;
    made_.arrows.push_back(arrow);
}

// A row's values are sorted by the digit of its pass, also while the row is made.
void FlowLayoutMaker::number_passes() {
    const FlowKeys& keys = made_.keys;
    int pass = keys.first - (sorts_ ? 1 : 0);
    for (FlowRow& row : made_.rows) {
        if (sorts_ && row.kind == FlowRowKind::stage) ++pass;
        row.pass = std::clamp(pass, keys.first, std::max(keys.end - 1, keys.first));
    }
}

}  // namespace app
