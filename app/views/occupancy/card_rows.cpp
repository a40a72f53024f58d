// The rows of a card. See card_rows.h.
#include "app/views/occupancy/card_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/views/marks.h"
#include "lab/occupancy/card_rows.h"

namespace app {

namespace {

using lab::CardRow;

constexpr auto not_told = "not told";

std::string amount_of(const CardRow& row) {
    if (!row.amount) return not_told;
    const auto whole = static_cast<std::int64_t>(*row.amount);
    switch (row.unit) {
        case CardRow::Unit::count: return grouped(whole);
        case CardRow::Unit::bytes: return bytes_text(whole);
        case CardRow::Unit::megahertz: return grouped(whole) + " MHz";
        case CardRow::Unit::gigabytes_a_second: return fmt::format("{:.4g} GB/s", *row.amount);
        case CardRow::Unit::gigaflops: return grouped(whole) + " GFLOP/s";
    }
    return "";
}

struct CardRowPlaces {
    Rect head, rows;
    float pitch = 0;
    bool queries = false;  // whether there is room for the names in the query
    Rect row(std::size_t i) const {
        return {rows.x, rows.y + static_cast<float>(i) * pitch, rows.w, pitch};
    }
    bool shows(std::size_t i) const { return row(i).bottom() <= rows.bottom() + 1; }
};

CardRowPlaces card_row_places(Rect area, std::size_t count, const Metrics& metrics) {
    CardRowPlaces places;
    places.head = area.cut_top(metrics.small * 2.1f);
    places.rows = area;
    const float both = metrics.small * 3.2f, one = metrics.small * 1.7f;
    const float each = area.h / static_cast<float>(count);
    places.queries = each >= both * .9f;
    places.pitch = std::clamp(each, one, both * 1.15f);
    return places;
}

}  // namespace

namespace {

// Where the facts are from, in a frame, as these of the next card may be known beforehand.
float draw_asked(Canvas& canvas, Point right, const Metrics& metrics) {
    const std::string word = "asked from the driver";
    const TextStyle style{Font::medium, metrics.badge, Role::text2};
    const float w = canvas.width(word, style) + metrics.badge * 1.4f, h = metrics.badge * 1.75f;
    canvas.outline({right.x - w, right.y - h / 2, w, h}, Role::stroke, h / 2, 1.25f);
    canvas.text({right.x - w + metrics.badge * .7f, right.y}, word, style);
    return w + metrics.px(8);
}

}  // namespace

void draw_card_rows(Canvas& canvas, Rect area, const lab::Multiprocessor& of,
                    const Metrics& metrics) {
    if (area.w <= 0 || area.h <= 0) return;
    const std::vector<CardRow> rows = lab::card_rows(of);
    const CardRowPlaces places = card_row_places(area, rows.size(), metrics);
    const bool asked = lab::is_asked(of);
    const std::string name =
        asked ? "This machine: " + of.card : of.card + ", " + std::to_string(of.year);
    const float badge =
        asked ? draw_asked(canvas, {places.head.right(), places.head.middle_y()}, metrics) : 0;
    text_fitting(canvas, {places.head.x, places.head.middle_y()}, places.head.w - badge,
                 strong(small_style(metrics)),
                 {name + ", compute capability " + of.capability, name, of.card});
    for (std::size_t i = 0; i < rows.size() && places.shows(i); ++i) {
        Rect row = places.row(i);
        canvas.line({row.x, row.y}, {row.right(), row.y}, Role::line, 1);
        const Rect words = places.queries ? row.cut_top(row.h / 2) : row;
        const float y = words.middle_y() + (places.queries ? metrics.px(2) : 0);
        const TextStyle numbers = aligned(mono_style(metrics.small), Align::right);
        const float taken =
            text_fitting(canvas, {words.right(), y}, words.w, numbers, {amount_of(rows[i])});
        text_fitting(canvas, {words.x, y}, words.w - taken - metrics.px(10), small_style(metrics),
                     {rows[i].words});
        if (places.queries)
            text_fitting(canvas, {row.x, row.middle_y() - metrics.px(1)}, row.w,
                         mono_style(metrics.digits, Role::text3), {rows[i].query});
    }
}

std::optional<Spot> spot_of_card_rows(Rect area, const lab::Multiprocessor& of,
                                      const Metrics& metrics, Point at) {
    if (area.w <= 0 || area.h <= 0) return std::nullopt;
    const std::vector<CardRow> rows = lab::card_rows(of);
    const CardRowPlaces places = card_row_places(area, rows.size(), metrics);
    for (std::size_t i = 0; i < rows.size() && places.shows(i); ++i)
        if (places.row(i).contains(at))
            return Spot{places.row(i), "*" + capitalised(rows[i].words) +
                                           "*: " + amount_of(rows[i]) + ", `" + rows[i].query +
                                           "`.\n" + rows[i].source};
    return std::nullopt;
}

}  // namespace app
