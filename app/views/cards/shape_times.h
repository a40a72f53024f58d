// Times by two knobs: a cell for each pair of their values. Called by the cards "Time by block
// shape" and "Time by launch".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct BlockSides {
    const lab::Knob *x = nullptr, *y = nullptr;
    explicit operator bool() const { return x && y; }
    /// Whether they are the sides of a block; else threads of a block and blocks of the grid.
    bool are_of_block() const;
};
/// The sides of a block. Empty where the block of these settings has one side only.
BlockSides sides_of(const lab::Settings& settings);
/// Threads of a block across, blocks of the grid down. Empty where a knob changes nothing.
BlockSides launch_of(const lab::Settings& settings);
/// These settings with such a launch, and with the changes that follow when the block is turned by
/// hand: in the user's own file, a grid that covered its sizes covers them again.
lab::Settings shaped(lab::Settings settings, const BlockSides& sides, std::int64_t x,
                     std::int64_t y);

struct ShapeCell {
    lab::Settings settings;
    const TimePoint* point = nullptr;
    bool refused = false;
    std::string other_numbers;          // array whose numbers differ from the shown shape's
    bool other_caches_only = false;     // timed only with the other caches
    const TimePoint* second = nullptr;  // time on the second device
};

struct ShapeTimes {
    lab::Settings settings;
    BlockSides sides;
    std::optional<TimeSource> source, second_source;
    std::vector<std::int64_t> xs, ys;  // the sliders' stops and the set values
    std::vector<ShapeCell> cells;      // row by row: x fastest
    double best = 0, worst = 0;
    std::ptrdiff_t best_at = -1;         // index in `cells`; -1: none
    std::ptrdiff_t second_best_at = -1;  // the same on the second device
    /// The cell with the shortest time, nullptr where there is none; that of the second device.
    const ShapeCell* best_cell() const;
    const ShapeCell* second_best() const;
    std::ptrdiff_t timed() const;  // shapes with a time
    /// Number of other shapes whose interval meets that of the least time; above 0, none is the
    /// best.
    std::ptrdiff_t as_fast() const;
    /// Whether a shape's interval meets that of the shortest time; true for that shape itself.
    bool as_fast_as_any(const ShapeCell&) const;
    const ShapeCell& at(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return cells[static_cast<std::size_t>(down * std::ssize(xs) + across)];
    }
};
ShapeTimes shape_times(const DrawContext& context,
                       BlockSides (*sides)(const lab::Settings&) = sides_of);

/// "6 is as fast at 8 × 16", or "6 is ahead of it at": the shown kernel and another, each at its
/// fastest recorded shape. Empty where the other still is ahead, or the set shape is the shown
/// one's fastest.
std::string best_shape_words(const DrawContext& context, int other);

}  // namespace app
