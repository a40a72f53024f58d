// Plays, steps and scrubs. Called by the transport and by the keyboard.
#include "app/playback.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {

namespace {

constexpr float forward_seconds = .42f, back_seconds = .16f;
constexpr std::array<float, 3> speeds{.25f, 1, 4};

}  // namespace

void Playback::load(const lab::Run* run, bool same_lesson) {
    const int before = count_;
    count_ = run ? static_cast<int>(run->steps.size()) : 0;
    posts_.clear();
    has_barriers_ = false;
    for (int step = 1; step < count_; ++step) {
        const simulator::Step &last = run->steps[static_cast<std::size_t>(step) - 1],
                              &now = run->steps[static_cast<std::size_t>(step)];
        if (last.launch != now.launch || last.interval != now.interval) posts_.push_back(step);
        has_barriers_ |= last.launch == now.launch && last.interval != now.interval;
    }
    playing = playing && same_lesson;
    moving_ = false;
    cursor.fraction = 1;
    cursor.version = -1;
    word.clear();
    if (!same_lesson)
        begin_anew();
    else if (before != count_ && before > 1 && count_ > 0)
        cursor.step = static_cast<int>(
            std::lround(static_cast<double>(cursor.step) * (count_ - 1) / (before - 1)));
    if (same_lesson && awaited_) cursor.step = *awaited_;
    awaited_.reset();
    clamp();
}

void Playback::unload() {
    playing = moving_ = false;
    count_ = 0;
    posts_.clear();
}

// Keeps the chosen code (CUDA or PTX), and starts from the first step.
void Playback::begin_anew() {
    const int ptx = cursor.ptx;
    cursor = {};
    cursor.ptx = ptx;
    by_hand = false;
    opened_warp_ = opened_lane_ = 0;
}

void Playback::clamp() { cursor.step = std::clamp(cursor.step, count_ > 0 ? 0 : -1, count_ - 1); }

int Playback::interval() const {
    return 1 + static_cast<int>(std::upper_bound(posts_.begin(), posts_.end(), cursor.step) -
                                posts_.begin());
}

void Playback::toggle() {
    if (!playing && cursor.step >= count_ - 1) go_to(0);
    playing = !playing && count_ > 1;
    if (playing && !moving_) step(1), playing = true;
}

void Playback::step(int by) {
    playing = false;
    by_hand = true;
    word.clear();
    if (by > 0 && cursor.step < count_ - 1) {
        if (moving_ && backwards_) cursor.fraction = 1;
        ++cursor.step;
        cursor.fraction = reduced_motion ? 1.f : 0.f;
        moving_ = !reduced_motion;
        backwards_ = false;
    }
    if (by < 0 && cursor.step > 0) {
        if (reduced_motion || moving_) return go_to(cursor.step - 1);
        moving_ = backwards_ = true;
    }
    cursor.follow_code();
    cursor.scrolled = 0;
}

void Playback::go_to(int step) {
    by_hand = true;
    stand_at(step);
}

void Playback::go_to_in_next(int step) {
    by_hand = true;
    awaited_ = step;
}

void Playback::open_at(int step) {
    stand_at(step);
    cursor.version = -1;
}

void Playback::open_warp(int warp) {
    if (cursor.warp == opened_warp_) cursor.warp = opened_warp_ = warp;
}

void Playback::open_lane(int lane) {
    if (cursor.lane == opened_lane_) cursor.lane = opened_lane_ = lane;
}

void Playback::open_any_lane() { cursor.warp = opened_warp_, cursor.lane = opened_lane_; }

void Playback::stand_at(int step) {
    word.clear();
    playing = moving_ = false;
    cursor.step = step;
    cursor.fraction = 1;
    cursor.follow_code();
    cursor.scrolled = 0;
    clamp();
}

void Playback::to_barrier(int direction) {
    int target = direction > 0 ? count_ - 1 : 0;
    if (direction > 0) {
        const auto next = std::upper_bound(posts_.begin(), posts_.end(), cursor.step);
        if (next != posts_.end()) target = *next;
    } else {
        const auto here = std::lower_bound(posts_.begin(), posts_.end(), cursor.step);
        if (here != posts_.begin()) target = *(here - 1);
    }
    go_to(target);
}

bool Playback::advance(double seconds) {
    if (!moving_ && playing) {
        const bool was = playing;
        if (cursor.step >= count_ - 1) return playing = false;
        step(1);
        playing = was;
    }
    if (!moving_) return playing;
    const float length = backwards_ ? back_seconds : forward_seconds / speed;
    cursor.fraction += static_cast<float>(seconds) / length * (backwards_ ? -1.f : 1.f);
    if (backwards_ && cursor.fraction <= 0) {
        --cursor.step;
        cursor.fraction = 1;
        moving_ = false;
        clamp();
    } else if (!backwards_ && cursor.fraction >= 1) {
        cursor.fraction = 1;
        moving_ = false;
        if (playing && cursor.step >= count_ - 1) playing = false;
    }
    return moving_ || playing;
}

void Playback::faster(int by) {
    const auto here = std::find(speeds.begin(), speeds.end(), speed);
    const int at = here == speeds.end() ? 1 : static_cast<int>(here - speeds.begin());
    speed = speeds[static_cast<std::size_t>(
        std::clamp(at + by, 0, static_cast<int>(speeds.size()) - 1))];
}

}  // namespace app
