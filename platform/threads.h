// Threads, where the system has them. Without them the program works between frames (Worker::pump).
#pragma once

#include <cstdint>
#include <functional>
#include <thread>

namespace platform {

/// False if the system has none, or WARPLENS_THREADS=none turns them off.
bool has_threads();
/// Processors of this machine, at least 1.
unsigned processors();

// One thread; its destructor waits for the end of the work.
class Thread {
public:
    Thread() = default;
    /// Throws std::runtime_error without threads: check has_threads() first.
    explicit Thread(std::function<void()> work);
    Thread(Thread&&) = default;
    Thread& operator=(Thread&&) noexcept;
    ~Thread() { join(); }
    /// Waits for the end of the work; returns at once if none was started.
    void join();
    /// Detaches the thread: join() no longer waits.
    void leave();

private:
    std::thread thread_;
};

/// Lowers the priority of the calling thread: on few cores, drawing a frame comes first.
void step_back();

/// Calls `part(first, last)` for parts that cover 0..`count`, and returns when all are done. Uses
/// all processors if each gets at least `least` items, else fewer, or only the caller's thread.
void in_parts(std::uint64_t count, std::uint64_t least,
              const std::function<void(std::uint64_t first, std::uint64_t last)>& part);

}  // namespace platform
