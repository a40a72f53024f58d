// The host memory that a run on the simulator takes, summed before it is allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace lab {

struct MemoryShare {
    std::string what;  // "array x", "local memory of 4096 threads"
    std::uint64_t bytes = 0;
};

/// Largest first; sums saturate at 64 bits. `checks`: include the memory of checks in all blocks.
std::vector<MemoryShare> memory_shares(const Request& request, bool checks = true);
/// The sum of all shares.
std::uint64_t memory_sum(const std::vector<MemoryShare>& shares);
/// "This run takes 8 GiB of memory, and WHO may use 2 GiB of this machine's: ... WAY_OUT", with the
/// largest shares; nullopt where the sum fits into `room`.
std::optional<std::string> more_than(std::uint64_t room, const std::vector<MemoryShare>& shares,
                                     std::string_view who, std::string_view way_out);

/// Only the arrays of the plan.
std::uint64_t bytes_of_arrays(const Settings&);

/// The memory that the simulator may use: the chosen size, or 3/4 of what is available now.
std::uint64_t memory_room();
/// Sets the memory that the simulator may use; 0: not chosen.
void choose_memory_room(std::uint64_t bytes);
/// "16GiB", "500MB", "2^33": bytes. Fails with a sentence.
simulator::Outcome<std::uint64_t> memory_named(std::string_view text);

/// Why the simulator can't have enough memory, in sentences that name the largest shares; nullopt
/// where it can.
std::optional<std::string> too_large_to_count(const Request& request);
/// The same for the default order of blocks.
std::optional<std::string> too_large_to_count(const Settings& settings);

}  // namespace lab
