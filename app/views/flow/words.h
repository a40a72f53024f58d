// The words of a data-flow picture, all filled in from the trace: row names, claim, sentence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view.h"
#include "app/views/flow/layout.h"

namespace app {

/// Names a row by its arrows, in its FlowRow: "reach +8", "from input", "into warp_sums".
void name_flow_row(const simulator::Flow&, FlowLayout&, int row);
/// Values written in a row: a lane may write several to the array that leaves the block.
std::int64_t writes_of(const FlowRow&);
/// How much of the picture the row changed: "12 of 256 cells", "4 compared"; and without the noun.
std::vector<std::string> row_share(const FlowLayout&, int row);

/// Notes the threads that made a row: "16 threads of 8 warps", "thread 0 of warp 0".
void note_makers(const simulator::Flow&, FlowRow&);
/// Whether a row is complete at a step that does something else: it reads for the next row, or
/// passes values that no row shows.
bool flow_row_is_over(const lab::Run&, const FlowRow&, int step);
/// " change: " for the cells that a row wrote; " are made again and look the same: " where all
/// show the same digits as the cells above them.
std::string written_words(const FlowLayout&, int row);

/// "8 warps".
std::string maker_warps(const simulator::Flow&, const FlowRow&);

/// The stage's title: "8 rounds, one sum" in words that the run allows.
/// `settings`: of the run, for numbers that equal its size.
std::string flow_claim(const simulator::Flow&, const FlowLayout&,
                       const lab::Settings* settings = nullptr);
/// ". *4 keep theirs.*": what happens to the cells that the row did not write.
std::string idle_words(const lab::Run&, const FlowLayout&, const FlowRow&);
/// One sentence on the current row.
std::string flow_sentence(const lab::Run&, const FlowLayout&, int row);

/// A cell's value, at most `width` wide: fewer digits, then "1.2k" or "3M", at last "…".
std::string compact_value(std::uint64_t bits, simulator::Type, const Canvas&, const TextStyle&,
                          float width);

}  // namespace app
