// The view "Field": a field, launch by launch, from the trace. The box with a slice in it; the
// slice with the blocks' tiles and the watched block's halo; that block's points, lighter where it
// loads them more often.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "app/draw/field_colours.h"
#include "app/engines.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/field/field_places.h"
#include "app/views/field/field_spot.h"
#include "app/views/marks.h"

namespace app::field_view {
namespace {

constexpr char axis_names[] = {'x', 'y', 'z'};

void draw_axes(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
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

void draw_slider(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
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

// Lines between blocks, where the launch's shape covers this plane.
void draw_tiles(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
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

void draw_map(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
              const Cells& cells, const lab::Run& run) {
    canvas.field(places.map, values_of(field), field.plane.columns(), field.plane.rows());
    draw_tiles(canvas, places, field, run);
    if (cells.halo.size() < 4000)
        for (const auto& [column, row] : cells.halo)
            draw_halo_cell(canvas, places.at(column, row), 5);
    if (cells.own.empty()) return;
    const Rect own = places.at(cells.made);
    canvas.outline(own.inside(-1), Colour::of(0x04121d), 0, 5);
    canvas.outline(own, Colour::of(0xffffff), 0, 2.6f);
}

// Number of loads by distance in planes; without strays.
std::map<int, int> loads_by_distance(const FieldMoment& field) {
    std::map<int, int> loads;
    for (std::size_t i = 0; i < field.made->loaded.size(); ++i)
        if (!field.made->is_stray(i, field.plane.shape))
            ++loads[std::abs(field.plane.depth_of(field.made->loaded[i]) - field.plane.slice)];
    return loads;
}

// ", four of them a plane away and one two planes away". Empty where all are in this plane; ",
// three planes away" where all have one distance.
std::string elsewhere_words(const FieldMoment& field) {
    std::string words;
    bool first = true;
    const std::map<int, int> by_distance = loads_by_distance(field);
    const bool all = by_distance.size() == 1;
    for (const auto& [planes, loads] : by_distance) {
        if (planes == 0) continue;
        const std::string of = all ? ", " : ", " + count_word(loads) + " of them ";
        words += std::exchange(first, false) ? of : " and " + count_word(loads) + " ";
        words += (planes == 1 ? "a plane" : count_word(planes) + " planes") + " away";
    }
    return words;
}

std::ptrdiff_t strays_of(const FieldMoment& field) {
    std::ptrdiff_t strays = 0;
    for (std::size_t i = 0; i < field.made->loaded.size(); ++i)
        strays += field.made->is_stray(i, field.plane.shape);
    return strays;
}

// ", and had one more in a register": points that the lane had loaded for others.
std::string kept_words(const FieldMoment& field) {
    const std::size_t kept = field.made->kept.size();
    if (kept == 0) return "";
    const bool here = std::ranges::any_of(field.made->kept, [&](const Voxel& voxel) {
        return field.plane.depth_of(voxel) == field.plane.slice;
    });
    return ", and had *" + count_word(kept) + " more* in " +
           (kept == 1 ? "a register" : "registers") + (here ? " (dashed)" : "");
}

// "*7 loads* of up to *4 points* each", for a lane that makes several points.
std::string wide_words(const FieldMoment& field, std::ptrdiff_t loads) {
    const auto [fewest, most] = std::ranges::minmax(field.made->brought);
    return "*" + plural(loads, "load") + "* of " + (fewest < most ? "up to " : "") + "*" +
           std::to_string(most) + " points*" + (loads == 1 ? "" : " each");
}

// The lane's loads for its point: how many, and how many from other planes. A lane that makes
// several points at once loads for all of them.
std::string loaded_text(const FieldMoment& field) {
    if (!field.made) return "";
    const auto& loaded = field.made->loaded;
    const std::ptrdiff_t strays = strays_of(field), beside = std::ssize(loaded) - strays;
    const std::string stays = " is on the boundary and keeps its value",
                      who = "*this point*" + (field.fixed ? stays : "");
    std::string text = who + ": its lane made *" + plural(beside, "load") + "* for it";
    const auto& brought = field.made->brought;
    if (std::ranges::any_of(brought, [](int points) { return points > 1; }))
        text = who + (field.fixed ? "; it is one of *" : " is one of *") +
               std::to_string(field.made->stored) +
               "* that its lane writes at once: for them it made " + wide_words(field, beside);
    if (loaded.empty()) text = who + ": its lane loaded nothing from the field for it";
    text += elsewhere_words(field) + kept_words(field);
    if (field.made->shared_loads)
        text += "; " + plural(field.made->shared_loads, "load") + " from shared memory";
    if (strays > 0)
        text += "; " + plural(strays, "load") + " past the face, at the end of another row";
    return text;
}

// Entries one below the other, each as high as its words; entries that do not fit are left out.
class FieldLegend {
public:
    FieldLegend(Canvas& canvas, std::array<Rect, 2> columns, const Metrics& metrics)
        : canvas_(canvas), columns_(columns), metrics_(metrics) {}

    /// Returns whether there was room.
    template <class Draw>
    bool entry(std::string_view text, Draw sample, float samples = 1) {
        if (text.empty()) return false;
        const auto in = [&](Rect& column) { return entry_in(column, text, sample, samples); };
        return std::ranges::any_of(columns_, in);
    }

private:
    template <class Draw>
    bool entry_in(Rect& area, std::string_view text, Draw& sample, float samples) {
        if (area.w <= 0) return false;
        const float wide = metrics_.small * 1.7f * samples;
        const Rect box{area.x, area.y + 1, wide, metrics_.small * 1.25f};
        const float x = box.right() + metrics_.px(12);
        const Rect words{x, area.y, area.right() - x, area.h};
        const float taken = paragraph_fitting(canvas_, words, text, small_style(metrics_));
        if (taken <= 0) return false;
        sample(box);
        area.cut_top(std::max(taken, metrics_.small * 1.45f) + metrics_.small * .5f);
        return true;
    }
    Canvas& canvas_;
    std::array<Rect, 2> columns_;
    const Metrics& metrics_;
};

std::string count_of(const std::vector<std::pair<int, int>>& cells) {
    return "*" + grouped(std::ssize(cells)) + "*";
}

// The key of greys in the block's panel: how often a point is loaded.
void loads_entry(Canvas& canvas, FieldLegend& legend, const FieldMoment& field,
                 const Metrics& metrics) {
    const int most = std::max({field.footprint->most_own, field.footprint->most_halo, 1});
    const int steps = std::min(most, 7);
    const auto ramp = [&](Rect box) {
        const float each = box.w / static_cast<float>(steps);
        TextStyle style = aligned(mono_style(metrics.micro), Align::centre);
        for (int i = 0; i < steps; ++i) {
            const Rect swatch{box.x + static_cast<float>(i) * each, box.y, each - 1, box.h};
            canvas.fill(swatch, load_colour(i + 1));
            style.colour = load_colour(i + 1).read();
            canvas.text({swatch.middle_x(), swatch.middle_y()},
                        std::to_string(i + 1) + (i == 6 && most > 7 ? "+" : ""), style);
        }
    };
    const float samples = static_cast<float>(steps) * .8f;
    if (!legend.entry("loads of a point by this block", ramp, samples))
        legend.entry("loads of a point", ramp, samples);
}

// The key of the slice's colours.
void values_entry(Canvas& canvas, FieldLegend& legend, const FieldMoment& field) {
    const auto ramp = [&](Rect box) {
        constexpr int steps = 12;
        const float each = box.w / steps;
        for (int i = 0; i < steps; ++i)
            canvas.fill({box.x + static_cast<float>(i) * each, box.y, each + .5f, box.h},
                        Colour::of(field_colour(static_cast<float>(i) / (steps - 1))));
        canvas.outline(box, Role::line);
    };
    const std::string values =
        shortest(field.range.low, 3) + " to " + shortest(field.range.high, 3);
    const std::string before = "values from " + values +
                               " before this launch: the launch "
                               "writes to *" +
                               field.part + "*, a part of the box";
    if (!field.part.empty() && legend.entry(before, ramp, 3)) return;
    if (!legend.entry("values from " + values + "; lines join equal ones", ramp, 3))
        legend.entry("values from " + values, ramp, 3);
}

// loaded_text() and shorter forms; empty where no point is marked.
std::vector<std::string> loaded_forms(const FieldMoment& field) {
    if (!field.made) return {};
    const auto count = std::ssize(field.made->loaded) - strays_of(field);
    const auto& brought = field.made->brought;
    const bool wide = std::ranges::any_of(brought, [](int points) { return points > 1; });
    const std::size_t kept = field.made->kept.size();
    const std::string loaded = plural(count, wide ? "load" : "neighbour") +
                               (wide ? "" : " loaded") +
                               (kept > 0 ? ", " + count_word(kept) + " kept" : "");
    return {loaded_text(field), "*this point*: *" + loaded + "*", "*this point*"};
}

// The most important entries come first; without room, the last ones go. Returns whether it
// explains the mark of the lane's point.
bool draw_legend(Canvas& canvas, const FieldPlaces& places, const FieldMoment& field,
                 const Cells& cells, const Metrics& metrics) {
    FieldLegend legend(canvas, places.legend, metrics);
    if (cells.own.empty() && cells.halo.empty())
        legend.entry("The watched block has no point in this plane.", [](Rect) {});
    if (places.block_cell > 0) loads_entry(canvas, legend, field, metrics);
    if (!cells.halo.empty())
        legend.entry(count_of(cells.halo) + " halo points that it reads and does not compute",
                     [&](Rect box) {
                         canvas.fill(box, Colour::of(0x3a424c), 3);
                         canvas.hatch(box, Colour::of(0xffffff), 6, 1.4f);
                         canvas.outline(box, Role::text2, 3, 1);
                     });
    if (!cells.own.empty())
        legend.entry(count_of(cells.own) + " points in the frame: this block writes them",
                     [&](Rect box) { canvas.outline(box.inside(1), Role::text, 0, 2); });
    const std::vector<std::string> forms =
        places.block_cell > 0 ? loaded_forms(field) : std::vector<std::string>{};
    const auto sample = [&](Rect box) { canvas.fill(box, Role::accent, 4); };
    const bool says_point = std::ranges::any_of(
        forms, [&](const std::string& words) { return legend.entry(words, sample); });
    values_entry(canvas, legend, field);
    if (cells.strays > 0)
        legend.entry("*" + grouped(cells.strays) + "* more at ends of other rows: past a face",
                     [&](Rect box) { canvas.outline(box.inside(1), Role::text3, 3, 1); });
    return says_point;
}

// Of two results in step, the one that does not lead shows the leader's plane, where that follows
// its step: its own step may be in another plane.
FieldMoment field_now(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Beside* beside = context.beside;
    const lab::Run* leader = beside && beside->leads ? beside->result.picture.get() : nullptr;
    FieldMoment field = field_at(run, context.cursor);
    if (!field.follows || !leader) return field;
    const FieldMoment led = field_at(*leader, beside->cursor);
    if (!field.shot || !led.shot || led.plane.shape != field.plane.shape) return field;
    Cursor cursor = context.cursor;
    cursor.slice = led.plane.slice, cursor.axis = led.plane.axis;
    field = field_at(run, cursor);
    field.follows = true;
    return field;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const FieldMoment field = field_now(context);
    if (!field.shot) return nothing(canvas, area, "This run shows no field.", context.metrics);
    if (area.w < context.metrics.px(160) || area.h < context.metrics.px(100))
        return nothing(canvas, area, "Too little room for a field.", context.metrics);
    const Cells cells = cells_of(field);
    const FieldPlaces places = field_places(field, cells, context.metrics, area);
    draw_axes(canvas, places, field, context.metrics);
    draw_slider(canvas, places, field, context.metrics);
    if (places.cut.h > 0)
        paragraph_fitting(canvas, places.cut, cut_words(field.plane), small_style(context.metrics));
    draw_map(canvas, places, field, cells, context.picture());
    draw_field_cube(canvas, places, field);
    const bool says_point = draw_legend(canvas, places, field, cells, context.metrics);
    draw_field_block(canvas, places, field, cells, says_point, context.metrics);
}

std::string up_to(int times) {
    return times == 1 ? "once" : "up to " + (times == 2 ? "twice" : count_word(times) + " times");
}

// One load of each point is more than one load for each computed point: the halo is loaded too.
std::string claim_of_once(const Footprint& all) {
    const std::string once = "A block loads each point once";
    const std::string read = shortest(double(all.loads) / double(all.made()), 3);
    return all.loads <= all.made() ? once : once + ", but " + read + " points for each it makes";
}

// How often the block's own points are loaded, and those around them.
std::string claim(const DrawContext& context) {
    const FieldMoment field = field_at(context.picture(), context.cursor);
    if (!field.shot) return "This run has no field";
    const Footprint& all = *field.footprint;
    if (!all.made() || !all.read) return capitalised(field.shot->title) + ", slice by slice";
    if (all.most_own <= 1 && all.most_halo <= 1) return claim_of_once(all);
    if (all.most_halo == 0) return "A block loads a point " + up_to(all.most_own);
    if (all.most_halo == all.most_own)
        return "A block loads its own points and its halo " + up_to(all.most_own);
    return "A block loads its own points " + up_to(all.most_own) + ", the halo " +
           up_to(all.most_halo);
}

std::string kept_words(const Footprint& all) {
    return all.kept == 0 ? "" : ", and writes back *" + grouped(all.kept) + "* of the box's faces";
}

// "chunk 2 of 4", for a field cut into chunks, each swept by its own launches.
std::string chunk_words(const lab::Run& run, const Cursor& cursor) {
    const int of = chunks_of(run), chunk = of > 1 ? chunk_of_step(run, cursor.step, of) : -1;
    return chunk < 0 ? "" : "chunk " + std::to_string(chunk + 1) + " of " + std::to_string(of);
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const FieldMoment field = field_at(run, context.cursor);
    if (!field.shot) return "";
    const Footprint& all = *field.footprint;
    const std::string chunk = chunk_words(run, context.cursor);
    if (!all.made())
        return (chunk.empty() ? "" : "This launch belongs to " + chunk + ". ") +
               "Each cell is one point; lines join equal values.";
    const double made = double(all.made());
    std::string text = (chunk.empty() ? "In this launch" : "In this launch, of " + chunk + ",") +
                       " the block makes *" + plural(all.written - all.kept, "point") + "*" +
                       kept_words(all) + ". It reads *" + grouped(all.read) +
                       "* different points, with *" + shortest(double(all.loads) / made, 3) +
                       (all.loads == all.made() ? " point" : " points") +
                       " loaded* for each that it makes";
    if (all.shared)
        text += ", and *" + shortest(double(all.shared) / made, 3) +
                "* values to and from shared memory";
    if (all.barriers) text += ", with *" + plural(all.barriers, "barrier") + "*";
    return text + ".";
}

std::string note(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const FieldMoment field = field_at(run, context.cursor);
    if (!field.shot) return "";
    const std::string slice =
        std::string(1, axis_names[field.plane.axis]) + " = " + std::to_string(field.plane.slice);
    const auto launch = static_cast<std::ptrdiff_t>(field.shot->launch) + 1,
               launches = std::max(std::ssize(run.launches), launch);
    if (launches == 1) return slice;
    return slice + ", after launch " + std::to_string(launch) + " of " + std::to_string(launches);
}

// A letter chooses the axis, the chosen letter follows the step again; the slider chooses the
// slice.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const FieldMoment field = field_at(context.picture(), cursor);
    if (!field.shot) return false;
    const FieldPlaces places = field_places(field, cells_of(field), context.metrics, area);
    if (places.axes.contains(at)) {
        const int axis =
            std::clamp(static_cast<int>((at.x - places.axes.x) / (places.axes.w * .72f / 3)), 0, 2);
        if (axis == field.plane.axis) cursor.slice = -1;
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

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const FieldMoment field = field_now(context);
    if (!field.shot) return std::nullopt;
    return field_spot(context.picture(), field,
                      field_places(field, cells_of(field), context.metrics, area), at);
}

// Number of different values that points get: most is to see where heat has come to. The first
// launch stands for the others, which do the same.
double weight(const lab::Run& run, int number) {
    const simulator::Step& step = run.steps[static_cast<std::size_t>(number)];
    if (run.fields.empty() || step.kind != simulator::EventKind::store) return 0;
    if (step.launch != run.steps.front().launch) return 0;
    std::set<std::uint64_t> values;
    const FieldArrays& arrays = field_arrays(run, run.fields.front().shape);
    for (const std::uint32_t id : step.events) {
        const simulator::Event& event = run.trace->events[id];
        for (const simulator::Slot& slot : run.trace->lanes_of(event))
            if (slot.value != slot.before && voxel_at(*run.trace, arrays, event, slot.address))
                values.insert(slot.value);
    }
    return static_cast<double>(values.size());
}

// The plane of the points that a step stores.
int plane_of(const lab::Run& run, int number) {
    const simulator::Step& step = run.steps[static_cast<std::size_t>(number)];
    const simulator::Event& event = run.trace->events[step.events.front()];
    const auto at = voxel_at(*run.trace, field_arrays(run, run.fields.front().shape), event,
                             run.trace->lanes_of(event).front().address);
    return at ? static_cast<int>(at->z) : -1;
}

bool fits(const lab::Run& run) { return !run.fields.empty(); }

const RegisterView registered{{.id = "field",
                               .title = "Field",
                               .slot = Slot::warp,
                               .fits = fits,
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note},
                               .pointing = {.click = click, .spot = spot},
                               .interest = {.weight = weight,
                                            .lane = inner_lane,
                                            .place = plane_of,
                                            .words = "where points get most values"}}};

}  // namespace
}  // namespace app::field_view
