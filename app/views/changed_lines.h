// For a kernel with a broken and a cured version: the lines of one version that the other lacks.
// Lines are compared as text, without the blanks around them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace app {

/// Numbers, from 1, of the lines of `kernel` that `other` lacks. Empty where either kernel is not
/// in the text.
std::vector<int> lines_lacking(const std::vector<std::string_view>& text, const std::string& kernel,
                               const std::string& other);

/// The same for the source of a run whose settings have another version; kept with the run.
const std::vector<int>& changed_lines(const lab::Run&);
/// The last step of a cured version that writes at such a line; nullopt where none does.
std::optional<int> last_changed_write(const lab::Run&);

}  // namespace app
