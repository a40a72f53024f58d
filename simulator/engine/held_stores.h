// Order::weak: stores to global memory that other blocks do not see yet. The memory model
// guarantees less than program order. A block's own threads see its store at once. Threads of other
// blocks see it later, in any order of places, at the latest at a fence or release of device scope
// or the end of the launch. Stores to one address keep their order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/memory.h"

namespace simulator {

class Hash;

// The store of one lane.
struct HeldStore {
    std::uint64_t block = 0;  // whose threads see it
    std::uint64_t group = 0;  // identifies the lanes that stored together
    Address address = 0;
    std::uint32_t bytes = 0;  // up to 16
    std::array<std::byte, 16> value{}, covered{};
    bool overlaps(const HeldStore& other) const {
        return address < other.address + other.bytes && other.address < address + bytes;
    }
};

// All held stores, oldest first. Copied with the running launch.
class HeldStores {
public:
    bool empty() const { return held_.empty(); }
    bool many() const { return held_.size() > 512; }  // then searching them takes long
    /// Holds the stores of one instruction's lanes.
    void add(std::span<const HeldStore> together);

    /// Makes a block's stores visible to others: all, or those that overlap a place.
    void land(Memory&, std::uint64_t block);
    void land_at(Memory&, std::uint64_t block, Address, std::uint32_t bytes);
    void land_all(Memory&);
    /// Makes each group of lanes that stored together visible with a chance of one in eight; stores
    /// to one address keep their order. `random` gives 64 bits.
    template <class Random>
    void land_some(Memory& memory, Random random) {
        std::uint64_t group = 0;
        bool lands = false;
        land_if(memory, [&](const HeldStore& store) {
            if (store.group != group) lands = random() % 8 == 0;
            group = store.group;
            return lands;
        });
    }

    /// Writes bytes to memory: a store's value, or the covered bytes.
    static void put(Memory&, Address, std::span<const std::byte>);

    /// Shows memory as the block's threads see it; uncover() restores it.
    void cover(Memory&, std::uint64_t block);
    void uncover(Memory&, std::uint64_t block);

    void add_to(Hash&) const;

private:
    template <class Wanted>
    void land_if(Memory& memory, Wanted wanted);
    std::vector<HeldStore> held_;
    std::uint64_t groups_ = 0;
};

template <class Wanted>
void HeldStores::land_if(Memory& memory, Wanted wanted) {
    std::vector<HeldStore> left;
    for (const HeldStore& store : held_) {
        const auto before = [&](const HeldStore& older) {
            return older.block == store.block && older.overlaps(store);
        };
        bool stays = false;
        for (const HeldStore& older : left) stays = stays || before(older);
        if (stays || !wanted(store))
            left.push_back(store);
        else
            put(memory, store.address, {store.value.data(), store.bytes});
    }
    held_ = std::move(left);
}

}  // namespace simulator
