// Values that the watched blocks computed in registers at one source line; memory events do not
// show these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/types.h"

namespace simulator {

class Program;

// The result of one instruction of one warp, for the lanes of `mask`.
struct LeftValue {
    std::uint16_t launch = 0;
    std::uint64_t block = 0;  // linear index in the grid
    // position in its warp's run, as in Event
    std::uint32_t interval = 0, warp = 0, index = 0;
    std::uint32_t mask = 0;
    Type type = Type::none;         // f32 or f64; for a line of integers, an integer type
    std::uint32_t first = 0;        // in LineValues::bits: one a lane of mask, ascending
    std::uint32_t instruction = 0;  // Program::code
};

struct LineValues {
    std::int32_t line = 0;
    std::vector<LeftValue> left;  // in the order in which they were computed
    std::vector<std::uint64_t> bits;
    bool full = false;  // the limit was reached: later values are missing

    /// The value of a lane; 0 if the lane is off.
    double value(const LeftValue&, int lane) const;
};

/// Instructions that give a line's final results: they compute or load a float or a double that no
/// later instruction of the line reads before another line runs. If there are none: the same for
/// 32-bit integers. Adjacent copies of a line that a compiler made count as one. Indices into
/// Program::code, ascending.
std::vector<std::uint32_t> leaving(const Program&, std::int32_t line);

}  // namespace simulator
