// Finds a name that is given two values: the user means one, and the program can't know which.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "lab/words.h"

namespace lab {

/// A sentence for the first name with several values among words such as "n=1024", with all its
/// values; nullopt where each name is there once.
std::optional<simulator::Diagnostic> given_twice(std::span<const std::string> words);

}  // namespace lab
