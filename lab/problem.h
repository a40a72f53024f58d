// What is wrong, where no line of a text is at fault.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "simulator/types.h"

namespace lab {

/// Nothing, or what is wrong.
using Problem = std::optional<simulator::Diagnostic>;

inline simulator::Diagnostic problem_of(std::string sentence) {
    return {0, 0, std::move(sentence)};
}

}  // namespace lab
