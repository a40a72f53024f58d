// A block's reads and writes of a field. See footprint.h.
#include "app/views/footprint.h"

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

std::optional<std::uint64_t> element_at(const simulator::Trace& trace, lab::Dim3 shape,
                                        const Event& event, simulator::Address address) {
    std::int64_t element = 0;
    const int array = event.space == Space::global ? trace.array_of(event, address, &element) : -1;
    if (array < 0 || trace.arrays[array].elements != shape.count()) return {};
    return static_cast<std::uint64_t>(element);
}

}  // namespace

std::optional<Voxel> voxel_at(const simulator::Trace& trace, lab::Dim3 shape, const Event& event,
                              simulator::Address address) {
    const auto at = element_at(trace, shape, event, address);
    if (!at) return {};
    return Voxel{static_cast<int>(*at % shape.x), static_cast<int>(*at / shape.x % shape.y),
                 static_cast<int>(*at / shape.x / shape.y)};
}

Footprint footprint_of(const simulator::Trace& trace, lab::Dim3 shape, int launch,
                       std::uint64_t block) {
    constexpr std::uint64_t most = 1 << 24;
    Footprint made;
    if (shape.count() > most) return made;
    made.points.resize(shape.count());
    for (const Event& event : trace.events) {
        if (event.launch != launch || event.block != block || event.space != Space::global)
            continue;
        const bool store = event.kind == EventKind::store;
        if (!store && event.kind != EventKind::load) continue;
        const std::uint8_t flag = store ? Footprint::is_written : Footprint::is_read;
        for (const MovedSlot& slot : trace.lanes_of(event))
            if (const auto element = element_at(trace, shape, event, slot.address)) {
                std::uint8_t& point = made.points[*element];
                (store ? made.written : made.read) += !(point & flag);
                point |= flag;
                ++(store ? made.stores : made.loads);
            }
    }
    return made;
}

std::optional<Made> made_by(const simulator::Trace& trace, lab::Dim3 shape, const Event& store,
                            int lane) {
    const MovedSlot* slot = trace.slot(store, lane);
    const auto point = slot ? voxel_at(trace, shape, store, slot->address) : std::nullopt;
    if (!point) return {};
    Made made{.point = *point};
    for (const Event& event : trace.events) {
        if (event.launch != store.launch || event.block != store.block || event.warp != store.warp)
            continue;
        if (event.index >= store.index) break;
        const MovedSlot* moved = trace.slot(event, lane);
        const bool load = event.kind == EventKind::load;
        made.shared_loads += moved && load && event.space == Space::shared;
        const auto voxel = moved ? voxel_at(trace, shape, event, moved->address) : std::nullopt;
        if (!voxel) continue;
        if (event.kind == EventKind::store) made = {.point = *point};
        if (load) {
            made.loaded.push_back(*voxel);
            made.brought.push_back(event.count);
        }
    }
    return made;
}

}  // namespace app
