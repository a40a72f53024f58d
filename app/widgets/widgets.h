// The widgets of the regions: segmented buttons, sliders, buttons, badges, cards. Each draws itself
// and returns the user's action; none changes any state of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/badge.h"
#include "app/widgets/ui.h"

namespace app {

struct Option {
    std::string text;
    std::string tip;    // its meaning, or why it has no effect
    bool idle = false;  // can be chosen, but cannot run: drawn dim
};

/// `accent`: the chosen one is filled with the accent colour (kernels only). `disabled`: the choice
/// has no effect; none looks chosen, none can be picked.
enum class Segments : std::uint8_t { plain, accent, disabled };

// Many options take several rows of nearly equal length.
struct SegmentRows {
    int count = 1;
    float gap = 0;  // between two rows
};

/// The number of rows that keep these words near full size; at most `most` options in a row.
int rows_for(const Ui& ui, std::span<const Option> options, float width, int most);

/// The option that was picked; nullopt where none was.
std::optional<int> segmented(Ui& ui, std::string_view id, Rect area,
                             std::span<const Option> options, int chosen,
                             Segments look = Segments::plain, SegmentRows rows = {});

struct SliderTick {
    std::string label;     // empty: none
    std::string refused;   // why it cannot run; empty: it can
    bool between = false;  // labelled only after others: 100 among powers of two
};

struct Slider {
    std::vector<SliderTick> ticks;
    float place = 0;       // in ticks: 2.5 is half way from the third to the fourth
    bool refused = false;  // the value cannot run: an octagon
    // The value in words where it lies outside the ticks. Its `place` is then -1 or the number of
    // ticks, and it is drawn past the end.
    std::string outside;
    std::string tip;
};
/// The tick that was chosen by a drag, the wheel or arrows; nullopt where none was.
std::optional<int> slider(Ui& ui, std::string_view id, Rect area, const Slider& slider);

// The look of a number that can be typed over, and the margin for clicks beside it.
struct NumberLook {
    TextStyle style;
    float margin = 4;
};
/// A number that can be typed over: a click or a digit starts, Enter ends, Escape restores it.
/// Returns the typed text, which may be no number.
std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right_middle,
                                        std::string_view words, std::string_view tip,
                                        const NumberLook& look);
/// Keeps the field open with typed text that was rejected, to be corrected.
void type_on(Ui& ui, std::string_view id, std::string_view words);
/// number_field() in the look of the rail.
std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right_middle,
                                        std::string_view words, std::string_view tip);

enum class ButtonKind : std::uint8_t { primary, secondary, outline };
bool button(Ui& ui, std::string_view id, Rect area, std::string_view words, ButtonKind kind,
            std::string_view key = {});
/// A square button without words, for transport and top bar: the caller draws the icon.
Ui::Hit icon_button(Ui& ui, std::string_view id, Rect area, std::string_view tip,
                    bool filled = false);

/// The cross at the upper right of a sheet; true where it was pressed.
bool close_button(Ui& ui, std::string_view id, Rect sheet);

/// The kind of some numbers in a word, each kind with its own shape. `right`: its right end;
/// returns its width. Draws nothing for Badge::none.
float badge(Canvas& canvas, Point right, Badge kind, float size);
float badge_width(const Canvas& canvas, Badge kind, float size);

/// The background of a card.
void card_ground(Ui& ui, std::string_view name, Rect area, float radius = 14);
/// The soft shadow around a dialog.
void shadow(Canvas& canvas, Rect area, float radius, float spread, float alpha);
/// The first of `candidates` that fits `width`, the last one where none does: texts have short
/// forms instead of dots.
std::string_view fitting(const Canvas& canvas, std::span<const std::string> candidates,
                         const TextStyle& style, float width);
/// `words`, cut in the middle where they do not fit `width` (file names only).
std::string cut_in_middle(const Canvas& canvas, std::string words, const TextStyle& style,
                          float width);

}  // namespace app
