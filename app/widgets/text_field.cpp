// Edits the text by keys and draws it. See text_field.h.
#include "app/widgets/text_field.h"

#include <algorithm>
#include <cmath>

namespace app {

namespace {

bool inside_character(const std::string& words, std::size_t at) {
    return at < words.size() && (static_cast<unsigned char>(words[at]) & 0xC0) == 0x80;
}

std::size_t before(const std::string& words, std::size_t at) {
    if (at > 0) --at;
    while (at > 0 && inside_character(words, at)) --at;
    return at;
}

std::size_t behind(const std::string& words, std::size_t at) {
    if (at < words.size()) ++at;
    while (inside_character(words, at)) ++at;
    return at;
}

// Inserts text, in place of a selection. Control characters have no place in one line.
void put(TextField& field, std::string_view text) {
    if (field.all) field.set("");
    std::string clean(text);
    std::erase_if(clean, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; });
    field.words.insert(field.caret, clean);
    field.caret += clean.size();
}

void erase(TextField& field, std::size_t from, std::size_t to) {
    if (field.all) return field.set("");
    field.words.erase(from, to - from);
    field.caret = from;
}

void move(TextField& field, std::size_t to) {
    field.caret = to;
    field.all = false;
}

// Uses up the field's keys, so that no letter becomes a shortcut.
void take_keys(Ui& ui, TextField& field) {
    if (ui.take({Key::backspace})) erase(field, before(field.words, field.caret), field.caret);
    if (ui.take({Key::remove})) erase(field, field.caret, behind(field.words, field.caret));
    if (ui.take({Key::left})) move(field, before(field.words, field.caret));
    if (ui.take({Key::right})) move(field, behind(field.words, field.caret));
    if (ui.take({Key::home})) move(field, 0);
    if (ui.take({Key::end})) move(field, field.words.size());
    if (ui.take({.key = Key::a, .control = true})) field.all = !field.words.empty();
    if (ui.take({.key = Key::v, .control = true})) put(field, ui.input.pasted);
    if (!ui.input.typed.empty()) put(field, ui.input.typed);
    ui.drop_letters();
}

// The byte offset of the character under `x`.
std::size_t place_at(const Ui& ui, const TextField& field, const TextStyle& style, float x) {
    std::size_t at = 0;
    while (at < field.words.size()) {
        const std::size_t next = behind(field.words, at);
        const float middle = (ui.canvas.width(field.words.substr(0, at), style) +
                              ui.canvas.width(field.words.substr(0, next), style)) /
                             2;
        if (middle > x) break;
        at = next;
    }
    return at;
}

void draw(Ui& ui, Rect area, const TextField& field, std::string_view hint, bool wrong,
          bool focused, float scrolled, const TextStyle& style) {
    const float radius = std::min(9.f, area.h / 3);
    ui.canvas.fill(area, Role::sunk, radius);
    ui.canvas.outline(area,
                      wrong     ? Role::bad
                      : focused ? Role::text
                                : Role::stroke,
                      radius, wrong || focused ? 1.6f : 1);
    const Rect inside = area.inside(style.size * .7f, 2);
    ui.canvas.push_clip(inside);
    if (field.words.empty())
        ui.canvas.text({inside.x + 4, inside.middle_y()}, hint,
                       {Font::regular, ui.metrics.small, Role::text3});
    const float x = inside.x - scrolled;
    if (focused && field.all)
        ui.canvas.fill({x, inside.middle_y() - style.size * .75f,
                        ui.canvas.width(field.words, style), style.size * 1.5f},
                       Colour(Role::accent, .3f), 3);
    ui.canvas.text({x, inside.middle_y()}, field.words, style);
    ui.canvas.pop_clip();
    if (!focused) return;
    const float caret = x + ui.canvas.width(field.words.substr(0, field.caret), style);
    ui.canvas.fill({std::clamp(caret, inside.x, inside.right()) - .5f,
                    inside.middle_y() - style.size * .75f, 1.6f, style.size * 1.5f},
                   Role::accent);
}

}  // namespace

float field_height(const Ui& ui) { return std::round(ui.metrics.option); }

void focus_field(Ui& ui, std::string_view id, TextField& field) {
    ui.state.focus = id;
    ui.state.typing.reset();
    move(field, field.words.size());
    ui.want_frame();
}

FieldEvents text_field(Ui& ui, std::string_view id, Rect area, TextField& field,
                       std::string_view hint, bool wrong) {
    FieldEvents events;
    const bool had = ui.state.focus == id && ui.on_top();
    const std::string old = field.words;
    if (had) {
        events.entered = ui.take({Key::enter});
        take_keys(ui, field);
    }
    const Ui::Hit hit = ui.control(id, area);
    if (hit.hovered) ui.pointer = Pointer::text;
    field.caret = std::min(field.caret, field.words.size());
    const TextStyle style{Font::mono, ui.metrics.code, Role::text};
    const float room = area.w - style.size * 1.4f,
                caret = ui.canvas.width(field.words.substr(0, field.caret), style);
    const float scrolled = std::max(0.f, caret - room);
    if (hit.pressed)
        move(field,
             place_at(ui, field, style, ui.input.mouse.x - area.x - style.size * .7f + scrolled));
    if (hit.pressed && ui.input.twice) field.all = !field.words.empty();
    events.focused = ui.state.focus == id && ui.on_top();
    // A field reached by Tab is selected: typing replaces its text.
    const bool came = events.focused && ui.state.typing_in != id;
    if (came && ui.state.focus_visible) field.all = !field.words.empty();
    if (events.focused)
        ui.state.typing_in = id;
    else if (ui.state.typing_in == id)
        ui.state.typing_in.clear();
    events.changed = field.words != old;
    draw(ui, area, field, hint, wrong, events.focused, scrolled, style);
    return events;
}

}  // namespace app
