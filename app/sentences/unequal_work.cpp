// See unequal_work.h.
#include "app/sentences/unequal_work.h"

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/turned.h"
#include "app/sentences/two_times.h"
#include "app/time_numbers.h"
#include "lab/verdict.h"
#include "lab/words.h"

namespace app {
namespace {

// Kernels that solve one problem, and many: no count and no time of them compares but of each.
std::string of_more_problems(const lab::Result& before, const lab::Result& now,
                             lab::Regime caches) {
    const lab::Settings &a = before.request.settings, &b = now.request.settings;
    const lab::Knob* knob = unequal_work(a, b);
    if (!knob || is_wrong(before) || is_wrong(now)) return "";
    const auto many = [&](const lab::Settings& of) { return grouped(problems_of(of)); };
    const std::string work = lab::unit_of(2, knob->unit) + " " + many(a) + " → " + many(b);
    const TwoTimes times = two_times(before, now, nullptr, nullptr, caches);
    if (!times) return work + ", so their counts are not compared";
    const double was = times.before->median_ms, is = times.now->median_ms;
    return work + ": " + time_text(was) + " → " + time_text(is) + ", for each " +
           lab::unit_of(1, knob->unit) + " " +
           ratio_text(was / double(problems_of(a)), is / double(problems_of(b)));
}

// Kernels that do other work by their own words: both times are said, and neither is faster.
std::string of_another_kind(const lab::Result& before, const lab::Result& now, lab::Regime caches) {
    const lab::Settings &a = before.request.settings, &b = now.request.settings;
    if (!other_work(a, b) || is_wrong(before) || is_wrong(now)) return "";
    const std::string work = "other work: kernel " + std::to_string(a.rung + 1) +
                             " is one of those that " + lab::rung_of(a).work + ", kernel " +
                             std::to_string(b.rung + 1) + " of those that " + lab::rung_of(b).work;
    const TwoTimes times = two_times(before, now, nullptr, nullptr, caches);
    return times ? time_words(times) + "; " + work : work + ", so their counts are not compared";
}

// Somebody's own kernels that leave other numbers do other work; nobody knows which is right.
std::string of_other_numbers(const lab::Result& before, const lab::Result& now) {
    if (!lab::same_arguments(before.request.settings, now.request.settings)) return "";
    const auto left = [](const lab::Result& result) {
        const lab::Run* run = result.counted ? result.counted.get() : result.picture.get();
        return run ? run->left : std::vector<lab::ArrayResult>();
    };
    const std::string array = lab::differing_array(left(before), left(now)).value_or("");
    return array.empty() ? "" : "it leaves other numbers in " + array + ", so nothing is compared";
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
