// Who is under the mouse, who is held, who has the keyboard: the part of an interface that has no
// look. One Ui lives a frame; UiState lives as long as the window. Knows the canvas, not the
// window, so that tests can drive it by hand.
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

// One thing that can be pressed or dragged, as the last frame drew it.
struct Control {
    std::string id;  // "knob.block"
    Rect area{};     // what of it can be seen; empty where it is scrolled out of sight
    Region region = Region::stage;
    bool enabled = true;
    Rect whole{};            // without what clips it
    std::string scroller{};  // what it moves with; empty: nothing
};

enum class Pointer : std::uint8_t { arrow, hand, sideways, text };

struct UiState {
    std::string held, focus;        // ids
    bool focus_visible = false;     // only after the keyboard moved it
    bool reveal = false;            // the focus moved: what it moves with brings it into sight
    std::vector<Control> controls;  // of the last frame, in the order of reading
    std::map<std::string, Rect, std::less<>> places;  // of its controls: "knob.block.tick.3"
    int dialogs = 0;  // layers that lay over the rest in the last frame
    std::string hovered;
    double hovered_since = 0;
    Point mouse{-1, -1};                // of the last frame
    bool by_keyboard = false;           // a key came after the mouse moved last: nothing is hovered
    std::string typing_in;              // id of the text field that had the keyboard
    std::optional<std::string> typing;  // into the control that has the focus
    bool typing_all = false;            // all of it is chosen: what is typed takes its place
    Glides glides;
    bool reduced_motion = false;
    std::optional<std::string> letters;  // every control shows its own; those typed so far
    bool types() const { return typing || (!typing_in.empty() && typing_in == focus); }
    std::string named_by_letters;    // pressed by the next frame: what is typed in it is its own
    std::string pressed_by_letters;  // id of the control that they named, for one frame
};

class Ui {
public:
    Ui(Canvas& canvas, const Input& input, UiState& state, const Metrics& metrics, Tone tone);

    Canvas& canvas;
    const Input& input;
    UiState& state;
    const Metrics& metrics;
    const Tone tone;
    Point mouse_before{-1, -1};  // where the mouse was in the frame before

    struct Hit {
        bool hovered = false, held = false, pressed = false, clicked = false, focused = false;
    };
    /// Makes `area` a control. `clicked`: released over it, or Enter or Space while it has the
    /// focus.
    Hit control(std::string_view id, Rect area, bool enabled = true);
    /// Names a part of a control, for whoever drives it from outside.
    void place(std::string id, Rect area);
    /// Draws the ring around a control that the keyboard chose.
    void focus_ring(const Hit& hit, Rect area, float radius);
    /// Words that appear when the mouse rests on `area` for 300 ms, beside it, until a key comes.
    void tooltip(std::string_view id, Rect area, std::string_view words, float most = 320);
    /// Words that are known to be seen, whatever lies over the rest: entries of the glossary. Where
    /// something has a tooltip there, `below` follows it: what a word is measured by is not what
    /// that is.
    void word_tip(std::string_view id, Rect area, std::string_view words, std::string_view below);
    /// Moves smoothly to `target`; asks for frames until it is there.
    float glide(std::string_view id, float target, double milliseconds = 140);
    /// Whether this stroke came; it is then used up.
    bool take(Stroke stroke);
    /// Every stroke that has not been used up.
    std::span<const Stroke> strokes() const { return strokes_; }
    /// Uses up letters, digits and signs: somebody writes.
    void drop_letters();
    float take_wheel(Rect area);
    /// Gives the focus to a control, as the keyboard does.
    void focus(std::string_view id);
    /// What was typed goes into `words`, Backspace takes their last letter; letters are no
    /// shortcuts then. True where that changed something.
    bool type_into(std::string& words);
    /// What follows is seen, and can be pressed, within `area` alone.
    void push_clip(Rect area);
    void pop_clip();
    /// What follows is `height` high and moves up by `up` in `room`: by the wheel, and so that the
    /// control that the keyboard chose is in sight. Until end_scroll().
    void begin_scroll(std::string_view id, Rect room, float height, float& up);
    void end_scroll();
    /// Adds what was typed to state.typing; the words once Enter came. Escape, and Enter before
    /// anything was typed, keep what was.
    std::optional<std::string> typed();
    /// What follows lies over everything drawn before: only it can be pressed.
    void begin_dialog();
    void end_dialog();
    /// Whether nothing lies over what is drawn now.
    bool on_top() const { return dialog_ >= state.dialogs; }
    void region(Region region) { region_ = region; }
    /// No tooltip of this frame covers it, where there is room elsewhere.
    void keep_in_sight(Rect area);
    /// No tooltip of this frame covers it at all.
    void keep_clear(Rect area);
    /// Tooltips of what follows fold to the width of this column, under or over what they tell of,
    /// so that nothing beside it is covered; {}: they are as wide as their words.
    void tips_within(Rect column) { tip_column_ = column; }
    /// Draws what must lie on top, moves the focus by Tab and F6, and keeps the frame's controls.
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

/// What names each control while letters stand on them; empty where it can't be seen or pressed.
std::vector<std::string> letters_of(const std::vector<Control>& controls);

/// Eased part of the way, 0 to 1: a function of the fraction alone.
float ease_in_out(float fraction);

}  // namespace app
