// A share of the available memory.
#include "lab/memory/unasked.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "lab/bugs.h"
#include "lab/memory/memory_budget.h"
#include "platform/available_memory.h"
#include "platform/clock.h"

namespace lab {
namespace {

constexpr std::uint64_t most_unasked = std::uint64_t{2} << 30, part_of_available = 4;
constexpr std::uint64_t least_for_cards = 64 << 20, more_for_cards = 2;
constexpr double looked_often = 5;  // s

std::atomic<std::uint64_t> chosen_unasked = 0, asked_bytes = 0;

std::vector<MemoryShare> shares_of(const Request& request, const Playing& how) {
    const bool remembers = how.check == Playing::Check::everywhere || has_bugs(request.settings);
    return memory_shares(request, remembers);
}

std::uint64_t quarter_of_available() {
    static std::mutex mutex;
    static double looked = 0;
    static std::uint64_t found = 0;
    const std::lock_guard lock(mutex);
    const double now = platform::now();
    if (found > 0 && now - looked < looked_often) return found;
    looked = now;
    return found = std::min(platform::available_memory() / part_of_available, most_unasked);
}

}  // namespace

std::uint64_t unasked_room() {
    const std::uint64_t chosen = chosen_unasked;
    return chosen > 0 ? chosen : quarter_of_available();
}

std::uint64_t choose_unasked_room(std::uint64_t bytes) { return chosen_unasked.exchange(bytes); }

std::uint64_t bytes_of_run(const Request& request, const Playing& how) {
    return memory_sum(shares_of(request, how));
}

std::uint64_t bytes_to_count(const Settings& settings) {
    Request request;
    request.settings = settings;
    return bytes_of_run(request, Playing::counted());
}

std::optional<std::string> too_large_unasked(const Request& request, const Playing& how) {
    return more_than(unasked_room(), shares_of(request, how), "a run that is drawn",
                     "Reduce what takes most, or run it on the command line.");
}

void note_asked(const Settings& settings) {
    asked_bytes = settings.lesson() || refusal(settings) ? 0 : bytes_to_count(settings);
}

std::uint64_t room_for_cards(const Settings& settings) {
    const std::uint64_t room = unasked_room();
    if (settings.lesson()) return room;
    return std::min(room, std::max(least_for_cards, more_for_cards * asked_bytes));
}

}  // namespace lab
