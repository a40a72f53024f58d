// The view "Banks", shared memory's 32 banks: one row for each wavefront (pass) of a load or store
// of the warp, with the lanes that each bank serves in it. In the memory slot it stands below the
// sectors; alone where a run has no global access.
#include "app/views/banks.h"

#include <algorithm>
#include <bit>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/views/bank_passes.h"
#include "app/views/before_here.h"
#include "app/views/cell_names.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/step_bars.h"

namespace app {
namespace {

using simulator::Event;

std::uint32_t conflicts(const Event* event) {
    return event && event->wavefronts > event->ideal ? event->wavefronts - event->ideal : 0;
}

// Before the first access, the coming one with the most conflicts is shown: it teaches more than
// the next one.
Shown shown_in(const DrawContext& context) {
    const lab::Run& run = context.picture();
    Shown shown = nearest(run, context.cursor, is_shared_access);
    if (!shown.to_come) return shown;
    for (int index = shown.step + 1; index < static_cast<int>(run.steps.size()); ++index) {
        if (!is_shared_access(run.steps[static_cast<std::size_t>(index)])) continue;
        const Event* event = event_in(run, index, context.cursor);
        if (conflicts(event) <= conflicts(shown.event)) continue;
        shown.apart += index - shown.step;
        shown.step = index, shown.event = event;
    }
    return shown;
}

// The same access before the last change, where it took more wavefronts.
struct Ghost {
    const BankPasses* passes = nullptr;
    std::string there{};  // " in kernel 2"
    int rows() const { return passes ? static_cast<int>(passes->passes.size()) : 0; }
};

Ghost ghost_of(const DrawContext& context, const Shown& shown) {
    const auto before = shown.now ? before_step(context, shown.step) : std::nullopt;
    const Event* event = before ? event_before(*before, context.cursor) : nullptr;
    if (!event || event->ideal != shown.event->ideal) return {};
    const BankPasses& passes = passes_of(before->run, *event);
    if (passes.passes.size() <= passes_of(context.picture(), *shown.event).passes.size()) return {};
    return {&passes, before_there(context)};
}

struct Places {
    Rect title, head, rows, side;
    float labels = 0, bank = 0, pitch = 0, gap = 0;
    int first = 0, shown = 0, hidden = 0;
    Rect cell(int row, int index) const {
        const Rect box{rows.x + index * bank, rows.y + (row - first) * pitch, bank, pitch - gap};
        return box.inside(bank > 12 ? 1.5f : .5f, 0);
    }
};

int pass_of(const BankPasses& all, int lane) {
    for (std::size_t pass = 0; pass < all.passes.size(); ++pass)
        for (const BankUse& use : all.passes[pass].banks)
            if (use.lanes >> lane & 1) return static_cast<int>(pass);
    return 0;
}

Places places_of(const BankPasses& all, int ghosts, int lane, int scrolled, const Metrics& metrics,
                 Rect area, bool titled) {
    Places places;
    if (titled) places.title = area.cut_top(metrics.body * 1.8f);
    const bool beside = area.w >= metrics.px(beside_lanes.from_width);
    places.side = cut_side(area, metrics, beside_lanes);
    if (titled && beside)
        places.side.y -= places.title.h, places.side.h += places.title.h,
            places.title.w = places.side.x - area.x;
    places.labels = area.w >= metrics.px(420) ? metrics.small * 7.2f : 0;
    places.head = area.cut_top(metrics.small * 1.7f);
    places.head.cut_left(places.labels);
    places.rows = area;
    places.rows.cut_left(places.labels);
    places.bank = places.rows.w / bank_count;
    places.gap = metrics.px(5);
    const float least = metrics.small * 1.75f;
    const int count = std::max(ghosts, static_cast<int>(all.passes.size()));
    const float height = count * least <= area.h ? area.h : area.h - least * .8f;
    places.shown = std::clamp(static_cast<int>(height / least), 1, std::max(1, count));
    places.pitch = std::min(std::clamp(height / places.shown, least, least * 1.6f), area.h);
    places.hidden = std::max(0, count - places.shown);
    places.first =
        std::clamp(std::clamp(pass_of(all, lane) - places.shown / 2, 0, places.hidden) + scrolled,
                   0, places.hidden);
    return places;
}

// A bit for each bank that some pass uses.
std::uint32_t used_banks(const BankPasses& all) {
    std::uint32_t used = 0;
    for (const Pass& pass : all.passes)
        for (int bank = 0; bank < bank_count; ++bank)
            if (pass.banks[bank].lanes) used |= 1u << bank;
    return used;
}

void draw_use(Canvas& canvas, Rect cell, const BankUse& use, bool extra, bool chosen) {
    if (!use.lanes) return canvas.outline(cell, Role::future_outline, 5);
    if (!extra || chosen) return work_cell(canvas, cell, chosen);
    canvas.fill(cell, Colour{Role::waste, .10f}, 5);
    if (cell.h > 16) canvas.hatch({cell.x + 2, cell.bottom() - 6, cell.w - 4, 4}, Role::waste, 4);
    canvas.outline(cell, Role::waste, 5, 1.6f);
}

void draw_number(Canvas& canvas, Rect cell, const BankUse& use, bool extra, bool chosen, float room,
                 const Metrics& metrics) {
    const int lanes = std::popcount(use.lanes);
    if (!lanes) return;
    const std::string text =
        lanes == 1 ? std::to_string(std::countr_zero(use.lanes)) : "×" + std::to_string(lanes);
    const TextStyle style =
        aligned(mono_style(metrics.digits, extra && !chosen ? Role::text : on_work(chosen),
                           Font::mono_bold),
                Align::centre);
    const float lift = extra && !chosen && cell.h > 16 ? 1.f : 0.f;
    const float wide = std::max(canvas.width("31", style), canvas.width(text, style));
    if (wide + 1 <= room && cell.h >= metrics.digits)
        canvas.text({cell.middle_x(), cell.middle_y() - lift}, text, style);
}

// Room for a number: three banks wide, or one where a neighbouring bank serves a lane too.
float room_for(const Places& places, const Pass& pass, int bank) {
    float room = 3 * places.bank;
    if (places.labels <= 0 && (bank == 0 || bank == bank_count - 1)) return places.bank;
    for (const int beside : {bank - 1, bank + 1})
        if (beside >= 0 && beside < bank_count && pass.banks[beside].lanes) room = places.bank;
    return room;
}

// "2nd half": the part of the warp that is served, where a lane wants more than four bytes.
std::string part_words(const BankPasses& all, int group) {
    constexpr const char* which[] = {"1st ", "2nd ", "3rd ", "4th "};
    const int lanes = std::popcount(all.groups[static_cast<std::size_t>(group)]);
    const int number = std::countr_zero(all.groups[static_cast<std::size_t>(group)]) / lanes;
    return which[number % 4] + std::string(lanes == 16 ? "half" : "quarter");
}

void draw_passes(Canvas& canvas, const Places& places, const BankPasses& all, int lane,
                 const Metrics& metrics) {
    const int rows = static_cast<int>(all.passes.size());
    for (int row = places.first; row < std::min(rows, places.first + places.shown); ++row) {
        const Pass& pass = all.passes[row];
        const bool begins = row > 0 && pass.group != all.passes[row - 1].group;
        const std::string name = "wavefront " + std::to_string(row + 1);
        if (places.labels > 0 && places.pitch > metrics.small * 1.2f)
            text_fitting(
                canvas, {places.rows.x - places.labels, places.cell(row, 0).middle_y()},
                places.labels - metrics.px(4),
                small_style(metrics, pass.extra ? Role::text : Role::text2),
                {begins ? name + ", " + part_words(all, pass.group) : name,
                 begins ? std::to_string(row + 1) + ": " + part_words(all, pass.group) : name, name,
                 std::to_string(row + 1)});
        if (begins && row > places.first) {
            const float y = places.cell(row, 0).y - places.gap / 2;
            canvas.dashed_line({places.rows.x - places.labels, y}, {places.rows.right(), y},
                               Role::stroke, 1.4f, 4);
        }
        for (int bank = 0; bank < bank_count; ++bank)
            draw_use(canvas, places.cell(row, bank), pass.banks[bank], pass.extra,
                     pass.banks[bank].lanes >> lane & 1);
        for (int bank = 0; bank < bank_count; ++bank)
            draw_number(canvas, places.cell(row, bank), pass.banks[bank], pass.extra,
                        pass.banks[bank].lanes >> lane & 1, room_for(places, pass, bank), metrics);
    }
}

// Words for the wavefronts below the drawn ones.
std::vector<std::string> hidden_words(const Places& places, const BankPasses& all,
                                      const Ghost& ghost) {
    const int last = places.first + places.shown, rows = static_cast<int>(all.passes.size());
    if (last >= rows) return {"and " + grouped(ghost.rows() - last) + " more" + ghost.there};
    const auto out = all.passes.begin() + last;
    const bool extra =
        std::all_of(out, all.passes.end(), [](const Pass& one) { return one.extra; });
    // The drawn wavefronts may be beyond the least too.
    const auto drawn = all.passes.begin() + places.first;
    const bool all_of_them = std::none_of(drawn, out, [](const Pass& one) { return one.extra; });
    const std::string beyond = !extra        ? ""
                               : all_of_them ? " due to conflicts"
                                             : ", also due to conflicts";
    const int hidden = std::min(places.hidden, rows - places.shown);
    return {"and " + plural(hidden, "more wavefront") + beyond,
            "+ " + plural(hidden, "wavefront") + beyond, "+ " + plural(hidden, "wavefront")};
}

void draw_hidden(Canvas& canvas, const Places& places, const BankPasses& all, const Ghost& ghost,
                 const Metrics& metrics) {
    if (places.first >= places.hidden) return;
    const float y = places.rows.y + places.shown * places.pitch + metrics.small * .6f;
    if (y + metrics.small * .6f > places.rows.bottom() + 2) return;
    text_fitting(canvas, {places.rows.x, y}, places.rows.w, small_style(metrics),
                 hidden_words(places, all, ghost));
}

// The wavefronts that the change removed, as outlines of what each bank served.
void draw_ghost(Canvas& canvas, const Places& places, const BankPasses& all, const Ghost& ghost,
                const Metrics& metrics) {
    const int from = std::max(places.first, static_cast<int>(all.passes.size()));
    for (int row = from; row < std::min(ghost.rows(), places.first + places.shown); ++row) {
        const std::string number = std::to_string(row + 1);
        if (places.labels > 0 && places.pitch > metrics.small * 1.2f)
            text_fitting(canvas, {places.rows.x - places.labels, places.cell(row, 0).middle_y()},
                         places.labels - metrics.px(4), small_style(metrics, Role::text3),
                         {number + ghost.there, number});
        for (int bank = 0; bank < bank_count; ++bank)
            if (ghost.passes->passes[std::size_t(row)].banks[bank].lanes)
                canvas.outline(places.cell(row, bank), Role::text3, 5);
    }
}

std::string reason(const BankPasses& all) {
    const std::string parts = all.groups.size() < 2
                                  ? ""
                                  : " A lane needs more than 4 bytes, so the warp is served in " +
                                        count_word(all.ideal) + " parts.";
    if (all.passes.size() > static_cast<std::size_t>(all.ideal))
        return "Lanes that want *different words of one bank* take turns." + parts;
    if (all.broadcast)
        return "Lanes that want the same word share *one* read: a broadcast, not a conflict." +
               parts;
    return "No two lanes want different words of one bank." + parts;
}

void draw_side(Canvas& canvas, const Places& places, const BankPasses& all,
               const DrawContext& context, const Shown& shown) {
    const Metrics& metrics = context.metrics;
    const auto passes = static_cast<std::int64_t>(all.passes.size());
    const bool waste = passes > all.ideal;
    const std::string would =
        waste ? grouped(all.ideal) + " would be enough" : "as few as possible";
    if (places.side.h < metrics.small * 3) {
        const std::string text = plural(passes, "wavefront") + ", " + would;
        text_fitting(canvas, {places.side.x, places.side.middle_y()}, places.side.w,
                     strong(small_style(metrics)), {text, plural(passes, "wavefront")});
        return;
    }
    Rect column = places.side;
    big_number(canvas, column, grouped(passes), passes == 1 ? "wavefront" : "wavefronts", would,
               metrics, waste);
    was_line(canvas, column, context, shown, &Event::wavefronts);
    column.cut_top(metrics.px(8));
    if (column.h > metrics.small * 6 && column.w > metrics.px(120))
        paragraph_fitting(canvas, column, reason(all), small_style(metrics));
}

std::string title_of(const BankPasses& all, const Event& event) {
    const auto passes = static_cast<std::int64_t>(all.passes.size());
    if (passes > all.ideal)
        return "the warp uses " + std::string(all.banks_used < bank_count ? "only " : "") +
               grouped(all.banks_used) + " of 32 banks: " + grouped(passes) + " wavefronts";
    if (all.broadcast && all.words == 1)
        return "one word serves " + lanes_text(event.mask) + ": a broadcast";
    return "every word lies in a bank of its own";
}

const StepBars bars{is_shared_access, &Event::wavefronts,
                    "Wavefronts of all warps of the block, one bar for each load or store",
                    "Wavefronts by step"};

double weight(const lab::Run& run, int step) {
    return beyond_the_least(run, step, is_shared_access, &Event::wavefronts);
}

// Draws the passes of the shown access, and below them every access of the block as a bar.
void draw_alone(Canvas& canvas, const DrawContext& context, Rect area) {
    const Shown shown = shown_in(context);
    const float rest = shown ? area.h - banks_height(context, area.w) : 0;
    const Rect below = rest > context.metrics.px(100) ? area.cut_bottom(rest) : Rect{};
    draw_banks(canvas, context, area, false);
    if (below.h > 0)
        draw_step_bars(canvas, context, bars, shown.step,
                       {below.x, below.y, below.w, std::min(below.h, context.metrics.px(200))});
}

// The passes of the shown access, and their places while the view stands alone.
struct Placed {
    Shown shown;
    const BankPasses* all = nullptr;  // nullptr: no picture
    Places places;
    int last() const {  // one past the last drawn wavefront
        return std::min(places.first + places.shown, static_cast<int>(all->passes.size()));
    }
};

Placed placed(const DrawContext& context, Rect area) {
    const Shown shown = shown_in(context);
    if (!shown) return {};
    const BankPasses& all = passes_of(context.picture(), *shown.event);
    if (all.passes.empty()) return {};
    const float rest = area.h - banks_height(context, area.w);
    if (rest > context.metrics.px(100)) area.cut_bottom(rest);
    return {shown, &all,
            places_of(all, ghost_of(context, shown).rows(), lane_in(*shown.event, context.cursor),
                      context.cursor.scrolled, context.metrics, area, false)};
}

RowsInSight rows(const Canvas&, const DrawContext& context, Rect area) {
    const Placed here = placed(context, area);
    if (!here.all) return {};
    return {here.places.first, here.places.shown, here.places.shown + here.places.hidden};
}

struct Cell {
    int pass = -1, bank = -1;
};

Cell cell_at(const Placed& here, Point at) {
    if (here.all)
        for (int row = here.places.first; row < here.last(); ++row)
            for (int bank = 0; bank < bank_count; ++bank)
                if (here.places.cell(row, bank).contains(at) &&
                    here.all->passes[static_cast<std::size_t>(row)].banks[bank].lanes)
                    return {row, bank};
    return {};
}

std::uint32_t lanes_at(const Placed& here, Cell cell) {
    return here.all->passes[static_cast<std::size_t>(cell.pass)].banks[cell.bank].lanes;
}

// The lanes that a bank serves; a double click goes to their next access to shared memory.
std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Placed here = placed(context, area);
    const Cell cell = cell_at(here, mouse);
    if (cell.pass < 0) return std::nullopt;
    const std::uint32_t lanes = lanes_at(here, cell);
    Spot found{here.places.cell(cell.pass, cell.bank),
               "*Bank " + std::to_string(cell.bank) + "*, wavefront " +
                   std::to_string(cell.pass + 1) + ": " + lanes_text(lanes) +
                   ".\nA click chooses the lane."};
    found.step = [run = context.result.picture, shown = here.shown, lanes] {
        return next_step_of(*run, shown.step, shown.event->warp, lanes, is_shared_access);
    };
    return found;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Placed here = placed(context, area);
    const Cell cell = cell_at(here, at);
    if (cell.pass < 0) return false;
    cursor.warp = static_cast<int>(here.shown.event->warp);
    cursor.lane = std::countr_zero(lanes_at(here, cell));
    return true;
}

const RegisterView registered{
    {.id = "banks",
     .title = "Banks",
     .slot = Slot::memory,
     .order = 1,
     .fits = has_banks,
     .draw = draw_alone,
     .words = {.claim = banks_claim, .sentence = banks_sentence, .note = banks_note},
     .pointing = {.click = click, .spot = spot, .rows = rows},
     .interest = {.weight = weight,
                  .shows_step = is_shared_access,
                  .words = "where lanes wait for a bank",
                  .of_waste = true}}};

}  // namespace

bool banks_speak(const lab::Run& run, const Cursor& cursor) {
    const simulator::Step* step = step_at(run, cursor);
    return step && is_shared_access(*step);
}

const View& speaking_view(const View& view, const lab::Run& run, const Cursor& cursor) {
    const bool both = view.id == "coalescing" && banks_speak(run, cursor);
    const View* banks = both ? find_view("banks") : nullptr;
    return banks ? *banks : view;
}

std::string banks_claim(const DrawContext& context) {
    const Shown shown = shown_in(context);
    if (!shown) return "This run uses no shared memory";
    return capitalised(title_of(passes_of(context.picture(), *shown.event), *shown.event));
}

std::string banks_sentence(const DrawContext& context) {
    const Shown shown = shown_in(context);
    if (!shown) return "This run loads and stores nothing in shared memory.";
    // The code pane shows the current step. The note with the distance shows on a wide stage only.
    const std::string when = shown.now ? "" : capitalised(apart_words(shown)) + ": ";
    return when + (when.empty() ? "S" : "s") +
           "hared memory serves *one word from each of 32 banks* at a time. " +
           reason(passes_of(context.picture(), *shown.event));
}

std::string banks_note(const DrawContext& context) {
    const Shown shown = shown_in(context);
    return shown ? request_words(shown) : "";
}

bool has_banks(const lab::Run& run) {
    return std::any_of(run.steps.begin(), run.steps.end(), is_shared_access);
}

float banks_height(const DrawContext& context, float width) {
    const Shown shown = shown_in(context);
    if (!shown) return 0;
    const Metrics& m = context.metrics;
    const std::size_t now = passes_of(context.picture(), *shown.event).passes.size();
    const auto passes =
        std::max(static_cast<float>(now), static_cast<float>(ghost_of(context, shown).rows()));
    const bool narrow = width < m.px(620);
    const float head = m.body * 1.8f + m.small * (narrow ? 3.4f : 1.7f);
    return head + std::clamp(passes, narrow ? 1.f : 4.f, 8.f) * m.small * 2.6f;
}

void draw_banks(Canvas& canvas, const DrawContext& context, Rect area, bool titled) {
    const lab::Run& run = context.picture();
    const Shown shown = shown_in(context);
    if (!shown) return nothing(canvas, area, "This run uses no shared memory.", context.metrics);
    const BankPasses& all = passes_of(run, *shown.event);
    if (all.passes.empty())
        return nothing(canvas, area, "No lane took part in this access.", context.metrics);
    const int lane = lane_in(*shown.event, context.cursor);
    const Ghost ghost = ghost_of(context, shown);
    const Places places =
        places_of(all, ghost.rows(), lane, context.cursor.scrolled, context.metrics, area, titled);
    if (places.rows.h < context.metrics.small) return;  // no room for one pass
    if (titled) {
        const std::string title = title_of(all, *shown.event);
        const TextStyle style{Font::semibold, context.metrics.body, Role::text};
        const Point at{places.title.x, places.title.middle_y()};
        // The stage's title already has this claim.
        if (banks_speak(run, context.cursor))
            text_fitting(canvas, at, places.title.w, style, {"Shared memory"});
        else
            text_fitting(canvas, at, places.title.w, style,
                         {"Shared memory: " + title, capitalised(title), "Shared memory"});
    }
    numbered_columns(canvas, places.head, places.labels, "Bank", used_banks(all), context.metrics);
    draw_passes(canvas, places, all, lane, context.metrics);
    draw_ghost(canvas, places, all, ghost, context.metrics);
    draw_hidden(canvas, places, all, ghost, context.metrics);
    draw_side(canvas, places, all, context, shown);
}

}  // namespace app
