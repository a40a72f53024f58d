// Hundreds of windows open the same lessons, one after the other: each run is simulated once.
#include "lab/requests/job.h"

namespace {

constexpr std::size_t capacity = 400, most_bytes = std::size_t{256} << 20;

[[maybe_unused]] const bool shared =
    (lab::share_runs(std::make_shared<lab::RunCaches>(
         lab::RunCaches{lab::RunCache(capacity, most_bytes), lab::RunCache(capacity, most_bytes)})),
     true);

}  // namespace
