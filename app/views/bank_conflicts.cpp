// The worst bank conflicts of a run, in words. See banks.h.
#include <algorithm>
#include <map>

#include "app/format.h"
#include "app/views/banks.h"
#include "app/views/cell_names.h"
#include "app/views/moment.h"

namespace app {
namespace {

using simulator::Event;

struct ConflictsWords {
    std::string words;
};

// Sums up the loads from each shared array and the stores to it; the worst ratio makes the words.
ConflictsWords find_conflicts(const lab::Run& run) {
    struct Sum {
        double taken = 0, ideal = 0;
        double times() const { return ideal > 0 ? taken / ideal : 0; }
    };
    std::map<std::string, Sum> sums;
    for (const simulator::Step& step : run.steps) {
        if (!is_shared_access(step)) continue;
        for (const std::uint32_t id : step.events) {
            const Event& event = run.trace->events[id];
            const bool loads = event.kind == simulator::EventKind::load;
            Sum& sum = sums[(loads ? "reads of *" : "stores to *") + array_name(run, event) + "*"];
            sum.taken += event.wavefronts, sum.ideal += event.ideal;
        }
    }
    const auto worst =
        std::ranges::max_element(sums, {}, [](const auto& one) { return one.second.times(); });
    if (worst == sums.end() || worst->second.times() < 2) return {};
    return {" At other steps " + worst->first + " take *" + shortest(worst->second.times(), 3) +
            " times* as many wavefronts as they need: the picture *Banks* shows them."};
}

}  // namespace

std::string conflicts_words(const lab::Run& run) {
    if (!run.trace) return "";
    return run.derived(0, [&] { return find_conflicts(run); }).words;
}

}  // namespace app
