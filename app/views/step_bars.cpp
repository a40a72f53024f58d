// Bars by step. See step_bars.h.
#include "app/views/step_bars.h"

#include <algorithm>
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

// `space` is as wide as the bar may be and as high as the tallest one is.
void draw_bar(Canvas& canvas, const Bar& bar, Rect space, float scale, bool chosen) {
    const float height = static_cast<float>(bar.taken) * scale,
                useful = static_cast<float>(std::min(bar.ideal, bar.taken)) * scale;
    const Rect whole{space.x, space.bottom() - height, std::max(2.f, space.w - 3), height};
    if (bar.taken > bar.ideal) waste_box(canvas, whole, 2, chosen ? 1 : .6f);
    work_cell(canvas, {whole.x, space.bottom() - useful, whole.w, useful}, chosen, 2);
    const TextStyle number = aligned(
        mono_style(12, chosen ? Role::text : Role::text2, Font::mono_medium), Align::centre);
    text_fitting(canvas, {whole.middle_x(), whole.y - 9}, space.w - 4, number,
                 {grouped(bar.taken)});
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
    const float width = std::min(area.w / static_cast<float>(all.size()), 64.f);
    canvas.line({area.x, area.bottom()},
                {area.x + width * static_cast<float>(all.size()), area.bottom()}, Role::line);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Rect space{area.x + width * static_cast<float>(i), area.y, width, area.h};
        draw_bar(canvas, all[i], space, area.h / static_cast<float>(most), all[i].step == here);
        text_fitting(canvas, {space.middle_x() - 1.5f, names.middle_y()}, width - 4,
                     aligned(micro_style(metrics), Align::centre), {array_name(run, all[i].step)});
    }
}

}  // namespace app
