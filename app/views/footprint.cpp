// A block's reads and writes of a field. See footprint.h.
#include "app/views/footprint.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace app {

using simulator::Event;
using simulator::EventKind;
using simulator::Space;
using MovedSlot = simulator::Slot;

std::size_t Plane::index(int column, int row) const {
    const std::size_t nx = shape.x, ny = shape.y;
    const auto c = static_cast<std::size_t>(column), r = static_cast<std::size_t>(row);
    const auto s = static_cast<std::size_t>(slice);
    if (axis == 2) return c + nx * (r + ny * s);
    if (axis == 1) return c + nx * (s + ny * r);
    return s + nx * (c + ny * r);
}

namespace {

Voxel voxel_of(std::uint64_t element, lab::Dim3 shape) {
    return {static_cast<int>(element % shape.x), static_cast<int>(element / shape.x % shape.y),
            static_cast<int>(element / shape.x / shape.y)};
}

std::optional<std::uint64_t> element_at(const simulator::Trace& trace, const FieldArrays& field,
                                        const Event& event, simulator::Address address) {
    std::int64_t element = 0;
    const int array = event.space == Space::global ? trace.array_of(event, address, &element) : -1;
    if (array < 0) return {};
    const auto part = field.further.find({event.launch, array});
    if (part != field.further.end())
        element += part->second;
    else if (!field.whole.contains(array))
        return {};
    if (element < 0 || element >= std::int64_t(field.shape.count())) return {};
    return static_cast<std::uint64_t>(element);
}

}  // namespace

bool at_face(Voxel at, lab::Dim3 shape) {
    const auto ends = [](int place, std::uint32_t side) {
        return place == 0 || place + 1 == static_cast<int>(side);
    };
    return ends(at.x, shape.x) || ends(at.y, shape.y) || ends(at.z, shape.z);
}

// A point more than half a row away is no neighbour: the address before a row's first point, or
// after its last, belongs to another row.
bool Made::is_stray(std::size_t load, lab::Dim3 shape) const {
    const int behind = loaded[load].x - (point.x + stored - 1),
              before = point.x - (loaded[load].x + brought[load] - 1);
    return 2 * std::max(behind, before) > static_cast<int>(shape.x);
}

std::optional<Voxel> voxel_at(const simulator::Trace& trace, const FieldArrays& field,
                              const Event& event, simulator::Address address) {
    const auto at = element_at(trace, field, event, address);
    if (!at) return {};
    return voxel_of(*at, field.shape);
}

namespace {

// Adds one load or store of a warp.
void add(Footprint& made, const simulator::Trace& trace, const FieldArrays& field,
         const Event& event) {
    const bool store = event.kind == EventKind::store;
    const std::uint8_t flag = store ? Footprint::is_written : Footprint::is_read;
    for (const MovedSlot& slot : trace.lanes_of(event))
        if (const auto element = element_at(trace, field, event, slot.address)) {
            std::uint8_t& point = made.points[*element];
            (store ? made.written : made.read) += !(point & flag);
            point |= flag;
            ++(store ? made.stores : made.loads);
            made.kept += store && slot.value == slot.before &&
                         at_face(voxel_of(*element, field.shape), field.shape);
            if (!store) ++made.loaded[*element];
        }
}

void frame_own(Footprint& made, lab::Dim3 shape) {
    made.first = voxel_of(shape.count() - 1, shape);
    for (std::size_t i = 0; i < made.points.size(); ++i) {
        if (!(made.points[i] & Footprint::is_written)) continue;
        const Voxel at = voxel_of(i, shape);
        made.first = {std::min(made.first.x, at.x), std::min(made.first.y, at.y),
                      std::min(made.first.z, at.z)};
        made.last = {std::max(made.last.x, at.x), std::max(made.last.y, at.y),
                     std::max(made.last.z, at.z)};
    }
}

// Strays are points read beyond a gap from the columns of the block and its halo: they stand before
// or after a row in memory.
void mark_strays(Footprint& made, lab::Dim3 shape) {
    if (made.written == 0) return;
    std::vector<bool> read(shape.x);
    for (std::size_t i = 0; i < made.points.size(); ++i)
        if (made.points[i]) read[i % shape.x] = true;
    std::size_t first = static_cast<std::size_t>(made.first.x),
                last = static_cast<std::size_t>(made.last.x);
    while (first > 0 && read[first - 1]) --first;
    while (last + 1 < shape.x && read[last + 1]) ++last;
    for (std::size_t i = 0; i < made.points.size(); ++i)
        if (made.points[i] && (i % shape.x < first || i % shape.x > last))
            made.points[i] |= Footprint::is_stray;
}

void sum_up(Footprint& made, lab::Dim3 shape) {
    frame_own(made, shape);
    mark_strays(made, shape);
    for (std::size_t i = 0; i < made.points.size(); ++i) {
        if (made.points[i] & Footprint::is_stray) continue;
        int& most = made.points[i] & Footprint::is_written ? made.most_own : made.most_halo;
        most = std::max<int>(most, made.loaded[i]);
    }
}

}  // namespace

Footprint footprint_of(const simulator::Trace& trace, const FieldArrays& field, int launch,
                       std::uint64_t block) {
    constexpr std::uint64_t most = 1 << 24;
    const lab::Dim3 shape = field.shape;
    Footprint made;
    if (shape.count() == 0 || shape.count() > most) return made;
    made.points.resize(shape.count());
    made.loaded.resize(shape.count());
    for (const Event& event : trace.events) {
        if (event.launch != launch || event.block != block) continue;
        made.barriers += event.kind == EventKind::barrier && event.warp == 0;
        if (event.kind != EventKind::store && event.kind != EventKind::load) continue;
        if (event.space == Space::global) add(made, trace, field, event);
        if (event.space == Space::shared) made.shared += trace.lanes_of(event).size();
    }
    sum_up(made, shape);
    return made;
}

namespace {

// A store of a point came between: the loads so far were for that point.
void begin_another(Made& made) {
    std::vector<Voxel> before = std::move(made.before);
    before.insert(before.end(), made.loaded.begin(), made.loaded.end());
    made = {.point = made.point, .before = std::move(before)};
}

// The points of the field that the value stored for `lane` came from.
std::set<Voxel> sources_of(const simulator::Flow& flow, lab::Dim3 shape, const Event& store,
                           int lane) {
    std::set<Voxel> sources;
    const auto thread = store.warp * simulator::warp_size + std::uint32_t(lane);
    for (const simulator::Version& made : flow.versions) {
        if (made.kind != simulator::VersionKind::stored || made.launch != store.launch ||
            made.block != store.block || made.thread != thread || made.index != store.index)
            continue;
        for (const auto& edge : std::span(flow.edges).subspan(made.first_edge, made.edges)) {
            const simulator::Version& source = flow.versions[edge.source];
            if (source.array < 0) continue;
            const simulator::Array& array = flow.arrays[std::size_t(source.array)];
            if (array.space == Space::global && array.elements == shape.count())
                sources.insert(voxel_of(std::uint64_t(source.cell), shape));
        }
    }
    return sources;
}

}  // namespace

std::vector<Voxel> kept_for(const simulator::Flow& flow, lab::Dim3 shape, const Event& store,
                            int lane, const Made& made) {
    std::vector<Voxel> kept;
    std::set<Voxel> sources = sources_of(flow, shape, store, lane);
    for (const Voxel& loaded : made.loaded) sources.erase(loaded);
    for (const Voxel& before : made.before)
        if (sources.erase(before) > 0) kept.push_back(before);
    return kept;
}

std::optional<Made> made_by(const simulator::Trace& trace, const FieldArrays& field,
                            const Event& store, int lane) {
    const MovedSlot* slot = trace.slot(store, lane);
    const auto point = slot ? voxel_at(trace, field, store, slot->address) : std::nullopt;
    if (!point) return {};
    Made made{.point = *point};
    for (const Event& event : trace.events) {
        if (event.launch != store.launch || event.block != store.block || event.warp != store.warp)
            continue;
        if (event.index >= store.index) break;
        const MovedSlot* moved = trace.slot(event, lane);
        const bool load = event.kind == EventKind::load;
        made.shared_loads += moved && load && event.space == Space::shared;
        const auto voxel = moved ? voxel_at(trace, field, event, moved->address) : std::nullopt;
        if (!voxel) continue;
        // Loads before an earlier store of the same point were for this point, too.
        if (event.kind == EventKind::store && *voxel != made.point) begin_another(made);
        if (load) {
            made.loaded.push_back(*voxel);
            made.brought.push_back(event.count);
        }
    }
    made.stored = store.count;
    return made;
}

}  // namespace app
