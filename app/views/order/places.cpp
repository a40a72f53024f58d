// See places.h.
#include "app/views/order/places.h"

#include <algorithm>

namespace app {
namespace {

bool has_fence_before(const lab::Run& run, const Act& act) {
    return act.traced() &&
           run.trace->events[std::size_t(act.event)].fence != simulator::FenceScope::none;
}

}  // namespace

std::vector<OrderRow> rows_of(const lab::Run& run, const Meeting& meeting) {
    std::vector<OrderRow> rows;
    const auto add = [&](int side, const Act& act) {
        if (act.event != meeting.first.event && has_fence_before(run, act))
            rows.push_back({OrderRow::What::fence, side, act});
        rows.push_back({OrderRow::What::access, side, act});
    };
    add(0, meeting.first);
    if (meeting.by_flag) add(0, meeting.tells);
    if (meeting.by_flag && meeting.how != Ordering::launch) add(1, meeting.told);
    if (meeting.how == Ordering::barrier || meeting.how == Ordering::launch)
        rows.push_back({OrderRow::What::both, 0, meeting.last});
    if (meeting.by_flag && meeting.how == Ordering::launch) add(1, meeting.told);
    add(1, meeting.last);
    return rows;
}

OrderPlaces order_places(const Metrics& metrics, Rect area, int rows) {
    OrderPlaces places;
    if (area.w >= metrics.px(680)) {
        places.side = area.cut_right(std::clamp(area.w * .22f, metrics.px(180), metrics.px(250)));
        area.cut_right(metrics.side_gap);
    }
    // Where height is small, the single-line boxes stand close.
    const bool low = area.h < metrics.small * (4 + 1.7f * float(rows));
    places.title = area.cut_top(metrics.small * (low ? 1.5f : 2));
    places.heads = area.cut_top(metrics.small * (low ? 1.4f : 2));
    places.rows = area;
    places.column = area.w * .4f;
    if (rows < 1 || places.column < metrics.px(90)) return {};
    places.row = std::min(area.h / float(rows), metrics.px(84));
    places.rows.h = places.row * float(rows);
    if (places.row < metrics.small * 1.35f) return {};
    places.count = rows;
    return places;
}

}  // namespace app
