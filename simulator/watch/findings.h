// A check's findings in a launch. The first of a kind at a pair of instructions is reported at
// once; the others as a count when the launch ends. Used by races.cpp and places.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "simulator/watch/array_table.h"
#include "simulator/watch/observer.h"

namespace simulator::checks {

/// A non-fatal fault with its thread and line.
inline Fault fault_of(const Moment& moment, const Code& code, int lane) {
    Fault fault;
    fault.fatal = false;
    fault.launch = moment.launch;
    fault.block = block_index(moment.scene.grid, moment.block);
    fault.thread = thread_index(moment.scene.block, moment.thread(lane));
    fault.line = code.line;
    fault.ptx_line = code.ptx_line;
    fault.interval = moment.interval;
    return fault;
}

/// The same for one lane's access, with its array and element. An `Access` has moment, code,
/// recipe, traits, lane, at and bytes.
template <class Access>
Fault fault_of(const Access& access, ArrayTable& arrays) {
    Fault fault = fault_of(access.moment, access.code, access.lane);
    fault.space = access.at.space;
    fault.address = access.at.address;
    fault.bytes = access.bytes;
    fault.write = access.traits.writes;
    fault.atomic = access.traits.atomic;
    if (access.at.space == Space::global) {
        const Buffer* buffer = access.moment.scene.memory.find(access.at.address);
        fault.heap = buffer && buffer->heap;
    }
    const Cell cell =
        arrays.find(access.moment, access.at.space, access.at.address, access.recipe.type);
    if (cell.array < 0) return fault;
    fault.buffer = arrays.arrays[cell.array].name;
    fault.element = cell.element;
    fault.elements = arrays.arrays[cell.array].elements;
    return fault;
}

class Findings {
public:
    using Key = std::tuple<FaultKind, std::uint64_t, std::uint64_t>;  // a pair of instructions

    /// Reports the first finding of a pair at once, and the number of the others when the launch
    /// ends.
    template <class Make>
    void report(const Scene& scene, const Key& key, Make fault) {
        const auto [found, is_new] = of_.try_emplace(key);
        if (is_new) {
            found->second.fault = fault();
            scene.faults.report(found->second.fault);
        } else {
            ++found->second.count;
        }
    }

    /// Reports the first finding of a pair, with their number, only when the launch ends.
    template <class Make>
    void report_late(const Key& key, Make fault) {
        Finding& finding = of_[key];
        if (finding.count++ == 0) finding.fault = fault();
    }

    bool has(const Key& key) const { return of_.contains(key); }

    template <class Dropped>
    void drop(Dropped dropped) {
        std::erase_if(of_, [&](const auto& each) { return dropped(each.first); });
    }

    void launch_ends(const Scene& scene) {
        for (auto& [key, finding] : of_) {
            if (finding.count == 0) continue;
            finding.fault.repeats = finding.count;
            scene.faults.report(std::move(finding.fault));
        }
        of_.clear();
    }

private:
    struct Finding {
        Fault fault;
        std::uint64_t count = 0;  // not yet reported
    };
    std::map<Key, Finding> of_;
};

}  // namespace simulator::checks
