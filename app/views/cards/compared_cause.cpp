// What moved most from the kernel before, in a line below the bars. See compared_times.h.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/format.h"
#include "app/sentences/change.h"
#include "app/sentences/moves.h"
#include "app/sentences/spent.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"

namespace app {

namespace {

// Empty where one is missing, or they are of two days.
TwoTimes times_of(const ComparedTimes& data, int now, int before) {
    const auto timed = [&](int rung) -> const ComparedBar* {
        const auto bar = std::ranges::find(data.bars, rung, &ComparedBar::rung);
        const bool right = bar != data.bars.end() && bar->point && !bar->point->wrong;
        return right ? &*bar : nullptr;
    };
    const ComparedBar *one = timed(now), *other = timed(before);
    if (!one || !other || one->day != other->day) return {};
    return {.before = &other->point->time, .now = &one->point->time};
}

// How many times as long the one takes; 1 where their times do not part, 0 where there are none.
double times_as_long(const TwoTimes& times) {
    return !times ? 0 : times.parted() ? times.ratio() : 1;
}

// The count that the sentence after such a change names too: what went where times went, where
// they part, else what moved most. How often blocks poll is the order's in which the simulator runs
// them.
std::optional<Move> leading_move(const CountPoint& before, const CountPoint& now,
                                 const TwoTimes& times, double atomic_sector,
                                 const std::string& size) {
    Change change{.all = moves(before.counters, now.counters, *now.settings.subject, atomic_sector),
                  .most = {},
                  .each = "",
                  .times = times,
                  .size = size,
                  .waits = ""};
    std::erase_if(change.all, [](const Move& move) { return move.name == "polls"; });
    change.most = weightiest(change.all);
    return times && times.differ() ? change.that_went(true) : change.most;
}

}  // namespace

std::vector<std::string> cause_words(const DrawContext& context, const ComparedTimes& compared) {
    const LedgerData data = ledger_data(context, 2);
    if (data.columns.size() < 2) return {};
    const int other = compared_with(data, 1);
    if (other < 0) return {};
    const auto before = static_cast<std::size_t>(other);
    // Said on the stage already; and of copies no count says anything.
    if (context.before && context.before->request.settings == data.columns[before].settings)
        return {};
    if (data.columns[1].point->copied > 0) return {};
    const TwoTimes both = times_of(compared, data.columns[1].rung, data.columns[before].rung);
    const lab::Run* picture = context.result.picture.get();
    const double pass =
        picture ? cycles_of_atomic_sector(*picture, context.result.request.settings) : 1;
    const lab::Settings& now = context.result.request.settings;
    const std::string size = counted_suffix(ledger_size(context), now);
    const auto lead =
        leading_move(*data.columns[before].point, *data.columns[1].point, both, pass, size);
    if (!lead) return {};
    const std::string moved = words_of(*lead) + " " + grouped(std::llround(lead->before)) + " → " +
                              grouped(std::llround(lead->now));
    const double times = times_as_long(both);
    const std::string clock = times == 0   ? ""
                              : times == 1 ? ", times overlap"
                              : times < 1  ? ", faster"
                                           : ", slower";
    const std::string kernels =
        data.columns[before].title + " → " + uncapitalised(data.columns[1].brief) + clock + ": ";
    return {kernels + moved + size + ", counted.", kernels + moved + size + ".",
            kernels + moved + "."};
}

}  // namespace app
