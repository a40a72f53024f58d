// The four figures of the first minute: a thread, its warp, its block, the GPU; and where they
// stand. Each is what is lit in the next, magnified. Called by first_minute.cpp; knows no run.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/dealt_blocks.h"
#include "app/thread_index.h"
#include "app/view.h"

namespace app {

constexpr int minute_parts = 4;

// Who is followed, and what it is one of.
struct MinuteScene {
    int threads = 0, warps = 0;  // of a block
    int lane = 0, warp = 0;      // of the thread that is followed
    std::uint64_t block = 0;     // its block
    std::uint64_t blocks = 0;    // of the launch as it was asked for
    simulator::Dim3 block_shape, grid_shape;
    std::vector<ThreadIndex> indices;  // what the code calls the thread's number; empty: by no name
    std::string line;                  // of the kernel's code: the one that works
    int shown = minute_parts;          // how many parts are uncovered
    DealtBlocks dealt;
    int thread() const { return warp * simulator::warp_size + lane; }
    int lanes_of(int of) const;
};

// What stands over a figure.
struct MinuteWords {
    std::string title, words, brief;
    std::size_t letters = 0;  // of the widest line in the figure that must be whole
};

struct MinutePlaces {
    std::array<Rect, minute_parts> title{}, words{}, figure{};
    int lanes = 8;       // of a warp, beside each other
    bool brief = false;  // there is no room for more than brief words
};
/// Four beside each other, or two above two, with as many words as leave figures large enough, and
/// wide enough for their titles and letters.
MinutePlaces minute_places(Rect area, const Metrics&, std::span<const MinuteWords> parts);

void draw_minute(Canvas&, const MinuteScene&, const MinutePlaces&, const Metrics&);
/// By which the thread knows itself: name and number, "threadIdx" and "5, 1, 0".
struct MinuteRegister {
    std::string name, value;
    bool flat = true;  // of one axis
};
std::array<MinuteRegister, 4> minute_registers(const MinuteScene&);
/// Takes the lines that these fill from the top of the box; `code` is what stays free below them.
void draw_minute_registers(Canvas&, const MinuteScene&, Rect& box, float line, float code,
                           float size);
/// How high that is below: 0 where there is nothing to say.
float minute_code_height(const Canvas&, const MinuteScene&, float width, float line,
                         const Metrics&);
/// Below a rule, in lines of this height: the number of the thread among all, and the line that it
/// runs. Part of the first figure.
void draw_minute_code(Canvas&, const MinuteScene&, Rect box, float line, const Metrics&);

/// The lane of the warp, or the warp of the block, whose picture stands at a point; -1: none.
int minute_lane_at(const MinuteScene&, const MinutePlaces&, Point);
int minute_warp_at(const MinuteScene&, const MinutePlaces&, const Metrics&, Point);

}  // namespace app
