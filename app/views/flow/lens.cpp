// Columns of the lens. See lens.h.
#include "app/views/flow/lens.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace app {

using namespace simulator;

namespace {

using Doings = FlowDoings;

bool travels(int column, const std::vector<int>& sources) {
    return std::ranges::any_of(sources, [&](int source) { return source != column; });
}

// All columns that take part; stops soon after it has more than `most`.
std::set<int> columns_of(const Doings& doings, int most) {
    std::set<int> all;
    for (const auto& [column, sources] : doings.sources) {
        all.insert(column);
        all.insert(sources.begin(), sources.end());
        if (static_cast<int>(all.size()) > most) break;
    }
    return all;
}

std::vector<int> neighbours(int first, int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), first);
    return all;
}

// The left end while something happens there, else around the first column that takes part.
int followed(const Doings& doings, int room) {
    if (doings.sources.empty()) return 0;
    const int first = doings.sources.front().first;
    return first < room ? 0 : first - room / 2;
}

// Whether neighbours show enough: both ends of each value, and at least four values that travel, or
// all.
bool holds(const Doings& doings, int first, int room) {
    const auto inside = [&](int column) { return column >= first && column < first + room; };
    int seen = 0;
    const auto begin = std::ranges::lower_bound(doings.sources, first, {}, &Doings::Taken::first);
    for (auto at = begin; at != doings.sources.end(); ++at) {
        const auto& [column, sources] = *at;
        if (!inside(column)) break;
        for (const int source : sources) {
            if (!inside(source)) return false;
            seen += source != column;
        }
    }
    return seen >= std::min(4, doings.travels);
}

// Alternates between the first half and the second half.
std::vector<Doings::Taken> from_both_halves(const std::vector<Doings::Taken>& all) {
    std::vector<Doings::Taken> mixed;
    const std::size_t half = (all.size() + 1) / 2;
    for (std::size_t i = 0; i < half; ++i) {
        mixed.push_back(all[i]);
        if (half + i < all.size()) mixed.push_back(all[half + i]);
    }
    return mixed;
}

// Targets with their sources, one after the other, while there is room. Where keys are sorted, half
// of them come from the right, because keys at the left are alike.
std::vector<int> gathered(const FlowLayout& layout, const Doings& doings, int from, int room) {
    std::set<int> all;
    const bool halves = layout.sorts && from < 0;
    for (const bool moved : {true, false})  // first the targets to which a value travels
        for (const auto& [column, sources] :
             halves ? from_both_halves(doings.sources) : doings.sources) {
            if (column < from || travels(column, sources) != moved) continue;
            std::set<int> more = all;
            more.insert(column);
            more.insert(sources.begin(), sources.end());
            if (static_cast<int>(more.size()) > room) break;
            all = std::move(more);
        }
    return {all.begin(), all.end()};
}

// Adds rows around the current row, nearest first, whose columns also have room.
std::vector<int> widened(const FlowLayout& layout, const FlowLensQuestion& question,
                         std::set<int> all) {
    for (int apart = 1; apart < question.rows; ++apart)
        for (const int row : {question.now - apart, question.now + apart}) {
            if (row < question.first_row || row >= question.first_row + question.rows) continue;
            if (layout.rows[row].kind == FlowRowKind::input) continue;
            std::set<int> more = columns_of(layout.rows[row].doings, question.room);
            more.insert(all.begin(), all.end());
            if (static_cast<int>(more.size()) <= question.room) all = std::move(more);
        }
    return {all.begin(), all.end()};
}

std::vector<int> own_columns(const FlowLayout& layout, const FlowLensQuestion& question) {
    const int count = static_cast<int>(layout.columns.size()),
              room = std::min(question.room, count);
    if (room == count) return neighbours(0, count);
    static const Doings none;
    const Doings& doings = question.now < 0 ? none : layout.rows[question.now].doings;
    const int wish = question.from < 0 ? followed(doings, room) : question.from;
    const int first = std::clamp(wish, 0, count - room);
    if (doings.travels == 0 || holds(doings, first, room)) return neighbours(first, room);
    const std::set<int> all = columns_of(doings, room);
    if (static_cast<int>(all.size()) <= room) return widened(layout, question, all);
    std::vector<int> some = gathered(layout, doings, question.from, room);
    return some.empty() ? neighbours(first, room) : some;
}

// Neighbours around the lit columns, if the chosen columns are neighbours and the lit ones fit.
// Else the lit columns, and as many of the chosen as have room.
std::vector<int> with_lit(const std::vector<int>& lit, const std::vector<int>& chosen, int count) {
    const auto room = static_cast<int>(chosen.size());
    const int span = lit.back() - lit.front() + 1;
    if (chosen.back() - chosen.front() < room && span <= room)
        return neighbours(std::clamp(lit.front() - (room - span) / 2, 0, count - room), room);
    std::set<int> all(lit.begin(), lit.end());
    for (const int column : chosen)
        if (static_cast<int>(all.size()) < room) all.insert(column);
    return {all.begin(), all.end()};
}

}  // namespace

std::vector<int> lens_columns(const FlowLayout& layout, const FlowLensQuestion& question) {
    const std::vector<int> chosen = own_columns(layout, question);
    const bool seen = std::ranges::includes(chosen, question.lit);
    if (seen || question.from >= 0 || question.lit.size() > chosen.size()) return chosen;
    return with_lit(question.lit, chosen, static_cast<int>(layout.columns.size()));
}

}  // namespace app
