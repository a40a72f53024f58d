// A model of one warp scheduler, cycle by cycle: so many warps run the same instructions, one of
// those that are ready issues its next one, and an instruction is ready when what it reads is
// there. Pure arithmetic; drawn by "Warps ready and waiting".
//
// It knows no caches, no units that are busy and no barrier: what one instruction waits for is the
// latency of another. Instructions are those of the PTX.
#pragma once

#include <cstdint>
#include <vector>

namespace lab {

// One instruction of a warp's way.
struct Issued {
    std::vector<std::uint32_t> reads, writes;  // registers, by any numbers
    int latency = 1;                           // cycles until what it writes can be read
    std::uint32_t instruction = 0;             // whose: Program::code
};
using Way = std::vector<Issued>;

// What a warp does in a cycle.
enum class WarpState : std::uint8_t { waits, ready, issues, done };

struct Schedule {
    int warps = 0;
    std::vector<WarpState> states;  // by cycle, then warp
    std::vector<int> issued;        // by cycle: the warp, -1 where none was ready
    std::vector<int> first;  // by instruction of the way: the cycle in which warp 0 issues it
    int cycles() const { return static_cast<int>(issued.size()); }
    WarpState at(int cycle, int warp) const {
        return states[static_cast<std::size_t>(cycle) * static_cast<std::size_t>(warps) +
                      static_cast<std::size_t>(warp)];
    }
    /// Cycles from `from` to before `to` in which a warp issues.
    int used(int from, int to) const;
};

/// Until all warps are done, `most` cycles at the most. Of several warps that are ready the one
/// goes that comes next after the last that went.
Schedule schedule_of(const Way&, int warps, int most);

}  // namespace lab
