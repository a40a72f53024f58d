// What the watched blocks computed at one line of the source, in registers: a value that a kernel
// keeps there shows in no memory event.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/types.h"

namespace simulator {

class Program;

// What one instruction of one warp left, in lanes of `mask`.
struct LeftValue {
    std::uint16_t launch = 0;
    std::uint64_t block = 0;  // linear index in the grid
    // where it stands in its warp's run, as Event has it
    std::uint32_t interval = 0, warp = 0, index = 0;
    std::uint32_t mask = 0;
    Type type = Type::none;         // f32 or f64; of a line of whole numbers one of theirs
    std::uint32_t first = 0;        // LineValues::bits: one a lane of mask, ascending
    std::uint32_t instruction = 0;  // Program::code
};

struct LineValues {
    std::int32_t line = 0;
    std::vector<LeftValue> left;  // in the order in which they were computed
    std::vector<std::uint64_t> bits;
    bool full = false;  // the limit was met: later values are missing

    /// Of that lane; 0 where it is off.
    double value(const LeftValue&, int lane) const;
};

/// Instructions whose results are what a line's statement comes to: those that compute or load a
/// float or a double, and whose result no later instruction of the line reads before another line
/// has its turn. Of a line that has none, those of whole numbers of 32 bits. Copies of a line that
/// a compiler put behind each other, with nothing of another line between them, count as one.
/// Indices into Program::code, ascending.
std::vector<std::uint32_t> leaving(const Program&, std::int32_t line);

}  // namespace simulator
