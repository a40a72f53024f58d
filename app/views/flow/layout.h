// Where the marks of a data-flow picture go: rows, columns, arrows, comparators, from the graph of
// versions alone. Pure, knows no algorithm and no canvas; drawn by draw.cpp, tested in
// tests/app_data_flow.cpp.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/views/flow/keys.h"
#include "simulator/fault.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/trace.h"

namespace app {

enum class FlowRowKind : std::uint8_t { input, start, stage, relay, output };

// What a row shows in one column.
struct FlowMark {
    std::uint32_t version = 0;  // Flow::versions; 0: nothing was written there yet
    int writes = 0;             // versions of it made in this row; 0: carried from a row above
    int step = -1;              // of an input: in which the column's lane loads it
    std::string text{};         // its value, in four digits
    // Of a cell that holds a pair: its first number, and that in four digits.
    std::uint32_t first = 0;
    std::string first_text{};
    bool live = false;  // something that leaves the block was made from it, or from its first
};

// What goes on in a row, worked out once: lens and painter ask for it in every frame.
struct FlowDoings {
    using Taken = std::pair<int, std::vector<int>>;  // a column, and the columns it takes from
    std::vector<Taken> sources;             // of all that are written or compared; ascending
    int travels = 0;                        // values that come from another column
    std::vector<std::pair<int, int>> read;  // row and column of what flows into it, ascending
    int above = 0;                          // the first row that it reads
    std::vector<int> busy;                  // cells that matter, of each warp's columns
    std::string makers;                     // "16 threads of 8 warps"
};

/// Of a number that a lane loads: by which of its loads, and which of so many that one brings.
struct FlowLoadPart {
    int load = 0, part = 0, parts = 1;
};

struct FlowRow {
    FlowRowKind kind{};
    int array = -1;  // Flow::arrays
    std::uint16_t launch = 0;
    std::uint32_t interval = 0;
    std::int32_t level = 0;
    int line = 0;                         // of the source, that made most of it
    int written = 0;                      // cells written
    int compared = 0;                     // pairs of cells compared
    int collapsed = 0;                    // steps of one thread that were folded into this row
    int first_step = -1, last_step = -1;  // into Run::steps; -1: before the first
    bool raced = false;                   // one barrier interval, order by luck
    bool unset = false;                   // what stands there is read, and nobody wrote it
    bool again = false;                   // what its threads wrote above, as it is: no round
    int digits = 1;                       // characters of its widest value, 5 at most
    int pass = 0;                         // of a sort, by whose digit it is looked at
    FlowLoadPart load{};                  // of an input: which number of which load it is
    std::string name;                     // "reach +8"
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
    bool paired = false;  // a comparator stands for it
    std::uint32_t source = 0, version = 0;
    // Of cells that hold several numbers, others of theirs that go the same way: source, version.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> others{};
};

struct FlowPair {               // two cells that were compared with each other
    int row = 0, a = 0, b = 0;  // row below them, columns
    bool moved = false;
    int step = -1;
};

enum class FlowProblemKind : std::uint8_t { unwritten, unused };

struct FlowProblem {
    FlowProblemKind kind{};
    int row = 0, column = 0;  // where it shows
    std::uint32_t version = 0;
};

// More values than that are no picture any more, and would take minutes to lay out.
inline constexpr std::size_t most_flowing = 50'000;

struct FlowLayout {
    std::vector<int> stage;  // arrays that the rows show; the first one's values are shown
    std::string unit;        // "cell", "pair", "lane" or "thread": what a column is
    std::vector<std::int64_t> columns;
    std::vector<FlowRow> rows;
    std::vector<FlowArrow> arrows;  // by row, then column
    std::vector<FlowPair> pairs;
    std::vector<FlowProblem> problems;
    std::vector<int> steps;  // by version: step of the transport that made it, -1 before the first
    std::vector<int> last_reader;     // by version: the last row that reads it, -1: none
    std::set<std::uint32_t> answers;  // versions that leave the block as they are
    int copied_from = -1;   // array that the first row is a plain copy of: it has no row of its own
    int loads = 0;          // most numbers that a cell is loaded from; the first eight have rows
    int least_loads = 0;    // of any cell
    int requests = 0;       // loads that bring them: one may bring several
    int digits = 1;         // characters of the widest value that has a written neighbour
    bool crowded = false;   // too many arrows: only a selected cell's are drawn at full strength
    FlowKeys keys{};        // that the launch sorts or counts
    bool sorts = false;     // the rows show keys alone, those that are read first
    bool in_pairs = false;  // a cell shows two numbers, one above the other
    bool in_parts = false;  // a cell shows one of several that one array has of each thing
    std::size_t too_many = 0;  // values that the block made, where those are over most_flowing
    // Columns from there on hold a table that numbers are multiplied by; 0: none is shown.
    std::int64_t table_from = 0;
    std::string table_words{};  // what an entry of it is called
    bool empty() const { return rows.empty(); }
    /// Whether a column holds an entry of the table.
    bool of_table(int column) const {
        return table_from > 0 && columns[static_cast<std::size_t>(column)] >= table_from;
    }
    /// Columns that hold none.
    int numbers() const;
};

/// Of lanes, a value carried to row `row` that nobody reads from there on: what its lane holds by
/// then, after a shuffle that all take part in, nobody knows or needs.
bool is_given_up(const FlowLayout&, int row, const FlowMark&);

struct FlowQuestion {
    std::uint64_t block = 0;
    int launch = 0;
    std::span<const simulator::Step> steps;   // the transport's, may be empty
    const simulator::Trace* trace = nullptr;  // of `steps`
    std::span<const simulator::Fault> faults;
    std::int64_t pairs_apart = 0;  // cells of shared memory (lab::LessonMore::pairs_apart)
    FlowKeys keys{};
    bool lanes_pass_pairs = false;  // lab::LessonMore::lanes_pass_pairs
    // Of the array of words that blocks ask for (lab::LookBack): a number and what it says of
    // itself in one are no value that flows. Empty: there is none.
    std::string words{};
    std::int64_t parts_of = 0;    // cells of shared memory (lab::LessonMore::parts_of)
    std::int64_t table_from = 0;  // cell of shared memory (lab::LessonMore::table_from)
    std::string table_words{};    // lab::LessonMore::table_words
};

/// What a row takes from where, by the arrows and comparators of its layout.
FlowDoings doings_of(const FlowLayout&, int row);

/// Whether results are made of two or three values of the last row, others' among them, and are no
/// copies: a round whose row is that of the results.
bool ends_in_a_round(const FlowLayout&);

FlowLayout lay_out(const simulator::Flow&, const FlowQuestion&);
/// Whether that has a row: a small part of the work.
bool lays_out(const simulator::Flow&, const FlowQuestion&);

/// By version: the step of the transport that made it, the last one of its warp at or before it; -1
/// before the first, and for what another block or launch made.
std::vector<int> version_steps(const simulator::Flow&, const FlowQuestion&);

/// Versions that `version` was made from, itself included.
std::vector<bool> backward_cone(const simulator::Flow&, std::uint32_t version);
/// That, and the versions that carry its value on as it is: where a key goes from here.
std::vector<bool> way_of_value(const simulator::Flow&, std::uint32_t version);

/// The layout as text, one mark a line: what golden tests compare.
std::string text_of(const FlowLayout&, const simulator::Flow&);

/// Cells that stay empty where one does after every so many, against bank conflicts; 0 elsewhere.
/// No number lies there, so that reaches leave them out.
std::int64_t empty_places(const FlowLayout&);

}  // namespace app
