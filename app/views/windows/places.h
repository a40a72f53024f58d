// Where the letters of "Sliding window" stand: the words above, the text below them row by row, and
// the lens lane's windows at the foot.
#pragma once

#include "app/draw/metrics.h"
#include "app/views/windows/strands.h"

namespace app {

// Rows of cells, from `first` on as many as are in sight.
struct LetterRows {
    Rect title, cells;
    float wide = 0, pitch = 0, high = 0;  // of a cell; from row to row; of a cell
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
    float names = 0;     // of the rows of the text, at their left
    float lens_row = 0;  // height of a row of the lens; 0: it has no room
    explicit operator bool() const { return text.shown > 0; }
};

struct LetterWish {
    int lane = 0;      // whose windows are shown
    int words = 0;     // how many there are
    int loads = 0;     // that bars are drawn of
    int scrolled = 0;  // rows of the text
};

/// `text`: the letters that are known. Empty where there is too little room. Bars have room before
/// the lens has, and rows of the text give way to both, down to two,
/// and to the bars alone down to one.
LetterPlaces letter_places(const Metrics&, Rect area, const Letters&, const LetterWish&,
                           const std::map<std::int64_t, char>& text);

/// Of type in a cell so wide.
float letter_size(const Metrics&, float wide);
/// "text", "at 127": what stands left of the lens' cells.
float lens_names(const Metrics&);

}  // namespace app
