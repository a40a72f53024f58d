// A sweep in the layout of NVBench's --json, so that scripts that read NVBench's files read ours:
// devices, and a benchmark for each rung with its axes and states. The times of a state are those
// of our own samples. Written from the layout's documentation; file version 1.0.0.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/json/json.h"
#include "lab/run.h"

namespace lab::sweep_command {

/// One state: `benchmark`, its name, stands beside it until all are put together. Without samples,
/// `why` says why it is skipped.
Json nvbench_state(const Settings& settings, const Run* run, std::size_t device,
                   const std::string& why);
/// The device of a run.
Json nvbench_device(const Run& run, std::size_t number);
/// The whole file.
Json nvbench_file(const std::vector<Settings>& wanted, const std::vector<Json>& states,
                  const std::vector<Json>& devices);

}  // namespace lab::sweep_command
