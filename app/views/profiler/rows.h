// What the card "Nsight Compute" lists: a row for each metric that this run has something of.
// Called by that card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

// A run's counts, and what they are of.
struct Counted {
    lab::Settings settings;
    simulator::Counters counters;
    std::uint64_t launches = 0;
    const lab::Run* run = nullptr;  // of these settings; may be missing
};

/// As the ledger: at the size asked for, or where that is too much to count, smaller.
std::optional<Counted> counted_of(const DrawContext& context);

struct MetricRow {
    std::string counter;  // its name in the JSON; of others empty
    std::string title, metric, meaning;
    std::vector<std::string> beside;  // what stands beside it, longest first
    bool number_alone = true;
};

/// Metrics that the lesson names, then counters that equal one and are not 0: the lesson's own
/// first.
std::vector<MetricRow> rows_of(const DrawContext& context, const Counted& counted);

}  // namespace app
