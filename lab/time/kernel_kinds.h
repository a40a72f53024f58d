// Kinds of kernels by their counters, and the error of modelled times for each kind. The error of a
// user's kernel is unknown, so that of lessons' kernels of its kind is used.
#pragma once

#include <span>
#include <string_view>

#include "simulator/counters.h"

namespace lab {

struct KernelKind {
    std::string_view words;  // "kernels whose lanes are far apart"
    bool (*has)(const simulator::Counters&);
    // The factor that 95 % of the recorded settings of this kind are within.
    double within;
};

/// A kernel's kind is the first that has it; the last kind has all kernels.
std::span<const KernelKind> kernel_kinds();
const KernelKind& kind_of(const simulator::Counters&);

}  // namespace lab
