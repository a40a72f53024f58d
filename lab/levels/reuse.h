// Reuse distance: how many different things were asked for since one was asked for last. Of a cache
// that throws out what was asked for longest ago, and can keep anything anywhere, it says all: what
// is asked for again is still there exactly where fewer things lie between than it has room for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace lab {

/// The distance of what was never asked for: no cache has it.
inline constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

// Distances of a series of keys, in O(log n) each: the stack distance of Mattson, Gecsei, Slutz and
// Traiger (Evaluation techniques for storage hierarchies, IBM Systems Journal 9, 1970), counted by
// a Fenwick tree in which every key stands where it was asked for last.
class ReuseDistances {
public:
    /// Other keys since the last time that this one was asked for; `never` the first time.
    std::uint64_t ask(std::uint64_t key);
    /// Different keys so far.
    std::uint64_t different() const { return last_.size(); }

private:
    void add(std::size_t time, std::int64_t amount);
    std::int64_t until(std::size_t time) const;  // keys that were asked for last at 1..time
    void grow();

    std::vector<std::int64_t> tree_;  // from 1 on
    std::unordered_map<std::uint64_t, std::size_t> last_;
    std::size_t now_ = 0;
};

}  // namespace lab
