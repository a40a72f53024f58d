// The two sides of a change, made up, for the tests of the sentence after it: no simulator runs.
#pragma once

#include <memory>

#include "tests/app/series_maker.h"

namespace test {

// One side of a change; what is left out is alike on both.
struct Side {
    int rung = 1;
    std::int64_t size = 1 << 20;
    std::uint64_t wavefronts = 100, conflicts = 0, requests = 200, instructions = 1000,
                  divergent = 0, waiting = 0;
    lab::TimeKind kind = lab::TimeKind::none;
    double us = 0, spread = .01;
    bool wrong = false, fault = false, cut = false;
    std::int64_t stride = 8;
    const char *device = "NVIDIA H200", *day = "12 Nov 2026", *counted = "", *timed = "";
    bool complete = true, small = false;  // counted only as it is drawn
    bool drawn = false;                   // at a size of its own
    double floor_us = 2;
    bool warm = false;
    std::uint32_t blocks = 100'000;
    std::uint64_t copied = 0;
};

inline lab::Result made(const Side& side) {
    lab::Settings at = settings(side.rung, side.size);
    at.set(stride_knob, side.stride);
    lab::Result result = result_of(at, side.kind, side.us / 1000, side.spread);
    const auto change = [&](std::shared_ptr<const lab::Run>& run) {
        if (!run) return;
        auto copy = std::make_shared<lab::Run>(*run);
        simulator::Counters& c = copy->counters;
        c = {};
        c.shared_load_wavefronts = side.wavefronts, c.shared_load_bank_conflicts = side.conflicts;
        c.global_load_requests = side.requests, c.warp_instructions = side.instructions;
        c.divergent_branches = side.divergent, c.polls = side.waiting;
        copy->verdict.checked = true, copy->verdict.ok = !side.wrong;
        if (side.fault) copy->faults.emplace_back().fatal = true;
        if (side.cut) copy->cut_after = 1000;
        copy->ptx_hash = run == result.timed ? side.timed : side.counted;
        copy->time.device = side.device, copy->device.when = side.day;
        copy->time.floor_ms = side.floor_us / 1000;
        if (side.warm) copy->time.regime = lab::Regime::warm;
        // Many blocks of one warp, as many for each number: what each waits for follows from its
        // counts alone.
        lab::LaunchRecord launch;
        launch.grid.x = side.blocks * std::uint64_t(side.size) >> 20;
        launch.block = {32, 1, 1};
        launch.counters = c;
        copy->launches = {launch};
        if (side.copied) copy->transfers = {{"a", lab::Transfer::Way::to_device, side.copied}};
        run = copy;
    };
    change(result.timed), change(result.counted);
    result.picture = result.counted;
    if (side.small || side.drawn) result.counted = nullptr;
    if (side.drawn) {
        auto picture = std::make_shared<lab::Run>(*result.picture);
        picture->request.settings.set(size_knob, 1 << 10);
        result.picture = picture;
    }
    result.complete = side.complete;
    return result;
}

}  // namespace test
