// The four figures of the first minute: a thread, its warp, its block, the GPU. Each magnifies the
// part that is lit in the next one. Called by first_minute.cpp; knows no run.
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

// The thread that the figures follow, and the warp, block and launch that contain it.
struct MinuteScene {
    int threads = 0, warps = 0;  // number in a block
    int lane = 0, warp = 0;      // of the followed thread
    std::uint64_t block = 0;     // its block
    std::uint64_t blocks = 0;    // of the requested launch
    simulator::Dim3 block_shape, grid_shape;
    std::vector<ThreadIndex> indices;  // names of the thread's number in the code; may be empty
    std::string line;                  // the kernel's line that does the work
    int shown = minute_parts;          // uncovered parts, from the first on
    DealtBlocks dealt;
    int thread() const { return warp * simulator::warp_size + lane; }
    int lanes_of(int of) const;
};

// The words over a figure.
struct MinuteWords {
    std::string title, words, brief;
    std::size_t letters = 0;  // letters of the figure's widest line that must be whole
};

struct MinutePlaces {
    std::array<Rect, minute_parts> title{}, words{}, figure{};
    int lanes = 8;       // lanes of a warp in one row
    bool brief = false;  // only the brief words have room
};
/// Four figures in a row, or two rows of two. The words are as long as large figures allow, and
/// each figure is wide enough for its title and its letters.
MinutePlaces minute_places(Rect area, const Metrics&, std::span<const MinuteWords> parts);

void draw_minute(Canvas&, const MinuteScene&, const MinutePlaces&, const Metrics&);
/// A built-in variable that identifies the thread: name and value, "threadIdx" and "5, 1, 0".
struct MinuteRegister {
    std::string name, value;
    bool flat = true;  // has one axis only
};
std::array<MinuteRegister, 4> minute_registers(const MinuteScene&);
/// Draws the registers, cut off the top of the box; `code` pixels stay free below them.
void draw_minute_registers(Canvas&, const MinuteScene&, Rect& box, float line, float code,
                           float size);
/// Height of what draw_minute_code() draws; 0 where there is nothing to say.
float minute_code_height(const Canvas&, const MinuteScene&, float width, float line,
                         const Metrics&);
/// Below a rule, in lines of height `line`: the thread's number among all threads, and the line
/// that it runs. Part of the first figure.
void draw_minute_code(Canvas&, const MinuteScene&, Rect box, float line, const Metrics&);

/// The lane of the warp, or the warp of the block, drawn at a point; -1: none.
int minute_lane_at(const MinuteScene&, const MinutePlaces&, Point);
int minute_warp_at(const MinuteScene&, const MinutePlaces&, const Metrics&, Point);

}  // namespace app
