// Marks that views share. See marks.h.
#include "app/views/marks.h"
#include "app/format.h"

#include <algorithm>

#include "app/series.h"
#include "lab/host_side.h"

namespace app {
namespace {

// Measures texts and draws nothing.
class TextMeasuringCanvas : public Canvas {
public:
    explicit TextMeasuringCanvas(const Canvas& canvas) : canvas_(canvas) {}
    void fill(Rect, Colour, float) override {}
    void outline(Rect, Colour, float, float) override {}
    void dashed_outline(Rect, Colour, float, float) override {}
    void hatch(Rect, Colour, float, float) override {}
    void line(Point, Point, Colour, float) override {}
    void dashed_line(Point, Point, Colour, float, float) override {}
    void curve(Point, Point, Point, Point, Colour, float) override {}
    void polygon(std::span<const Point>, Colour) override {}
    void circle(Point, float, Colour) override {}
    void ring(Point, float, Colour, float) override {}
    void text(Point at, std::string_view text, const TextStyle& style) override {
        widest = std::max(widest, at.x + canvas_.width(text, style));
    }
    float width(std::string_view text, const TextStyle& style) const override {
        return canvas_.width(text, style);
    }
    void push_clip(Rect) override {}
    void pop_clip() override {}
    void field(Rect, std::span<const float>, int, int) override {}
    float widest = 0;

private:
    const Canvas& canvas_;
};

}  // namespace

TextStyle body_style(const Metrics& m, Colour colour) { return {Font::regular, m.body, colour}; }
TextStyle small_style(const Metrics& m, Colour colour) { return {Font::regular, m.small, colour}; }
TextStyle micro_style(const Metrics& m, Colour colour) { return {Font::regular, m.micro, colour}; }
TextStyle mono_style(float size, Colour colour, Font font) { return {font, size, colour}; }

TextStyle aligned(TextStyle style, Align align) {
    style.align = align;
    return style;
}

TextStyle strong(TextStyle style) {
    style.font = Font::semibold;
    style.colour = Role::text;
    return style;
}

std::string fitting(const Canvas& canvas, float width, const TextStyle& style,
                    std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts)
        if (canvas.width(text, style) <= width) return std::string(text);
    return {};
}

std::string fitting(const Canvas& canvas, float width, const TextStyle& style,
                    const std::vector<std::string>& texts) {
    const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= width; };
    const auto found = std::ranges::find_if(texts, fits);
    return found == texts.end() ? "" : *found;
}

float text_fitting(Canvas& canvas, Point at, float width, const TextStyle& style,
                   std::initializer_list<std::string_view> texts) {
    const std::string text = fitting(canvas, width, style, texts);
    if (text.empty()) return 0;
    canvas.text(at, text, style);
    return canvas.width(text, style);
}

float text_fitting(Canvas& canvas, Point at, float width, const TextStyle& style,
                   const std::vector<std::string>& texts) {
    return text_fitting(canvas, at, width, style,
                        {std::string_view(fitting(canvas, width, style, texts))});
}

void outline_words(Canvas& canvas, Rect line, std::string_view words, const TextStyle& style) {
    const float w = canvas.width(words, style) + style.size * .6f, h = style.size * 1.35f;
    canvas.outline({line.x - style.size * .3f, line.middle_y() - h / 2, w, h}, Role::stroke, 4,
                   1.2f);
}

float paragraph_fitting(Canvas& canvas, Rect area, std::string_view text, const TextStyle& style,
                        float line_height) {
    TextMeasuringCanvas measure(canvas);
    const float height = paragraph(measure, {0, 0, area.w, 1e6f}, text, style, line_height);
    if (height > area.h + .5f || measure.widest > area.w + .5f) return 0;
    return paragraph(canvas, area, text, style, line_height);
}

void waste_box(Canvas& canvas, Rect box, float radius, float strength, float step) {
    if (box.w < 1 || box.h < 1) return;
    canvas.fill(box, Colour{Role::waste, .10f * strength}, radius);
    if (box.w > 5 && box.h > 5)
        canvas.hatch(box.inside(1), Colour{Role::waste, .7f * strength}, step);
    canvas.outline(box, Colour{Role::waste, strength}, radius, 1.4f);
}

void work_cell(Canvas& canvas, Rect cell, bool chosen, float radius) {
    const Colour half = Colour{Role::accent, .5f}.on(Role::panel);  // arrows don't show through
    canvas.fill(cell, chosen ? Colour{Role::accent} : half, radius);
}

Colour on_work(bool chosen) { return chosen ? Role::ink : Role::text; }

void numbered_columns(Canvas& canvas, Rect columns, float labels, std::string_view name,
                      std::uint32_t bold, const Metrics& metrics) {
    const float y = columns.middle_y(), each = columns.w / 32;
    if (labels > 0) canvas.text({columns.x - labels, y}, name, small_style(metrics));
    TextStyle style = aligned(mono_style(metrics.digits, Role::text3, Font::mono), Align::centre);
    const int every = each > canvas.width("31", style) + 2 ? 1 : 4 * each > metrics.px(22) ? 4 : 8;
    for (int number = 0; number < 32; number += every) {
        const bool is_bold = bold >> number & 1;
        style.font = is_bold ? Font::mono_bold : Font::mono;
        style.colour = is_bold ? Role::text : Role::text3;
        const float middle = columns.x + (static_cast<float>(number) + .5f) * each;
        canvas.text({middle, y}, std::to_string(number), style);
    }
}

void big_number(Canvas& canvas, Rect& column, std::string_view number, std::string_view label,
                std::string_view note, const Metrics& metrics, bool waste) {
    const float line = metrics.small * 1.5f;
    const TextStyle style{Font::display, metrics.big, Role::text, Align::left, true};
    const TextStyle label_style{Font::medium, metrics.small, Role::text};
    // A label too long for one line takes more lines.
    const bool one = canvas.width(label, label_style) <= column.w;
    const float said =
        one ? line : paragraph_height(canvas, column.w, label, label_style, 1.3f) + line * .2f;
    const float height = metrics.big * 1.2f + said + (note.empty() ? 0 : line);
    if (column.h < height || canvas.width(number, style) > column.w) return;
    Rect row = column.cut_top(metrics.big * 1.2f);
    canvas.text({row.x, row.middle_y()}, number, style);
    const float behind = row.x + canvas.width(number, style) + metrics.px(12);
    if (waste && behind + metrics.big * .9f <= row.right())
        waste_box(canvas, {behind, row.middle_y() - metrics.big * .28f, metrics.big * .9f,
                           metrics.big * .56f});
    const Rect first = column.cut_top(said);
    if (one)
        canvas.text({first.x, first.middle_y()}, label, label_style);
    else
        paragraph_fitting(canvas, first, label, label_style, 1.3f);
    if (note.empty()) return;
    Rect second = column.cut_top(line);
    text_fitting(canvas, {second.x, second.middle_y()}, second.w, small_style(metrics, Role::text3),
                 {note});
}

Rect above_key(Rect column, float key, const Metrics& metrics) {
    const float first = metrics.big * 1.2f + metrics.small * 3;  // with label and note
    if (column.h > key + first) column.cut_bottom(key);
    return column;
}

float legend(Canvas& canvas, Point at, Sample sample, std::string_view text,
             const Metrics& metrics) {
    const float size = metrics.small;
    Rect box{at.x, at.y - size / 2, sample == Sample::waste ? size * 1.6f : size, size};
    if (sample == Sample::waste) waste_box(canvas, box);
    if (sample == Sample::work || sample == Sample::chosen)
        work_cell(canvas, box, sample == Sample::chosen, 4);
    if (sample == Sample::idle) canvas.outline(box, Role::stroke, 4);
    const TextStyle style = small_style(metrics);
    canvas.text({box.right() + metrics.px(8), at.y}, text, style);
    return box.w + metrics.px(8) + canvas.width(text, style) + metrics.px(24);
}

void time_box(Canvas& canvas, Rect box, TimeLook look) {
    const Colour colour = look.chosen ? Colour{Role::accent} : Colour{Role::other_series};
    const Colour edge = look.chosen ? Role::accent : Role::stroke;
    const float strength = look.warm ? .15f : look.modelled ? .45f : colour.alpha;
    canvas.fill(box, Colour{colour.role, strength}, 3);
    if (look.modelled) canvas.dashed_outline(box, edge, 3, 1.2f);
    if (look.warm) canvas.outline(box, edge, 3, 1.6f);
}

void second_box(Canvas& canvas, Rect box, float radius) {
    canvas.fill(box, Role::panel, radius);
    canvas.hatch(box, Role::text2, 5, 1.2f);
    canvas.outline(box, Role::text2, radius, 1.3f);
}

void second_mark(Canvas& canvas, Point at, float radius) {
    const Point tips[] = {
        {at.x - radius, at.y}, {at.x, at.y - radius}, {at.x + radius, at.y}, {at.x, at.y + radius}};
    canvas.polygon(tips, Role::panel);
    for (int i = 0; i < 4; ++i) canvas.line(tips[i], tips[(i + 1) % 4], Role::text2, 1.6f);
}

std::string why_no_time(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (lab::unfit_launch(settings)) return "No thread ran, so there is no time.";
    if (const std::string by(context.series.ended_by(settings)); !by.empty())
        return capitalised(by) + " ended this run, so it has no time.";
    if (context.series.choice.regime == lab::Regime::warm && context.series.timed(settings))
        return "No time with warm caches is known: only kernels below 50 µs have one. The head of "
               "the card goes back to cold caches.";
    if (const std::string& why = context.series.untold(settings); !why.empty())
        return "No time is given: " + why + ".";
    return "No time is known for these settings yet.";
}

void nothing(Canvas& canvas, Rect area, std::string_view why, const Metrics& metrics) {
    paragraph_fitting(canvas, area, why, small_style(metrics, Role::text3));
}

void hover_box(Canvas& canvas, Rect area, Rect row, std::string_view text, const Metrics& metrics) {
    const TextStyle style = micro_style(metrics, Role::text2);
    const float width = std::min(area.w, metrics.micro * 40);
    const float height =
        paragraph_height(canvas, width - metrics.px(24), text, style) + metrics.px(16);
    const float below = row.bottom() + metrics.px(4);
    const float y = below + height <= area.bottom()
                        ? below
                        : std::max(area.y - metrics.px(20), row.y - height - metrics.px(4));
    const Rect box{area.right() - width, y, width, height};
    canvas.fill(box, Role::hover, 8);
    paragraph(canvas, box.inside(metrics.px(12), metrics.px(8)), text, style);
}

Rect readout(Canvas& canvas, Point centre, std::string_view strong_text,
             std::string_view small_text, Rect within, const Metrics& metrics) {
    const TextStyle main = mono_style(metrics.small, Role::text, Font::mono_bold);
    const TextStyle side = micro_style(metrics, Role::text2);
    const float first = canvas.width(strong_text, main);
    const float second = small_text.empty() ? 0 : canvas.width(small_text, side) + metrics.px(6);
    const float width = first + second + metrics.px(20), height = metrics.small * 1.9f;
    if (width > within.w || height > within.h) return {};
    const float x = std::clamp(centre.x - width / 2, within.x, within.right() - width);
    const float y = std::clamp(centre.y - height / 2, within.y, within.bottom() - height);
    canvas.fill({x, y, width, height}, Role::hover, 8);
    canvas.text({x + metrics.px(10), y + height / 2}, strong_text, main);
    if (second > 0) canvas.text({x + metrics.px(16) + first, y + height / 2}, small_text, side);
    return {x, y, width, height};
}

}  // namespace app
