// See counted_runs.h.
#include "app/sentences/counted_runs.h"

#include "app/sentences/changed_settings.h"
#include "app/series.h"
#include "lab/lesson.h"
#include "lab/settings.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;

bool has_counts(const Run* run) { return run && run->counters.warp_instructions > 0; }

bool count_what_was_turned(const Result& before, const Result& now, const Settings& of_before,
                           const Settings& of_now) {
    return turned_as_asked(before.request.settings, now.request.settings, of_before, of_now);
}

// Drawn sizes grow by another factor than the sizes asked for.
bool both_as_asked(const Result& before, const Result& now, const CountedRuns& runs) {
    return runs.before->request.settings == before.request.settings &&
           runs.now->request.settings == now.request.settings;
}

bool may_compare(const Result& before, const Result& now, const CountedRuns& runs, bool sized) {
    if (!has_counts(runs.before) || !has_counts(runs.now)) return false;
    const Settings &a = runs.before->request.settings, &b = runs.now->request.settings;
    if (sized && !both_as_asked(before, now, runs)) return false;
    return lab::one_size(a, b) != sized && !(a == b) && count_what_was_turned(before, now, a, b);
}

}  // namespace

// Pictures come last: a picture is much smaller than the size asked for, and its counts may grow by
// other laws. A picture without the change tells nothing about it.
CountedRuns counted_runs(const Result& before, const Result& now, bool sized,
                         const CountPoint* in_ledger) {
    for (const auto kind : {&Result::counted, &Result::picture}) {
        const CountedRuns runs{(before.*kind).get(), (now.*kind).get()};
        if (may_compare(before, now, runs, sized)) return runs;
        if (sized || !in_ledger || !before.picture || !has_counts(runs.now)) continue;
        const Settings &a = in_ledger->settings, &b = runs.now->request.settings;
        if (lab::one_size(a, b) && count_what_was_turned(before, now, a, b))
            return {before.picture.get(), runs.now, &in_ledger->counters};
    }
    return {};
}

}  // namespace app
