// From where on a sentence after a change says something. All of them, each with its reason;
// docs/because.md speaks of the same.
#pragma once

#include <cstdint>

namespace app::from {

// A count.
constexpr double moved = 1.01;        // less is called the same
constexpr double share = .001;        // of all that was spent: with less, a count leads nothing
constexpr double told = 1.5;          // moved so far, it is said that it did not limit a time
constexpr double despite = 1.1;       // less that went the other way stays unsaid
constexpr double some_share = .02;    // of what was spent: less is no reason that comes to mind
constexpr double share_of_time = .2;  // of the part by which a time moved: less carries nothing
constexpr double root_of_time = .25;  // a sixth fewer instructions make nothing ten times as fast
constexpr double explained = .5;      // of a time's factor, as logarithms: less is a part of it
constexpr double parted_share = .02;  // of instructions: a side has some, and a loop around it
// A cost went against a time: by the formula, which knows little of a full memory.
constexpr double against_share = .005, against = 1.25;
constexpr double near = 1.1;  // two ratios are alike within that
// Blocks that wait for each other are told of a size that was turned where they take about the
// time.
constexpr double waits_least = .5, waits_most = 2;

// Two times.
constexpr double differ = 1.03;       // less asks for no reason
constexpr double level_within = .10;  // intervals that overlap within that are the same time
constexpr double near_floor = 1.5;    // of the launch floor: a launch takes most

// What no counter counts.
constexpr double registers = 1.25;       // a register more or less is no other way to do it
constexpr double sectors = 1.25;         // of a level of the caches, as modelled
constexpr double operations = 1.1;       // a root is many instructions of the device's own
constexpr std::int64_t twice = 2;        // threads, blocks, addresses, loads that wait
constexpr std::int64_t many_blocks = 8;  // times as many as one block, or as few threads
constexpr double few_threads = .25;      // of those that a card has room for: most of it is idle
constexpr std::int64_t between = 4;      // times as many instructions between a load and its use
constexpr double of_latency = .1;        // of that of memory: fewer instructions hide nothing of it

// Timelines of streams.
constexpr double shorter = .75;        // a part that is this much of the other, or less, is shorter
constexpr double most_of_it = .75;     // copies that take so much of the time still limit it
constexpr double tenth = .1;           // an overlap of less, or a timeline so far from the time
constexpr double half_of_copies = .5;  // both ways at once: made at least half of the difference
constexpr double in_sight = .01;       // of what is shown: nobody reads less off a timeline

}  // namespace app::from
