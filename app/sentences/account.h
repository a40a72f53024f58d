// Why two results differ, as facts: the counts that moved with the time, those that moved against
// it, and causes that no counter counts. because.cpp puts them into words. The rule is
// docs/because.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/sentences/change.h"
#include "app/sentences/counted_runs.h"
#include "lab/run.h"

namespace app {

struct Account {
    // What else to say about the counts, after those that went with the time.
    enum class Rest : std::uint8_t {
        nothing,        // "faster, with 17 % fewer warp instructions."
        in_part,        // "faster, with ... That explains only part of it."
        little,         // "slower, despite ... 3 times as many barriers explain little of it."
        unexplained,    // "slower, despite 3.9 times fewer sectors. No count explains it."
        waits_untold,   // "slower, with ... No count tells how long blocks wait."
        not_the_limit,  // "3.8 times fewer wavefronts, yet the time is the same within 3 %.
                        // Wavefronts did not limit the time."
        equal,          // "faster. No counter changed."
        hardly,         // "faster. No count changed by much."
        light,          // "faster. The counts that changed weigh little."
        no_counts,      // "faster. The counts of the two runs are for different sizes, ..."
    };
    TwoTimes times{};
    std::string each{};  // the element of counts per element, where the size changed
    CountedSize at{};
    std::vector<Move> with{};     // counts that went with the time; the first leads
    std::vector<Move> despite{};  // costs that went against the time
    std::optional<Move> some{};   // "3 times as many barriers" of Rest::little
    Rest rest = Rest::nothing;
    std::vector<Move> uncounted{};  // causes that no counter counts (causes.h)
    std::vector<Move> given{};      // changes on the host's side, where the times do not differ
    std::optional<Move> waits{};    // waits of blocks, where the size changed
    // The measure that a picture may show: of `with`, or the polls where no count tells how long
    // blocks wait. Empty where no count is named as a reason, or the size changed.
    std::string_view leader{};

    bool parted() const { return times && times.differ(); }
    bool sized() const { return !each.empty(); }
};

/// The account of two comparable results. `counts`: the runs whose counts are compared; `times`:
/// empty where there are none. nullopt where both are missing.
std::optional<Account> account_of(const lab::Result& before, const lab::Result& now,
                                  const CountedRuns& counts, const TwoTimes& times);

}  // namespace app
