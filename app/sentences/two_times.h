// Two times of one clock in words: which is smaller, by how much, and whether they can be told
// apart; and why two times are not compared. Called by because.cpp; the rule is docs/because.md.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/sentences/thresholds.h"
#include "lab/run.h"
#include "lab/time/measure.h"

namespace app {

// Where cards show times of two devices: their names, and the second device's times before and now;
// nullptr where it did not time both.
struct TwoDevices {
    std::string first{}, second{};
    const lab::Time *before = nullptr, *now = nullptr;
};

struct TwoTimes {
    const lab::Time *before = nullptr, *now = nullptr;
    std::optional<lab::Interval> turns{};    // now / before, where both were timed in turns
    TwoDevices devices{};                    // the names, where two devices' times are shown
    lab::Regime chosen = lab::Regime::cold;  // the caches of the times that cards show
    explicit operator bool() const { return before && now; }

    /// now / before.
    double ratio() const;
    /// Whether the intervals do not overlap; in turns, whether the ratio's interval excludes 1.
    bool parted() const;
    /// Whether they differ by 3 % or more, without overlap: a smaller difference needs no reason.
    bool differ() const { return parted() && size() >= std::log(from::differ); }
    bool faster() const { return ratio() < 1; }
    double size() const { return std::abs(std::log(ratio())); }  // logarithm, the same up and down
    bool modelled() const { return now->kind == lab::TimeKind::modelled; }
    /// Whether both are less than half above the launch floor; never for modelled times.
    bool near_floor() const;
    /// The largest possible distance of both, as a share of the time before.
    double farthest() const;
};

/// The times of both results from one clock, day and regime, for the PTX that `first` and `second`
/// counted; empty where there are none. With warm caches where `chosen` and both have such times,
/// else as both were timed.
TwoTimes two_times(const lab::Result& before, const lab::Result& now, const lab::Run* first,
                   const lab::Run* second, lab::Regime chosen = lab::Regime::cold);

/// "time 10.5 → 8.7 µs (−17 %)"; "time 4.1 → 3.2 µs with warm caches (−22 %)": cold caches are
/// named where warm ones are chosen.
std::string time_words(const TwoTimes&);
/// "faster, 10.5 → 8.7 µs (−17 %)"; for two devices "faster, 10.5 → 8.7 µs on A (−17 %), slower on
/// B (+11 %)".
std::string time_verdict(const TwoTimes&);
/// Says that the intervals overlap, or that both times are near the launch floor.
std::string overlap_words(const TwoTimes&);
/// For times that do not differ(): overlap_words(), or the small difference.
std::string level_words(const TwoTimes&);
/// "the time is the same within 3 %".
std::string same_time_words(const TwoTimes&);

// Why two times are not compared, in full and in brief; empty where they are, or one is missing.
struct Unlike {
    std::string words{}, brief{};
};
Unlike unlike_times(const lab::Result& before, const lab::Result& now);

/// "By the formula the limit was bytes moved; now it is blocks that begin."; only for modelled
/// times.
std::string limit_words(const lab::Result& before, const lab::Result& now, const TwoTimes&);

/// "Both were timed on an NVIDIA H200, limited to as many warps as those cards have room for.";
/// for measured times with two cards' multiprocessors.
std::string card_words(const lab::Settings& before, const lab::Settings& now, const TwoTimes&);

/// Whether any run gave a wrong result; whether all runs went to their ends.
bool is_wrong(const lab::Result&);
bool has_ended(const lab::Result&);

}  // namespace app
