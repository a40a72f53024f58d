// The view "Blocks": what every block does, step by step, a row for each block, a column for each
// launch. A chain of blocks that wait for each other is a staircase; more blocks than fit run in
// waves. Modelled: every resident warp issues one instruction in a step.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "app/views/blocks/asked_draw.h"
#include "app/views/blocks/layout.h"
#include "app/views/blocks/of_run.h"
#include "app/views/blocks/words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "lab/declared.h"
#include "lab/features/look_back.h"

namespace app::blocks_view {
namespace {

using simulator::BlocksOverTime;
using simulator::BlockTimes;
using simulator::LaunchTimes;
using simulator::Phase;
using simulator::Stretch;

struct Places {
    Rect heads, rows, axis, asked, legend;
    float labels = 0, pitch = 0;
    BlockRows lines;
    std::vector<LaunchColumn> columns;
    bool bands = false;  // stretches are too dense to be drawn one by one
    Rect row(const LaunchColumn& column, int line) const {
        const float gap = pitch > 14 ? 4.f : pitch > 6 ? 2.f : pitch > 3 ? 1.f : 0.f;
        return {rows.x + column.left, rows.y + pitch * static_cast<float>(line), column.drawn,
                pitch - gap};
    }
};

// Whether there is room for the blocks that a block asks.
bool shows_asked(const BlocksOverTime& times, const LookBackWords& words, const Metrics& metrics,
                 Rect area) {
    return area.h >= metrics.px(205) && area.w >= metrics.px(380) &&
           std::ranges::any_of(times.launches, [&](const LaunchTimes& launch) {
               return anybody_asks(launch, words);
           });
}

Places places_of(const ShownBlocks& shown, int now, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const BlocksOverTime& times = *shown.times;
    Places places;
    std::uint64_t most = 0;
    for (const LaunchTimes& launch : times.launches) most = std::max(most, launch.blocks);
    const float legend = area.h >= metrics.px(140) ? metrics.small * 2.2f : 0;
    const float label = most > 100 ? 9.4f : 8.4f;  // "block 233 \u00b7 SM 1"
    places.labels = area.w >= metrics.px(380) ? metrics.small * label : 0;
    const LookBackWords words = look_back_words(shown.run->request.settings);
    const float asked = shows_asked(times, words, metrics, area) ? asked_height(metrics) : 0;
    area.cut_bottom(legend + asked);
    area.cut_left(places.labels);
    places.heads = area.cut_top(metrics.small * 1.7f);
    places.axis = area.cut_bottom(metrics.micro * 1.7f);
    places.rows = area;
    places.lines = rows_for(most, static_cast<int>(area.h / metrics.px(4)));
    const auto lines = static_cast<float>(std::max(places.lines.lines, 1));
    // A few rows use the whole height, as long as they look like rows.
    places.pitch = std::min(area.h / lines, std::max(metrics.px(64), area.h * .28f));
    places.axis.y = area.y + places.pitch * lines;
    places.asked = {area.x, places.axis.bottom(), area.w, asked};
    places.legend = {area.x, places.asked.bottom(), area.w, legend};
    places.columns = columns_for(times, now, area.w * share_of_steps(context, shown),
                                 metrics.px(18), metrics.px(96));
    places.bands = is_too_dense(times, places.columns);
    return places;
}

float x_of(const LaunchTimes& launch, Rect row, double step) {
    return row.x + static_cast<float>(step / std::max(launch.steps, 1u)) * row.w;
}

// --- what a block does, as a form: loads hang, stores stand, waits are hatched

// Computing is a thin cord on which the rest hangs: as a slab it would be most of the picture.
Rect cord(Rect row) {
    constexpr float least_row = 10;  // pixels
    return row.h < least_row ? row : row.inside(0, row.h * .36f);
}

void draw_phase(Canvas& canvas, Phase phase, Rect box) {
    const float half = std::max(box.h * .55f, std::min(box.h, 1.5f));
    switch (phase) {
        case Phase::computes: return canvas.fill(cord(box), Role::cell_done);
        case Phase::loads: return canvas.fill({box.x, box.y, box.w, half}, Role::accent);
        case Phase::stores:
            return canvas.fill({box.x, box.bottom() - half, box.w, half}, Role::text2);
        case Phase::at_barrier:
            return canvas.fill({box.x, box.y, std::max(box.w, 1.f), box.h}, Role::stroke);
        case Phase::waits:
            canvas.fill(box, Colour{Role::waste, .22f});
            if (box.w > 3 && box.h > 3) canvas.hatch(box, Colour{Role::waste, .9f}, 5, 1.1f);
            return;
        case Phase::nothing: break;
    }
}

// Least width of a drawn stretch; of several that would touch, one is drawn.
constexpr float thinnest = 1.6f;

void draw_stretches(Canvas& canvas, const LaunchTimes& launch, const BlockTimes& block, Rect row) {
    const float begin = x_of(launch, row, block.from);
    draw_phase(canvas, Phase::computes, {begin, row.y, x_of(launch, row, block.to) - begin, row.h});
    std::array<float, 8> drawn_to{};
    for (const Phase phase : {Phase::waits, Phase::at_barrier, Phase::stores, Phase::loads})
        for (const Stretch& one : block.stretches) {
            if (one.phase != phase) continue;
            const float left = x_of(launch, row, one.from);
            const float right = std::max(x_of(launch, row, one.to), left + thinnest);
            float& before = drawn_to[static_cast<std::size_t>(phase)];
            if (right - before < thinnest) continue;
            if (phase == Phase::waits)  // covers what lies under it
                canvas.fill({left, row.y, right - left, row.h}, Role::panel);
            draw_phase(canvas, phase, {left, row.y, right - left, row.h});
            before = right;
        }
}

// Draws dense stretches as bands: the share of loads, stores and barriers as a height. A full row
// is 100 % in every picture, so that kernels can be compared.
void draw_bands(Canvas& canvas, const LaunchTimes& launch, const BlockTimes& block, Rect row) {
    const auto height = [&](float share) { return share > 0 ? std::max(share * row.h, 1.f) : 0; };
    for (const PhaseShares& one : bands_of(block, steps_of_band(launch, row.w))) {
        const float left = x_of(launch, row, one.from), right = x_of(launch, row, one.to);
        Rect box{left, row.y, right - left, row.h};
        canvas.fill(box, Role::cell_done);
        canvas.fill({box.x, box.y, box.w, height(one.loads)}, Role::accent);
        canvas.fill(box.cut_bottom(height(one.stores)), Role::text2);
        canvas.fill(box.cut_bottom(height(one.at_barrier)), Role::stroke);
    }
    for (const Stretch& one : block.stretches) {  // waits are drawn one by one
        if (one.phase != Phase::waits) continue;
        const float left = x_of(launch, row, one.from), right = x_of(launch, row, one.to);
        const Rect box{left, row.y, std::max(right - left, thinnest), row.h};
        canvas.fill(box, Role::panel);
        draw_phase(canvas, Phase::waits, box);
    }
}

// The word on a wide wait, and the line from the block that ends it.
void draw_wait(Canvas& canvas, const Places& places, const LaunchColumn& column,
               const LaunchTimes& launch, const BlockTimes& block, const Stretch& wait,
               const Metrics& metrics) {
    const Rect row = places.row(column, places.lines.line_of(block.block, launch.blocks));
    const float left = x_of(launch, row, wait.from), right = x_of(launch, row, wait.to);
    const int from =
        wait.awaited < 0
            ? -1
            : places.lines.line_of(static_cast<std::uint64_t>(wait.awaited), launch.blocks);
    if (from >= 0 && places.pitch > 3) {
        const Rect other = places.row(column, from);
        const bool below = other.y < row.y;
        canvas.line({right, below ? other.bottom() : other.y},
                    {right, below ? row.y : row.bottom()}, Role::waste, 1.6f);
    }
    const TextStyle style = strong(micro_style(metrics, Role::text));
    const std::string other = std::to_string(wait.awaited);
    if (row.h < metrics.micro * 1.35f || wait.awaited < 0) return;
    const float room = right - left - metrics.px(12);
    const std::string whole = "waits for block " + other, brief = "for block " + other;
    const std::string words = fitting(canvas, room, style, {whole, brief});
    if (words.empty()) return;
    const float w = canvas.width(words, style);
    const Rect chip{left + metrics.px(4), row.middle_y() - metrics.micro * .62f, w + metrics.px(8),
                    metrics.micro * 1.24f};
    canvas.fill(chip, Role::panel, 3);
    canvas.text({chip.x + metrics.px(4), row.middle_y()}, words, style);
}

// --- beside the rows

void draw_labels(Canvas& canvas, const Places& places, const LaunchTimes& launch,
                 std::uint64_t watched, const Metrics& metrics) {
    if (places.labels <= 0 || places.lines.lines == 0) return;
    const int every =
        std::max(1, static_cast<int>(std::ceil(metrics.small * 1.35f / places.pitch)));
    const int here = places.lines.line_of(watched, launch.blocks);
    for (int line = 0; line < places.lines.lines; ++line) {
        const auto block = places.lines.block_at(line, launch.blocks);
        if (!block) continue;
        const bool own = line == here;
        const bool near = here >= 0 && std::abs(line - here) < every && !own;
        if (!own && (near || line % every)) continue;
        const BlockTimes* times = find_block(launch, *block);
        const std::string name = "block " + grouped(*block);
        const std::string on =
            times ? name + " \u00b7 SM " + std::to_string(times->multiprocessor) : name;
        const TextStyle style =
            own ? strong(small_style(metrics, Role::text)) : small_style(metrics, Role::text3);
        const Rect row = places.row(places.columns.front(), line);
        text_fitting(canvas, {places.rows.x - places.labels, row.middle_y()},
                     places.labels - metrics.px(8), style, {on, name, grouped(*block)});
    }
}

// Several launches are numbered, as two may be of one kernel.
void draw_head(Canvas& canvas, const Places& places, const LaunchColumn& column,
               const LaunchTimes& launch, bool now, bool several, const Metrics& metrics) {
    const Point at{places.rows.x + column.left, places.heads.middle_y()};
    const std::string blocks = plural(launch.blocks, "block");
    const std::string number = several ? std::to_string(launch.launch + 1) : "";
    const std::string before = several ? number + ". " : "";
    const std::string name = before + lab::bare_name(launch.kernel);
    const std::string waves =
        launch.waves > 1 ? " in " + std::to_string(launch.waves) + " waves" : "";
    TextStyle style = small_style(metrics, now ? Role::text : Role::text2);
    if (now) style = strong(style);
    text_fitting(canvas, at, column.width, style,
                 {before + launch.kernel + ": " + blocks + waves, name + ": " + blocks + waves,
                  name + ": " + blocks, name, before + blocks, number});
    const std::string count = grouped(launch.steps), whole = count + " model steps";
    const bool within = canvas.width(whole, micro_style(metrics)) <= column.drawn;
    text_fitting(canvas, {at.x + (within ? column.drawn : 0), places.axis.middle_y()}, column.width,
                 aligned(micro_style(metrics), within ? Align::right : Align::left),
                 {whole, count});
}

// A line where the blocks of the next wave begin.
void draw_waves(Canvas& canvas, const Places& places, const LaunchColumn& column,
                const LaunchTimes& launch) {
    if (launch.waves < 2) return;
    std::uint32_t wave = 0;
    for (const BlockTimes& block : launch.kept) {
        const int line = places.lines.line_of(block.block, launch.blocks);
        if (line < 0 || block.wave == wave) continue;
        wave = std::max(wave, block.wave);
        const Rect row = places.row(column, line);
        canvas.dashed_line({row.x, row.y - .5f}, {row.right(), row.y - .5f}, Role::stroke, 1, 3);
    }
}

void draw_left_out(Canvas& canvas, const Places& places, const LaunchColumn& column,
                   const LaunchTimes& launch, const Metrics& metrics) {
    const std::uint64_t out = places.lines.left_out(launch.blocks);
    if (out == 0) return;
    const Rect row = places.row(column, places.lines.first);
    canvas.dashed_line({row.x, row.middle_y()}, {row.right(), row.middle_y()}, Role::text3);
    // The words are where the blocks above have ended and those below have not begun.
    const auto first = static_cast<std::uint64_t>(places.lines.first),
               last = launch.blocks - static_cast<std::uint64_t>(places.lines.last);
    const BlockTimes *above = find_block(launch, first - 1), *below = find_block(launch, last);
    if (!above || !below) return;
    const float left = x_of(launch, row, above->to) + metrics.px(8),
                right = x_of(launch, row, below->from) - metrics.px(8);
    text_fitting(canvas, {left, row.middle_y() - metrics.micro * .8f}, right - left,
                 micro_style(metrics, Role::text2),
                 {plural(out, "block") + " more, not drawn", grouped(out) + " more"});
}

// Words below a launch with fewer blocks than another.
void name_void(Canvas& canvas, const Places& places, const LaunchColumn& column,
               const LaunchTimes& launch, const Metrics& metrics) {
    if (launch.blocks >= static_cast<std::uint64_t>(places.lines.lines)) return;
    const Rect first = places.row(column, static_cast<int>(launch.blocks));
    const float bottom = places.rows.y + places.pitch * static_cast<float>(places.lines.lines);
    if (bottom - first.y < metrics.micro * 1.6f) return;
    const std::string block =
        count_word(launch.blocks) + (launch.blocks == 1 ? " block" : " blocks");
    text_fitting(canvas, {first.x, first.y + metrics.micro}, column.width, micro_style(metrics),
                 {"this launch has only " + block + ", and no more",
                  "this launch has only " + block, "only " + block});
}

void draw_column(Canvas& canvas, const Places& places, const LaunchColumn& column,
                 const LaunchTimes& launch, const Metrics& metrics) {
    for (const BlockTimes& block : launch.kept) {
        const int line = places.lines.line_of(block.block, launch.blocks);
        if (line < 0) continue;
        const Rect row = places.row(column, line);
        places.bands ? draw_bands(canvas, launch, block, row)
                     : draw_stretches(canvas, launch, block, row);
    }
    for (const BlockTimes& block : launch.kept) {
        if (places.lines.line_of(block.block, launch.blocks) < 0) continue;
        for (const Stretch& one : block.stretches)
            if (one.phase == Phase::waits)
                draw_wait(canvas, places, column, launch, block, one, metrics);
    }
    draw_waves(canvas, places, column, launch);
    draw_left_out(canvas, places, column, launch, metrics);
    name_void(canvas, places, column, launch, metrics);
}

// The watched block's current step, a line over all rows; a dot in its own row.
void draw_now(Canvas& canvas, const Places& places, const LaunchColumn& column,
              const LaunchTimes& launch, const BlockPlace& now) {
    if (now.step < 0) return;
    const Rect top = places.row(column, 0);
    const float x = x_of(launch, top, static_cast<double>(now.step) + .5);
    canvas.line({x, top.y - 3}, {x, places.axis.y + 3}, Role::accent, 1.6f);
    const int line = places.lines.line_of(now.block, launch.blocks);
    if (line < 0) return;
    const float y = places.row(column, line).middle_y();
    canvas.circle({x, y}, 5, Role::panel);
    canvas.circle({x, y}, 4, Role::accent);
}

// Whether any block is in this phase.
bool happens(const BlocksOverTime& times, Phase phase) {
    return std::ranges::any_of(times.launches, [&](const LaunchTimes& launch) {
        return std::ranges::any_of(launch.kept, [&](const BlockTimes& block) {
            return std::ranges::find(block.stretches, phase, &simulator::Stretch::phase) !=
                   block.stretches.end();
        });
    });
}

void draw_legend(Canvas& canvas, const Places& places, const BlocksOverTime& times,
                 const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    struct Entry {
        Phase phase;
        const char* words;
    };
    std::vector<Entry> entries{
        {Phase::loads, "loads"}, {Phase::computes, "computes"}, {Phase::stores, "writes"}};
    if (happens(times, Phase::at_barrier)) entries.push_back({Phase::at_barrier, "at a barrier"});
    if (longest_wait(times).steps > 0)
        entries.insert(entries.begin(), {Phase::waits, "waits for another block"});
    const TextStyle style = small_style(metrics);
    float x = places.legend.x;
    for (const Entry& entry : entries) {
        const float size = metrics.small, wide = entry.phase == Phase::waits ? size * 1.6f : size;
        const float w = wide + metrics.px(8) + canvas.width(entry.words, style);
        if (x + w > places.legend.right()) return;
        const Rect box{x, places.legend.middle_y() - size / 2, wide, size};
        if (entry.phase == Phase::at_barrier && !places.bands)
            draw_phase(canvas, entry.phase, {box.middle_x() - 1, box.y, 2, size});
        else if (entry.phase == Phase::computes && places.bands)
            canvas.fill(box, Role::cell_done);
        else
            draw_phase(canvas, entry.phase, box);
        if (entry.phase == Phase::loads || entry.phase == Phase::stores)
            canvas.outline(box, Role::line);
        canvas.text({box.right() + metrics.px(8), box.middle_y()}, entry.words, style);
        x += w + metrics.px(24);
    }
    const std::string whole = "a full row is " + percent(1);
    if (places.bands)
        text_fitting(
            canvas, {x, places.legend.middle_y()}, places.legend.right() - x,
            small_style(metrics, Role::text3),
            {"heights are shares of the model steps: " + whole, "by height: " + whole, whole});
}

// --- words

void draw_hovered(Canvas& canvas, const Places& places, const BlocksOverTime& times, Point mouse,
                  const Metrics& metrics) {
    for (const LaunchColumn& column : places.columns) {
        const LaunchTimes& launch = times.launches[static_cast<std::size_t>(column.launch)];
        for (const BlockTimes& block : launch.kept) {
            const int line = places.lines.line_of(block.block, launch.blocks);
            if (line < 0) continue;
            const Rect row = places.row(column, line);
            if (!row.contains(mouse)) continue;
            const auto step = static_cast<std::int64_t>((mouse.x - row.x) / row.w *
                                                        static_cast<float>(launch.steps));
            const std::string who =
                fmt::format("Block {} on SM {}", grouped(block.block), block.multiprocessor);
            const auto what = doing(block, step);
            const std::string words =
                what ? fmt::format("{} {}: model steps {} to {} of {}.", who, does_words(*what),
                                   grouped(what->from), grouped(what->to), grouped(launch.steps))
                     : fmt::format("{} runs from model step {} to {} of {}.", who,
                                   grouped(block.from), grouped(block.to), grouped(launch.steps));
            return hover_box(canvas, places.rows, row, words, metrics);
        }
    }
}

// The blocks that each block asks in the current launch, in its row. In large: for the block under
// the mouse, else for the one that title and sentence tell.
void draw_all_asked(Canvas& canvas, const ShownBlocks& shown, const Places& places,
                    const LaunchColumn& column, const BlockPlace& now, const Cursor& cursor,
                    const Metrics& metrics) {
    if (places.asked.h <= 0) return;
    const lab::Settings& settings = shown.run->request.settings;
    const LaunchTimes& launch = shown.times->launches[static_cast<std::size_t>(column.launch)];
    AskedNow asked{launch, look_back_words(settings), lab::feature<lab::LookBack>(settings),
                   now.block, now.step};
    std::uint64_t large = told_of(launch, asked.words, now.block);
    for (const BlockTimes& block : launch.kept) {
        const int line = places.lines.line_of(block.block, launch.blocks);
        if (line < 0) continue;
        const Rect row = places.row(column, line);
        if (row.contains(cursor.mouse)) large = block.block;
        asked.asker = block.block;
        draw_asked_small(canvas, asked, row);
    }
    asked.asker = large;
    if (anybody_asks(launch, asked.words)) draw_asked(canvas, asked, metrics, places.asked);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const ShownBlocks shown = shown_blocks(context);
    if (offers_more(shown)) return draw_offer(canvas, shown, context.metrics, area);
    if (!shown) return nothing(canvas, area, "No block of this run was watched.", context.metrics);
    const BlocksOverTime& times = *shown.times;
    const BlockPlace now = block_place(shown, context.picture(), context.cursor.step);
    const int current = launch_of(times, now);
    const Places places = places_of(shown, current, context, area);
    if (places.lines.lines == 0 || area.w < context.metrics.px(80))
        return nothing(canvas, area, "Too little room for the blocks of this run.",
                       context.metrics);
    const LaunchTimes& launch = times.launches[static_cast<std::size_t>(current)];
    draw_labels(canvas, places, launch, now.block, context.metrics);
    for (const LaunchColumn& column : places.columns) {
        const LaunchTimes& one = times.launches[static_cast<std::size_t>(column.launch)];
        draw_head(canvas, places, column, one, column.launch == current, times.launches_run > 1,
                  context.metrics);
        draw_column(canvas, places, column, one, context.metrics);
        if (column.launch != current) continue;
        draw_all_asked(canvas, shown, places, column, now, context.cursor, context.metrics);
        draw_now(canvas, places, column, one, now);
    }
    draw_legend(canvas, places, times, context.metrics);
    draw_hovered(canvas, places, times, context.cursor.mouse, context.metrics);
}

// A click goes to the transport's step at which the watched block is nearest to the clicked step.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const ShownBlocks shown = shown_blocks(context);
    if (!shown || offers_more(shown)) return false;
    const lab::Run& traced = context.picture();
    const int now = launch_of(*shown.times, block_place(shown, traced, cursor.step));
    const Places places = places_of(shown, now, context, area);
    const std::vector<BlockPlace> stands = block_places(shown, traced);
    std::int64_t nearest = -1, least = -1;
    for (const LaunchColumn& column : places.columns) {
        const LaunchTimes& launch = shown.times->launches[static_cast<std::size_t>(column.launch)];
        const Rect row = places.row(column, 0);
        if (at.x < row.x || at.x >= row.right() || !places.rows.contains(at)) continue;
        const auto wanted =
            static_cast<std::int64_t>((at.x - row.x) / row.w * static_cast<float>(launch.steps));
        for (int i = 0; i < std::ssize(stands); ++i) {
            const BlockPlace& place = stands[static_cast<std::size_t>(i)];
            if (place.launch != column.launch || place.step < 0) continue;
            const std::int64_t far = std::abs(place.step - wanted);
            if (least < 0 || far < least) nearest = i, least = far;
        }
    }
    if (nearest >= 0) cursor.step = static_cast<int>(nearest);
    return nearest >= 0;
}

// For a run of one block: a click opens the size with several.
std::optional<Spot> offer(const DrawContext& context, Rect area) {
    const ShownBlocks shown = shown_blocks(context);
    if (!offers_more(shown)) return std::nullopt;
    Spot offer{offer_box(context.metrics, area), offer_words(shown)};
    offer.settings = more_blocks(*shown.run);
    return offer;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const auto found = offer(context, area);
    return found && found->area.contains(mouse) ? found : std::nullopt;
}

const RegisterView registered{
    {.id = "blocks",
     .title = "Blocks",
     .slot = Slot::thread,
     .order = 1,
     .fits = blocks_fit,
     .only_offers = [](const lab::Run& run) { return more_blocks(run).has_value(); },
     .draw = draw,
     .words = {.claim = drawn_blocks_claim,
               .sentence = drawn_blocks_sentence,
               .note = blocks_note,
               .note_has_size = true,
               .badge = Badge::modelled},
     .pointing = {.click = click, .spot = spot, .offer = offer},
     .interest = {.weight = blocks_weight,
                  .words = "where blocks wait or ask",
                  .of_waste = true,
                  .late = true,
                  .about = [](const lab::Run& run) {
                      return is_about_blocks(run) && !is_about_a_race(run);
                  }}}};

}  // namespace
}  // namespace app::blocks_view
