// Compares two timelines of streams: copies, kernels, and their overlap. Facts for account.cpp; the
// rule is docs/because.md.
#pragma once

#include <optional>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/run.h"

namespace app {

/// The moves of two timelines that went the time's way, the weightiest first; empty where no
/// timeline explains the time. nullopt where one of both results has no timeline.
std::optional<std::vector<Move>> moved_in_timelines(const lab::Result& before,
                                                    const lab::Result& now, bool faster);

/// The host's calls for launches and copies, where one of both makes a single call for a graph.
/// Else empty.
std::vector<Move> moved_host_calls(const lab::Result& before, const lab::Result& now);

/// Changes on the host's side: page-locked memory or not, pageable bytes, and streams.
std::vector<Move> moved_host_side(const lab::Settings& before, const lab::Settings& now);

}  // namespace app
