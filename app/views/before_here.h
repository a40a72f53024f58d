// What a picture showed before the last change, where it shows something now: the ghost of a view.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/moment.h"

namespace app {

// A step of the run before that stands beside one of this run.
struct BeforeStep {
    const lab::Run& run;
    int step = 0;
};

/// nullopt where nothing was changed, two stand in step, or the step beside it is another kind of
/// access.
std::optional<BeforeStep> before_step(const DrawContext&, int step);
/// "kernel 2", "stride 8": what tells that run from this one.
std::string before_name(const DrawContext&);
/// The same behind a number: " in kernel 2", " with stride 8".
std::string before_there(const DrawContext&);
/// The array that a step touches, by its first event.
std::string array_at(const lab::Run&, int step);
/// The event of the same warp there; nullptr where there is none.
const simulator::Event* event_before(const BeforeStep&, const Cursor&);
/// Below a big number what it was before: "8 in kernel 2", and below that `of` what. Nothing
/// where there is no room.
void before_line(Canvas&, Rect& column, const DrawContext&, std::int64_t was,
                 std::string_view of = "");
/// The same of what the event before took, "of 4 numbers a lane" where that moved more; nothing
/// where that is no other number.
void was_line(Canvas&, Rect& column, const DrawContext&, const Shown&,
              simulator::Member<simulator::Event, std::uint32_t> taken);

}  // namespace app
