// `warplens sweep --devices`: a process for each GPU of a host runs its share of the combinations,
// and sends each row when it is made.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lab/cli/command_flags.h"
#include "lab/cli/commands/sweep_rows.h"
#include "lab/cli/gpu_workers.h"

namespace lab::sweep_command {

// The hidden words of a worker.
struct SweepWorker {
    std::string these;  // file with the numbers of its combinations
    std::string gpu;    // its number among those of the host
    bool sends_json = false, sends_state = false;

    void add_to(CommandFlags& words);
    bool works() const { return !these.empty(); }
    std::optional<std::size_t> gpu_number() const;
    /// The numbers in the file, each below `count`; nullopt where it has others.
    std::optional<std::vector<std::size_t>> indices(std::size_t count) const;
};

struct DevicesSweep {
    Arguments arguments;  // as given
    std::vector<HostGpu> gpus;
    double seconds = 0;  // 0: no limit
    RowWants wants;
};
using AddRow = std::function<void(const SweepRow&)>;

// How the workers ended.
struct WorkersEnd {
    bool late = false, failed = false;
};
/// Runs those of `all` that are left. Loops of the processor come last, one after the other, as
/// they would disturb each other.
WorkersEnd run_sweep_workers(const DevicesSweep& sweep, const std::vector<Settings>& all,
                             const std::vector<std::size_t>& left, const AddRow& add,
                             std::ostream& err);

}  // namespace lab::sweep_command
