// Type sizes, gaps, paddings and heights: one set of values for each density, in metrics.cpp. All
// drawing code takes its measures from here and never asks for the density.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace app {

/// The size of everything at 100 %: for a laptop, a desktop screen, or a projector in a lecture
/// room.
enum class Density : std::uint8_t { laptop, desk, projector };

struct Inset {
    float x = 0, y = 0;
};

// All lengths are logical pixels; type sizes are the em.
struct Metrics {
    Density density = Density::desk;
    /// There is room for explanations and for a list that stays open.
    bool roomy = true;
    /// Rail and code are beside the stage only while they are open, and one card is at its right:
    /// so picture, sentence and one card are always visible together.
    bool folds = false;
    /// Scale of lengths that desk and laptop share: px() multiplies by it.
    float unit = 1;
    float px(float length) const { return length * unit; }

    // --- type
    float h1 = 23, h2 = 16, body = 15, small = 13.5f, micro = 12.5f, code = 14, value = 15,
          big = 38;
    float digits = 12, figure = 13;  // numbers in small cells; values in cells of a data flow
    float badge = 12.5f;             // "measured", "counted"
    float brand = 20;                // the program's name

    // --- the window's regions, and the gap between them
    float top = 60, status = 42, rail = 316, source = 430, cards = 276, gap = 12;

    // --- controls: heights, and gaps within a row of them
    float button = 46, option = 38, segment = 34, tab = 30, square = 36;
    float heading = 30;                       // above a control of the rail
    float separate = 18, apart = 22;          // gaps: strip's words; transport's groups
    float play = 42, jump = 34, between = 8;  // discs of the transport
    float shelf = 58, rule = 8;               // the scrub bar's height, and the gap under its line
    float scrub = 7, caption = 14;            // the scrub bar's middle from the top; words above it
    float speeds = 168, languages = 216, slots = 276, picture = 110;  // widths of segments
    float slot = 36, notice = 28;                                     // heights; a strip's pills
    float logo = 28;

    // --- paddings
    float margin = 28;               // left and right of rail, stage and strip
    float edge = 24, top_edge = 20;  // right end of the strip, of the top bar
    Inset rail_foot{12, 32}, stage{28, 20}, card{22, 14}, pane{20, 18};
    float sheet = 44;
    float picker = 50, picker_line = 9;  // the folded list of lessons; its lines from the middle
    float card_head = 34, pane_head = 48, rail_head = 16, groups = 22;
    float after_title = 6, after_sentence = 12, badge_line = 13;

    // --- the card of a refused launch
    struct Refused {
        float title = 25, body = 16, gap = 20, pad = 34, side = 40, mark = 22, beside_title = 64;
        float scale = 44, bar = 18, words = 62, step = 11, kept = 36, above_kept = 18, around = 120;
    } refused;

    // --- pictures
    float side_gap = 34, matrix_gap = 34, number_gap = 16;  // beside, and below a big number
    float row_pitch = 68, cell = 32, lens_cell = 46, row_names = 124, row_line = 9;
    float map = 62, under_map = 32, cell_gap = 3, lane_bars = 26;
    int matrix_cells = 18;  // largest side of a drawn matrix
};

Metrics metrics_of(Density density);
/// "laptop", "desk" or "projector".
std::optional<Density> density_named(std::string_view name);
std::string_view name_of(Density density);

}  // namespace app
