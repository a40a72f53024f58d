// What kernels print, and which thread printed each part of it at which line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace simulator {

// One call of printf by one thread. Its text ends where that of the next call begins.
struct PrintedCall {
    std::uint64_t block = 0;   // linear index in the grid
    std::uint32_t first = 0;   // place of its first letter in Printed::text
    std::uint16_t thread = 0;  // linear index in the block
    std::uint16_t launch = 0;
    std::int32_t line = 0, ptx_line = 0;  // 0: unknown
    std::uint32_t index = 0;              // as Event::index; 0 in blocks that are not watched
    bool operator==(const PrintedCall&) const = default;
};

struct Printed {
    std::string text;
    std::vector<PrintedCall> calls;  // in the order of the text; the first `most_calls`

    static constexpr std::size_t most_bytes = 1 << 20;  // the size of a GPU's own buffer
    static constexpr std::size_t most_calls = 1 << 17;  // so that empty texts fill no memory

    /// Whether a kernel printed more than is kept.
    bool is_full() const { return text.size() > most_bytes; }
    /// Appends one call's text; the last one that fits is followed by a sentence.
    void keep(const PrintedCall& call, const std::string& words);
};

}  // namespace simulator
