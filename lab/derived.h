// What others make from a run: layouts, footprints, texts cut into words. Each is made once, by
// whoever asks first, and dies with the run. Held by lab::Run, asked by the views.
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

// Any thread may ask. Threads that ask for the same at once wait for the one that makes it, others
// don't; a maker may ask for other values.
class Derived {
public:
    Derived() = default;
    // A copy of a run may be changed before it is shown: it derives its own.
    Derived(const Derived&) {}
    Derived& operator=(const Derived&) {
        values_.clear();
        return *this;
    }

    /// What `make()` gives, of its type and by this key: a launch, an event, 0 where the run has
    /// one only. Stays where it is as long as the run lives.
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
        return values_[{type, key}];  // of a map: stays where it is
    }

    mutable std::mutex guard_;  // of the map, not of what is made
    mutable std::map<std::pair<std::type_index, std::int64_t>, Place> values_;
    mutable std::atomic<int> made_ = 0;
};

}  // namespace lab
