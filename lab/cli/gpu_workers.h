// A process of this program for each GPU of a host: which GPUs, and what becomes of their workers.
// Used by `record --devices` and `sweep --devices`.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cli/command_line.h"
#include "platform/child.h"

namespace lab {

struct HostGpu {
    std::size_t number = 0;  // in the driver's order
    std::string name;
    std::string visible;  // its word in CUDA_VISIBLE_DEVICES
};

// Those that are to work, or why there are none.
struct ChosenGpus {
    std::vector<HostGpu> gpus{};
    std::string why{};  // a sentence
    int code = exit_right;
};
/// The GPUs that "all" or "0,2" names, of those that this process sees. Where it sees only some of
/// the machine's, they are named by the words that a scheduler wrote into CUDA_VISIBLE_DEVICES.
ChosenGpus gpus_of_host(const std::string& devices);

struct GpuWorker {
    std::string name;  // "GPU 1"
    std::unique_ptr<platform::Child> child;
    std::size_t told = 0;  // bytes of its output that were read
};

/// Starts this program with these words on one GPU, which it sees alone.
GpuWorker gpu_worker(const std::string& name, const HostGpu& gpu, std::vector<std::string> words);
/// The whole lines of its output that came since; `to_the_end`: also a last one without an end.
void each_new_line(GpuWorker& worker, bool to_the_end,
                   const std::function<void(std::string_view)>& tell);
/// What became of a worker that did not end by itself with a code of ours, without a full stop;
/// empty: it did.
std::string death_of(const GpuWorker& worker);
/// Which exit code of two counts: a failure, then an interrupt, then a wrong result.
int worse_code(int a, int b);

}  // namespace lab
