// How far values travel. See of_run.h.
#include "app/views/flow/of_run.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "app/views/flow/reaches.h"

namespace app {

using namespace simulator;

namespace {

// Whether a cell shows other digits than the cell above it.
bool looks_changed(const FlowLayout& layout, const FlowArrow& arrow) {
    if (arrow.row == 0 || layout.sorts) return true;
    const FlowMark &now = layout.rows[arrow.row].marks[arrow.column],
                   &above = layout.rows[arrow.row - 1].marks[arrow.column];
    return !above.version || now.text != above.text || now.first_text != above.first_text;
}

// Whether an arrow visibly brings a value other than zero from another column.
bool brings(const lab::Run& run, const FlowLayout& layout, const FlowArrow& arrow) {
    return arrow.live && arrow.kind != EdgeKind::index && !arrow.own &&
           !layout.of_table(arrow.from) && layout.rows[arrow.from_row].kind != FlowRowKind::input &&
           run.flow->versions[arrow.source].after != 0 && looks_changed(layout, arrow);
}

// How a row's values come to it.
struct RowWays {
    std::int64_t far = 0;             // cells, where all values come equally far; else 0
    std::int64_t counts = INT64_MAX;  // the most cells of a distance that count
    bool both = false;                // to both sides: an exchange, or several cells that meet
    int values = 0;                   // values that travel
};

// When each round reaches twice as far, the third round shows the pattern, with the first two above
// it. So ways of later rounds count no more than in the third. Where each round has only half the
// values of the round before, the far rounds tell more.
std::vector<RowWays> ways_into(const lab::Run& run, const FlowLayout& layout) {
    std::vector<RowWays> rows(layout.rows.size());
    std::vector<std::set<std::int64_t>> apart(rows.size());
    for (const FlowArrow& arrow : layout.arrows)
        if (brings(run, layout, arrow)) {
            apart[arrow.row].insert(layout.columns[arrow.from] - layout.columns[arrow.column]);
            ++rows[arrow.row].values;
        }
    RowWays before{};
    int round = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (apart[r].empty()) continue;
        const std::int64_t first = *apart[r].begin();
        rows[r].both = apart[r].size() == 2 && first == -*apart[r].rbegin();
        if (rows[r].both || apart[r].size() == 1) rows[r].far = std::llabs(first);
        if (const ColumnsThatMeet meets = meeting_in(layout, int(r)); meets.columns > 0)
            rows[r].both = true, rows[r].far = meets.apart;
        const bool twice = rows[r].far > 0 && rows[r].far == 2 * before.far;
        const bool as_many = rows[r].both || 5 * rows[r].values > 3 * before.values;
        round = twice && as_many ? round + 1 : 1;
        if (round >= 3) rows[r].counts = round == 3 ? rows[r].far : before.counts;
        before = rows[r];
    }
    return rows;
}

}  // namespace

Travels travels_of(const lab::Run& run) {
    constexpr double held = 16;
    constexpr std::size_t most_of_a_pattern = 4;  // distances
    const std::size_t count = run.steps.size();
    Travels all{std::vector<double>(count), std::vector<double>(count)};
    std::vector<double> arrows(count);
    std::vector<std::set<std::int64_t>> apart(count);
    std::vector<RowWays> ways;
    int last = -1;
    for (const Step& step : run.steps) {
        if (step.launch == last) continue;
        const FlowLayout& layout = layout_of(run, last = step.launch);
        ways = ways_into(run, layout);
        for (const FlowArrow& arrow : layout.arrows) {
            // A pass is complete when all its keys are in place. The same holds for both values of
            // an exchange, and all of a meeting.
            const RowWays& way = ways[arrow.row];
            const int at = layout.sorts || way.both ? layout.rows[arrow.row].last_step
                                                    : layout.steps[arrow.version];
            if (!arrow.live || arrow.kind == EdgeKind::index || at < 0) continue;
            ++all.made[at];
            if (!brings(run, layout, arrow)) continue;
            ++arrows[at];
            const auto far = std::llabs(layout.columns[arrow.from] - layout.columns[arrow.column]);
            all.far[at] += static_cast<double>(std::min<std::int64_t>(far, way.counts));
            if (!layout.sorts) apart[at].insert(way.both ? way.far : far);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (arrows[i] > held) all.far[i] *= held / arrows[i];
        if (apart[i].size() > most_of_a_pattern) all.far[i] /= double(apart[i].size());
    }
    return all;
}

}  // namespace app
