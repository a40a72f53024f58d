// What moved most from the kernel before, in a line below the bars. See compared_times.h.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/change.h"
#include "app/sentences/moves.h"
#include "app/sentences/spent.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
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

// The count that leads the sentence after such a change too; empty where none does.
std::string_view leading_name(const CountPoint& before, const CountPoint& now,
                              const TwoTimes& times, double global_pass) {
    if (!times || !times.differ()) return "";
    Change change{.all = moves(before.counters, now.counters, *now.settings.subject, global_pass),
                  .most = {},
                  .each = "",
                  .times = times,
                  .size = "",
                  .waits = ""};
    std::erase_if(change.all, [](const Move& move) { return move.name == "polls"; });
    const auto lead = change.that_went(true);
    return lead ? lead->name : "";
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
    const TwoTimes both = times_of(compared, data.columns[1].rung, data.columns[before].rung);
    const double times = times_as_long(both);
    std::erase_if(data.rows, [&](const LedgerRow& row) {
        const double was = row.values[before], is = row.values[1];
        return row.share || !goes_with(was, is, row.cost, times) || is_of_the_order(row);
    });
    if (data.rows.empty()) return {};
    const lab::Run* picture = context.result.picture.get();
    const double pass =
        picture ? cycles_of_global_pass(*picture, context.result.request.settings) : 1;
    const std::string_view name =
        leading_name(*data.columns[before].point, *data.columns[1].point, both, pass);
    const auto lead = std::ranges::find_if(data.rows, [&](const LedgerRow& row) {
        return row.counter >= 0 &&
               simulator::counter_names()[std::size_t(row.counter)].name == name;
    });
    if (lead != data.rows.end())
        std::swap(*lead, data.rows.front());
    else
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
