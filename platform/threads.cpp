// Threads of the standard library, with a switch for tests.
#include "platform/threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "platform/machine.h"

namespace platform {
namespace {

constexpr int niceness = 5;

}  // namespace

bool has_threads() {
    static const bool wanted = environment("WARPLENS_THREADS") != "none";
    return wanted;
}

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

Thread::Thread(std::function<void()> work) {
    if (!has_threads()) throw std::runtime_error("There are no threads here.");
    thread_ = std::thread(std::move(work));
}

Thread& Thread::operator=(Thread&& other) noexcept {
    join();
    thread_ = std::move(other.thread_);
    return *this;
}

void Thread::join() {
    if (thread_.joinable()) thread_.join();
}

void Thread::leave() {
    if (thread_.joinable()) thread_.detach();
}

// Linux keeps a niceness for each thread.
void step_back() {
#ifdef __linux__
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
#endif
}

void in_parts(std::uint64_t count, std::uint64_t least,
              const std::function<void(std::uint64_t first, std::uint64_t last)>& part) {
    const std::uint64_t most = has_threads() ? processors() : 1;
    const std::uint64_t parts =
        std::clamp<std::uint64_t>(count / std::max<std::uint64_t>(1, least), 1, most);
    std::vector<Thread> others;
    for (std::uint64_t i = 1; i < parts; ++i)
        others.emplace_back([&, i] { part(count * i / parts, count * (i + 1) / parts); });
    part(0, count / parts);
}

}  // namespace platform
