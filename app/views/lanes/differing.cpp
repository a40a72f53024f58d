// Dashes for two runs in step, outlines for the run before a change. See differing.h.
#include "app/views/lanes/differing.h"

#include <algorithm>
#include <bit>

#include "app/format.h"
#include "app/views/before_here.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app::lanes {
namespace {

// By warp: the lanes that `meant` picks from the lanes on now and the lanes on in the other run.
template <class Meant>
Differing lanes_of(const Taking& all, const Taking& theirs, Meant meant) {
    if (theirs.threads != all.threads) return {};  // lanes of other block sizes do not match
    Differing made;
    for (std::size_t warp = 0; warp < all.on.size(); ++warp) {
        const std::uint32_t lanes = meant(all.on[warp], theirs.on[warp]);
        made.lanes.push_back(lanes & present(all.threads, static_cast<int>(warp)));
        made.count += static_cast<std::uint64_t>(std::popcount(made.lanes.back()));
    }
    made.most = made.count * 2 > all.threads;
    return made;
}

Differing on_before(const DrawContext& context, const Taking& all) {
    const auto before = before_step(context, context.cursor.step);
    if (!before) return {};
    const Taking was = taking_in(before->run, &before->run.steps[std::size_t(before->step)]);
    if (was.on == all.on) return {};
    Differing made = lanes_of(all, was, [](std::uint32_t, std::uint32_t then) { return then; });
    made.before = true;
    return made;
}

void draw_mark(Canvas& canvas, Rect cell, bool before) {
    const float radius = std::min(5.f, cell.h * .24f);
    if (before) return canvas.outline(cell.inside(1), Role::text2, radius, 1.4f);
    canvas.dashed_outline(cell, Role::text, radius, 1.4f);
}

std::vector<std::string> words_of(const DrawContext& context, const Differing& differ) {
    const std::string number = grouped(differ.count);
    if (!differ.before)
        return {number + " lanes differ in the other", number + " differ in the other",
                number + " differ", number};
    const std::string of = in_before(context);
    return {number + " ran " + of, number + " " + of, number + " before"};
}

}  // namespace

Differing differing(const DrawContext& context, const Taking& all) {
    if (!context.beside) return on_before(context, all);
    const lab::Run* other = context.beside->result.picture.get();
    if (!other || !other->trace) return {};
    return lanes_of(all, taking_in(*other, step_at(*other, context.beside->cursor)),
                    [](std::uint32_t now, std::uint32_t there) { return now ^ there; });
}

void draw_differing(Canvas& canvas, const Places& places, const Differing& differ) {
    if (differ.most && !differ.before) return;
    for (int warp = 0; warp < static_cast<int>(differ.lanes.size()); ++warp)
        for (int lane = 0; lane < warp_size; ++lane)
            if (differ.lanes[static_cast<std::size_t>(warp)] & 1u << lane)
                draw_mark(canvas, places.cell(warp, lane), differ.before);
}

void draw_differing_words(Canvas& canvas, Rect& column, const DrawContext& context,
                          const Differing& differ, std::uint64_t threads) {
    const Metrics& metrics = context.metrics;
    if (differ.lanes.empty() || column.h < metrics.small * 2) return;
    const Rect row = column.cut_top(metrics.small * (differ.before ? 2.4f : 1.8f));
    const float y = row.y + metrics.small * .9f;
    if (differ.most && !differ.before) {
        const std::string share = differ.count == threads           ? "All"
                                  : differ.count * 8 >= threads * 7 ? "Nearly all"
                                                                    : "Most";
        text_fitting(canvas, {row.x, y}, row.w, small_style(metrics),
                     {share + " lanes differ in the "
                              "other",
                      share + " lanes differ", share + " differ"});
        return;
    }
    const Rect sample{row.x, y - metrics.small * .5f, metrics.small * 1.4f, metrics.small};
    draw_mark(canvas, sample, differ.before);
    text_fitting(canvas, {sample.right() + metrics.px(8), y},
                 row.right() - sample.right() - metrics.px(8), small_style(metrics),
                 words_of(context, differ));
}

}  // namespace app::lanes
