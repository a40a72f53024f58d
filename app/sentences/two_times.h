// Two times of one clock side by side, in words: which is less, by how much, and whether they can
// be told apart; and why two times are not compared. Called by because.cpp; the rule is
// docs/because.md.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "app/sentences/thresholds.h"
#include "lab/run.h"

namespace app {

// Where cards show the times of two devices: their names, and what the second one took before and
// now; nullptr where it did not time both.
struct TwoDevices {
    std::string first{}, second{};
    const lab::Time *before = nullptr, *now = nullptr;
};

struct TwoTimes {
    const lab::Time *before = nullptr, *now = nullptr;
    const lab::Alternation* turns = nullptr;  // the same two, timed in turns
    TwoDevices devices{};                     // named where two devices' times are shown
    lab::Regime chosen = lab::Regime::cold;   // with which caches cards show times
    explicit operator bool() const { return before && now; }

    /// Now over before.
    double ratio() const;
    /// Whether the intervals part; in turns, whether that of the ratio leaves 1 out.
    bool parted() const;
    /// By 3 % or more, intervals apart: less asks for no reason.
    bool differ() const { return parted() && size() >= std::log(from::differ); }
    bool faster() const { return ratio() < 1; }
    double size() const { return std::abs(std::log(ratio())); }  // of it, alike up and down
    bool modelled() const { return now->kind == lab::TimeKind::modelled; }
    /// Both less than half above the launch floor; a modelled time never is.
    bool near_floor() const;
    /// How far apart both can be at most, as a share of the one before.
    double farthest() const;
};

/// Times of both results, of one clock, one day, one regime, and of the PTX that `first` and
/// `second` counted; empty where there are none. With warm caches where those are `chosen` and both
/// have such a time, else as both were timed.
TwoTimes two_times(const lab::Result& before, const lab::Result& now, const lab::Run* first,
                   const lab::Run* second, lab::Regime chosen = lab::Regime::cold);

/// "time 10.5 → 8.7 µs (−17 %)"; "time 4.1 → 3.2 µs with warm caches (−22 %)": cold ones are named
/// where warm ones are chosen.
std::string time_words(const TwoTimes&);
/// "faster, 10.5 → 8.7 µs (−17 %)"; of two devices "faster, 10.5 → 8.7 µs on A (−17 %), slower on
/// B (+11 %)".
std::string time_verdict(const TwoTimes&);
/// Of times whose intervals overlap: that they do, or that both are near the launch floor.
std::string overlap_words(const TwoTimes&);
/// Of times that do not differ(): those, or by how little they part.
std::string level_words(const TwoTimes&);
/// "the time is the same within 3 %".
std::string same_time_words(const TwoTimes&);

// Why two times stay unsaid, in full and in brief; empty where they are said, or one of them is not
// there.
struct Unlike {
    std::string words{}, brief{};
};
Unlike unlike_times(const lab::Result& before, const lab::Result& now);

/// "By the formula the limit was bytes moved; now it is blocks that begin."; of modelled times
/// alone.
std::string limit_words(const lab::Result& before, const lab::Result& now, const TwoTimes&);

/// "Both were timed on an NVIDIA H200 with room for as many warps as those cards have."; of times
/// for two cards' multiprocessors that a clock gave.
std::string card_words(const lab::Settings& before, const lab::Settings& now, const TwoTimes&);

/// Whether any run of it gave a wrong result; whether all went to their ends.
bool is_wrong(const lab::Result&);
bool has_ended(const lab::Result&);

}  // namespace app
