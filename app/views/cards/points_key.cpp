// Marks and the names of their devices. See points_key.h.
#include "app/views/cards/points_key.h"

#include "app/views/marks.h"

namespace app {

float points_key_width(const Canvas& canvas, const std::pair<std::string, std::string>& names,
                       const Metrics& metrics) {
    const TextStyle style = micro_style(metrics, Role::text2);
    return 2 * metrics.px(20) + metrics.px(14) + canvas.width(names.first, style) +
           canvas.width(names.second, style);
}

void points_key(Canvas& canvas, Point at, float room,
                const std::pair<std::string, std::string>& names, const Metrics& metrics,
                const std::function<void(Point)>& draw_first) {
    if (points_key_width(canvas, names, metrics) > room) return;
    const TextStyle style = micro_style(metrics, Role::text2);
    const float half = metrics.px(7), mark = metrics.px(20);
    draw_first({at.x + half, at.y});
    canvas.text({at.x + mark, at.y}, names.first, style);
    const float x = at.x + mark + canvas.width(names.first, style) + metrics.px(14);
    second_mark(canvas, {x + half, at.y});
    canvas.text({x + mark, at.y}, names.second, style);
}

}  // namespace app
