// Finds steps of different streams that touch the same elements of a buffer, at least one of them a
// write, and have no order. An allocation and a free count as writes of the whole buffer. Also
// finds steps that use a buffer while it has no memory. Reads the plan alone, before anything runs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lab/plan.h"

namespace lab {

struct MissingWait {
    Buffer buffer;
    std::size_t before = 0, later = 0;  // steps, in the order of the plan
    std::size_t behind = 0;             // the last step that the later step must wait for
    bool before_writes = false, later_writes = false;
    bool operator==(const MissingWait& other) const {
        return buffer.id == other.buffer.id && before == other.before && later == other.later &&
               behind == other.behind && before_writes == other.before_writes &&
               later_writes == other.later_writes;
    }
};

/// The first missing wait of each buffer. Sorted: pairs that are nearest in the plan come first, as
/// they are the likeliest to run at the same time.
std::vector<MissingWait> missing_waits(const Plan&);

// A step that uses a buffer before its memory is allocated, or after it was freed.
struct UseWithoutMemory {
    Buffer buffer;
    std::size_t step = 0;
    bool writes = false, frees = false;  // what the step does
    std::optional<std::size_t> freed{};  // the step that freed it; nullopt: not allocated yet
};

/// The first such use of each buffer, in the order of the plan.
std::vector<UseWithoutMemory> uses_without_memory(const Plan&);

}  // namespace lab
