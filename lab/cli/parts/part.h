// A part of a recording: a share of the settings, measured by a process of its own. Used by the
// commands record, which measures a part, and cluster, which merges all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/settings.h"
#include "lab/time/recording.h"

namespace lab {

constexpr std::size_t most_parts = 1000;

// Part I of N, from 1: every Nth setting, so that all parts take about equally long.
struct Part {
    std::size_t index = 1, of = 1;
    bool has(std::size_t setting) const { return setting % of == index - 1; }
    /// ".part-2-of-3" in file names; empty for a whole recording.
    std::string suffix() const;
};

/// "2/3"; nullopt where the text is no part, or has more than most_parts.
std::optional<Part> part_named(std::string_view text);

/// The named rungs: all of a lesson without a rung, all of all lessons without a name.
simulator::Outcome<std::vector<Settings>> rungs_named(const std::vector<std::string>& names);

/// Puts the runs into the order of `wanted`, as if one process had measured them. Runs of other
/// settings come last, in their old order.
void put_in_order(Recording& recording, const std::vector<Settings>& wanted);

}  // namespace lab
