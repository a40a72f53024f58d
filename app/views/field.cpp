// A slice of a field as a heat map, launch by launch: the blocks' tiles, the watched block's own
// points and its halo, and a lens on the point that the lens lane makes, with the points that it
// loaded for it. All of it from the trace.
#include <algorithm>
#include <cmath>

#include "app/draw/field_colours.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/field_moment.h"
#include "app/views/footprint.h"
#include "app/views/marks.h"

namespace app {
namespace {

constexpr char axis_names[] = {'x', 'y', 'z'};

struct Places {
    Rect axes, slider, map, lens, legend;
    float cell = 0;  // of the map
    int lens_column = 0, lens_row = 0, lens_columns = 0, lens_rows = 0;
    float lens_cell = 0;
    Rect at(int column, int row) const {
        return {map.x + column * cell, map.y + row * cell, cell, cell};
    }
    Rect in_lens(int column, int row) const {
        return {lens.x + (column - lens_column) * lens_cell, lens.y + (row - lens_row) * lens_cell,
                lens_cell, lens_cell};
    }
};

void place_lens(Places& places, const FieldMoment& field, const Cells& cells,
                const Metrics& metrics, Rect area) {
    const float wished = metrics.lens_cell;
    const bool low =
        area.h < metrics.px(220);  // then a point and its neighbours, and one line of words
    const float share = low ? .78f : .64f;
    const auto fitting = [&](float room, int all) {
        return std::clamp(static_cast<int>(room / wished), 1, std::min(9, all));
    };
    places.lens_columns = fitting(area.w, field.plane.columns());
    places.lens_rows = low ? std::min(3, field.plane.rows())
                           : std::min(fitting(area.h * .62f, field.plane.rows()), 7);
    places.lens_cell = std::min(
        wished * 1.15f, std::min(area.w / places.lens_columns, area.h * share / places.lens_rows));
    int column = (cells.left + cells.right) / 2, row = (cells.top + cells.bottom) / 2;
    if (cells.own.empty()) column = field.plane.columns() / 2, row = field.plane.rows() / 2;
    if (field.made)
        column = field.plane.column_of(field.made->point),
        row = field.plane.row_of(field.made->point);
    places.lens_column = std::clamp(column - places.lens_columns / 2, 0,
                                    field.plane.columns() - places.lens_columns);
    places.lens_row =
        std::clamp(row - places.lens_rows / 2, 0, field.plane.rows() - places.lens_rows);
    places.lens = {area.x, area.y, places.lens_columns * places.lens_cell,
                   places.lens_rows * places.lens_cell};
    area.cut_top(places.lens.h + metrics.px(low ? 8 : 16));
    places.legend = area;
}

Places places_of(const FieldMoment& field, const Cells& cells, const Metrics& metrics, Rect area) {
    Places places;
    const bool lens = area.w >= metrics.px(540) && area.h >= metrics.px(150);
    if (!lens) places.legend = area.cut_bottom(metrics.small * 1.8f);
    Rect column = area.cut_left(metrics.small * 4.6f);
    places.axes = column.cut_top(metrics.small * 1.8f);
    places.slider = column.inside(0, metrics.small * .7f);
    Rect map = area;
    if (lens) map.w = std::min(area.h * field.plane.columns() / field.plane.rows(), area.w * .52f);
    places.cell = std::min(map.w / field.plane.columns(), map.h / field.plane.rows());
    places.map = {map.x, map.y, places.cell * field.plane.columns(),
                  places.cell * field.plane.rows()};
    if (!lens) return places;
    const float gap = std::clamp(area.w * .06f, metrics.px(24), metrics.px(64));
    area.cut_left(places.map.w + gap);
    place_lens(places, field, cells, metrics, area);
    return places;
}

void draw_axes(Canvas& canvas, const Places& places, const FieldMoment& field,
               const Metrics& metrics) {
    const float width = places.axes.w * .72f / 3;
    for (int axis = 0; axis < 3; ++axis) {
        const bool chosen = axis == field.plane.axis;
        const Rect box{places.axes.x + axis * width, places.axes.y, width, places.axes.h};
        if (chosen) canvas.fill(box.inside(1), Role::raised, 5);
        canvas.text(
            {box.middle_x(), box.middle_y()}, std::string(1, axis_names[axis]),
            aligned(chosen ? strong(small_style(metrics)) : small_style(metrics), Align::centre));
    }
}

void draw_slider(Canvas& canvas, const Places& places, const FieldMoment& field,
                 const Metrics& metrics) {
    const Rect& area = places.slider;
    const int last = std::max(1, field.plane.depth() - 1);
    const float x = area.x + metrics.px(10);
    const auto y_of = [&](float slice) { return area.bottom() - area.h * slice / last; };
    const float now = y_of(static_cast<float>(field.plane.slice));
    canvas.fill({x - metrics.px(2.5f), area.y, metrics.px(5), area.h}, Role::raised, 2.5f);
    canvas.fill({x - metrics.px(2.5f), now, metrics.px(5), area.bottom() - now}, Role::accent,
                2.5f);
    for (const int slice : {0, last / 2, last}) {
        const float y = y_of(static_cast<float>(slice));
        if (std::fabs(y - now) < metrics.small * 1.8f) continue;
        canvas.line({x + metrics.px(8), y}, {x + metrics.px(13), y}, Role::stroke);
        canvas.text({x + metrics.px(18), y}, std::to_string(slice), micro_style(metrics));
    }
    canvas.circle({x, now}, metrics.px(9), Role::accent);
    canvas.circle({x, now}, metrics.px(3), Role::ink);
    const std::string number = std::to_string(field.plane.slice);
    const TextStyle style = mono_style(metrics.small, Role::text, Font::mono_bold);
    const Rect chip{x + metrics.px(14), now - metrics.small * .9f,
                    canvas.width(number, style) + metrics.px(12), metrics.small * 1.8f};
    canvas.fill(chip, Role::hover, 6);
    canvas.text({chip.middle_x(), chip.middle_y()}, number, aligned(style, Align::centre));
}

std::vector<float> values_of(const FieldMoment& field) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(field.plane.columns()) * field.plane.rows());
    for (int row = 0; row < field.plane.rows(); ++row)
        for (int column = 0; column < field.plane.columns(); ++column)
            values.push_back(field.value(column, row));
    return values;
}

// Where one block ends and the next begins, as far as the launch's shape covers the plane so.
void draw_tiles(Canvas& canvas, const Places& places, const FieldMoment& field,
                const lab::Run& run) {
    if (!run.trace || field.launch >= std::ssize(run.trace->launches)) return;
    const simulator::LaunchShape& launch = run.trace->launches[field.launch];
    const auto lines = [&](std::uint32_t block, std::uint32_t grid, int cells, bool across) {
        if (block < 2 || lab::blocks_for(cells, block) != grid || grid > 64) return;
        for (std::uint32_t i = 1; i < grid; ++i) {
            const float at = static_cast<float>(i * block) * places.cell;
            const Point from = across ? Point{places.map.x, places.map.y + at}
                                      : Point{places.map.x + at, places.map.y};
            const Point to =
                across ? Point{places.map.right(), from.y} : Point{from.x, places.map.bottom()};
            canvas.line(from, to, Colour::of(0xffffff, .45f), 1);
        }
    };
    const bool x_across = field.plane.axis == 0;
    if (x_across)
        lines(launch.block.y, launch.grid.y, field.plane.columns(), false);
    else
        lines(launch.block.x, launch.grid.x, field.plane.columns(), false);
    if (field.plane.axis == 2)
        lines(launch.block.y, launch.grid.y, field.plane.rows(), true);
    else
        lines(launch.block.z, launch.grid.z, field.plane.rows(), true);
}

void halo_cell(Canvas& canvas, Rect box, float step) {
    canvas.fill(box, Colour::of(0x000000, .42f));
    if (box.w > 3) canvas.hatch(box, Colour::of(0xffffff, .9f), step, 1.4f);
}

void draw_map(Canvas& canvas, const Places& places, const FieldMoment& field, const Cells& cells,
              const lab::Run& run) {
    canvas.field(places.map, values_of(field), field.plane.columns(), field.plane.rows());
    draw_tiles(canvas, places, field, run);
    if (cells.halo.size() < 4000)
        for (const auto& [column, row] : cells.halo) halo_cell(canvas, places.at(column, row), 5);
    if (cells.own.empty()) return;
    const Rect own{places.map.x + cells.left * places.cell, places.map.y + cells.top * places.cell,
                   (cells.right - cells.left) * places.cell,
                   (cells.bottom - cells.top) * places.cell};
    canvas.outline(own.inside(-1), Colour::of(0x04121d), 0, 5);
    canvas.outline(own, Colour::of(0xffffff), 0, 2.6f);
}

// ".48", as digits are dear in a lens.
std::string short_value(float value) {
    std::string text = fixed(value, 2);
    if (text.starts_with("0.")) return text.substr(1);
    return text.size() > 4 ? shortest(value, 2) : text;
}

void draw_lens_cell(Canvas& canvas, const Places& places, const FieldMoment& field, int column,
                    int row) {
    const std::uint8_t flags = field.footprint->of(field.plane.index(column, row));
    const Rect box = places.in_lens(column, row);
    canvas.fill(box, Colour::of(field_colour(field.value(column, row))));
    if (flags == Footprint::is_read)
        halo_cell(canvas, box, 8);
    else if (!flags)
        canvas.fill(box, Colour{Role::panel, .68f});
    canvas.outline(box, Colour::of(0x000000, .25f));
}

// Points that come with one load, as one frame.
void draw_wide_loads(Canvas& canvas, const Places& places, const FieldMoment& field) {
    canvas.push_clip(places.lens);
    for (std::size_t i = 0; i < field.made->loaded.size(); ++i) {
        const Voxel& voxel = field.made->loaded[i];
        const int brought = field.made->brought[i];
        if (brought < 2 || field.plane.depth_of(voxel) != field.plane.slice) continue;
        const Rect box = places.in_lens(field.plane.column_of(voxel), field.plane.row_of(voxel));
        canvas.outline(Rect{box.x, box.y, box.w * static_cast<float>(brought), box.h}.inside(1),
                       Role::accent, 5, 1.6f);
    }
    canvas.pop_clip();
}

// The point that the lane makes, and what it loaded for it in this plane: values over their cells.
void draw_lens_values(Canvas& canvas, const Places& places, const FieldMoment& field,
                      const Metrics& metrics) {
    if (!field.made) return;
    const auto cell = [&](Voxel voxel, bool point) {
        const int column = field.plane.column_of(voxel), row = field.plane.row_of(voxel);
        if (field.plane.depth_of(voxel) != field.plane.slice) return;
        if (column < places.lens_column || column >= places.lens_column + places.lens_columns)
            return;
        if (row < places.lens_row || row >= places.lens_row + places.lens_rows) return;
        const Rect box = places.in_lens(column, row).inside(2);
        canvas.fill(box, point ? Colour{Role::accent} : Colour::of(0x16202b), 5);
        canvas.outline(box, point ? Colour::of(0xffffff) : Colour{Role::accent}, 5, 2);
        const float value = field.shot->values[field.plane.index(column, row)];
        const TextStyle style =
            aligned(mono_style(metrics.digits + .5f,
                               point ? Colour{Role::ink} : Colour::of(0xffffff), Font::mono_bold),
                    Align::centre);
        text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w - 2, style,
                     {short_value(value)});
    };
    for (const Voxel& voxel : field.made->loaded) cell(voxel, false);
    if (field.plane.axis != 0) draw_wide_loads(canvas, places, field);
    cell(field.made->point, true);
}

void draw_lens(Canvas& canvas, const Places& places, const FieldMoment& field,
               const Metrics& metrics) {
    if (places.lens_cell <= 0) return;
    const Rect seen{places.at(places.lens_column, places.lens_row).x,
                    places.at(places.lens_column, places.lens_row).y,
                    places.lens_columns * places.cell, places.lens_rows * places.cell};
    const float edge = places.map.right();
    for (const auto& [from, to] :
         {std::pair{Point{seen.right(), seen.y}, Point{places.lens.x, places.lens.y}},
          std::pair{Point{seen.right(), seen.bottom()},
                    Point{places.lens.x, places.lens.bottom()}}}) {
        const float share = (edge - from.x) / std::max(1.f, to.x - from.x);
        const Point out{edge, from.y + (to.y - from.y) * share};
        canvas.line(from, out, Colour::of(0xffffff, .3f), 1);  // the field stays in sight
        canvas.line(out, to, Role::text, 1);
    }
    canvas.outline(seen, Colour::of(0xffffff), 2, 3.4f);
    canvas.outline(seen, Colour::of(0x04121d), 2, 1.4f);
    canvas.push_clip(places.lens);
    for (int row = places.lens_row; row < places.lens_row + places.lens_rows; ++row)
        for (int column = places.lens_column; column < places.lens_column + places.lens_columns;
             ++column)
            draw_lens_cell(canvas, places, field, column, row);
    canvas.pop_clip();
    draw_lens_values(canvas, places, field, metrics);
    canvas.outline(places.lens, Role::text, 3, 2);
}

// What the lane loaded for its point: how many, and how many of them in other planes.
std::string loaded_text(const FieldMoment& field) {
    if (!field.made) return "";
    const auto& loaded = field.made->loaded;
    const auto elsewhere = std::count_if(loaded.begin(), loaded.end(), [&](const Voxel& voxel) {
        return field.plane.depth_of(voxel) != field.plane.slice;
    });
    std::string text =
        "*this point*: its lane loaded *" + plural(std::ssize(loaded), "neighbour") + "* for it";
    const auto& brought = field.made->brought;
    if (const auto most = std::ranges::max_element(brought); most != brought.end() && *most > 1)
        text = "*this point* and those beside it: its lane made *" +
               plural(std::ssize(loaded), "load") + "* for them, of up to *" +
               std::to_string(*most) + " points*";
    if (loaded.empty()) text = "*this point*: its lane loaded nothing from the field for it";
    if (elsewhere == std::ssize(loaded) && elsewhere)
        text += ", in another plane";
    else if (elsewhere)
        text += ", " + count_word(elsewhere) + " in other planes";
    if (field.made->shared_loads)
        text += "; " + plural(field.made->shared_loads, "value") + " from shared memory";
    return text;
}

void draw_legend(Canvas& canvas, const Places& places, const FieldMoment& field, const Cells& cells,
                 const Metrics& metrics) {
    Rect area = places.legend;
    const auto entry = [&](std::string_view text, auto sample) {
        if (text.empty()) return;
        const Rect box{area.x, area.y + 1, metrics.small * 1.7f, metrics.small * 1.25f};
        const float x = box.right() + metrics.px(12);
        const Rect words{x, area.y, area.right() - box.right() - metrics.px(12), area.h};
        const float taken = paragraph_fitting(canvas, words, text, small_style(metrics));
        if (taken <= 0) return;
        sample(box);
        area.cut_top(std::max(taken, metrics.small * 1.45f) + metrics.small * .5f);
    };
    if (cells.own.empty() && cells.halo.empty())
        entry("The watched block has no point in this plane.", [](Rect) {});
    if (!cells.own.empty())
        entry("*" + grouped(std::ssize(cells.own)) + "* points of this plane that this block makes",
              [&](Rect box) {
                  canvas.fill(box, Colour::of(field_colour(.55f)), 3);
                  canvas.outline(box, Role::text, 3, 2);
              });
    if (!cells.halo.empty())
        entry(
            "*" + grouped(std::ssize(cells.halo)) + "* halo points that it reads and does not make",
            [&](Rect box) {
                canvas.fill(box, Colour::of(0x3a424c), 3);
                canvas.hatch(box, Colour::of(0xffffff), 6, 1.4f);
                canvas.outline(box, Role::text2, 3, 1);
            });
    // last: it goes first where room is short
    if (places.lens_cell > 0)
        entry(loaded_text(field), [&](Rect box) {
            canvas.fill(box, Role::accent, 4);
            canvas.outline(box, Role::text, 4, 2);
        });
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run* run = context.result.picture.get();
    const FieldMoment field = run ? field_at(*run, context.cursor) : FieldMoment{};
    if (!field.shot) return nothing(canvas, area, "This run shows no field.", context.metrics);
    if (area.w < context.metrics.px(160) || area.h < context.metrics.px(100))
        return nothing(canvas, area, "Too little room for a field.", context.metrics);
    const Cells cells = cells_of(field);
    const Places places = places_of(field, cells, context.metrics, area);
    draw_axes(canvas, places, field, context.metrics);
    draw_slider(canvas, places, field, context.metrics);
    draw_map(canvas, places, field, cells, *run);
    draw_lens(canvas, places, field, context.metrics);
    draw_legend(canvas, places, field, cells, context.metrics);
}

std::string claim(const lab::Run& run, const Cursor& cursor) {
    const FieldMoment field = field_at(run, cursor);
    if (!field.shot) return "No field in this run";
    if (field.footprint->written && field.footprint->read > field.footprint->written)
        return "A block reads more than it owns";
    return capitalised(field.shot->title) + ", slice by slice";
}

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    const FieldMoment field = field_at(run, cursor);
    if (!field.shot) return "";
    const Footprint& all = *field.footprint;
    if (!all.stores) return "Each cell is one point; lines join equal values.";
    const double each = double(all.loads) / double(all.stores);
    return "In this launch the block makes *" +
           plural(static_cast<std::int64_t>(all.written), "point") + "*, and reads *" +
           grouped(static_cast<std::int64_t>(all.read)) + "*: *" + shortest(each, 3) +
           " loads* for each.";
}

std::string note(const DrawContext& context) {
    const lab::Run* run = context.result.picture.get();
    const FieldMoment field = run ? field_at(*run, context.cursor) : FieldMoment{};
    if (!field.shot) return "";
    const std::string slice =
        std::string(1, axis_names[field.plane.axis]) + " = " + std::to_string(field.plane.slice);
    return slice + ", after launch " + std::to_string(field.shot->launch + 1) + " of " +
           std::to_string(
               std::max<std::ptrdiff_t>(std::ssize(run->launches), field.shot->launch + 1));
}

// A letter chooses the axis, the chosen one again follows the step; the slider chooses the slice.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const lab::Run* run = context.result.picture.get();
    const FieldMoment field = run ? field_at(*run, cursor) : FieldMoment{};
    if (!field.shot) return false;
    const Places places = places_of(field, cells_of(field), context.metrics, area);
    if (places.axes.contains(at)) {
        const int axis =
            std::clamp(static_cast<int>((at.x - places.axes.x) / (places.axes.w * .72f / 3)), 0, 2);
        if (axis == cursor.axis) cursor.slice = -1;
        cursor.axis = axis;
        return true;
    }
    if (at.x < places.slider.x - 6 || at.x > places.slider.right() || at.y < places.slider.y - 12)
        return false;
    if (at.y > places.slider.bottom() + 12) return false;
    const float share = (places.slider.bottom() - at.y) / std::max(1.f, places.slider.h);
    cursor.slice = std::clamp(static_cast<int>(std::lround(share * (field.plane.depth() - 1))), 0,
                              field.plane.depth() - 1);
    return true;
}

// Points of the field that get another value than what stood there: near the heat, and further away
// from launch to launch.
double weight(const lab::Run& run, int number) {
    const simulator::Step& step = run.steps[static_cast<std::size_t>(number)];
    if (run.fields.empty() || step.kind != simulator::EventKind::store) return 0;
    double changed = 0;
    for (const std::uint32_t id : step.events) {
        const simulator::Event& event = run.trace->events[id];
        for (const simulator::Slot& slot : run.trace->lanes_of(event))
            changed += slot.value != slot.before &&
                       voxel_at(*run.trace, run.fields.front().shape, event, slot.address);
    }
    return changed;
}

bool fits(const lab::Run& run) { return !run.fields.empty(); }

const RegisterView registered{{.id = "field",
                               .title = "Field",
                               .slot = Slot::warp,
                               .fits = fits,
                               .claim = claim,
                               .sentence = sentence,
                               .draw = draw,
                               .click = click,
                               .badge = "counted",
                               .order = 0,
                               .note = note,
                               .weight = weight,
                               .weighs = "where points change"}};

}  // namespace
}  // namespace app
