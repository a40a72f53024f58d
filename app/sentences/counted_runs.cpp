// See counted_runs.h.
#include "app/sentences/counted_runs.h"

#include <algorithm>

#include "app/sentences/turned.h"
#include "app/series.h"
#include "lab/lesson.h"
#include "lab/settings.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;

bool has_counts(const Run* run) { return run && run->counters.warp_instructions > 0; }

// Of fewer arrays than were asked for, as many times more tell nothing.
bool turned_as_asked(const Result& before, const Result& now, const CountedRuns& runs) {
    const Settings &a = before.request.settings, &b = now.request.settings,
                   &of_a = runs.before->request.settings, &of_b = runs.now->request.settings;
    return std::ranges::all_of(a.subject->knobs, [&](const lab::Knob* knob) {
        return a[*knob] == b[*knob] || is_side(*a.subject, *knob) ||
               (of_a[*knob] == a[*knob] && of_b[*knob] == b[*knob]);
    });
}

}  // namespace

// Where too much is asked for the cards to count it, the ledger's columns are as drawn, and so
// these are too: a counter has one ratio in a window. What is drawn alike tells nothing of what was
// turned.
CountedRuns counted_runs(const Result& before, const Result& now, bool sized,
                         const simulator::Counters* in_ledger) {
    const bool drawn = lab::cost_of(now.request.settings) > usual_card_cost ||
                       lab::cost_of(before.request.settings) > usual_card_cost;
    const CountedRuns pictures{before.picture.get(), now.picture.get(), in_ledger};
    if (drawn && in_ledger && !sized && has_counts(pictures.now) &&
        !lab::one_size(pictures.before->request.settings, pictures.now->request.settings))
        return turned_as_asked(before, now, pictures) ? pictures : CountedRuns{};
    const auto first = drawn ? &Result::picture : &Result::counted,
               second = drawn ? &Result::counted : &Result::picture;
    for (const auto kind : {first, second}) {
        const CountedRuns runs{(before.*kind).get(), (now.*kind).get()};
        if (!has_counts(runs.before) || !has_counts(runs.now)) continue;
        const Settings &a = runs.before->request.settings, &b = runs.now->request.settings;
        // Sizes that are drawn grow by another factor than those that they stand for.
        if (sized && !(a == before.request.settings && b == now.request.settings)) continue;
        if (lab::one_size(a, b) != sized && !(a == b) && turned_as_asked(before, now, runs))
            return runs;
    }
    return {};
}

}  // namespace app
