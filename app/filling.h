// Times that the user asked for: all that a card lacks, or those that a search for the fastest
// needs. Coarse ones come first, where the card puts them first. Knows no window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/series.h"

namespace lab {
class BestSearch;
}

namespace app {

struct View;

enum class FillGoal : std::uint8_t { all, fastest };

// How far it is.
struct FillProgress {
    const View* card = nullptr;
    std::size_t done = 0, all = 0;  // settings: timed, or without a time for good; all that can run
    double seconds_left = 0;        // estimated; 0: not known yet
    /// Of a search: the probability that a setting without a time is faster than the fastest one by
    /// more than lab::gain_that_counts.
    std::optional<double> chance{};
};

// The result of a search.
struct FoundBest {
    lab::Settings settings;
    TimePoint point;
    TimeSource source;
    std::vector<const lab::Knob*> knobs;  // that differ among the settings
    std::size_t tried = 0, all = 0;
    /// Of a file: nothing tells whether its results are those of the settings on the stage.
    bool same_work_unknown = false;
    double gain = 0;    // the share of the time that counts
    double chance = 0;  // that a setting without a time is faster by more than that
};

class Filling {
public:
    Filling();
    ~Filling();
    /// Begins with what the card compares with these settings.
    void begin(const View& card, const lab::Request& shown, const Series&,
               FillGoal goal = FillGoal::all);
    void stop();
    bool is_on() const { return card_ != nullptr; }
    /// The clock of the formula, once it gave a time where only it can give all of them; nullopt: a
    /// GPU or recordings do, or there is none yet.
    std::optional<TimeClock> model(const Series&) const;
    /// Whether these settings are on the map that is being filled.
    bool has(const lab::Settings&) const;
    /// The next request. Settings that got no answer are asked for once more at the end. nullopt:
    /// nothing is left, or a search is sure enough, and it stops.
    std::optional<Want> next(const Series&);
    FillProgress progress(const Series&) const;
    std::optional<FoundBest> take_found() { return std::exchange(found_, std::nullopt); }

private:
    std::optional<lab::Settings> next_of_all(const Series&);
    std::optional<lab::Settings> next_of_search(const Series&);
    void tell_search(const Series&);
    void note_found(const Series&);

    const View* card_ = nullptr;
    lab::Request shown_;
    std::vector<lab::Settings> all_;
    std::map<std::string, int> asked_;  // how often, by line_of()
    double began_ = 0;                  // platform::now()
    std::size_t done_before_ = 0;
    std::unique_ptr<lab::BestSearch> search_;  // over all_
    std::vector<bool> told_;                   // to the search
    std::vector<const lab::Knob*> searched_;   // the knobs that differ
    std::optional<FoundBest> found_;
};

/// The settings of a card that have no time yet, and can get one: measured where a GPU is, else
/// recorded if all are, else modelled. Empty for a card without times.
std::vector<lab::Settings> lacking_times(const View& card, const lab::Settings& shown,
                                         const Series&);
/// Whether the card has settings of which one is the fastest.
bool can_search(const View& card, const lab::Settings& shown, const Series&);

}  // namespace app
