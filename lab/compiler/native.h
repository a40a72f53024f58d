// Machine code of a CUDA source for one GPU, made here, where `compare --native` times it beside
// the PTX that the driver compiles.
#pragma once

#include <filesystem>
#include <string>

#include "lab/run.h"
#include "simulator/types.h"

namespace lab {

/// "sm_90" for 90.
std::string architecture_named(int architecture);

/// The code that nvcc, or else NVRTC, makes of the source for a GPU of this architecture, such as
/// 90. Takes seconds. Fails with the compiler's messages, or a sentence: neither is there, or they
/// don't know this GPU. `last_line` is compiled behind the source's lines.
simulator::Outcome<MachineCode> machine_code(const std::filesystem::path& source, int architecture,
                                             const std::string& last_line = {});

// The compiler of this machine.
struct Toolkit {
    std::string name;            // "nvcc 12.8" or "NVRTC 12.8"; empty: neither is there
    int oldest = 0, newest = 0;  // architectures that it makes code for; 0: it does not tell
};
/// Asks nvcc, or else NVRTC.
Toolkit toolkit_here();
/// Why this toolkit makes no code for a GPU of this architecture, one sentence; empty where it
/// does.
std::string why_no_code(const Toolkit& toolkit, int architecture);

}  // namespace lab
