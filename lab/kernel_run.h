// Any kernel of any PTX on the simulated bench, outside all lessons: what `simulate` does.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/run.h"
#include "lab/spec.h"
#include "simulator/machine.h"

namespace lab {

struct KernelRequest {
    std::shared_ptr<const simulator::Program> program;
    simulator::Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    std::vector<Spec> arguments;
    simulator::Options options;
    std::uint64_t limit = ~std::uint64_t{0};  // lane-instructions; a kernel that goes on is ended
};

// A machine that has run, and where each array is in it.
struct KernelRun {
    simulator::Machine machine;
    LaunchRecord launch;
    Simulated simulated;
    std::map<std::string, simulator::Address> arrays;
    bool finished = false;  // false: a fault or the limit ended it
};

/// Why the arguments don't go with the kernel's parameters (their number, their sizes, an array for
/// a number).
std::optional<simulator::Diagnostic> misfit(const simulator::Program& program,
                                            const std::vector<Spec>& arguments);

/// Runs to the end. Fails with a sentence before anything ran (files, limits of the device).
simulator::Outcome<KernelRun> run_kernel(const KernelRequest& request);

}  // namespace lab
