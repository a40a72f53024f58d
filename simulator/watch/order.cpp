// Updates the knowledge of warps and lanes. If the hardware's rules leave a doubt, an access counts
// as ordered, so that every report is a real error.
#include "simulator/watch/order.h"

#include <algorithm>
#include <array>
#include <bit>

namespace simulator::checks {

Time Knowledge::until(std::uint64_t warp) const {
    const auto found = std::ranges::lower_bound(entries, warp, {}, &Entry::warp);
    return found != entries.end() && found->warp == warp ? found->until : 0;
}

Known joined(const Known& one, const Known& other) {
    if (!one || one == other) return other;
    if (!other) return one;
    auto both = std::make_shared<Knowledge>();
    both->entries.reserve(one->entries.size() + other->entries.size());
    auto a = one->entries.begin(), b = other->entries.begin();
    while (a != one->entries.end() || b != other->entries.end()) {
        if (b == other->entries.end() || (a != one->entries.end() && a->warp < b->warp)) {
            both->entries.push_back(*a++);
        } else if (a == one->entries.end() || b->warp < a->warp) {
            both->entries.push_back(*b++);
        } else {
            both->entries.push_back({a->warp, std::max(a->until, b->until)});
            ++a, ++b;
        }
    }
    return both;
}

BlockOrder::BlockOrder(std::uint64_t block, std::uint32_t threads)
    : block_(block),
      warps_((threads + warp_size - 1) / warp_size),
      warps_known_(warps_ * warps_),
      foreign_(warps_),
      learnt_(warps_),
      heard_(warps_),
      seen_(warps_),
      lanes_known_(warps_),
      pairs_known_(warps_),
      fences_(warps_),
      wide_fences_(warps_) {}

bool BlockOrder::knows(const Access& now, const Access& before) const {
    if (now.same_thread(before)) return true;
    const std::uint32_t warp = now.warp();
    if (before.block != block_) {
        const Known& known = foreign_[warp];
        return known && known->until(before.block * warp_size + before.warp()) >= before.time;
    }
    if (before.warp() != warp) return of(warp, before.warp()) >= before.time;
    if (lanes_known_[warp] >= before.time) return true;
    const std::vector<Time>& pairs = pairs_known_[warp];
    return !pairs.empty() && pairs[now.lane() * warp_size + before.lane()] >= before.time;
}

void BlockOrder::lanes_meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live, Time now) {
    std::vector<Time>& pairs = pairs_known_[warp];
    if ((lanes & live) == live) {
        lanes_known_[warp] = now;
        pairs.clear();
        return;
    }
    pairs.resize(warp_size * warp_size);
    std::array<Time, warp_size> together{};
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const Time* row = &pairs[std::countr_zero(rest) * warp_size];
        for (int j = 0; j < warp_size; ++j) together[j] = std::max(together[j], row[j]);
    }
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) together[std::countr_zero(rest)] = now;
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        std::ranges::copy(together, &pairs[std::countr_zero(rest) * warp_size]);
    }
}

void BlockOrder::arrive(std::uint32_t warp, int barrier, std::uint32_t lanes, std::uint32_t live) {
    last_barrier_ = barrier;
    take_in(warp, false);
    take_in(warp, true);
    Arrival& arrival = arrivals_[barrier];
    arrival.warps |= bit(warp);
    arrival.lanes[warp] |= lanes;
    arrival.live[warp] = live;
}

// The last arrival releases a barrier, or threads that return do. In the second case the barrier is
// not known, and all barriers with waiting threads are taken.
void BlockOrder::release(Time now) {
    if (arrivals_[last_barrier_].warps) {
        let_go(arrivals_[last_barrier_], now);
        arrivals_[last_barrier_] = {};
        return;
    }
    for (Arrival& arrival : arrivals_) {
        let_go(arrival, now);
        arrival = {};
    }
}

void BlockOrder::let_go(const Arrival& arrival, Time now) {
    if (!arrival.warps) return;
    const std::uint32_t taking_part = arrival.warps | ended_;
    std::vector<Time> together(warps_);
    Known foreign;
    for (std::uint32_t warp = 0; warp < warps_; ++warp) {
        if (!(taking_part & bit(warp))) continue;
        for (std::uint32_t x = 0; x < warps_; ++x) together[x] = std::max(together[x], of(warp, x));
        foreign = joined(foreign, foreign_[warp]);
    }
    for (std::uint32_t warp = 0; warp < warps_; ++warp) {
        if (taking_part & bit(warp)) together[warp] = now;
    }
    for (std::uint32_t warp = 0; warp < warps_; ++warp) {
        if (!(arrival.warps & bit(warp))) continue;
        std::ranges::copy(together, &of(warp, 0));
        foreign_[warp] = foreign;
        lanes_meet(warp, arrival.lanes[warp], arrival.live[warp], now);
    }
}

void BlockOrder::fence(std::uint32_t warp, std::uint32_t lanes, bool wide, Time now) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        fences_[warp][std::countr_zero(rest)] = now;
        if (wide) wide_fences_[warp][std::countr_zero(rest)] = now;
    }
    take_in(warp, false);
    if (wide) take_in(warp, true);
}

Known BlockOrder::told_by(std::uint32_t warp, Time until) const {
    if (!until) return nullptr;
    auto told = std::make_shared<Knowledge>();
    for (std::uint32_t x = 0; x < warps_; ++x) {
        const Time known = x == warp ? until : of(warp, x);
        if (known) told->entries.push_back({block_ * warp_size + x, known});
    }
    return joined(told, foreign_[warp]);
}

void BlockOrder::learn(std::uint32_t warp, const Known& known, bool wide) {
    if (!known || learnt_[warp][wide] == known) return;
    learnt_[warp][wide] = known;
    for (std::uint32_t x = 0; x < warps_; ++x) {
        const Time until = known->until(block_ * warp_size + x);
        Time& mine = x == warp ? lanes_known_[warp] : of(warp, x);
        mine = std::max(mine, until);
    }
    foreign_[warp] = joined(foreign_[warp], known);
}

void BlockOrder::hear(std::uint32_t warp, const Known& known, bool wide) {
    if (!known || learnt_[warp][wide] == known) return;
    Known& heard = heard_[warp][wide];
    heard = joined(heard, known);
}

void BlockOrder::take_in(std::uint32_t warp, bool wide) {
    learn(warp, heard_[warp][wide], wide);
    heard_[warp][wide] = nullptr;
}

bool BlockOrder::heard_of(const Access& now, const Access& before) const {
    const std::uint32_t warp = now.warp();
    return std::ranges::any_of(heard_[warp], [&](const Known& heard) {
        return heard && heard->until(before.block * warp_size + before.warp()) >= before.time;
    });
}

void BlockOrder::see(std::uint32_t warp, std::uint64_t setter, Time set) {
    Time& last = seen_[warp][setter];
    last = std::max(last, set);
}

bool BlockOrder::saw_flag_of(const Access& now, const Access& before) const {
    const auto& flags = seen_[now.warp()];
    const auto found = flags.find(before.block * warp_size + before.warp());
    return found != flags.end() && found->second >= before.time;
}

}  // namespace simulator::checks
