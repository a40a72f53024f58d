// Where values come from: a graph of versions of cells and the arrows between them, made by
// origins.cpp while the watched blocks run. Nothing in it knows any algorithm. Rows, brightness and
// columns are the layout's business.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/watch/trace.h"

namespace simulator {

enum class EdgeKind : std::uint8_t { data, compared, index };

enum class VersionKind : std::uint8_t {
    input,  // stood in global memory before the launch
    stored,
    atomic,
    snapshot,     // a lane's value as a shuffle read it
    final_value,  // what a lane made of the last shuffle
    unwritten,    // shared memory that nobody wrote
    foreign,      // written by a block that is not watched
};

struct Version {
    VersionKind kind{};
    bool live = false;   // something that reaches a global store came through here
    bool used = false;   // read by anything that matters, conditions included
    bool raced = false;  // an arrow into it is raced; the checks say more: see Fault
    std::uint16_t launch = 0;
    std::int32_t array = -1;  // Flow::arrays
    std::int64_t cell = 0;    // element, or thread index for lane values
    std::uint64_t block = 0;
    std::uint64_t before = 0, after = 0;  // bits of the cell's type
    std::uint32_t interval = 0;
    std::int32_t level = 0;    // of dependence within its interval
    std::uint32_t thread = 0;  // linear, in the block
    std::uint32_t index = 0;   // of the instruction that made it, in its warp's run: Event::index
    std::int32_t line = 0;
    std::uint32_t first_edge = 0, edges = 0;
    std::uint32_t omitted = 0;   // sources beyond the 1024 that are kept
    std::uint32_t previous = 0;  // version of the same cell; 0: none (version 0 is no version)
};

struct Edge {
    std::uint32_t source = 0;  // version
    EdgeKind kind{};
    bool moved = false;  // sole source, same bits
    bool raced = false;  // read what another thread wrote in the same interval, in an order by luck
};

// Two cells that were compared with each other by one thread.
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

// Flow that was lost, never guessed: "at line 12 (cp.async)".
struct Lost {
    std::int32_t line = 0;
    std::string instruction;
};

struct Flow {
    std::vector<Array> arrays;      // space none: lane values
    std::vector<Version> versions;  // [0] is no version
    std::vector<Edge> edges;
    std::vector<Comparison> comparisons;
    std::vector<Lost> lost;
    bool full = false;  // a cap was met: the rest is missing, and the screen says so
};

}  // namespace simulator
