// Computes data about a program once, and keeps it as long as the program lives. Used by recipe.cpp
// and traits.cpp.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "simulator/decode/program.h"

namespace simulator {

template <class Made>
class MadeOnce {
public:
    /// The result of the first `make()` for a program that a shared_ptr holds.
    template <class Make>
    std::shared_ptr<const Made> of(const Program& program, Make make) {
        const std::lock_guard lock(guard_);
        std::erase_if(known_, [](const auto& one) { return one.second.program.expired(); });
        Known& entry = known_[&program];
        if (!entry.made) entry = {program.weak_from_this(), std::make_shared<const Made>(make())};
        return entry.made;
    }

private:
    struct Known {
        std::weak_ptr<const Program> program;
        std::shared_ptr<const Made> made;
    };
    std::mutex guard_;
    std::map<const Program*, Known> known_;
};

}  // namespace simulator
