// Words that say one thing and are there again: whoever writes two values means one of them, and
// which is not known.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "lab/words.h"

namespace lab {

/// Of words such as "n=1024", the name that stands in more than one, as a sentence with all its
/// values; nullopt where each is there once.
std::optional<simulator::Diagnostic> given_twice(std::span<const std::string> words);

}  // namespace lab
