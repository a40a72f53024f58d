// The rows of the card "Nsight Compute": one for each metric of which this run has something.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

// A run's counts, and the run.
struct Counted {
    lab::Settings settings;
    simulator::Counters counters;
    std::uint64_t launches = 0;
    const lab::Run* run = nullptr;  // of these settings; may be nullptr
};

/// As in the ledger: at the requested size, or at a smaller size that can be counted.
std::optional<Counted> counts_shown(const DrawContext& context);

struct MetricRow {
    std::string counter;  // its name in the JSON; empty for other metrics
    std::string title, metric, meaning;
    std::vector<std::string> beside;  // the texts beside it, longest first
    bool number_alone = true;
};

/// The metrics that the lesson names, then the counters that equal a metric and are not 0; the
/// lesson's own counters come first.
std::vector<MetricRow> rows_of(const DrawContext& context, const Counted& counted);

}  // namespace app
