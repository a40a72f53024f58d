// Where pictures open: the view that a run is about, and the steps with most of a view's subject,
// by the view's own weight. The shell opens there, and the transport goes from one such step to the
// next.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/playback.h"
#include "app/view.h"

namespace app {

/// View::shows(), cached in the run: two in step ask in each frame.
bool shows(const View&, const lab::Run&);

/// The stage view that the chosen kernel opens on, or the first one that this run is about; nullptr
/// where the subject's own order decides.
const View* view_about(const lab::Run&);

/// The slot of the subject's first own view that fits this run, or of its first own view without a
/// run; where none fits, also of the first; nullopt where it has none.
std::optional<Slot> usual_slot(const lab::Subject&, const lab::Run*);

/// The rank of a finding; the window names the one of the lowest rank. Fatal ones come first, then
/// the kinds in their order: a race comes before a reliance on lockstep, which it may hide.
inline std::pair<bool, simulator::FaultKind> severity_rank(const simulator::Fault& fault) {
    return {!fault.fatal, fault.kind};
}

/// Whether a run is of a deliberate bug, or its cure, whose first kind is this one: for
/// View::about.
bool hunts(const lab::Run&, simulator::FaultKind);

/// Weights by step; empty where the view has none. Below 0: not worth a stop, but a better opening
/// than others where no step has weight. Cached in the run.
const std::vector<double>& weights_of(const View&, const lab::Run&);

/// The heaviest step, the first of equals. Launches of the chosen kernel come first, and steps
/// whose View::place the run beside has too. nullopt where no step has weight.
std::optional<int> heaviest_step(const View&, const lab::Run&, const lab::Run* beside = nullptr);
/// The step at which a picture opens: at the finding of a deliberate bug; in step, where both runs
/// differ most, first in counts of `leading`; else at the heaviest step; without weights well into
/// the run.
int opening_step(const View*, const lab::Run&, const lab::Run* beside = nullptr,
                 std::string_view leading = {});

/// The step of `second` beside step `at` of `first`, by rounds as in in_step.h. Exception: where
/// the heaviest steps of both are of the same kind, and rounds would not match them, these two are
/// matched.
int step_beside(const View*, const lab::Run& first, int at, const lab::Run& second);

/// Whether a view shows this step itself, not only far ones; true where it cannot say.
bool shows_step(const View*, const lab::Run&, int step);

/// The warp for a step: by the view's own weight of events; else, in pictures of memory, the one
/// with most beyond its least need; else, or among equals, the one with most lanes off. The first
/// of equals. `rather` is preferred where it has half as much: another kernel's picture had it.
int opening_warp(const View*, const lab::Run&, int step, int rather = -1);

/// The view that shows this counter, where its sums differ between two runs by more than `part` of
/// the larger one; else nullptr. Fewer requests that look the same do not count.
const View* view_counting(std::string_view counter, const lab::Run& before, const lab::Run& now,
                          double part);

/// Moves `playback` to the opening step, warp and lane. A cure opens at its bug's step, where that
/// was shown `before`. A run with less than half of the view's weight opens where the run before
/// had most. Where a sentence names a memory counter as `leading`, its view opens where that moved
/// most.
void open_where_it_tells(Playback&, const View*, const lab::Run&, const lab::Run* beside = nullptr,
                         const lab::Result* before = nullptr, std::string_view leading = {});

// A step with weight, and whether the way there wrapped at an end of the run.
struct Worth {
    int step = 0;
    bool wrapped = false;
    bool operator==(const Worth&) const = default;
};

/// The next step after `step` (`direction` 1) or before it (-1) whose weight is positive and
/// differs from that of the step before; nullopt where there is none.
std::optional<Worth> next_worth(const View&, const lab::Run&, int step, int direction);

}  // namespace app
