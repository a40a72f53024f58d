// Tests go through all lessons again and again: each is parsed once.
#include "lab/programs.h"

namespace {

[[maybe_unused]] const bool kept = (lab::keep_modules(64), true);

}  // namespace
