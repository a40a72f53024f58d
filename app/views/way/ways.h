// The way of one value between the memory where it lies and the lane that has it, as one request of
// a warp makes it: how many numbers its lanes want, what serves them, and what its block has
// touched before. The layout of "A value's way"; knows no pixel.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/views/moment.h"

namespace app {

// The memories that a request may go to, the nearest first. Registers are no memory: an instruction
// names them.
constexpr std::array way_spaces{simulator::Space::shared, simulator::Space::constant,
                                simulator::Space::local, simulator::Space::global};
constexpr int way_count = static_cast<int>(way_spaces.size());

/// Place of a space among them; -1 of any other.
int way_of(simulator::Space);
/// "Shared memory".
std::string way_name(simulator::Space);
/// "4 sectors", "1 wavefront", "32 passes": what a memory serves a request in.
std::string units_text(simulator::Space, std::int64_t count);
/// Whether sectors come through L1 and L2, as those of local and global memory do.
bool by_sectors(simulator::Space);

// Of one warp, up to a step.
struct WayCount {
    std::uint64_t requests = 0, units = 0;
};

struct ValueWay {
    Shown shown;
    int lane = 0;               // the lens lane, where it takes part
    int way = -1;               // into way_spaces
    std::string cell, value;    // what that lane moves: "table[7]", "152"
    int lanes = 0, places = 0;  // that take part; different places that they want
    int units = 0, ideal = 0;   // wavefronts, passes or sectors
    int fresh = 0;              // of the sectors: those that the block touches for the first time
    std::uint32_t quiet = 0;    // instructions behind it, up to the warp's next request
    std::uint32_t ran = 0;      // instructions of the warp up to here
    std::uint32_t asked = 0;    // those of them that made a request
    int numbers = 0;            // that a lane loads into registers
    int operations = 0;         // that have one of them, before others take these registers
    std::array<WayCount, way_count> so_far{};
    explicit operator bool() const { return way >= 0; }
    bool load() const { return shown.event->kind == simulator::EventKind::load; }
};

/// Of the lens warp's request at the cursor, or the nearest one.
ValueWay way_at(const lab::Run&, const Cursor&);
bool has_way(const simulator::Step&);

/// Floating-point operations of a lane that have what a load brought, up to the next branch or
/// until other values take the registers: what registers spare of further loads. As the code has
/// them; 0 of other requests, and where the code isn't known.
int operations_with(const lab::Run&, const simulator::Event&);
/// How many sectors of an event its block touched for the first time; 0 of other requests.
int fresh_sectors(const lab::Run&, const simulator::Event&);
/// Instructions between an event and the next one of its warp, which no request is among; 0 behind
/// the last.
std::uint32_t quiet_after(const lab::Run&, const simulator::Event&);

}  // namespace app
