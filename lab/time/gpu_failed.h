// A call to a GPU that failed: what everybody above the bench knows of it.
#pragma once

#include <stdexcept>
#include <string>

namespace lab {

/// Stands in a sentence on a run that failed, between what happened and which run it was.
inline constexpr const char* gpu_failed_at = " It was ";

class GpuFailed : public std::runtime_error {
public:
    explicit GpuFailed(const std::string& sentence, bool no_memory = false)
        : std::runtime_error(sentence), no_memory(no_memory) {}
    bool no_memory;  // of the device, or of the host for it
};

}  // namespace lab
