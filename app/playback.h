// The transport: where the viewer stands in a run, and how that moves. Motion is a function of step
// and fraction alone, so that a scrub and a picture are exact.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view.h"

namespace app {

class Playback {
public:
    Cursor cursor;
    bool playing = false;
    float speed = 1;  // 1/4, 1, 4
    bool reduced_motion = false;
    /// Whether a person chose the place, since the subject was opened: then it is theirs, and
    /// another view or kernel does not move it.
    bool by_hand = false;
    std::string word;  // on how the cursor came here, until it moves: "from the first again"

    /// Takes the steps of another run; keeps the place where that means something.
    void load(const lab::Run* run, bool same_lesson);
    /// There is no run for now; the place is kept for the one that comes.
    void unload();
    int count() const { return count_; }
    /// Steps at which a barrier interval begins, without the first.
    const std::vector<int>& posts() const { return posts_; }
    /// Which interval the cursor is in, from 1, and how many there are.
    int interval() const;
    int intervals() const { return static_cast<int>(posts_.size()) + 1; }
    /// Whether intervals end at barriers; else each is a launch.
    bool has_barriers() const { return has_barriers_; }

    void toggle();
    void step(int by);     // with motion
    void go_to(int step);  // at once
    /// The same, as soon as the next run comes: a step of a block that is not watched yet.
    void go_to_in_next(int step);
    /// Goes to where a picture opens: nobody's wish.
    void open_at(int step);
    /// Looks at this warp, unless somebody chose another.
    void open_warp(int warp);
    /// At this lane of it, likewise.
    void open_lane(int lane);
    /// As if nobody had chosen a warp and a lane: another program's are its own.
    void open_any_lane();
    void to_barrier(int direction);
    /// Moves on by `seconds`; true while something still moves.
    bool advance(double seconds);
    void faster(int by);

private:
    void begin_anew();
    void stand_at(int step);
    void clamp();
    std::optional<int> awaited_;  // the step to go to in the next run
    int count_ = 0, opened_warp_ = 0, opened_lane_ = 0;
    std::vector<int> posts_;
    bool moving_ = false, backwards_ = false, has_barriers_ = false;
};

}  // namespace app
