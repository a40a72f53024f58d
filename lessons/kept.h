// Values that take long to make, each made once and kept. The values of a lesson, and those of all
// lessons, have limits in bytes together.
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

// The caches of all lessons: a large new value drops values of other lessons.
class KeptOfAll {
public:
    static constexpr std::size_t most_of_all = std::size_t{16} << 20;
    KeptOfAll(const KeptOfAll&) = delete;
    KeptOfAll& operator=(const KeptOfAll&) = delete;
    /// The bytes that all lessons keep now.
    static std::size_t bytes_of_all() {
        std::scoped_lock lock(guard());
        return sum();
    }

protected:
    KeptOfAll() {
        std::scoped_lock lock(guard());
        all().push_back(this);
    }
    ~KeptOfAll() {
        std::scoped_lock lock(guard());
        std::erase(all(), this);
    }
    static std::mutex& guard() {
        static std::mutex one;
        return one;
    }
    /// Drops the value used longest ago; false where there is none. The caller holds the guard.
    virtual bool drop() = 0;
    void make_room() {
        for (KeptOfAll* other : all())
            while (other != this && sum() > most_of_all && other->drop()) {
            }
    }
    std::size_t bytes_ = 0;

private:
    static std::vector<KeptOfAll*>& all() {
        static std::vector<KeptOfAll*> those;
        return those;
    }
    static std::size_t sum() {
        std::size_t bytes = 0;
        for (const KeptOfAll* each : all()) bytes += each->bytes_;
        return bytes;
    }
};

// The values used last, up to `most` and `most_bytes`. The last one stays, whatever its size.
template <class Key, class Value>
class Kept : KeptOfAll {
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
        std::scoped_lock lock(guard());
        for (auto each = known_.begin(); each != known_.end(); ++each)
            if (each->first == key) {
                known_.splice(known_.begin(), known_, each);
                return known_.front().second;
            }
        return std::nullopt;
    }

    void keep(const Key& key, const Value& value) {
        std::scoped_lock lock(guard());
        known_.emplace_front(key, value);
        bytes_ += bytes_kept(known_.front().second);
        while (known_.size() > most || (bytes_ > most_bytes && known_.size() > 1)) drop();
        make_room();
    }

    bool drop() override {
        if (known_.empty()) return false;
        bytes_ -= bytes_kept(known_.back().second);
        known_.pop_back();
        return true;
    }

    std::list<std::pair<Key, Value>> known_;  // the last used comes first
};

}  // namespace lessons
