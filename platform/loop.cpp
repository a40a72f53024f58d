// The loop of a desktop program.
#include "platform/loop.h"

namespace platform {

void run_loop(const std::function<bool()>& step) {
    while (step()) {
    }
}

}  // namespace platform
