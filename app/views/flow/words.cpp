// Words for data-flow pictures (see words.h). Nothing here knows the purpose of a kernel.
#include "app/views/flow/words.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "app/format.h"
#include "app/views/flow/changes.h"
#include "app/views/flow/reaches.h"
#include "app/views/flow/stage.h"

namespace app {

using namespace simulator;

namespace {

std::string sign(std::int64_t value) {
    return (value < 0 ? "\u2212" : "+") + std::to_string(std::llabs(value));
}

// A row's name, in less room, and in the least.
struct RowName {
    std::string whole, shorter, shortest;
};

RowName reach_name(const Reaches& reaches, const std::string& array) {
    const auto reach = [](const std::string& far) {
        return RowName{"reach " + far, "reach " + far, far};
    };
    const std::int64_t first = reaches.apart.begin()->first;
    if (reaches.apart.size() == 1) return reach(sign(first));
    if (reaches.apart.size() == 2 && first == -reaches.apart.rbegin()->first) {
        const std::string far = "\u00b1" + std::to_string(-first);
        if (reaches.crossed.size() != 1) return reach(far);
        return {"exchange " + far, "exchange " + far, array};
    }
    // All distances where they are few, else the nearest and the farthest.
    std::vector<std::int64_t> far;
    for (const auto& [apart, count] : reaches.apart) far.push_back(apart);
    if (far.back() < 0) std::ranges::reverse(far);
    if (far.size() > 2) return reach(sign(far.front()) + " to " + sign(far.back()));
    const std::string both = sign(far[0]) + ", " + sign(far[1]);
    return {"reach " + both, "reach " + sign(far[0]), both};
}

// The names that CUDA gives the numbers of a float4.
std::string part_words(const FlowLoadPart& load) {
    constexpr std::string_view names = "xyzw";
    if (load.parts == 1) return "";
    const auto part = static_cast<std::size_t>(load.part);
    return "." + (part < names.size() ? std::string(1, names[part]) : std::to_string(part + 1));
}

RowName row_name(const Flow& flow, const FlowLayout& layout, int number) {
    const FlowRow& row = layout.rows[number];
    const std::string array = name_of(flow, row.array), &shortest = flow.arrays[row.array].name;
    const auto named = [&](const std::string& name, const std::string& more = "") {
        return RowName{name + more, name, shortest};
    };
    const auto from = [](const std::string& source) {
        return RowName{"from " + source, "from " + source, source};
    };
    const bool loads = layout.rows.size() > 1 && layout.rows[1].kind == FlowRowKind::input;
    if (row.kind == FlowRowKind::input && loads) {
        const std::string load = "load " + std::to_string(row.load.load + 1) + part_words(row.load);
        return {array + ", " + load, load, shortest};
    }
    // The array that a later pass reads may have the name of the final result.
    const bool read = row.kind == FlowRowKind::input || row.kind == FlowRowKind::start;
    if (read && layout.sorts && layout.keys.first > 0)
        return named("by " + FlowDigit{0, layout.keys.digit(layout.keys.first).shift}.words());
    if (row.kind == FlowRowKind::input || row.kind == FlowRowKind::output) return named(array);
    if (row.kind == FlowRowKind::start) return named(array + " at the start");
    if (row.collapsed) return named(std::to_string(row.collapsed) + " steps");
    if (layout.sorts && row.kind == FlowRowKind::stage)
        return named("pass " + std::to_string(row.pass + 1),
                     ", " + layout.keys.digit(row.pass).words());
    const Reaches reaches = reaches_of(layout, number);
    const bool lanes = flow.arrays[row.array].space == Space::none;
    if (row.kind == FlowRowKind::relay && !lanes) return named("into " + array);
    if (const ColumnsThatMeet meets = meeting_in(layout, number); meets.columns > 0)
        return named(std::to_string(meets.columns) + " meet",
                     ", \u00b1" + std::to_string(meets.apart));
    if (!reaches.apart.empty()) return reach_name(reaches, shortest);
    if (row.compared) return named("compare", row.written ? "" : ", none moves");
    if (const std::string sources = sources_of(flow, layout, number); !sources.empty())
        return from(sources);
    if (layout.copied_from >= 0 && number == 0) return from(name_of(flow, layout.copied_from));
    if (!reaches.made && row.written)
        return lanes ? named("made in the lane") : named("computed", ", from no array");
    return named(lanes ? "in the lane" : "into " + array);
}

}  // namespace

void name_flow_row(const Flow& flow, FlowLayout& layout, int number) {
    const RowName name = row_name(flow, layout, number);
    FlowRow& row = layout.rows[number];
    row.name = name.whole, row.shorter = name.shorter, row.shortest = name.shortest;
}

std::int64_t writes_of(const FlowRow& row) {
    std::int64_t all = 0;
    for (const FlowMark& mark : row.marks) all += mark.writes;
    return all;
}

std::vector<std::string> row_share(const FlowLayout& layout, int number) {
    const FlowRow& row = layout.rows[number];
    const auto count = [](std::int64_t values, std::string_view noun) {
        return std::vector{plural(values, noun), grouped(values)};
    };
    const std::string all =
        std::to_string(row.written > layout.numbers() ? std::ssize(layout.columns)
                                                      : std::ptrdiff_t{layout.numbers()});
    const auto values = std::ranges::count(layout.rows, FlowRowKind::input, &FlowRow::kind);
    if (row.kind == FlowRowKind::input && number == 0 && layout.loads > values) {
        const std::string of = std::to_string(layout.rows[values - 1].load.load + 1) + " of " +
                               std::to_string(layout.requests);
        return {of + " loads", of};
    }
    if (row.kind == FlowRowKind::input && layout.loads > 1)
        return {"for " + plural(row.written, name_of(layout.unit)), "for " + grouped(row.written)};
    if (row.kind == FlowRowKind::input || row.kind == FlowRowKind::start)
        return count(row.written, "value");
    if (row.compared)
        return {std::to_string(row.compared) + " compared", std::to_string(row.compared)};
    if (row.kind == FlowRowKind::output) return count(writes_of(row), "result");
    const std::string of = std::to_string(row.written) + " of " + all;
    return {of + " " + std::string(name_of(layout.unit)) + "s", of};
}

namespace {

// The threads that made a row, and their warps.
struct Makers {
    std::set<std::uint32_t> threads, warps;
    /// The fewest warps that so many threads need.
    std::size_t least() const { return (threads.size() + warp_size - 1) / warp_size; }
};

Makers makers_of(const Flow& flow, const FlowRow& row) {
    Makers made;
    for (const FlowMark& mark : row.marks) {
        if (!mark.writes || !made_by_kernel(flow.versions[mark.version])) continue;
        for (const std::uint32_t thread : threads_of(flow, mark)) {
            made.threads.insert(thread);
            made.warps.insert(thread / warp_size);
        }
    }
    return made;
}

}  // namespace

void note_makers(const Flow& flow, FlowRow& row) {
    const Makers makers = makers_of(flow, row);
    if (makers.threads.empty()) return;
    const auto threads = static_cast<std::int64_t>(makers.threads.size()),
               warps = static_cast<std::int64_t>(makers.warps.size());
    const std::string who = threads == 1 ? "thread " + std::to_string(*makers.threads.begin())
                                         : plural(threads, "thread");
    row.doings.warps =
        warps == 1 ? "warp " + std::to_string(*makers.warps.begin()) : plural(warps, "warp");
    row.doings.makers = who + " of " + row.doings.warps;
}

std::string maker_warps(const Flow& flow, const FlowRow& row) {
    const std::size_t warps = makers_of(flow, row).warps.size();
    return warps ? plural(warps, "warp") : "";
}

namespace {

// Whether the last row takes values only from distances of a row before. Then it is a part of that
// round, computed where the result is.
bool ends_in_part_of(const FlowLayout& layout, int row) {
    const Reaches before = reaches_of(layout, row),
                  last = reaches_of(layout, int(layout.rows.size()) - 1);
    return std::ranges::all_of(last.apart, [&](const auto& one) {
        return before.apart.size() == 2 && before.apart.contains(one.first);
    });
}

// `relays`: count rows in which lanes pass values to each other, too.
int rounds_of(const FlowLayout& layout, bool relays = false) {
    std::set<int> rows;
    for (const FlowArrow& arrow : layout.arrows) {
        const FlowRowKind kind = layout.rows[arrow.row].kind;
        const bool counts = kind == FlowRowKind::stage || (relays && kind == FlowRowKind::relay);
        const bool again = layout.rows[arrow.row].again;
        if (!arrow.own && arrow.kind != EdgeKind::index && counts && !again) rows.insert(arrow.row);
    }
    for (const FlowPair& pair : layout.pairs) rows.insert(pair.row);
    if (!rows.empty() && ends_in_a_round(layout) && !ends_in_part_of(layout, *rows.rbegin()))
        rows.insert(int(layout.rows.size()) - 1);
    return static_cast<int>(rows.size());
}

int results_of(const FlowLayout& layout) {
    for (const FlowRow& row : layout.rows)
        if (row.kind == FlowRowKind::output) return row.written;
    return 0;
}

// +1 where every round reaches twice as far as the round before, -1 where half as far, else 0.
int growth(const FlowLayout& layout) {
    std::vector<std::int64_t> far;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const Reaches reaches = reaches_of(layout, static_cast<int>(r));
        if (reaches.apart.empty() || layout.rows[r].kind == FlowRowKind::output) continue;
        far.push_back(std::llabs(reaches.apart.begin()->first));
        if (reaches.apart.size() > 2) return 0;
    }
    if (far.size() < 3) return 0;
    int twice = 1, half = 1;
    for (std::size_t i = 1; i < far.size(); ++i) {
        twice = twice && far[i] == 2 * far[i - 1];
        half = half && 2 * far[i] == far[i - 1];
    }
    return twice - half;
}

// The longest sequence of rounds that each reach twice as far, with at most two other rounds. In
// those, a thread's equations are joined with the neighbour's before, and solved from it after.
int doubling_rounds(const FlowLayout& layout, int rounds) {
    int longest = 0, now = 0;
    std::int64_t last = 0;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const Reaches reaches = reaches_of(layout, static_cast<int>(r));
        if (reaches.apart.empty() || layout.rows[r].kind == FlowRowKind::output) continue;
        const std::int64_t far = std::llabs(reaches.apart.begin()->first);
        now = far == 2 * last ? now + 1 : 1;
        longest = std::max(longest, now);
        last = far;
    }
    return longest >= 3 && longest < rounds && rounds - longest <= 2 ? longest : 0;
}

// Whether each round with a reach goes equally far to both sides.
bool to_both_sides(const FlowLayout& layout) {
    for (int row = 0; row < static_cast<int>(layout.rows.size()); ++row) {
        const auto apart = reaches_of(layout, row).apart;
        if (apart.empty() || layout.rows[row].kind == FlowRowKind::output) continue;
        if (apart.begin()->first != -apart.rbegin()->first) return false;
    }
    return true;
}

// Rounds first reach about twice as far each, then half as far: up a tree and down again. Padding
// makes reaches odd, so the test is not exact.
bool up_and_down(const FlowLayout& layout) {
    std::vector<double> far;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const Reaches reaches = reaches_of(layout, static_cast<int>(r));
        if (reaches.apart.empty() || layout.rows[r].kind == FlowRowKind::output) continue;
        std::int64_t most = 0;
        for (const auto& [apart, count] : reaches.apart)
            most = std::max<std::int64_t>(most, std::llabs(apart));
        far.push_back(static_cast<double>(most));
    }
    for (std::size_t i = 1; i + 1 < far.size(); ++i)  // work at the top, beside the tree
        if (4 * far[i] < std::min(far[i - 1], far[i + 1]))
            far.erase(far.begin() + std::ptrdiff_t(i));
    const auto top = std::ranges::max_element(far);
    const auto about_twice = [](double less, double more) {
        return more > 1.5 * less && more < 2.5 * less;
    };
    if (top - far.begin() < 2 || far.end() - top < 3) return false;
    for (auto one = far.begin(); one + 1 != far.end(); ++one) {
        const bool level = *one == *(one + 1) && (one == top || one + 1 == top);
        const bool steep =
            one < top ? about_twice(*one, *(one + 1)) : about_twice(*(one + 1), *one);
        if (!level && !steep) return false;
    }
    return true;
}

// Whether the threads that make the rounds would fit into far fewer warps than they use.
bool scattered(const Flow& flow, const FlowLayout& layout) {
    std::size_t warps = 0, least = 0;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        if (reaches_of(layout, static_cast<int>(r)).apart.empty()) continue;
        const Makers makers = makers_of(flow, layout.rows[r]);
        warps += makers.warps.size();
        least += makers.least();
    }
    return warps > 2 * least;
}

// The shared array in which warps meet after they pass values among their own lanes; -1: no such
// array.
int met_in(const Flow& flow, const FlowLayout& layout) {
    if (layout.columns.size() <= static_cast<std::size_t>(warp_size)) return -1;
    int array = -1;
    for (const FlowRow& row : layout.rows)
        if (row.kind == FlowRowKind::relay && flow.arrays[row.array].space == Space::shared)
            array = row.array;
    if (array < 0 || flow.arrays[layout.stage[0]].space != Space::none) return -1;
    return array;
}

int count_of(const FlowLayout& layout, FlowProblemKind kind) {
    std::set<std::uint32_t> versions;
    for (const FlowProblem& problem : layout.problems)
        if (problem.kind == kind) versions.insert(problem.version);
    return static_cast<int>(versions.size());
}

// The version from which a copied value came, through any number of cells.
const Version& origin_of(const Flow& flow, std::uint32_t version) {
    for (;;) {
        const auto edges = edges_of(flow, flow.versions[version]);
        const auto copied = std::ranges::find(edges, true, &Edge::moved);
        if (copied == edges.end()) return flow.versions[version];
        version = copied->source;
    }
}

// Whether most results are copies from other places, which the columns of a layout do not show.
bool goes_elsewhere(const Flow& flow, const FlowLayout& layout) {
    int moved = 0, all = 0;
    for (const FlowMark& mark : layout.rows.back().marks) {
        if (!mark.version) continue;
        const Version &result = flow.versions[mark.version],
                      &origin = origin_of(flow, mark.version);
        ++all;
        moved += origin.array >= 0 && origin.array != result.array && origin.cell != result.cell;
    }
    return 2 * moved > all;
}

// Whether each round takes a neighbour's value from the round before: a chain.
bool from_neighbours(const FlowLayout& layout) {
    const auto far = [&](const FlowArrow& arrow) {
        const bool made = layout.rows[arrow.from_row].kind != FlowRowKind::input;
        return made && std::abs(arrow.from - arrow.column) > 1;
    };
    return rounds_of(layout) > 2 && std::ranges::none_of(layout.arrows, far);
}

std::string how_rounds_go(const Flow& flow, const FlowLayout& layout) {
    if (scattered(flow, layout)) return ", by threads far apart";
    const int grows = growth(layout);
    return grows > 0 ? ", each twice as far" : grows < 0 ? ", each half as far" : "";
}

// The number of arrays from which each cell loads equally many values, more than one: its thread
// adds these first. 0 where the numbers vary, or where each array gives one factor.
int arrays_loaded_alike(const FlowLayout& layout) {
    std::map<int, int> loads;  // by array
    for (const FlowRow& row : layout.rows)
        if (row.kind == FlowRowKind::input) ++loads[row.array];
    const int each = loads.empty() ? 0 : loads.begin()->second;
    const auto other = [&](const auto& array) { return array.second != each; };
    const bool alike = layout.least_loads == layout.loads && std::ranges::none_of(loads, other);
    return alike && layout.loads > std::ssize(loads) ? int(std::ssize(loads)) : 0;
}

// Whether each cell is filled several times, by one load each time: pieces of an array that follow
// each other and are not combined.
bool filled_again(const FlowLayout& layout) {
    const auto fills = std::ranges::count(layout.rows, FlowRowKind::stage, &FlowRow::kind);
    return fills > 1 && fills == layout.loads;
}

// No value goes from one cell to another in rounds. Atomics of several threads may meet in a cell.
std::string map_claim(const Flow& flow, const FlowLayout& layout, const std::string& unit) {
    if (goes_elsewhere(flow, layout)) return "Every value goes to another place";
    SharedChanges shared;
    for (const FlowRow& row : layout.rows)
        if (row.kind != FlowRowKind::output) shared.add(flow, row);
    if (shared.cells == 0) return "Every " + unit + " is on its own";
    if (shared.cells == 1)
        return plural(std::ssize(shared.threads), "thread") + " change one " + unit;
    return "Up to " + plural(static_cast<std::int64_t>(shared.most), "thread") + " change a " +
           unit;
}

std::string pieces_claim(const Flow& flow, const FlowLayout& layout) {
    std::set<int> arrays;
    for (const FlowRow& row : layout.rows)
        if (row.kind == FlowRowKind::input) arrays.insert(row.array);
    return (arrays.size() == 1 ? "Pieces of " + name_of(flow, *arrays.begin()) : "Pieces") +
           " come one after the other";
}

// Whether another length of the problem has the same value: then it is unclear which one counts.
bool has_equal_length(const lab::Settings& settings, const lab::Knob& size) {
    using Role = lab::Knob::Role;
    return std::ranges::any_of(settings.subject->knobs, [&](const lab::Knob* other) {
        return other != &size && other->kind == lab::Knob::Kind::integer &&
               (other->role == Role::size || other->role == Role::side ||
                other->role == Role::other) &&
               settings[*other] == settings[size];
    });
}

// "Six values", "2 × n values": a multiple of the size where that is the number, so that the title
// also holds for sizes that are not drawn.
std::string values_of_a_cell(const FlowLayout& layout, const lab::Settings* settings) {
    constexpr std::int64_t least = 8;  // fewer values than that are no size
    const lab::Knob* size = settings && settings->subject ? settings->subject->size : nullptr;
    const std::int64_t each = size ? (*settings)[*size] : 0;
    const bool counts = each >= least && layout.loads % each == 0 && layout.loads > 0;
    if (counts && !has_equal_length(*settings, *size))
        return (layout.loads == each ? "" : std::to_string(layout.loads / each) + " × ") +
               size->id + " values";
    return (layout.least_loads < layout.loads ? "Up to " + count_word(layout.loads)
                                              : capitalised(count_word(layout.loads))) +
           " values";
}

}  // namespace

std::string flow_claim(const Flow& flow, const FlowLayout& layout, const lab::Settings* settings) {
    if (layout.too_many) return "Too many values for a picture";
    if (layout.empty()) return "Nothing flows between the lanes here";
    const std::string unit(name_of(layout.unit));
    const int unwritten = count_of(layout, FlowProblemKind::unwritten);
    const int unused = count_of(layout, FlowProblemKind::unused);
    if (std::ranges::any_of(layout.rows, &FlowRow::raced))
        return "The order of this run is not fixed";
    if (std::ranges::any_of(layout.rows, &FlowRow::unset))
        return "The kernel reads what nobody wrote";
    if (unwritten)
        return capitalised(count_word(unwritten)) + (unwritten == 1 ? " read" : " reads") +
               " of what nobody wrote";
    const auto columns = static_cast<int>(layout.columns.size());
    if (unused * 8 > columns)  // not for a column that loads several numbers
        return std::to_string(unused) + (layout.loads > 1 ? "" : " of " + std::to_string(columns)) +
               " values never reach the result";
    const int results = results_of(layout), rounds = rounds_of(layout, results == 1);
    const std::string count =
        capitalised(count_word(rounds)) + (rounds == 1 ? " round" : " rounds");
    if (rounds == 0 && filled_again(layout)) return pieces_claim(flow, layout);
    if (rounds == 0 && layout.loads > 1)
        return values_of_a_cell(layout, settings) + " make each " + unit;
    if (layout.sorts) return sorting_claim(layout.keys);
    if (rounds == 0) return map_claim(flow, layout, unit);
    if (const int array = met_in(flow, layout); array >= 0)
        return "Warps work by themselves, then meet in " +
               (flow.arrays[static_cast<std::size_t>(array)].space == simulator::Space::shared
                    ? "shared memory"
                    : name_of(flow, array));
    if (results == 1) {  // short enough for one line of a small window
        if (const int arrays = arrays_loaded_alike(layout))
            return capitalised(count_word(layout.loads / arrays)) +
                   (arrays > 1 ? " of each array" : " values") + " per " + unit + ", then " +
                   uncapitalised(count);
        const std::string how = how_rounds_go(flow, layout);
        return count + (how.empty() ? " to one result" : " to one" + how);
    }
    if (up_and_down(layout)) return "Values go up the tree, then down";
    if (const int grows = growth(layout)) {
        const bool lanes = flow.arrays[layout.stage[0]].space == Space::none,
                   both = to_both_sides(layout);  // a lane's own rounds are in its own cell
        return count + (lanes && both ? " between lanes" : "") + ", each " +
               (grows > 0 ? "twice" : "half") + " as far" + (both ? ", both ways" : "");
    }
    if (const int doubling = doubling_rounds(layout, rounds))
        return capitalised(count_word(doubling)) + " rounds, each twice as far, and " +
               count_word(rounds - doubling) + " more";
    // Successive steps of one thread share a row.
    const auto steps = std::ranges::max(layout.rows, {}, &FlowRow::collapsed).collapsed;
    if (rounds == 1 && steps > 1) return std::to_string(steps) + " steps, one after the other";
    if (!layout.pairs.empty()) return count + " of comparisons";
    if (from_neighbours(layout)) return count + ", each from a neighbour";
    const Space space = flow.arrays[layout.stage[0]].space;
    return count + (space == Space::none     ? " from lane to lane"
                    : space == Space::shared ? " in shared memory"
                                             : " in " + name_of(flow, layout.stage[0]));
}

}  // namespace app
