// A model of one warp scheduler, cycle by cycle. All warps run the same instructions. Each cycle,
// one ready warp issues its next instruction. An instruction is ready when its operands are. Pure
// arithmetic; drawn by "Warps ready and waiting".
//
// The model has no caches, no busy units and no barriers: an instruction waits only for the latency
// of another. Instructions are those of the PTX.
#pragma once

#include <cstdint>
#include <vector>

namespace lab {

// One instruction of a warp.
struct Issued {
    std::vector<std::uint32_t> reads, writes;  // registers, by any numbering
    int latency = 1;                           // cycles until its result can be read
    std::uint32_t instruction = 0;             // index in Program::code
};
using Way = std::vector<Issued>;

// The state of a warp in a cycle.
enum class WarpState : std::uint8_t { waits, ready, issues, done };

struct Schedule {
    int warps = 0;
    std::vector<WarpState> states;  // by cycle, then warp
    std::vector<int> issued;        // by cycle: the warp that issues; -1: none was ready
    std::vector<int> first;         // by instruction: the cycle in which warp 0 issues it
    int cycles() const { return static_cast<int>(issued.size()); }
    WarpState at(int cycle, int warp) const {
        return states[static_cast<std::size_t>(cycle) * static_cast<std::size_t>(warps) +
                      static_cast<std::size_t>(warp)];
    }
    /// Cycles from `from` to before `to` in which a warp issues.
    int used(int from, int to) const;
};

/// Runs until all warps are done, for at most `most` cycles. Ready warps take turns: the next after
/// the last that issued.
Schedule schedule_of(const Way&, int warps, int most);

}  // namespace lab
