// `warplens compare --native`: the code that a compiler makes here for this very GPU, and what two
// compilers made of the same kernels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/json/json.h"
#include "lab/run.h"
#include "lab/settings.h"
#include "simulator/types.h"

namespace lab::compare_command {

/// Machine code of the kernels of these settings, made of their CUDA source for a GPU of this
/// architecture, such as 90. Takes seconds. Fails with a sentence.
simulator::Outcome<std::shared_ptr<const MachineCode>> made_here(const Settings&, int architecture);

/// "reduce: 24 registers, 1024 bytes of shared memory, 1280 bytes of code", a line for each kernel.
std::string code_report(const std::vector<CodeFigures>&);
/// A list of `kernel`, `registers`, `shared_bytes`, `local_bytes`, `code_bytes`; the last is null
/// where it is not known.
Json code_json(const std::vector<CodeFigures>&);

}  // namespace lab::compare_command
