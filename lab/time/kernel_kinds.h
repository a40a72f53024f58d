// Kinds of kernels by what they count, and how far off the formula of modelled times is for each:
// nobody has measured somebody's own kernel, but lessons' kernels of its kind were.
#pragma once

#include <span>
#include <string_view>

#include "simulator/counters.h"

namespace lab {

struct KernelKind {
    std::string_view words;  // "kernels whose lanes are far apart"
    bool (*has)(const simulator::Counters&);
    // The factor within which 95 % of the recorded settings of lessons' kernels of this kind are.
    double within;
};

/// The first that has a kernel is its kind; the last has all.
std::span<const KernelKind> kernel_kinds();
const KernelKind& kind_of(const simulator::Counters&);

}  // namespace lab
