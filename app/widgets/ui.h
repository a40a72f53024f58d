// The logic of the interface: which control has the mouse, a press, or the keyboard. One Ui lives a
// frame; UiState lives as long as the window. Knows the canvas, not the window, so tests can drive
// it by hand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/glides.h"
#include "app/draw/theme.h"
#include "app/input.h"
#include "app/view.h"

namespace app {

enum class Region : std::uint8_t { top, rail, stage, transport, source, cards, status, dialog };

// A control, which can be pressed or dragged, as the last frame drew it.
struct Control {
    std::string id;  // "knob.block"
    Rect area{};     // its visible part; empty where it is scrolled out of sight
    Region region = Region::stage;
    bool enabled = true;
    Rect whole{};            // its whole area, without clips
    std::string scroller{};  // id of its scrolled area; empty: none
};

enum class Pointer : std::uint8_t { arrow, hand, sideways, text };

struct UiState {
    std::string held, focus;        // ids
    bool focus_visible = false;     // only after the keyboard moved the focus
    bool reveal = false;            // the focus moved: its scrolled area brings it into sight
    std::vector<Control> controls;  // from the last frame, in reading order
    std::map<std::string, Rect, std::less<>> places;  // parts of its controls
    int dialogs = 0;                                  // number of dialog layers in the last frame
    std::string hovered;
    double hovered_since = 0;
    Point mouse{-1, -1};                // of the last frame
    bool by_keyboard = false;           // a key came after the last mouse move: nothing is hovered
    std::string typing_in;              // id of the text field with the keyboard
    std::optional<std::string> typing;  // text typed into the control with the focus
    bool typing_all = false;            // the whole text is selected: typing replaces it
    Glides glides;
    bool reduced_motion = false;
    std::optional<std::string> letters;  // every control shows its letters; the ones typed so far
    bool types() const { return typing || (!typing_in.empty() && typing_in == focus); }
    std::string named_by_letters;    // pressed in the next frame, which handles its own typing
    std::string pressed_by_letters;  // id of the control chosen by letters, for one frame
};

class Ui {
public:
    Ui(Canvas& canvas, const Input& input, UiState& state, const Metrics& metrics, Tone tone);

    Canvas& canvas;
    const Input& input;
    UiState& state;
    const Metrics& metrics;
    const Tone tone;
    Point mouse_before{-1, -1};  // the mouse in the frame before

    struct Hit {
        bool hovered = false, held = false, pressed = false, clicked = false, focused = false;
    };
    /// Makes `area` a control. `clicked`: released over it, or Enter or Space pressed while it has
    /// the focus.
    Hit control(std::string_view id, Rect area, bool enabled = true);
    /// Names a part of a control, for programs that drive the window.
    void place(std::string id, Rect area);
    /// Draws the focus ring around a control that the keyboard chose.
    void focus_ring(const Hit& hit, Rect area, float radius);
    /// A tooltip: appears beside `area` when the mouse rests on it for 300 ms, until a key comes.
    void tooltip(std::string_view id, Rect area, std::string_view words, float most = 320);
    /// The tooltip of a glossary word, which the caller knows to be visible under all layers. Where
    /// another tooltip is shown at that place, `below` is appended, without the metric.
    void word_tip(std::string_view id, Rect area, std::string_view words, std::string_view below);
    /// A value that moves smoothly to `target`; asks for frames until it arrives.
    float glide(std::string_view id, float target, double milliseconds = 140);
    /// Whether this stroke was pressed; uses it up.
    bool take(Stroke stroke);
    /// The strokes that are not used up.
    std::span<const Stroke> strokes() const { return strokes_; }
    /// Uses up letters, digits and signs, while the user types.
    void drop_letters();
    float take_wheel(Rect area);
    /// Gives a control the focus, as the keyboard does.
    void focus(std::string_view id);
    /// Adds typed characters to `words`; Backspace removes the last one. Letters are then no
    /// shortcuts. Returns whether `words` changed.
    bool type_into(std::string& words);
    /// Clips drawing and presses to `area` until pop_clip().
    void push_clip(Rect area);
    void pop_clip();
    /// Begins a scrolled area: content of `height`, moved up by `up`, in `room`. The wheel scrolls
    /// it, and the control chosen by the keyboard is brought into sight. Until end_scroll().
    void begin_scroll(std::string_view id, Rect room, float height, float& up);
    void end_scroll();
    /// Adds typed characters to state.typing; returns the text once Enter is pressed. Escape, and
    /// Enter before any character, keep the old value.
    std::optional<std::string> typed();
    /// Begins a layer over everything drawn before: only its controls can be pressed.
    void begin_dialog();
    void end_dialog();
    /// Whether no layer covers the controls drawn now.
    bool on_top() const { return dialog_ >= state.dialogs; }
    void region(Region region) { region_ = region; }
    /// Tooltips of this frame avoid the area where they have room elsewhere.
    void keep_in_sight(Rect area);
    /// Tooltips of this frame never cover the area.
    void keep_clear(Rect area);
    /// Tooltips of following controls wrap to this column's width, above or below their control, so
    /// that they cover nothing beside it; {}: as wide as their words.
    void tips_within(Rect column) { tip_column_ = column; }
    /// Draws the topmost layer, moves the focus by Tab and F6, and keeps the frame's controls.
    void finish(Rect window);
    void want_frame(double in_seconds = 0) { wait_ = std::min(wait_, in_seconds); }
    double wait() const { return wait_; }
    Pointer pointer = Pointer::arrow;

private:
    Rect seen(Rect area) const;
    void reveal_focus(std::string_view scroller, Rect room, float& up);
    void move_focus();
    int next_region(int now, bool back) const;
    void take_letters();
    void draw_letters(Rect window);
    void draw_tooltip(Rect window);

    std::vector<Stroke> strokes_;
    std::vector<Control> controls_;
    std::map<std::string, Rect, std::less<>> places_;
    std::vector<Rect> clips_;
    std::string scroller_;
    Region region_ = Region::top;
    int dialog_ = 0, dialogs_ = 0;
    double wait_ = 1e9;
    bool wheel_used_ = false;
    bool tips_at(Rect area) const;
    float tip_room(Rect window) const;
    Rect tip_place(float w, float h, Rect window) const;
    std::vector<Rect> in_sight_, clear_;
    std::string tip_id_, tip_;
    float tip_most_ = 0;  // its width
    Rect tip_area_, tip_column_, tip_within_;
};

/// The letters that name each control while letters are shown; empty where the control is hidden or
/// disabled.
std::vector<std::string> letters_of(const std::vector<Control>& controls);

/// Easing of `fraction` in 0..1 to 0..1, a pure function.
float ease_in_out(float fraction);

}  // namespace app
