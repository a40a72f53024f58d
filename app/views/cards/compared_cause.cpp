// The line below the bars: what changed most from the kernel before. See compared_times.h.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/format.h"
#include "app/sentences/change.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/measure_words.h"
#include "app/sentences/moves.h"
#include "app/sentences/spent.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/rungs.h"
#include "lab/library.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {

namespace {

// Times of two kernels; empty where one is missing, or clocks or days differ.
TwoTimes times_of(const ComparedTimes& data, int now, int before) {
    if (!lab::times_kernels(data.settings)) return {};
    const auto timed = [&](int rung) -> const ComparedBar* {
        const auto bar = std::ranges::find(data.bars, rung, &ComparedBar::rung);
        const bool right = bar != data.bars.end() && bar->point && !bar->point->wrong;
        return right ? &*bar : nullptr;
    };
    const ComparedBar *one = timed(now), *other = timed(before);
    if (!one || !other || one->day != other->day) return {};
    return {.before = &other->point->time, .now = &one->point->time};
}

// How many times as long the new time is; 1 where times do not part, 0 where there are none.
double times_as_long(const TwoTimes& times) {
    return !times ? 0 : times.parted() ? times.ratio() : 1;
}

// The count that leads in the sentence on the stage too.
std::optional<Move> leading_move(const LedgerColumn& before, const LedgerColumn& now,
                                 const TwoTimes& times, double atomic_sector) {
    using Of = CountedSize::Of;
    const CountPoint &was = *before.point, &is = *now.point;
    Change change{.all = moves(was.counters, is.counters, *is.settings.subject, atomic_sector),
                  .times = times,
                  .at = {is.settings == now.settings               ? Of::asked
                         : is.settings == at_picture(now.settings) ? Of::drawn
                                                                   : Of::counted}};
    tell_waits_as_asked(change.all, before.settings, now.settings);
    if (!(is.settings == now.settings))
        tell_blocks_as_asked(change.all, double(is.blocks) / double(was.blocks), before.settings,
                             now.settings);
    change.find_most(
        before.settings, now.settings,
        waits_untold(was.settings, is.settings, was.counters.polls + is.counters.polls));
    return change.leading();
}

// Recorded times, at one size, of the shown kernel and of the fastest other kernel.
struct TwoAtASize {
    const lab::Time *own = nullptr, *other = nullptr;
    int rung = 0;  // rung of `other`
    bool behind() const {
        return own && other && other->median_ms < own->median_ms && lab::parted(*own, *other);
    }
};

TwoAtASize two_at(const Series& series, const ComparedTimes& data, const lab::Settings& there) {
    TwoAtASize two{.own = series.recorded_on(data.source->device, there)};
    for (const ComparedBar& bar : data.bars) {
        if (bar.rung == there.rung || !bar.point || lab::is_library(bar.settings)) continue;
        const lab::Time* time = series.recorded_on(data.source->device, at_rung(there, bar.rung));
        if (time && (!two.other || time->median_ms < two.other->median_ms))
            two.other = time, two.rung = bar.rung;
    }
    return two;
}

// The least size from which on the shown kernel is not behind the kernel that is ahead below that
// size. By recordings only; empty where the kernel is behind now, or never was.
std::vector<std::string> pays_from(const Series& series, const ComparedTimes& data) {
    const lab::Knob* size = data.settings.subject->size;
    if (!size || !data.source) return {};
    lab::Settings from = data.settings;
    if (two_at(series, data, from).behind()) return {};
    for (auto tick = size->ticks.rbegin(); tick != size->ticks.rend(); ++tick) {
        if (*tick >= data.settings[*size]) continue;
        const lab::Settings there = lab::turned(data.settings, *size, *tick);
        const TwoAtASize two = two_at(series, data, there);
        if (!two.own || !two.other) continue;
        if (!two.behind()) {
            from = there;
            continue;
        }
        const std::string other = rung_number(two.rung);
        const std::string pays =
            "It pays off from " + lab::size_words(from, power_or_grouped) + " on";
        const std::string below = "; with " + lab::size_words(there, power_or_grouped) +
                                  ", kernel " + other + " is ahead: ";
        return {pays + below + times_against(two.other->median_ms, two.own->median_ms) + ".",
                pays + ": below that, " + other + " is ahead.", pays + "."};
    }
    return {};
}

}  // namespace

std::vector<std::string> cause_words(const DrawContext& context, const ComparedTimes& compared) {
    const LedgerData data = ledger_data(context, 2);
    if (data.columns.size() < 2) return {};
    const int other = compared_with(data, 1);
    if (other < 0) return {};
    const auto before = static_cast<std::size_t>(other);
    if (other_work(data.columns[before].settings, data.columns[1].settings)) return {};
    // Counts say nothing about copies, and a larger size hides more of them.
    if (data.columns[1].point->copied > 0) return pays_from(context.series, compared);
    // The stage already says it.
    if (context.before && context.before->request.settings == data.columns[before].settings)
        return {};
    const TwoTimes both = times_of(compared, data.columns[1].rung, data.columns[before].rung);
    const lab::Run* picture = context.result.picture.get();
    const double pass =
        picture ? cycles_of_atomic_sector(*picture, context.result.request.settings) : 1;
    const lab::Settings& now = context.result.request.settings;
    const std::string size = counted_suffix(ledger_size(context), now);
    const auto lead = leading_move(data.columns[before], data.columns[1], both, pass);
    if (!lead) return {};
    const std::string moved = name_of(*lead) + " " + grouped(std::llround(lead->before)) + " → " +
                              grouped(std::llround(lead->now));
    const double times = times_as_long(both);
    const std::string clock = times == 0   ? ""
                              : times == 1 ? ", times overlap"
                              : times < 1  ? ", faster"
                                           : ", slower";
    const std::string kernels =
        data.columns[before].title + " → " + uncapitalised(data.columns[1].brief) + clock + ": ";
    if (lead->as_asked) return {kernels + moved + "."};
    return {kernels + moved + (size.empty() ? ", counted." : size + "."), kernels + moved + "."};
}

}  // namespace app
