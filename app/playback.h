// The transport: the viewer's place in a run, and its motion. Motion is a function of step and
// fraction alone, so that a scrub and a picture are exact.
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
    /// Whether the user chose the place since the subject was opened. Another view or kernel does
    /// not move such a place.
    bool by_hand = false;
    std::string word;  // how the cursor came here, until it moves: "from the first again"

    /// Loads the steps of another run; keeps the place where that makes sense.
    void load(const lab::Run* run, bool same_lesson);
    /// Unloads the run; keeps the place for the next run.
    void unload();
    int count() const { return count_; }
    /// First steps of barrier intervals, without the first interval.
    const std::vector<int>& posts() const { return posts_; }
    /// The interval of the cursor, from 1, and the number of intervals.
    int interval() const;
    int intervals() const { return static_cast<int>(posts_.size()) + 1; }
    /// Whether some intervals end at barriers; else each is a launch.
    bool has_barriers() const { return has_barriers_; }

    void toggle();
    void step(int by);     // with motion
    void go_to(int step);  // at once
    /// go_to() when the next run is loaded: for a step of a block that is not watched yet.
    void go_to_in_next(int step);
    /// Goes to the step at which a picture opens; this is no choice of the user.
    void open_at(int step);
    /// Selects this warp, unless the user chose another.
    void open_warp(int warp);
    /// Selects this lane, unless the user chose another.
    void open_lane(int lane);
    /// Forgets the user's choice of warp and lane, for another program.
    void open_any_lane();
    void to_barrier(int direction);
    /// Advances the motion by `seconds`; true while something moves.
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
