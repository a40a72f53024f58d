// What one request of a warp needs from global memory: 128-byte lines, their 32-byte sectors, and
// the bytes that lanes want. The layout step of the coalescing view; knows no pixels.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

constexpr int line_bytes = 128, sector_bytes = 32, sectors_a_line = 4;

// Bytes of a line that one lane wants, or several lanes together.
struct WantedBytes {
    std::uint32_t lanes = 0;
    int byte = 0, bytes = 0;  // within the line
};

struct MemoryLine {
    simulator::Address base = 0;         // multiple of 128
    unsigned touched = 0;                // one bit for each sector
    int wanted_in[sectors_a_line] = {};  // different bytes wanted of each sector
    std::vector<WantedBytes> wanted;     // ordered by byte
};

struct Coalescing {
    std::vector<MemoryLine> lines;  // ordered by address
    int sectors = 0;                // touched sectors of all lines
    int ideal = 0;                  // sectors that these bytes need at best
    int bytes_wanted = 0, bytes_moved = 0;
    int element_bytes = 0;  // bytes that one lane moves
    /// Elements from a lane to the next; nullopt where they differ, or lanes between are off.
    std::optional<std::int64_t> stride;
    /// Bytes by which the first address lies past a multiple of 32.
    int misaligned = 0;
};

Coalescing coalesce(const simulator::Trace&, const simulator::Event&);
/// The same for an event of the run's own trace; kept with the run.
const Coalescing& coalescing_of(const lab::Run&, const simulator::Event&);

/// Bytes wanted of each sector where all sectors agree; else 0.
int wanted_of_each(const Coalescing&);

/// Index of the line that contains `address`, and the byte in it; -1 where none does.
int line_with(const Coalescing&, simulator::Address, int* byte);

struct LineName {
    std::int64_t number = -1;  // in its array, from 0; -1: no array lies there
    std::string first{};       // "numbers[32]": its first element, as the kernel calls it
};
LineName line_name(const lab::Run&, const simulator::Event&, const MemoryLine&);

/// The lane that wants these bytes, or the number of lanes: "7", "×32".
inline std::string lanes_number(const WantedBytes& piece) {
    const int lanes = std::popcount(piece.lanes);
    return lanes == 1 ? std::to_string(std::countr_zero(piece.lanes)) : "×" + std::to_string(lanes);
}

/// "float"; where a lane moves several at once, CUDA's vector type: "float4".
std::string moved_word(const simulator::Event& event);

}  // namespace app
