// A data-flow layout as text, one mark a line, for exact comparison in tests.
#include <cstdio>

#include "app/format.h"
#include "app/views/flow/layout.h"

namespace app {

using namespace simulator;

namespace {

std::string place(const FlowLayout& layout, int row, int column) {
    const std::string at = column < 0 ? "?" : std::to_string(layout.columns[column]);
    return std::to_string(row) + "." + at;
}

std::string mark_text(const Flow& flow, const FlowMark& mark) {
    if (!mark.version) return "-";
    const Version& version = flow.versions[mark.version];
    const Type type = version.array < 0 ? Type::none : flow.arrays[version.array].type;
    std::string text = value_text(version.after, type);
    if (mark.first) text = mark.first_text + ";" + text;
    if (mark.writes == 0) text = "(" + text + ")";
    if (mark.writes > 1) text += "x" + std::to_string(mark.writes);
    if (mark.writes && !mark.live && version.edges) text += "!";
    return text;
}

}  // namespace

std::string text_of(const FlowLayout& layout, const Flow& flow) {
    constexpr const char* kinds[] = {"input", "start", "stage", "relay", "output"};
    std::string text = "columns by " + std::string(name_of(layout.unit)) + "\n";
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const FlowRow& row = layout.rows[r];
        text += "row " + std::to_string(r) + " " + kinds[static_cast<int>(row.kind)] + " " +
                flow.arrays[row.array].name + " | " + row.name + " |";
        for (const FlowMark& mark : row.marks) text += " " + mark_text(flow, mark);
        if (row.collapsed) text += " | folded " + std::to_string(row.collapsed);
        if (row.raced) text += " | by luck";
        text += "\n";
    }
    for (const FlowArrow& arrow : layout.arrows) {
        constexpr const char* signs[] = {" -> ", " ?> ", " #> "};
        text += place(layout, arrow.from_row, arrow.from) + signs[static_cast<int>(arrow.kind)] +
                place(layout, arrow.row, arrow.column);
        text += arrow.live ? "" : " dead";
        text += arrow.raced ? " luck" : "";
        text += arrow.paired ? " paired" : "";
        text += arrow.stub ? " stub\n" : "\n";
    }
    for (const FlowPair& pair : layout.pairs)
        text += "pair " + place(layout, pair.row, pair.a) + " " + place(layout, pair.row, pair.b) +
                (pair.moved ? " moved\n" : "\n");
    for (const FlowProblem& problem : layout.problems)
        text += std::string(problem.kind == FlowProblemKind::unused ? "unused " : "unwritten ") +
                flow.arrays[flow.versions[problem.version].array].name + "[" +
                std::to_string(flow.versions[problem.version].cell) + "] at " +
                place(layout, problem.row, problem.column) + "\n";
    return text;
}

}  // namespace app
