// The transport: where the viewer stands in a run, and how that moves. Motion is a function of step
// and fraction alone, so that a scrub and a picture are exact.
#pragma once

#include <vector>

#include "app/view.h"

namespace app {

class Playback {
public:
    Cursor cursor;
    bool playing = false;
    float speed = 1;  // 1/4, 1, 4
    bool reduced_motion = false;

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

    void toggle();
    void step(int by);     // with motion
    void go_to(int step);  // at once
    void to_barrier(int direction);
    /// Moves on by `seconds`; true while something still moves.
    bool advance(double seconds);
    void faster(int by);

private:
    void begin_anew();
    void clamp();
    int count_ = 0;
    std::vector<int> posts_;
    bool moving_ = false, backwards_ = false;
};

}  // namespace app
