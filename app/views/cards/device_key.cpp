// Draws marks with the names of their devices. See device_key.h.
#include "app/views/cards/device_key.h"

#include "app/views/marks.h"

namespace app {

DeviceMarks point_marks(Canvas& canvas, const Metrics& metrics,
                        const std::function<void(Point)>& draw_first) {
    const float half = metrics.px(7);
    DeviceMarks marks{2 * half, 2 * half, {}, {}};
    marks.draw_first = [=](Point at) { draw_first({at.x + half, at.y}); };
    marks.draw_second = [=, &canvas](Point at) { second_mark(canvas, {at.x + half, at.y}); };
    return marks;
}

float device_key(Canvas& canvas, Point at, float room, const std::vector<ClockNames>& forms,
                 const Metrics& metrics, const DeviceMarks& marks) {
    const TextStyle style = micro_style(metrics, Role::text2);
    const float gap = metrics.px(6), apart = metrics.px(14);
    for (const ClockNames& names : forms) {
        const float first = marks.first_wide + gap + canvas.width(names.first, style),
                    second = marks.second_wide + gap + canvas.width(names.second, style);
        if (first + apart + second > room) continue;
        marks.draw_first(at);
        canvas.text({at.x + marks.first_wide + gap, at.y}, names.first, style);
        const float x = at.x + first + apart;
        marks.draw_second({x, at.y});
        canvas.text({x + marks.second_wide + gap, at.y}, names.second, style);
        return first + apart + second;
    }
    return 0;
}

}  // namespace app
