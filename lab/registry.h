// A list to which static objects in other files add themselves: lessons, commands, views. Menus and
// searches read it.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/types.h"

namespace lab {

/// Keeps its elements sorted, at fixed addresses. Access it through a function's static object:
/// elements are added before main(), in no fixed order of files.
template <class T>
class Registry {
public:
    /// `before(a, b)`: a comes before b. Equal elements keep the order of their addition.
    template <class Before>
    void add(T thing, Before before) {
        owned_.push_back(std::make_unique<const T>(std::move(thing)));
        ordered_.push_back(owned_.back().get());
        std::ranges::stable_sort(ordered_, [&](const T* a, const T* b) { return before(*a, *b); });
    }
    std::span<const T* const> all() const { return ordered_; }
    /// The element whose member is `name`; nullptr where there is none.
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
