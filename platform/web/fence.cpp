// A page is within the browser's own fence, and starts nothing that could be held to another.
#include "platform/fence.h"

namespace platform {

bool has_fences() { return false; }

PreparedFence::PreparedFence(const Fence&) {}

void PreparedFence::close_in() const {}

}  // namespace platform
