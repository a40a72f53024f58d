// Handles hits, focus, tooltips and animated values. Called by widgets.
#include "app/widgets/ui.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

namespace {

constexpr double tooltip_delay = .3;
constexpr float tip_margin = 8;  // between a tip and the ends of its column
constexpr double never = 1e18;

template <class Controls>
int index_of(const Controls& controls, std::string_view id) {
    for (std::size_t at = 0; at < controls.size(); ++at)
        if (controls[at].id == id) return static_cast<int>(at);
    return -1;
}

}  // namespace

float ease_in_out(float fraction) {
    const float f = std::clamp(fraction, 0.f, 1.f), left = 2 - 2 * f;
    return f < .5f ? 4 * f * f * f : 1 - left * left * left / 2;
}

Ui::Ui(Canvas& canvas, const Input& input, UiState& state, const Metrics& metrics, Tone tone)
    : canvas(canvas),
      input(input),
      state(state),
      metrics(metrics),
      tone(tone),
      strokes_(input.strokes) {
    if (input.pressed) state.focus_visible = false;
    const bool moved = input.mouse.x != state.mouse.x || input.mouse.y != state.mouse.y;
    if (!input.strokes.empty() || !input.typed.empty())
        state.by_keyboard = true;
    else if (moved || input.pressed || input.wheel != 0)
        state.by_keyboard = false;
    mouse_before = state.mouse;
    state.mouse = input.mouse;
    if (!state.named_by_letters.empty()) {
        state.pressed_by_letters = std::exchange(state.named_by_letters, {});
        focus(state.pressed_by_letters);
    }
    if (state.letters) take_letters();
    state.glides.begin(input.time, state.reduced_motion);
}

Ui::Hit Ui::control(std::string_view id, Rect area, bool enabled) {
    const Rect shown = seen(area);
    if (on_top()) controls_.push_back({std::string(id), shown, region_, enabled, area, scroller_});
    Hit hit;
    if (!on_top() || !enabled) return hit;
    const bool over = shown.contains(input.mouse);
    const bool free = state.held.empty() || state.held == id;
    hit.hovered = over && free;
    if (over && input.pressed && state.held.empty()) {
        state.held = id;
        state.focus = id;
        state.typing.reset();
        hit.pressed = true;
    }
    hit.held = state.held == id;
    hit.clicked = hit.held && over && input.released;
    hit.focused = state.focus == id && state.focus_visible;
    const bool typing = state.focus == id && state.typing;
    if (hit.focused && !typing && (take({Key::enter}) || take({Key::space}))) hit.clicked = true;
    if (state.pressed_by_letters == id) hit.clicked = true;
    if (hit.hovered) pointer = Pointer::hand;
    return hit;
}

void Ui::place(std::string id, Rect area) {
    if (on_top()) places_[std::move(id)] = seen(area);
}

void Ui::focus_ring(const Hit& hit, Rect area, float radius) {
    if (hit.focused) canvas.outline(area.inside(-3), Role::text, radius + 3, 2);
}

bool Ui::tips_at(Rect area) const {
    return area.contains(input.mouse) && state.held.empty() && !state.by_keyboard && !state.letters;
}

void Ui::tooltip(std::string_view id, Rect area, std::string_view words, float most) {
    if (!on_top() || words.empty() || !tips_at(seen(area))) return;
    tip_id_ = id;
    tip_ = words;
    tip_most_ = most;
    tip_area_ = area;
    tip_within_ = tip_column_;
}

void Ui::word_tip(std::string_view id, Rect area, std::string_view words, std::string_view below) {
    if (words.empty() || !tips_at(area)) return;
    if (!tip_id_.empty()) return void(tip_ += "\n" + std::string(below));
    tip_id_ = id;
    tip_ = words;
    tip_most_ = 360;
    tip_area_ = area;
    tip_within_ = {};
}

float Ui::glide(std::string_view id, float target, double milliseconds) {
    return state.glides.at(id, target, milliseconds);
}

bool Ui::take(Stroke stroke) {
    const auto found = std::find_if(strokes_.begin(), strokes_.end(), [&](const Stroke& s) {
        return s.key == stroke.key && s.control == stroke.control && s.shift == stroke.shift;
    });
    if (found == strokes_.end()) return false;
    strokes_.erase(found);
    return true;
}

void Ui::drop_letters() { std::erase_if(strokes_, types_something); }

float Ui::take_wheel(Rect area) {
    if (wheel_used_ || input.wheel == 0 || !on_top() || !seen(area).contains(input.mouse)) return 0;
    wheel_used_ = true;
    return input.wheel;
}

void Ui::focus(std::string_view id) {
    state.focus = id;
    state.focus_visible = state.reveal = true;
    state.typing.reset();
    want_frame();
}

bool Ui::type_into(std::string& words) {
    const std::string before = words;
    for (char c : input.typed)
        if (c > ' ' || (c == ' ' && !words.empty())) words += c;
    if (!words.empty()) take({Key::space});
    if (take({Key::backspace}) && !words.empty()) words.pop_back();
    std::erase_if(strokes_, [](const Stroke& s) { return !s.control && s.key >= Key::plus; });
    return words != before;
}

Rect Ui::seen(Rect area) const {
    if (clips_.empty()) return area;
    const Rect in_sight = clips_.back().common(area);
    return in_sight.w > 0 && in_sight.h > 0 ? in_sight : Rect{};
}

void Ui::push_clip(Rect area) {
    canvas.push_clip(area);
    clips_.push_back(seen(area));
}

void Ui::pop_clip() {
    canvas.pop_clip();
    clips_.pop_back();
}

void Ui::reveal_focus(std::string_view scroller, Rect room, float& up) {
    const int at = index_of(state.controls, state.focus);
    if (!state.reveal || at < 0) return;
    const Control& control = state.controls[static_cast<std::size_t>(at)];
    if (control.scroller != scroller) return;
    const float margin = metrics.px(8);
    if (control.whole.bottom() > room.bottom() - margin)
        up += control.whole.bottom() - room.bottom() + margin;
    if (control.whole.y < room.y + margin) up -= room.y + margin - control.whole.y;
    state.reveal = false;
}

void Ui::begin_scroll(std::string_view id, Rect room, float height, float& up) {
    const float most = std::max(0.f, height - room.h);
    if (most > 0) up -= take_wheel(room) * 48;
    if (most > 0 && state.letters && take({Key::page_down})) up += room.h * .8f;
    if (most > 0 && state.letters && take({Key::page_up})) up -= room.h * .8f;
    reveal_focus(id, room, up);
    up = std::clamp(up, 0.f, most);
    if (most > 0) {
        const float bar = room.h * room.h / height;
        canvas.fill({room.right() - 5, room.y + (room.h - bar) * up / most, 3, bar}, Role::stroke,
                    1.5f);
    }
    push_clip(room);
    scroller_ = id;
}

void Ui::end_scroll() {
    pop_clip();
    scroller_.clear();
}

std::optional<std::string> Ui::typed() {
    constexpr std::string_view begins = "0123456789-+.";
    if (!state.typing || state.typing->empty()) state.typing_all = false;
    if (take({.key = Key::a, .control = true})) state.typing_all = state.typing.has_value();
    const bool rubs_out = take({Key::backspace});
    const auto take_all = [&] {
        if (std::exchange(state.typing_all, false)) state.typing->clear();
    };
    if (rubs_out && state.typing && !state.typing->empty()) {
        if (state.typing_all)
            take_all();
        else
            state.typing->pop_back();
    }
    for (const char c : input.typed) {
        if (c < ' ' || c > '~' || (!state.typing && begins.find(c) == std::string_view::npos))
            continue;
        if (!state.typing) state.typing.emplace();
        take_all();
        if (state.typing->size() < 23) *state.typing += c;
    }
    if (!input.typed.empty()) want_frame();
    // Letters and digits go to the field; strokes with Control stay shortcuts.
    if (state.typing) drop_letters();
    if (take({Key::escape})) {
        state.typing.reset();
        state.focus.clear();
        return std::nullopt;
    }
    if (!take({Key::enter}) || !state.typing) return std::nullopt;
    const std::string words = *std::exchange(state.typing, std::nullopt);
    return words.empty() ? std::nullopt : std::optional(words);
}

void Ui::begin_dialog() {
    dialog_ = ++dialogs_;
    region_ = Region::dialog;
    // controls below cannot be reached any more
    if (on_top()) controls_.clear(), places_.clear();
}

void Ui::end_dialog() { dialog_ = 0; }

// The first control of the region after, or before, that of control `now`.
int Ui::next_region(int now, bool back) const {
    std::vector<Region> order;
    for (const Control& control : controls_)
        if (control.enabled && std::ranges::find(order, control.region) == order.end())
            order.push_back(control.region);
    if (order.empty()) return now;
    const int count = static_cast<int>(order.size());
    int to = back ? count - 1 : 0;
    if (now >= 0) {
        const Region here = controls_[static_cast<std::size_t>(now)].region;
        const auto at = static_cast<int>(std::ranges::find(order, here) - order.begin());
        to = (at + (back ? count - 1 : 1)) % count;
    }
    const auto first = std::ranges::find_if(controls_, [&](const Control& control) {
        return control.enabled && control.region == order[static_cast<std::size_t>(to)];
    });
    return static_cast<int>(first - controls_.begin());
}

void Ui::move_focus() {
    const bool back = take({.key = Key::tab, .shift = true});
    const bool next = take({.key = Key::tab});
    const bool region_back = take({.key = Key::f6, .shift = true});
    const bool region = take({Key::f6}) || region_back;
    const int count = static_cast<int>(controls_.size());
    if (!(back || next || region) || count == 0) return;
    const int now = index_of(controls_, state.focus);
    int to = now;
    for (int tried = 0; tried < count && !region; ++tried) {
        to = now < 0 && tried == 0 ? (back ? count - 1 : 0) : (to + (back ? count - 1 : 1)) % count;
        if (controls_[static_cast<std::size_t>(to)].enabled) break;
    }
    if (region) to = next_region(now, region_back);
    focus(controls_[static_cast<std::size_t>(to)].id);
}

void Ui::keep_in_sight(Rect area) {
    if (on_top()) in_sight_.push_back(seen(area));
}

void Ui::keep_clear(Rect area) {
    if (on_top()) clear_.push_back(seen(area));
}

// The greatest width of a tooltip.
float Ui::tip_room(Rect window) const {
    if (tip_within_.w > 0) return tip_within_.w - 2 * tip_margin;
    return std::min(metrics.px(tip_most_), window.w - 24);
}

namespace {

// The area of all boxes that a place would cover.
float covered_by(const Rect& place, const std::vector<Rect>& all) {
    float sum = 0;
    for (const Rect& one : all) {
        const Rect both = place.common(one);
        sum += std::max(0.f, both.w) * std::max(0.f, both.h);
    }
    return sum;
}

}  // namespace

// The tooltip's place: below its control, above, right or left of it; else around the areas that
// must stay in sight. The first place that covers none of these, or covers least. Areas to keep
// clear are only covered where there is no other place.
Rect Ui::tip_place(float w, float h, Rect window) const {
    const Rect& of = tip_area_;
    const float last_x = std::max(window.x + 8, window.right() - w - 8),
                last_y = std::max(4.f, window.bottom() - h - 4);
    const Rect room = tip_within_.w > 0 ? tip_within_ : window;
    const float x = std::clamp(of.x, room.x + tip_margin,
                               std::max(room.x + tip_margin, room.right() - w - tip_margin)),
                y = std::clamp(of.middle_y() - h / 2, 4.f, last_y);
    std::vector<Rect> places;
    const auto add = [&](float left, float top) {
        const Rect place{left, top, w, h};
        const bool inside = top >= 4 && top <= last_y && left >= window.x && left <= last_x + 8;
        if (inside) places.push_back(place);
    };
    add(x, of.bottom() + 8), add(x, of.y - h - 8);
    add(of.right() + 8, y), add(of.x - w - 8, y);
    for (const auto* all : {&in_sight_, &clear_})
        for (const Rect& kept : *all) {
            add(x, kept.bottom() + 8), add(x, kept.y - h - 8);
            add(of.right() + 8, kept.y - h - 8), add(of.x - w - 8, kept.y - h - 8);
        }
    if (places.empty()) return {x, std::clamp(of.bottom() + 8, 4.f, last_y), w, h};
    std::vector<Rect> told = in_sight_;
    told.push_back(of);
    const auto covered = [&](const Rect& place) {
        return std::pair(covered_by(place, clear_), covered_by(place, told));
    };
    return *std::ranges::min_element(places, {}, covered);
}

void Ui::draw_tooltip(Rect window) {
    // A pressed control shows no tooltip until the mouse comes again.
    if (input.pressed) state.hovered_since = never;
    if (!state.held.empty()) return;
    if (tip_id_ != state.hovered) {
        state.hovered = tip_id_;
        state.hovered_since = input.time;
    }
    if (tip_.empty()) return;
    const double left = tooltip_delay - (input.time - state.hovered_since);
    if (left > tooltip_delay) return;
    if (left > 0) return want_frame(left);
    const TextStyle style{Font::regular, metrics.small, Colour::of(0xFFFFFF)};
    const float w = std::min(tip_room(window), canvas.width(tip_, style) + 24);
    const float h = paragraph_height(canvas, w - 24, tip_, style) + 14;
    const Rect chip = tip_place(w, h, window);
    canvas.card("tooltip", chip);
    canvas.fill(chip, app::chip(tone), 8);
    paragraph(canvas, chip.inside(12, 7), tip_, style);
    canvas.card({}, {});
}

// The top bar is laid out from both ends: its controls are sorted from left to right.
void order_top_bar(std::vector<Control>& controls) {
    const auto top =
        std::stable_partition(controls.begin(), controls.end(),
                              [](const Control& control) { return control.region == Region::top; });
    std::ranges::stable_sort(controls.begin(), top, {},
                             [](const Control& control) { return control.area.x; });
}

void Ui::finish(Rect window) {
    order_top_bar(controls_);
    move_focus();
    draw_tooltip(window);
    if (state.letters) draw_letters(window);
    state.pressed_by_letters.clear();
    if (state.glides.moving()) want_frame();
    if (input.pressed && state.held.empty()) {  // outside all controls
        state.focus.clear();
        state.typing.reset();
    }
    if (input.released) state.held.clear();
    if (!state.held.empty() && !input.down) state.held.clear();
    if (state.dialogs != dialogs_) want_frame();
    state.dialogs = dialogs_;
    state.controls = std::move(controls_);
    state.places = std::move(places_);
}

}  // namespace app
