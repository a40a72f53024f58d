// Lays out "Sliding window". See places.h.
#include "app/views/windows/places.h"

#include <algorithm>
#include <array>
#include <bit>

#include "app/draw/side.h"
#include "app/views/step_bars.h"

namespace app {
namespace {

constexpr std::array<int, 3> columns_to_choose{32, 16, 8};
constexpr int rows_beside = 4;  // rows of the text beyond the warp's, for other warps

// The first and last row with letters that the warp has.
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

// Of the text where the bars leave room; the words need one row.
constexpr int least_text_rows = 2;

// Sizes of the cells and rows of the text.
void size_text_rows(LetterPlaces& places, const Metrics& metrics, float width,
                    const Letters& letters, const std::map<std::int64_t, char>& text) {
    LetterRows& rows = places.text;
    places.names = width > metrics.px(420) ? metrics.digits * 4.2f : 0;
    const float room = width - places.names, least = metrics.px(16);
    rows.columns = *std::ranges::find_if(columns_to_choose, [&](int columns) {
        return float(columns) * least <= room || columns == columns_to_choose.back();
    });
    rows.wide = std::min(room / float(rows.columns), metrics.px(50));
    rows.high = letter_size(metrics, rows.wide) * 1.75f;
    rows.pitch = rows.high + metrics.px(letters.of_text ? 30 : 16);
    if (text.empty()) return;
    const int lowest = int(text.begin()->first) / rows.columns;
    rows.all = int(text.rbegin()->first) / rows.columns - lowest + 1;
}

// The number of lanes that read a letter together stands above the first row.
float above_text(const Metrics& metrics, const Letters& letters) {
    return letters.of_text ? metrics.px(14) : 0;
}

float text_height(const LetterPlaces& places, const Metrics& metrics, const Letters& letters,
                  int rows) {
    return metrics.small * 1.9f + above_text(metrics, letters) + float(rows) * places.text.pitch +
           metrics.px(6);
}

// The rows of the warp, and some more.
int wanted_text_rows(const LetterPlaces& places, const Letters& letters) {
    const auto [first, last] = rows_of_warp(letters, places.text.columns);
    return std::min(places.text.all, last - first + 1 + rows_beside);
}

// Cells with room for four letters; narrow ones shorten the lane numbers.
void size_word_rows(LetterRows& words, const Metrics& metrics, float width, int count) {
    const float least = std::max(metrics.px(44), metrics.digits * 3.2f);
    words.columns = int(std::bit_floor(unsigned(std::max(1.f, width / least))));
    words.wide = std::min(width / float(words.columns), metrics.px(80));
    words.high = metrics.digits * 2.9f;
    words.pitch = words.high + metrics.px(6);
    words.all = std::max(1, (count + words.columns - 1) / words.columns);
}

float words_height(const LetterRows& words, const Metrics& metrics, int rows) {
    return metrics.small * 1.9f + float(rows) * words.pitch + metrics.px(4);
}

void place_word_rows(LetterRows& words, const Metrics& metrics, Rect& area, int chosen,
                     float most) {
    words.title = area.cut_top(metrics.small * 1.9f);
    words.shown =
        std::clamp(int((most - words_height(words, metrics, 0)) / words.pitch), 1, words.all);
    words.first = std::clamp(chosen / words.columns - words.shown / 2, 0, words.all - words.shown);
    words.cells = area.cut_top(float(words.shown) * words.pitch + metrics.px(4));
}

// Half of the room, or the room that the text leaves, but never the room of two rows of the text.
float most_for_words(const LetterPlaces& places, const Metrics& metrics, const Letters& letters,
                     float room) {
    const int wanted = wanted_text_rows(places, letters);
    const float most = std::max(room * .5f, room - text_height(places, metrics, letters, wanted));
    const int least = std::min(wanted, least_text_rows);
    return std::min(most, room - text_height(places, metrics, letters, least));
}

void place_text_rows(LetterPlaces& places, const Metrics& metrics, Rect& area,
                     const Letters& letters, const std::map<std::int64_t, char>& text,
                     int scrolled) {
    LetterRows& rows = places.text;
    rows.title = area.cut_top(metrics.small * 1.9f);
    Rect cells = area;
    cells.cut_left(places.names);
    if (text.empty()) return;
    const int lowest = int(text.begin()->first) / rows.columns;
    const auto [first, last] = rows_of_warp(letters, rows.columns);
    const float above = above_text(metrics, letters);
    rows.shown =
        std::clamp(int((cells.h - above) / rows.pitch), 0, wanted_text_rows(places, letters));
    const int spare = std::max(0, rows.shown - (last - first + 1));
    rows.first = std::clamp(first - spare / 2 + scrolled, lowest, lowest + rows.all - rows.shown);
    rows.cells = {cells.x, cells.y + above, float(rows.columns) * rows.wide,
                  float(rows.shown) * rows.pitch};
    area.cut_top(above + rows.cells.h + metrics.px(6));
}

float lens_height(const Metrics& metrics, float row, int windows) {
    return metrics.small * 2.2f + row * float(1 + windows) + metrics.px(8);
}

float lens_width(const LetterPlaces& places, const Metrics& metrics) {
    return lens_names(metrics) + places.lens_row * 8 + metrics.px(190);
}

// The parts below the text: the lens with the bars beside it, else one above the other, else the
// bars alone. Heights; 0: no room.
struct Foot {
    float lens = 0, bars = 0;
    bool beside = false;
    float height() const { return beside ? std::max(lens, bars) : lens + bars; }
};

Foot foot_of(const LetterPlaces& places, const Metrics& metrics, Rect area, const Letters& letters,
             const LetterWish& wish) {
    const bool bars = float(wish.loads) * least_bar <= area.w;
    const float lens = lens_height(metrics, places.lens_row, windows_of_lens(letters, wish.lane));
    const bool beside = area.w >= lens_width(places, metrics) + metrics.px(240);
    const float low = metrics.small * 3 + metrics.micro * 1.7f + metrics.px(42);
    const auto kept = [&](const Foot& foot) {
        const bool alone = foot.lens == 0;
        return std::max(words_height(places.words, metrics, 1) +
                            text_height(places, metrics, letters, alone ? 1 : least_text_rows),
                        alone ? 0 : metrics.px(190));
    };
    const Foot wishes[] = {{lens, beside || !bars ? 0 : low, beside}, {0, bars ? low : 0, false}};
    for (const Foot& foot : wishes)
        if (area.h - foot.height() > kept(foot)) return foot;
    return {};
}

// Places them below the text; the bars take the rest.
void place_foot(LetterPlaces& places, const Metrics& metrics, Rect area, const Foot& foot) {
    places.lens = area.cut_top(std::min(foot.lens, area.h));
    if (foot.beside) {
        places.bars = places.lens;
        places.lens = places.bars.cut_left(lens_width(places, metrics));
        places.bars.h = std::min(places.bars.h + area.h, metrics.px(260));
    } else if (foot.bars > 0) {
        places.bars = area;
        places.bars.h = std::min(area.h, metrics.px(260));
    }
}

}  // namespace

float letter_size(const Metrics& metrics, float wide) {
    return wide > metrics.value * 1.7f ? metrics.value : metrics.digits;
}

float lens_names(const Metrics& metrics) { return metrics.small * 4.6f; }

LetterPlaces letter_places(const Metrics& metrics, Rect area, const Letters& letters,
                           const LetterWish& wish, const std::map<std::int64_t, char>& text) {
    LetterPlaces places;
    if (area.w < metrics.px(180) || area.h < metrics.px(150)) return places;
    places.side = cut_side(area, metrics, {620, 230, .2f, 160, 220});
    places.lens_row = area.h > metrics.px(560) ? metrics.px(32) : metrics.digits * 2.1f;
    size_text_rows(places, metrics, area.w, letters, text);
    size_word_rows(places.words, metrics, area.w, wish.words);
    const Foot foot = foot_of(places, metrics, area, letters, wish);
    Rect above = area;
    above.cut_bottom(foot.height());
    const Strand& word = letters.lanes[std::size_t(wish.lane)].word;
    place_word_rows(places.words, metrics, above, word ? int(word.place) / 4 : 0,
                    most_for_words(places, metrics, letters, above.h));
    place_text_rows(places, metrics, above, letters, text, wish.scrolled);
    area.cut_top(above.y - area.y);
    if (foot.lens == 0) places.lens_row = 0;
    if (foot.height() > 0) place_foot(places, metrics, area, foot);
    return places;
}

}  // namespace app
