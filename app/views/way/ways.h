// The way of one value between its memory and its lane, in one request of a warp: how many numbers
// the lanes want, what serves them, and what the block touched before. The layout of "A value's
// way"; knows no pixel.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/views/moment.h"

namespace app {

// The memories that a request may access, nearest first. Registers are not among them: an
// instruction names them.
constexpr std::array way_spaces{simulator::Space::shared, simulator::Space::constant,
                                simulator::Space::local, simulator::Space::global};
constexpr int way_count = static_cast<int>(way_spaces.size());

/// Index of a space in way_spaces; -1: not there.
int way_of(simulator::Space);
/// "Shared memory".
std::string way_name(simulator::Space);
/// "4 sectors", "1 wavefront", "32 passes": the units in which a memory serves a request.
std::string units_text(simulator::Space, std::int64_t count);
/// Whether sectors come through L1 and L2: true for local and global memory.
bool by_sectors(simulator::Space);

// Counts for one warp up to a step.
struct WayCount {
    std::uint64_t requests = 0, units = 0;
};

struct ValueWay {
    Shown shown;
    int lane = 0;               // the lens lane, where it takes part
    int way = -1;               // index in way_spaces
    std::string cell, value;    // of the lens lane: "table[7]", "152"
    int lanes = 0, places = 0;  // lanes that take part; different places they access
    int units = 0, ideal = 0;   // wavefronts, passes or sectors
    int fresh = 0;              // sectors that the block touches for the first time
    std::uint32_t quiet = 0;    // instructions after it, up to the warp's next event
    std::uint32_t ran = 0;      // instructions of the warp up to here
    std::uint32_t asked = 0;    // requests among these instructions
    int numbers = 0;            // numbers that a lane loads into registers
    int operations = 0;         // operations that use one, before the registers are reused
    std::array<WayCount, way_count> so_far{};
    explicit operator bool() const { return way >= 0; }
    bool load() const { return shown.event->kind == simulator::EventKind::load; }
};

/// For the lens warp's request at the cursor, or its nearest request.
ValueWay way_at(const lab::Run&, const Cursor&);
bool has_way(const simulator::Step&);

/// Floating-point operations of a lane that use a loaded value, up to the next branch or until the
/// registers are overwritten: the loads that registers save. Counted in the code; 0 for other
/// requests, and where the code is unknown.
int operations_with(const lab::Run&, const simulator::Event&);
/// Sectors of an event that its block touches for the first time; 0 for other requests.
int fresh_sectors(const lab::Run&, const simulator::Event&);
/// Instructions between an event and the next event of its warp; 0 after the last.
std::uint32_t quiet_after(const lab::Run&, const simulator::Event&);

}  // namespace app
