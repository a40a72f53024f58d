// "Occupancy": a bar for each resource of a multiprocessor, filled with the blocks that fit at
// once. The next block stands after them, and sticks out where it has no room. Registers itself as
// "packing".
#include <algorithm>
#include <array>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/occupancy/packing.h"

namespace app::packed_view {
namespace {

using lab::Resource;

constexpr std::array resources{Resource::warps, Resource::blocks, Resource::registers,
                               Resource::shared};

// A row for each resource: its words, and below them its bar, with room at the right for the block
// that does not fit.
struct PackedPlaces {
    Rect rows, side, legend;
    float pitch = 0, words = 0, bar = 0;
    Rect row(std::size_t i) const {
        return {rows.x, rows.y + static_cast<float>(i) * pitch, rows.w, pitch};
    }
    Rect head(std::size_t i) const {
        const Rect all = row(i);
        return {all.x, all.y, all.w * wall, words};
    }
    Rect whole(std::size_t i) const {
        const Rect all = row(i);
        return {all.x, all.y + words, all.w * wall, bar};
    }
    static constexpr float wall = .84f;  // end of a bar, as a share of the row
};

PackedPlaces packed_places(const Metrics& metrics, Rect area) {
    PackedPlaces places;
    places.side = cut_side(area, metrics, {560, 170, .26f, 190, 270});
    if (area.h >= metrics.px(210)) places.legend = area.cut_bottom(metrics.small * 2);
    places.rows = area;
    places.pitch = std::min(area.h / static_cast<float>(resources.size()), metrics.px(150));
    places.words = metrics.small * 1.7f;
    places.bar = std::min(places.pitch - places.words - metrics.px(8), metrics.px(84));
    return places;
}

// The part of a bar from `from` to `to`, in the units of `all`.
Rect part(Rect whole, double all, double from, double to) {
    const auto x = [&](double value) {
        return whole.x + whole.w * static_cast<float>(value / std::max(1., all));
    };
    return {x(from), whole.y, x(to) - x(from), whole.h};
}

void draw_block(Canvas& canvas, Rect box, std::int64_t number, bool chosen,
                const Metrics& metrics) {
    const float gap = box.w > 8 ? 2.f : 0.f;
    const Rect cell{box.x, box.y + 2, std::max(1.f, box.w - gap), box.h - 4};
    work_cell(canvas, cell, chosen, 3);
    const TextStyle style = aligned(mono_style(metrics.digits, on_work(chosen)), Align::centre);
    const std::string words = std::to_string(number);
    if (cell.h > metrics.digits * 1.2f && canvas.width(words, style) + 4 < cell.w)
        canvas.text({cell.middle_x(), cell.middle_y()}, words, style);
}

// The next block after those that fit; its part beyond the wall is hatched.
void draw_next(Canvas& canvas, Rect whole, Rect next, Rect row) {
    next.w = std::min(next.w, row.right() - next.x);
    const Rect box{next.x, next.y + 2, next.w - 2, next.h - 4};
    const float beyond = box.right() - whole.right();
    if (beyond > 1)
        waste_box(canvas,
                  {box.right() - std::min(beyond, box.w), box.y, std::min(beyond, box.w), box.h},
                  3);
    canvas.dashed_outline(box, Role::text2, 3, 1.4f);
}

void draw_bar(Canvas& canvas, const PackedPlaces& places, const Packing& packing, std::size_t i,
              const Metrics& metrics) {
    const Resource resource = resources[i];
    const lab::Room& room = packing.held.of(resource);
    const Rect whole = places.whole(i);
    const auto all = static_cast<double>(room.whole), each = static_cast<double>(room.of_block);
    canvas.outline(whole, Role::stroke, 3);
    for (std::int64_t b = 0; room.of_block > 0 && b < packing.held.blocks; ++b) {
        const auto from = static_cast<double>(b) * each;
        draw_block(canvas, part(whole, all, from, from + each), b + 1, !packing.has_room(resource),
                   metrics);
    }
    const auto used = static_cast<double>(packing.held.blocks) * each;
    if (room.of_block > 0)
        draw_next(canvas, whole, part(whole, all, used, used + each), places.row(i));
    canvas.line({whole.right(), whole.y - 3}, {whole.right(), whole.bottom() + 3}, Role::text, 2);
}

std::string of_all(const Packing& packing, Resource resource) {
    const lab::Room& room = packing.held.of(resource);
    return amount_text(resource, packing.held.blocks * room.of_block) + " of " +
           amount_text(resource, room.whole);
}

bool used_up_alone(const Packing& packing) {
    return 1 == std::ranges::count_if(
                    resources, [&](Resource resource) { return !packing.has_room(resource); });
}

// The resource's name, whether it is the limit, and how much of it is used.
void draw_head(Canvas& canvas, const PackedPlaces& places, const Packing& packing, std::size_t i,
               const Metrics& metrics) {
    const Resource resource = resources[i];
    const Rect head = places.head(i);
    const bool limit = !packing.has_room(resource);
    const TextStyle style = limit ? strong(small_style(metrics)) : small_style(metrics);
    const TextStyle numbers =
        aligned(mono_style(metrics.small, limit ? Role::text : Role::text2), Align::right);
    const float y = head.middle_y();
    const std::string taken = of_all(packing, resource);
    const float right = canvas.width(taken, numbers) + metrics.px(10);
    const std::string name = name_of(resource);
    const float room = head.w - right;
    if (room < canvas.width(name, style)) {
        text_fitting(canvas, {head.x, y}, head.w, style, {name});
        return;
    }
    canvas.text({head.right(), y}, taken, numbers);
    const float named = text_fitting(
        canvas, {head.x, y}, room, style,
        {limit ? name + (used_up_alone(packing) ? ": used up first" : ": used up") : name, name});
    const float from = named + metrics.px(12);
    for (const std::string& words : beyond_asked(packing, resource))
        if (text_fitting(canvas, {head.x + from, y}, room - from, small_style(metrics, Role::text3),
                         {words}) > 0)
            return;
}

// The card; where its year had no new card, the words name the newest card then.
std::string card_words(const Packing& packing) {
    const lab::Multiprocessor& of = *packing.of;
    const std::string words = "on a multiprocessor of " + lab::a_card(of) +
                              (of.year > 0 ? ", " + std::to_string(of.year) : ", this machine's");
    return packing.year == of.year ? words
                                   : words + ", the newest in " + std::to_string(packing.year);
}

void draw_packed_side(Canvas& canvas, Rect column, const Packing& packing, const Metrics& metrics) {
    const lab::Occupancy& held = packing.held;
    const std::string warps = grouped(held.warps()) + " of " + grouped(held.most_warps);
    if (column.h < metrics.px(100)) {
        text_fitting(
            canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
            {warps + " warps, " + plural(held.blocks, "block") + ", " + card_words(packing),
             warps + " warps, " + plural(held.blocks, "block") + ", " + packing.of->card,
             warps + " warps"});
        return;
    }
    big_number(canvas, column, grouped(held.blocks),
               held.blocks == 1 ? "block at once" : "blocks at once",
               "each of " + plural(packing.needs.threads, "thread"), metrics, false);
    column.cut_top(metrics.number_gap);
    big_number(canvas, column, percent(held.share()), "occupancy", warps + " warps", metrics,
               false);
    column.cut_top(metrics.number_gap);
    for (const std::string& words :
         {capitalised(card_words(packing)) + ".", registers_words(packing) + "."}) {
        column.cut_top(paragraph_fitting(canvas, column, words, small_style(metrics), 1.35f));
        column.cut_top(metrics.small * .5f);
    }
}

void draw_packed_legend(Canvas& canvas, Rect area, const Metrics& metrics) {
    if (area.h <= 0) return;
    const TextStyle style = small_style(metrics);
    for (const auto& [here, next] :
         {std::pair{"resident blocks", "dashed: the next block; hatched: it has no room"},
          {"resident blocks", "dashed: the next, hatched: it has no room"},
          {"blocks", "dashed: next, hatched: no room"}}) {
        const float first = metrics.small + metrics.px(32) + canvas.width(here, style);
        if (first + canvas.width(next, style) > area.w) continue;
        const float x =
            area.x + legend(canvas, {area.x, area.middle_y()}, Sample::work, here, metrics);
        canvas.text({x, area.middle_y()}, next, style);
        return;
    }
}

Packing packing_at(const DrawContext& context) {
    return packing_of(context.picture(), launch_at(context.picture(), context.cursor));
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const Packing packing = packing_at(context);
    if (!packing) return nothing(canvas, area, "Nothing was launched.", metrics);
    const PackedPlaces places = packed_places(metrics, area);
    if (places.bar < 6 || places.rows.w < metrics.px(60))
        return nothing(canvas, area, "Too little room for a multiprocessor.", metrics);
    for (std::size_t i = 0; i < resources.size(); ++i) {
        draw_head(canvas, places, packing, i, metrics);
        draw_bar(canvas, places, packing, i, metrics);
    }
    draw_packed_legend(canvas, places.legend, metrics);
    draw_packed_side(canvas, places.side, packing, metrics);
}

// "warps", or "warps, nor registers" where both run out together.
std::string used_up(const Packing& packing) {
    std::string words;
    for (const Resource resource : resources)
        if (!packing.has_room(resource))
            words += (words.empty() ? "" : " and ") + lower_case(name_of(resource));
    return words;
}

std::string claim(const DrawContext& context) {
    const Packing packing = packing_at(context);
    if (!packing) return "Nothing was launched";
    const lab::Occupancy& held = packing.held;
    if (held.blocks == 0) return "No block has room";
    const std::string fit = capitalised(count_word(held.blocks)) +
                            (held.blocks == 1 ? " block fits: " : " blocks fit: ");
    const std::string limits = used_up(packing);
    return fit + (limits == lower_case(name_of(Resource::blocks)) ? "a multiprocessor holds no more"
                                                                  : "limited by " + limits);
}

std::string room_words(const Packing& packing) {
    const lab::Occupancy& held = packing.held;
    const lab::Room& room = held.of(held.limit);
    const std::string of_block = amount_text(held.limit, room.of_block),
                      whole = amount_text(held.limit, room.whole);
    std::string what = name_of(held.limit);
    what[0] = static_cast<char>(what[0] - 'A' + 'a');
    if (held.limit == Resource::blocks)
        return "A multiprocessor of " + lab::a_card(*packing.of) + " holds *" + whole +
               " blocks* at most, however small. *" + grouped(held.warps()) + " of " +
               grouped(held.most_warps) + "* warps have room at once.";
    return "Each block takes *" + of_block + " of " + whole + "* " + what + ", so that *" +
           grouped(held.warps()) + " of " + grouped(held.most_warps) +
           "* warps have room at once on a multiprocessor of " + lab::a_card(*packing.of) + ".";
}

std::string sentence(const DrawContext& context) {
    const Packing packing = packing_at(context);
    if (!packing) return "Nothing was launched.";
    return room_words(packing) + sparse_words(packing, context.result.request.settings);
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const Packing packing = packing_at(context);
    if (!packing) return std::nullopt;
    const PackedPlaces places = packed_places(context.metrics, area);
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const Rect row = places.row(i);
        if (!row.contains(at)) continue;
        const lab::Room& room = packing.held.of(resources[i]);
        return Spot{row, "*" + name_of(resources[i]) +
                             "* of a block: " + made_up_words(packing, resources[i]) +
                             "\nThere are " + amount_text(resources[i], room.whole) +
                             ": enough for " + plural(room.fit, "block") + "."};
    }
    return std::nullopt;
}

bool fits(const lab::Run& run) { return static_cast<bool>(packing_of(run, 0)); }

const RegisterView registered{
    {.id = "packing",
     .title = "Occupancy",
     .slot = Slot::warp,
     .order = 8,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .badge = Badge::modelled},
     .pointing = {.spot = spot}}};

}  // namespace
}  // namespace app::packed_view
