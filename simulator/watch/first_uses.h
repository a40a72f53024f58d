// Which instruction first needs what a load brings: until then its warp goes on, and what it issues
// takes none of the load's time. Told by trace_recorder.cpp of each instruction of a watched block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "simulator/watch/observer.h"
#include "simulator/watch/recipe.h"

namespace simulator {

class FirstUses {
public:
    void launch_begins(std::shared_ptr<const Recipes>);
    /// Before an instruction: notes in `events` whose value it is the first to read. What only
    /// copies a value is no use of it: the copy is as far from memory.
    void reads(const Moment&, const Recipe&, std::vector<Event>& events);
    /// Behind it: what it wrote is no longer what a load brought; `event` is its own where it is a
    /// load from global memory, else no_event.
    void writes(const Moment&, const Recipe&, std::uint32_t event);

    static constexpr std::uint32_t no_event = ~0u;

private:
    using Awaited = std::vector<std::uint32_t>;  // by register: its load's event, else no_event
    Awaited& of_warp(const Moment&);

    std::shared_ptr<const Recipes> recipes_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Awaited> warps_;  // by block and warp
};

}  // namespace simulator
