// Limits how long a device may block a thread. A watch thread sees a call that does not return.
// Then the device is lost to this process, which goes on without it.
#pragma once

#include <functional>
#include <string>

namespace lab {

constexpr double usual_gpu_timeout = 20;  // s
void set_gpu_timeout(double seconds);
double gpu_timeout();

// While this object lives, the calling thread waits for a device.
class Awaited {
public:
    /// `call` must stay valid.
    explicit Awaited(const char* call);
    ~Awaited();
    Awaited(const Awaited&) = delete;
    Awaited& operator=(const Awaited&) = delete;
};

// While this object lives, the window's own thread draws through a device's driver. It may hang
// once the device is lost.
class Drawing {
public:
    Drawing();
    ~Drawing();
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;
};

/// Seconds of the longest current call; 0 where there is none.
double awaited_for();

/// Marks the calling thread: callers give it up once the device is lost.
void may_be_left_behind();
/// Sets the function for the sentence of lost_device(), called on the watch's thread. Called where
/// a call blocks a thread that must go on, or a lost device blocks the drawing thread.
void when_stuck(std::function<void(const std::string& sentence)> told);

/// Marks the device as lost. The first sentence stays.
void lose_device(const std::string& sentence);
bool device_is_lost();
/// The first sentence; empty where the device is not lost.
std::string lost_device();

/// Notes that a blocked thread goes on alone: at its end this process must exit at once, without
/// waiting for threads.
void leave_behind();
bool left_behind();

}  // namespace lab
