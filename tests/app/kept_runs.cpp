// Hundreds of windows open the same lessons, one after the other: each run is simulated once, where
// the machine has the memory to keep it.
#include <algorithm>

#include "lab/requests/job.h"
#include "platform/available_memory.h"

namespace {

// Two processes with two caches each share the machine.
std::size_t bytes_of_kept_runs() {
    return std::min<std::uint64_t>(std::uint64_t{1} << 30, platform::available_memory() / 12);
}

lab::RunCache kept_runs() {
    constexpr std::size_t capacity = 2000;
    return lab::RunCache(capacity, bytes_of_kept_runs());
}

[[maybe_unused]] const bool shared =
    (lab::share_runs(std::make_shared<lab::RunCaches>(lab::RunCaches{kept_runs(), kept_runs()})),
     true);

}  // namespace
