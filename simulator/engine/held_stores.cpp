// Stores that other blocks do not see yet. See held_stores.h.
#include "simulator/engine/held_stores.h"

#include <algorithm>
#include <ranges>

#include "simulator/hash.h"

namespace simulator {

// Writes as a kernel does: the host's `written` flag stays.
void HeldStores::put(Memory& memory, Address address, std::span<const std::byte> bytes) {
    if (std::byte* host = memory.host(address, bytes.size())) std::ranges::copy(bytes, host);
}

void HeldStores::add(std::span<const HeldStore> together) {
    ++groups_;
    for (const HeldStore& store : together) {
        held_.push_back(store);
        held_.back().group = groups_;
    }
}

void HeldStores::land(Memory& memory, std::uint64_t block) {
    land_if(memory, [&](const HeldStore& store) { return store.block == block; });
}

// Older stores at these places must go first; so all stores of the block go if one overlaps.
void HeldStores::land_at(Memory& memory, std::uint64_t block, Address address,
                         std::uint32_t bytes) {
    const HeldStore place{.block = block, .address = address, .bytes = bytes};
    const auto here = [&](const HeldStore& store) {
        return store.block == block && store.overlaps(place);
    };
    if (std::ranges::any_of(held_, here)) land(memory, block);
}

void HeldStores::land_all(Memory& memory) {
    land_if(memory, [](const HeldStore&) { return true; });
}

void HeldStores::cover(Memory& memory, std::uint64_t block) {
    for (HeldStore& store : held_) {
        if (store.block != block) continue;
        memory.read(store.address, {store.covered.data(), store.bytes});
        put(memory, store.address, {store.value.data(), store.bytes});
    }
}

void HeldStores::uncover(Memory& memory, std::uint64_t block) {
    for (auto store = held_.rbegin(); store != held_.rend(); ++store)
        if (store->block == block)
            put(memory, store->address, {store->covered.data(), store->bytes});
}

void HeldStores::add_to(Hash& hash) const {
    for (const HeldStore& store : held_) {
        hash.add(store.block);
        hash.add(store.address);
        hash.add(std::span(store.value.data(), store.bytes));
    }
}

}  // namespace simulator
