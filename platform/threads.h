// Threads, where there are any. Without them the program works from its frames (Worker::pump).
#pragma once

#include <cstdint>
#include <functional>
#include <thread>

namespace platform {

/// False where the system has none, or where WARPLENS_THREADS=none asks to do without.
bool has_threads();
/// Of this machine, at least 1.
unsigned processors();

// One thread; who drops it waits for its end.
class Thread {
public:
    Thread() = default;
    /// Throws std::runtime_error where there are no threads: ask has_threads() first.
    explicit Thread(std::function<void()> work);
    Thread(Thread&&) = default;
    Thread& operator=(Thread&&) noexcept;
    ~Thread() { join(); }
    /// Waits for its end; at once where it never began.
    void join();
    /// Nobody waits for it any more.
    void leave();

private:
    std::thread thread_;
};

/// The calling thread gets less of the processors than others: where cores are few, a frame comes
/// first.
void step_back();

/// Calls `part(first, last)` for parts of 0..`count`, all of them before it returns: on all
/// processors together, as far as each has `least` to do, or on the caller's thread alone.
void in_parts(std::uint64_t count, std::uint64_t least,
              const std::function<void(std::uint64_t first, std::uint64_t last)>& part);

}  // namespace platform
