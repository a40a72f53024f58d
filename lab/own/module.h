// The PTX of a file that somebody opened, read, and where in it something is wrong.
#pragma once

#include <memory>
#include <string>

#include "lab/own/open.h"
#include "simulator/decode/program.h"

namespace lab {

/// The PTX of a code, read. Fails with a sentence that names `file` and its line, or "PTX line",
/// and a line below 0, of what was compiled.
simulator::Outcome<std::shared_ptr<const simulator::Module>> module_of(const std::string& file,
                                                                       const Code& code);

/// An instruction that no row knows, at its line in the text that the student has.
simulator::Diagnostic located(const AskedFile& asked, const Code& code,
                              const simulator::Module& module, simulator::Diagnostic problem);

}  // namespace lab
