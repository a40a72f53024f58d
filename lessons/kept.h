// Values that take long to make, each made once and found again, as long as together they are not
// too large.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "lab/lesson.h"

namespace lessons {

template <class Value>
std::size_t bytes_kept(const Value&) {
    return sizeof(Value);
}
template <class Element>
std::size_t bytes_kept(const std::vector<Element>& all) {
    return sizeof all + all.capacity() * sizeof(Element);
}
inline std::size_t bytes_kept(const lab::Expected& expected) {
    std::size_t sum = sizeof expected;
    for (const lab::Expected::Of& of : expected.results)
        sum += bytes_kept(of.elements) + bytes_kept(of.values);
    return sum;
}

// Those that were asked for last; the last of all whatever its size.
template <class Key, class Value>
class Kept {
public:
    static constexpr std::size_t most = 256, most_bytes = std::size_t{8} << 20;

    template <class Make>
    Value of(const Key& key, Make make) {
        if (auto found = find(key)) return std::move(*found);
        Value made = make();
        keep(key, made);
        return made;
    }

private:
    std::optional<Value> find(const Key& key) {
        std::scoped_lock lock(guard_);
        for (auto each = known_.begin(); each != known_.end(); ++each)
            if (each->first == key) {
                known_.splice(known_.begin(), known_, each);
                return known_.front().second;
            }
        return std::nullopt;
    }

    void keep(const Key& key, const Value& value) {
        std::scoped_lock lock(guard_);
        known_.emplace_front(key, value);
        bytes_ += bytes_kept(known_.front().second);
        while (known_.size() > most || (bytes_ > most_bytes && known_.size() > 1)) {
            bytes_ -= bytes_kept(known_.back().second);
            known_.pop_back();
        }
    }

    std::mutex guard_;
    std::list<std::pair<Key, Value>> known_;  // the last asked for first
    std::size_t bytes_ = 0;
};

}  // namespace lessons
