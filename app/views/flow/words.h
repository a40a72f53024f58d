// The words of a data-flow picture, all of them filled in from the trace: names of rows, the claim,
// the sentence.
#pragma once

#include <cstdint>
#include <string>

#include "app/view.h"
#include "app/views/flow/layout.h"

namespace app {

/// "reach +8", "exchange, reach 4", "from input", "into warp_sums": what a row did, by its arrows.
std::string row_name(const simulator::Flow&, const FlowLayout&, int row);
/// Values written in a row: a lane may write several to the array that leaves the block.
std::int64_t writes_of(const FlowRow&);
/// "12 of 256 cells", "4 compared": how much of the picture the row changed.
std::string row_share(const FlowLayout&, int row);

/// "16 threads of 8 warps", "thread 0 of warp 0": who made a row.
std::string makers_words(const simulator::Flow&, const FlowRow&);
/// Whether what a row tells of is over at a step that does something else: reads what the next row
/// is made from, or passes values that no row shows.
bool flow_row_is_over(const lab::Run&, const FlowRow&, int step);
/// " change, ", of the cells that a row wrote; where all read as those above them, in the digits
/// that cells show, " are made again and read as before, ".
std::string written_words(const FlowLayout&, int row);

/// "8 warps".
std::string maker_warps(const simulator::Flow&, const FlowRow&);

/// The stage's title: "8 rounds, one sum" in words that the run allows.
/// `settings`: of the run, whose size a number may be.
std::string flow_claim(const simulator::Flow&, const FlowLayout&,
                       const lab::Settings* settings = nullptr);
/// ". *4 keep theirs.*": what becomes of the cells that the row did not write, behind what it did.
std::string idle_words(const lab::Run&, const FlowLayout&, const FlowRow&);
/// One sentence on the row that is now.
std::string flow_sentence(const lab::Run&, const FlowLayout&, int row);

/// A cell's value no wider than `width`: with fewer digits, as "1.2k" or "3M", at last as "…".
std::string compact_value(std::uint64_t bits, simulator::Type, const Canvas&, const TextStyle&,
                          float width);

}  // namespace app
