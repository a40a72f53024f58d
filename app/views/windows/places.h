// Where "Sliding window" has its letters: the words above, the text in rows below them, and the
// lens lane's windows at the bottom.
#pragma once

#include "app/draw/metrics.h"
#include "app/views/windows/strands.h"

namespace app {

// Rows of cells, of which those from `first` on are in sight.
struct LetterRows {
    Rect title, cells;
    float wide = 0, pitch = 0, high = 0;  // cell width; row pitch; cell height
    int columns = 1, first = 0, shown = 0, all = 0;

    bool in_sight(std::int64_t index) const {
        const std::int64_t row = index / columns;
        return index >= 0 && row >= first && row < first + shown;
    }
    Rect cell(std::int64_t index) const {
        const std::int64_t row = index / columns;
        return {cells.x + float(index % columns) * wide, cells.y + float(row - first) * pitch, wide,
                high};
    }
};

struct LetterPlaces {
    Rect side, lens, bars;
    LetterRows words, text;
    float names = 0;     // width of the row names at the left of the text
    float lens_row = 0;  // height of a row of the lens; 0: no room
    explicit operator bool() const { return text.shown > 0; }
};

struct LetterWish {
    int lane = 0;      // the lane whose windows are shown
    int words = 0;     // number of words
    int loads = 0;     // loads that have bars
    int scrolled = 0;  // in rows of the text
};

/// `text`: the known letters. Empty where there is too little room. Bars get room before the lens.
/// Rows of the text give way down to two for both, and down to one for the bars alone.
LetterPlaces letter_places(const Metrics&, Rect area, const Letters&, const LetterWish&,
                           const std::map<std::int64_t, char>& text);

/// Type size for a cell so wide.
float letter_size(const Metrics&, float wide);
/// Width of the words left of the lens cells: "text", "at 127".
float lens_names(const Metrics&);

}  // namespace app
