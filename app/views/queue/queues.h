// Queues at one address: the lanes of a warp's atomic by address, and how often lanes accessed each
// address over the steps of a run. The layout step of "Same address"; knows no pixels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "app/views/moment.h"

namespace app {

// The lanes of one request that access the same address.
struct Stack {
    simulator::Address address = 0;
    std::uint32_t lanes = 0;
    int high() const;
    /// The lane that is `place` places after the first; -1: none.
    int lane_at(int place) const;
};

struct Queue {
    std::vector<Stack> stacks;  // by address
    int lanes = 0;              // lanes that take part
    int tallest = -1;           // index in stacks of the first stack with most lanes
    bool at_once = false;       // lanes are counted together and none waits: see docs/counters.md
    int passes = 0;             // the counter atomic_passes for this request
    /// Lanes of the tallest stack.
    int high() const { return tallest < 0 ? 0 : stacks[std::size_t(tallest)].high(); }
    /// Whether one pass serves several lanes of an address.
    bool merges() const { return at_once && high() > 1; }
    /// The stack that contains a lane; -1 where the lane takes no part.
    int stack_of(int lane) const;
};

Queue queue_of(const simulator::Trace&, const simulator::Event&);
/// The same for an event of the run's own trace; kept with the run.
const Queue& queue_of(const lab::Run&, const simulator::Event&);

bool is_atomic(const simulator::Step&);

// For each element of an array, the step of every lane that accessed it, ascending. For memory of
// no known array, elements are addresses.
using AskedElements = std::map<std::int64_t, std::vector<int>>;
struct Asked {
    std::map<int, AskedElements> arrays;  // by index in Trace::arrays; -1: unknown array
};
/// For all atomics of the run's steps; kept with the run.
const Asked& asked_of(const lab::Run&);

/// How many of these lanes accessed the element up to `step`, inclusive.
int asked_up_to(const std::vector<int>& steps, int step);

// The array of a request, and the index of an address in it.
struct Element {
    int array = -1;
    std::int64_t index = 0;
};
Element element_of(const simulator::Trace&, const simulator::Event&, simulator::Address);

/// The atomic shown at a cursor: of its step, else the nearest before, else the first.
Shown queue_shown(const lab::Run&, const Cursor&);

}  // namespace app
