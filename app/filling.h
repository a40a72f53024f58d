// Times that the user asked for: all that a card lacks, one after the other. The coarse ones come
// first, where the card puts them first. Knows no window.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/series.h"

namespace app {

struct View;

// How far it is.
struct FillProgress {
    const View* card = nullptr;
    std::size_t done = 0, all = 0;  // settings: timed, or without a time for good; all that can run
    double seconds_left = 0;        // estimated; 0: not known yet
};

class Filling {
public:
    /// Begins with what the card compares with these settings.
    void begin(const View& card, const lab::Request& shown, const Series&);
    void stop() { *this = {}; }
    bool is_on() const { return card_ != nullptr; }
    /// The clock of the formula, once it gave a time where only it can give all of them; nullopt: a
    /// GPU or recordings do, or there is none yet.
    std::optional<TimeClock> model(const Series&) const;
    /// Whether these settings are on the map that is being filled.
    bool has(const lab::Settings&) const;
    /// The next request. Settings that got no answer are asked for once more at the end. nullopt:
    /// nothing is left, and it stops.
    std::optional<Want> next(const Series&);
    FillProgress progress(const Series&) const;

private:
    const View* card_ = nullptr;
    lab::Request shown_;
    std::vector<lab::Settings> all_;
    std::map<std::string, int> asked_;  // how often, by line_of()
    double began_ = 0;                  // platform::now()
    std::size_t done_before_ = 0;
};

/// The settings of a card that have no time yet, and can get one: measured where a GPU is, else
/// recorded if all are, else modelled. Empty for a card without times.
std::vector<lab::Settings> lacking_times(const View& card, const lab::Settings& shown,
                                         const Series&);

}  // namespace app
