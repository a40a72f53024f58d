// Facts of a change, by the names of their measures, for tests that ask for what is known and not
// for how it is said.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "app/sentences/account.h"

namespace facts {

using namespace app;

inline std::optional<Move> named(const std::vector<Move>& moves, std::string_view name) {
    const auto found = std::ranges::find(moves, name, &Move::name);
    return found == moves.end() ? std::nullopt : std::optional(*found);
}

/// The facts behind the sentence after a change from one result to another.
inline Account of(const lab::Result& before, const lab::Result& now) {
    const bool sized = !lab::one_size(before.request.settings, now.request.settings);
    const CountedRuns counts = counted_runs(before, now, sized, nullptr);
    const TwoTimes times = two_times(before, now, counts.before, counts.now);
    return account_of(before, now, counts, times).value_or(Account());
}

}  // namespace facts
