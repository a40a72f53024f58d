// The sentence on the current row. See words.h. Nothing here knows the purpose of a kernel.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "app/format.h"
#include "app/views/flow/changes.h"
#include "app/views/flow/reaches.h"
#include "app/views/flow/words.h"

namespace app {

using namespace simulator;

namespace {

std::string places(std::int64_t apart) {
    const std::int64_t far = std::llabs(apart);
    return std::to_string(far) + (far == 1 ? " place to the " : " places to the ") +
           (apart > 0 ? "right" : "left");
}

// "the *six* values above it"; where not all have rows, how many do.
std::string loads_above(const FlowLayout& layout) {
    const std::string all = (layout.least_loads < layout.loads ? "up to *" : "*") +
                            count_word(layout.loads) + "* values";
    const auto shown = std::ranges::count(layout.rows, FlowRowKind::input, &FlowRow::kind);
    if (shown < layout.loads) return all + ", the first " + count_word(shown) + " of them above it";
    return (layout.least_loads < layout.loads ? "" : "the ") + all + " above it";
}

// The versions of a row, and the sources of each.
using MadeFrom = std::map<std::uint32_t, std::vector<std::uint32_t>>;

MadeFrom sources_in(const FlowLayout& layout, int row) {
    MadeFrom made;
    for (const FlowArrow& arrow : arrows_into(layout, row))
        if (arrow.kind != EdgeKind::index) made[arrow.version].push_back(arrow.source);
    return made;
}

// Whether each cell is made from at least two values: its own and another.
bool keep_their_own(const MadeFrom& made) {
    const auto alone = [](const auto& cell) { return cell.second.size() < 2; };
    return std::ranges::none_of(made, alone);
}

// Whether each cell holds the sum of its sources. Judged by values, because nothing here knows the
// meaning of an instruction.
bool all_add(const Flow& flow, const MadeFrom& made) {
    bool moves = false;  // sums of zeros look like copies
    for (const auto& [version, sources] : made) {
        if (sources.size() < 2) return false;
        const auto value = [&](std::uint32_t of) {
            const Version& at = flow.versions[of];
            return at.array < 0 ? NAN : value_number(at.after, flow.arrays[at.array].type);
        };
        double sum = 0, size = 0;
        for (const std::uint32_t source : sources)
            sum += value(source), size += std::fabs(value(source));
        if (!(std::fabs(sum - value(version)) <= 1e-5 * size)) return false;
        moves |= std::ranges::all_of(sources, [&](auto source) { return value(source) != 0; });
    }
    return moves;
}

// "each takes its partner's value, *32 places away*". Where both cells of a pair keep a part of
// their own value, and do not just add, the pair is a butterfly. Where one of them keeps nothing of
// its own, the words say what the other does.
std::string partner_words(const Flow& flow, MadeFrom made, const std::string& which,
                          const std::string& far) {
    const std::size_t all = made.size();
    std::erase_if(made, [](const auto& cell) { return cell.second.size() < 2; });
    if (made.size() == all && !all_add(flow, made))
        return "in *" + count_word(all / 2) + (all == 2 ? "* butterfly" : "* butterflies") +
               ", each made from its own value and its partner's, *" + far + " away*";
    if (made.empty() || made.size() == all)
        return which + " its partner's value, *" + far + " away*";
    return "of each two *" + far + " apart*, one takes the other's value, and the other " +
           (all_add(flow, made) ? "takes the *sum* of both" : "is made from *both*");
}

// What the cells of a row were made from, in words.
std::string made_from(const Flow& flow, const FlowLayout& layout, int row, const Reaches& reaches) {
    const std::string sources = sources_of(flow, layout, row);
    if (reaches.apart.empty() && !reaches.from_inputs && !sources.empty())
        return "*" + count_word(reaches.made) + "* of them from " + sources;
    if (reaches.apart.empty() && layout.copied_from >= 0 && row == 0) return "each by a copy";
    SharedChanges shared;
    shared.add(flow, layout.rows[row]);
    if (reaches.apart.empty() && !reaches.from_inputs && shared.cells > 0)
        return "*" + grouped(shared.changes) + "* times by atomics";
    if (reaches.apart.empty())
        return !reaches.from_inputs ? "none from another column"
               : layout.loads > 1   ? "each from " + loads_above(layout)
                                    : "each from the input above it";
    const std::int64_t first = reaches.apart.begin()->first;
    const std::string who = layout.rows[row].written == 1 ? "it" : "each";
    const MadeFrom made = sources_in(layout, row);
    const std::string which = who + (all_add(flow, made) ? " adds" : " takes");
    const std::string around = reaches.around ? ", around the ends of the warp" : "";
    if (const ColumnsThatMeet meets = meeting_in(layout, row); meets.columns > 0)
        return who + " made from *" + count_word(meets.columns) + " that stand " +
               std::to_string(meets.apart) + " apart*";
    if (reaches.apart.size() == 1)
        return (keep_their_own(made) && !all_add(flow, made) ? who + " joins the one *"
                                                             : which + " the value *") +
               places(first) + "*" + around;
    if (reaches.apart.size() == 2 && first == -reaches.apart.rbegin()->first) {
        const std::string far = std::to_string(-first) + (first == -1 ? " place" : " places");
        return (reaches.crossed.size() == 1 ? partner_words(flow, made, which, far)
                                            : which + " values *" + far + " away*") +
               around;
    }
    return "values travel over *" + std::to_string(reaches.apart.size()) + " distances*";
}

// "; lane 0 takes *part[511]*, 1216, too": values from further above. Where the whole row comes
// from there, made_from() says so.
std::string beside_words(const Flow& flow, const FlowLayout& layout, int row,
                         const Reaches& reaches) {
    if (reaches.apart.empty()) return "";
    std::vector<const FlowArrow*> beside;
    std::set<int> columns, arrays;
    for (const FlowArrow& arrow : arrows_into(layout, row)) {
        if (arrow.kind != EdgeKind::data || !arrow.live || !comes_beside(layout, arrow)) continue;
        beside.push_back(&arrow);
        columns.insert(arrow.column);
        arrays.insert(flow.versions[arrow.source].array);
    }
    if (beside.empty()) return "";
    const Version& source = flow.versions[beside[0]->source];
    const std::string array = name_of(flow, source.array);
    if (beside.size() > 1)
        return "; *" + count_word(std::ssize(columns)) +
               (columns.size() == 1 ? "* takes from " : "* take from ") +
               (arrays.size() == 1 ? array : count_word(std::ssize(arrays)) + " arrays") + " too";
    const Type type = source.array < 0 ? Type::none : flow.arrays[source.array].type;
    return "; " + std::string(name_of(layout.unit)) + " " +
           std::to_string(layout.columns[beside[0]->column]) + " takes *" + array + "[" +
           std::to_string(source.cell) + "]*, " + value_text(source.after, type) + ", too";
}

// Cells written in a row from which some output was made.
int matter_of(const FlowRow& row) {
    return static_cast<int>(std::ranges::count_if(
        row.marks, [](const FlowMark& mark) { return mark.writes && mark.live; }));
}

// For a step in which other threads write too, beside those that write keys anew.
std::string others_words(const lab::Run& run, const FlowLayout& layout, const FlowRow& row) {
    if (row.last_step < 0 || row.last_step >= std::ssize(run.steps)) return "";
    const Step& step = run.steps[static_cast<std::size_t>(row.last_step)];
    const std::int64_t others = std::int64_t{step.lanes} - row.written;
    if (step.kind != EventKind::store || others <= 0) return "";
    const bool none = step.lanes > layout.columns.size();  // some of them have no key at all
    if (others == 1)
        return none ? " One other thread writes no key."
                    : " One other thread leaves its key in place.";
    const std::string who = " *" + std::to_string(others) + "* other threads ";
    return who + (none ? "write no key." : "leave their keys in place.");
}

}  // namespace

std::string flow_sentence(const lab::Run& run, const FlowLayout& layout, int number) {
    if (layout.empty()) return "No value of this block went from one lane or cell to another.";
    const FlowRow& row = layout.rows[std::clamp(number, 0, int(layout.rows.size()) - 1)];
    const std::string unit(name_of(layout.unit)), units = unit + "s";
    const int all = static_cast<int>(layout.columns.size());
    std::string text;
    for (const FlowRow& other : layout.rows)
        if (other.unset && !row.unset)
            return "Nobody wrote *" + run.flow->arrays[other.array].name +
                   "* before: new values build on *whatever was there*.";
    if (row.raced)
        text = "Within *one barrier interval* lanes read what others wrote, in no fixed order. ";
    if (row.kind == FlowRowKind::output)
        return text + "*" + capitalised(plural(writes_of(row), "value")) + "* " +
               (writes_of(row) == 1 ? "goes from" : "go from") + " the block to " +
               run.flow->arrays[row.array].name + ".";
    if (row.unset)
        return text + "Nobody wrote *" + run.flow->arrays[row.array].name +
               "* before the kernel began: on a GPU it holds *whatever was there*.";
    if (row.kind == FlowRowKind::input || row.kind == FlowRowKind::start)
        return text + "These are the values of " + run.flow->arrays[row.array].name +
               " before the kernel began.";
    if (row.compared) {
        int moved = 0;
        for (const FlowPair& pair : layout.pairs) moved += pair.row == number && pair.moved;
        return text + "*" + capitalised(count_word(row.compared)) + "* pairs of " + units +
               " are compared, " + count_word(moved) + (moved == 1 ? " changes" : " change") +
               " places.";
    }
    if (row.collapsed)
        return text + "One thread takes *" + std::to_string(row.collapsed) +
               "* steps, one after the other; all others wait.";
    const int idle = all - row.written, matter = matter_of(row);
    const Reaches reaches = reaches_of(layout, number);
    // Other writes of threads have no row.
    const std::string with = layout.sorts ? " with keys" : "";
    text += capitalised(count_word(row.written)) + " " + (row.written == 1 ? unit : units) + with +
            written_words(layout, number) + made_from(*run.flow, layout, number, reaches);
    if (reaches.from_table > 0) text += ", and a " + layout.table_words + " from the table";
    if (const std::string& who = row.doings.makers; !who.empty()) text += ", by *" + who + "*";
    text += beside_words(*run.flow, layout, number, reaches);
    if (layout.sorts)
        return text + ". Their places follow *" + layout.keys.digit(row.pass).words() + "*" +
               (idle ? ", with *" + std::to_string(idle) + "* left in place." : ".") +
               others_words(run, layout, row);
    if (matter < row.written)
        return text + ". *" + capitalised(matter == 0 ? "none" : "only " + count_word(matter)) +
               "* of them " + (matter == 1 ? "reaches" : "reach") + " the result.";
    return text + idle_words(run, layout, row);
}

}  // namespace app
