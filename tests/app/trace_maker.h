// Little traces made by hand, for the tests of views: no simulator runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lab/run.h"

namespace test {

using simulator::Address;
using simulator::EventKind;
using simulator::Space;
using simulator::Type;

class TraceMaker {
public:
    TraceMaker(simulator::Dim3 grid, simulator::Dim3 block, std::string kernel = "kernel") {
        trace_->launches.push_back({std::move(kernel), grid, block, 0, 0});
        trace_->watched = {0};
    }

    // As many as lanes of the atomic meet at one address.
    void count_passes(simulator::Event& event) {
        std::map<Address, std::uint32_t> lanes;
        for (const simulator::Slot& slot : trace_->lanes_of(event))
            event.passes = std::max(event.passes, ++lanes[slot.address]);
    }

    void array(std::string name, Space space, Type type, Address base, std::uint64_t elements) {
        trace_->arrays.push_back({std::move(name), space, type, base, elements, 0});
    }

    void launch(simulator::Dim3 grid, simulator::Dim3 block) {
        trace_->launches.push_back({trace_->launches[0].kernel, grid, block, 0, 0});
        indices_.clear();
    }

    // One event of a warp; `address` says nothing for lanes that are off.
    void access(
        EventKind kind, Space space, Type type, int line, std::uint32_t warp,
        std::uint32_t interval, const std::function<std::optional<Address>(int)>& address,
        const std::function<std::uint64_t(int)>& value = [](int) { return 0; }, int count = 1) {
        simulator::Event event;
        event.kind = kind, event.space = space, event.type = type;
        event.line = line, event.warp = warp, event.interval = interval;
        event.count = static_cast<std::uint8_t>(count);
        event.launch = static_cast<std::uint16_t>(trace_->launches.size() - 1);
        if (indices_.size() <= warp) indices_.resize(warp + 1);
        event.index = indices_[warp]++;
        event.first = static_cast<std::uint32_t>(trace_->slots.size());
        for (int lane = 0; lane < simulator::warp_size; ++lane)
            if (const auto at = address(lane)) {
                event.mask |= 1u << lane;
                for (int k = 0; k < count; ++k)
                    trace_->slots.push_back({*at + k * size_of(type), value(lane), 0});
            }
        trace_->events.push_back(event);
        if (kind == EventKind::atomic) count_passes(trace_->events.back());
    }

    // What the last access took, and what its bytes need at best.
    void took(std::uint32_t wavefronts, std::uint32_t ideal) {
        trace_->events.back().wavefronts = wavefronts;
        trace_->events.back().ideal = ideal;
    }

    // How many sectors the last access moved, and how many it needs at best.
    void moved(std::uint32_t sectors, std::uint32_t ideal) {
        trace_->events.back().sectors = sectors;
        trace_->events.back().ideal = ideal;
    }

    std::shared_ptr<lab::Run> run() {
        auto made = std::make_shared<lab::Run>();
        made->device = {"sim", "simulator", "", ""};
        made->trace = trace_;
        made->steps = simulator::steps_of(*trace_, 0);
        return made;
    }

private:
    std::shared_ptr<simulator::Trace> trace_ = std::make_shared<simulator::Trace>();
    std::vector<std::uint32_t> indices_;
};

inline std::uint64_t float_bits(float value) {
    std::uint32_t bits;
    static_assert(sizeof bits == sizeof value);
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

using Where = std::function<std::optional<Address>(int)>;

// One Jacobi sweep of a 6 x 5 x 3 box by a block of 4 x 3 threads, one warp.
inline std::shared_ptr<lab::Run> sweep() {
    const lab::Dim3 shape{6, 5, 3};
    TraceMaker maker({1, 1}, {6, 5}, "sweep");
    maker.array("u", Space::global, Type::f32, 0x1000, shape.count());
    maker.array("next", Space::global, Type::f32, 0x8000, shape.count());
    const auto at = [&](Address base, int dx, int dy, int dz) -> Where {
        return [=](int lane) -> std::optional<Address> {
            const int x = lane % 6, y = lane / 6;
            if (x < 1 || x > 4 || y < 1 || y > 3) return {};
            return base + 4 * (x + dx + 6 * (y + dy + 5 * (1 + dz)));
        };
    };
    constexpr int around[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                  {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
    for (const auto& d : around)
        maker.access(EventKind::load, Space::global, Type::f32, 4, 0, 0,
                     at(0x1000, d[0], d[1], d[2]));
    maker.access(EventKind::store, Space::global, Type::f32, 4, 0, 0, at(0x8000, 0, 0, 0));
    auto run = maker.run();
    lab::FieldShot shot{0, "heat", shape, std::vector<float>(shape.count())};
    for (std::size_t i = 0; i < shot.values.size(); ++i) shot.values[i] = float(i % 7) / 7;
    run->fields.push_back(shot);
    run->shapes = {{"u", shape}, {"next", shape}};
    run->launches.resize(1);
    return run;
}

// One request of a whole warp at `address`.
inline std::shared_ptr<lab::Run> one_request(EventKind kind, Space space, Type type,
                                             const Where& address, int count = 1) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    maker.access(
        kind, space, type, 7, 0, 0, address, [](int lane) { return float_bits(float(lane)); },
        count);
    return maker.run();
}

// A tree in shared memory by `threads` threads, as the sequential reduction walks it.
inline std::shared_ptr<lab::Run> tree(unsigned threads) {
    TraceMaker maker({16}, {threads}, "reduce");
    maker.array("numbers", Space::global, Type::f32, 0x1000, 4096);
    maker.array("part", Space::shared, Type::f32, 0, threads);
    const unsigned warps = (threads + 31) / 32;
    const auto some = [&](EventKind kind, Space space, int line, unsigned interval, unsigned below,
                          Address base) {
        for (unsigned warp = 0; warp < warps && warp * 32 < below; ++warp)
            maker.access(
                kind, space, Type::f32, line, warp, interval,
                [&](int lane) -> std::optional<Address> {
                    if (warp * 32 + lane >= below) return {};
                    return base + 4 * (warp * 32 + lane);
                },
                [](int lane) { return float_bits(float(lane)); });
    };
    some(EventKind::load, Space::global, 2, 0, threads, 0x1000);
    some(EventKind::store, Space::shared, 2, 0, threads, 0);
    unsigned interval = 1;
    for (unsigned stride = threads / 2; stride > 0; stride /= 2, ++interval) {
        some(EventKind::load, Space::shared, 5, interval, stride, 0);
        some(EventKind::load, Space::shared, 5, interval, stride, 4 * stride);
        some(EventKind::store, Space::shared, 5, interval, stride, 0);
    }
    auto run = maker.run();
    run->source_text =
        "__global__ void reduce(const float* numbers)\n    part[t] = numbers[t];\n"
        "    __syncthreads();\n    for (int s = n / 2; s > 0; s /= 2)\n"
        "        if (t < s) part[t] += part[t + s];  // the far half comes to the near one\n}\n";
    run->ptx_text = ".visible .entry reduce(\n\tld.global.f32 %f1, [%rd1];\n";
    run->lines.push_back({5, 12, 300, {}});
    return run;
}

inline lab::Result result_of(std::shared_ptr<lab::Run> run) {
    lab::Result result;
    result.picture = std::move(run);
    return result;
}

}  // namespace test
