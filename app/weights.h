// Where pictures point: which view a run is about, and at which steps most of what a view shows
// happens, by the view's own weight. The shell opens there, and the transport goes from one such
// step to the next.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/playback.h"
#include "app/view.h"

namespace app {

/// View::shows(), found out once and kept with the run: two in step ask it in each frame.
bool shows(const View&, const lab::Run&);

/// The view of the stage that the chosen kernel opens on, or the first that this run is about;
/// nullptr where the subject's own order decides.
const View* view_about(const lab::Run&);

/// Where the first of a subject's own views stands that this run fits, or of which no run is known
/// yet; where it fits none, the first of all.
std::optional<Slot> usual_slot(const lab::Subject&, const lab::Run*);

/// By which the window names one finding of several: what keeps a kernel from its end first, then
/// as its kinds stand: a race, which may hide it, before a reliance on lockstep.
inline std::pair<bool, simulator::FaultKind> gravity(const simulator::Fault& fault) {
    return {!fault.fatal, fault.kind};
}

/// Whether a run is of a bug that is there on purpose, or of its cure, and of this kind first: what
/// views say by View::about.
bool hunts(const lab::Run&, simulator::FaultKind);

/// By step; empty where the view weighs nothing. Below 0: not worth a step, but better to open at
/// than others where nothing weighs. Made once and kept with the run.
const std::vector<double>& weights_of(const View&, const lab::Run&);

/// The step with the greatest weight, the first of several, in launches of the chosen kernel where
/// it has any there, and where the run beside it has one too, by View::place; nullopt where none
/// has any.
std::optional<int> heaviest_step(const View&, const lab::Run&, const lab::Run* beside = nullptr);
/// Where a picture opens: where a bug that is there on purpose was found, there, or well into the
/// run where nothing of it weighs; of two in step where they are most apart, in what the counter
/// `leading` counts if it moved there.
int opening_step(const View*, const lab::Run&, const lab::Run* beside = nullptr,
                 std::string_view leading = {});

/// The step of `second` beside step `at` of `first`, as in_step.h has it by rounds; where most of
/// what the view shows happens in both by the same kind of event, and rounds would lead past that
/// of the second, the two stand beside each other.
int step_beside(const View*, const lab::Run& first, int at, const lab::Run& second);

/// Whether a view shows this step, and not only what is far from it; also where it can not say.
bool shows_step(const View*, const lab::Run&, int step);

/// The warp that such a step is most about: where a view weighs events, the one with the most; in
/// another picture of memory the one that takes most beyond what its bytes need; elsewhere, or
/// where all have as much, the one with most lanes off. The first of several. `rather` where that
/// has half as much: another kernel looked at it.
int opening_warp(const View*, const lab::Run&, int step, int rather = -1);

/// The view that shows what this counter counts, and how it differs between two runs by
/// more than a `part` of the larger; nullptr where none does: fewer requests of the same kind look
/// alike.
const View* view_counting(std::string_view counter, const lab::Run& before, const lab::Run& now,
                          double part);

/// Stands there, and looks at that warp, with the lane that the view would open with. A cure stands
/// where its bug did, where that was seen `before`; another run, where less than half is left of
/// what was shown before, where that had most of it. Where a sentence names a counter of memory
/// as `leading`, a picture of memory stands where that moved most.
void open_where_it_tells(Playback&, const View*, const lab::Run&, const lab::Run* beside = nullptr,
                         const lab::Result* before = nullptr, std::string_view leading = {});

// A step that is worth a look, and whether the way there went over an end of the run.
struct Worth {
    int step = 0;
    bool wrapped = false;
    bool operator==(const Worth&) const = default;
};

/// The next step after `step` (`direction` 1) or the one before it (-1) that has weight, and
/// another than the step in front of it; nullopt where none has.
std::optional<Worth> next_worth(const View&, const lab::Run&, int step, int direction);

}  // namespace app
