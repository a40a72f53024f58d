// The code of subjects, a lesson's read once: what simulator, CUDA bench and code pane all show and
// run. Safe from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/plan.h"
#include "simulator/decode/program.h"

namespace lab {

struct Subject;

/// The module of a subject: its own, or that of a lesson's source. Fails with a sentence that names
/// the file that is missing or its line.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const Subject& subject);

/// How many of them stay parsed that nobody holds: for whoever goes through all lessons again and
/// again.
void keep_modules(std::size_t most);

/// The source text that the code pane shows; empty where there is none.
std::string source_of(const Subject& subject);

/// A kernel of it, by Settings::kernel().
simulator::Outcome<std::shared_ptr<const simulator::Program>> program_of(const Subject& subject,
                                                                         const std::string& kernel);

/// Whether a kernel has a loop that ends when other blocks have written.
bool waits_for_blocks(const simulator::Program&);
bool waits_for_blocks(const Subject&, const std::string& kernel);

/// Of those kernels that a plan launches, the first that has the variable which an allocation
/// stands for (Allocation::symbol), with room for all of it. Fails where none has.
simulator::Outcome<std::shared_ptr<const simulator::Program>> program_with(const Subject& subject,
                                                                           const Plan& plan,
                                                                           const Allocation&);

/// FNV-1a of a PTX text as 16 hexadecimal digits.
std::string ptx_hash(const simulator::Module& module);
/// Of those kernels of it alone that a plan launches, without their source lines: other kernels
/// may come beside them.
std::string kernels_hash(const simulator::Module& module, const Plan& plan);
/// What made a PTX text, by its own head: "CUDA 13.0"; empty where it doesn't say.
std::string toolkit_of(std::string_view ptx);

/// The kernel's parameter block for a launch: buffers as the addresses that `address` gives,
/// textures as the objects that `object` gives, numbers converted to the parameter's type. Fails
/// where count or type don't fit or a number is too large for its parameter.
simulator::Outcome<std::vector<std::byte>> parameter_block(
    const simulator::Program& program, const Launch& launch,
    const std::function<std::uint64_t(const Buffer&)>& address,
    const std::function<std::uint64_t(const Texture&)>& object = {});

}  // namespace lab
