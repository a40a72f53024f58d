// Times by block shape: a cell for each width and height of the block. Called by that card.
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
};
/// None where the block of these settings has one side only.
BlockSides sides_of(const lab::Settings& settings);
/// These settings with a block of that shape, and what follows a block that is turned by hand: of a
/// file the grid that covered its sizes covers them again.
lab::Settings shaped(lab::Settings settings, const BlockSides& sides, std::int64_t x,
                     std::int64_t y);

struct ShapeCell {
    lab::Settings settings;
    const TimePoint* point = nullptr;
    bool refused = false;
    std::string other_numbers;          // the array in which it leaves others than the shown shape
    bool elsewise = false;              // timed, but with the other caches alone
    const TimePoint* second = nullptr;  // of the device that stands beside
};

struct ShapeTimes {
    lab::Settings settings;
    BlockSides sides;
    std::optional<TimeSource> source, second_source;
    std::vector<std::int64_t> xs, ys;  // the sliders' stops, and what is set
    std::vector<ShapeCell> cells;      // y by y
    double best = 0, worst = 0;
    const ShapeCell* best_cell = nullptr;
    const ShapeCell* second_best = nullptr;  // of the second device
    std::ptrdiff_t timed() const;            // shapes
    /// Other shapes whose interval meets that of the least: where there are any, none is best.
    std::ptrdiff_t as_fast() const;
    /// Whether this one's interval meets that of the least: so does the least itself.
    bool as_fast_as_any(const ShapeCell&) const;
    const ShapeCell& at(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return cells[static_cast<std::size_t>(down * std::ssize(xs) + across)];
    }
};
ShapeTimes shape_times(const DrawContext& context);

/// "6 is as fast at 8 × 16", or ahead: of the shown kernel, each at the shape at which it was
/// recorded as the fastest. Empty where the other is ahead so too, or no other shape is better.
std::string best_shape_words(const DrawContext& context, int other);

}  // namespace app
