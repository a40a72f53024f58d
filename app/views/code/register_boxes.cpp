// Draws a lane's reads and writes box by box. See register_boxes.h.
#include "app/views/code/register_boxes.h"

#include <algorithm>

#include "app/views/marks.h"
#include "app/views/now.h"

namespace app {
namespace {

// "u[7199], 2 of 6" for a box of several loads.
std::string full_name(const RegisterBox& box) {
    return box.count.empty() ? box.name : box.name + ", " + box.count;
}

void draw_box(Canvas& canvas, Rect area, const RegisterBox& box, const TextStyle& name,
              const TextStyle& value, const Metrics& metrics) {
    canvas.fill(area, Role::sunk, 8);
    if (box.now) canvas.outline(area, Role::accent, 8, box.written ? 2 : 1.4f);
    const Point at{area.middle_x(), area.y + area.h * .3f}, below{at.x, area.y + area.h * .7f};
    const float room = area.w - metrics.px(8);
    text_fitting(
        canvas, at, room, name,
        {full_name(box), box.count.empty() ? box.written ? "written" : "read" : box.count});
    if (box.value.empty())
        canvas.text(below, "to come", aligned(micro_style(metrics), Align::centre));
    else
        text_fitting(canvas, below, room, value, {box.value});
}

}  // namespace

void draw_register_boxes(Canvas& canvas, Rect area, const lab::Run& run, const Cursor& cursor,
                         const Metrics& metrics) {
    const std::vector<RegisterBox> boxes = boxes_of(run, cursor);
    const float height = metrics.small * 3.6f;
    if (boxes.empty() || area.h < height + metrics.small * 1.7f) return;
    const Rect title = area.cut_top(metrics.small * 1.7f);
    text_fitting(canvas, {title.x, title.middle_y()}, title.w, small_style(metrics),
                 {boxes_title(run, cursor)});
    const TextStyle name =
        aligned(mono_style(metrics.micro, Role::text2, Font::mono), Align::centre);
    const TextStyle value = aligned(mono_style(metrics.value, Role::text), Align::centre);
    float widest = metrics.micro * 4;
    for (const RegisterBox& box : boxes)
        widest = std::max({widest, canvas.width(full_name(box), name) + metrics.px(16),
                           canvas.width(box.value, value) + metrics.px(16)});
    const float gap = metrics.px(8);
    const int columns = std::clamp(static_cast<int>((area.w + gap) / (widest + gap)), 1, 4);
    const float width = (area.w - (columns - 1) * gap) / columns;
    const std::size_t first = first_box(boxes, static_cast<std::size_t>(columns));
    for (int i = 0; i < std::min<int>(columns, static_cast<int>(boxes.size())); ++i)
        draw_box(canvas, {area.x + i * (width + gap), area.y, width, height},
                 boxes[first + static_cast<std::size_t>(i)], name, value, metrics);
}

}  // namespace app
