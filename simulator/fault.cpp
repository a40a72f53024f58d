// Names of faults in JSON.
#include "simulator/fault.h"

namespace simulator {

std::string_view name_of(FaultKind kind) {
    constexpr std::string_view names[] = {
        "out_of_bounds",
        "misaligned",
        "freed",
        "wrong_space",
        "read_only",
        "race",
        "equal_writes",
        "uninitialized_read",
        "divergent_barrier",
        "fragile_barrier",
        "deadlock",
        "endless_loop",
        "beyond_array",
        "aliased_arrays",
        "never_set",
        "missing_lane",
        "not_in_mask",
        "absent_lanes",
        "missing_warp_sync",
        "trap",
        "assertion",
        "unknown_instruction",
        "call_depth",
        "bad_call",
        "freed_twice",
        "freed_foreign",
        "no_texture",
        "other_texture",
        "never_written",
        "copied_unwritten",
        "launch_failed",
        "missing_wait",
        "without_memory",
    };
    return names[static_cast<int>(kind)];
}

}  // namespace simulator
