// Order::weak: an execution that the memory model allows, but no order of instructions gives.
// Blocks and warps take turns by a seed; other blocks see stores to global memory late. Loads run
// in program order: earlier loads are not simulated.
#include <bit>
#include <utility>

#include "simulator/engine/engine_watch.h"

namespace simulator {
namespace {

// Whether it orders earlier accesses for threads of other blocks too.
bool reaches_others(const Code& code) {
    const bool orders = code.row->effect.kind == Kind::fence || code.flags & releases;
    return orders && !(code.flags & block_scope);
}

}  // namespace

template <class Each>
void Engine::each_global_place(const WarpState& warp, const Code& code, Each each) const {
    const auto bytes = static_cast<std::uint32_t>(size_of(code.type) * code.count);
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Located at = resolve(code.space, lane_address(warp, code, lane));
        if (at.space != Space::global) continue;
        if (std::as_const(machinery_.memory).host(at.address, bytes)) each(at.address, bytes);
    }
}

// Shows memory as the block's threads see it, until end_weakly(). Writes may move a shared buffer,
// so known regions are forgotten.
void Engine::begin_weakly(const Resident& resident, const WarpState& warp, const Code& code) {
    HeldStores& held = launch_.held;
    const Kind kind = code.row->effect.kind;
    if (reaches_others(code)) land(resident.block);
    if (!code.row->effect.is_memory()) return;
    if (kind == Kind::atomic)
        each_global_place(warp, code, [&](Address address, std::uint32_t bytes) {
            held.land_at(machinery_.memory, resident.block, address, bytes);
        });
    storing_.clear();
    held.cover(machinery_.memory, resident.block);
    if (kind == Kind::store && !reaches_others(code))
        each_global_place(warp, code, [&](Address address, std::uint32_t bytes) {
            HeldStore store{.block = resident.block, .address = address, .bytes = bytes};
            machinery_.memory.read(address, {store.covered.data(), bytes});
            storing_.push_back(store);
        });
    forget_places();
}

void Engine::end_weakly(const Resident& resident, const Code& code) {
    if (!code.row->effect.is_memory()) return;
    Memory& memory = machinery_.memory;
    for (HeldStore& store : storing_) memory.read(store.address, {store.value.data(), store.bytes});
    for (const HeldStore& store : storing_)
        HeldStores::put(memory, store.address, {store.covered.data(), store.bytes});
    launch_.held.uncover(memory, resident.block);
    launch_.held.add(storing_);
    if (launch_.held.many()) launch_.held.land_all(memory);
    storing_.clear();
}

// Makes some held stores visible between two turns. False if none was held.
bool Engine::land_some() {
    if (launch_.held.empty()) return false;
    launch_.held.land_some(machinery_.memory, [this] { return random(); });
    ++launch_.changes;
    return true;
}

void Engine::land(std::uint64_t block) {
    launch_.held.land(machinery_.memory, block);
    ++launch_.changes;
}

}  // namespace simulator
