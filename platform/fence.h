// Folders that a process sees, and no others: Landlock, where the kernel has it.
#pragma once

#include <string>
#include <vector>

#include "platform/files.h"

namespace platform {

struct Fence {
    std::vector<Path>
        readable{};  // with what can be started there; those that are missing are none
    std::vector<Path> writable{};  // these may be read too
};

/// Whether the kernel can hold a process to a fence, and WARPLENS_FENCE=none does not ask to do
/// without.
bool has_fences();

/// The fence in words that a child can use between fork and exec, where nothing may be allocated.
class PreparedFence {
public:
    PreparedFence() = default;
    explicit PreparedFence(const Fence& fence);
    /// This process and all that it starts see no more than that from now on. Does nothing where
    /// there are no fences, or none was given.
    void close_in() const;

private:
    std::vector<std::string> readable_, writable_;
    [[maybe_unused]] bool wanted_ = false;  // not where there are no fences
};

}  // namespace platform
