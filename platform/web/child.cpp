// A page has no other process: none is started.
#include "platform/child.h"

namespace platform {

bool has_children() { return false; }

Child::Child(Command command) : command_(std::move(command)), over_(true) {
    ending_.how = Ending::How::not_started;
}

bool Child::ended(double) { return true; }

void Child::stop(Ending::How) {}

Ending run(Command command) { return Child(std::move(command)).ending(); }

}  // namespace platform
