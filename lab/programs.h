// The code of subjects. A lesson's code is read once; the simulator, the CUDA bench and the code
// pane share it. Safe from any thread.
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

/// The module of a lesson's source, such as "reduction.cu", or the subject's own.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const Subject& subject,
                                                                       const std::string& source);
/// The module of a subject: its own, or the module of the rung's source. Fails with a sentence that
/// names the missing file, or the line with the error.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const Settings&);
/// That one of a subject's modules which has the kernel. Fails where none has.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_with(const Subject& subject,
                                                                         const std::string& kernel);

/// How many unused modules stay parsed. For code that goes through all lessons again and again.
void keep_modules(std::size_t most);

/// The source text for the code pane; empty where there is none.
std::string source_of(const Settings&);

/// A kernel of the subject; `kernel` comes from Settings::kernel().
simulator::Outcome<std::shared_ptr<const simulator::Program>> program_of(const Subject& subject,
                                                                         const std::string& kernel);

/// Whether the kernel has a loop that ends only after other blocks have written.
bool waits_for_blocks(const simulator::Program&);
bool waits_for_blocks(const Subject&, const std::string& kernel);

/// The first launched kernel with this allocation's variable (Allocation::symbol) and room for all
/// of it. Fails where no kernel has both.
simulator::Outcome<std::shared_ptr<const simulator::Program>> program_with(const Subject& subject,
                                                                           const Plan& plan,
                                                                           const Allocation&);

/// FNV-1a of the module's PTX text, as 16 hexadecimal digits.
std::string ptx_hash(const simulator::Module& module);
/// A hash of the kernels that the plan launches, without their source lines. Other kernels in the
/// same module don't change it.
std::string kernels_hash(const simulator::Module& module, const Plan& plan);
/// The toolkit that the head of a PTX text names: "CUDA 13.0"; empty where it names none.
std::string toolkit_of(std::string_view ptx);

/// The parameter block of a launch. `address` gives the addresses of buffers, `object` the texture
/// objects. Numbers are converted to the parameter's type. Fails where the count or a type doesn't
/// fit, or a number is too large for its parameter.
simulator::Outcome<std::vector<std::byte>> parameter_block(
    const simulator::Program& program, const Launch& launch,
    const std::function<std::uint64_t(const Buffer&)>& address,
    const std::function<std::uint64_t(const Texture&)>& object = {});

}  // namespace lab
