// What makes itself known from a static object of its own file: lessons, commands, views. The menus
// and searches that show them ask here.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/types.h"

namespace lab {

/// Keeps what was added at its place, and in order. Reach it by a function's static object: others
/// are added before main() begins, in no order.
template <class T>
class Registry {
public:
    /// `before(a, b)`: a stands first. Of equals that which was added first does.
    template <class Before>
    void add(T thing, Before before) {
        owned_.push_back(std::make_unique<const T>(std::move(thing)));
        ordered_.push_back(owned_.back().get());
        std::ranges::stable_sort(ordered_, [&](const T* a, const T* b) { return before(*a, *b); });
    }
    std::span<const T* const> all() const { return ordered_; }
    /// The one whose `name` is this; nullptr where there is none.
    template <class Name>
    const T* find(std::string_view name, simulator::Member<T, Name> member) const {
        const auto found = std::ranges::find(ordered_, name, member);
        return found == ordered_.end() ? nullptr : *found;
    }

private:
    std::vector<std::unique_ptr<const T>> owned_;
    std::vector<const T*> ordered_;
};

}  // namespace lab
