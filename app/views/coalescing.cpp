// The view "Sectors": the 32-byte sectors of 128-byte lines that one load or store of a warp
// requests, and how much of them it uses. The memory slot's first view; the banks stand below where
// the run uses shared memory.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/banks.h"
#include "app/views/before_here.h"
#include "app/views/cell_names.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/sectors.h"
#include "app/views/step_bars.h"

namespace app::coalescing_view {
namespace {

using simulator::Event;
using simulator::EventKind;

Shown shown_in(const DrawContext& context) {
    return nearest(context.picture(), context.cursor, is_global_access);
}

// Layout: columns for the 32 words of a line, rows for the shown lines.
struct Places {
    Rect lanes, lines, side, legend;
    float labels = 0, word = 0, gap = 0, pitch = 0, between = 0;
    int first = 0, rows = 0;  // shown lines
    int hidden = 0;
    float x_of(float byte) const {
        return lines.x + byte / 4 * word + std::floor(byte / sector_bytes) * gap;
    }
    float end_of(int byte) const { return x_of(static_cast<float>(byte) - .001f); }
    Rect row(int index) const {
        return {lines.x, lines.y + (index - first) * pitch, lines.w, pitch - between};
    }
};

void choose_rows(Places& places, int count, int chosen, float least) {
    const bool all = count * least <= places.lines.h;
    // room for a line of words about the hidden lines
    const float height = all ? places.lines.h : places.lines.h - least * .8f;
    places.rows = std::clamp(static_cast<int>(height / least), 1, count);
    places.pitch = std::clamp(height / places.rows, least, least * 1.7f);
    places.hidden = count - places.rows;
    // the chosen line comes first, so that the arrow crosses no row
    places.first = places.hidden ? std::clamp(chosen, 0, places.hidden) : 0;
}

Places places_of(const Coalescing& all, int chosen, const Metrics& metrics, Rect area) {
    Places places;
    places.side = cut_side(area, metrics, beside_lanes);
    places.labels = area.w >= metrics.px(420)   ? metrics.small * 7.2f
                    : area.w >= metrics.px(300) ? metrics.small * 4.2f
                                                : 0;
    if (area.h >= metrics.px(170) && area.w >= metrics.px(300))
        places.legend = area.cut_bottom(metrics.small * 2.2f);
    places.lanes = area.cut_top(metrics.small * 2.1f);
    area.cut_top(std::clamp(area.h * .12f, metrics.small * 1.5f, metrics.px(40)));
    places.lines = area;
    places.lines.cut_left(places.labels);
    places.between = metrics.px(8);
    places.gap = metrics.px(places.lines.w > metrics.px(500) ? 8 : 4);
    places.word = (places.lines.w - 3 * places.gap) / 32;
    choose_rows(places, static_cast<int>(all.lines.size()), chosen, metrics.small * 2.3f);
    return places;
}

// Lane numbers are bold and at least 12 px. Where cells are too narrow, every fourth or eighth is
// written.
void draw_lanes(Canvas& canvas, const Places& places, const Event& event, int chosen,
                const Metrics& metrics) {
    if (places.labels > 0)
        canvas.text({places.lanes.x, places.lanes.middle_y()}, "Lanes", small_style(metrics));
    TextStyle style =
        aligned(mono_style(metrics.digits, Role::text, Font::mono_bold), Align::centre);
    const int every = places.word - 3 >= canvas.width("31", style) ? 1
                      : 4 * places.word > metrics.px(28)           ? 4
                                                                   : 8;
    const auto cell_of = [&](int lane) {
        const float x = places.x_of(4.f * lane);
        return Rect{x, places.lanes.y, places.word, places.lanes.h}.inside(
            places.word > 16 ? 1.5f : .5f, 0);
    };
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        const Rect cell = cell_of(lane);
        const bool on = event.mask >> lane & 1;
        if (lane == chosen)
            canvas.fill(cell, Role::accent, 5);
        else if (on)
            canvas.fill(cell, Role::cell_done, 5);
        else
            canvas.outline(cell, Role::future_outline, 5);
    }
    for (int lane = 0; lane < simulator::warp_size;
         ++lane) {  // drawn last: digits may be wider than their cell
        const Rect cell = cell_of(lane);
        const bool on = event.mask >> lane & 1;
        style.colour = lane == chosen ? Role::ink : on ? Role::text : Role::idle_value;
        const bool near_chosen = std::abs(lane - chosen) * places.word < metrics.px(22);
        if (lane == chosen || (lane % every == 0 && (every == 1 || !near_chosen)))
            canvas.text({cell.middle_x(), cell.middle_y()}, std::to_string(lane), style);
    }
}

void draw_sectors(Canvas& canvas, const Places& places, const MemoryLine& line, Rect row,
                  bool waste) {
    for (int sector = 0; sector < sectors_a_line; ++sector) {
        const float left = places.x_of(static_cast<float>(sector * sector_bytes));
        const Rect box{left, row.y, places.end_of((sector + 1) * sector_bytes) - left, row.h};
        if (!(line.touched >> sector & 1))
            canvas.outline(box, Role::future_outline, 6);
        else if (waste && line.wanted_in[sector] < sector_bytes)
            waste_box(canvas, box, 6, 1, 7);
        else
            canvas.outline(box, Colour{Role::accent, .6f}, 6);
    }
}

// Whether lane numbers fit into the pieces of a line, and no two numbers touch.
bool numbered(const Canvas& canvas, const Places& places, const MemoryLine& line,
              const TextStyle& style) {
    const float least = canvas.width("31", style);
    float before = 0, left_before = 0;
    for (const WantedBytes& piece : line.wanted) {
        const float needed = std::max(least, canvas.width(lanes_number(piece), style)) + 2;
        const float left = places.x_of(static_cast<float>(piece.byte));
        if (places.end_of(piece.byte + piece.bytes) - left + 5 < needed) return false;
        if (before > 0 && left - left_before < (before + needed) / 2) return false;
        before = needed, left_before = left;
    }
    return true;
}

bool draw_pieces(Canvas& canvas, const Places& places, const MemoryLine& line, Rect row, int chosen,
                 const Metrics& metrics) {
    TextStyle style =
        aligned(mono_style(metrics.digits, Role::text, Font::mono_bold), Align::centre);
    const bool numbers =
        numbered(canvas, places, line, style) && row.bottom() <= places.lines.bottom() + 2;
    const auto cell_of = [&](const WantedBytes& piece) {
        const float left = places.x_of(static_cast<float>(piece.byte));
        return Rect{left, row.y, places.end_of(piece.byte + piece.bytes) - left, row.h}.inside(
            places.word > 16 ? 1.5f : .5f, 3);
    };
    for (const WantedBytes& piece : line.wanted)
        work_cell(canvas, cell_of(piece), piece.lanes >> chosen & 1);
    for (const WantedBytes& piece : line.wanted) {
        if (!numbers) break;
        const Rect cell = cell_of(piece);
        style.colour = on_work(piece.lanes >> chosen & 1);
        canvas.text({cell.middle_x(), cell.middle_y()}, lanes_number(piece), style);
    }
    return numbers;
}

// "numbers[32]", the first element of the line; "[32]" where the name is too long.
void draw_label(Canvas& canvas, const Places& places, Rect row, const LineName& line,
                const Metrics& metrics) {
    if (places.labels <= 0 || row.bottom() > places.lines.bottom() + 2) return;
    const float x = places.lanes.x, y = row.middle_y();
    const TextStyle small = small_style(metrics),
                    micro = mono_style(metrics.micro, Role::text3, Font::mono);
    const std::string title = line.number < 0 ? "Line" : "Line " + grouped(line.number);
    std::string_view name = line.first;
    if (canvas.width(name, micro) > places.labels - metrics.px(8))
        name = name.substr(std::min(name.find('['), name.size()));
    const bool both =
        row.h > metrics.small * 2.1f && canvas.width(name, micro) < places.labels - metrics.px(8);
    canvas.text({x, both ? y - metrics.small * .62f : y}, title, small);
    if (both) canvas.text({x, y + metrics.small * .62f}, name, micro);
}

void draw_hidden(Canvas& canvas, const Places& places, const Coalescing& all,
                 const Metrics& metrics) {
    if (!places.hidden) return;
    int sectors = 0;
    for (int i = 0; i < static_cast<int>(all.lines.size()); ++i)
        if (i < places.first || i >= places.first + places.rows)
            sectors += std::popcount(all.lines[i].touched);
    const float y = places.lines.y + places.rows * places.pitch + metrics.small * .6f;
    if (y + metrics.small * .6f > places.lines.bottom() + 2) return;
    text_fitting(canvas, {places.lines.x, y}, places.lines.w, small_style(metrics),
                 {"and " + plural(places.hidden, "more line") + ", " + plural(sectors, "sector"),
                  "+ " + plural(places.hidden, "line")});
}

void draw_side(Canvas& canvas, const Places& places, const Coalescing& all,
               const DrawContext& context, const Shown& shown) {
    const Metrics& metrics = context.metrics;
    const char* used = "of the bytes asked for are used";
    const double share = all.bytes_moved ? double(all.bytes_wanted) / all.bytes_moved : 0;
    const bool waste = all.sectors > all.ideal;
    const std::string of = grouped(all.bytes_wanted) + " of " + grouped(all.bytes_moved) + " B";
    if (places.side.h < metrics.small * 3) {
        const std::string taken = plural(all.sectors, "sector"),
                          sectors = taken + " where " + grouped(all.ideal) + " would be enough";
        text_fitting(canvas, {places.side.x, places.side.middle_y()}, places.side.w,
                     strong(small_style(metrics)),
                     {sectors + "; " + percent(share) + " " + used, sectors, taken});
        return;
    }
    Rect column = places.side;
    big_number(canvas, column, grouped(all.sectors),
               std::string(all.sectors == 1 ? "sector" : "sectors") + " for this request",
               waste ? grouped(all.ideal) + " would be enough" : "as few as possible", metrics,
               waste);
    was_line(canvas, column, context, shown, &Event::sectors);
    column.cut_top(metrics.number_gap);
    big_number(canvas, column, percent(share), used, of, metrics, false);
    if (column.h < metrics.px(24)) return;
    Rect bar{column.x, column.y + metrics.px(8), column.w, metrics.px(12)};
    if (waste)
        waste_box(canvas, bar, 3);
    else
        canvas.outline(bar, Role::future_outline, 3);
    work_cell(canvas, {bar.x, bar.y, bar.w * static_cast<float>(share), bar.h}, true, 3);
}

void draw_arrow(Canvas& canvas, const Places& places, const Coalescing& all, const lab::Run& run,
                const Event& event, int lane, const Metrics& metrics) {
    const simulator::Slot* slot = run.trace->slot(event, lane);
    int byte = 0;
    const int line = slot ? line_with(all, slot->address, &byte) : -1;
    if (line < 0) return;
    const Rect row = places.row(line);
    const float from = places.x_of(4.f * lane) + places.word / 2;
    const float middle = byte + std::min(all.element_bytes, line_bytes - byte) / 2.f;
    const Point start{from, places.lanes.bottom()}, end{places.x_of(middle), row.y};
    arrow(canvas, start, end, Role::accent);
    const float y = (places.lanes.bottom() + places.lines.y - places.between) / 2;
    const std::int64_t number = line_name(run, event, all.lines[std::size_t(line)]).number;
    const std::string of_line = number < 0 ? ": " : ": line " + grouped(number) + ", ";
    const std::string where =
        of_line + "byte " + grouped(byte) + ", sector " + std::to_string(byte / sector_bytes);
    const std::string cell = cell_name(run, event, slot->address);
    const std::string what = "lane " + std::to_string(lane) +
                             (event.kind == EventKind::load ? " wants " : " writes ") + cell;
    const float left_room = std::min(start.x, end.x) - places.lines.x;
    const bool right = places.lines.right() - std::max(start.x, end.x) > left_room;
    const TextStyle style = aligned(small_style(metrics), right ? Align::left : Align::right);
    const float x = right ? std::max(start.x, end.x) + metrics.px(16)
                          : std::min(start.x, end.x) - metrics.px(16);
    const float room = right ? places.lines.right() - x : x - places.lines.x;
    text_fitting(canvas, {x, y}, room, style, {what + where, what, cell});
}

// Two samples side by side; their words are shortened until both fit.
void draw_legend(Canvas& canvas, const Places& places, const Coalescing& all, bool numbers,
                 const Metrics& metrics) {
    if (places.legend.h < metrics.small) return;
    const float end =
        places.lines.y + (places.rows + (places.hidden ? .6f : 0)) * places.pitch + metrics.small;
    const float y = std::min(places.legend.bottom() - metrics.small * .8f, end);
    const bool waste = all.sectors > all.ideal;  // unused bytes of a needed sector are no waste
    const TextStyle style = small_style(metrics);
    const float samples = waste ? metrics.small * 2.6f + metrics.px(40) : metrics.small * 2;
    for (const auto& [used, unused] :
         {std::pair{numbers ? "used by a lane (number = lane)" : "used by a lane",
                    "asked for, not used here"},
          {"used by a lane", "asked for, not used"},
          {"used", "not used"}}) {
        const float needed =
            samples + canvas.width(used, style) + (waste ? canvas.width(unused, style) : 0);
        if (needed > places.lines.right() - places.lanes.x) continue;
        const float x = needed > places.lines.w ? places.lanes.x : places.lines.x;
        const float taken = legend(canvas, {x, y}, Sample::work, used, metrics);
        if (waste) legend(canvas, {x + taken, y}, Sample::waste, unused, metrics);
        return;
    }
}

// Every global access of the block as a bar; drawn where the room below the request would be empty.
const StepBars bars{is_global_access, &Event::sectors,
                    "Sectors of all warps of the block, one bar for each load or store",
                    "Sectors by step"};

void draw_request(Canvas& canvas, const DrawContext& context, const lab::Run& run,
                  const Shown& shown, Rect area) {
    const Event& event = *shown.event;
    const Coalescing& all = coalescing_of(run, event);
    if (all.lines.empty())
        return nothing(canvas, area, "No lane took part in this access.", context.metrics);
    const int lane = lane_in(event, context.cursor);
    const simulator::Slot* slot = run.trace->slot(event, lane);
    const int chosen = slot ? line_with(all, slot->address, nullptr) : 0;
    const Places places = places_of(all, std::max(0, chosen), context.metrics, area);
    draw_lanes(canvas, places, event, lane, context.metrics);
    for (int i = places.first; i < places.first + places.rows; ++i) {
        const Rect row = places.row(i);
        draw_label(canvas, places, row, line_name(run, event, all.lines[i]), context.metrics);
        draw_sectors(canvas, places, all.lines[i], row, all.sectors > all.ideal);
    }
    draw_arrow(canvas, places, all, run, event, lane, context.metrics);
    bool numbers = false;
    for (int i = places.first; i < places.first + places.rows; ++i)
        numbers |= draw_pieces(canvas, places, all.lines[i], places.row(i), lane, context.metrics);
    draw_hidden(canvas, places, all, context.metrics);
    draw_side(canvas, places, all, context, shown);
    draw_legend(canvas, places, all, numbers, context.metrics);
    const Rect last = places.row(places.first + places.rows - 1);
    const float end = last.bottom() + context.metrics.small * 4.4f;
    if (area.bottom() - end > context.metrics.px(100) && !places.hidden && places.legend.h > 0)
        draw_step_bars(canvas, context, bars, shown.step,
                       {area.x, end, places.lines.right() - area.x,
                        std::min(area.bottom() - end, context.metrics.px(420))});
}

// "Last global load, 22 steps ago", where the current step accesses no global memory.
std::string far_words(const Shown& shown) {
    return std::string(shown.to_come ? "Next" : "Last") + " global " +
           (shown.event->kind == EventKind::load ? "load" : "store") + ", " + apart_words(shown);
}

// Areas of the request and of the banks. Without room for both, the request is alone, or the banks
// at an access to shared memory.
struct Parts {
    Rect title, request, banks;
};

Parts parts_of(const DrawContext& context, const lab::Run& run, const Shown& shown, Rect area) {
    Parts parts{{}, area, {}};
    const bool low = area.h < context.metrics.px(370);
    if (has_banks(run) && low && banks_speak(run, context.cursor)) return {{}, {}, area};
    if (has_banks(run) && !low) {
        const float wish = banks_height(context, area.w);
        parts.banks = parts.request.cut_bottom(std::clamp(wish, area.h * .3f, area.h * .5f));
        parts.request.cut_bottom(context.metrics.px(28));
    }
    if (!shown.now && parts.request.h > context.metrics.px(100))
        parts.title = parts.request.cut_top(context.metrics.body * 2.2f);
    return parts;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Shown shown = shown_in(context);
    if (!shown) return nothing(canvas, area, "This run touches no global memory.", context.metrics);
    const Parts parts = parts_of(context, run, shown, area);
    if (parts.request.h > 0 && parts.banks.h > 0)
        canvas.line({area.x, parts.request.bottom() + context.metrics.px(12)},
                    {area.right(), parts.request.bottom() + context.metrics.px(12)}, Role::line);
    if (parts.banks.h > 0) draw_banks(canvas, context, parts.banks, parts.request.h > 0);
    if (parts.request.h > 0) draw_request(canvas, context, run, shown, parts.request);
    if (parts.request.h > 0 && parts.title.h > 0)  // dimmed: not the current step
        canvas.fill(parts.request.inside(-3), Colour{Role::panel, .55f});
    if (parts.title.h > 0)
        text_fitting(canvas, {parts.title.x, parts.title.middle_y()}, parts.title.w,
                     {Font::semibold, context.metrics.body, Role::text},
                     {far_words(shown), "Global memory"});
}

bool at_atomic(const lab::Run& run, const Cursor& cursor) {
    const simulator::Step* step = step_at(run, cursor);
    return step && step->kind == EventKind::atomic && step->space == simulator::Space::global;
}

// "Every fourth float", where lanes have a stride; else what the request does.
std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    if (banks_speak(run, context.cursor)) return banks_claim(context);
    const Shown shown = shown_in(context);
    if (!shown) return "This run uses no global memory";
    if (at_atomic(run, context.cursor)) return "The view Same address shows this atomic";
    if (!shown.now)
        return context.cursor.step < 0 ? "Nothing is asked for yet"
                                       : "This step does not access global memory";
    const Coalescing& all = coalescing_of(run, *shown.event);
    const int times = all.ideal ? all.sectors / all.ideal : 1;
    const std::string type = moved_word(*shown.event);
    if (all.sectors == all.ideal && all.bytes_wanted == all.bytes_moved)
        return "Neighbouring lanes use neighbouring bytes: none is wasted";
    if (all.lines.size() == 1 && all.lines[0].wanted.size() == 1 &&
        std::popcount(shown.event->mask) > 1)
        return "All lanes use one address: one sector";
    if (all.stride && *all.stride > 1 && all.sectors > all.ideal)
        return "Every " + ordinal_word(*all.stride) + " " + type + " costs " + count_word(times) +
               " times the sectors";
    if (all.stride == 1 && all.sectors == all.ideal + 1)
        return "Off by " + grouped(all.misaligned) + " bytes: " + count_word(all.sectors) +
               " sectors, not " + count_word(all.ideal);
    if (all.sectors > all.ideal)
        return capitalised(count_word(all.sectors)) + " sectors where " + count_word(all.ideal) +
               " would be enough";
    return capitalised(count_word(all.sectors)) + (all.sectors == 1 ? " sector" : " sectors") +
           " for " + plural(std::popcount(shown.event->mask), "lane");
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    if (banks_speak(run, context.cursor)) return banks_sentence(context);
    const Shown shown = shown_in(context);
    if (!shown) return "This run loads and stores nothing in global memory.";
    const Coalescing& all = coalescing_of(run, *shown.event);
    const Event& event = *shown.event;
    const std::string verb = event.kind == EventKind::load ? "wants" : "writes";
    const int size = size_of(event.type);
    std::string text = shown.now ? "A warp asks the caches for whole *32-byte sectors*. "
                                 : "*" + far_words(shown) + "*. ";
    if (all.bytes_wanted == all.bytes_moved)
        return text + "The warp " + verb + " every byte of its *" + plural(all.sectors, "sector") +
               "*." + conflicts_words(run);
    const int bytes = wanted_of_each(all), each = size && bytes % size == 0 ? bytes / size : 0;
    if (each == 0)
        return text + "These " + grouped(all.sectors) + " sectors hold " +
               grouped(all.bytes_moved) + " bytes; the warp " + verb + " *" +
               grouped(all.bytes_wanted) + "*.";
    return text +
           (all.sectors == 1 ? "This sector holds "
                             : "Each of these " + grouped(all.sectors) + " sectors holds ") +
           plural(sector_bytes / size, type_word(event.type)) + "; the warp " + verb + " *" +
           count_word(each) + "*.";
}

std::string note(const DrawContext& context) {
    if (banks_speak(context.picture(), context.cursor)) return banks_note(context);
    const Shown shown = shown_in(context);
    return shown ? request_words(shown) : "";
}

// The lane whose cell is at a point; -1: none.
struct LaneThere {
    Shown shown;
    int lane = -1;
    Rect cell;
};

LaneThere lane_at(const DrawContext& context, Rect area, Point at) {
    const lab::Run& run = context.picture();
    const Shown shown = shown_in(context);
    if (!shown) return {};
    const Coalescing& all = coalescing_of(run, *shown.event);
    if (all.lines.empty()) return {};
    const Places places =
        places_of(all, 0, context.metrics, parts_of(context, run, shown, area).request);
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        const Rect cell{places.x_of(4.f * lane), places.lanes.y, places.word, places.lanes.h};
        if (cell.contains(at)) return {shown, lane, cell};
    }
    return {};
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const LaneThere found = lane_at(context, area, at);
    if (found.lane >= 0) cursor.lane = found.lane;
    return found.lane >= 0;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const LaneThere there = lane_at(context, area, at);
    if (there.lane < 0) return std::nullopt;
    Spot found{there.cell, "*Lane " + std::to_string(there.lane) + "* of warp " +
                               std::to_string(there.shown.event->warp) + ".\nA click chooses it."};
    found.step = [run = context.result.picture, there] {
        return next_step_of(*run, there.shown.step, there.shown.event->warp, 1u << there.lane,
                            is_global_access);
    };
    return found;
}

// At shared memory the weight is negative: the banks show there too, so the view opens at the worst
// bank conflict where no access to global memory takes a sector too many.
double weight(const lab::Run& run, int step) {
    if (is_global_access(run.steps[std::size_t(step)]))
        return beyond_the_least(run, step, is_global_access, &Event::sectors);
    return -beyond_the_least(run, step, is_shared_access, &Event::wavefronts);
}

bool fits(const lab::Run& run) {
    return std::any_of(run.steps.begin(), run.steps.end(), is_global_access);
}

const RegisterView registered{{.id = "coalescing",
                               .title = "Sectors",
                               .slot = Slot::memory,
                               .fits = fits,
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note},
                               .pointing = {.click = click, .spot = spot},
                               .interest = {.weight = weight,
                                            .shows_step = is_global_access,
                                            .words = "where more sectors are asked for than needed",
                                            .of_waste = true}}};

}  // namespace
}  // namespace app::coalescing_view
