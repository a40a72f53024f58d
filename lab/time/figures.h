// Figures of courses: what others measured of the same two kernels, or of one kernel at two
// settings, on cards of theirs; and what was recorded of them here. Shown by `warplens figures`.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace lab {

// Two settings of one lesson, A and B, as they are here.
struct Figure {
    // What was measured there: both times, or how the second stands to the first alone.
    struct There {
        std::string card, set_up;  // "Tesla V100", "one sweep"; nothing where none is told
        double first_ms = 0, second_ms = 0;  // 0: not told
        double ratio = 0;                    // of B over A
    };
    Settings first, second;
    std::string first_words, second_words;  // "marching block_x=16"
    std::string shared;                     // "nx=1024": knobs that both have
    std::string note;                       // what differs in the set-up, sentences; may be empty
    // Why nothing here stands beside it, a sentence. The words of A and B are plain words then, and
    // both settings those of the lesson as it opens.
    std::string unlike;
    std::vector<There> there;
};

/// Reads blocks of lines, parted by empty ones; `#` begins a comment:
///
///     laplace nx=1024                             a lesson, and knobs of both
///     A: marching block_x=16                      a rung of it, and knobs
///     B: marching block_x=32
///     note: One sweep there, ten here.            may be missing
///     unlike: Its times hold copies.              in place of a comparison; stands before A
///     37.4 ms, 33.4 ms: Tesla V100, one sweep     a line a card: A, B: card, set-up
///     1.12 times: Tesla T4                        where only B over A is told
///
/// Fails with a sentence that names file and line, also where a rung refuses such settings.
simulator::Outcome<std::vector<Figure>> read_figures(std::string_view text,
                                                     const std::string& file);
/// The same of a file, of 1 MiB at most.
simulator::Outcome<std::vector<Figure>> open_figures_file(const std::filesystem::path&);
/// Those that come along: assets/figures.txt.
simulator::Outcome<std::vector<Figure>> shipped_figures();

// Both on one device that was recorded; nullptr where exactly that was not, or gave wrong results.
struct RecordedPair {
    std::string device, date;
    std::shared_ptr<const Run> first, second;
    bool whole() const { return first && second; }
    /// Of B over A; only of a whole pair.
    double ratio() const;
};
/// One for each device on which A or B was recorded, the one that is shown first before others;
/// none of what is unlike.
std::vector<RecordedPair> recorded_pairs(const Figure&);

/// Where a figure's order is another than that of a whole pair: "The order differs: there (Tesla
/// V100) `strided` took 2.00 times as long as `coalesced`; here (NVIDIA H200) `coalesced` takes
/// 1.20 times as long as `strided`." Else empty. Of a figure a difference of 2 %
/// or less is no order, since nobody told how exactly it was measured; of a pair intervals that
/// meet are none.
std::string order_sentence(const Figure&, const Figure::There&, const RecordedPair&);

/// A ratio in three digits: "0.89", "2.10", "24.2".
std::string ratio_worded(double ratio);

}  // namespace lab
