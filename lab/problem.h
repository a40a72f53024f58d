// An error that belongs to no line of a text.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "simulator/types.h"

namespace lab {

/// nullopt, or the error.
using Problem = std::optional<simulator::Diagnostic>;

inline simulator::Diagnostic problem_of(std::string sentence) {
    return {0, 0, std::move(sentence)};
}

}  // namespace lab
