// What the rows of a data-flow picture are called, when they run, and what is wrong in them. Last
// phase of layout.cpp.
#include <algorithm>

#include "app/format.h"
#include "app/views/flow/layout_maker.h"
#include "app/views/flow/words.h"

namespace app {

using namespace simulator;

void FlowLayoutMaker::note_problems() {
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
    }
    for (const FlowArrow& arrow : made_.arrows)
        if (arrow.raced) made_.rows[arrow.row].raced = true;
    for (std::size_t r = 0; r < made_.rows.size(); ++r)
        made_.rows[r].name = row_name(flow_, made_, static_cast<int>(r));
}

// How wide values are where they stand shoulder to shoulder; a lone one may grow to its right.
void FlowLayoutMaker::measure_values() {
    const auto length = [&](const FlowMark& mark) {
        const Version& version = at(mark.version);
        const Type type = version.array < 0 ? Type::none : flow_.arrays[version.array].type;
        return static_cast<int>(value_text(version.after, type, 4).size());
    };
    for (FlowRow& row : made_.rows) {
        for (const FlowMark& mark : row.marks)
            if (mark.writes) row.digits = std::max(row.digits, std::min(length(mark), 5));
        for (std::size_t c = 0; c + 1 < row.marks.size(); ++c)
            if (row.marks[c].writes && row.marks[c + 1].writes)
                made_.digits = std::max(made_.digits, std::min(length(row.marks[c]), 5));
    }
}

void FlowLayoutMaker::note_step(FlowRow& row, int step) {
    if (step < 0) return;
    row.first_step = row.first_step < 0 ? step : std::min(row.first_step, step);
    row.last_step = std::max(row.last_step, step);
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

}  // namespace app
