// How shared memory serves one request of a warp, by the rules of docs/counters.md: 32 banks of 4
// bytes, one word of each bank in a pass (a wavefront), one word for several lanes at once.
// The layout step of the banks view.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace app {

constexpr int bank_count = 32;

// Lanes of one request: where each reads or writes, and how many bytes.
struct Wants {
    std::array<simulator::Address, simulator::warp_size> address{};
    std::uint32_t mask = 0;
    int bytes = 4;  // of one lane
    bool load = true;
};
Wants wants_of(const simulator::Trace&, const simulator::Event&);

// What one bank does in one pass.
struct BankUse {
    std::uint32_t lanes = 0;  // 0: the bank is idle
    std::int64_t word = -1;   // address / 4
};

struct Pass {
    std::array<BankUse, bank_count> banks;
    bool extra = false;  // an ideal access does not need this pass
    int group = 0;       // index into BankPasses::groups
};

struct BankPasses {
    std::vector<Pass> passes;           // = wavefronts of a load or store
    int ideal = 0;                      // passes at best: one for each group
    int banks_used = 0;                 // banks that serve a lane
    int words = 0;                      // distinct words
    int broadcast = 0;                  // lanes whose word another lane requests too
    std::vector<std::uint32_t> groups;  // lanes served together: the warp, halves or quarters
};

BankPasses passes_of(const simulator::Trace&, const simulator::Event&);
/// The same for an event of the run's own trace; kept with the run.
const BankPasses& passes_of(const lab::Run&, const simulator::Event&);

}  // namespace app
