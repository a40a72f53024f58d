// Reuse distances by a Fenwick tree. See reuse.h.
#include "lab/levels/reuse.h"

#include <algorithm>

namespace lab {

void ReuseDistances::add(std::size_t time, std::int64_t amount) {
    for (; time < tree_.size(); time += time & (~time + 1)) tree_[time] += amount;
}

std::int64_t ReuseDistances::until(std::size_t time) const {
    std::int64_t sum = 0;
    for (; time > 0; time -= time & (~time + 1)) sum += tree_[time];
    return sum;
}

// Inserts all keys again, as a tree of another size has other sums.
void ReuseDistances::grow() {
    tree_.assign(std::max<std::size_t>(1024, 2 * tree_.size()), 0);
    for (const auto& [key, time] : last_) add(time, 1);
}

std::uint64_t ReuseDistances::ask(std::uint64_t key) {
    if (++now_ >= tree_.size()) grow();
    const auto found = last_.find(key);
    std::uint64_t distance = never;
    if (found != last_.end()) {
        distance = std::uint64_t(std::int64_t(last_.size()) - until(found->second));
        add(found->second, -1);
        found->second = now_;
    } else {
        last_.emplace(key, now_);
    }
    add(now_, 1);
    return distance;
}

}  // namespace lab
