// What a run on the simulator takes of this machine's memory, summed before any of it is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace lab {

struct MemoryShare {
    std::string what;  // "array x", "local memory of 4096 threads"
    std::uint64_t bytes = 0;
};

/// The largest first; sums that 64 bits don't hold are the most that they do.
std::vector<MemoryShare> memory_shares(const Request& request);
/// Of all of them.
std::uint64_t memory_sum(const std::vector<MemoryShare>& shares);

/// Of the arrays alone that a run of a plan fills, computes in and leaves.
std::uint64_t bytes_of_arrays(const Settings&);

/// What the simulator may use: what was chosen, else three quarters of what is available now.
std::uint64_t memory_room();
/// 0: nothing is chosen.
void choose_memory_room(std::uint64_t bytes);
/// "16GiB", "500MB", "2^33": bytes. Fails with a sentence.
simulator::Outcome<std::uint64_t> memory_named(std::string_view text);

}  // namespace lab
