// Layouts of data-flow pictures on tiny flows made by hand, as text and exact: rows, columns,
// arrows, problems.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "app/views/flow/layout.h"
#include "app/views/flow/places.h"
#include "app/views/flow/words.h"

namespace {

using namespace app;
using simulator::Comparison, simulator::EdgeKind, simulator::EventKind, simulator::Flow,
    simulator::Space, simulator::Type, simulator::VersionKind;

// Writes a flow down, version by version.
class Script {
public:
    int array(const std::string& name, Space space, Type type = Type::u32) {
        simulator::Array made;
        made.name = name;
        made.space = space;
        made.type = type;
        flow.arrays.push_back(made);
        return static_cast<int>(flow.arrays.size()) - 1;
    }
    std::uint32_t input(int array, std::int64_t cell, std::uint64_t value) {
        return add(VersionKind::input, array, cell, 0, -1, 0, value, {});
    }
    std::uint32_t unwritten(int array, std::int64_t cell) {
        return add(VersionKind::unwritten, array, cell, 0, -1, 0, 0, {});
    }
    std::uint32_t stored(int array, std::int64_t cell, std::uint32_t interval, std::uint64_t value,
                         std::initializer_list<std::uint32_t> sources, int level = 0,
                         int thread = -1) {
        return add(
            VersionKind::stored, array, cell, interval, level,
            thread < 0 ? static_cast<std::uint32_t>(cell) : static_cast<std::uint32_t>(thread),
            value, sources);
    }
    void compare(std::uint32_t a, std::uint32_t b, std::uint32_t interval) {
        Comparison pair;
        pair.a = a;
        pair.b = b;
        pair.interval = interval;
        flow.comparisons.push_back(pair);
    }
    std::string text() const {
        const FlowLayout layout = lay_out(flow, FlowQuestion{});
        return text_of(layout, flow);
    }
    Flow flow = [] {
        Flow empty;
        empty.versions.emplace_back();
        return empty;
    }();

private:
    std::uint32_t add(VersionKind kind, int array, std::int64_t cell, std::uint32_t interval,
                      int level, std::uint32_t thread, std::uint64_t value,
                      std::initializer_list<std::uint32_t> sources) {
        simulator::Version made;
        made.kind = kind;
        made.array = array;
        made.cell = cell;
        made.interval = interval;
        made.level = level;
        made.thread = thread;
        made.after = value;
        made.live = made.used = true;
        made.line = 7;
        made.first_edge = static_cast<std::uint32_t>(flow.edges.size());
        made.edges = static_cast<std::uint32_t>(sources.size());
        for (const std::uint32_t source : sources)
            flow.edges.push_back({source, EdgeKind::data, sources.size() == 1});
        flow.versions.push_back(made);
        return static_cast<std::uint32_t>(flow.versions.size() - 1);
    }
};

Script script_of_tree() {
    Script script;
    const int in = script.array("input", Space::global), part = script.array("part", Space::shared),
              out = script.array("sums", Space::global);
    std::uint32_t leaf[4];
    for (int t = 0; t < 4; ++t) {
        const std::uint32_t read = script.input(in, t, t + 1);
        leaf[t] = script.stored(part, t, 0, t + 1, {read});
    }
    const std::uint32_t a = script.stored(part, 0, 1, 4, {leaf[0], leaf[2]});
    const std::uint32_t b = script.stored(part, 1, 1, 6, {leaf[1], leaf[3]});
    const std::uint32_t sum = script.stored(part, 0, 2, 10, {a, b});
    script.stored(out, 0, 3, 10, {sum});
    return script;
}

}  // namespace

TEST(FlowLayout, ATreeHasARowForEachRound) {
    EXPECT_EQ(script_of_tree().text(),
              "columns by cell\n"
              "row 0 stage part | from input | 1 2 3 4\n"
              "row 1 stage part | reach +2 | 4 6 (3) (4)\n"
              "row 2 stage part | reach +1 | 10 (6) (3) (4)\n"
              "row 3 output sums | sums | 10 - - -\n"
              "0.0 -> 1.0\n0.2 -> 1.0\n0.1 -> 1.1\n0.3 -> 1.1\n"
              "1.0 -> 2.0\n1.1 -> 2.0\n"
              "2.0 -> 3.0\n");
}

TEST(FlowLayout, LoadsThatAreAddedUpHaveRowsAboveTheStage) {
    Script script;
    const int in = script.array("input", Space::global), part = script.array("part", Space::shared);
    std::uint32_t sums[2];
    for (int t = 0; t < 2; ++t)
        sums[t] =
            script.stored(part, t, 0, 5, {script.input(in, t, 2), script.input(in, t + 2, 3)});
    script.stored(part, 0, 1, 10, {sums[0], sums[1]});
    EXPECT_EQ(script.text(),
              "columns by cell\n"
              "row 0 input input | input, load 1 | 2 2\n"
              "row 1 input input | input, load 2 | 3 3\n"
              "row 2 stage part | from input | 5 5\n"
              "row 3 stage part | reach +1 | 10 (5)\n"
              "0.0 -> 2.0\n1.0 -> 2.0\n0.1 -> 2.1\n1.1 -> 2.1\n"
              "2.0 -> 3.0\n2.1 -> 3.0\n");
}

TEST(FlowLayout, AMinimumAndAMaximumAreAComparator) {
    Script script;
    const int keys = script.array("keys", Space::shared);
    std::uint32_t cells[4];
    for (int t = 0; t < 4; ++t) cells[t] = script.stored(keys, t, 0, t < 2 ? 5 - t : t, {});
    script.stored(keys, 0, 1, 4, {cells[1], cells[0]});  // the smaller came from the right
    script.flow.edges.back().kind = EdgeKind::compared;
    script.stored(keys, 1, 1, 5, {cells[0], cells[1]});
    script.flow.edges.back().kind = EdgeKind::compared;
    script.stored(keys, 2, 1, 2, {cells[2], cells[3]});  // these two stay
    script.flow.edges.back().kind = EdgeKind::compared;
    script.stored(keys, 3, 1, 3, {cells[3], cells[2]});
    script.flow.edges.back().kind = EdgeKind::compared;
    const std::string text = script.text();
    EXPECT_NE(text.find("pair 1.0 1.1 moved\n"), text.npos) << text;
    EXPECT_NE(text.find("pair 1.2 1.3\n"), text.npos) << text;
    EXPECT_NE(text.find("0.0 ?> 1.0 paired\n"), text.npos) << text;
    EXPECT_NE(text.find("0.1 -> 1.0\n"), text.npos) << text;
}

// A kernel whose loop goes round thousands of times would take minutes and gigabytes.
TEST(FlowLayout, MoreValuesThanAPictureHoldsAreNotLaidOut) {
    Script script;
    const int numbers = script.array("numbers", Space::shared);
    std::uint32_t before = script.input(numbers, 0, 1);
    for (std::size_t i = 1; i <= most_flowing; ++i)
        before = script.stored(numbers, 0, static_cast<std::uint32_t>(i), i, {before}, 0, 0);
    script.stored(numbers, 0, static_cast<std::uint32_t>(most_flowing) + 1, 1, {before}, 0, 0);
    const FlowLayout layout = lay_out(script.flow, {});
    EXPECT_EQ(layout.too_many, most_flowing + 1);
    EXPECT_TRUE(layout.empty());
    EXPECT_EQ(flow_claim(script.flow, layout), "Too many values for a picture");
}

TEST(FlowLayout, TheClaimCountsTheRounds) {
    const Script script = script_of_tree();
    EXPECT_EQ(flow_claim(script.flow, lay_out(script.flow, {})), "Two rounds to one result");
}

TEST(FlowLayout, AnExchangeIsSaidToBeOne) {
    Script script;
    const int keys = script.array("keys", Space::shared);
    const std::uint32_t a = script.stored(keys, 0, 0, 5, {}), b = script.stored(keys, 1, 0, 3, {});
    script.compare(a, b, 1);
    script.stored(keys, 0, 1, 3, {b});
    script.stored(keys, 1, 1, 5, {a});
    EXPECT_EQ(script.text(),
              "columns by cell\n"
              "row 0 stage keys | computed, from no array | 5 3\n"
              "row 1 stage keys | exchange \u00b11 | 3 5\n"
              "0.1 -> 1.0\n0.0 -> 1.1\n"
              "pair 1.0 1.1 moved\n");
}

TEST(FlowLayout, ComparedCellsThatStayHaveARowOfTheirOwn) {
    Script script;
    const int keys = script.array("keys", Space::shared);
    const std::uint32_t a = script.stored(keys, 0, 0, 3, {}), b = script.stored(keys, 1, 0, 5, {});
    script.compare(a, b, 1);
    EXPECT_EQ(script.text(),
              "columns by cell\n"
              "row 0 stage keys | computed, from no array | 3 5\n"
              "row 1 stage keys | compare, none moves | (3) (5)\n"
              "pair 1.0 1.1\n");
}

TEST(FlowLayout, ReadsOfUnwrittenCellsAndUnusedInputsAreProblems) {
    Script script;
    const int in = script.array("input", Space::global), part = script.array("part", Space::shared);
    const std::uint32_t one = script.input(in, 0, 1), lost = script.input(in, 1, 2);
    const std::uint32_t a = script.stored(part, 0, 0, 1, {one});
    script.stored(part, 1, 0, 2, {lost});
    const std::uint32_t nothing = script.unwritten(part, 9);
    script.stored(part, 0, 1, 1, {a, nothing});
    script.flow.versions[lost].used = false;
    script.flow.versions[lost + 2].live = false;
    const std::string text = script.text();
    EXPECT_NE(text.find("unused input[1] at 0.1\n"), text.npos) << text;
    EXPECT_NE(text.find("unwritten part[9] at 1.0\n"), text.npos) << text;
    EXPECT_NE(text.find("| 1 2!"), text.npos) << text;
}

TEST(FlowLayout, TwoHalvesInTurnHaveTheThreadAsColumn) {
    Script script;
    const int a = script.array("a", Space::shared);
    std::uint32_t cells[3];
    for (int t = 0; t < 3; ++t) cells[t] = script.stored(a, t, 0, 1, {}, 0, t);
    for (std::uint32_t round = 1; round < 3; ++round) {
        std::uint32_t next[3];
        const int to = round % 2 * 4;
        next[0] = script.stored(a, to, round, 1, {cells[0]}, 0, 0);
        for (int t = 1; t < 3; ++t)
            next[t] = script.stored(a, to + t, round, 2, {cells[t], cells[t - 1]}, 0, t);
        std::copy(next, next + 3, cells);
    }
    const std::string text = script.text();
    EXPECT_EQ(text.substr(0, text.find('\n')), "columns by thread");
    EXPECT_NE(text.find("reach \u22121 | 1 2 2"), text.npos) << text;
}

TEST(FlowLayout, ALongRunOfOneThreadIsFolded) {
    Script script;
    const int in = script.array("input", Space::global), sum = script.array("sum", Space::shared);
    std::uint32_t last = script.stored(sum, 0, 0, 0, {}, 0, 0);
    for (int i = 1; i <= 20; ++i) {
        const std::uint32_t read = script.input(in, i, i);
        last = script.stored(sum, i, 0, i, {last, read}, i, 0);
    }
    const FlowLayout layout = lay_out(script.flow, {});
    int folded = 0;
    for (const FlowRow& row : layout.rows) folded += row.collapsed;
    EXPECT_EQ(folded, 21);
    EXPECT_LE(layout.rows.size(), 3u);
}

TEST(FlowLayout, AtomicsOnOneCellShowHowMany) {
    Script script;
    const int in = script.array("weights", Space::global),
              bins = script.array("bins", Space::shared);
    std::uint32_t last = script.stored(bins, 0, 0, 0, {}, 0, 0);
    for (int t = 0; t < 3; ++t) {
        const std::uint32_t read = script.input(in, t, 1);
        last = script.stored(bins, 0, 1, t + 1, {last, read}, 0, t);
        script.flow.versions[last].kind = VersionKind::atomic;
    }
    EXPECT_NE(script.text().find("| 3x3"), std::string::npos) << script.text();
}

TEST(FlowLayout, ABackwardConeHoldsWhatAValueWasMadeFrom) {
    const Script script = script_of_tree();
    const auto cone = backward_cone(script.flow, 9);  // part[0] after the first round
    const std::vector<bool> want{false, true, true, false, false, true, true, false, false, true};
    EXPECT_EQ(std::vector<bool>(cone.begin(), cone.begin() + 10), want);
    EXPECT_FALSE(cone[10] || cone[11] || cone[12]);
}

// A key that is moved from cell to cell is followed both ways; a sum that it is a part of is
// another value, and so is one that is only found at its place.
TEST(FlowLayout, TheWayOfAValueGoesOnWhereItIsMoved) {
    Script script;
    const int keys = script.array("keys", Space::global),
              room = script.array("room", Space::shared),
              out = script.array("sorted", Space::global);
    const std::uint32_t seven = script.input(keys, 0, 7), nine = script.input(keys, 1, 9),
                        moved = script.stored(room, 4, 0, 7, {seven}),
                        other = script.stored(room, 5, 0, 9, {nine}),
                        sum = script.stored(room, 6, 1, 16, {moved, other}),
                        zero = script.stored(room, 8, 1, 8, {moved}),
                        placed = script.stored(out, 2, 1, 7, {moved}),
                        by_place = script.stored(out, 3, 1, 9, {other});
    const auto way = way_of_value(script.flow, moved);
    for (const std::uint32_t on : {seven, moved, placed}) EXPECT_TRUE(way[on]) << on;
    for (const std::uint32_t off : {nine, other, sum, zero, by_place})
        EXPECT_FALSE(way[off]) << off;
    EXPECT_TRUE(way_of_value(script.flow, placed)[seven]);
    // A lane's bit of the key, read by a shuffle, stands between key and key.
    const std::uint32_t bit = script.stored(room, 9, 2, 1, {moved});
    script.flow.versions[bit].kind = VersionKind::snapshot;
    const std::uint32_t behind = script.stored(out, 4, 3, 7, {bit});
    EXPECT_TRUE(way_of_value(script.flow, moved)[behind]);
    EXPECT_TRUE(way_of_value(script.flow, seven)[placed]) << "from its beginning to its end";
}

// A lens that nobody moved shows some of what the row changes; one that was moved stays.
TEST(FlowLayout, TheLensFollowsTheRow) {
    FlowLayout layout;
    layout.columns.resize(256);
    layout.rows.resize(3);
    for (FlowRow& row : layout.rows) row.marks.resize(256);
    layout.rows[0].marks[5].writes = layout.rows[0].marks[200].writes = 1;
    layout.rows[1].marks[127].writes = layout.rows[1].marks[255].writes = 1;
    layout.pairs.push_back({2, 250, 254});
    for (int r = 0; r < 3; ++r) layout.rows[r].doings = app::doings_of(layout, r);
    const Metrics metrics;
    const Rect area{0, 0, 700, 400};
    Cursor cursor;
    const int first[] = {5, 127, 250};
    for (int row = 0; row < 3; ++row) {
        const FlowPlaces places = places_of(layout, cursor, metrics, area, row);
        EXPECT_TRUE(places.has_column(first[row])) << row;
        EXPECT_LE(places.last_column() + 1, 256) << row;
    }
    EXPECT_EQ(places_of(layout, cursor, metrics, area, 0).first_column(), 0);
    cursor.lens = 0;
    EXPECT_FALSE(places_of(layout, cursor, metrics, area, 1).has_column(127));
}

TEST(FlowLayout, TheRowFollowsTheTransport) {
    FlowLayout layout;
    layout.rows.resize(3);
    for (int r = 0; r < 3; ++r) {
        layout.rows[r].kind = FlowRowKind::stage;
        layout.rows[r].interval = static_cast<std::uint32_t>(r);
        layout.rows[r].first_step = layout.rows[r].last_step = 4 * r + 2;
    }
    std::vector<simulator::Step> steps(12);
    for (int i = 0; i < 12; ++i) {
        steps[i].interval = static_cast<std::uint32_t>(i / 4);
        steps[i].kind = i % 4 == 3   ? EventKind::barrier
                        : i % 4 == 2 ? EventKind::store
                                     : EventKind::load;
    }
    const std::vector<int> want{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    for (int i = 0; i < 12; ++i) EXPECT_EQ(row_now(layout, steps, i), want[i]) << i;
    EXPECT_EQ(row_now(layout, steps, -1), 0);
}
