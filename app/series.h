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
#include "lab/levels/levels.h"
#include "lab/requests/worker.h"

namespace app {

// Whose clock: measured on the GPU that is here, or recorded on one, or made by the formula for
// one.
struct TimeClock {
    lab::TimeKind kind = lab::TimeKind::none;
    std::string device;
    auto operator<=>(const TimeClock&) const = default;
};

struct TimeSource {
    lab::TimeKind kind = lab::TimeKind::none;
    std::string device;
    std::string when;  // recorded: its date
    lab::Regime regime = lab::Regime::cold;
    auto operator<=>(const TimeSource&) const = default;
    TimeClock clock() const { return {kind, device}; }
};

// Which times cards show: of which clock, beside which other one, and with which caches. A card
// shows all its times by one choice.
struct TimeChoice {
    std::optional<TimeClock> first;   // empty: the best that there is
    std::optional<TimeClock> second;  // empty: none stands beside it
    lab::Regime regime = lab::Regime::cold;
    bool operator==(const TimeChoice&) const = default;
};

struct TimePoint {
    lab::Settings settings;
    lab::Time time;
    bool wrong = false;  // the run's result differed: its time is struck out
    // How far the result was off at the most, of what was expected there; nullopt where nothing was
    // compared at this size.
    std::optional<double> off{};
    double off_of = 0;
};

struct CountPoint {
    lab::Settings settings;
    simulator::Counters counters;           // of the whole run
    std::vector<simulator::UnitCount> mix;  // of its instructions
    std::uint64_t threads = 0, blocks = 0;  // over all launches
    /// How many that differ: one kernel on one grid, again and again, is what was asked for.
    std::uint64_t launches = 0;
    std::uint64_t all_launches = 0;
    std::uint64_t widest = 0;      // blocks of the largest
    std::uint64_t line_lanes = 0;  // lanes that ran the line which its kernel counts
    // Sectors that memory moves in the model of the caches, and those of them that it moved before:
    // for the ladder alone, where the picture follows all blocks.
    std::uint64_t moved = 0, moved_again = 0;
    // Copies that the time covers: of memory that is not page-locked, and in one stream with all
    // else.
    bool pageable = false, in_turn = false;
    // What makes its result worth nothing: "race", "wrong result", the first where it has both.
    std::string finding{};
    // Of a thread of the kernel that spills most, by the compiler: 0 where nobody compiled it.
    std::int64_t registers = 0, spilled = 0;
    // Copies that the time covers, and streams in which it is given work.
    std::uint64_t copied = 0, streams = 0;
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
    /// Whether one of those times is of a run whose result was wrong.
    bool timed_wrong(const lab::Settings&) const;

    /// Counts of exactly these settings.
    const CountPoint* counts(const lab::Settings&) const;
    /// A time of exactly these settings from one source.
    const TimePoint* time(const lab::Settings&, const TimeSource&) const;
    /// The same from another day of that clock, with the same caches; the same day where there is
    /// one.
    const TimePoint* time_of_any_day(const lab::Settings&, const TimeSource&) const;
    /// Which day that is.
    std::optional<TimeSource> on_any_day(const lab::Settings&, const TimeSource&) const;
    /// Whose time of exactly these settings is of that kind and regime, on whichever device;
    /// nullopt: nobody's.
    std::optional<TimeSource> any_source(const lab::Settings&, lab::TimeKind, lab::Regime) const;
    /// Times that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const TimePoint*> times_over(const lab::Settings&, const lab::Knob& knob,
                                             const TimeSource&) const;
    /// Counts that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const CountPoint*> counts_over(const lab::Settings&, const lab::Knob& knob) const;

    /// The source that a card of these settings shows: the chosen one where it timed them, or
    /// nobody has yet and it timed anything of the subject; else that of their own time where there
    /// is one, else the best that timed anything of the subject; measured before recorded before
    /// modelled. nullopt: none.
    std::optional<TimeSource> source(const lab::Settings&) const;
    /// Whether another one was chosen, which did not time these settings.
    bool lacks_chosen(const lab::Settings&) const;
    /// The chosen one to stand beside it, where it timed anything of the subject.
    std::optional<TimeSource> second_source(const lab::Settings&) const;
    /// Clocks that timed anything of the subject, measured before recorded; a formula is none.
    std::vector<TimeClock> clocks(const lab::Subject&) const;
    TimeChoice choice;
    /// The least launch floor among the times of a subject from one source, ms; 0 where none is
    /// known.
    double floor_ms(const lab::Subject&, const TimeSource&) const;

    /// The array in which runs of these settings of somebody's own kernel left other values: their
    /// times and counts are of other work. Empty: none, or nobody knows.
    std::string differing_array(const lab::Settings&, const lab::Settings&) const;

    /// Whether these settings can't run; asked of the lesson once, then remembered.
    bool refuses(const lab::Settings&) const;
    /// Whether their time was recorded, so that nothing runs for it; remembered too.
    bool recorded(const lab::Settings&) const;

    /// The time of exactly these settings that was recorded on that device, with cold caches,
    /// whether anybody asked for it or not; nullptr where there is none. Remembered too.
    const lab::Time* recorded_on(const std::string& device, const lab::Settings&) const;

    /// Warps over time, in small, of the picture of these settings; nullptr where none was drawn.
    const WarpsOverTime* silhouette(const lab::Settings&) const;

    /// What the picture of these settings asks the L2 for, of all its blocks; nullptr where no
    /// picture follows them all.
    const lab::AskedOfL2* asked_of_l2(const lab::Settings&) const;

    /// "a fault" or "the limit of steps", which ended the run of these settings: it has no time,
    /// and none will come. Empty: it went to its end.
    std::string_view ended_by(const lab::Settings&) const;

    /// Why nobody gives these settings a time, though they ran to their end: "the formula is up to
    /// 100 times off for kernels that read textures". Empty: there is one, or one may still come.
    const std::string& untold(const lab::Settings&) const;

    std::size_t size() const { return entries_.size(); }
    void clear() { entries_.clear(); }
    /// Settings that are kept at the most, some 7 kB each; then the half that nobody asked for of
    /// late is forgotten. Of answers of the lesson and of recordings: all, as they are soon had.
    static constexpr std::size_t most_entries = 800, most_answers = 5'000;

private:
    struct Entry {
        lab::Settings settings;
        std::optional<CountPoint> counts;
        std::map<TimeSource, TimePoint> times;
        std::optional<TimeSource> own;  // what it was timed by when it was asked for
        std::optional<WarpsOverTime> silhouette;
        lab::AskedOfL2 asked_of_l2{};
        bool answered = false;
        std::string_view ended_by;
        std::string untold;
        std::vector<lab::ArrayResult> left;
        mutable std::uint64_t used = 0;  // when it was asked for last, counted in questions
    };
    Entry& entry(const lab::Settings&);
    const Entry* find(const lab::Settings&) const;
    void note_use(const Entry& entry) const { entry.used = ++uses_; }
    void forget_what_nobody_asks_for();
    void note_left(const lab::Settings&, const lab::Run*);
    void note_untold(const lab::Run&, bool& fresh);
    static void note_end(Entry&, const lab::Run&, bool& fresh);
    void note_silhouette(const lab::Run&);
    void add_run(const lab::Run&, bool& fresh);
    void add_times(const lab::Run&, bool& fresh);
    std::optional<TimeSource> best_source(const lab::Settings&) const;
    std::optional<TimeSource> of_clock(const lab::Settings&, const TimeClock&) const;

    mutable std::map<std::string, bool> refused_, recorded_;               // by settings as text
    mutable std::map<std::string, std::optional<lab::Time>> recorded_on_;  // by device and settings
    std::map<std::string, Entry> entries_;                                 // by settings as text
    mutable std::uint64_t uses_ = 0;
};

/// Settings as one line: "reduction/sequential block=256 n=1024". Equal settings, equal lines.
std::string line_of(const lab::Settings&);
/// "gpu", or "nvidia-h200" of one that was recorded: as a line of state names it.
std::string word_of(const TimeClock&);
/// The other way round; `gpu` is the name of the one that is here. nullopt of none of these.
std::optional<TimeClock> clock_named(const std::string& word, const std::string& gpu);
/// "measured", "recorded", "modelled", or empty: what a card's badge says of a source.
std::string badge_of(const std::optional<TimeSource>&);

/// What a card lacks: a request of which it wants the time alone, or the counts.
struct Want {
    lab::Request request;
    lab::Worker::Wish wish = lab::Worker::Wish::all;
    std::optional<lab::Request> against{};  // of Wish::ratio: the other of the two
    bool operator==(const Want&) const = default;
};

/// What a run for a card may cost.
inline const double usual_card_cost = lab::unasked_budget();
/// What such a run costs; infinite where it takes more memory than what runs for cards may.
double cost_for_cards(const lab::Settings&);

/// What would fill the cards of these settings: what they need, less what is known, refused, or
/// costs over `most_cost` lane-instructions; recorded times, which cost nothing, come first, then
/// nearest needs; at most `most`.
std::vector<Want> wanted(const lab::Request& shown, const Series&,
                         double most_cost = usual_card_cost, std::size_t most = 32);

}  // namespace app
