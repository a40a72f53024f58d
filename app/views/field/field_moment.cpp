// Finds what the view of a field shows, in the trace. See field_moment.h.
#include "app/views/field/field_moment.h"

#include <algorithm>
#include <cmath>

#include "app/views/moment.h"
#include "lab/features/cut.h"

namespace app {
namespace {

using simulator::EventKind;
using simulator::Step;

// The field as the current launch leaves it.
const lab::FieldShot* shot_of(const lab::Run& run, const Cursor& cursor) {
    const lab::FieldShot* found = nullptr;
    for (const lab::FieldShot& shot : run.fields)
        if (!found || shot.launch <= launch_at(run, cursor)) found = &shot;
    return found;
}

// Takes from the plan where a launch's arrays lie in the field.
void take_parts(FieldArrays& field, const simulator::Trace& trace, const lab::Plan& plan,
                const lab::Launch& launch, int number) {
    for (const lab::Touched& touched : launch.touches) {
        if (!touched.further) continue;
        const std::string& name = plan.allocations.at(std::size_t(touched.buffer.id)).name;
        for (std::size_t i = 0; i < trace.arrays.size(); ++i)
            if (trace.arrays[i].space == simulator::Space::global && trace.arrays[i].name == name)
                field.further[{number, int(i)}] = *touched.further;
    }
}

bool is_field(const lab::Run& run, const simulator::Array& array, lab::Dim3 shape) {
    return std::ranges::any_of(run.shapes, [&](const lab::ShapeRecord& one) {
        return one.buffer == array.name && one.shape == shape;
    });
}

// Other arrays may have as many elements as the field: only the plan knows what an array is.
FieldArrays arrays_by_plan(const lab::Run& run, lab::Dim3 shape) {
    FieldArrays field{.shape = shape};
    if (!run.trace) return field;
    for (std::size_t i = 0; i < run.trace->arrays.size(); ++i)
        if (is_field(run, run.trace->arrays[i], shape)) field.whole.insert(int(i));
    if (!run.request.settings.lesson()) return field;
    const lab::Plan plan = lab::plan_of(run.request.settings);
    int number = 0;
    for (const lab::PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step))
            take_parts(field, *run.trace, plan, *launch, number++);
    return field;
}

bool writes_field(const lab::Run& run, const Step& step, lab::Dim3 shape) {
    if (step.kind != EventKind::store || step.events.empty()) return false;
    const simulator::Event& event = run.trace->events[step.events[0]];
    const auto slots = run.trace->lanes_of(event);
    return !slots.empty() &&
           voxel_at(*run.trace, field_arrays(run, shape), event, slots[0].address).has_value();
}

ValueRange range_in(const lab::Run& run) {
    ValueRange range;
    for (const lab::FieldShot& shot : run.fields)
        for (const float value : shot.values)
            if (std::isfinite(value))
                range.low = std::min(range.low, value), range.high = std::max(range.high, value);
    return range;
}

const ValueRange& value_range(const lab::Run& run) {
    return run.derived(0, [&] { return range_in(run); });
}

const Footprint& launch_footprint(const lab::Run& run, lab::Dim3 shape, int launch) {
    return run.derived(launch, [&] {
        return run.trace
                   ? footprint_of(*run.trace, field_arrays(run, shape), launch, shown_block(run))
                   : Footprint{};
    });
}

bool stores_to(const simulator::Trace& trace, int launch, int array) {
    return std::ranges::any_of(trace.events, [&](const simulator::Event& event) {
        if (event.launch != launch || event.kind != EventKind::store) return false;
        const auto slots = trace.lanes_of(event);
        return !slots.empty() && trace.array_of(event, slots[0].address, nullptr) == array;
    });
}

struct PartWritten {
    std::string array;
};

// An array that a launch stores to and that holds points of the field but is no field.
PartWritten part_in(const lab::Run& run, lab::Dim3 shape, int launch) {
    for (const auto& [of, further] : field_arrays(run, shape).further) {
        const simulator::Array& array = run.trace->arrays[std::size_t(of.second)];
        if (of.first == launch && !is_field(run, array, shape) &&
            stores_to(*run.trace, launch, of.second))
            return {array.name};
    }
    return {};
}

std::string part_written(const lab::Run& run, lab::Dim3 shape, int launch) {
    if (!run.trace) return "";
    return run.derived(launch, [&] { return part_in(run, shape, launch); }).array;
}

std::optional<Made> point_at(const lab::Run& run, const Cursor& cursor, const FieldMoment& field) {
    if (!run.trace) return {};
    const FieldArrays& arrays = field_arrays(run, field.plane.shape);
    const Shown shown = nearest(run, cursor, [&](const Step& step) {
        if (step.launch != field.launch || !writes_field(run, step, field.plane.shape))
            return false;
        if (cursor.slice < 0) return true;
        const simulator::Event& event = run.trace->events[step.events[0]];
        const auto voxel =
            voxel_at(*run.trace, arrays, event, run.trace->lanes_of(event)[0].address);
        return voxel && field.plane.depth_of(*voxel) == cursor.slice;
    });
    if (!shown) return {};
    const int lane = lane_in(*shown.event, cursor);
    auto made = made_by(*run.trace, arrays, *shown.event, lane);
    if (made && run.flow && !made->before.empty())
        made->kept = kept_for(*run.flow, field.plane.shape, *shown.event, lane, *made);
    return made;
}

void take_in(Cells::Box& box, int column, int row) {
    box.left = std::min(box.left, column), box.right = std::max(box.right, column + 1);
    box.top = std::min(box.top, row), box.bottom = std::max(box.bottom, row + 1);
}

Cells::Box box_around(const std::vector<std::pair<int, int>>& cells) {
    if (cells.empty()) return {};
    const auto [column, row] = cells.front();
    Cells::Box box{column, row, column + 1, row + 1};
    for (const auto& cell : cells) take_in(box, cell.first, cell.second);
    return box;
}

// Whether a boundary value stays: a store writes it back unchanged, together with other points.
bool stays(const lab::Run& run, const lab::FieldShot& shot, Voxel at) {
    if (!at_face(at, shot.shape)) return false;
    const lab::FieldShot* before = nullptr;
    for (const lab::FieldShot& other : run.fields)
        if (other.launch < shot.launch && (!before || other.launch > before->launch))
            before = &other;
    const Plane plane{shot.shape, 2, at.z};
    const std::size_t element = plane.index(at.x, at.y);
    return before && before->values.size() == shot.values.size() &&
           before->values[element] == shot.values[element];
}

}  // namespace

const FieldArrays& field_arrays(const lab::Run& run, lab::Dim3 shape) {
    return run.derived(std::int64_t(shape.count()), [&] { return arrays_by_plan(run, shape); });
}

FieldMoment field_at(const lab::Run& run, const Cursor& cursor) {
    FieldMoment field;
    field.shot = shot_of(run, cursor);
    if (!field.shot || field.shot->values.size() != field.shot->shape.count()) return {};
    field.launch = launch_at(run, cursor);
    field.plane = {field.shot->shape, lab::cut_across(run.request.settings, cursor), 0};
    field.follows = cursor.slice < 0;
    field.made = point_at(run, cursor, field);
    const int wished = !field.follows ? cursor.slice
                       : field.made   ? field.plane.depth_of(field.made->point)
                                      : field.plane.depth() / 2;
    field.plane.slice = std::clamp(wished, 0, field.plane.depth() - 1);
    if (field.made && field.plane.depth_of(field.made->point) != field.plane.slice)
        field.made.reset();
    field.fixed = field.made && stays(run, *field.shot, field.made->point);
    field.footprint = &launch_footprint(run, field.plane.shape, field.launch);
    field.part = part_written(run, field.plane.shape, field.launch);
    field.range = value_range(run);
    return field;
}

int inner_lane(const lab::Run& run, int step, int warp) {
    if (run.fields.empty() || !run.trace) return 0;
    Cursor cursor;
    cursor.step = step, cursor.warp = warp;
    const simulator::Event* event = event_in(run, step, cursor);
    if (!event || event->kind != EventKind::store) return 0;
    const lab::Dim3 shape = run.fields.front().shape;
    const FieldArrays& arrays = field_arrays(run, shape);
    const auto makes = [&](int lane) {
        const simulator::Slot* slot = run.trace->slot(*event, lane);
        const auto voxel =
            slot ? voxel_at(*run.trace, arrays, *event, slot->address) : std::nullopt;
        return voxel && !at_face(*voxel, shape);
    };
    if (makes(lane_in(*event, cursor))) return 0;
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        if (makes(lane)) return lane;
    return 0;
}

Cells cells_of(const FieldMoment& field) {
    Cells cells;
    const Plane& plane = field.plane;
    for (int row = 0; row < plane.rows(); ++row)
        for (int column = 0; column < plane.columns(); ++column) {
            const std::uint8_t flags = field.footprint->of(plane.index(column, row));
            if (flags & Footprint::is_written)
                cells.own.push_back({column, row});
            else if (flags & Footprint::is_stray)
                ++cells.strays;
            else if (flags)
                cells.halo.push_back({column, row});
        }
    cells.made = cells.around = box_around(cells.own);
    if (cells.own.empty()) cells.around = box_around(cells.halo);
    for (const auto& [column, row] : cells.halo) take_in(cells.around, column, row);
    return cells;
}

}  // namespace app
