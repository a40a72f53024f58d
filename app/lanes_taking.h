// The lanes that take part in a step, and the values they moved: the layout step of the view of
// lanes. Knows no pixels.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/view.h"
#include "app/warps_over_time.h"

namespace app::lanes {

using simulator::Event;
using simulator::EventKind;
using simulator::Step;
using simulator::warp_size;

// The activity of all warps of a block in one step.
struct Taking {
    std::uint64_t threads = 0;               // threads of the block
    std::vector<std::uint32_t> on;           // by warp: mask of active lanes
    std::vector<const Event*> event;         // by warp; nullptr where the warp skips the step
    int warps = 0, running = 0, parted = 0;  // all warps; running ones; running ones with lanes off
    int active = 0, idle = 0;                // threads on; threads off in running warps
    bool asks = false;                       // a barrier that counts predicates
    int yes = 0;                             // threads whose predicate is true
    std::uint32_t longest = 0, passes = 0;   // passes of atomics: most of one warp; all
};

inline std::uint32_t present(std::uint64_t threads, int warp) {
    const std::uint64_t left =
        threads - std::min<std::uint64_t>(threads, std::uint64_t(warp) * warp_size);
    return left >= warp_size ? ~0u : (1u << left) - 1;
}

inline Taking taking_in(const lab::Run& run, const Step* step) {
    Taking made;
    const std::size_t launch = step ? step->launch : 0;
    if (launch < run.trace->launches.size())
        made.threads = run.trace->launches[launch].block.count();
    made.warps = static_cast<int>((made.threads + warp_size - 1) / warp_size);
    made.on.resize(made.warps);
    made.event.resize(made.warps);
    if (!step) return made;
    for (const std::uint32_t id : step->events) {
        const Event& event = run.trace->events[id];
        if (event.warp >= static_cast<std::uint32_t>(made.warps)) continue;
        made.on[event.warp] = event.mask;
        made.event[event.warp] = &event;
        ++made.running;
        const int off = std::popcount(present(made.threads, event.warp) & ~event.mask);
        made.active += std::popcount(event.mask);
        made.idle += off;
        made.parted += off > 0;
        made.asks |= event.asks;
        made.yes += std::popcount(event.yes);
        if (event.kind != EventKind::atomic) continue;
        made.longest = std::max(made.longest, event.passes);
        made.passes += event.passes;
    }
    return made;
}

// The thread that stands for the step: the lens lane where it takes part, else the first active
// lane of its warp, or of the first warp that runs.
struct Thread {
    int warp = 0, lane = 0;
};

inline Thread shown_thread(const Taking& all, const Cursor& cursor) {
    const auto on = [&](int warp) {
        return warp >= 0 && warp < all.warps ? all.on[static_cast<std::size_t>(warp)] : 0u;
    };
    int warp = cursor.warp;
    for (int other = 0; !on(warp) && other < all.warps; ++other)
        if (on(other)) warp = other;
    const std::uint32_t mask = on(warp);
    if (!mask || (warp == cursor.warp && mask >> (cursor.lane & 31) & 1))
        return {cursor.warp, cursor.lane};
    return {warp, std::countr_zero(mask)};
}

// The value that a thread moved: "0.1667", or with fewer digits "0.17", "0.2"; at a barrier that
// counts, its predicate.
inline std::string value_in(const lab::Run& run, const Event& event, int lane, int digits) {
    if (event.asks) return event.yes >> lane & 1 ? "1" : "0";
    const simulator::Slot* slot = run.trace->slot(event, lane);
    return slot ? value_text(slot->value, event.type, digits) : "";
}

// The meaning of the number in a cell.
inline std::string value_meaning(EventKind kind, bool asks = false) {
    if (asks) return "its answer: 1 is yes";
    switch (kind) {
        case EventKind::load: return "the loaded value";
        case EventKind::store: return "the stored value";
        case EventKind::atomic: return "the value it left";
        case EventKind::shuffle: return "the received value";
        case EventKind::vote: return "the answer it got";
        case EventKind::barrier: return "its answer: 1 is yes";
    }
    return "";
}

}  // namespace app::lanes
