// How many blocks a multiprocessor has room for at once: what it has, card by card, in which pieces
// it gives that out, and what is used up first. Arithmetic and tables alone; lessons and pictures
// ask.
//
// The tables are NVIDIA's: the CUDA C programming guide's technical specifications by compute
// capability (editions 3.0 and 4.2 for the cards before 3.0), and cuda_occupancy.h of the toolkit,
// with which tests/lab_occupancy.cpp compares where it is found.
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
    int count = 1;       // of them on the card
    int schedulers = 4;  // each has a part of the registers, and issues one warp's instruction
    std::int64_t warps = 64, blocks = 32, registers = 65536, shared = 0;  // that it holds
    std::int64_t threads_a_block = 1024, registers_a_thread = 255, shared_a_block = 0;
    std::int64_t registers_a_block = 65536;
    // Pieces that registers and shared memory are given out in.
    std::int64_t register_piece = 256, shared_piece = 128;
    std::int64_t shared_reserved = 0;  // of each block, for the system
    bool registers_by_block = false;   // else by warp
    std::int64_t warps_in_pairs = 1;   // by block: as many warps as a multiple of this
    std::int64_t threads() const { return warps * 32; }
};

/// From the first CUDA card to today's.
std::span<const Multiprocessor> multiprocessors();
/// The one that recorded and modelled times speak of.
const Multiprocessor& usual_multiprocessor();
/// "an H200".
std::string a_card(const Multiprocessor&);

// What a launch asks for.
struct BlockNeeds {
    std::int64_t threads = 1;    // of a block
    std::int64_t registers = 0;  // of a thread; 0: not known
    std::int64_t shared = 0;     // bytes of a block, static and dynamic
};

// What blocks take of a multiprocessor.
enum class Resource : std::uint8_t { warps, blocks, registers, shared };
constexpr std::size_t resource_count = 4;

// Of one resource.
struct Room {
    std::int64_t whole = 0;     // that the multiprocessor has
    std::int64_t of_block = 0;  // given to each block; 0: none
    std::int64_t fit = 0;       // blocks that it is enough for
    std::int64_t left(std::int64_t blocks) const { return whole - blocks * of_block; }
};

struct Occupancy {
    std::array<Room, resource_count> rooms;  // by Resource
    std::int64_t blocks = 0;                 // at once
    std::int64_t warps_of_block = 1;
    std::int64_t most_warps = 1;  // that the multiprocessor holds
    Resource limit{};             // used up first; of several the first
    /// Where no block fits: it is over what a single block or thread may have at all.
    bool too_large = false;
    const Room& of(Resource resource) const { return rooms[static_cast<std::size_t>(resource)]; }
    std::int64_t warps() const { return blocks * warps_of_block; }
    double share() const { return double(warps()) / double(most_warps); }
};

Occupancy occupancy_of(const Multiprocessor&, const BlockNeeds&);

}  // namespace lab
