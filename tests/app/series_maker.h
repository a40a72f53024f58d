// Results over sizes and kernels, made up, for the tests of cards: no simulator runs.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/series.h"
#include "simulator/isa/row.h"

namespace test {

using app::Series;

inline lab::Knob ticked(std::string id, lab::Knob::Role role, std::vector<std::int64_t> ticks) {
    lab::Knob knob;
    knob.role = role;
    knob.id = id, knob.title = id, knob.unit = id == "n" ? "numbers" : "threads";
    knob.low = ticks.front(), knob.high = ticks.back(), knob.preset = ticks[ticks.size() / 2];
    knob.ticks = std::move(ticks);
    return knob;
}

// Named otherwise than those of the lessons: cards know them by their roles.
using KnobRole = lab::Knob::Role;
inline const lab::Knob size_knob =
    ticked("n", KnobRole::size, {1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 26});
inline const lab::Knob stride_knob = ticked("apart", KnobRole::stride, {1, 2, 4, 8, 16, 32});
inline const lab::Knob width_knob = ticked("width", KnobRole::block_x, {8, 16, 32, 64}),
                       height_knob = ticked("height", KnobRole::block_y, {1, 2, 4, 8});

inline const lab::Lesson& lesson() {
    static const lab::Lesson made = [] {
        lab::Lesson value;
        value.id = "cards_test";
        const char* titles[] = {"Interleaved",
                                "Strided index",
                                "Sequential",
                                "Any block size, also not a power of two",
                                "Many blocks, then a second pass",
                                "Warp shuffles",
                                "Grid stride, 16-byte loads, one atomic"};
        for (const char* title : titles) {
            lab::Rung rung;
            rung.id = "rung" + std::to_string(value.rungs.size());
            rung.title = title;
            value.rungs.push_back(rung);
        }
        value.knobs = {&size_knob, &stride_knob, &width_knob, &height_knob};
        value.size = &size_knob;
        value.host = [](lab::Plan&, const lab::Settings&) {};
        value.cost = [](const lab::Settings& set) { return double(set[size_knob]); };
        value.ledger = {"divergent_branches",         "shared_load_wavefronts",
                        "shared_load_bank_conflicts", "bytes_asked",
                        "global_load_requests",       "warp_instructions"};
        return value;
    }();
    return made;
}

inline lab::Settings settings(int rung, std::int64_t size) {
    lab::Settings made(lesson());
    made.rung = rung;
    made.set(size_knob, size);
    return made;
}

inline lab::Result result_of(const lab::Settings& at, lab::TimeKind kind, double ms,
                             double spread = .02) {
    lab::Result result;
    result.request.settings = at;
    auto run = std::make_shared<lab::Run>();
    run->request.settings = at;
    run->device = {"sim", "simulator", "", ""};
    simulator::Counters& c = run->counters;
    c.warp_instructions = 1'048'576u >> at.rung, c.divergent_branches = at.rung ? 5 : 47;
    c.shared_load_wavefronts = at.rung < 2 ? 141 : 36,
    c.shared_load_bank_conflicts = at.rung == 1 ? 105 : 0;
    c.global_load_requests = 100,
    c.global_load_sectors = 100 * std::min<std::int64_t>(32, 4 * at[stride_knob]);
    c.bytes_requested = 12800, c.bytes_asked = 32 * c.global_load_sectors;
    using simulator::Unit;
    run->instruction_mix = {{Unit::alu, c.warp_instructions / 2, c.warp_instructions * 15},
                            {Unit::memory, c.warp_instructions / 4, c.warp_instructions * 8},
                            {Unit::control, c.warp_instructions / 4, c.warp_instructions * 4}};
    result.picture = result.counted = run;
    if (kind == lab::TimeKind::none) return result;
    auto timed = std::make_shared<lab::Run>(*run);
    timed->device = {kind == lab::TimeKind::modelled ? "sim" : "gpu", "NVIDIA H200", "",
                     "12 Nov 2026"};
    timed->time = {kind, ms, ms * (1 - spread), ms * (1 + spread), {}, "", "NVIDIA H200", .0026};
    for (int i = 0; i < 20; ++i) timed->time.samples.push_back(ms * (1 + spread * (i % 7 - 3) / 3));
    result.timed = timed;
    return result;
}

/// The same with a time of warm caches beside the cold one.
inline lab::Result with_warm(lab::Result result, double ms) {
    auto run = std::make_shared<lab::Run>(*result.timed);
    run->repeated = run->time;
    run->repeated.regime = lab::Regime::warm;
    run->repeated.median_ms = ms, run->repeated.low_ms = ms * .98,
    run->repeated.high_ms = ms * 1.02;
    run->repeated.samples.assign(10, ms);
    result.timed = run;
    return result;
}

struct Filled {
    Series series;
    lab::Result shown;
};

inline Filled filled(lab::TimeKind kind, int rung, double spread = .02) {
    Filled made;
    for (const std::int64_t size : size_knob.ticks)
        for (int other = 0; other < 7; ++other)
            if (other != 5)
                made.series.add(result_of(settings(other, size), kind,
                                          .004 + double(size) / (1e8 * (other + 1)), spread));
    for (const std::int64_t value : stride_knob.ticks) {
        lab::Settings at = settings(rung, 1 << 22);
        at.set(stride_knob, value);
        made.series.add(result_of(at, lab::TimeKind::none, 0));
    }
    for (const std::int64_t x : width_knob.ticks)
        for (const std::int64_t y : height_knob.ticks) {
            lab::Settings at = settings(rung, 1 << 22);
            at.set(width_knob, x);
            at.set(height_knob, y);
            if (!(at == settings(rung, 1 << 22)))
                made.series.add(result_of(at, kind, .01 + .1 / double(x * y), spread));
        }
    made.shown = result_of(settings(rung, 1 << 22), kind, .046 / (rung + 1));
    return made;
}

}  // namespace test
