// The key of the heat map, what all keys are made of, and the shades that it explains: what a cell
// is, how light it is, which mark says what. Drawn by heat_map.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

/// Of a sector asked for so often, where none is asked for more often than `most`.
Colour heat_shade(std::uint32_t asked, std::uint32_t most, float strength = 1);
/// The counts that the key shows, to `most` itself: as even in their shades as fit.
std::vector<std::uint32_t> shades_shown(std::uint32_t most);
/// Round cells that follow each other and are asked for in this step: seen without colours, too.
void frame_now(Canvas&, Rect cells);

// Entries of a key stand beside each other, and go on in further lines where there are some.
class KeyEntries {
public:
    KeyEntries(Canvas&, Rect area, const Metrics&);

    /// What the entries behind it say.
    void head(std::string_view words);
    /// A sample so wide and high, drawn by `draw(Rect)`, and words behind it; false where there is
    /// no room.
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

// What a map has in it.
struct HeatKey {
    int each = 1;            // sectors a cell
    std::uint32_t most = 1;  // requests for one sector, to the last step
    bool launches = false;   // there are several
    bool unused = false, to_come = false, never = false;
    bool numbered = false;  // rows have the numbers of their elements
    bool planes = false;    // rows are planes of a field
    bool matrix = false;    // or rows of a matrix
    int arrays_left_out = 0;
};
void draw_heat_key(Canvas&, Rect area, const HeatKey&, const Metrics&);

}  // namespace app
