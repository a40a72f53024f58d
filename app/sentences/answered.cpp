// Sectors by who answers, in words. See answered.h.
#include "app/sentences/answered.h"

#include <algorithm>

#include "app/format.h"
#include "app/sentences/turned.h"
#include "lab/levels/levels.h"

namespace app {
namespace {

constexpr double told_from = 1.25;

// All blocks of every launch: what one block leaves behind, another finds.
bool follows_all(const lab::Run& run, const lab::Levels& levels) {
    return std::ranges::all_of(run.launches, [&](const lab::LaunchRecord& launch) {
        return launch.grid.count() <= levels.blocks;
    });
}

// Empty where some blocks are not followed.
lab::LevelSums sums_of(const lab::Run& run, const lab::Settings& asked) {
    const lab::CacheRoom room = lab::cache_room(run, asked);
    return run.derived(std::int64_t(room.l2), [&] {
        const lab::Levels levels = lab::levels_of(*run.trace, room);
        lab::LevelSums sums;
        if (follows_all(run, levels))
            for (const lab::SectorAsked& ask : levels.asks) sums.add(ask);
        return sums;
    });
}

bool can_ask(const lab::Run* run) {
    return run && run->trace && run->ended() && !run->trace->events.empty();
}

bool differs(std::uint64_t before, std::uint64_t now) {
    const auto more = double(std::max(before, now)), less = double(std::min(before, now));
    return before != now && more >= told_from * less;
}

std::string moved(const char* name, std::uint64_t before, std::uint64_t now, bool faster) {
    if (!differs(before, now) || (now < before) != faster) return "";
    return std::string(name) + ", modelled, " + grouped(std::int64_t(before)) + " → " +
           grouped(std::int64_t(now)) + " (as drawn)";
}

}  // namespace

std::string answered_words(const lab::Result& before, const lab::Result& now, bool faster) {
    const lab::Run *a = before.picture.get(), *b = now.picture.get();
    if (!can_ask(a) || !can_ask(b) || !one_size(a->request.settings, b->request.settings))
        return "";
    const lab::LevelSums one = sums_of(*a, before.request.settings),
                         other = sums_of(*b, now.request.settings);
    if (one.asked == 0 || other.asked == 0) return "";
    const std::uint64_t first = one.of(lab::Level::memory), second = other.of(lab::Level::memory);
    return differs(first, second) ? moved("sectors that memory moves", first, second, faster)
                                  : moved("sectors that the L2 gives", one.of(lab::Level::l2),
                                          other.of(lab::Level::l2), faster);
}

}  // namespace app
