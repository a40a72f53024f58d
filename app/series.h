// What earlier results left behind: counts and times by settings, without their traces. The session
// adds every result; cards draw from it; the worker is fed what cards still lack. Knows no window.
//
// A time belongs to one source, a kind of clock on one device. Times of two sources never meet in
// one series.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/warps_over_time.h"
#include "lab/requests/worker.h"

namespace app {

struct TimeSource {
    lab::TimeKind kind = lab::TimeKind::none;
    std::string device;
    std::string when;  // recorded: its date
    auto operator<=>(const TimeSource&) const = default;
};

struct TimePoint {
    lab::Settings settings;
    lab::Time time;
    bool wrong = false;  // the run's result differed: its time is struck out
};

struct CountPoint {
    lab::Settings settings;
    simulator::Counters counters;           // of the whole run
    std::vector<simulator::UnitCount> mix;  // of its instructions
    std::uint64_t threads = 0, blocks = 0;  // over all launches
    /// How many that differ: one kernel on one grid, again and again, is what was asked for.
    std::uint64_t launches = 0;
    std::uint64_t widest = 0;      // blocks of the largest
    std::uint64_t line_lanes = 0;  // lanes that ran the line which its kernel counts
};

class Series {
public:
    /// Keeps what `result` knows: counts, times, or that it was refused. True where something is
    /// new.
    bool add(const lab::Result& result);
    /// Whether a result of exactly these settings came in, with counts or a reason why there are
    /// none.
    bool knows(const lab::Settings&) const;
    /// Whether there is a time of exactly these settings.
    bool timed(const lab::Settings&) const;

    /// Counts of exactly these settings.
    const CountPoint* counts(const lab::Settings&) const;
    /// A time of exactly these settings from one source.
    const TimePoint* time(const lab::Settings&, const TimeSource&) const;
    /// Times that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const TimePoint*> times_over(const lab::Settings&, const lab::Knob& knob,
                                             const TimeSource&) const;
    /// Counts that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const CountPoint*> counts_over(const lab::Settings&, const lab::Knob& knob) const;

    /// The source that a card of these settings shows: that of their own time where there is one,
    /// else the best that timed anything of the subject; measured before recorded before modelled.
    /// nullopt: none.
    std::optional<TimeSource> source(const lab::Settings&) const;
    /// The least launch floor among the times of a subject from one source, ms; 0 where none is
    /// known.
    double floor_ms(const lab::Subject&, const TimeSource&) const;

    /// Whether these settings can't run; asked of the lesson once, then remembered.
    bool refuses(const lab::Settings&) const;
    /// Whether their time was recorded, so that nothing runs for it; remembered too.
    bool recorded(const lab::Settings&) const;

    /// Warps over time, in small, of the picture of these settings; nullptr where none was drawn.
    const WarpsOverTime* silhouette(const lab::Settings&) const;

    /// Whether a fault ended the run of these settings: it has no time, and none will come.
    bool faulted(const lab::Settings&) const;

    std::size_t size() const { return entries_.size(); }
    void clear() { entries_.clear(); }

private:
    struct Entry {
        lab::Settings settings;
        std::optional<CountPoint> counts;
        std::map<TimeSource, TimePoint> times;
        std::optional<WarpsOverTime> silhouette;
        bool answered = false, faulted = false;
    };
    Entry& entry(const lab::Settings&);
    const Entry* find(const lab::Settings&) const;
    static void note_fault(Entry&, bool faulted, bool& fresh);
    void note_silhouette(const lab::Run&);
    void add_run(const lab::Run&, bool& fresh);

    mutable std::map<std::string, bool> refused_, recorded_;  // by settings as text
    std::map<std::string, Entry> entries_;                    // by settings as text
};

/// Settings as one line: "reduction/sequential block=256 n=1024". Equal settings, equal lines.
std::string line_of(const lab::Settings&);
/// "measured", "recorded", "modelled", or empty: what a card's badge says of a source.
std::string badge_of(const std::optional<TimeSource>&);

/// What a card lacks: a request of which it wants the time alone, or the counts.
struct Want {
    lab::Request request;
    lab::Worker::Wish wish = lab::Worker::Wish::all;
    bool operator==(const Want&) const = default;
};

/// Lane-instructions that a run nobody asked for may cost: a fraction of a second.
inline constexpr double usual_card_cost = 5e8;

/// What would fill the cards of these settings: what they need, less what is known, refused, or
/// costs over `most_cost` lane-instructions; recorded times, which cost nothing, come first, then
/// nearest needs; at most `most`.
std::vector<Want> wanted(const lab::Request& shown, const Series&,
                         double most_cost = usual_card_cost, std::size_t most = 32);

}  // namespace app
