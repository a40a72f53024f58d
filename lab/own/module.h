// Reads the PTX of a user's file, and locates errors in it.
#pragma once

#include <memory>
#include <string>

#include "lab/own/open.h"
#include "simulator/decode/program.h"

namespace lab {

/// Reads the PTX of a Code. Fails with a sentence that names `file` and its line. For compiled PTX
/// it names the "PTX line", and the line is below 0.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const std::string& file,
                                                                       const Code& code);

/// The problem of an unknown instruction, at its line in the user's text.
simulator::Diagnostic located(const AskedFile& asked, const Code& code,
                              const simulator::Module& module, simulator::Diagnostic problem);

}  // namespace lab
