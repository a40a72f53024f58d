// Reuse distance: the number of different keys requested since a key's last request. It fully
// describes a fully associative cache that replaces the least recently used entry: a request hits
// exactly when its distance is less than the capacity.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace lab {

/// The distance of a first request: it misses in any cache.
inline constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

// Distances of a series of keys, in O(log n) each: the stack distance of Mattson, Gecsei, Slutz and
// Traiger (Evaluation techniques for storage hierarchies, IBM Systems Journal 9, 1970). Counted by
// a Fenwick tree that holds each key at the time of its last request.
class ReuseDistances {
public:
    /// The number of other keys since this key's last request; `never` the first time.
    std::uint64_t ask(std::uint64_t key);
    /// The number of different keys so far.
    std::uint64_t different() const { return last_.size(); }

private:
    void add(std::size_t time, std::int64_t amount);
    std::int64_t until(std::size_t time) const;  // keys whose last request was in 1..time
    void grow();

    std::vector<std::int64_t> tree_;  // from 1 on
    std::unordered_map<std::uint64_t, std::size_t> last_;
    std::size_t now_ = 0;
};

}  // namespace lab
