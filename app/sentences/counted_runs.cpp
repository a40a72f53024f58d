// See counted_runs.h.
#include "app/sentences/counted_runs.h"

#include <algorithm>

#include "app/sentences/turned.h"
#include "lab/lesson.h"
#include "lab/settings.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;

bool has_counts(const Run* run) { return run && run->counters.warp_instructions > 0; }

bool count_what_was_turned(const Result& before, const Result& now, const CountedRuns& runs) {
    return turned_as_asked(before.request.settings, now.request.settings,
                           runs.before->request.settings, runs.now->request.settings);
}

}  // namespace

// A picture is far smaller than what it stands for, and its counts may grow by other laws: they are
// the last to be asked. What is drawn alike tells nothing of what was turned.
CountedRuns counted_runs(const Result& before, const Result& now, bool sized,
                         const simulator::Counters* in_ledger) {
    for (const auto kind : {&Result::counted, &Result::picture}) {
        const CountedRuns runs{(before.*kind).get(), (now.*kind).get()};
        if (!has_counts(runs.before) || !has_counts(runs.now)) continue;
        const Settings &a = runs.before->request.settings, &b = runs.now->request.settings;
        // Sizes that are drawn grow by another factor than those that they stand for.
        if (sized && !(a == before.request.settings && b == now.request.settings)) continue;
        if (lab::one_size(a, b) != sized && !(a == b) && count_what_was_turned(before, now, runs))
            return runs;
    }
    const CountedRuns pictures{before.picture.get(), now.picture.get(), in_ledger};
    const bool alike = in_ledger && !sized && has_counts(pictures.now);
    return alike && count_what_was_turned(before, now, pictures) ? pictures : CountedRuns{};
}

}  // namespace app
