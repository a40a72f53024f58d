// Draws every control. Measures are those of ui/spec section 6.
#include "app/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "app/draw/icons.h"
#include "app/format.h"

namespace app {

namespace {

Colour well(const Ui& ui) { return is_dark(ui.tone) ? Role::sunk : Role::raised; }

float row_radius(Rect area) { return std::min(area.h / 2, 9.f); }

// A choice without effect: an empty box with dim words.
void draw_disabled(Ui& ui, Rect area, std::span<const Option> options) {
    const float w = area.w / static_cast<float>(options.size());
    ui.canvas.outline(area, Colour(Role::stroke, .45f), row_radius(area));
    TextStyle style{Font::regular, ui.metrics.small, Role::text3, Align::centre};
    float widest = w - 10;
    for (const Option& option : options)
        widest = std::max(widest, ui.canvas.width(option.text, style));
    style.size *= (w - 10) / widest;
    for (std::size_t i = 0; i < options.size(); ++i)
        ui.canvas.text({area.x + (static_cast<float>(i) + .5f) * w, area.middle_y()},
                       options[i].text, style);
}

// One slice of a segmented button.
void draw_option(Ui& ui, Rect slice, const Option& option, bool chosen, bool accent, bool hovered,
                 float radius) {
    const Rect inner = slice.inside(3);
    if (chosen && ui.tone == Tone::light && !accent) shadow(ui.canvas, inner, radius - 3, 2, .10f);
    if (chosen)
        ui.canvas.fill(inner, accent ? Role::accent : Role::selected, radius - 3);
    else if (hovered)
        ui.canvas.fill(inner, Role::hover, radius - 3);
    if (option.text.empty()) return;  // the caller draws it
    const Role ink = chosen        ? (accent ? Role::ink : Role::text)
                     : option.idle ? Role::text3
                                   : Role::text2;
    TextStyle style{chosen ? Font::semibold : Font::regular, ui.metrics.small, ink, Align::centre};
    style.size *= std::min(1.f, (inner.w - 4) / std::max(1.f, ui.canvas.width(option.text, style)));
    ui.canvas.text({slice.middle_x(), slice.middle_y()}, option.text, style);
}

std::optional<int> moved_by_arrows(Ui& ui, const Ui::Hit& hit, int chosen, int count) {
    if (!hit.focused) return std::nullopt;
    int to = chosen;
    if (ui.take({Key::left}) || ui.take({Key::down})) --to;
    if (ui.take({Key::right}) || ui.take({Key::up})) ++to;
    to = std::clamp(to, 0, count - 1);
    return to == chosen ? std::nullopt : std::optional(to);
}

}  // namespace

void shadow(Canvas& canvas, Rect r, float radius, float spread, float alpha) {
    const int layers = spread > 12 ? 18 : 3;
    for (int i = layers; i >= 1; --i) {
        const float q = static_cast<float>(i) / static_cast<float>(layers), k = spread * q * q;
        canvas.fill({r.x - k, r.y - k * .6f + spread * .25f, r.w + 2 * k, r.h + 1.6f * k},
                    Colour::of(0, alpha / static_cast<float>(layers) * 1.6f), radius + k);
    }
}

void card_ground(Ui& ui, std::string_view name, Rect area, float radius) {
    ui.canvas.card(name, area);
    if (ui.tone == Tone::light) shadow(ui.canvas, area, radius, 6, .045f);
    ui.canvas.fill(area, Role::panel, radius);
    if (ui.tone != Tone::dark) ui.canvas.outline(area, Role::line, radius);
}

namespace {

// The width of each option's words; empty where equal widths fit, or where not all fit.
std::vector<float> uneven_widths(const Ui& ui, std::span<const Option> options, float width) {
    std::vector<float> needed;
    float all = 0, most = 0;
    for (const Option& option : options) {
        needed.push_back(ui.canvas.width(option.text, {Font::semibold, ui.metrics.small}) + 11);
        all += needed.back();
        most = std::max(most, needed.back());
    }
    const auto count = float(options.size());
    if (most <= width / count || all > width) return {};
    for (float& one : needed) one += (width - all) / count;
    return needed;
}

// The places of the options of a segmented button.
struct Slices {
    Rect area;
    SegmentRows rows;
    int count, in_a_row;
    std::vector<float> uneven{};  // widths in one row, where equal ones do not fit
    Slices(Rect area, SegmentRows rows, int count)
        : area(area), rows(rows), count(count), in_a_row((count + rows.count - 1) / rows.count) {}
    float width() const { return area.w / static_cast<float>(in_a_row); }
    float height() const {
        const auto all = static_cast<float>(rows.count);
        return (area.h - rows.gap * (all - 1)) / all;
    }
    Rect at(int option) const {
        if (!uneven.empty())
            return {std::accumulate(uneven.begin(), uneven.begin() + option, area.x), area.y,
                    uneven[static_cast<std::size_t>(option)], height()};
        return {area.x + static_cast<float>(option % in_a_row) * width(),
                area.y + static_cast<float>(option / in_a_row) * (height() + rows.gap), width(),
                height()};
    }
    /// The background of a row of options.
    Rect row(int index) const {
        const Rect first = at(index * in_a_row);
        const int here = std::min(in_a_row, count - index * in_a_row);
        return {first.x, first.y, here == in_a_row ? area.w : first.w * static_cast<float>(here),
                first.h};
    }
    bool begins_row(int option) const { return option % in_a_row == 0; }
};

void draw_wells(Ui& ui, const Slices& slices, float radius) {
    for (int row = 0; row < slices.rows.count; ++row) {
        ui.canvas.fill(slices.row(row), well(ui), radius);
        if (is_dark(ui.tone)) ui.canvas.outline(slices.row(row), Role::line, radius);
    }
}

}  // namespace

int rows_for(const Ui& ui, std::span<const Option> options, float width, int most) {
    constexpr float least_part = .88f;  // least size of letters
    const int count = static_cast<int>(options.size());
    const int fewest = (count + most - 1) / most;
    float widest = 0;
    for (const Option& option : options)
        widest = std::max(widest, ui.canvas.width(option.text, {Font::regular, ui.metrics.small}));
    for (int rows = fewest; rows < count; ++rows) {
        const float each = width / static_cast<float>((count + rows - 1) / rows);
        if (each - 10 >= widest * least_part) return rows;
        if (rows == 1 && !uneven_widths(ui, options, width).empty()) return rows;
    }
    return std::max(count, 1);
}

std::optional<int> segmented(Ui& ui, std::string_view id, Rect area,
                             std::span<const Option> options, int chosen, Segments look,
                             SegmentRows rows) {
    const int count = static_cast<int>(options.size());
    if (count == 0) return std::nullopt;
    Slices slices(area, rows, count);
    if (rows.count == 1) slices.uneven = uneven_widths(ui, options, area.w);
    const float radius = row_radius(slices.row(0));
    if (look == Segments::disabled) {
        ui.control(id, area, false);
        draw_disabled(ui, area, options);
        ui.tooltip(id, area, options.front().tip);
        return std::nullopt;
    }
    draw_wells(ui, slices, radius);
    std::optional<int> picked;
    for (int i = 0; i < count; ++i) {
        const Option& option = options[static_cast<std::size_t>(i)];
        const Rect slice = slices.at(i);
        const std::string name = std::string(id) + "." + std::to_string(i);
        const Ui::Hit hit = ui.control(name, slice);
        if (hit.clicked && (i != chosen || ui.input.shift)) picked = i;
        if (auto moved = moved_by_arrows(ui, hit, i, count)) {
            picked = moved;
            ui.state.focus = std::string(id) + "." + std::to_string(*moved);
        }
        if (!slices.begins_row(i) && i != chosen && i - 1 != chosen)
            ui.canvas.line({slice.x, slice.y + slice.h * .32f},
                           {slice.x, slice.bottom() - slice.h * .32f}, Colour(Role::stroke, .7f));
        draw_option(ui, slice, option, i == chosen, look == Segments::accent, hit.hovered, radius);
        ui.focus_ring(hit, slice.inside(3), radius - 3);
        ui.tooltip(name, slice, option.tip);
    }
    return picked;
}

std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right,
                                        std::string_view words, std::string_view tip) {
    return number_field(ui, id, right, words, tip,
                        {{Font::mono_medium, ui.metrics.value, Role::text}});
}

std::optional<std::string> number_field(Ui& ui, std::string_view id, Point right,
                                        std::string_view words, std::string_view tip,
                                        const NumberLook& look) {
    TextStyle style = look.style;
    style.align = Align::right;
    const bool typing = ui.state.focus == id && ui.state.typing;
    const std::string shown = typing ? *ui.state.typing : std::string(words);
    const float w = std::max(ui.canvas.width(shown, style), 18.f), h = style.size * 1.6f;
    const Rect area{right.x - w - look.margin, right.y - h / 2, w + 2 * look.margin, h};
    const Ui::Hit hit = ui.control(id, area);
    if (hit.hovered) ui.pointer = Pointer::text;
    if (typing) {
        if (ui.state.typing_all) ui.canvas.fill(area, Colour{Role::accent, .3f}, 3);
        ui.canvas.fill({area.x + 2, area.bottom() - 2, area.w - 4, 2}, Role::accent);
        ui.canvas.fill({right.x + 1, area.y + 2, 1.6f, h - 4}, Role::accent);  // the caret
    } else if (hit.hovered) {
        ui.canvas.fill({area.x + 4, area.bottom() - 1, area.w - 8, 1}, Role::stroke);
    }
    ui.canvas.text(right, shown, style);
    ui.focus_ring(hit, area, 4);
    ui.tooltip(id, area, tip);
    if (hit.clicked) {
        ui.state.focus = id;
        ui.state.typing.emplace();
    }
    if (ui.state.focus != id || (!hit.focused && !ui.state.typing)) return std::nullopt;
    return ui.typed();
}

void type_on(Ui& ui, std::string_view id, std::string_view words) {
    ui.state.focus = id;
    ui.state.typing = words;
    ui.state.typing_all = false;
    ui.want_frame();
}

bool button(Ui& ui, std::string_view id, Rect area, std::string_view words, ButtonKind kind,
            std::string_view key) {
    const Ui::Hit hit = ui.control(id, area);
    const float radius = std::min(10.f, area.h / 2);
    const bool primary = kind == ButtonKind::primary;
    if (primary)
        ui.canvas.fill(area, Colour(Role::accent, hit.held ? .8f : hit.hovered ? .92f : 1), radius);
    if (kind == ButtonKind::secondary)
        ui.canvas.fill(area, hit.hovered ? Role::hover : Role::raised, radius);
    if (kind == ButtonKind::outline) {
        if (hit.hovered) ui.canvas.fill(area, Role::hover, radius);
        ui.canvas.outline(area, Role::stroke, radius);
    }
    const TextStyle style{primary ? Font::semibold : Font::medium, ui.metrics.body,
                          primary ? Role::ink : Role::text};
    const TextStyle small{Font::medium, style.size * .84f, style.colour, Align::centre};
    const float w = ui.canvas.width(words, style);
    const float gap = ui.metrics.px(12);
    const float cap = key.empty() ? 0 : ui.canvas.width(key, small) + gap;
    const float x = area.middle_x() - (w + (cap > 0 ? cap + gap : 0)) / 2;
    ui.canvas.text({x, area.middle_y()}, words, style);
    if (cap > 0) {
        const Rect box{x + w + gap, area.middle_y() - style.size * .72f, cap, style.size * 1.44f};
        if (primary)
            ui.canvas.fill(box, Colour(Role::ink, .16f), 4);
        else
            ui.canvas.outline(box, Role::stroke, 4);
        ui.canvas.text({box.middle_x(), box.middle_y()}, key, small);
    }
    ui.focus_ring(hit, area, radius);
    return hit.clicked;
}

Ui::Hit icon_button(Ui& ui, std::string_view id, Rect area, std::string_view tip, bool filled) {
    const Ui::Hit hit = ui.control(id, area);
    const float radius = std::min(area.w, area.h) / 2;
    const Point middle{area.middle_x(), area.middle_y()};
    if (hit.hovered || filled)
        ui.canvas.circle(middle, radius, hit.hovered ? Role::hover : Role::raised);
    ui.focus_ring(hit, area, radius);
    ui.tooltip(id, area, tip);
    return hit;
}

bool close_button(Ui& ui, std::string_view id, Rect sheet) {
    const float side = ui.metrics.px(36);
    const Rect area{sheet.right() - ui.metrics.px(48), sheet.y + ui.metrics.px(10), side, side};
    const bool pressed = icon_button(ui, id, area, "Close (Esc)").clicked;
    icon::cross(ui.canvas, {area.middle_x(), area.middle_y()}, ui.metrics.px(17), Role::text2,
                1.8f);
    return pressed;
}

namespace {

struct Silhouette {
    Badge kind;
    void (*draw)(Canvas&, Rect, Point icon, float size);
};

// Four sources, four shapes, four icons, four words.
constexpr std::array<Silhouette, 4> silhouettes{{
    {Badge::measured,
     [](Canvas& c, Rect r, Point at, float size) {
         c.fill(r, Role::raised, r.h / 2);
         icon::stopwatch(c, at, size * .95f, Role::text);
     }},
    {Badge::counted,
     [](Canvas& c, Rect r, Point at, float size) {
         c.outline(r, Role::stroke, 3, 1.25f);
         icon::tally(c, at, size * .85f, Role::text);
     }},
    {Badge::modelled,
     [](Canvas& c, Rect r, Point at, float size) {
         c.dashed_outline(r, Role::text3, 0, 1.25f);
         icon::tilde(c, at, size * .9f, Role::text);
     }},
    {Badge::recorded,
     [](Canvas& c, Rect r, Point at, float size) {
         c.outline(r, Role::stroke, r.h / 2, 1.25f);
         icon::record(c, at, size, Role::text);
     }},
}};

const Silhouette* silhouette(Badge kind) {
    for (const Silhouette& row : silhouettes)
        if (row.kind == kind) return &row;
    return nullptr;
}

bool round_ended(Badge kind) { return kind == Badge::measured || kind == Badge::recorded; }

std::string badge_word(Badge kind) { return capitalised(std::string(name_of(kind))); }

}  // namespace

float badge_width(const Canvas& canvas, Badge kind, float size) {
    if (kind == Badge::none) return 0;
    return canvas.width(badge_word(kind), {Font::medium, size}) + size * 2.3f +
           (round_ended(kind) ? 4 : 0);
}

float badge(Canvas& canvas, Point right, Badge kind, float size) {
    const Silhouette* row = silhouette(kind);
    if (!row) return 0;
    const float w = badge_width(canvas, kind, size), h = size * 1.75f;
    const Rect r{right.x - w, right.y - h / 2, w, h};
    const float x = r.x + size * .98f + (round_ended(kind) ? 2 : 0);
    row->draw(canvas, r, {x, right.y}, size);
    canvas.text({x + size * .85f, right.y}, badge_word(kind), {Font::medium, size, Role::text2});
    return w;
}

std::string_view fitting(const Canvas& canvas, std::span<const std::string> candidates,
                         const TextStyle& style, float width) {
    for (const std::string& words : candidates)
        if (canvas.width(words, style) <= width) return words;
    return candidates.empty() ? std::string_view{} : std::string_view{candidates.back()};
}

namespace {

// Whether words may be split at a byte: not within a character or a number.
bool may_part(std::string_view words, std::size_t at) {
    const auto of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; };
    const bool inside_letter = (static_cast<unsigned char>(words[at]) & 0xc0) == 0x80;
    return !inside_letter && !(of_number(words[at - 1]) && of_number(words[at]));
}

}  // namespace

std::string cut_in_middle(const Canvas& canvas, std::string words, const TextStyle& style,
                          float width) {
    if (canvas.width(words, style) <= width) return words;
    for (std::size_t keep = words.size() > 4 ? (words.size() - 2) / 2 : 0; keep >= 2; --keep) {
        if (!may_part(words, keep) || !may_part(words, words.size() - keep)) continue;
        std::string cut = words.substr(0, keep) + "…" + words.substr(words.size() - keep);
        if (canvas.width(cut, style) <= width) return cut;
    }
    return "…";
}

}  // namespace app
