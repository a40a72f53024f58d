// Segmented buttons, sliders, buttons, badges, cards: what the regions are made of. Each draws
// itself and answers with what the person did; none changes anything by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace app {

struct Option {
    std::string text;
    std::string tip;    // what it means, or why it means nothing here
    bool idle = false;  // may be chosen, but can't run: drawn dim
};

/// `accent`: the chosen one is filled with it (the kernel, no other). `disabled`: the choice means
/// nothing here; none looks chosen, none can be picked.
enum class Segments : std::uint8_t { plain, accent, disabled };

// Many options stand in several rows, as even as can be.
struct SegmentRows {
    int count = 1;
    float gap = 0;  // between two of them
};

/// Rows in which these words stand nearly as large as all others; `most` in one at most.
int rows_for(const Ui& ui, std::span<const Option> options, float width, int most);

/// The option that was picked, if one was.
std::optional<int> segmented(Ui& ui, std::string_view id, Rect area,
                             std::span<const Option> options, int chosen,
                             Segments look = Segments::plain, SegmentRows rows = {});

struct SliderTick {
    std::string label;     // empty: none
    std::string refused;   // why it can't run; empty: it can
    bool between = false;  // others have labels before it: 100 among powers of two
};

struct Slider {
    std::vector<SliderTick> ticks;
    float place = 0;       // of the value, in ticks: 2.5 is half way from the third to the fourth
    bool refused = false;  // the value can't run: an octagon
    // The value in words where it is less than the first tick's or more than the last one's: its
    // place is then -1, or as many as there are ticks, and it stands past the end.
    std::string outside;
    std::string tip;
};
/// The tick that was chosen: dragged to, stepped to by wheel or arrows.
std::optional<int> slider(Ui& ui, std::string_view id, Rect area, const Slider& slider);

// How a number stands that can be typed over, and how far a click may miss it.
struct NumberLook {
    TextStyle style;
    float margin = 4;
};
/// A number that can be typed over: a click or a digit begins, Enter ends, Escape leaves it as it
/// was. Answers with the words typed, which may be no number.
std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right_middle,
                                        std::string_view words, std::string_view tip,
                                        const NumberLook& look);
/// What was typed and can't be: the field stays open with it, to be corrected.
void type_on(Ui& ui, std::string_view id, std::string_view words);
/// As the rail has them.
std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right_middle,
                                        std::string_view words, std::string_view tip);

enum class ButtonKind : std::uint8_t { primary, secondary, outline };
bool button(Ui& ui, std::string_view id, Rect area, std::string_view words, ButtonKind kind,
            std::string_view key = {});
/// A square without words, for the transport and the top bar: the caller draws the icon.
Ui::Hit icon_button(Ui& ui, std::string_view id, Rect area, std::string_view tip,
                    bool filled = false);

/// The cross at the upper right of a sheet; true where it was pressed.
bool close_button(Ui& ui, std::string_view id, Rect sheet);

/// Where a number comes from: "measured", "counted", "modelled", "recorded", each with a silhouette
/// of its own. `right` is its right end; returns its width. Empty: draws nothing.
float badge(Canvas& canvas, Point right, std::string_view kind, float size);
float badge_width(const Canvas& canvas, std::string_view kind, float size);

/// The ground of a card.
void card_ground(Ui& ui, std::string_view name, Rect area, float radius = 14);
/// Soft dark around a dialog.
void shadow(Canvas& canvas, Rect area, float radius, float spread, float alpha);
/// The first of `candidates` that fits `width`, the last one where none does: written short forms,
/// not dots.
std::string_view fitting(const Canvas& canvas, std::span<const std::string> candidates,
                         const TextStyle& style, float width);
/// Words that fit `width`: whole, or cut in the middle (file names only).
std::string cut_in_middle(const Canvas& canvas, std::string words, const TextStyle& style,
                          float width);

}  // namespace app
