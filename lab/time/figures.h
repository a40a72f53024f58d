// Figures from courses: others' measurements of two kernels, or of one kernel at two settings, and
// the recordings of the same here. Shown by `warplens figures`.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace lab {

// Two settings of one lesson, A and B, in this program.
struct Figure {
    // The others' measurement: both times, or only the ratio.
    struct There {
        std::string card, set_up;            // "Tesla V100", "one sweep"; empty: not given
        double first_ms = 0, second_ms = 0;  // 0: not given
        double ratio = 0;                    // B over A
    };
    Settings first, second;
    std::string first_words, second_words;  // "marching block_x=16"
    std::string shared;                     // "nx=1024": knobs of both
    std::string note;                       // differences of the set-up, in sentences; may be empty
    // Why nothing here compares with it, a sentence; empty where something does. If set, the words
    // of A and B are plain text, and both settings are the lesson's opening.
    std::string unlike;
    std::vector<There> there;
};

/// Reads blocks of lines, separated by empty lines; `#` begins a comment:
///     laplace nx=1024                             a lesson, and knobs of both
///     A: marching block_x=16                      a rung of it, and knobs
///     B: marching block_x=32
///     note: One sweep there, ten here.            optional
///     unlike: Its times hold copies.              instead of a comparison; before A
///     37.4 ms, 33.4 ms: Tesla V100, one sweep     a line for each card: A, B: card, set-up
///     1.12 times: Tesla T4                        where only B over A is known
/// Fails with a sentence that names file and line, also where a rung refuses these settings.
simulator::Outcome<std::vector<Figure>> read_figures(std::string_view text,
                                                     const std::string& file);
/// The same from a file of at most 1 MiB.
simulator::Outcome<std::vector<Figure>> open_figures_file(const std::filesystem::path&);
/// The figures of assets/figures.txt.
simulator::Outcome<std::vector<Figure>> shipped_figures();

// Both runs on one recorded device; nullptr where a run was not recorded or gave wrong results.
struct RecordedPair {
    std::string device, date;
    std::shared_ptr<const Run> first, second;
    bool whole() const { return first && second; }
    /// B over A; only for a whole pair.
    double ratio() const;
};
/// One for each device with a recording of A or B, the usually shown device first; empty for
/// figures with `unlike`.
std::vector<RecordedPair> recorded_pairs(const Figure&);

/// A sentence where a figure and a whole pair have opposite orders: "The order differs: there
/// (Tesla V100) `strided` took 2.00 times as long as `coalesced`; here (NVIDIA H200) `coalesced`
/// takes 1.20 times as long as `strided`." Else empty. A figure's difference of 2 % or less counts
/// as no order, as its accuracy is unknown. Nor does a pair with overlapping intervals.
std::string order_sentence(const Figure&, const Figure::There&, const RecordedPair&);

/// A ratio in three digits: "0.89", "2.10", "24.2".
std::string ratio_worded(double ratio);

}  // namespace lab
