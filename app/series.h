// The counts and times of earlier results by settings, without traces. The session adds every
// result, cards draw from it, and the worker gets what cards lack. Knows no window.
//
// A time belongs to one source: a kind of clock on one device. One series never mixes times of two
// sources.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/badge.h"
#include "app/warps_over_time.h"
#include "lab/levels/levels.h"
#include "lab/requests/worker.h"

namespace app {

// A clock: measured on the GPU here, recorded on a GPU, or modelled for one by the formula.
struct TimeClock {
    lab::TimeKind kind = lab::TimeKind::none;
    std::string device;
    auto operator<=>(const TimeClock&) const = default;
};

struct TimeSource {
    lab::TimeKind kind = lab::TimeKind::none;
    std::string device;
    std::string when;  // the date of a recording
    lab::Regime regime = lab::Regime::cold;
    auto operator<=>(const TimeSource&) const = default;
    TimeClock clock() const { return {kind, device}; }
};

// The knobs of the card "Time by two knobs", by their ids; empty, or without an effect at the shown
// settings: the card's own choice.
struct MapKnobs {
    std::string across{}, down{};
    bool operator==(const MapKnobs&) const = default;
};

// The choice of times that cards show: a clock, a second clock beside it, the caches, and the knobs
// of the map. A card shows all its times by one choice.
struct TimeChoice {
    std::optional<TimeClock> first;   // nullopt: the best one available
    std::optional<TimeClock> second;  // nullopt: no second clock
    lab::Regime regime = lab::Regime::cold;
    MapKnobs map{};
    bool operator==(const TimeChoice&) const = default;
};

struct TimePoint {
    lab::Settings settings;
    lab::Time time;
    bool wrong = false;  // the run's result was wrong: its time is struck out
    // The largest deviation of the result, and the value expected there; nullopt where nothing was
    // compared at this size.
    std::optional<double> off{};
    double off_of = 0;
    std::string compared_with{};  // the reference, in words: errors of others are no measure here
};

struct CountPoint {
    lab::Settings settings;
    simulator::Counters counters;           // of the whole run
    std::vector<simulator::UnitCount> mix;  // its instructions by unit
    std::uint64_t threads = 0, blocks = 0;  // over all launches
    /// Different launches: repeated launches of one kernel on one grid count once.
    std::uint64_t launches = 0;
    std::uint64_t all_launches = 0;
    std::uint64_t widest = 0;      // blocks of the largest launch
    std::uint64_t line_lanes = 0;  // lanes that ran its kernel's counted line
    // Sectors that memory moves in the model of the caches, and repeated ones among them. Only for
    // the ladder, where the picture follows all blocks.
    std::uint64_t moved = 0, moved_again = 0;
    // Copies in the time: from pageable memory; in one stream with all other work.
    bool pageable = false, in_turn = false;
    // The finding that makes its result worthless: "race", "wrong result", "race, wrong result".
    std::string finding{};
    // Registers and spilled bytes per thread of the kernel that spills most, from the compiler; 0
    // where no compiler ran.
    std::int64_t registers = 0, spilled = 0;
    // Copied bytes in the time, and the number of streams.
    std::uint64_t copied = 0, streams = 0;
};

class Series {
public:
    /// Keeps the counts, times or refusal of `result`. Returns whether anything is new.
    bool add(const lab::Result& result);
    /// Whether there is a result of exactly these settings, with counts or a reason why there are
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
    /// A time from that source on any day, with the same caches; from the same day where there is
    /// one.
    const TimePoint* time_of_any_day(const lab::Settings&, const TimeSource&) const;
    /// The source of time_of_any_day(), with its day.
    std::optional<TimeSource> on_any_day(const lab::Settings&, const TimeSource&) const;
    /// A source with a time of exactly these settings, this kind and regime, on any device;
    /// nullopt: there is none.
    std::optional<TimeSource> any_source(const lab::Settings&, lab::TimeKind, lab::Regime) const;
    /// Times that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const TimePoint*> times_over(const lab::Settings&, const lab::Knob& knob,
                                             const TimeSource&) const;
    /// Counts that differ from these settings in `knob` alone, by its value, ascending.
    std::vector<const CountPoint*> counts_over(const lab::Settings&, const lab::Knob& knob) const;

    /// The source whose times a card of these settings shows. It is the chosen one, if it timed
    /// them, or nobody timed them and it timed anything of the subject. Else it is the source of
    /// their own time, else the best one of the subject: measured before recorded before modelled.
    /// nullopt: none.
    std::optional<TimeSource> source(const lab::Settings&) const;
    /// Whether the chosen source did not time these settings, while another one did.
    bool lacks_chosen(const lab::Settings&) const;
    /// The chosen second source, where it timed anything of the subject.
    std::optional<TimeSource> second_source(const lab::Settings&) const;
    /// The clocks that timed anything of the subject, measured before recorded; without the
    /// formula.
    std::vector<TimeClock> clocks(const lab::Subject&) const;
    TimeChoice choice;
    /// The smallest launch floor among a subject's times from one source, in ms; 0 where none is
    /// known.
    double floor_ms(const lab::Subject&, const TimeSource&) const;

    /// The array with different values after runs of two settings of the user's own kernel: their
    /// times and counts are of different work. Empty: none, or not known.
    std::string differing_array(const lab::Settings&, const lab::Settings&) const;
    /// Whether it is known what a run of these settings of the user's own kernel leaves.
    bool leaves_known(const lab::Settings&) const;

    /// Whether these settings cannot run; the lesson's answer is cached.
    bool refuses(const lab::Settings&) const;
    /// Whether their time was recorded, so that no run is needed; cached.
    bool recorded(const lab::Settings&) const;

    /// The time of exactly these settings recorded on that device with cold caches, requested or
    /// not; nullptr where there is none. Cached.
    const lab::Time* recorded_on(const std::string& device, const lab::Settings&) const;

    /// Warps over time, shrunk, for the picture of these settings; nullptr where none was made.
    const WarpsOverTime* silhouette(const lab::Settings&) const;

    /// The requests to the L2 of all blocks in the picture of these settings; nullptr where no
    /// picture follows all blocks.
    const lab::AskedOfL2* asked_of_l2(const lab::Settings&) const;

    /// "a fault" or "the limit of steps" that ended the run of these settings, which therefore
    /// never gets a time. Empty: the run went to its end.
    std::string_view ended_by(const lab::Settings&) const;

    /// Why these settings get no time although their run went to its end: "the formula is up to 100
    /// times off for kernels that read textures". Empty: they have one, or may get one.
    const std::string& untold(const lab::Settings&) const;

    std::size_t size() const { return entries_.size(); }
    void clear() { entries_.clear(), ++changes_; }
    /// Increases whenever an answer of this series may be another one.
    std::uint64_t changes() const { return changes_; }
    /// The most kept settings, some 7 kB each; beyond that, the half that was not used recently is
    /// dropped. Cached answers and recordings beyond their limit are all dropped, as they are
    /// cheap.
    static constexpr std::size_t most_entries = 800, most_answers = 5'000;

private:
    struct Entry {
        lab::Settings settings;
        std::optional<CountPoint> counts;
        std::map<TimeSource, TimePoint> times;
        std::optional<TimeSource> own;  // the source when these settings were asked for
        std::optional<WarpsOverTime> silhouette;
        lab::AskedOfL2 asked_of_l2{};
        bool answered = false;
        std::string_view ended_by;
        std::string untold;
        std::vector<lab::ArrayResult> left;
        mutable std::uint64_t used = 0;  // time of the last use, counted in questions
    };
    std::uint64_t changes_ = 0;
    Entry& entry(const lab::Settings&);
    const Entry* find(const lab::Settings&) const;
    void note_use(const Entry& entry) const { entry.used = ++uses_; }
    void forget_what_nobody_asks_for();
    void note_left(const lab::Settings&, const lab::Run*);
    void note_untold(const lab::Run&, bool& fresh);
    void note_failed(const lab::Result&, bool& fresh);
    static void note_end(Entry&, const lab::Run&, bool& fresh);
    void note_silhouette(const lab::Run&);
    void add_run(const lab::Run&, bool& fresh);
    void add_times(const lab::Run&, bool& fresh);
    std::optional<TimeSource> best_source(const lab::Settings&) const;
    std::optional<TimeSource> of_clock(const lab::Settings&, const TimeClock&) const;

    mutable std::map<std::string, bool> refused_, recorded_;               // by line_of()
    mutable std::map<std::string, std::optional<lab::Time>> recorded_on_;  // by device and line
    std::map<std::string, Entry> entries_;                                 // by line_of()
    mutable std::uint64_t uses_ = 0;
};

/// Settings as one line: "reduction/sequential block=256 n=1024". Equal settings give equal lines.
std::string line_of(const lab::Settings&);
/// A clock's word in a line of state: "gpu", or "nvidia-h200" for a recorded one.
std::string word_of(const TimeClock&);
/// The clock of such a word; `gpu`: the name of the GPU here. nullopt for other words.
std::optional<TimeClock> clock_named(const std::string& word, const std::string& gpu);
/// The badge of a source's times; none without a source.
Badge badge_of(const std::optional<TimeSource>&);

/// A request that a card lacks: for the time alone, or for the counts.
struct Want {
    lab::Request request;
    lab::Worker::Wish wish = lab::Worker::Wish::all;
    std::optional<lab::Request> against{};  // for Wish::ratio: the other of the two
    bool operator==(const Want&) const = default;
};

/// The most that a run for a card may cost.
inline const double usual_card_cost = lab::unasked_budget();
/// The cost of such a run; infinite where it needs more memory than runs for cards may.
double cost_for_cards(const lab::Settings&);

/// The requests that the cards of these settings still need: without those that are known, refused,
/// or cost over `most_cost` lane-instructions. Recorded times, which cost nothing, come first, then
/// the nearest needs; at most `most`.
std::vector<Want> wanted(const lab::Request& shown, const Series&,
                         double most_cost = usual_card_cost, std::size_t most = 32);

}  // namespace app
