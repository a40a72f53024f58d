// The cursor in a run's trace: its step, the event of the lens warp and the nearest access of some
// kind. Shared by the views of the stage and the code pane.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/view.h"

namespace app {

// An event that a view shows, and its distance from the cursor.
struct Shown {
    int step = -1;  // index into Run::steps
    const simulator::Event* event = nullptr;
    int apart = 0;         // steps from the cursor
    bool now = false;      // it belongs to the current step
    bool to_come = false;  // the event comes after the cursor
    explicit operator bool() const { return event != nullptr; }
};

using Wanted = std::function<bool(const simulator::Step&)>;

/// The run's current step; nullptr before the first.
const simulator::Step* step_at(const lab::Run&, const Cursor&);
/// The launch of the current step; 0 before the first.
int launch_at(const lab::Run&, const Cursor&);
/// The block that pictures show: the first that was watched.
std::uint64_t shown_block(const lab::Run&);
/// Index of an event in the trace of its run.
std::int64_t number_of(const lab::Run&, const simulator::Event&);
/// The event of the lens warp in step `index`, else that of the next warp that has one.
const simulator::Event* event_in(const lab::Run&, int index, const Cursor&);
/// The event of the current step where `wanted`, else of the nearest before, else of the next
/// after.
Shown nearest(const lab::Run&, const Cursor&, const Wanted&);
/// The next step after `step` that is `wanted`; wraps at the end of the run. -1 where none is.
int next_step(const lab::Run&, int step, const Wanted&);
/// The same, for steps in which one of these lanes of the warp takes part.
int next_step_of(const lab::Run&, int step, std::uint32_t warp, std::uint32_t lanes, const Wanted&);
/// "a load of warp 0, 22 steps ago"; without the distance at the current step.
std::string request_words(const Shown&);
/// "22 steps ago", "in 3 steps".
std::string apart_words(const Shown&);
/// The lane that is shown: the lens lane where it takes part, else the first that does.
int lane_in(const simulator::Event&, const Cursor&);

bool is_global_access(const simulator::Step&);
bool is_shared_access(const simulator::Step&);

/// Sectors or wavefronts that the requests of a step take above the least that their bytes need. 0
/// where the step is not `wanted`.
double beyond_the_least(const lab::Run&, int step, const Wanted&,
                        simulator::Member<simulator::Event, std::uint32_t> taken);

/// Threads of one block in this launch; 0 where the trace has no such launch.
std::uint64_t threads_in(const lab::Run&, int launch);

}  // namespace app
