// Deals out the room of "Sliding window". See places.h.
#include "app/views/windows/places.h"

#include <algorithm>
#include <array>
#include <bit>

#include "app/draw/side.h"

namespace app {
namespace {

constexpr std::array<int, 3> columns_to_choose{32, 16, 8};
constexpr int rows_beside = 4;  // of the text, that other warps have

// The rows that hold what the warp has before it, from the first on.
std::pair<int, int> rows_of_warp(const Letters& letters, int columns) {
    std::pair rows{0, 0};
    bool any = false;
    for (const LaneLetters& lane : letters.lanes) {
        if (!lane.text) continue;
        const int first = int(lane.text.place) / columns;
        const int last = int(lane.text.place + std::ssize(lane.text.letters) - 1) / columns;
        rows = any ? std::pair{std::min(rows.first, first), std::max(rows.second, last)}
                   : std::pair{first, last};
        any = true;
    }
    return rows;
}

int windows_of_lens(const Letters& letters, int lane) {
    return std::max(1, letters.lanes[std::size_t(lane)].text.of_first_load);
}

void place_word_rows(LetterRows& words, const Metrics& metrics, Rect& area, int count, int chosen,
                     float most) {
    words.title = area.cut_top(metrics.small * 1.9f);
    words.columns = int(std::bit_floor(unsigned(std::max(1.f, area.w / metrics.px(52)))));
    words.wide = std::min(area.w / float(words.columns), metrics.px(80));
    words.high = metrics.digits * 2.9f;
    words.pitch = words.high + metrics.px(6);
    words.all = std::max(1, (count + words.columns - 1) / words.columns);
    words.shown = std::clamp(int((most - words.title.h) / words.pitch), 1, words.all);
    words.first = std::clamp(chosen / words.columns - words.shown / 2, 0, words.all - words.shown);
    words.cells = area.cut_top(float(words.shown) * words.pitch + metrics.px(4));
}

// Of the text as many rows as the warp has and some beside them, above the lens.
void place_text_rows(LetterPlaces& places, const Metrics& metrics, Rect& area,
                     const Letters& letters, const std::map<std::int64_t, char>& text,
                     int scrolled) {
    LetterRows& rows = places.text;
    rows.title = area.cut_top(metrics.small * 1.9f);
    places.names = area.w > metrics.px(420) ? metrics.digits * 4.2f : 0;
    Rect cells = area;
    cells.cut_left(places.names);
    const float least = metrics.px(16);
    rows.columns = *std::ranges::find_if(columns_to_choose, [&](int columns) {
        return float(columns) * least <= cells.w || columns == columns_to_choose.back();
    });
    rows.wide = std::min(cells.w / float(rows.columns), metrics.px(50));
    rows.high = letter_size(metrics, rows.wide) * 1.75f;
    rows.pitch = rows.high + metrics.px(letters.of_text ? 30 : 16);
    if (text.empty()) return;
    const int lowest = int(text.begin()->first) / rows.columns;
    rows.all = int(text.rbegin()->first) / rows.columns - lowest + 1;
    const auto [first, last] = rows_of_warp(letters, rows.columns);
    const int wanted = std::min(rows.all, last - first + 1 + rows_beside);
    rows.shown = std::clamp(int(cells.h / rows.pitch), 0, wanted);
    const int spare = std::max(0, rows.shown - (last - first + 1));
    rows.first = std::clamp(first - spare / 2 + scrolled, lowest, lowest + rows.all - rows.shown);
    const float above = letters.of_text ? metrics.px(14) : 0;
    rows.cells = {cells.x, cells.y + above, float(rows.columns) * rows.wide,
                  float(rows.shown) * rows.pitch};
    area.cut_top(rows.cells.h + metrics.px(6));
}

float lens_height(const Metrics& metrics, float row, int windows) {
    return metrics.small * 2.2f + row * float(1 + windows) + metrics.px(8);
}

// Below the text; the bars beside it take what is left.
void place_lens(LetterPlaces& places, const Metrics& metrics, Rect area, int windows) {
    const float high = lens_height(metrics, places.lens_row, windows);
    places.lens = area.cut_top(std::min(high, area.h));
    const float cells = lens_names(metrics) + places.lens_row * 8 + metrics.px(190);
    if (places.lens.w < cells + metrics.px(240)) return;
    places.bars = places.lens;
    places.lens = places.bars.cut_left(cells);
    places.bars.h = std::min(places.bars.h + area.h, metrics.px(260));
}

}  // namespace

float letter_size(const Metrics& metrics, float wide) {
    return wide > metrics.value * 1.7f ? metrics.value : metrics.digits;
}

float lens_names(const Metrics& metrics) { return metrics.small * 4.6f; }

LetterPlaces letter_places(const Metrics& metrics, Rect area, const Letters& letters, int lane,
                           int words, const std::map<std::int64_t, char>& text, int scrolled) {
    LetterPlaces places;
    if (area.w < metrics.px(180) || area.h < metrics.px(150)) return places;
    places.side = cut_side(area, metrics, {620, 230, .2f, 160, 220});
    const int windows = windows_of_lens(letters, lane);
    const float row = area.h > metrics.px(560) ? metrics.px(32) : metrics.digits * 2.1f;
    const float kept = lens_height(metrics, row, windows);
    Rect above = area;
    if (area.h - kept > metrics.px(190)) {
        places.lens_row = row;
        above.cut_bottom(kept);
    }
    const Strand& word = letters.lanes[std::size_t(lane)].word;
    const int chosen = word ? int(word.place) / 4 : 0;
    place_word_rows(places.words, metrics, above, words, chosen, above.h * .5f);
    place_text_rows(places, metrics, above, letters, text, scrolled);
    area.cut_top(above.y - area.y);
    if (places.lens_row > 0) place_lens(places, metrics, area, windows);
    return places;
}

}  // namespace app
