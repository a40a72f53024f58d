// What is slow is looked at in part by ./test, and as a whole by ./test --all.
#pragma once

#include <cstddef>

#include "platform/machine.h"

namespace tests {

/// True with WARPLENS_ALL=1 in the environment.
inline bool whole() { return platform::environment("WARPLENS_ALL") == "1"; }

/// One in `of`, by its number: the one that leaves the rest `turn`. With WARPLENS_ALL=1 every one.
inline bool in_part(std::size_t number, std::size_t of, std::size_t turn = 0) {
    return whole() || number % of == turn % of;
}

}  // namespace tests
