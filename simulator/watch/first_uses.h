// Finds the first instruction that uses a loaded value: until then the warp continues during the
// load's latency. Called by trace_recorder.cpp for each instruction of a watched block.
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
    /// Before an instruction: notes in `events` the loads whose value it is the first to use. A
    /// plain copy is no use: the copy waits for memory too.
    void reads(const Moment&, const Recipe&, std::vector<Event>& events);
    /// After an instruction: its destinations no longer hold loaded values. `event` is its own
    /// event if it loads from global memory, else no_event.
    void writes(const Moment&, const Recipe&, std::uint32_t event);

    static constexpr std::uint32_t no_event = ~0u;

private:
    using Awaited = std::vector<std::uint32_t>;  // by register: its load's event, or no_event
    Awaited& of_warp(const Moment&);

    std::shared_ptr<const Recipes> recipes_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Awaited> warps_;  // by block and warp
};

}  // namespace simulator
