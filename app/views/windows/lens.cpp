// The lens lane of "Sliding window": how far its word agrees with each window.
#include "app/views/marks.h"
#include "app/views/windows/now.h"

namespace app {
namespace {

void draw_compared(Canvas& canvas, Rect cell, char letter, bool known, bool equal,
                   const Metrics& metrics) {
    cell = cell.inside(1.5f);
    if (known && equal)
        canvas.fill(cell, Colour(Role::good, .22f).on(Role::panel), 4);
    else
        canvas.outline(cell, known ? Role::stroke : Role::future_outline, 4);
    if (!known) return;
    text_fitting(canvas, {cell.middle_x(), cell.middle_y()}, cell.w,
                 aligned(mono_style(metrics.digits, equal ? Role::text : Role::text3,
                                    equal ? Font::mono_bold : Font::mono_medium),
                         Align::centre),
                 {std::string(1, letter)});
}

std::string window_words(const LaneWindow& window, int of_a_word, std::int64_t word) {
    if (window.found) return "word " + std::to_string(word) + " is here";
    if (window.known < of_a_word && window.agreeing == window.known)
        return window.known == 0 ? "nothing compared yet" : "equal so far";
    return "differs in letter " + std::to_string(window.agreeing + 1);
}

struct LensRow {
    Rect name, cells, words;
    float wide = 0;
    Rect cell(std::int64_t k) const { return {cells.x + float(k) * wide, cells.y, wide, cells.h}; }
};

LensRow lens_row(const LetterPlaces& places, int row, const Metrics& metrics) {
    Rect all = places.lens;
    all.cut_top(metrics.small * 2.2f + float(row) * places.lens_row);
    Rect one = all.cut_top(places.lens_row);
    LensRow made;
    made.name = one.cut_left(lens_names(metrics));
    made.wide = places.lens_row;
    made.cells = one.cut_left(made.wide * 8);
    one.cut_left(metrics.px(12));
    made.words = one;
    return made;
}

void draw_window(Canvas& canvas, const Now& now, const LensRow& row, const LaneWindow& window,
                 int of_a_word, const Metrics& metrics) {
    const LaneLetters& lens = now.lens();
    text_fitting(canvas, {row.name.x, row.name.middle_y()}, row.name.w, small_style(metrics),
                 {"at " + std::to_string(window.place)});
    const std::int64_t first = window.place - lens.text.place;
    for (int k = 0; k < of_a_word; ++k) {
        const bool known = k < window.known;
        const bool equal =
            known && lens.word.letters[std::size_t(k)] == lens.text.letters[std::size_t(first + k)];
        draw_compared(canvas, row.cell(first + k), known ? lens.word.letters[std::size_t(k)] : ' ',
                      known, equal, metrics);
    }
    text_fitting(canvas, {row.words.x, row.words.middle_y()}, row.words.w,
                 small_style(metrics, window.found ? Role::text : Role::text2),
                 {window_words(window, of_a_word, lens.word.place / of_a_word)});
}

}  // namespace

void draw_lens(Canvas& canvas, const lab::Run& run, const Now& now, const Metrics& metrics) {
    const LaneLetters& lens = now.lens();
    Rect title = now.places.lens;
    const std::string lane = "Lane " + std::to_string(now.lane);
    const Rect head = title.cut_top(metrics.small * 2);
    text_fitting(canvas, {head.x, head.middle_y()}, head.w, strong(small_style(metrics)),
                 {lane + ": its word below its letters", lane});
    const LensRow top = lens_row(now.places, 0, metrics);
    text_fitting(canvas, {top.name.x, top.name.middle_y()}, top.name.w, small_style(metrics),
                 {"text"});
    for (int k = 0; k < std::ssize(lens.text.letters) && k < 8; ++k) {
        const Rect cell = top.cell(k).inside(1.5f);
        work_cell(canvas, cell, true, 4);
        text_fitting(
            canvas, {cell.middle_x(), cell.middle_y()}, cell.w,
            aligned(mono_style(metrics.digits, on_work(true), Font::mono_bold), Align::centre),
            {std::string(1, lens.text.letters[std::size_t(k)])});
    }
    for (std::size_t k = 0; k < lens.windows.size(); ++k)
        draw_window(canvas, now, lens_row(now.places, int(k) + 1, metrics), lens.windows[k],
                    letters_of_a_word(run), metrics);
}

}  // namespace app
