// The loop of a desktop.
#include "platform/loop.h"

namespace platform {

void run_loop(const std::function<bool()>& step) {
    while (step()) {
    }
}

}  // namespace platform
