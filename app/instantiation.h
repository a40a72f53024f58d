// The template arguments of the kernel that runs: "Real = float, Shuffle = false". From the name of
// the launched kernel, and the template's line in the source. Called by the code pane.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

/// Empty where the kernel is no template, or its template is not among these lines.
std::string instantiation_words(const std::string& kernel,
                                std::span<const std::string_view> source_lines);

}  // namespace app
