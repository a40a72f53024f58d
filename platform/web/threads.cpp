// Without threads, the caller does the work between frames.
#include "platform/threads.h"

#include <stdexcept>
#include <utility>

namespace platform {

bool has_threads() { return false; }

unsigned processors() { return 1; }

Thread::Thread(std::function<void()>) { throw std::runtime_error("There are no threads here."); }

Thread& Thread::operator=(Thread&& other) noexcept {
    thread_ = std::move(other.thread_);
    return *this;
}

void Thread::join() {}

void Thread::leave() {}

void step_back() {}

void in_parts(std::uint64_t count, std::uint64_t,
              const std::function<void(std::uint64_t first, std::uint64_t last)>& part) {
    part(0, count);
}

}  // namespace platform
