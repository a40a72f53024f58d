// Adds up the requests of a block by sector. See memory_heat.h.
#include "app/views/memory_heat.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "app/views/cell_names.h"

namespace app {
namespace {

using simulator::Event;

// Bytes that a request touches, by array and sector.
using SectorTimes = std::map<std::pair<int, std::uint64_t>, std::uint32_t>;

SectorTimes asked_by(const simulator::Trace& trace, const Event& event) {
    SectorTimes asked;
    const int bytes = size_of(event.type);
    for (const simulator::Slot& slot : trace.lanes_of(event)) {
        const int array = trace.array_of(event, slot.address, nullptr);
        if (array < 0) continue;
        const simulator::Address base = trace.arrays[static_cast<std::size_t>(array)].base;
        for (int byte = 0; byte < bytes; ++byte) {
            const std::uint64_t at = slot.address - base / sector_bytes * sector_bytes +
                                     static_cast<std::uint64_t>(byte);
            asked[{array, at / sector_bytes}] |= 1u << at % sector_bytes;
        }
    }
    return asked;
}

// Touches of an array by step, each with its sector; sectors get their places when all are known.
using Growing = std::vector<std::pair<std::uint64_t, HeatTouch>>;

HeatArray grown(int array, const Growing& from) {
    HeatArray made;
    made.array = array;
    for (const auto& [sector, touch] : from) made.sectors.push_back(sector);
    std::ranges::sort(made.sectors);
    const auto rest = std::unique(made.sectors.begin(), made.sectors.end());
    made.sectors.erase(rest, made.sectors.end());
    for (auto [sector, touch] : from) {
        const auto place = std::ranges::lower_bound(made.sectors, sector);
        touch.place = static_cast<std::uint32_t>(place - made.sectors.begin());
        made.touches.push_back(touch);
    }
    return made;
}

// Running sums over the touches of an array, touch by touch.
class Adding {
public:
    explicit Adding(std::size_t sectors) : all_(sectors) {}
    void add(const HeatTouch& touch) {
        SectorHeat& sector = all_[touch.place];
        sum.sectors += sector.asked == 0;
        sum.used += static_cast<std::uint64_t>(std::popcount(touch.bytes & ~sector.used));
        const std::uint32_t again = touch.bytes & sector.used;
        sum.again += static_cast<std::uint64_t>(std::popcount(again & ~sector.again));
        sector.again |= again;
        ++sum.asked, ++sector.asked;
        sum.most = std::max(sum.most, sector.asked);
        sector.used |= touch.bytes;
        sector.last = touch.step;
    }
    HeatSum sum;
    std::vector<SectorHeat> take() { return std::move(all_); }

private:
    std::vector<SectorHeat> all_;
};

void add_sums(HeatArray& array, std::size_t steps) {
    Adding adding(array.sectors.size());
    auto next = array.touches.begin();
    for (int step = 0; step < static_cast<int>(steps); ++step) {
        for (; next != array.touches.end() && next->step == step; ++next) adding.add(*next);
        array.sums.push_back(adding.sum);
    }
}

MemoryHeat added_up(const lab::Run& run) {
    MemoryHeat made;
    if (!run.trace) return made;
    std::map<int, Growing> growing;
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step) {
        if (run.steps[static_cast<std::size_t>(step)].space != simulator::Space::global) continue;
        for (const std::uint32_t id : run.steps[static_cast<std::size_t>(step)].events)
            for (const auto& [where, bytes] : asked_by(*run.trace, run.trace->events[id]))
                growing[where.first].push_back({where.second, {step, 0, bytes}});
    }
    for (const auto& [array, touches] : growing) {
        made.arrays.push_back(grown(array, touches));
        add_sums(made.arrays.back(), run.steps.size());
    }
    std::ranges::sort(made.arrays, {}, [&](const HeatArray& array) {
        return run.trace->arrays[static_cast<std::size_t>(array.array)].base;
    });
    for (int step = 0; step < static_cast<int>(run.steps.size()) && !made.ever_wasteful; ++step)
        made.ever_wasteful = made.wasteful(step);
    return made;
}

}  // namespace

HeatSum HeatArray::at(int step) const {
    if (step < 0 || sums.empty()) return {};
    return sums[std::min(static_cast<std::size_t>(step), sums.size() - 1)];
}

std::uint64_t MemoryHeat::asked(int step) const {
    std::uint64_t all = 0;
    for (const HeatArray& array : arrays) all += array.at(step).asked;
    return all;
}

std::uint64_t MemoryHeat::beyond(int step) const {
    std::uint64_t all = 0;
    for (const HeatArray& array : arrays) all += array.at(step).beyond();
    return all;
}

const MemoryHeat& heat_of(const lab::Run& run) {
    return run.derived(0, [&] { return added_up(run); });
}

std::vector<SectorHeat> heat_at(const HeatArray& array, int step) {
    Adding adding(array.sectors.size());
    for (const HeatTouch& touch : array.touches) {
        if (touch.step > step) break;
        adding.add(touch);
    }
    return adding.take();
}

HeatGrid heat_grid(std::span<const HeatArray> arrays, int each, int columns) {
    HeatGrid made{each, columns, columns, 0, {}, 0};
    const std::uint64_t row = static_cast<std::uint64_t>(each) * static_cast<unsigned>(columns);
    for (const HeatArray& array : arrays) {
        const std::uint64_t first = array.sectors.front() / row;
        const std::uint64_t last = array.sectors.back() / row;
        made.arrays.push_back({first * row, static_cast<int>(last - first) + 1});
        made.rows += made.arrays.back().rows;
        for (const std::uint64_t sector : array.sectors) {
            const int column = static_cast<int>(sector % row) / each;
            made.left = std::min(made.left, column);
            made.right = std::max(made.right, column + 1);
        }
    }
    return made;
}

std::uint64_t plane_sectors(const lab::Run& run, const HeatArray& array) {
    const simulator::Array& named = run.trace->arrays[static_cast<std::size_t>(array.array)];
    const auto shape = declared_shape(run, named);
    if (!shape) return 0;
    const std::uint64_t elements = std::uint64_t{shape->x} * (shape->z > 1 ? shape->y : 1);
    const std::uint64_t bytes = elements * static_cast<unsigned>(size_of(named.type));
    return bytes % sector_bytes == 0 ? bytes / sector_bytes : 0;
}

std::uint64_t plane_sectors(const lab::Run& run, std::span<const HeatArray> arrays) {
    for (const HeatArray& array : arrays)
        if (const std::uint64_t plane = plane_sectors(run, array)) return plane;
    return 0;
}

bool is_matrix(const lab::Run& run, const HeatArray& array) {
    const auto shape =
        declared_shape(run, run.trace->arrays[static_cast<std::size_t>(array.array)]);
    return shape && shape->z == 1 && shape->y > 1;
}

std::vector<HeatCell> heat_cells(const HeatArray& array, const HeatGrid& grid, std::size_t number,
                                 int step) {
    std::vector<HeatCell> cells(static_cast<std::size_t>(grid.arrays[number].rows) *
                                static_cast<std::size_t>(grid.columns));
    const std::vector<SectorHeat> now = heat_at(array, step);
    for (std::size_t i = 0; i < now.size(); ++i) {
        HeatCell& cell = cells[static_cast<std::size_t>(grid.cell_of(number, array.sectors[i]))];
        ++cell.sectors;
        cell.touched += now[i].asked > 0;
        cell.used += std::popcount(now[i].used);
        cell.asked = std::max(cell.asked, now[i].asked);
        cell.last = std::max(cell.last, now[i].last);
    }
    return cells;
}

}  // namespace app
