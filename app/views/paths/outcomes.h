// The results of a random run: its samples in order, how many fell into each range, and the mean
// with its uncertainty after each sample. The layout of "Chance"; knows no pixel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// Samples from `low` to below `low` + Outcomes::bar_width.
struct OutcomeBar {
    double low = 0;
    std::int64_t samples = 0, worth = 0;  // all samples; samples whose value is not 0
};

struct Outcomes {
    std::vector<OutcomeBar> bars;  // without gaps, ascending
    double bar_width = 0;
    std::vector<lab::SampleMean> means;  // after each sample
    std::int64_t worth = 0;
    std::string noun, along_words;        // "path"; the words along the bars' axis
    std::string worth_words;              // which samples have a value; empty: not said
    double worth_from = 0, worth_to = 0;  // along the bars, where there are words
    std::string worth_of;                 // the value of such a sample; empty: not said

    std::int64_t samples() const { return std::int64_t(means.size()); }
    explicit operator bool() const { return !means.empty(); }
};

/// From the results that the lesson names as samples (lab::Samples); empty where it names none,
/// or the run left none. Kept with the run.
const Outcomes& outcomes(const lab::Run&);

/// The smallest of 1, 2 or 5 times a power of ten that divides `span` into at most `most` parts.
double round_step(double span, double most);

}  // namespace app
