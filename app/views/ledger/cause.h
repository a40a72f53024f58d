// Which lines of a kernel make a counter what it is. For the rows of the ledger and the marks in
// the code pane: both are counted line by line, in the run that the ledger shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

struct Cause {
    const simulator::CounterName* counter = nullptr;  // nullptr: none is looked at
    std::uint64_t total = 0;                          // of all lines, in the whole grid
    struct Line {
        int line = 0;
        std::uint64_t count = 0;
        std::string text{};  // as the code pane has it, which has no numbers
    };
    std::vector<Line> lines;  // that add to it, most first
    std::string size{};       // " (as drawn)", of a run that is smaller than the one asked for

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

/// `counter` is a place in simulator::counter_names(); nothing where it is none of them. By lines
/// of the source, or of the PTX.
Cause cause_of(const DrawContext&, int counter, bool ptx);

}  // namespace app
