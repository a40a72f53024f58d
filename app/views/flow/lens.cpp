// Columns of the lens. See lens.h.
#include "app/views/flow/lens.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace app {

using namespace simulator;

namespace {

// What goes on in a row: for each column that is written or compared, the columns it takes from.
struct Doings {
    std::map<int, std::set<int>> sources;
    int travels = 0;  // values that come from another column
};

Doings doings_of(const FlowLayout& layout, int row) {
    Doings made;
    const auto& marks = layout.rows[row].marks;
    for (int c = 0; c < static_cast<int>(marks.size()); ++c)
        if (marks[c].writes) made.sources[c];
    for (const FlowArrow& arrow : layout.arrows) {
        if (arrow.row != row || arrow.kind == EdgeKind::index) continue;
        if (layout.rows[arrow.from_row].kind == FlowRowKind::input) continue;
        made.sources[arrow.column].insert(arrow.from);
        made.travels += !arrow.own;
    }
    for (const FlowPair& pair : layout.pairs) {
        if (pair.row != row) continue;
        made.sources[pair.a].insert(pair.b);
        made.sources[pair.b].insert(pair.a);
        made.travels += 2;
    }
    return made;
}

bool travels(int column, const std::set<int>& sources) {
    return std::ranges::any_of(sources, [&](int source) { return source != column; });
}

std::set<int> columns_of(const Doings& doings) {
    std::set<int> all;
    for (const auto& [column, sources] : doings.sources) {
        all.insert(column);
        all.insert(sources.begin(), sources.end());
    }
    return all;
}

std::vector<int> neighbours(int first, int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), first);
    return all;
}

// At the left while anything happens there, else around the first column that takes part.
int followed(const Doings& doings, int room) {
    if (doings.sources.empty()) return 0;
    const int first = doings.sources.begin()->first;
    return first < room ? 0 : first - room / 2;
}

// Whether neighbours show enough of what happens: four values that travel or all that do, and both
// ends of each.
bool holds(const Doings& doings, int first, int room) {
    const auto inside = [&](int column) { return column >= first && column < first + room; };
    int seen = 0;
    for (const auto& [column, sources] : doings.sources) {
        if (!inside(column)) continue;
        for (const int source : sources) {
            if (!inside(source)) return false;
            seen += source != column;
        }
    }
    return seen >= std::min(4, doings.travels);
}

// One target after the other, each with its sources, while there is room.
std::vector<int> gathered(const Doings& doings, int from, int room) {
    std::set<int> all;
    for (const bool moved : {true, false})  // first those to which a value travels
        for (const auto& [column, sources] : doings.sources) {
            if (column < from || travels(column, sources) != moved) continue;
            std::set<int> more = all;
            more.insert(column);
            more.insert(sources.begin(), sources.end());
            if (static_cast<int>(more.size()) > room) break;
            all = std::move(more);
        }
    return {all.begin(), all.end()};
}

// Rows around the one that is now, nearest first, as far as their columns have room too.
std::vector<int> widened(const FlowLayout& layout, const FlowLensQuestion& question,
                         std::set<int> all) {
    for (int apart = 1; apart < question.rows; ++apart)
        for (const int row : {question.now - apart, question.now + apart}) {
            if (row < question.first_row || row >= question.first_row + question.rows) continue;
            if (layout.rows[row].kind == FlowRowKind::input) continue;
            std::set<int> more = columns_of(doings_of(layout, row));
            more.insert(all.begin(), all.end());
            if (static_cast<int>(more.size()) <= question.room) all = std::move(more);
        }
    return {all.begin(), all.end()};
}

}  // namespace

std::vector<int> lens_columns(const FlowLayout& layout, const FlowLensQuestion& question) {
    const int count = static_cast<int>(layout.columns.size()),
              room = std::min(question.room, count);
    if (room == count) return neighbours(0, count);
    const Doings doings = question.now < 0 ? Doings{} : doings_of(layout, question.now);
    const int wish = question.from < 0 ? followed(doings, room) : question.from;
    const int first = std::clamp(wish, 0, count - room);
    if (doings.travels == 0 || holds(doings, first, room)) return neighbours(first, room);
    const std::set<int> all = columns_of(doings);
    if (static_cast<int>(all.size()) <= room) return widened(layout, question, all);
    std::vector<int> some = gathered(doings, question.from, room);
    return some.empty() ? neighbours(first, room) : some;
}

}  // namespace app
