// See rows.h.
#include "app/views/calls/rows.h"

#include <algorithm>

namespace app {
namespace {

using lab::CallAnswer;
using lab::HostCall;
using lab::Told;
using Ends = KernelBar::Ends;

bool share_a_row(const lab::AnsweredCalls& all, std::size_t one, std::size_t other) {
    const HostCall &a = all.host.calls[one], &b = all.host.calls[other];
    const CallAnswer &x = all.answers[one], &y = all.answers[other];
    return a.name == b.name && a.times == b.times && !a.launches() && !x.here && !y.here &&
           x.made == y.made && x.sticky == y.sticky && x.words() == y.words();
}

std::vector<CallRow> rows_of_calls(const lab::AnsweredCalls& all) {
    std::vector<CallRow> rows;
    for (std::size_t i = 0; i < all.answers.size(); ++i) {
        if (!rows.empty() && share_a_row(all, rows.back().first, i))
            ++rows.back().count;
        else
            rows.push_back({i, 1});
    }
    return rows;
}

Ends end_of_faulty(const lab::CallCause& cause) {
    if (cause.refused_launch) return Ends::not_begun;
    switch (cause.device.told) {
        case Told::nothing: return Ends::well;
        case Told::error: return Ends::faulted;
        case Told::never_ends: return Ends::never;
        case Told::may_tell:
        case Told::may_hang: break;
    }
    return Ends::unsure;
}

// Whether this call starts a kernel: not one that is recorded, that is not made, or that comes
// after a sticky error.
bool starts(const lab::AnsweredCalls& all, std::size_t i, bool broken) {
    const HostCall& call = all.host.calls[i];
    return call.launches() && !call.recorded && all.answers[i].made && !broken;
}

std::vector<KernelBar> bars_of(const CallPicture& picture) {
    const lab::AnsweredCalls& all = picture.all;
    std::vector<KernelBar> bars;
    bool broken = false;
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        const std::size_t i = picture.rows[row].first;
        const int here = static_cast<int>(row);
        const bool waits = all.host.calls[i].waits == lab::Waits::always;
        const bool begins = starts(all, i, broken);
        if (!bars.empty() && bars.back().ends == 0 && (waits || begins))
            bars.back().ends = here, bars.back().awaited = waits;
        broken |= all.answers[i].here && !all.cause.refused_launch &&
                  all.answers[i].returns == CallAnswer::Returns::code;
        if (begins)
            bars.push_back(
                {i, here, 0, false, i == all.start ? end_of_faulty(all.cause) : Ends::well});
    }
    const int last = static_cast<int>(picture.rows.size());
    if (!bars.empty() && bars.back().ends == 0) bars.back().ends = last;
    for (KernelBar& bar : bars) {
        if (bar.how == Ends::never) bar.ends = last, bar.awaited = false;
        if (bar.how == Ends::not_begun) bar.ends = bar.begins + 1, bar.awaited = false;
    }
    return bars;
}

}  // namespace

int CallPicture::row_of(std::size_t call) const {
    const auto after = std::ranges::upper_bound(rows, call, {}, &CallRow::first);
    return static_cast<int>(after - rows.begin()) - 1;
}

int CallPicture::focus() const {
    if (all.told < all.answers.size()) return row_of(all.told);
    return bars.empty() ? 0 : bars.front().begins;
}

CallPicture call_picture(lab::AnsweredCalls all) {
    CallPicture picture{std::move(all), {}, {}, {}};
    picture.rows = rows_of_calls(picture.all);
    picture.bars = bars_of(picture);
    return picture;
}

const CallPicture& call_picture(const lab::Run& run, bool waits) {
    return run.derived(waits ? 1 : 0, [&] {
        auto all = lab::answered_calls(run, waits);
        if (all) return call_picture(std::move(*all));
        CallPicture none;
        none.problem = all.problem().message;
        return none;
    });
}

}  // namespace app
