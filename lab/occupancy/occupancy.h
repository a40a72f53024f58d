// How many blocks a multiprocessor holds at once: its resources by card, their allocation units,
// and the resource that runs out first. Arithmetic and tables alone, used by lessons and pictures.
//
// The tables are NVIDIA's: the technical specifications in the CUDA C programming guide (editions
// 3.0 and 4.2 for cards below 3.0), and the toolkit's cuda_occupancy.h.
// tests/lab/occupancy/occupancy.cpp compares with that header where it is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lab {

// One multiprocessor of a card.
struct Multiprocessor {
    std::string id, card, capability;  // "8800gtx", "GeForce 8800 GTX", "1.0"
    int year = 0;
    int count = 1;       // multiprocessors on the card
    int schedulers = 4;  // each has a share of the registers and issues one warp a cycle
    std::int64_t warps = 64, blocks = 32, registers = 65536, shared = 0;  // capacity
    std::int64_t threads_a_block = 1024, registers_a_thread = 255, shared_a_block = 0;
    std::int64_t registers_a_block = 65536;
    // Allocation units of registers and shared memory.
    std::int64_t register_piece = 256, shared_piece = 128;
    std::int64_t shared_reserved = 0;  // in each block, for the system
    bool registers_by_block = false;   // allocated by block; else by warp
    std::int64_t warps_in_pairs = 1;   // by block: warps are rounded up to a multiple of this
    std::int64_t threads() const { return warps * 32; }
};

/// From the first CUDA card to today's.
std::span<const Multiprocessor> multiprocessors();
/// The card of recorded and modelled times.
const Multiprocessor& usual_multiprocessor();
/// "an H200".
std::string a_card(const Multiprocessor&);

// The resources that a launch requests.
struct BlockNeeds {
    std::int64_t threads = 1;    // of a block
    std::int64_t registers = 0;  // of a thread; 0: not known
    std::int64_t shared = 0;     // bytes of a block, static and dynamic
};

// The resources of a multiprocessor that blocks use.
enum class Resource : std::uint8_t { warps, blocks, registers, shared };
constexpr std::size_t resource_count = 4;

// Numbers about one resource.
struct Room {
    std::int64_t whole = 0;     // of the multiprocessor
    std::int64_t of_block = 0;  // of each block; 0: none
    std::int64_t fit = 0;       // blocks for which it is enough
    std::int64_t left(std::int64_t blocks) const { return whole - blocks * of_block; }
};

struct Occupancy {
    std::array<Room, resource_count> rooms;  // by Resource
    std::int64_t blocks = 0;                 // at once
    std::int64_t warps_of_block = 1;
    std::int64_t most_warps = 1;  // capacity of the multiprocessor
    Resource limit{};             // runs out first; of several, the first
    /// No block fits: it exceeds a limit for a single block or thread.
    bool too_large = false;
    const Room& of(Resource resource) const { return rooms[static_cast<std::size_t>(resource)]; }
    std::int64_t warps() const { return blocks * warps_of_block; }
    double share() const { return double(warps()) / double(most_warps); }
};

Occupancy occupancy_of(const Multiprocessor&, const BlockNeeds&);

}  // namespace lab
