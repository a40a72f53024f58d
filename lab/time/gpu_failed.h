// The error of a failed GPU call, for all code above the bench.
#pragma once

#include <stdexcept>
#include <string>

namespace lab {

/// Separates the failure from the name of the run in a sentence.
inline constexpr const char* gpu_failed_at = " It was ";

class GpuFailed : public std::runtime_error {
public:
    explicit GpuFailed(const std::string& sentence, bool no_memory = false)
        : std::runtime_error(sentence), no_memory(no_memory) {}
    bool no_memory;  // device memory, or host memory for it, is short
};

}  // namespace lab
