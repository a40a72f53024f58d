// Who queues at one address: the lanes of one atomic of a warp by the address that each asks for,
// and how often lanes asked at each over the steps of a run. The layout step of "Same address";
// knows no pixels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "app/views/moment.h"

namespace app {

// Lanes of one request that ask for one address.
struct Stack {
    simulator::Address address = 0;
    std::uint32_t lanes = 0;
    int high() const;
    /// The lane that stands `place` behind the first; -1 where none does.
    int lane_at(int place) const;
};

struct Queue {
    std::vector<Stack> stacks;  // by address
    int lanes = 0;              // that take part
    int tallest = -1;           // the first of those with most lanes, into stacks
    bool at_once = false;       // they are counted, and none waits: see docs/counters.md
    int passes = 0;             // the counter atomic_passes of this request
    /// Lanes of the tallest.
    int high() const { return tallest < 0 ? 0 : stacks[std::size_t(tallest)].high(); }
    /// Whether several are told in one pass.
    bool merges() const { return at_once && high() > 1; }
    /// The stack that holds a lane; -1 where it takes no part.
    int stack_of(int lane) const;
};

Queue queue_of(const simulator::Trace&, const simulator::Event&);
/// The same of an event of the run's own trace, kept with the run.
const Queue& queue_of(const lab::Run&, const simulator::Event&);

bool is_atomic(const simulator::Step&);

// One array's elements, each with the step of every lane that asked there, ascending. Of memory
// that belongs to no known array, elements are addresses.
using AskedElements = std::map<std::int64_t, std::vector<int>>;
struct Asked {
    std::map<int, AskedElements> arrays;  // by index into Trace::arrays; -1: none is known
};
/// Of all atomics of the run's steps; kept with the run.
const Asked& asked_of(const lab::Run&);

/// How many of them asked up to a step, that one too.
int asked_up_to(const std::vector<int>& steps, int step);

// The array of a request, and the element of an address of it.
struct Element {
    int array = -1;
    std::int64_t index = 0;
};
Element element_of(const simulator::Trace&, const simulator::Event&, simulator::Address);

/// The atomic that is shown at a cursor: of its step, else the nearest before, else the first.
Shown queue_shown(const lab::Run&, const Cursor&);

}  // namespace app
