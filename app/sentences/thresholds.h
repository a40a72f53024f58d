// The thresholds of the sentence after a change, each with its reason; docs/because.md has the same
// ones.
#pragma once

#include <cstdint>

namespace app::from {

// For counts.
constexpr double moved = 1.01;        // below it counts are the same
constexpr double share = .001;        // of all cycles: below it a count never leads
constexpr double told = 1.5;          // from here on, "did not limit" a time
constexpr double despite = 1.1;       // below it a move against the time stays unsaid
constexpr double some_share = .02;    // of all cycles: below it a count is no likely reason
constexpr double share_of_time = .2;  // of the time's own move: below it a count explains nothing
// Of the time's ratio as a logarithm, what a count's own ratio must reach: a sixth fewer
// instructions make nothing ten times as fast.
constexpr double root_of_time = .25;
constexpr double explained = .5;      // of a time's factor, as logarithms: below it only a part
constexpr double parted_share = .02;  // of the instructions' move: fewer branches are no cause
// A cost that went against the time and may be the new limit. Its share may be small, as the
// formula takes a busy memory for too fast.
constexpr double against_share = .005, against = 1.25;
constexpr double near = 1.1;  // two ratios agree within this factor
// Where the size changed, blocks that wait for each other are named if their hand-overs take from
// half to twice the time.
constexpr double waits_least = .5, waits_most = 2;

// For two times.
constexpr double differ = 1.03;       // below it a difference needs no reason
constexpr double level_within = .10;  // overlapping intervals this close are the same time
constexpr double near_floor = 1.5;    // times the launch floor: below it, the launch takes most

// For causes that no counter counts.
constexpr double registers = 1.25;       // one register more or less changes nothing
constexpr double sectors = 1.25;         // of a level of the caches, as modelled
constexpr double operations = 1.1;       // a square root takes many device instructions
constexpr std::int64_t twice = 2;        // threads, blocks, addresses, loads that wait
constexpr std::int64_t many_blocks = 8;  // times the single block, or the few threads
constexpr double few_threads = .25;      // of the threads that fit a card: most of it is idle
constexpr std::int64_t between = 4;      // times as many instructions between a load and its use
constexpr double of_latency = .1;        // of the memory latency: fewer instructions hide nothing

// For timelines of streams.
constexpr double shorter = .75;        // a part this long, relative to the other, is shorter
constexpr double most_of_it = .75;     // copies with this share of the time still limit it
constexpr double tenth = .1;           // least overlap; most distance of a timeline from its time
constexpr double half_of_copies = .5;  // copies both ways at once: least share of the difference
constexpr double in_sight = .01;       // of the shown length: the least that can be read off

}  // namespace app::from
