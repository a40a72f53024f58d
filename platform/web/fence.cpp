// The browser isolates a page already, and a page starts no processes.
#include "platform/fence.h"

namespace platform {

bool has_fences() { return false; }

PreparedFence::PreparedFence(const Fence&) {}

void PreparedFence::close_in() const {}

}  // namespace platform
