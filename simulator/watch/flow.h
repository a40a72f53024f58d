// Where values come from: a graph of versions of cells and the edges between them. origins.cpp
// makes it while the watched blocks run, without knowledge of any algorithm. The layout decides on
// rows, brightness and columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/watch/trace.h"

namespace simulator {

enum class EdgeKind : std::uint8_t { data, compared, index };

enum class VersionKind : std::uint8_t {
    input,  // in global memory before the launch
    stored,
    atomic,
    snapshot,     // a lane's value when a shuffle read it
    final_value,  // a lane's result from the last shuffle
    unwritten,    // shared memory that no thread wrote
    foreign,      // written by a block that is not watched
};

struct Version {
    VersionKind kind{};
    bool live = false;   // reaches a global store
    bool used = false;   // read by anything that matters, including conditions
    bool raced = false;  // an edge into it is raced; for details see Fault
    std::uint16_t launch = 0;
    std::int32_t array = -1;  // Flow::arrays
    std::int64_t cell = 0;    // element, or thread index for lane values
    std::uint64_t block = 0;
    std::uint64_t before = 0, after = 0;  // bits of the cell's type
    std::uint32_t interval = 0;
    std::int32_t level = 0;    // depth of dependence within its interval
    std::uint32_t thread = 0;  // linear, in the block
    std::uint32_t index = 0;   // of its instruction, in its warp's run: Event::index
    std::int32_t line = 0;
    std::uint32_t first_edge = 0, edges = 0;
    std::uint32_t omitted = 0;   // sources beyond the kept 1024
    std::uint32_t previous = 0;  // version of the same cell; 0: none (version 0 is unused)
};

struct Edge {
    std::uint32_t source = 0;  // version
    EdgeKind kind{};
    bool moved = false;  // the only source, with the same bits
    bool raced = false;  // read another thread's write of the same interval, without an order
};

// A comparison of two cells by one thread.
struct Comparison {
    std::uint32_t a = 0, b = 0;  // versions
    std::uint16_t launch = 0;
    std::uint64_t block = 0;
    std::uint32_t interval = 0;
    std::int32_t level = 0;
    std::uint32_t thread = 0;
    std::uint32_t index = 0;  // of the comparing instruction, in its warp's run
    std::int32_t line = 0;
};

// An instruction whose flow was not followed: "at line 12 (cp.async)".
struct Lost {
    std::int32_t line = 0;
    std::string instruction;
};

struct Flow {
    std::vector<Array> arrays;      // space none: lane values
    std::vector<Version> versions;  // [0] is unused
    std::vector<Edge> edges;
    std::vector<Comparison> comparisons;
    std::vector<Lost> lost;
    bool full = false;  // a limit was reached: the rest is missing, and the screen says so
};

}  // namespace simulator
