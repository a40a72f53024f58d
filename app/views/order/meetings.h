// Who meets at one address: two accesses by threads of different warps, one of them a write, and
// what puts them in order. From the trace and the races that were found; the layout step of
// "Happens before", which knows no pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "app/views/moment.h"

namespace app {

// What puts two accesses in order: a store of a flag that the second thread saw, a barrier of their
// block, the end of a launch; or what others did between.
// Of a flag alone, its own place: a word that carries its number with it. Of two lanes of one warp
// that meet with nothing between: lockstep, which nothing promises.
enum class Ordering : std::uint8_t { nothing, flag, barrier, launch, others, itself, lockstep };

// What one thread does at one place. Of a block that was not traced only the fault tells.
struct Act {
    int event = -1;  // into Trace::events; -1: not traced
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
    // A flag that the first thread stored and the second saw, whether it orders anything or not.
    bool by_flag = false;
    Act tells, told;
    std::string place;  // "data[0]", as the kernel calls it
    bool old = false;   // the last reads another value than the first wrote
    // Of a cured program: nothing put these in order in the broken one.
    bool cured = false;
    bool lacks = false;  // a barrier between them is one that threads of the block pass by
};

// All that are kept of a run, in the order of their last accesses.
struct Meetings {
    std::vector<Meeting> all;
    int races = 0, flags = 0;    // threads that meet without an order, and by a flag
    std::uint64_t lockstep = 0;  // lanes of one warp that do, as often as a check found them
};
/// Made once and kept with the run.
const Meetings& meetings_of(const lab::Run&);

/// The number of a block in its grid, and of a thread in its block.
std::uint64_t linear_index_in(const simulator::Dim3& at, const simulator::Dim3& shape);

/// Whether it is the first race that was found, or where there is none the first two lanes, the one
/// that the window names.
bool is_spoken_of(const lab::Run&, const Meeting&);

/// Whether nothing that is promised puts its two accesses in order.
bool lacks_order(const Meeting&);

/// Whether a lane of either warp sets the flag, or sees it, for another one: they met before.
bool meets_in_warps(const Meeting&);

/// How much a meeting has to say: most where nothing orders what is read too early.
double weight_of(const Meeting&);
/// The weight of the weightiest that an event takes part in; 0 where it takes part in none.
double weight_of(const lab::Run&, const simulator::Event&);
/// Whether threads of a run may tell each other anything, or race: else nobody looks for meetings.
bool tells_or_races(const lab::Run&);

/// The one that is shown: of the cursor's step the weightiest, of the lens lane where it takes
/// part; else of the nearest step before that has one, else the weightiest of all; nullptr where
/// there is none.
const Meeting* meeting_shown(const lab::Run&, const Cursor&);

/// The one beside that of another run, in step with this: at the same place, by the same kinds of
/// access, as near to the cursor as there is; nullptr where nobody meets there.
const Meeting* meeting_beside(const lab::Run&, const Cursor&, const Meeting& other);

// By event, at which step it happens; -1: of another block.
struct StepsOfEvents {
    std::vector<int> of;
    int at(const Act& act) const { return act.traced() ? of[std::size_t(act.event)] : -1; }
};
/// Made once and kept with the run, for who asks of many.
const StepsOfEvents& steps_of_events(const lab::Run&);
/// The step of an access, -1 where the transport does not stop at it: of other blocks.
int step_of(const lab::Run&, const Act&);

/// The step that it has once its block is watched; -1 where that was not traced.
int step_of_its_block(const lab::Run&, const Act&);

}  // namespace app
