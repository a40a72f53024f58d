// The ghost of a view: what the picture of this step showed before the last change.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/moment.h"

namespace app {

// The step of the run before the last change that corresponds to a step of this run.
struct BeforeStep {
    const lab::Run& run;
    int step = 0;
};

/// nullopt where nothing was changed, where two results stand in step, or where the corresponding
/// step is another kind of access or touches another array.
std::optional<BeforeStep> before_step(const DrawContext&, int step);
/// "kernel 2", "stride 8": the difference between that run and this one.
std::string before_name(const DrawContext&);
/// The same after a number: " in kernel 2", " with stride 8".
std::string before_there(const DrawContext&);
/// The same after a verb: "in kernel 2", "in stride 8"; "before" where several things differ.
std::string in_before(const DrawContext&);
/// The array that the step's first event touches; empty where none is known.
std::string array_at(const lab::Run&, int step);
/// The event of the lens warp in that step; nullptr where the step has none.
const simulator::Event* event_before(const BeforeStep&, const Cursor&);
/// Writes the value before the change below a big number, "8 in kernel 2", and `of` in a line
/// below. Writes nothing where there is no room.
void before_line(Canvas&, Rect& column, const DrawContext&, std::int64_t was,
                 std::string_view of = "");
/// The same for the `taken` of the event before, with "of 4 numbers a lane" where that event moved
/// more. Writes nothing where the number is the same.
void was_line(Canvas&, Rect& column, const DrawContext&, const Shown&,
              simulator::Member<simulator::Event, std::uint32_t> taken);

}  // namespace app
