// "Sliding window": the words and the text that lanes compare letter by letter, the letters that
// several lanes read at once, and the lens lane's windows with its word below them. Registers
// itself as "sliding_window", for lessons that name their text.
#include <algorithm>
#include <bit>

#include "app/format.h"
#include "app/view.h"
#include "app/views/cell_names.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/step_bars.h"
#include "app/views/windows/now.h"

namespace app::windows_view {
namespace {

using simulator::Event;
using simulator::Space;
using simulator::Step;

// "×32", or the number of a single lane.
std::string lanes_badge(std::uint32_t lanes) {
    const int count = std::popcount(lanes);
    return count == 1 ? "lane " + std::to_string(std::countr_zero(lanes))
                      : "×" + std::to_string(count);
}

// "Words, from shared memory".
std::string words_title(const lab::Run& run, const Now& now) {
    if (now.words < 0) return "Words";
    const simulator::Array& one = run.trace->arrays[std::size_t(now.words)];
    const std::string space =
        one.space == Space::constant ? "constant" : std::string(name_of(one.space));
    return "Words, from " + space + " memory";
}

void draw_title(Canvas& canvas, Rect title, const std::string& text, const std::string& shorter,
                const Metrics& metrics) {
    text_fitting(canvas, {title.x, title.middle_y()}, title.w, strong(small_style(metrics)),
                 {text, shorter});
}

void draw_chip(Canvas& canvas, Rect cell, const std::string& letters, std::uint32_t lanes,
               bool chosen, const Metrics& metrics) {
    const Rect box{cell.x + 2, cell.y, cell.w - 4, metrics.digits * 1.7f};
    if (lanes)
        work_cell(canvas, box, chosen);
    else
        canvas.outline(box, Role::future_outline, 5);
    const Colour colour = lanes ? on_work(chosen) : Colour(Role::text2);
    text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w,
                 aligned(mono_style(metrics.digits, colour, Font::mono_bold), Align::centre),
                 {letters});
}

TextStyle badge_style(const Metrics& metrics) {
    return aligned(mono_style(metrics.digits, Role::text2), Align::centre);
}

// Whether cells have room for "lane 31". Otherwise all show numbers alone; the title explains them.
bool whole_badges(Canvas& canvas, const LetterRows& rows, const Metrics& metrics) {
    return canvas.width("lane 31", badge_style(metrics)) + metrics.digits * .6f <= rows.wide;
}

bool any_lane_alone(const Now& now) {
    for (std::int64_t word = 0; word < now.count; ++word)
        if (std::popcount(lanes_with(now, word)) == 1) return true;
    return false;
}

// Badges below the words that lanes have now.
void draw_badges(Canvas& canvas, const Now& now, const Metrics& metrics) {
    const LetterRows& rows = now.places.words;
    const bool whole = whole_badges(canvas, rows, metrics);
    for (std::int64_t word = 0; word < now.count; ++word) {
        const std::uint32_t lanes = rows.in_sight(word) ? lanes_with(now, word) : 0;
        if (!lanes) continue;
        const Rect cell = rows.cell(word);
        const std::string badge = lanes_badge(lanes);
        text_fitting(canvas, {cell.middle_x(), cell.bottom() - metrics.digits * .5f}, cell.w,
                     badge_style(metrics), {whole ? badge : badge.substr(badge.find(' ') + 1)});
    }
}

void draw_words(Canvas& canvas, const lab::Run& run, const Now& now, const Metrics& metrics) {
    const LetterRows& rows = now.places.words;
    std::string title = words_title(run, now);
    if (rows.shown < rows.all)
        title += ", " + std::to_string(rows.shown) + " of " + plural(rows.all, "row");
    if (any_lane_alone(now) && !whole_badges(canvas, rows, metrics)) title += ", lanes below";
    draw_title(canvas, rows.title, title, "Words", metrics);
    for (std::int64_t word = 0; word < now.count; ++word) {
        if (!rows.in_sight(word)) continue;
        const std::uint32_t lanes = lanes_with(now, word);
        draw_chip(canvas, rows.cell(word), word_letters(run, now, word), lanes,
                  lanes >> now.lane & 1, metrics);
    }
    draw_badges(canvas, now, metrics);
}

void draw_letter(Canvas& canvas, const Now& now, std::int64_t place, char letter,
                 const Metrics& metrics) {
    const Rect cell = now.places.text.cell(place).inside(.8f, 0);
    const std::uint32_t lanes = lanes_over(now, place), on = lanes & now.letters.shown.event->mask;
    const bool chosen = on >> now.lane & 1;
    if (on)
        work_cell(canvas, cell, chosen, 4);
    else if (lanes)
        canvas.outline(cell, Role::future_outline, 4);
    const Colour colour = on ? on_work(chosen) : Colour(lanes ? Role::text2 : Role::text3);
    text_fitting(canvas, {cell.middle_x(), cell.middle_y()}, cell.w,
                 aligned(mono_style(letter_size(metrics, cell.w), colour), Align::centre),
                 {std::string(1, letter)});
}

// A line below the letters of a found word, lower for a higher level.
void draw_found(Canvas& canvas, const LetterRows& rows, std::int64_t place, int of_a_word,
                int level) {
    for (std::int64_t at = place; at < place + of_a_word;) {
        const std::int64_t end =
            std::min<std::int64_t>(place + of_a_word, (at / rows.columns + 1) * rows.columns);
        if (rows.in_sight(at)) {
            const float y = rows.cell(at).bottom() + 3 + 3 * float(level);
            canvas.line({rows.cell(at).x + 1.5f, y}, {rows.cell(end - 1).right() - 1.5f, y},
                        Role::good, 2);
        }
        at = end;
    }
}

// The number of lanes, above letters that several lanes read at once.
void draw_readers(Canvas& canvas, const Now& now, const Metrics& metrics) {
    if (!now.letters.of_text) return;
    const LetterRows& rows = now.places.text;
    for (const Wanting& one : now.letters.wanted) {
        if (std::popcount(one.lanes) < 2 || !rows.in_sight(one.place)) continue;
        const Rect cell = rows.cell(one.place);
        const TextStyle style =
            aligned(mono_style(metrics.digits, Role::text, Font::mono_bold), Align::centre);
        const std::string badge = lanes_badge(one.lanes);
        const float half = canvas.width(badge, style) / 2;
        const float x = std::clamp(cell.middle_x(), rows.cells.x + half,
                                   std::max(rows.cells.x + half, rows.cells.right() - half));
        canvas.text({x, cell.y - metrics.digits * .6f}, badge, style);
    }
}

void draw_text(Canvas& canvas, const lab::Run& run, const Now& now, const Metrics& metrics) {
    const LetterRows& rows = now.places.text;
    draw_title(canvas, rows.title, "Text: the window of each lane of the warp", "Text", metrics);
    for (const auto& [place, letter] : known_of(run, now.text)) {
        if (!rows.in_sight(place)) continue;
        if (place % rows.columns == 0 && now.places.names > 0)
            text_fitting(canvas, {rows.cells.x - metrics.px(8), rows.cell(place).middle_y()},
                         now.places.names - metrics.px(8),
                         aligned(mono_style(metrics.digits, Role::text3), Align::right),
                         {std::to_string(place)});
        draw_letter(canvas, now, place, letter, metrics);
    }
    const int of_a_word = letters_of_a_word(run);
    for (const auto& [place, level] : levels_of_found(now.letters.found, of_a_word))
        draw_found(canvas, rows, place, of_a_word, level);
    draw_readers(canvas, now, metrics);
}

const char* turn_noun(Space space) {
    return space == Space::shared ? "wavefront" : space == Space::constant ? "pass" : "sector";
}
std::string turns_words(const Letters& letters) {
    return plural(letters.turns(), turn_noun(letters.shown.event->space));
}

// For a load of the text with several letters, which are no word.
std::string wanting_text(const Letters& letters) {
    const int lanes = std::popcount(letters.shown.event->mask);
    const auto different = std::ssize(letters.wanted);
    const std::string some = count_word(letters.bytes) + " letters", of = plural(lanes, "lane");
    if (lanes == 1) return "one lane reads " + some;
    if (different == 1) return "the same " + some + " for " + of;
    if (different == lanes) return some + " for each of " + of;
    return some + " at each of " + plural(different, "place") + " for " + of;
}

std::string wanting_words(const Letters& letters) {
    if (letters.of_text && letters.bytes > 1) return wanting_text(letters);
    const int lanes = std::popcount(letters.shown.event->mask);
    const auto different = std::ssize(letters.wanted);
    const std::string noun = letters.bytes == 1 ? "letter" : "word";
    if (lanes == 1) return "one lane reads a " + noun;
    if (different == 1) return "one " + noun + " for " + plural(lanes, "lane");
    return plural(different, noun) + " for " + plural(lanes, "lane");
}

// Which load a number describes: the step may not be a load.
std::string load_words(const Shown& shown) {
    return shown.now ? "this load" : shown.to_come ? "the next load" : "the last load";
}

// The cost of the load; dimmed where it lies before or after the cursor.
void draw_turns(Canvas& canvas, const Letters& letters, Rect& column, const Metrics& metrics) {
    const Event& event = *letters.shown.event;
    const std::string number = turns_words(letters);
    const bool waste = event.space == Space::constant && letters.turns() > int(event.ideal);
    const float top = column.y;
    big_number(canvas, column, number.substr(0, number.find(' ')),
               number.substr(number.find(' ') + 1) + " for " + load_words(letters.shown),
               wanting_words(letters), metrics, waste);
    if (!letters.shown.now)
        canvas.fill({column.x - 3, top, column.w + 3, column.y - top}, Colour{Role::panel, .55f});
    column.cut_top(metrics.number_gap);
}

void draw_key(Canvas& canvas, const Now& now, Rect column, const Metrics& metrics) {
    KeyColumn key(canvas, column, metrics);
    key.entry(Sample::chosen, {"the lens lane's"});
    key.entry(Sample::work, {"other lanes'"});
    if (any_lane_is_off(now)) key.entry(Sample::idle, {"lanes that are off", "lanes off"});
    key.entry(metrics.small, {"a word was found", "found"},
              [&](Point left, Point right) { canvas.line(left, right, Role::good, 2); });
}

void draw_side(Canvas& canvas, const Now& now, const Metrics& metrics) {
    const Letters& letters = now.letters;
    const std::string found = plural(std::ssize(letters.found), "word") + " found";
    Rect column = now.places.side;
    if (column.h < metrics.small * 3) {
        const std::string turns = turns_words(letters),
                          number = letters.shown.now ? turns
                                                     : turns + " for " + load_words(letters.shown);
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {number + ": " + wanting_words(letters) + "; " + found,
                      number + ": " + wanting_words(letters), number});
        return;
    }
    draw_turns(canvas, letters, column, metrics);
    big_number(canvas, column, grouped(std::ssize(letters.found)),
               letters.found.size() == 1 ? "word found" : "words found", "by this warp, up to here",
               metrics, false);
    column.cut_top(metrics.number_gap);
    draw_key(canvas, now, column, metrics);
}

constexpr const char* no_letters = "This run compares no letters.";

void draw_bars(Canvas& canvas, const DrawContext& context, const lab::Run& run, const Now& now) {
    const Space space = now.letters.shown.event->space;
    const StepBars bars{
        [&](const Step& step) { return step.space == space && reads_letters(run, step); },
        space == Space::global ? &Event::sectors : &Event::wavefronts,
        space == Space::global   ? "Sectors of all warps, a bar for each load"
        : space == Space::shared ? "Wavefronts of all warps, a bar for each load"
                                 : "Passes of all warps, a bar for each load",
        "By step", true};
    if (now.places.bars.w > 0)
        draw_step_bars(canvas, context, bars, now.letters.shown.step, now.places.bars);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    const Now now = now_in(context, area);
    if (!now) return nothing(canvas, area, no_letters, metrics);
    if (!now.places) return nothing(canvas, area, "Too little room for letters.", metrics);
    draw_words(canvas, run, now, metrics);
    draw_text(canvas, run, now, metrics);
    if (now.places.lens_row > 0) draw_lens(canvas, run, now, metrics);
    draw_bars(canvas, context, run, now);
    draw_side(canvas, now, metrics);
}

std::string claim(const DrawContext& context) {
    const Letters letters = letters_at(context.picture(), context.cursor);
    if (!letters) return "No letters";
    if (!letters.shown.now)
        return context.cursor.step < 0 ? "Nothing is read yet" : "This step reads no letters";
    const std::string words = capitalised(wanting_words(letters));
    if (std::popcount(letters.shown.event->mask) == 1) return words;
    if (letters.wanted.size() == 1) return words + ": read once";
    return words + ": " + turns_words(letters);
}

// "Lane 5 has dbca, word 7, and compares it at place 20: it differs in letter 2."
std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Now now = now_of(run, context.cursor);
    if (!now) return no_letters;
    const LaneLetters& lens = now.lens();
    const std::string lane = "Lane *" + std::to_string(now.lane) + "*";
    if (!lens.word) return lane + " has no word yet.";
    const std::int64_t word = lens.word.place / letters_of_a_word(run);
    const std::string has =
        lane + " has *" + lens.word.letters + "* of word " + std::to_string(word);
    if (lens.windows.empty()) return has + ", and no window to compare it with.";
    const auto best = std::ranges::max_element(lens.windows, {}, &LaneWindow::agreeing);
    const std::string where = lens.windows.size() == 1
                                  ? " and compares it at place " + grouped(best->place)
                                  : " and compares it in *" +
                                        plural(std::ssize(lens.windows), "window") + "*, from " +
                                        grouped(lens.windows.front().place) + " on";
    if (best->found) return has + where + ": it *is found*, at " + grouped(best->place) + ".";
    return has + where + ": *" + count_word(best->agreeing) +
           (best->agreeing == 1 ? "* of its first letters agrees."
                                : "* of its first letters agree.");
}

bool fits(const lab::Run& run) {
    return letters_of_a_word(run) > 0 && run.trace && !known_letters(run).empty();
}

// Steps where lanes share their reads, while some words are found and others are not yet.
double weight(const lab::Run& run, int step) {
    const Step& at = run.steps[std::size_t(step)];
    if (!reads_letters(run, at)) return 0;
    const double all = std::max(1, found_up_to(run, int(run.steps.size()) - 1));
    const double found = found_up_to(run, step) / all;
    return shared_reads(run, at) + 32 * found * (1 - found);
}

RowsInSight rows(const Canvas&, const DrawContext& context, Rect area) {
    const Now now = now_in(context, area);
    if (!now || !now.places || known_of(context.picture(), now.text).empty()) return {};
    const LetterRows& text = now.places.text;
    const int lowest = int(known_of(context.picture(), now.text).begin()->first) / text.columns;
    return {text.first - lowest, text.shown, text.all};
}

// The target at a point: a word, or a letter of the text; -1: neither.
struct There {
    std::int64_t word = -1, place = -1;
    std::uint32_t lanes = 0;
    Rect cell;
};

There there(const DrawContext& context, const Now& now, Point at) {
    if (!now || !now.places) return {};
    for (std::int64_t word = 0; word < now.count; ++word)
        if (now.places.words.in_sight(word) && now.places.words.cell(word).contains(at))
            return {word, -1, lanes_with(now, word), now.places.words.cell(word)};
    for (const auto& [place, letter] : known_of(context.picture(), now.text))
        if (now.places.text.in_sight(place) && now.places.text.cell(place).contains(at))
            return {-1, place, lanes_over(now, place), now.places.text.cell(place)};
    return {};
}

std::string spot_words(const lab::Run& run, const Now& now, const There& here) {
    std::string text;
    if (here.word >= 0) {
        text = "*Word " + std::to_string(here.word) + "*, " + word_letters(run, now, here.word);
    } else {
        text = "*Letter " + grouped(here.place) + "* of the text";
        if (const auto found = now.letters.found.find(here.place); found != now.letters.found.end())
            text += ": word " + std::to_string(found->second) + " begins here";
    }
    if (!here.lanes) return text + ".";
    return text + ".\n" + capitalised(lanes_text(here.lanes)) +
           (std::popcount(here.lanes) == 1 ? " has" : " have") +
           " it. A click chooses the first of these lanes.";
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Now now = now_in(context, area);
    const There here = there(context, now, mouse);
    if (here.word < 0 && here.place < 0) return std::nullopt;
    Spot found{here.cell, spot_words(context.picture(), now, here)};
    found.step = [run = context.result.picture, shown = now.letters.shown, lanes = here.lanes] {
        return next_step_of(*run, shown.step, shown.event->warp, lanes,
                            [&](const Step& step) { return reads_letters(*run, step); });
    };
    return found;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Now now = now_in(context, area);
    const There here = there(context, now, at);
    if (!here.lanes) return false;
    cursor.warp = int(now.letters.shown.event->warp);
    cursor.lane = std::countr_zero(here.lanes);
    return true;
}

std::string note(const DrawContext& context) {
    const Letters letters = letters_at(context.picture(), context.cursor);
    return letters ? request_words(letters.shown) : "";
}

const RegisterView registered{
    {.id = "sliding_window",
     .title = "Sliding window",
     .slot = Slot::warp,
     .order = 10,
     .fits = fits,
     .prepare = [](const lab::Run& run) { known_letters(run); },
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note, .lacking = no_letters},
     .pointing = {.click = click, .spot = spot, .rows = rows},
     .interest = {.weight = weight, .words = "where lanes read one letter or word"}}};

}  // namespace
}  // namespace app::windows_view
