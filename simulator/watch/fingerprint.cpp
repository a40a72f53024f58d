// See fingerprint.h. Members are added one by one: padding between them has no defined value.
#include "simulator/watch/fingerprint.h"

#include <span>
#include <string_view>

#include "simulator/hash.h"

namespace simulator {
namespace {

void add(Hash& hash, std::string_view text) { hash.add(std::as_bytes(std::span(text))); }

template <class... Numbers>
void add_all(Hash& hash, Numbers... numbers) {
    (hash.add(static_cast<std::uint64_t>(numbers)), ...);
}

void add(Hash& hash, const Dim3& size) { add_all(hash, size.x, size.y, size.z); }

void add(Hash& hash, const LaunchShape& launch) {
    add(hash, launch.kernel);
    add(hash, launch.grid);
    add(hash, launch.block);
    add_all(hash, launch.shared_bytes, launch.register_bytes);
}

void add(Hash& hash, const Array& array) {
    add(hash, array.name);
    add_all(hash, array.space, array.type, array.base, array.elements, array.launch);
}

void add(Hash& hash, const Event& e) {
    add_all(hash, e.kind, e.space, e.type, e.count, e.launch, e.block, e.interval, e.warp, e.index,
            e.mask, e.line, e.ptx_line, e.first, e.instruction, e.sectors, e.wavefronts, e.ideal,
            e.passes, e.at_once, e.signals, e.fence, e.fence_line, e.used);
}

void add(Hash& hash, const Slot& slot) { add_all(hash, slot.address, slot.value, slot.before); }

void add(Hash& hash, const Version& v) {
    add_all(hash, v.kind, v.live, v.used, v.raced, v.launch, v.array, v.cell, v.block, v.before,
            v.after, v.interval, v.level, v.thread, v.index, v.line, v.first_edge, v.edges,
            v.omitted, v.previous);
}

void add(Hash& hash, const Edge& edge) {
    add_all(hash, edge.source, edge.kind, edge.moved, edge.raced);
}

void add(Hash& hash, const Comparison& c) {
    add_all(hash, c.a, c.b, c.launch, c.block, c.interval, c.level, c.thread, c.index, c.line);
}

void add(Hash& hash, const Lost& lost) {
    add(hash, lost.instruction);
    add_all(hash, lost.line);
}

void add(Hash& hash, std::uint64_t number) { hash.add(number); }

template <class Any>
void add_list(Hash& hash, const std::vector<Any>& list) {
    hash.add(std::uint64_t{list.size()});
    for (const Any& one : list) add(hash, one);
}

}  // namespace

std::uint64_t fingerprint(const Trace& trace) {
    Hash hash;
    add_list(hash, trace.launches);
    add_list(hash, trace.arrays);
    add_list(hash, trace.events);
    add_list(hash, trace.slots);
    add_list(hash, trace.watched);
    hash.add(trace.full);
    return hash.value();
}

std::uint64_t fingerprint(const Flow& flow) {
    Hash hash;
    add_list(hash, flow.arrays);
    add_list(hash, flow.versions);
    add_list(hash, flow.edges);
    add_list(hash, flow.comparisons);
    add_list(hash, flow.lost);
    hash.add(flow.full);
    return hash.value();
}

}  // namespace simulator
