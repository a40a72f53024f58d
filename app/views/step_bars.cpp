// Bars by step. See step_bars.h.
#include "app/views/step_bars.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

struct Bar {
    int step = 0;
    int taken = 0, ideal = 0;
};

std::vector<Bar> bars_of(const lab::Run& run, const StepBars& wish) {
    std::vector<Bar> all;
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step) {
        if (!wish.wanted(run.steps[step])) continue;
        Bar bar{step, 0, 0};
        for (const std::uint32_t id : run.steps[step].events) {
            const simulator::Event& event = run.trace->events[id];
            bar.taken += static_cast<int>(event.*wish.taken);
            bar.ideal += static_cast<int>(event.ideal);
        }
        all.push_back(bar);
    }
    return all;
}

// The array that a step touches, by its first event.
std::string_view array_name(const lab::Run& run, int step) {
    const simulator::Event& first = run.trace->events[run.steps[step].events[0]];
    const simulator::Array* array = array_in(*run.trace, first);
    return array ? std::string_view(array->name) : std::string_view();
}

void draw_bar(Canvas& canvas, const Bar& bar, Rect whole, bool chosen) {
    const float useful = whole.h * static_cast<float>(std::min(bar.ideal, bar.taken)) /
                         static_cast<float>(std::max(1, bar.taken));
    if (bar.taken > bar.ideal) waste_box(canvas, whole, 2, chosen ? 1 : .6f);
    work_cell(canvas, {whole.x, whole.bottom() - useful, whole.w, useful}, chosen, 2);
}

// The number of the chosen bar, then of the tallest, then of all that have room beside those.
void number_bars(Canvas& canvas, const std::vector<Bar>& all, const std::vector<Rect>& boxes,
                 int here, Rect area, const Metrics& metrics) {
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) {
        return std::pair(all[i].step == here, all[i].taken);
    });
    std::vector<Rect> taken = boxes;
    for (const std::size_t i : order) {
        const bool chosen = all[i].step == here;
        const TextStyle style = aligned(
            mono_style(metrics.digits, chosen ? Role::text : Role::text2, Font::mono_medium),
            Align::centre);
        const std::string number = grouped(all[i].taken);
        const float width = canvas.width(number, style);
        const Rect box{boxes[i].middle_x() - width / 2 - 1, boxes[i].y - metrics.px(15), width + 2,
                       metrics.px(12)};
        const float reach = metrics.px(6);
        const bool outside = box.x < area.x - reach || box.right() > area.right() + reach;
        if (outside || std::ranges::any_of(taken, [&](Rect one) { return one.meets(box); }))
            continue;
        canvas.text({boxes[i].middle_x(), boxes[i].y - metrics.px(9)}, number, style);
        taken.push_back(box);
    }
}

}  // namespace

void draw_step_bars(Canvas& canvas, const lab::Run& run, const StepBars& wish, int here, Rect area,
                    const Metrics& metrics) {
    const std::vector<Bar> all = bars_of(run, wish);
    int most = 0;
    for (const Bar& bar : all) most = std::max(most, bar.taken);
    if (most == 0 || all.size() > static_cast<std::size_t>(area.w / 4)) return;
    const Rect title = area.cut_top(metrics.small * 3);
    const Rect names = area.cut_bottom(metrics.micro * 1.7f);
    text_fitting(canvas, {title.x, title.y + metrics.small * .7f}, title.w, small_style(metrics),
                 {wish.title, wish.short_title});
    const float width = std::min(area.w / static_cast<float>(all.size()), metrics.px(64));
    canvas.line({area.x, area.bottom()},
                {area.x + width * static_cast<float>(all.size()), area.bottom()}, Role::line);
    std::vector<Rect> boxes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float height = area.h * static_cast<float>(all[i].taken) / static_cast<float>(most);
        boxes.push_back({area.x + width * static_cast<float>(i), area.bottom() - height,
                         std::max(2.f, width - 3), height});
        draw_bar(canvas, all[i], boxes.back(), all[i].step == here);
    }
    // Every bar's array or none: a blank would look like another array than its neighbour's.
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const bool named = std::ranges::all_of(all, [&](const Bar& bar) {
        return canvas.width(array_name(run, bar.step), style) <= width - metrics.px(4);
    });
    for (std::size_t i = 0; named && i < all.size(); ++i)
        canvas.text({boxes[i].middle_x(), names.middle_y()}, array_name(run, all[i].step), style);
    number_bars(canvas, all, boxes, here, area, metrics);
}

}  // namespace app
