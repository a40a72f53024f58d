// Of a kernel that stands there in two versions, broken and cured: the lines of one that the other
// lacks. By text, without what surrounds it in blanks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace app {

/// Numbers of lines, from 1: those of `kernel` that `other` has not. Of a kernel that is not in the
/// text, none.
std::vector<int> lines_lacking(const std::vector<std::string_view>& text, const std::string& kernel,
                               const std::string& other);

/// Of the source of a run whose settings have another version; kept with the run.
const std::vector<int>& changed_lines(const lab::Run&);
/// Of a cured one: the last step that writes at such a line; nullopt where none does.
std::optional<int> last_changed_write(const lab::Run&);

}  // namespace app
