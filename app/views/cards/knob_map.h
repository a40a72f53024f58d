// Times by two knobs: a cell for each pair of their values. Called by the cards "Time by block
// shape" and "Time by two knobs".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct KnobPair {
    const lab::Knob *across = nullptr, *down = nullptr;
    explicit operator bool() const { return across && down; }
    bool are_sides() const;   // of a block
    bool are_launch() const;  // threads of a block across, blocks of the grid down
};
/// The two knobs of a map, from the shown settings and the user's choice.
using PairOf = KnobPair (*)(const lab::Settings&, const TimeChoice&);
/// The sides of a block. Empty where the block of these settings has one side only.
KnobPair sides_of(const lab::Settings&, const TimeChoice& = {});
/// The user's choice. Else threads of a block and blocks of the grid; else the first two knobs that
/// a map may have. Empty where fewer than two change anything.
KnobPair chosen_pair(const lab::Settings&, const TimeChoice&);
/// The knobs that change anything here, those of the launch first, sizes last.
std::vector<const lab::Knob*> map_knobs(const lab::Settings&);
/// Whether a map may have both. Times of two sizes do not compete, so one may be a size.
bool make_a_map(const lab::Knob&, const lab::Knob&);
/// Whether the work grows with it: the size of a problem, or how often it is repeated.
bool measures_work(const lab::Knob&);
/// These settings with such values, and with the changes that follow when the block is turned by
/// hand: in the user's own file, a grid that covered its sizes covers them again.
lab::Settings paired(lab::Settings settings, const KnobPair&, std::int64_t across,
                     std::int64_t down);

struct MapCell {
    lab::Settings settings;
    const TimePoint* point = nullptr;
    bool refused = false;
    std::string other_numbers;          // array whose numbers differ from those of the shown values
    bool other_caches_only = false;     // timed only with the other caches
    std::string ended_by;               // "a fault", which ended its run
    std::string untold;                 // why its whole run has no time, a sentence's words
    const TimePoint* second = nullptr;  // time on the second device
};

// Cells that compete: all of a map, or those of one size where one of its knobs is a size.
struct MapRace {
    double best = 0, worst = 0;          // ms
    std::ptrdiff_t best_at = -1;         // index among all cells; -1: none
    std::ptrdiff_t second_best_at = -1;  // the same on the second device
};

struct KnobMap {
    lab::Settings settings;
    KnobPair pair;
    std::optional<TimeSource> source, second_source;
    std::vector<std::int64_t> xs, ys;  // the values that controls offer, and the set ones
    std::vector<MapCell> cells;        // row by row: x fastest
    std::vector<MapRace> races;        // one, or one for each size
    MapRace shown;                     // that of the set values
    std::ptrdiff_t set_at = 0;         // index of their cell

    const MapRace& race_of(const MapCell&) const;
    /// Whether it competes with the set values.
    bool is_shown(const MapCell&) const;
    /// The cell of the shown race with the shortest time, nullptr where there is none; that of the
    /// second device.
    const MapCell* best_cell() const;
    const MapCell* second_best() const;
    bool any_time() const;         // in any race
    std::ptrdiff_t timed() const;  // cells of the shown race with a time
    /// Number of other cells of a race whose interval meets that of the least time; above 0, none
    /// is the best.
    std::ptrdiff_t as_fast(const MapRace&) const;
    std::ptrdiff_t as_fast() const { return as_fast(shown); }
    /// Whether a cell's interval meets that of the shortest time of its race; true for that cell.
    bool as_fast_as_any(const MapCell&) const;
    /// Cells of the shown race beside the best, whose time is at most this many times the best.
    std::ptrdiff_t within(double times) const;
    const MapCell& at(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return cells[static_cast<std::size_t>(down * std::ssize(xs) + across)];
    }
};
/// Kept within the context: a card asks for it several times a frame.
std::shared_ptr<const KnobMap> knob_map(const DrawContext& context, PairOf pair = sides_of);

/// "6 is as fast at 8 × 16", or "6 is ahead of it at": the shown kernel and another, each at its
/// fastest recorded shape. Empty where the other still is ahead, or the set shape is the shown
/// one's fastest.
std::string best_shape_words(const DrawContext& context, int other);

}  // namespace app
