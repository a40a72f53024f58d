// See unequal_work.h.
#include "app/sentences/unequal_work.h"

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/measure_words.h"
#include "app/sentences/two_times.h"
#include "app/time_numbers.h"
#include "lab/running/verdict.h"
#include "lab/words.h"
#include "text/because.h"

namespace app {
namespace {

// Kernels that solve one problem or many: only counts and times of one problem are compared.
std::string of_more_problems(const lab::Result& before, const lab::Result& now,
                             lab::Regime caches) {
    const lab::Settings &a = before.request.settings, &b = now.request.settings;
    const lab::Knob* knob = unequal_work(a, b);
    if (!knob || is_wrong(before) || is_wrong(now)) return "";
    const std::int64_t first = problems_of(a), second = problems_of(b);
    const std::string units = lab::unit_of(2, knob->unit);
    const TwoTimes times = two_times(before, now, nullptr, nullptr, caches);
    if (!times)
        return text::because::more_problems_untimed(
            {.units = units, .before = first, .now = second});
    const double was = times.before->median_ms, is = times.now->median_ms;
    return text::because::more_problems(
        {.units = units,
         .before = first,
         .now = second,
         .was = time_text(was),
         .is = time_text(is),
         .unit = lab::unit_of(1, knob->unit),
         .ratio = ratio_text(was / double(first), is / double(second))});
}

// Kernels that do other work by their own words: both times, and no verdict.
std::string of_another_kind(const lab::Result& before, const lab::Result& now, lab::Regime caches) {
    const lab::Settings &a = before.request.settings, &b = now.request.settings;
    if (!other_work(a, b) || is_wrong(before) || is_wrong(now)) return "";
    const std::string works = text::because::other_work({.a = a.rung + 1,
                                                         .a_work = lab::rung_of(a).work,
                                                         .b = b.rung + 1,
                                                         .b_work = lab::rung_of(b).work});
    const TwoTimes times = two_times(before, now, nullptr, nullptr, caches);
    return times ? text::because::other_work_timed({.time = time_words(times), .works = works})
                 : text::because::other_work_untimed({.works = works});
}

// The user's own kernels with different results do other work; it is not known which one is right.
std::string of_other_numbers(const lab::Result& before, const lab::Result& now) {
    if (!lab::same_arguments(before.request.settings, now.request.settings)) return "";
    const auto left = [](const lab::Result& result) {
        const lab::Run* run = result.counted ? result.counted.get() : result.picture.get();
        return run ? run->left : std::vector<lab::ArrayResult>();
    };
    const std::string array = lab::differing_array(left(before), left(now)).value_or("");
    return array.empty() ? "" : text::because::other_numbers({.array = array});
}

}  // namespace

std::string unequal_work_words(const lab::Result& before, const lab::Result& now,
                               lab::Regime caches) {
    const std::string more = of_more_problems(before, now, caches);
    if (!more.empty()) return more;
    const std::string other = of_other_numbers(before, now);
    return other.empty() ? of_another_kind(before, now, caches) : other;
}

}  // namespace app
