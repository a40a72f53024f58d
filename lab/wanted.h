// Whether somebody still waits for what is being worked out. A newer request ends an older one, and
// its reference on the CPU may be seconds long: it asks now and then, and is given up by a throw.
#pragma once

#include <exception>
#include <functional>

namespace lab {

/// False once nobody waits any more; empty stands for always.
using Wanted = std::function<bool()>;

struct NotWanted : std::exception {
    const char* what() const noexcept override { return "Nobody waits for this any more."; }
};

/// Throws NotWanted where nobody waits.
inline void go_on(const Wanted& wanted) {
    if (wanted && !wanted()) throw NotWanted{};
}

}  // namespace lab
