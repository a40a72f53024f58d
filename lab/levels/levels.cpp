// The model of caches. See levels.h.
#include "lab/levels/levels.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lab/occupancy/registers.h"
#include "lab/time/model.h"

namespace lab {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::Trace;

// 256 KB of L1 and shared memory on a multiprocessor of compute capability 9.0: CUDA C++
// programming guide, technical specifications.
constexpr std::uint64_t l1_bytes = 256 << 10;

bool asks_for_sectors(const Event& event) {
    const bool moves = event.kind == EventKind::load || event.kind == EventKind::store ||
                       event.kind == EventKind::atomic;
    return moves && event.space == simulator::Space::global;
}

// Ascending, without duplicates.
std::vector<std::uint64_t> sectors_of(const Trace& trace, const Event& event) {
    std::vector<std::uint64_t> sectors;
    const auto bytes = static_cast<std::uint64_t>(simulator::size_of(event.type));
    for (const simulator::Slot& slot : trace.lanes_of(event)) {
        const std::uint64_t last = (slot.address + std::max<std::uint64_t>(bytes, 1) - 1);
        for (std::uint64_t s = slot.address / bytes_of_a_sector; s <= last / bytes_of_a_sector; ++s)
            sectors.push_back(s);
    }
    std::ranges::sort(sectors);
    sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
    return sectors;
}

// The order of events in the model: launch, turn, warp in its block, block.
struct Turn {
    std::uint16_t launch = 0;
    std::uint32_t turn = 0, warp = 0;
    std::uint64_t block = 0;
    std::uint32_t event = 0;
    auto operator<=>(const Turn&) const = default;
};

std::vector<Turn> turns_of(const Trace& trace) {
    std::map<std::tuple<std::uint16_t, std::uint64_t, std::uint32_t>, std::uint32_t> requests;
    std::vector<Turn> turns;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        const Event& event = trace.events[id];
        if (!asks_for_sectors(event)) continue;
        const std::uint32_t turn = requests[{event.launch, event.block, event.warp}]++;
        turns.push_back({event.launch, turn, event.warp, event.block, id});
    }
    std::ranges::sort(turns);
    return turns;
}

// The caches, and the distances over all requests.
class Hierarchy {
public:
    explicit Hierarchy(const CacheRoom& room) : room_(room) {}

    SectorAsked load(const Turn& turn, std::uint64_t sector) {
        begin(turn.launch);
        SectorAsked asked{turn.event, sector, all_.ask(sector), 0, Level::memory};
        const std::uint64_t room =
            turn.launch < room_.l1.size() ? room_.l1[turn.launch] : std::uint64_t{0};
        if (l1_[turn.block].ask(sector) < room) {
            asked.by = Level::l1;
            return asked;
        }
        asked.at_l2 = l2_.ask(sector);
        if (asked.at_l2 < room_.l2) asked.by = Level::l2;
        return asked;
    }
    void store(const Turn& turn, std::uint64_t sector) {
        begin(turn.launch);
        l2_.ask(sector);
    }

private:
    void begin(std::uint16_t launch) {
        if (launch == launch_) return;
        launch_ = launch;
        l1_.clear();
    }

    const CacheRoom& room_;
    int launch_ = -1;
    ReuseDistances all_, l2_;
    std::map<std::uint64_t, ReuseDistances> l1_;  // by block
};

double share_of_arrays(const Settings& picture, const Settings& asked) {
    if (!picture.subject || !asked.subject) return 1;
    const double drawn = double(plan_of(picture).bytes());
    const double whole = double(plan_of(asked).bytes());
    return whole > drawn && drawn > 0 ? drawn / whole : 1;
}

// The blocks of this launch that a multiprocessor holds at once.
std::uint64_t blocks_at_once(const Run& picture, const LaunchRecord& launch) {
    if (!picture.request.settings.subject) return 1;
    const Occupancy held =
        occupancy_of(usual_multiprocessor(), needs_of(*picture.request.settings.subject, launch));
    return std::uint64_t(std::max<std::int64_t>(1, held.blocks));
}

}  // namespace

const char* name_of(Level level) {
    constexpr const char* names[] = {"L1", "L2", "memory"};
    return names[static_cast<std::size_t>(level)];
}

void LevelSums::add(const SectorAsked& one) {
    ++asked;
    first += one.first();
    first_moved += one.first() && one.by == Level::memory;
    ++by[static_cast<std::size_t>(one.by)];
}

Levels levels_of(const Trace& trace, const CacheRoom& room) {
    Levels made;
    made.ends.assign(trace.events.size(), 0);
    made.blocks = trace.watched.size();
    Hierarchy hierarchy(room);
    for (const Turn& turn : turns_of(trace)) {
        const Event& event = trace.events[turn.event];
        for (const std::uint64_t sector : sectors_of(trace, event))
            if (event.kind == EventKind::load)
                made.asks.push_back(hierarchy.load(turn, sector));
            else
                hierarchy.store(turn, sector);
        if (event.kind == EventKind::load) made.ends[turn.event] = made.asks.size();
    }
    return made;
}

bool follows_all(const Run& picture) {
    return picture.trace && std::ranges::all_of(picture.launches, [&](const LaunchRecord& launch) {
               return launch.grid.count() <= picture.trace->watched.size();
           });
}

std::uint64_t AskedOfL2::moved_again(std::uint64_t room) const {
    std::uint64_t moved = 0;
    for (auto far = again.lower_bound(room); far != again.end(); ++far) moved += far->second;
    return moved;
}

AskedOfL2 asked_of_l2(const Run& picture) {
    AskedOfL2 made;
    if (!follows_all(picture)) return made;
    const CacheRoom room = cache_room(picture, picture.request.settings);
    for (const SectorAsked& one : levels_of(*picture.trace, room).asks) {
        if (one.by == Level::l1) continue;
        if (one.at_l2 == never)
            ++made.first;
        else
            ++made.again[one.at_l2];
    }
    return made;
}

std::uint64_t l2_room(const Settings& picture, const Settings& asked) {
    return static_cast<std::uint64_t>(double(caches_of_card().l2) *
                                      share_of_arrays(picture, asked)) /
           bytes_of_a_sector;
}

// FNV-1a of the knobs' values.
std::int64_t key_of(const Settings& asked) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
    for (const auto& [knob, value] : asked.values()) mix(static_cast<std::uint64_t>(value));
    return static_cast<std::int64_t>(hash >> 1);
}

CachesOfCard caches_of_card() {
    const Card& card = modelled_card();
    return {card.name, l1_bytes, static_cast<std::uint64_t>(card.cache_bytes)};
}

CacheRoom cache_room(const Run& picture, const Settings& asked) {
    const CachesOfCard card = caches_of_card();
    CacheRoom room;
    for (const LaunchRecord& launch : picture.launches) {
        const std::uint64_t each = card.l1 / blocks_at_once(picture, launch);
        const std::uint64_t shared = std::min<std::uint64_t>(each, launch.shared_bytes);
        room.l1.push_back((each - shared) / bytes_of_a_sector);
    }
    room.l2 = l2_room(picture.request.settings, asked);
    return room;
}

}  // namespace lab
