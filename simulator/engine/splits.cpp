// Divergence and reconvergence of a warp's lanes: splits, of which one runs. At a meeting place
// (meetings.h), a split waits while another may still come.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "simulator/engine/engine.h"

namespace simulator {

void WarpState::set_mask(std::uint32_t lanes_on) {
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

void WarpState::own_lanes() { set_mask(mask); }

void WarpState::turn_on(std::uint32_t lanes_on) {
    if (lanes_on == mask) return;
    set_mask(lanes_on);
    active = static_cast<std::uint32_t>(std::popcount(lanes_on));
}

// The rank of a split in that call, or in a call made there; 0: elsewhere.
std::uint32_t WarpState::rank_within(int split, std::uint16_t frame,
                                     const BasicBlock* blocks) const {
    std::uint32_t block = splits[split].block;
    std::uint16_t at = splits[split].frame;
    for (; at != frame && at != 0; at = frames[at].around) block = frames[at].block;
    return at == frame ? blocks[block].rank : 0;
}

// Whether a split at its meeting place may continue: no other split can still come.
bool WarpState::is_free(int split, const BasicBlock* blocks) const {
    const BasicBlock& meeting = blocks[splits[split].block];
    for (int i = 0; i < splits_count; ++i) {
        const std::uint32_t rank = rank_within(i, splits[split].frame, blocks);
        if (i != split && rank >= meeting.meets_from && rank < meeting.rank) return false;
    }
    return true;
}

// Deeper calls first, then lower rank.
bool WarpState::goes_before(const Split& one, const Split& other, const BasicBlock* blocks) const {
    if (one.frame != other.frame) {
        const auto depth = [&](const Split& of) { return of.frame ? frames[of.frame].depth : 0; };
        if (depth(one) != depth(other)) return depth(one) > depth(other);
    }
    return blocks[one.block].rank < blocks[other.block].rank;
}

// Among splits at meeting places that may continue, the one with the least rank; -1: none.
int WarpState::least_parked(const BasicBlock* blocks) const {
    int least = -1;
    for (int i = 0; i < splits_count; ++i) {
        if (!splits[i].parked || splits[i].wait != Wait::none) continue;
        if (least >= 0 && !goes_before(splits[i], splits[least], blocks)) continue;
        if (is_free(i, blocks)) least = i;
    }
    return least;
}

bool WarpState::can_run(const BasicBlock* blocks) const {
    bool waits = false;
    for (int i = 0; i < splits_count; ++i) {
        if (splits[i].wait == Wait::none && !splits[i].parked) return true;
        waits |= splits[i].wait != Wait::none;
    }
    return !waits || least_parked(blocks) >= 0;  // without waits, the least of all is free
}

bool WarpState::pick_among(const BasicBlock* blocks) {
    int next = splits_count - 1;
    while (next >= 0 && (splits[next].wait != Wait::none || splits[next].parked)) --next;
    const bool met = next < 0;
    if (met) next = least_parked(blocks);
    if (next < 0) return false;
    std::rotate(splits.begin() + next, splits.begin() + next + 1, splits.begin() + splits_count);
    if (met) take_up_parked(current().block);
    current().parked = false;
    note_others(blocks);
    turn_on(current().mask);
    return true;
}

// Merges all splits that wait at `block` into the top one.
void WarpState::take_up_parked(std::uint32_t block) {
    Split top = current();
    const auto same = [&](const Split& split) {
        return split.parked && split.wait == Wait::none && split.block == block &&
               split.frame == top.frame;
    };
    for (int i = 0; i < splits_count; ++i)
        if (same(splits[i])) top.mask |= splits[i].mask;
    const auto end = std::remove_if(splits.begin(), splits.begin() + splits_count, same);
    splits_count = static_cast<std::uint8_t>(end - splits.begin());
    push(top);
}

void WarpState::note_others(const BasicBlock* blocks) {
    others_from = ~0u;
    for (int i = 0; i + 1 < splits_count; ++i) {
        const bool on_its_way = splits[i].wait == Wait::none && !splits[i].parked;
        const bool elsewhere = splits[i].frame != current().frame;
        const std::uint32_t from = on_its_way || elsewhere ? 1 : blocks[splits[i].block].rank;
        others_from = std::min(others_from, from);
    }
}

void WarpState::gather(std::uint32_t lanes) {
    Split top = splits[--splits_count];
    const auto same = [&](const Split& split) {
        return split.synchronized && split.at == top.at && split.frame == top.frame &&
               (split.mask & lanes);
    };
    for (int i = 0; i < splits_count; ++i)
        if (same(splits[i])) top.mask |= splits[i].mask;
    const auto end = std::remove_if(splits.begin(), splits.begin() + splits_count, same);
    splits_count = static_cast<std::uint8_t>(end - splits.begin());
    push(top);
    turn_on(top.mask);
}

bool WarpState::stop_meeting() {
    bool found = false;
    for (int i = 0; i < splits_count; ++i) found |= std::exchange(splits[i].parked, false);
    return found;
}

std::uint16_t WarpState::open_frame(const Frame& frame) {
    std::vector<bool> needed(std::max<std::size_t>(frames.size(), 1));
    needed[0] = true;
    for (int i = 0; i < splits_count; ++i)
        for (std::uint16_t at = splits[i].frame; at != 0; at = frames[at].around) needed[at] = true;
    const auto place = static_cast<std::size_t>(std::ranges::find(needed, false) - needed.begin());
    if (place >= frames.size()) frames.resize(place + 1);
    frames[place] = frame;
    return static_cast<std::uint16_t>(place);
}

void WarpState::rotate() {
    std::rotate(splits.begin(), splits.begin() + splits_count - 1, splits.begin() + splits_count);
}

}  // namespace simulator
