// Which lines of a kernel contribute to a counter. For the ledger's rows and the marks in the code
// pane: both use line counts of the run that the ledger shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

struct Cause {
    const simulator::CounterName* counter = nullptr;  // nullptr: no counter is selected
    std::uint64_t total = 0;                          // of all lines, in the whole grid
    struct Line {
        int line = 0;
        std::uint64_t count = 0;
        std::string text{};  // without the code pane's line numbers
    };
    std::vector<Line> lines;  // lines that contribute, most first
    std::string size{};       // " (in the picture)" where the run is smaller than requested

    std::uint64_t of(int line) const;
    double share(std::uint64_t count) const { return total ? double(count) / double(total) : 0; }
    /// "Shared load wavefronts, 160 in all".
    std::string title() const;
    std::string brief_title() const;
    /// "*Shared load wavefronts*: 128 of 160 (80 %)".
    std::string words_of(int line) const;
    /// "128 of 160 in `a += b;`\n32 of 160 in `c = a;`".
    std::string brief() const;
};

/// `counter`: index in simulator::counter_names(); an empty Cause for any other. `ptx`: by lines of
/// the PTX, else of the source.
Cause cause_of(const DrawContext&, int counter, bool ptx);

}  // namespace app
