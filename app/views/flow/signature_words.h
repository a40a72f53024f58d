// Words for one part of a rule. signature.cpp calls this.
#pragma once

#include <string>

#include "app/views/flow/signature.h"

namespace app {

/// "same row, columns 0 to 7", "(0, −1) (0, +1) in x, y"; of three dimensions "in x, y, z".
std::string part_words(const SignaturePart&);

}  // namespace app
