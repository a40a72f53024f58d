// Chooses the meeting that is shown. See meetings.h.
#include <functional>
#include <tuple>

#include "app/views/order/meetings.h"

namespace app {
namespace {

// How near a meeting is to the cursor: by step, then by weight, then by lens lane, then whether the
// window names it.
using NearRank = std::tuple<int, double, int, int>;
NearRank rank_at(const StepsOfEvents& steps, const Meeting& meeting, const Cursor& cursor,
                 bool named) {
    int step = -1;
    bool lens = false;
    const auto look = [&](const Act& act) {
        const int at = steps.at(act);
        if (at < 0 || at > cursor.step || at < step) return;
        step = at;
        lens = act.lane == cursor.lane && int(act.warp) == cursor.warp;
    };
    look(meeting.first), look(meeting.last);
    if (meeting.by_flag) look(meeting.tells), look(meeting.told);
    return {step, weight_of(meeting), lens, named};
}

// The nearest of the meetings for which `fits` is true.
const Meeting* nearest_meeting(const lab::Run& run, const Cursor& cursor,
                               const std::function<bool(const Meeting&)>& fits) {
    const Meeting* nearest = nullptr;
    NearRank best{-1, -1, -1, -1};
    if (!run.trace) return nearest;
    const StepsOfEvents& steps = steps_of_events(run);
    for (const Meeting& meeting : meetings_of(run).all) {
        if (!fits(meeting)) continue;
        const NearRank rank = rank_at(steps, meeting, cursor, is_spoken_of(run, meeting));
        if (nearest && rank <= best) continue;
        nearest = &meeting, best = rank;
    }
    return nearest;
}

}  // namespace

const Meeting* meeting_shown(const lab::Run& run, const Cursor& cursor) {
    return nearest_meeting(run, cursor, [](const Meeting&) { return true; });
}

const Meeting* meeting_beside(const lab::Run& run, const Cursor& cursor, const Meeting& other) {
    const auto there = [&](const Meeting& meeting) { return meeting.place == other.place; };
    const auto alike = [&](const Meeting& meeting) {
        return there(meeting) && meeting.first.writes == other.first.writes &&
               meeting.last.writes == other.last.writes;
    };
    const Meeting* found = nearest_meeting(run, cursor, alike);
    return found ? found : nearest_meeting(run, cursor, there);
}

}  // namespace app
