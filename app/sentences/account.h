// Why two results differ, as facts: which counts went with the time, which against it, and what no
// counter counts. because.cpp puts it into words. The rule is docs/because.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/sentences/change.h"
#include "app/sentences/counted_runs.h"
#include "lab/run.h"

namespace app {

struct Account {
    // What is to be said of the counts after what went with the time.
    enum class Rest : std::uint8_t {
        nothing,
        in_part,        // they explain a part of it
        little,         // `some` explains little of it
        unexplained,    // no count explains it
        waits_untold,   // no count tells how long blocks wait
        not_the_limit,  // they moved, and the time did not
        equal,          // no counter changed
        hardly,         // none by much
        no_counts,      // no two runs of one size were counted
    };
    TwoTimes times{};
    std::string each{};  // the element that counts are of, where the size changed
    CountedSize at{};
    std::vector<Move> with{};     // the first leads
    std::vector<Move> despite{};  // what went the other way
    std::optional<Move> some{};   // of Rest::little
    Rest rest = Rest::nothing;
    std::vector<Move> uncounted{};  // of causes.h
    std::vector<Move> given{};      // by the host otherwise, where no times part
    std::optional<Move> waits{};    // of blocks, where the size changed

    bool parted() const { return times && times.differ(); }
    bool sized() const { return !each.empty(); }
};

/// Of two results that can be compared. `counts`: whose; `times`: empty where none are. nullopt
/// where both are missing.
std::optional<Account> account_of(const lab::Result& before, const lab::Result& now,
                                  const CountedRuns& counts, const TwoTimes& times);

/// The counter that leads in it, which a picture may show: "shared_load_wavefronts"; the branches
/// at which warps parted, where they stand beside the instructions. Empty where none does.
std::string leading_counter(const lab::Result& before, const lab::Result& now,
                            const CountedRuns& counts, const TwoTimes& times);

}  // namespace app
