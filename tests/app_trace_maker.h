// Little traces made by hand, for the tests of views: no simulator runs.
#pragma once

#include <cstdint>
#include <functional>
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
    }

    // What the last access took, and what its bytes need at best.
    void took(std::uint32_t wavefronts, std::uint32_t ideal) {
        trace_->events.back().wavefronts = wavefronts;
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
    run->launches.resize(1);
    return run;
}

}  // namespace test
