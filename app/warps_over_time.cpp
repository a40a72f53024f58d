// Computes active lanes, waiting lanes and barriers by warp and step. See warps_over_time.h.
#include "app/warps_over_time.h"

#include <algorithm>
#include <bit>

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::Step;
using simulator::warp_size;

constexpr float most_times = 32;  // a wider column would tell no more

int warps_of(const lab::Run& run, int launch) {
    if (launch >= static_cast<int>(run.trace->launches.size())) return 0;
    const std::uint64_t threads = run.trace->launches[launch].block.count();
    return static_cast<int>((threads + warp_size - 1) / warp_size);
}

int threads_there(const lab::Run& run, const Event& event) {
    const std::uint64_t threads = run.trace->launches[event.launch].block.count(),
                        before = std::uint64_t(event.warp) * warp_size;
    return static_cast<int>(std::clamp<std::uint64_t>(threads - before, 1, warp_size));
}

WarpsOverTime::Asks asks(const Step& step) {
    if (step.space != simulator::Space::global) return WarpsOverTime::Asks::nothing;
    return step.kind == EventKind::load ? WarpsOverTime::Asks::loads : WarpsOverTime::Asks::stores;
}

std::uint32_t taken_by(const Event& event) {
    return event.kind == EventKind::atomic ? event.passes
                                           : std::max(event.sectors, event.wavefronts);
}

WarpsOverTime::Column column_of(const lab::Run& run, int number, int warps) {
    const Step& step = run.steps[static_cast<std::size_t>(number)];
    WarpsOverTime::Column made{1, step.launch, number, step.kind == EventKind::barrier, {}};
    made.asks = asks(step);
    made.warps.resize(static_cast<std::size_t>(warps));
    std::uint64_t taken = 0, least = 0;
    for (const std::uint32_t id : step.events) {
        const Event& event = run.trace->events[id];
        if (event.warp >= static_cast<std::uint32_t>(warps)) continue;
        // Lanes without a thread are neither on nor off.
        const int on = std::popcount(event.mask), off = threads_there(run, event) - on;
        constexpr float all = simulator::warp_size;
        made.warps[event.warp] = {std::min(1.f, float(on) / all), float(std::max(0, off)) / all};
        taken += taken_by(event);
        least += event.kind == EventKind::atomic ? 1 : event.ideal;
    }
    if (least > 0)
        made.times =
            std::clamp(static_cast<float>(taken) / static_cast<float>(least), 1.f, most_times);
    return made;
}

WarpsOverTime laid_out(const lab::Run& run) {
    WarpsOverTime made;
    if (!run.trace) return made;
    for (const Step& step : run.steps)
        made.warps = std::max(made.warps, warps_of(run, step.launch));
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step)
        made.columns.push_back(column_of(run, step, made.warps));
    made.steps = static_cast<int>(made.columns.size());
    return made;
}

bool look_alike(const WarpsOverTime::Column& one, const WarpsOverTime::Column& other) {
    return one.warps == other.warps && one.asks == other.asks && one.barrier == other.barrier;
}

// Barriers are drawn as posts, and do not count in the averages.
WarpsOverTime::Column together(const WarpsOverTime& all, std::size_t first, std::size_t end) {
    WarpsOverTime::Column made = all.columns[first];
    float steps = made.barrier ? 0.f : 1.f, times = made.times, least = made.least;
    if (made.barrier) std::ranges::fill(made.warps, WarpsOverTime::Cell{});
    for (std::size_t i = first + 1; i < end; ++i) {
        const WarpsOverTime::Column& one = all.columns[i];
        times += one.times, least += one.least;
        made.barrier |= one.barrier;
        if (one.barrier) continue;
        ++steps;
        for (std::size_t w = 0; w < made.warps.size(); ++w)
            made.warps[w].on += one.warps[w].on, made.warps[w].off += one.warps[w].off;
    }
    made.times = times;
    made.least = least;
    for (WarpsOverTime::Cell& cell : made.warps)
        if (steps > 0) cell.on /= steps, cell.off /= steps;
    return made;
}

void merge_warps(WarpsOverTime& all, int most) {
    const int each = (all.warps + most - 1) / std::max(1, most);
    if (each < 2) return;
    const int rows = (all.warps + each - 1) / each;
    for (WarpsOverTime::Column& column : all.columns) {
        std::vector<WarpsOverTime::Cell> cells(static_cast<std::size_t>(rows));
        for (std::size_t w = 0; w < column.warps.size(); ++w) {
            WarpsOverTime::Cell& into = cells[w / static_cast<std::size_t>(each)];
            into.on += column.warps[w].on / static_cast<float>(each);
            into.off += column.warps[w].off / static_cast<float>(each);
        }
        column.warps = std::move(cells);
    }
    all.warps = rows;
}

}  // namespace

const WarpsOverTime& warps_over_time(const lab::Run& run) {
    return run.derived(0, [&] { return laid_out(run); });
}

WarpsOverTime first_of_alike(const WarpsOverTime& all) {
    if (all.empty()) return all;
    const int first = all.columns.front().launch;
    const auto end = std::ranges::find_if(
        all.columns, [&](const WarpsOverTime::Column& one) { return one.launch != first; });
    const auto each = static_cast<std::size_t>(end - all.columns.begin());
    if (each == all.columns.size() || all.columns.size() % each != 0) return all;
    for (std::size_t i = each; i < all.columns.size(); ++i) {
        const WarpsOverTime::Column &one = all.columns[i - each], &next = all.columns[i];
        const bool begins = i % each == 0;
        if (!look_alike(one, next) || begins == (next.launch == all.columns[i - 1].launch))
            return all;
    }
    WarpsOverTime made{all.warps, {all.columns.begin(), end}, all.steps, 1};
    made.alike = static_cast<int>(all.columns.size() / each);
    return made;
}

WarpsOverTime shrunk(const WarpsOverTime& all, int most_columns, int most_warps) {
    WarpsOverTime made{all.warps, {}, all.steps, all.alike};
    const std::size_t count = all.columns.size();
    const std::size_t most = static_cast<std::size_t>(std::max(1, most_columns));
    const std::size_t each = std::max<std::size_t>(1, (count + most - 1) / most);
    for (std::size_t first = 0; first < count;) {
        std::size_t end = first + 1;
        while (end < count && end - first < each &&
               all.columns[end].launch == all.columns[first].launch)
            ++end;
        made.columns.push_back(each == 1 ? all.columns[first] : together(all, first, end));
        first = end;
    }
    merge_warps(made, most_warps);
    return made;
}

ColumnPlaces places_of(const WarpsOverTime& all, float width, float gap) {
    ColumnPlaces made;
    float sum = 0, gaps = 0;
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
        sum += all.columns[i].times;
        gaps += i > 0 && all.columns[i].launch != all.columns[i - 1].launch ? gap : 0.f;
    }
    if (gaps > width / 2) gap *= width / 2 / gaps, gaps = width / 2;
    const float unit = sum > 0 ? (width - gaps) / sum : 0;
    float x = 0;
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
        if (i > 0 && all.columns[i].launch != all.columns[i - 1].launch) x += gap;
        made.left.push_back(x);
        made.right.push_back(x += unit * all.columns[i].times);
    }
    return made;
}

}  // namespace app
