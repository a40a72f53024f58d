// How the lanes of a warp part and meet: a stack of splits, of which the last that waits for
// nothing runs, and a tree of joins. A join is complete when every lane that it expects has arrived
// or left the kernel.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "simulator/engine/engine.h"

namespace simulator {
namespace {

SpreadMask all_on() {
    SpreadMask spread;
    std::ranges::fill(spread.lanes32, -1);
    std::ranges::fill(spread.lanes64, -1);
    return spread;
}

std::array<Spread, 3>& spreads() {
    static std::array<Spread, 3> by_level{};
    return by_level;
}

Spread best_spread() {
    static const Spread best = [] {
        const Spread found = spreads()[static_cast<int>(best_level())];
        return found ? found : spreads()[static_cast<int>(Level::plain)];
    }();
    return best;
}

}  // namespace

const SpreadMask every_lane = all_on();

Spreader::Spreader(Level level, Spread spread) { spreads()[static_cast<int>(level)] = spread; }

void Warp::set_mask(std::uint32_t lanes_on) {
    mask = lanes_on;
    if (lanes_on == all_lanes) {
        lanes32 = every_lane.lanes32;
        lanes64 = every_lane.lanes64;
        return;
    }
    if (lanes_on != spread_) {
        spread_ = lanes_on;
        static const Spread spread = best_spread();
        spread(own_, lanes_on);
    }
    lanes32 = own_.lanes32;
    lanes64 = own_.lanes64;
}

void Warp::own_lanes() { set_mask(mask); }

void WarpState::turn_on(std::uint32_t lanes_on) {
    if (lanes_on == mask) return;
    set_mask(lanes_on);
    active = static_cast<std::uint32_t>(std::popcount(lanes_on));
}

std::int8_t WarpState::new_join(const Join& join) {
    const auto free = std::ranges::find(joins, false, &Join::used);
    if (free == joins.end()) return -1;  // only lanes that gave up meeting can use up all
    *free = join;
    free->used = true;
    return static_cast<std::int8_t>(free - joins.begin());
}

void WarpState::remove_top() {
    const Split gone = splits[--splits_count];
    live &= ~gone.mask;
    for (int at = gone.join; at >= 0;) {
        Join& join = joins[at];
        if ((join.expected & live) != (join.arrived & live)) return;
        join.used = false;
        Split merged;
        merged.block = join.block;
        merged.mask = join.arrived & live;
        merged.join = join.parent;
        if (merged.mask) return settle(merged);
        at = join.parent;
    }
}

// The last split that waits for nothing comes to the top.
bool WarpState::pick_below() {
    for (int i = splits_count - 1; i >= 0; --i) {
        if (splits[i].wait != Wait::none) continue;
        std::rotate(splits.begin() + i, splits.begin() + i + 1, splits.begin() + splits_count);
        if (std::exchange(current().entering, false)) {
            const Split split = splits[--splits_count];
            settle(split);
            return pick_below();
        }
        turn_on(current().mask);
        return true;
    }
    return false;
}

bool WarpState::give_up_joins() {
    bool found = false;
    for (Join& join : joins) {
        const std::uint32_t parked = join.used ? join.arrived & live : 0;
        if (!parked) continue;
        join.expected &= ~parked;
        join.arrived = 0;
        Split split;
        split.block = join.block;
        split.mask = parked;
        split.join = join.parent;
        settle(split);
        found = true;
    }
    return found;
}

void WarpState::rotate() {
    std::rotate(splits.begin(), splits.begin() + splits_count - 1, splits.begin() + splits_count);
}

}  // namespace simulator
