// The view "array": the blocks with their threads, the array below, and a line from each thread to
// the element that it wrote. Where there are many: only the array, block by block.
#include <algorithm>
#include <cmath>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/array/written.h"
#include "app/views/array/written_words.h"
#include "app/views/changed_lines.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/weights.h"
#include "lab/features/watching.h"
#include "lab/host_side.h"
#include "lab/words.h"

namespace app::array_view {
namespace {

constexpr std::int64_t most_lined = 32;  // most threads or elements with lines

// Layout: threads above, elements below; or only the elements, in rows.
struct ArrayPlaces {
    Rect side, threads, elements, legend;
    float names = 0, thread = 0, element = 0, pitch = 0, apart = 0;  // apart: gap between blocks
    std::int64_t columns = 1, each = 1, past = 0;
    bool lined = false;

    Rect thread_cell(std::int64_t index) const {
        const auto block = static_cast<float>(index / each);
        return {threads.x + static_cast<float>(index) * thread + block * apart + 1, threads.y,
                thread - 2, threads.h};
    }
    Rect element_cell(std::int64_t index) const {
        const float gap = element > 10 ? 1.f : element > 5 ? .5f : .2f;
        return Rect{elements.x + static_cast<float>(index % columns) * element,
                    elements.y + static_cast<float>(index / columns) * pitch, element,
                    std::min(pitch, lined ? pitch : pitch * .9f)}
            .inside(gap, 0);
    }
};

Rect cut_places(ArrayPlaces& places, const Metrics& metrics, Rect area) {
    places.side = cut_side(area, metrics, {620, 190, .2f, 160, 220});
    if (area.h >= metrics.px(170)) places.legend = area.cut_bottom(metrics.small * 2.2f);
    places.names = area.w >= metrics.px(420) ? metrics.small * 6.4f : 0;
    area.cut_left(places.names);
    return area;
}

// One row of threads, room for lines, one row of elements with their numbers below.
void place_lined(ArrayPlaces& places, const WrittenArray& array, const Metrics& metrics,
                 Rect area) {
    const auto count =
        static_cast<float>(std::max<std::int64_t>(1, std::ssize(array.elements)) + places.past);
    const auto threads = static_cast<float>(std::max<std::int64_t>(1, array.threads()));
    const auto blocks = static_cast<float>(array.grid.count());
    places.columns = std::ssize(array.elements) + places.past;
    places.apart = metrics.px(14);
    const float widest = metrics.px(96);
    places.thread = std::min(widest, (area.w - places.apart * (blocks - 1)) / threads);
    places.element = std::min(widest, area.w / count);
    const float high = std::min(metrics.px(56), area.h * .2f);
    area.cut_top(metrics.small * 1.8f);  // names of the blocks
    places.threads = area.cut_top(high);
    area.cut_top(std::clamp(area.h - high - metrics.small * 2, metrics.px(20), metrics.px(210)));
    places.pitch = high;
    places.elements = area.cut_top(high);
}

void place_rows(ArrayPlaces& places, const WrittenArray& array, const Metrics& metrics, Rect area) {
    const std::int64_t count = std::max<std::int64_t>(1, std::ssize(array.elements)) + places.past;
    // Few elements are as large as in a row with lines.
    places.columns = count > 2048 ? 128 : count > 512 ? 64 : count > 16 ? 32 : 16;
    const auto rows = static_cast<float>((count + places.columns - 1) / places.columns);
    places.element = area.w / static_cast<float>(places.columns);
    places.pitch =
        std::min({area.h / rows, metrics.px(count > 16 ? 34 : 56), places.element * 1.2f});
    places.elements = area;
}

ArrayPlaces places_of(const WrittenArray& array, const Metrics& metrics, Rect area) {
    ArrayPlaces places;
    area = cut_places(places, metrics, area);
    places.each = std::max<std::int64_t>(1, array.threads_of_block());
    places.lined = std::ssize(array.elements) <= most_lined &&
                   (!array.began || array.threads() <= most_lined) && area.h >= metrics.px(150);
    places.past = array.past_end >= std::ssize(array.elements) ? 1 : 0;
    if (places.lined)
        place_lined(places, array, metrics, area);
    else
        place_rows(places, array, metrics, area);
    return places;
}

std::uint64_t block_of(const WrittenArray& array, std::int64_t thread) {
    return static_cast<std::uint64_t>(thread / array.threads_of_block());
}

// The lens thread, counted in the whole grid; -1: none.
std::int64_t lens_thread(const WrittenArray& array, const lab::Run& run, const Cursor& cursor) {
    const std::int64_t own =
        std::int64_t{cursor.warp} * simulator::warp_size + std::int64_t{cursor.lane};
    if (!array.began || own < 0 || own >= array.threads_of_block()) return -1;
    return std::int64_t(shown_block(run)) * array.threads_of_block() + own;
}

// "3", or "1,0" in a block with two sides.
std::string thread_name(const WrittenArray& array, std::int64_t thread) {
    const auto own = static_cast<std::uint64_t>(thread % array.threads_of_block());
    if (array.block.y == 1) return std::to_string(own);
    return std::to_string(own % array.block.x) + "," + std::to_string(own / array.block.x);
}

// Blocks have two tones in turn; the lens thread's element stands out.
void draw_element(Canvas& canvas, const WrittenArray& array, Rect cell, std::int64_t index,
                  std::int64_t lens, bool value, const Metrics& metrics) {
    const WrittenElement& element = array.elements[std::size_t(index)];
    const float radius = std::min(5.f, cell.h * .2f);
    const bool chosen = element.thread >= 0 && element.thread == lens;
    Colour words = Role::text2;
    if (element.thread < 0) {
        canvas.outline(cell, Role::future_outline, radius);
    } else if (chosen || block_of(array, element.thread) % 2 == 0) {
        work_cell(canvas, cell, chosen, radius);
        words = on_work(chosen);
    } else {
        canvas.fill(cell, Role::cell_done, radius);
        canvas.outline(cell, Colour{Role::accent, .5f}, radius);  // a projector shows no dark tones
        words = Role::text;
    }
    if (array.copied_before) canvas.dashed_outline(cell.inside(-1), Role::bad, radius, 1.4f);
    if (!value) return;
    const TextStyle style =
        aligned(mono_style(metrics.digits, words, Font::mono_bold), Align::centre);
    for (const int digits : {5, 3, 2})
        if (const std::string text = value_text(element.value, array.type, digits);
            canvas.width(text, style) <= cell.w)
            return canvas.text({cell.middle_x(), cell.middle_y()}, text, style);
}

// Whether all values fit: either all are shown or none.
bool values_fit(const Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                const Metrics& metrics) {
    const Rect cell = places.element_cell(0);
    const TextStyle style = mono_style(metrics.digits, Role::text, Font::mono_bold);
    return cell.h >= metrics.digits * 1.2f &&
           std::ranges::all_of(array.elements, [&](const WrittenElement& element) {
               return canvas.width(value_text(element.value, array.type, 2), style) <= cell.w;
           });
}

void draw_thread(Canvas& canvas, const WrittenArray& array, Rect cell, std::int64_t thread,
                 bool chosen, const Metrics& metrics) {
    const float radius = 5;
    Colour words = Role::text;
    if (array.of_thread[std::size_t(thread)] < 0) {
        waste_box(canvas, cell, radius, .8f, 5);
    } else if (chosen || block_of(array, thread) % 2 == 0) {
        work_cell(canvas, cell, chosen, radius);
        words = on_work(chosen);
    } else {
        canvas.fill(cell, Role::cell_done, radius);
    }
    const TextStyle style = aligned(mono_style(metrics.digits, words), Align::centre);
    text_fitting(canvas, {cell.middle_x(), cell.middle_y()}, cell.w, style,
                 {thread_name(array, thread)});
}

void draw_threads(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                  std::int64_t lens, const Metrics& metrics) {
    for (std::int64_t thread = 0; thread < std::ssize(array.of_thread); ++thread) {
        const Rect cell = places.thread_cell(thread);
        draw_thread(canvas, array, cell, thread, thread == lens, metrics);
        if (thread % places.each == 0)
            text_fitting(canvas, {cell.x, places.threads.y - metrics.small * .9f},
                         places.thread * static_cast<float>(places.each) + places.apart - 4,
                         small_style(metrics, Role::text),
                         {"block " + std::to_string(thread / places.each),
                          std::to_string(thread / places.each)});
    }
    if (places.names > 0)
        text_fitting(canvas, {places.threads.x - places.names, places.threads.middle_y()},
                     places.names - 6, small_style(metrics), {"threads"});
}

void draw_lines(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                std::int64_t lens) {
    for (std::int64_t thread = 0; thread < std::ssize(array.of_thread); ++thread) {
        const std::int64_t element = array.of_thread[std::size_t(thread)];
        if (element < 0) continue;
        const Rect from = places.thread_cell(thread), to = places.element_cell(element);
        const bool chosen = thread == lens;
        canvas.line({from.middle_x(), from.bottom() + 3}, {to.middle_x(), to.y - 3},
                    chosen ? Role::accent : Role::past_arrow, chosen ? 2.2f : 1.2f);
    }
}

// "[0]" below the elements, as often as there is room.
void draw_numbers(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                  const Metrics& metrics) {
    const TextStyle style =
        aligned(mono_style(metrics.micro, Role::text3, Font::mono), Align::centre);
    const float needed =
        canvas.width("[" + std::to_string(std::ssize(array.elements)) + "]", style) + 4;
    const auto every = std::max<std::int64_t>(1, std::int64_t(std::ceil(needed / places.element)));
    for (std::int64_t i = 0; i < std::ssize(array.elements); i += every) {
        const Rect cell = places.element_cell(i);
        canvas.text({cell.middle_x(), cell.bottom() + metrics.micro}, "[" + std::to_string(i) + "]",
                    style);
    }
}

// After the last element: the place that a thread accessed and that does not exist.
void draw_past(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
               const Metrics& metrics) {
    if (places.past == 0) return;
    const Rect cell = places.element_cell(std::ssize(array.elements));
    canvas.outline(cell, Role::bad, 5, 2);
    canvas.hatch(cell.inside(2), Role::bad, 6);
    const std::string name = "[" + std::to_string(array.past_end) + "]";
    if (!places.lined)
        return void(
            text_fitting(canvas, {cell.right() + metrics.px(10), cell.middle_y()},
                         places.elements.right() - cell.right() - metrics.px(10),
                         small_style(metrics, Role::bad),
                         {array.name + name + " does not exist", name + " does not exist"}));
    text_fitting(canvas, {cell.middle_x(), cell.bottom() + metrics.micro}, cell.w + 8,
                 aligned(mono_style(metrics.micro, Role::text, Font::mono), Align::centre), {name});
}

void draw_name(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places, float y,
               const Metrics& metrics) {
    if (places.names <= 0) return;
    text_fitting(canvas, {places.elements.x - places.names, y}, places.names - 6,
                 mono_style(metrics.small, Role::text), {array.name});
}

// Number of the first element of each row, as often as there is room.
void draw_row_numbers(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                      const Metrics& metrics) {
    if (places.names <= 0) return;
    const std::int64_t rows = (std::ssize(array.elements) + places.columns - 1) / places.columns;
    const auto every =
        std::max<std::int64_t>(1, std::int64_t(std::ceil(metrics.micro * 1.35f / places.pitch)));
    const float highest = places.elements.y + metrics.micro * .65f;  // keeps thin first rows inside
    for (std::int64_t row = 0; row < rows; row += every) {
        const float middle =
            std::max(places.element_cell(row * places.columns).middle_y(), highest);
        if (row > 0 && middle + metrics.micro * .65f > places.elements.bottom() + 1) break;
        text_fitting(canvas, {places.elements.x - places.names, middle}, places.names - 6,
                     mono_style(metrics.micro, Role::text3, Font::mono),
                     {"[" + std::to_string(row * places.columns) + "]"});
    }
}

// Only marks that are drawn: a thread that wrote past the end has no element here.
void draw_legend(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
                 std::int64_t lens, const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    const TextStyle style = small_style(metrics);
    Point at{places.legend.x, places.legend.middle_y()};
    const auto entry = [&](Sample sample, const char* words) {
        if (at.x + canvas.width(words, style) + metrics.px(48) > places.legend.right()) return;
        at.x += legend(canvas, at, sample, words, metrics);
    };
    const bool marked =
        lens >= 0 && lens < std::ssize(array.of_thread) && array.of_thread[std::size_t(lens)] >= 0;
    if (marked) entry(Sample::chosen, "the chosen thread");
    if (array.idle > 0 && places.lined) entry(Sample::waste, "a thread without an element");
    if (array.copied_before)
        at.x +=
            text_fitting(canvas, at, places.legend.right() - at.x, style,
                         {"dashed: written after the host\u2019s copy; ", "dashed: too late; "});
    if (array.began && array.grid.count() > 1)
        text_fitting(canvas, at, places.legend.right() - at.x, style,
                     {"two tones: blocks in turn", "tones: blocks"});
}

std::string warps_words(const WrittenArray& array) {
    const std::int64_t warps =
        (array.threads_of_block() + simulator::warp_size - 1) / simulator::warp_size;
    return plural(warps * std::int64_t(array.grid.count()), "warp");
}

// Lanes without a thread, in the warps of all blocks.
std::int64_t empty_lanes(const WrittenArray& array) {
    const std::int64_t each = array.threads_of_block(), rest = each % simulator::warp_size;
    return rest == 0 ? 0 : (simulator::warp_size - rest) * std::int64_t(array.grid.count());
}

// "24 had none, 1 was stopped": a check stopped one of the threads that wrote nothing.
std::string idle_words(const WrittenArray& array) {
    if (array.idle == 1) return "a check stopped it";
    return grouped(array.idle - 1) + " had none, 1 was stopped";
}

void draw_side(Canvas& canvas, const WrittenArray& array, const ArrayPlaces& places,
               std::uint64_t local, const Metrics& metrics) {
    const std::string all = grouped(array.threads()),
                      of = "in " + plural(array.grid.count(), "block");
    if (places.side.h < metrics.small * 3) {
        const std::string began = plural(array.threads(), "thread") + " " + of,
                          words = array.began ? began : "no thread ran";
        const bool tones = array.began && array.grid.count() > 1 && places.legend.h <= 0;
        text_fitting(canvas, {places.side.x, places.side.middle_y()}, places.side.w,
                     strong(small_style(metrics)),
                     {words + (tones ? ", blocks in two tones" : ""), words, all});
        return;
    }
    Rect column = places.side;
    big_number(
        canvas, column, array.began ? all : "0",
        array.began ? (array.threads() == 1 ? "thread " : "threads ") + of : "threads ran",
        array.began ? "of " + grouped(array.threads_of_block()) + " each" : all + " were asked for",
        metrics, !array.began);
    column.cut_top(metrics.number_gap);
    if (array.began)
        big_number(canvas, column, grouped(empty_lanes(array)), "lanes without a thread",
                   "in " + warps_words(array) + " of 32", metrics, empty_lanes(array) > 0);
    column.cut_top(metrics.number_gap);
    if (local > 0) {
        big_number(canvas, column, grouped(local), "sectors of local memory",
                   "for arrays of threads", metrics, true);
        column.cut_top(metrics.number_gap);
    }
    const std::int64_t left = array.nobodys > 0 ? array.nobodys : array.idle;
    if (left > 0)
        big_number(canvas, column, grouped(left),
                   array.nobodys > 0 ? "elements not written" : "threads without an element",
                   array.nobodys > 0     ? "as they were before"
                   : array.past_end >= 0 ? idle_words(array)
                                         : "they write nothing",
                   metrics, true);
}

// Where no thread ran: draws why, in place of the threads.
void draw_unfit(Canvas& canvas, const lab::Run& run, const ArrayPlaces& places,
                const Metrics& metrics) {
    const auto unfit = lab::unfit_launch(run.request.settings);
    if (!unfit || !places.lined) return;
    const float left = places.threads.x - places.names;
    const Rect area{left, places.threads.y - metrics.small * 1.4f,
                    places.side.h > metrics.small * 3 ? places.side.x - metrics.side_gap - left
                                                      : places.elements.w,
                    places.elements.y - places.threads.y};
    const bool looks = lab::host_style(run.request.settings).looks;
    const std::string said =
        looks ? "The program checked after the launch: *" + unfit->cuda_error + "*."
              : "The program did not check after the launch, so *no message came*.";
    paragraph_fitting(canvas, area, unfit->title + ". " + said, body_style(metrics), 1.45f);
}

bool too_small_for_array(Rect area, const Metrics& metrics) {
    return area.w < metrics.px(100) || area.h < metrics.px(60);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    const WrittenArray& array = written_array(run);
    if (array.elements.empty())
        return nothing(canvas, area, "This run has no array as its result.", metrics);
    if (too_small_for_array(area, metrics))
        return nothing(canvas, area, "Too little room for an array.", metrics);
    const ArrayPlaces places = places_of(array, metrics, area);
    const std::int64_t lens = lens_thread(array, run, context.cursor);
    const bool values = values_fit(canvas, array, places, metrics);
    if (places.lined && array.began) {
        draw_lines(canvas, array, places, lens);
        draw_threads(canvas, array, places, lens, metrics);
    }
    draw_unfit(canvas, run, places, metrics);
    for (std::int64_t i = 0; i < std::ssize(array.elements); ++i)
        draw_element(canvas, array, places.element_cell(i), i, lens, values, metrics);
    draw_past(canvas, array, places, metrics);
    if (places.lined) {
        draw_numbers(canvas, array, places, metrics);
        draw_name(canvas, array, places, places.elements.middle_y(), metrics);
    } else {
        draw_row_numbers(canvas, array, places, metrics);
    }
    draw_legend(canvas, array, places, lens, metrics);
    draw_side(canvas, array, places,
              run.counters.local_store_sectors + run.counters.local_load_sectors, metrics);
}

std::string claim(const DrawContext& context) {
    const WrittenArray& array = written_array(context.picture());
    if (!array.began) return "No thread ran";
    if (array.past_end >= 0) return "A thread writes past the end";
    if (array.copied_before) return "The host copies before the array is written";
    if (array.nobodys > 0) return "Some elements are not written";
    if (array.repeats()) return "Every block writes the same numbers";
    const std::int64_t writers = array.writers(), elements = std::ssize(array.elements);
    if (writers < elements)
        return capitalised(count_word(writers)) +
               (writers == 1 ? " thread writes" : " threads write") + " all " +
               count_word(elements) + " elements";
    if (const std::string idle = idle_blocks_words(array); !idle.empty()) return idle;
    return array.idle > 0 ? "Each element has a thread of its own"
                          : "Each thread writes an element of its own";
}

// "sums[0] and sums[1]"; at most three names.
std::string elements_of(const WrittenArray& array, std::int64_t thread) {
    std::vector<std::string> own;
    for (std::size_t i = 0; i < array.elements.size(); ++i)
        if (array.elements[i].thread == thread)
            own.push_back(array.name + "[" + std::to_string(i) + "]");
    if (own.size() > 3) own = {own[0], own[1], std::to_string(own.size() - 2) + " more"};
    return lab::listed(own);
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const WrittenArray& array = written_array(run);
    if (array.elements.empty()) return "";
    const std::string holds = "The array holds *" + first_values(array) + "*.";
    if (!array.began) return holds + " It held these values before the launch.";
    if (array.copied_before)
        return "The threads write *" + first_values(array) +
               "*, after the copy: the host has *whatever was there before*.";
    const std::int64_t lens = lens_thread(array, run, context.cursor);
    const std::int64_t element =
        lens >= 0 && lens < std::ssize(array.of_thread) ? array.of_thread[std::size_t(lens)] : -1;
    if (element < 0 && array.past_end < 0) return holds;
    return holds + " Thread *" + thread_name(array, lens) + "* of *block " +
           std::to_string(block_of(array, lens)) + "* wrote " +
           (element < 0 ? "none of them" : elements_of(array, lens)) + ".";
}

// A click on an element or a thread chooses that thread, if it is in the shown block.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    if (too_small_for_array(area, context.metrics)) return false;
    const lab::Run& run = context.picture();
    const WrittenArray& array = written_array(run);
    const ArrayPlaces places = places_of(array, context.metrics, area);
    const auto choose = [&](std::int64_t thread) {
        if (thread < 0 || block_of(array, thread) != shown_block(run)) return false;
        const std::int64_t own = thread % array.threads_of_block();
        cursor.warp = static_cast<int>(own / simulator::warp_size);
        cursor.lane = static_cast<int>(own % simulator::warp_size);
        return true;
    };
    for (std::int64_t i = 0; places.lined && i < std::ssize(array.of_thread); ++i)
        if (places.thread_cell(i).contains(at)) return choose(i);
    for (std::int64_t i = 0; i < std::ssize(array.elements); ++i)
        if (places.element_cell(i).contains(at))
            return choose(array.elements[std::size_t(i)].thread);
    return false;
}

// Whether atomics add up the array: then no element belongs to one thread.
bool adds_up(const lab::Run& run) {
    const auto atomic = [](const simulator::Event& event) {
        return event.kind == simulator::EventKind::atomic &&
               event.space == simulator::Space::global;
    };
    return run.trace && std::ranges::any_of(run.trace->events, atomic);
}

// Whether all writers are known: with one traced block, other elements would have none.
bool knows_all_writers(const lab::Settings& settings) {
    return lab::feature<lab::Watching>(settings).follows_all_blocks || lab::unfit_launch(settings);
}

bool fits(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const lab::Subject* subject = settings.subject.get();
    return subject && std::ranges::find(subject->views, "array") != subject->views.end() &&
           knows_all_writers(settings) && !adds_up(run);
}

// Whether the bug to find is a thread outside the array, or the host's copy or launch.
bool is_about_the_array(const lab::Run& run) {
    using simulator::FaultKind;
    return hunts(run, FaultKind::out_of_bounds) || hunts(run, FaultKind::copied_unwritten) ||
           hunts(run, FaultKind::launch_failed);
}

std::string note(const DrawContext& context) {
    return written_array(context.picture()).grid.count() > 1 ? "every block" : "one block";
}

const RegisterView registered{
    {.id = "array",
     .title = "The array",
     .slot = Slot::memory,
     .order = 9,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note},
     .pointing = {.click = click},
     .interest = {.opens_at = last_changed_write, .about = is_about_the_array}}};

}  // namespace
}  // namespace app::array_view
