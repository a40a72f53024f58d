// The threads that made the current row, under its cells, on one ground for each warp. See
// painter.h.
#include "app/views/flow/changes.h"
#include "app/views/flow/painter.h"

namespace app {

using namespace simulator;

namespace {

// Neighbouring cells of the lens that one warp made.
struct OfOneWarp {
    std::uint32_t warp = 0;
    std::vector<std::pair<int, std::uint32_t>> cells;  // column, thread
};

}  // namespace

void FlowPainter::threads() {
    if (places_.threads <= 0 || now_ < 0 || !places_.has_row(now_) || layout_.stage.empty() ||
        (layout_.unit != FlowUnit::cell && layout_.unit != FlowUnit::pair))
        return;
    std::vector<OfOneWarp> groups;
    for (const int c : places_.shown) {
        const FlowMark& mark = layout_.rows[now_].marks[c];
        if (!mark.version || !mark.writes || step_of(mark) > cursor_.step) continue;
        const Version& version = flow_.versions[mark.version];
        if (!made_by_kernel(version)) continue;
        const std::uint32_t warp = version.thread / warp_size;
        if (groups.empty() || groups.back().warp != warp) groups.push_back({warp, {}});
        groups.back().cells.emplace_back(c, version.thread);
    }
    if (groups.empty()) return;
    const float top = places_.y_of(now_) + places_.height + px(3);
    TextStyle style = mono_style(metrics_.micro, Role::text2, Font::mono_medium);
    style.align = Align::centre;
    float end = -1e9f;  // right end of the last number, of any warp
    for (const OfOneWarp& group : groups) {
        const float half = places_.cell / 2, left = places_.x_of(group.cells.front().first) - half;
        const Rect ground{left, top, places_.x_of(group.cells.back().first) + half - left,
                          places_.threads};
        canvas_.fill(ground, Role::raised, 4);
        if (group.warp % 2) canvas_.hatch(ground, Colour{Role::stroke, .45f}, 5, 1.1f);
        for (const auto& [c, thread] : group.cells) {
            const auto others = threads_of(flow_, layout_.rows[now_].marks[c]).size() - 1;
            const std::string number =
                "t" + std::to_string(thread) + (others > 0 ? "+" + std::to_string(others) : "");
            const float half_width = canvas_.width(number, style) / 2;
            if (places_.x_of(c) - half_width < end + 1) continue;
            if (others > 0 && half_width > half) continue;  // the mark above counts them
            end = places_.x_of(c) + half_width;
            canvas_.fill({places_.x_of(c) - half_width - 1, top + 2, 2 * half_width + 2,
                          places_.threads - 4},
                         Role::raised);
            canvas_.text({places_.x_of(c), ground.middle_y()}, number, style);
        }
    }
    if (places_.names.w <= 0) return;
    const std::string &all = layout_.rows[now_].doings.makers,
                      &warps = layout_.rows[now_].doings.warps;
    text_fitting(canvas_, {places_.names.x, top + places_.threads / 2}, places_.names.w - px(6),
                 micro_style(metrics_), {"by " + all, all, "by " + warps, warps});
}

}  // namespace app
