// What a run by chance came to: its samples in order, how many fell where, and what their mean was
// after each of them, with how far it is sure. The layout of "Chance"; knows no pixel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// Samples from `low` to below `low` + Outcomes::bar_width.
struct OutcomeBar {
    double low = 0;
    std::int64_t samples = 0, worth = 0;  // all; those whose value is not 0
};

struct Outcomes {
    std::vector<OutcomeBar> bars;  // without gaps, ascending
    double bar_width = 0;
    std::vector<lab::SampleMean> means;  // after each sample
    std::int64_t worth = 0;
    std::string noun, along_words;        // "path"; what the bars lie along
    std::string worth_words;              // what a sample is worth something at; empty: nobody says
    double worth_from = 0, worth_to = 0;  // along the bars, where there are words
    std::string worth_of;                 // how much such a sample is worth; empty: nobody says

    std::int64_t samples() const { return std::int64_t(means.size()); }
    explicit operator bool() const { return !means.empty(); }
};

/// Of the results that the lesson names as samples (lab::LessonMore); empty where it names none, or
/// the run left none. Kept with the run.
const Outcomes& outcomes(const lab::Run&);

/// 1, 2 or 5 times a power of ten: the least that parts `span` into at most `most` pieces.
double round_step(double span, double most);

}  // namespace app
