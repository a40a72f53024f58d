// What a run on the simulator takes of this machine's memory, summed before any of it is asked for.
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

/// The largest first; sums that 64 bits don't hold are the most that they do. `checks`: with what
/// the checks remember where they look at all blocks.
std::vector<MemoryShare> memory_shares(const Request& request, bool checks = true);
/// Of all of them.
std::uint64_t memory_sum(const std::vector<MemoryShare>& shares);
/// "This run takes 8 GiB of memory, and WHO may use 2 GiB of this machine's: ... WAY_OUT", with the
/// shares that take most; nullopt where all of them fit into `room`.
std::optional<std::string> more_than(std::uint64_t room, const std::vector<MemoryShare>& shares,
                                     std::string_view who, std::string_view way_out);

/// Of the arrays alone that a run of a plan fills, computes in and leaves.
std::uint64_t bytes_of_arrays(const Settings&);

/// What the simulator may use: what was chosen, else three quarters of what is available now.
std::uint64_t memory_room();
/// 0: nothing is chosen.
void choose_memory_room(std::uint64_t bytes);
/// "16GiB", "500MB", "2^33": bytes. Fails with a sentence.
simulator::Outcome<std::uint64_t> memory_named(std::string_view text);

/// Why the simulator can't have the memory that it would need, in sentences that name what takes
/// most; nullopt where it can.
std::optional<std::string> too_large_to_count(const Request& request);
/// The same in the order of blocks that comes first.
std::optional<std::string> too_large_to_count(const Settings& settings);

}  // namespace lab
