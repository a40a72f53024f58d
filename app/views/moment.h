// Where the cursor stands in a run's trace: its step, the event of the lens warp, the nearest
// access of some kind, and the names of cells. Shared by the views of the stage and the code pane.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/view.h"

namespace app {

// An event that a view shows, and how far it is from the cursor.
struct Shown {
    int step = -1;  // into Run::steps
    const simulator::Event* event = nullptr;
    int apart = 0;         // steps from the cursor
    bool now = false;      // it belongs to the current step
    bool to_come = false;  // nothing of the kind ran before
    explicit operator bool() const { return event != nullptr; }
};

using Wanted = std::function<bool(const simulator::Step&)>;

/// The run's current step, nullptr before the first.
const simulator::Step* step_at(const lab::Run&, const Cursor&);
/// The launch of the current step, 0 before the first.
int launch_at(const lab::Run&, const Cursor&);
/// The block that pictures show: the first that was watched.
std::uint64_t shown_block(const lab::Run&);
/// Its place in the trace of its run.
std::int64_t number_of(const lab::Run&, const simulator::Event&);
/// The event of the lens warp in step `index`; where that warp has none, that of the next warp that
/// has.
const simulator::Event* event_in(const lab::Run&, int index, const Cursor&);
/// At the current step where it is `wanted`, else the nearest one before, else the first to come.
Shown nearest(const lab::Run&, const Cursor&, const Wanted&);
/// The next step after `step` that is `wanted`, round the end of the run; -1 where none is.
int next_step(const lab::Run&, int step, const Wanted&);
/// The next of them in which any of these lanes of a warp takes part.
int next_step_of(const lab::Run&, int step, std::uint32_t warp, std::uint32_t lanes, const Wanted&);
/// "a load of warp 0, 22 steps ago": how far it is where it is not the current one.
std::string request_words(const Shown&);
/// "22 steps ago", "in 3 steps".
std::string apart_words(const Shown&);
/// The lane that is shown: the lens lane where it takes part, else the first that does.
int lane_in(const simulator::Event&, const Cursor&);

bool is_global_access(const simulator::Step&);
bool is_shared_access(const simulator::Step&);

/// What the requests of a step take beyond the least that their bytes need: sectors or wavefronts.
/// 0 where the step is none of those `wanted`.
double beyond_the_least(const lab::Run&, int step, const Wanted&,
                        simulator::Member<simulator::Event, std::uint32_t> taken);

/// What the kernel of a launch calls an array: its parameter's name, where one parameter alone was
/// given this array; else the array's own, by which the host knows it.
std::string name_in_kernel(const lab::Run&, int launch, const simulator::Array&);
/// How the elements of a global array stand, as its plan says; nothing where that says nothing.
std::optional<simulator::Dim3> declared_shape(const lab::Run&, const simulator::Array&);
/// "part[2]" as the kernel calls it, or "byte 80 of shared memory" where no array is known.
std::string cell_name(const lab::Run&, const simulator::Event&, simulator::Address);
/// The same with all elements that a slot of the event moves: "words[64…67]".
std::string cells_name(const lab::Run&, const simulator::Event&, simulator::Address);
/// Whether an event brings letters of a text or of words, or puts them away in shared memory: of a
/// lesson that says that it reads letters.
bool moves_letters(const lab::Run&, const simulator::Event&);
/// What a slot moved, letter by letter, its first one first.
std::string letters_in(const simulator::Event&, const simulator::Slot&);
/// The array that most of an event's lanes touch, as the kernel calls it; empty where none is
/// known.
std::string array_name(const lab::Run&, const simulator::Event&);
/// "lanes 0 to 3", "lane 7", "lanes 0, 4 and 8", "12 lanes".
std::string lanes_text(std::uint32_t mask);
/// Text of a line of the kernel's source, without the blanks around it.
std::string source_line(const lab::Run&, int line);
/// Threads of one block in the launch of this step; 0 where the trace has no such launch.
std::uint64_t threads_in(const lab::Run&, int launch);

}  // namespace app
