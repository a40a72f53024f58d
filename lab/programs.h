// The PTX of lessons, read once: what simulator, CUDA bench and code pane all show and run. Safe
// from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/plan.h"
#include "simulator/program.h"

namespace lab {

struct Lesson;

/// The module of a lesson's source. Fails with a sentence that names the file that is missing or
/// its line.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const Lesson& lesson);

/// A kernel of it, by Settings::kernel().
simulator::Outcome<std::shared_ptr<const simulator::Program>> program_of(const Lesson& lesson,
                                                                         const std::string& kernel);

/// FNV-1a of a PTX text as 16 hexadecimal digits.
std::string ptx_hash(const simulator::Module& module);

/// The kernel's parameter block for a launch: buffers as the addresses that `address` gives,
/// numbers converted to the parameter's type. Fails where count or type don't fit or a number is
/// too large for its parameter.
simulator::Outcome<std::vector<std::byte>> parameter_block(
    const simulator::Program& program, const Launch& launch,
    const std::function<std::uint64_t(const Buffer&)>& address);

}  // namespace lab
