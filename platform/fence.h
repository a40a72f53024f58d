// Limits a process to some folders: Landlock, where the kernel has it.
#pragma once

#include <string>
#include <vector>

#include "platform/files.h"

namespace platform {

struct Fence {
    std::vector<Path>
        readable{};  // programs in them may be started too; missing folders are ignored
    std::vector<Path> writable{};  // also readable
};

/// Whether the kernel has fences, and WARPLENS_FENCE=none does not turn them off.
bool has_fences();

/// A fence as plain texts, for a child between fork and exec, where it must not allocate.
class PreparedFence {
public:
    PreparedFence() = default;
    explicit PreparedFence(const Fence& fence);
    /// Limits this process and all that it starts to these folders from now on. Does nothing
    /// without has_fences(), or for an empty fence.
    void close_in() const;

private:
    std::vector<std::string> readable_, writable_;
    [[maybe_unused]] bool wanted_ = false;  // false: there are no fences, or none was given
};

}  // namespace platform
