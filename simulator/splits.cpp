// How the lanes of a warp part and meet: a stack of splits, of which the last that waits for nothing runs, and a
// tree of joins. A join is complete when every lane that it expects has arrived or left the kernel.
#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/engine.h"

namespace simulator {

void WarpState::turn_on(std::uint32_t lanes_on) {
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

void WarpState::settle(Split split) {
    while (split.join >= 0 && joins[split.join].block == split.block) {
        Join& join = joins[split.join];
        join.arrived |= split.mask;
        if ((join.expected & live) != (join.arrived & live)) return;
        split.mask = join.arrived & live;
        split.join = join.parent;
        join.used = false;
    }
    splits[splits_count++] = split;
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

bool WarpState::pick() {
    for (int i = splits_count - 1; i >= 0; --i) {
        if (splits[i].wait != Wait::none) continue;
        std::rotate(splits.begin() + i, splits.begin() + i + 1, splits.begin() + splits_count);
        if (std::exchange(current().entering, false)) {
            const Split split = splits[--splits_count];
            settle(split);
            return pick();
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
