// The rows of a card. See card_rows.h.
#include "app/views/occupancy/card_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/views/marks.h"
#include "lab/occupancy/card_facts.h"

namespace app {

std::vector<CardRow> card_rows(const lab::Multiprocessor& of) {
    const lab::CardFacts& facts = lab::facts_of(of);
    const std::string table = "From the CUDA programming guide, for compute capability " +
                              of.capability + ".",
                      sheet = "From the " + std::string(facts.source) + ".";
    return {
        {"multiprocessors", grouped(of.count), "multiProcessorCount", sheet},
        {"threads on each", grouped(of.threads()), "maxThreadsPerMultiProcessor", table},
        {"warps on each", grouped(of.warps), "that / warpSize", table},
        {"blocks on each", grouped(of.blocks), "maxBlocksPerMultiProcessor", table},
        {"registers of each", grouped(of.registers), "regsPerMultiprocessor", table},
        {"shared memory of each", bytes_text(of.shared), "sharedMemPerMultiprocessor", table},
        {"threads of a block", grouped(of.threads_a_block), "maxThreadsPerBlock", table},
        {"clock", grouped(facts.megahertz) + " MHz", "cudaDevAttrClockRate", sheet},
        {"memory bandwidth", fmt::format("{:g} GB/s", facts.gigabytes_a_second),
         "memory clock x bus width", sheet},
    };
}

namespace {

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

void draw_card_rows(Canvas& canvas, Rect area, const lab::Multiprocessor& of,
                    const Metrics& metrics) {
    if (area.w <= 0 || area.h <= 0) return;
    const std::vector<CardRow> rows = card_rows(of);
    const CardRowPlaces places = card_row_places(area, rows.size(), metrics);
    const std::string year = of.card + ", " + std::to_string(of.year);
    text_fitting(canvas, {places.head.x, places.head.middle_y()}, places.head.w,
                 strong(small_style(metrics)),
                 {year + ", compute capability " + of.capability, year, of.card});
    for (std::size_t i = 0; i < rows.size() && places.shows(i); ++i) {
        Rect row = places.row(i);
        canvas.line({row.x, row.y}, {row.right(), row.y}, Role::line, 1);
        const Rect words = places.queries ? row.cut_top(row.h / 2) : row;
        const float y = words.middle_y() + (places.queries ? metrics.px(2) : 0);
        const TextStyle numbers = aligned(mono_style(metrics.small), Align::right);
        const float taken =
            text_fitting(canvas, {words.right(), y}, words.w, numbers, {rows[i].amount});
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
    const std::vector<CardRow> rows = card_rows(of);
    const CardRowPlaces places = card_row_places(area, rows.size(), metrics);
    for (std::size_t i = 0; i < rows.size() && places.shows(i); ++i)
        if (places.row(i).contains(at))
            return Spot{places.row(i), "*" + capitalised(rows[i].words) + "*: " + rows[i].amount +
                                           ", `" + rows[i].query + "`.\n" + rows[i].source};
    return std::nullopt;
}

}  // namespace app
