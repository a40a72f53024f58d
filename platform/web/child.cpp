// A web page has no other processes: starts nothing.
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
