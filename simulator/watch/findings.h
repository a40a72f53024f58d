// What a check found in a launch: the first of a kind at a pair of instructions is reported at
// once, the others as a number when the launch ends. Used by races.cpp and places.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "simulator/watch/observer.h"

namespace simulator::checks {

class Findings {
public:
    using Key = std::tuple<FaultKind, std::uint64_t, std::uint64_t>;  // a pair of instructions

    template <class Make>
    void note(const Scene& scene, const Key& key, Make fault) {
        const auto [found, is_new] = of_.try_emplace(key);
        if (is_new) {
            found->second.fault = fault();
            scene.faults.report(found->second.fault);
        } else {
            ++found->second.count;
        }
    }

    /// Reported when the launch ends, all of them.
    template <class Make>
    void keep(const Key& key, Make fault) {
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
        std::uint64_t count = 0;  // times that are yet to be reported
    };
    std::map<Key, Finding> of_;
};

}  // namespace simulator::checks
