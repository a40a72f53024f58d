// Lays out the field view. See field_places.h.
#include "app/views/field/field_places.h"

#include <algorithm>

namespace app {
namespace {

// Shortens a range to `most` cells around `middle`, inside the range.
void fit(int& from, int& to, int most, int middle) {
    if (to - from <= most) return;
    from = std::clamp(middle - most / 2, from, to - most);
    to = from + most;
}

Cells::Box seen_of(const FieldMoment& field, const Cells& cells, int columns, int rows) {
    const Plane& plane = field.plane;
    Cells::Box seen = cells.around;
    if (seen.columns() == 0) seen = {0, 0, plane.columns(), plane.rows()};
    const int column = field.made ? plane.column_of(field.made->point) : seen.left;
    const int row = field.made ? plane.row_of(field.made->point) : seen.top;
    fit(seen.left, seen.right, columns, column);
    fit(seen.top, seen.bottom, rows, row);
    return seen;
}

// Places the panel at the area's corner, with cells as large as fit.
void place_panel(FieldPlaces& places, const FieldMoment& field, const Cells& cells,
                 const Metrics& metrics, Rect area) {
    // Small cells rather than a part of the block, as long as shades can be told apart.
    const auto fitting = [&](float room, int wanted) {
        const float cell = std::clamp(room / static_cast<float>(std::max(wanted, 1)), metrics.px(4),
                                      metrics.px(9));
        return std::max(1, static_cast<int>(room / cell + .01f));
    };
    places.seen = seen_of(field, cells, fitting(area.w, cells.around.columns()),
                          fitting(area.h, cells.around.rows()));
    places.block_cell =
        std::min({metrics.lens_cell, area.w / places.seen.columns(), area.h / places.seen.rows()});
    places.block = {area.x, area.y, places.seen.columns() * places.block_cell,
                    places.seen.rows() * places.block_cell};
}

void place_beside(FieldPlaces& places, const FieldMoment& field, const Cells& cells,
                  const Metrics& metrics, Rect area) {
    const float height = area.h * (area.h < metrics.px(260) ? .5f : .6f);
    place_panel(places, field, cells, metrics, {area.x, area.y, area.w, height});
    area.cut_top(places.block.h + metrics.px(16));
    places.legend[0] = area;
}

// A wide block has the whole width, with its legend in two columns below.
void place_below(FieldPlaces& places, const FieldMoment& field, const Cells& cells,
                 const Metrics& metrics, Rect area) {
    const bool wide = cells.around.columns() * metrics.px(9) > area.w * .6f;
    const float gap = metrics.px(16);
    // All rows of the block matter more than a second line of the legend.
    const float rows = static_cast<float>(cells.around.rows()) * metrics.px(4),
                line = metrics.small * 2 + metrics.px(8);
    const float height = wide ? std::max(area.h * .5f, std::min(rows, area.h - line)) : area.h;
    place_panel(places, field, cells, metrics,
                {area.x, area.y, wide ? area.w : area.w * .6f, height});
    if (!wide) {
        area.cut_left(places.block.w + gap * 2);
        places.legend[0] = area;
        return;
    }
    area.cut_top(places.block.h + metrics.px(8));
    places.legend[0] = area.cut_left((area.w - gap) / 2);
    area.cut_left(gap);
    places.legend[1] = area;
}

// A slice that is much wider than high is above the block's panel, else beside it.
bool lies_above(const Plane& plane) { return plane.columns() > 2 * plane.rows(); }

}  // namespace

std::string cut_words(const Plane& plane) {
    if (plane.depth() <= 1) return "";
    const char axis = "xyz"[plane.axis], right = plane.axis == 0 ? 'y' : 'x',
               down = plane.axis == 2 ? 'y' : 'z';
    return std::string("Cut across *") + axis + "*, at " + axis + " = " +
           std::to_string(plane.slice) + ": *" + right + "* to the right, *" + down + "* down";
}

FieldPlaces field_places(const FieldMoment& field, const Cells& cells, const Metrics& metrics,
                         Rect area) {
    FieldPlaces places;
    // A panel below the slice has the whole width, so it needs less.
    const float least = metrics.px(lies_above(field.plane) ? 380 : 540);
    const bool panel = area.w >= least && area.h >= metrics.px(150);
    const bool cube = area.w >= metrics.px(760) && area.h >= metrics.px(300);
    if (!panel) places.legend[0] = area.cut_bottom(metrics.small * 1.8f);
    Rect column = area.cut_left(cube ? metrics.px(150) : metrics.small * 4.6f);
    places.axes = column.cut_top(metrics.small * 1.8f);
    places.axes.w = metrics.small * 4.6f;
    if (cube) {
        column.cut_top(metrics.px(8));
        places.cube = column.cut_top(metrics.px(126));
        places.cube.w -= metrics.px(20);
    }
    places.slider = column.inside(0, metrics.small * .7f);
    places.slider.w = places.axes.w;
    if (panel && field.plane.depth() > 1 && area.h >= metrics.px(240))
        places.cut = area.cut_top(metrics.small * 1.5f);
    const bool above = panel && lies_above(field.plane);
    Rect map = area;
    if (above)
        map.h = area.h * (area.h < metrics.px(260) ? .48f : .56f);
    else if (panel)
        map.w = std::min(area.h * field.plane.columns() / field.plane.rows(), area.w * .48f);
    places.cell = std::min(map.w / field.plane.columns(), map.h / field.plane.rows());
    places.map = {map.x, map.y, places.cell * field.plane.columns(),
                  places.cell * field.plane.rows()};
    if (!panel) return places;
    const float gap = std::clamp(area.w * .05f, metrics.px(24), metrics.px(48));
    if (above) {
        area.cut_top(places.map.h + metrics.px(18));
        place_below(places, field, cells, metrics, area);
    } else {
        area.cut_left(places.map.w + gap);
        place_beside(places, field, cells, metrics, area);
    }
    return places;
}

}  // namespace app
