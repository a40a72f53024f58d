// Order::weak: stores to global memory that other blocks do not see yet. The memory model promises
// less than the order of a program: what a block stores is seen by its own threads at once, and by
// those of other blocks later, one place before another, until a fence or a release of the device's
// scope, or the end of the launch. Places of one address keep their order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/memory.h"

namespace simulator {

class Hash;

// What one lane stored.
struct HeldStore {
    std::uint64_t block = 0;  // whose threads see it
    std::uint64_t group = 0;  // of the lanes that stored together
    Address address = 0;
    std::uint32_t bytes = 0;  // up to 16
    std::array<std::byte, 16> value{}, covered{};
    bool overlaps(const HeldStore& other) const {
        return address < other.address + other.bytes && other.address < address + bytes;
    }
};

// All that are held, oldest first. A value, as all of a running launch.
class HeldStores {
public:
    bool empty() const { return held_.empty(); }
    bool many() const { return held_.size() > 512; }  // to look through them takes long
    /// What the lanes of an instruction store.
    void add(std::span<const HeldStore> together);

    /// Others see what a block holds: all of it, or what overlaps a place.
    void land(Memory&, std::uint64_t block);
    void land_at(Memory&, std::uint64_t block, Address, std::uint32_t bytes);
    void land_all(Memory&);
    /// Lanes that stored together with the chance of one in eight, in an order that keeps that of
    /// one address; `random` gives 64 bits.
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

    /// Bytes of a store, or those that stood there.
    static void put(Memory&, Address, std::span<const std::byte>);

    /// Memory as the threads of a block see it, and as it was.
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
