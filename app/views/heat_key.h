// The key of the heat map: what a cell is, what its shade means, which mark says what. KeyEntries
// also serves other keys. The map itself is in heat_map.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

/// Shade of a sector with `asked` requests, where the most requested sector has `most`.
Colour heat_shade(std::uint32_t asked, std::uint32_t most, float strength = 1);
/// The counts that the key shows, from 1 to `most`, as evenly spaced in shade as possible.
std::vector<std::uint32_t> shades_shown(std::uint32_t most);
/// A frame around neighbouring cells that this step requests: visible without colours.
void frame_now(Canvas&, Rect cells);

// Entries of a key, in one line or in several where the area has room.
class KeyEntries {
public:
    KeyEntries(Canvas&, Rect area, const Metrics&);

    /// A heading before the entries.
    void head(std::string_view words);
    /// A sample of this size, drawn by `draw(Rect)`, and words after it; false where there is no
    /// room.
    template <class Draw>
    bool entry(float width, float height, std::string_view words, Draw draw) {
        const float gap = width > 0 ? metrics_.px(7) : 0;
        if (!find_room(width + gap + width_of(words))) return false;
        draw(Rect{at_.x, at_.y - height / 2, width, height});
        at_.x += width + gap;
        put(words);
        return true;
    }
    bool words(std::string_view words);

private:
    float line() const { return metrics_.small * 1.8f; }
    float width_of(std::string_view words) const;
    bool find_room(float width);
    void put(std::string_view words);

    Canvas& canvas_;
    Rect area_;
    const Metrics& metrics_;
    Point at_;
};

// The contents of a map that its key explains.
struct HeatKey {
    int each = 1;            // sectors of a cell
    std::uint32_t most = 1;  // most requests for one sector, up to the last step
    bool launches = false;   // several launches
    bool unused = false, to_come = false, never = false;
    bool numbered = false;  // rows show the index of their first element
    bool planes = false;    // rows are planes of a field
    bool matrix = false;    // with planes: the rows are those of a matrix
    int arrays_left_out = 0;
};
void draw_heat_key(Canvas&, Rect area, const HeatKey&, const Metrics&);

}  // namespace app
