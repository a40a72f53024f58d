// What two timelines of streams say of two times: copies, kernels, and how much of them overlaps.
// Facts for account.cpp; the rule is docs/because.md.
#pragma once

#include <optional>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/run.h"

namespace app {

/// Of two runs with timelines whose times part: what went the time's way, the first of most weight;
/// nothing where no timeline tells why. nullopt where one of both has no timeline.
std::optional<std::vector<Move>> moved_in_timelines(const lab::Result& before,
                                                    const lab::Result& now, bool faster);

/// How many launches and copies the host calls for, where one of both calls once for a graph of
/// them. Else none.
std::vector<Move> moved_host_calls(const lab::Result& before, const lab::Result& now);

/// What the host gives otherwise: memory that is page-locked or not, with the bytes that are
/// pageable, and streams.
std::vector<Move> moved_host_side(const lab::Settings& before, const lab::Settings& now);

}  // namespace app
