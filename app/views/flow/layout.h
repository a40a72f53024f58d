// The layout of a data-flow picture: rows, columns, arrows and comparators, from the graph of
// versions alone. Knows no algorithm and no canvas. draw.cpp draws it,
// tests/app/views/flow/flow_layout.cpp tests it.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/views/flow/keys.h"
#include "lab/features/cells.h"
#include "simulator/fault.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/trace.h"

namespace app {

/// What a column stands for; none where nothing flows.
enum class FlowUnit : std::uint8_t { none, cell, pair, lane, thread };
constexpr std::string_view name_of(FlowUnit unit) {
    constexpr std::string_view names[] = {"", "cell", "pair", "lane", "thread"};
    return names[static_cast<std::size_t>(unit)];
}

enum class FlowRowKind : std::uint8_t { input, start, stage, relay, output };

// What a row shows in one column.
struct FlowMark {
    std::uint32_t version = 0;  // index in Flow::versions; 0: nothing written yet
    int writes = 0;             // versions of the cell made in this row; 0: carried down
    int step = -1;              // of an input: the step in which the column's lane loads it
    std::string text{};         // its value, in four digits
    // For a cell that holds a pair: the version of its first number, and its text.
    std::uint32_t first = 0;
    std::string first_text{};
    bool live = false;  // a value that leaves the block was made from `version` or `first`
};

// What happens in a row. Computed once, because lens and painter need it in every frame.
struct FlowDoings {
    using Taken = std::pair<int, std::vector<int>>;  // a column, and the columns it takes from
    std::vector<Taken> sources;                      // of all cells written or compared; ascending
    int travels = 0;                                 // values that come from another column
    std::vector<std::pair<int, int>> read;           // row and column of each value read; ascending
    int above = 0;                                   // the first row that it reads
    std::vector<int> busy;                           // live cells made here, by warp of columns
    std::string makers;                              // "16 threads of 8 warps"
    std::string warps;                               // theirs: "8 warps"
};

/// For a number that a lane loads: its load, and its place among the `parts` numbers of that load.
struct FlowLoadPart {
    int load = 0, part = 0, parts = 1;
};

struct FlowRow {
    FlowRowKind kind{};
    int array = -1;  // Flow::arrays
    std::uint16_t launch = 0;
    std::uint32_t interval = 0;
    std::int32_t level = 0;
    int line = 0;                         // the source line that made most of it
    int written = 0;                      // cells written
    int compared = 0;                     // pairs of cells compared
    int collapsed = 0;                    // steps of one thread, folded into this row
    int first_step = -1, last_step = -1;  // into Run::steps; -1: before the first
    bool raced = false;                   // a race: the order is luck
    bool unset = false;                   // the kernel reads it, but nothing ever wrote it
    bool again = false;                   // only repeats values written elsewhere: no round
    int digits = 1;                       // characters of its widest value, 5 at most
    int pass = 0;                         // of a sort: the pass whose digit its keys show
    FlowLoadPart load{};                  // of an input: the load and the place of its numbers
    std::string name;                     // "pass 2, bits 4 to 7"
    std::string shorter{}, shortest{};    // "pass 2", and "keys", the row's array
    std::vector<FlowMark> marks;          // by column
    FlowDoings doings{};
};

struct FlowArrow {
    int from_row = 0, from = 0;  // row and column where it starts
    int row = 0, column = 0;     // where it ends
    simulator::EdgeKind kind{};
    bool own = false;  // a cell's own value
    bool live = false, raced = false;
    bool stub = false;    // from a row far above, drawn short
    bool paired = false;  // drawn as a comparator instead
    std::uint32_t source = 0, version = 0;
    // Where a cell holds several numbers: the others that go the same way, as source and version.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> others{};
};

struct FlowPair {               // two cells that were compared with each other
    int row = 0, a = 0, b = 0;  // the row below the two cells, and their columns
    bool moved = false;
    int step = -1;
};

enum class FlowProblemKind : std::uint8_t { unwritten, unused };

struct FlowProblem {
    FlowProblemKind kind{};
    int row = 0, column = 0;  // where it shows
    std::uint32_t version = 0;
};

// Layouts of more values would take minutes, and no picture could show them.
inline constexpr std::size_t most_flowing = 50'000;

struct FlowLayout {
    std::vector<int> stage;  // the arrays in the rows; values of the first are shown
    FlowUnit unit{};
    std::vector<std::int64_t> columns;
    std::vector<FlowRow> rows;
    std::vector<FlowArrow> arrows;  // by row, then column
    std::vector<FlowPair> pairs;
    std::vector<FlowProblem> problems;
    std::vector<int> steps;           // by version: the step that made it, -1: before the first
    std::vector<int> last_reader;     // by version: the last row that reads it, -1: none
    std::set<std::uint32_t> answers;  // versions that leave the block as they are
    int copied_from = -1;      // the array that the first row only copies: it has no row; -1: none
    int loads = 0;             // the most numbers loaded for a cell; the first eight have rows
    int least_loads = 0;       // the fewest numbers loaded for a cell
    int requests = 0;          // loads that bring them; one load may bring several
    int digits = 1;            // characters of the widest value that has a written neighbour
    bool crowded = false;      // too many arrows: only a selected cell's are drawn at full strength
    FlowKeys keys{};           // the keys that the launch sorts or counts
    bool sorts = false;        // only keys are shown, with the keys as read in the first row
    bool in_pairs = false;     // a cell shows two numbers, one above the other
    bool in_parts = false;     // a cell shows one of several numbers that share its column
    std::size_t too_many = 0;  // values of the block where they exceed most_flowing; else 0
    // Columns from this cell on hold a table of factors; 0: no table.
    std::int64_t table_from = 0;
    std::string table_words{};  // the name of a table entry
    bool empty() const { return rows.empty(); }
    /// Whether a column holds an entry of the table.
    bool of_table(int column) const {
        return table_from > 0 && columns[static_cast<std::size_t>(column)] >= table_from;
    }
    /// Columns that hold no table entry.
    int numbers() const;
};

/// Lanes only: whether nobody needs a carried value any more. No row below `row` reads it, and it
/// is no answer. After a shuffle by all lanes, its lane may hold something else.
bool is_given_up(const FlowLayout&, int row, const FlowMark&);

struct FlowQuestion {
    std::uint64_t block = 0;
    int launch = 0;
    std::span<const simulator::Step> steps;   // the transport's, may be empty
    const simulator::Trace* trace = nullptr;  // of `steps`
    std::span<const simulator::Fault> faults;
    lab::CellMap cells{};
    FlowKeys keys{};
    // Array of words in which blocks publish a number and its status (lab::LookBack). A word is no
    // value that flows. Empty: there is none.
    std::string words{};
};

/// Computes what a row takes from which cells, from the arrows and comparators of its layout.
FlowDoings doings_of(const FlowLayout&, int row);

/// Whether the row of results is a round, too: each is made from two or three values of the stage,
/// some of them of another column.
bool ends_in_a_round(const FlowLayout&);

FlowLayout lay_out(const simulator::Flow&, const FlowQuestion&);
/// Whether lay_out() would give a row: costs a small part of its time.
bool lays_out(const simulator::Flow&, const FlowQuestion&);

/// By version: the step that made it, which is the last step of its warp at or before it. -1:
/// before the first step, or made by another block or launch.
std::vector<int> version_steps(const simulator::Flow&, const FlowQuestion&);

/// The versions from which `version` was made, and itself.
std::vector<bool> backward_cone(const simulator::Flow&, std::uint32_t version);
/// backward_cone(), and the versions that carry the same value on: where a key goes.
std::vector<bool> way_of_value(const simulator::Flow&, std::uint32_t version);

/// The layout as text, one mark a line, for golden tests.
std::string text_of(const FlowLayout&, const simulator::Flow&);

/// How many cells padding leaves empty against bank conflicts, one after each run of equal length;
/// 0 without padding. Reaches do not count these cells.
std::int64_t empty_places(const FlowLayout&);

}  // namespace app
