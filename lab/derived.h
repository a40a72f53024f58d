// Values that views derive from a run: layouts, footprints, texts cut into words. Each value is
// made once, at the first request, and lives as long as the run.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <typeindex>
#include <utility>

namespace lab {

// Safe from any thread. A thread waits only if another one is making the value that it requests. A
// maker may request other values.
class Derived {
public:
    Derived() = default;
    // A copy of a run may be changed before it is shown, so a copy starts empty.
    Derived(const Derived&) {}
    Derived& operator=(const Derived&) {
        values_.clear();
        return *this;
    }

    /// The value of `make()`, by its type and this key: a launch, an event, or 0 where a run has
    /// only one such value. Its address stays valid as long as the run lives.
    template <typename Make>
    const auto& get(std::int64_t key, Make&& make) const {
        using Value = std::remove_cvref_t<std::invoke_result_t<Make&>>;
        Place& place = place_of(typeid(Value), key);
        std::call_once(place.once, [&] {
            place.value = std::make_shared<const Value>(make());
            ++made_;
        });
        return *static_cast<const Value*>(place.value.get());
    }
    /// How many values were made so far.
    int made() const { return made_; }

private:
    struct Place {
        std::once_flag once;
        std::shared_ptr<const void> value;
    };
    Place& place_of(std::type_index type, std::int64_t key) const {
        const std::lock_guard lock(guard_);
        return values_[{type, key}];  // a map's elements keep their address
    }

    mutable std::mutex guard_;  // guards the map, not the values
    mutable std::map<std::pair<std::type_index, std::int64_t>, Place> values_;
    mutable std::atomic<int> made_ = 0;
};

}  // namespace lab
