// What moved most from the kernel before, in a line below the bars. See compared_times.h.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/moves.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"

namespace app {

namespace {

// How many times as long one kernel takes as another; 1 where their times do not part, 0 where one
// is missing, or they are of two days.
double times_as_long(const ComparedTimes& data, int now, int before) {
    const auto timed = [&](int rung) -> const ComparedBar* {
        const auto bar = std::ranges::find(data.bars, rung, &ComparedBar::rung);
        const bool right = bar != data.bars.end() && bar->point && !bar->point->wrong;
        return right ? &*bar : nullptr;
    };
    const ComparedBar *one = timed(now), *other = timed(before);
    if (!one || !other || one->day != other->day) return 0;
    const lab::Time &a = one->point->time, &b = other->point->time;
    return lab::parted(a, b) ? a.median_ms / b.median_ms : 1;
}

// How often blocks poll is the order's in which the simulator runs them.
bool is_of_the_order(const LedgerRow& row) {
    const auto names = simulator::counter_names();
    return row.counter >= 0 &&
           names[std::size_t(row.counter)].member == &simulator::Counters::polls;
}

// A cost that went the way of the time, and as far as the sentence after a change asks of one; any
// count where times part in no direction.
bool goes_with(double before, double now, bool cost, double times) {
    if (times == 0 || times == 1) return true;
    if (!cost || !changed(before, now) || (now < before) != (times < 1)) return false;
    return Move{.before = before, .now = now}.as_far_as(times);
}

}  // namespace

std::vector<std::string> cause_words(const DrawContext& context, const ComparedTimes& compared) {
    LedgerData data = ledger_data(context, 2);
    if (data.columns.size() < 2) return {};
    const int other = compared_with(data, 1);
    if (other < 0) return {};
    const auto before = static_cast<std::size_t>(other);
    // Said on the stage already; and of copies no count says anything.
    if (context.before && context.before->request.settings == data.columns[before].settings)
        return {};
    if (data.columns[1].point->copied > 0) return {};
    const double times = times_as_long(compared, data.columns[1].rung, data.columns[before].rung);
    std::erase_if(data.rows, [&](const LedgerRow& row) {
        const double was = row.values[before], is = row.values[1];
        return row.share || !goes_with(was, is, row.cost, times) || is_of_the_order(row);
    });
    if (data.rows.empty()) return {};
    keep_telling_rows(data, 1, 0);
    const LedgerRow& row = data.rows.front();
    if (!changed(row.values[before], row.values[1])) return {};
    const std::string moved = uncapitalised(row.title) + " " +
                              grouped(std::llround(row.values[before])) + " → " +
                              grouped(std::llround(row.values[1]));
    const std::string drawn = ledger_is_of_the_picture(context) ? " (as drawn)" : "";
    const std::string clock = times == 0   ? ""
                              : times == 1 ? ", times overlap"
                              : times < 1  ? ", faster"
                                           : ", slower";
    const std::string kernels =
        data.columns[before].title + " → " + uncapitalised(data.columns[1].brief) + clock + ": ";
    return {kernels + moved + drawn + ", counted.", kernels + moved + drawn + ".",
            kernels + moved + "."};
}

}  // namespace app
