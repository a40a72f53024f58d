// Meetings: two accesses to one address by threads of different warps, one of them a write, and
// their order. Found from the trace and the races; the layout step of "Happens before", which knows
// no pixels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

// What orders two accesses: a flag stored by one thread and seen by the other, a barrier of their
// block, the end of a launch, or actions of other threads in between. `itself`: a word that is a
// flag and carries its own number. `lockstep`: two lanes of one warp with nothing in between, an
// order that nothing guarantees.
enum class Ordering : std::uint8_t { nothing, flag, barrier, launch, others, itself, lockstep };

// One action of a thread at one place. For a block that was not traced, only the fault tells it.
struct Act {
    int event = -1;  // index in Trace::events; -1: not traced
    int lane = 0;
    int launch = 0;
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t thread = 0;  // in its block
    int line = 0;              // simulator::code_line()
    bool writes = false;
    bool traced() const { return event >= 0; }
    bool beside(const Act& other) const {  // threads of one warp
        return launch == other.launch && block == other.block && warp == other.warp;
    }
};

struct Meeting {
    Ordering how = Ordering::nothing;
    Act first, last;
    // A flag that the first thread stored and the second saw, whether or not it orders anything.
    bool by_flag = false;
    Act tells, told;
    std::string place;  // "data[0]", as the kernel calls it
    bool old = false;   // the last access reads another value than the first wrote
    // In a cured program: the broken one had no order here.
    bool cured = false;
    bool lacks = false;  // threads of the block leave out a barrier between them
};

// All meetings kept of a run, in the order of their last accesses.
struct Meetings {
    std::vector<Meeting> all;
    int races = 0, flags = 0;    // meetings without an order; meetings by a flag
    std::uint64_t lockstep = 0;  // unordered meetings within a warp, counted by a check
};
/// Made once and kept with the run.
const Meetings& meetings_of(const lab::Run&);

/// The number of a block in its grid, and of a thread in its block.
std::uint64_t linear_index_in(const simulator::Dim3& at, const simulator::Dim3& shape);

/// Whether it is the first race found, or without races the first two lanes: the one that the
/// window names.
bool is_spoken_of(const lab::Run&, const Meeting&);

/// Whether no guarantee orders its two accesses.
bool lacks_order(const Meeting&);

/// Whether a lane of either warp stores or sees the flag for another lane: those lanes met first.
bool meets_in_warps(const Meeting&);

/// How much a meeting shows: most where nothing orders a read that comes too early.
double weight_of(const Meeting&);
/// The largest weight among an event's meetings; 0: it has none.
double weight_of(const lab::Run&, const simulator::Event&);
/// Whether threads of a run may signal each other or race; otherwise there are no meetings to find.
bool tells_or_races(const lab::Run&);

/// The meeting shown: at the cursor's step the weightiest, preferably of the lens lane; else of the
/// nearest step before; else the weightiest of all; nullptr: none.
const Meeting* meeting_shown(const lab::Run&, const Cursor&);

/// For two runs in step: the meeting that matches another run's. It is at the same place, if
/// possible with the same kinds of access, and nearest to the cursor; nullptr: none there.
const Meeting* meeting_beside(const lab::Run&, const Cursor&, const Meeting& other);

// By event: the step in which it happens; -1: in another block.
struct StepsOfEvents {
    std::vector<int> of;
    int at(const Act& act) const { return act.traced() ? of[std::size_t(act.event)] : -1; }
};
/// Made once and kept with the run, for callers with many events.
const StepsOfEvents& steps_of_events(const lab::Run&);
/// The step of an access; -1: it is of a block at which the transport does not stop.
int step_of(const lab::Run&, const Act&);

/// The step of an access when its block is watched; -1: not traced.
int step_of_its_block(const lab::Run&, const Act&);

}  // namespace app
