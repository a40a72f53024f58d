// Stops work whose result nobody needs. A newer request ends an older one, whose reference on the
// CPU may take seconds: it checks now and then, and throws.
#pragma once

#include <exception>
#include <functional>

namespace lab {

/// False once nobody waits; an empty function means always.
using Wanted = std::function<bool()>;

struct NotWanted : std::exception {
    const char* what() const noexcept override { return "The result is no longer needed."; }
};

/// Throws NotWanted once nobody waits.
inline void go_on(const Wanted& wanted) {
    if (wanted && !wanted()) throw NotWanted{};
}

}  // namespace lab
