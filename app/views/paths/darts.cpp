// Reads points out of a run. See darts.h.
#include "app/views/paths/darts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "app/views/moment.h"
#include "lab/features/dart_board.h"

namespace app {
namespace {

// A warp's place in a run: launch, and instructions before.
using DartPlace = std::pair<std::uint32_t, std::uint32_t>;

struct ThrowerOf {
    std::uint64_t block;
    std::uint32_t warp;
    int lane;
    auto operator<=>(const ThrowerOf&) const = default;
};

// Takes coordinates one by one: a thread's second coordinate completes a point.
class DartMaker {
public:
    DartMaker(Darts& made, const simulator::Trace& trace) : made_(made), trace_(trace) {}

    /// x and y in either order: the second one completes the point.
    void take(const ThrowerOf& from, bool is_x, double value, DartPlace place) {
        const auto other = waits_.find(from);
        if (other == waits_.end() || other->second.first == is_x) {
            waits_[from] = {is_x, value};
            return;
        }
        const double first = other->second.second;
        put(from, is_x ? value : first, is_x ? first : value, place);
        waits_.erase(other);
    }
    /// x first, then y.
    void next(const ThrowerOf& from, double value, DartPlace place) {
        take(from, !waits_.contains(from), value, place);
    }
    const std::vector<DartPlace>& places() const { return places_; }

private:
    void put(const ThrowerOf& from, double x, double y, DartPlace place) {
        const auto threads = trace_.launches.at(place.first).block.count();
        made_.all.push_back({.x = x,
                             .y = y,
                             .hit = x * x + y * y < 1,
                             .block = from.block,
                             .warp = static_cast<int>(from.warp),
                             .lane = from.lane,
                             .thread = std::int64_t(from.block * threads) +
                                       std::int64_t{from.warp} * simulator::warp_size + from.lane,
                             .number = thrown_[from]++});
        places_.push_back(place);
    }

    Darts& made_;
    const simulator::Trace& trace_;
    std::map<ThrowerOf, std::pair<bool, double>> waits_;  // the coordinate so far: x or not, value
    std::map<ThrowerOf, std::int64_t> thrown_;
    std::vector<DartPlace> places_;
};

double parts_of(const lab::Run& run) {
    const lab::DartBoard& board = lab::feature<lab::DartBoard>(run.request.settings);
    return board.parts ? board.parts(run.request.settings) : 0;
}

void take_left(DartMaker& maker, const simulator::LineValues& values, double parts) {
    using simulator::Type;
    for (const simulator::LeftValue& one : values.left)
        for (std::uint32_t lanes = one.mask; lanes; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            const double value = values.value(one, lane);
            const bool real = one.type == Type::f32 || one.type == Type::f64;
            maker.next({one.block, one.warp, lane}, real ? value : (value + .5) / parts,
                       {one.launch, one.index});
        }
}

void take_loaded(DartMaker& maker, const simulator::Trace& trace, const lab::DartBoard& board) {
    for (const simulator::Event& event : trace.events) {
        if (event.kind != simulator::EventKind::load || event.type != simulator::Type::f32)
            continue;
        for (std::uint32_t lanes = event.mask; lanes; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            const simulator::Slot* slot = trace.slot(event, lane);
            std::int64_t index = 0;
            const int array = slot ? trace.array_of(event, slot->address, &index) : -1;
            if (array < 0) continue;
            const std::string& name = trace.arrays[std::size_t(array)].name;
            const double value = std::bit_cast<float>(static_cast<std::uint32_t>(slot->value));
            if (name == board.x || name == board.y)
                maker.take({event.block, event.warp, lane}, name == board.x, value,
                           {event.launch, event.index});
        }
    }
}

// By warp of the shown block: its place at each step in which it takes part.
std::map<int, std::vector<std::pair<DartPlace, int>>> stands_of(const lab::Run& run) {
    std::map<int, std::vector<std::pair<DartPlace, int>>> all;
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        for (const std::uint32_t id : run.steps[i].events) {
            const simulator::Event& event = run.trace->events[id];
            all[static_cast<int>(event.warp)].push_back(
                {{event.launch, event.index}, static_cast<int>(i)});
        }
    return all;
}

// A point exists once its warp has reached its place.
void put_steps(Darts& made, const lab::Run& run, const std::vector<DartPlace>& places) {
    const auto stands = stands_of(run);
    for (std::size_t i = 0; i < made.all.size(); ++i) {
        Dart& dart = made.all[i];
        dart.step = -1;
        if (dart.block != made.block) continue;
        const auto found = stands.find(dart.warp);
        if (found == stands.end()) continue;
        const auto from = std::ranges::lower_bound(found->second, std::pair{places[i], 0});
        dart.step =
            from == found->second.end() ? static_cast<int>(run.steps.size()) - 1 : from->second;
    }
}

Darts read_darts(const lab::Run& run) {
    Darts made;
    const lab::DartBoard& board = lab::feature<lab::DartBoard>(run.request.settings);
    if (board.line.empty() || !run.trace) return made;
    DartMaker maker(made, *run.trace);
    if (run.line_values && !run.line_values->left.empty())
        take_left(maker, *run.line_values, parts_of(run)), made.full = run.line_values->full;
    else
        take_loaded(maker, *run.trace, board);
    made.block = shown_block(run);
    put_steps(made, run, maker.places());
    std::set<std::uint64_t> blocks;
    std::map<std::pair<double, double>, Dart*> places;  // the first point at each place
    for (Dart& dart : made.all) {
        blocks.insert(dart.block);
        Dart*& first = places.try_emplace({dart.x, dart.y}, &dart).first->second;
        if (dart.step < first->step) first = &dart;
    }
    for (const auto& [place, dart] : places) dart->first = true;
    made.blocks = std::max<std::uint64_t>(1, blocks.size());
    made.places = std::ssize(places);
    return made;
}

}  // namespace

const Darts& darts(const lab::Run& run) {
    return run.derived(0, [&] { return read_darts(run); });
}

OnBoard on_board(const Darts& all, int step) {
    OnBoard now;
    for (const Dart& dart : all.all)
        if (dart.step <= step) ++now.points, now.hits += dart.hit, now.places += dart.first;
    return now;
}

double usual_error(std::int64_t points) {
    constexpr double share = std::numbers::pi / 4;
    return 4 * std::sqrt(share * (1 - share) / double(std::max<std::int64_t>(points, 1)));
}

}  // namespace app
