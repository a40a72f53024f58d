// How long a device may keep a thread waiting. A watch beside all of them sees a call that does not
// return: from then on the device is lost to this process, which goes on without it.
#pragma once

#include <functional>
#include <string>

namespace lab {

constexpr double usual_gpu_timeout = 20;  // s
void set_gpu_timeout(double seconds);
double gpu_timeout();

// While one lives, the calling thread waits for a device.
class Awaited {
public:
    /// `call` must stay.
    explicit Awaited(const char* call);
    ~Awaited();
    Awaited(const Awaited&) = delete;
    Awaited& operator=(const Awaited&) = delete;
};

// While one lives, the window's own thread draws through the driver of a device, which may keep it
// waiting once the device is lost.
class Drawing {
public:
    Drawing();
    ~Drawing();
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;
};

/// How long the call has lasted that has lasted longest; 0 where none is under way.
double awaited_for();

/// From now on whoever needs the calling thread gives it up once the device is lost.
void may_be_left_behind();
/// Hears the sentence of lost_device() where a call keeps a thread that nobody gives up, or a lost
/// device the one that draws, on a thread of the watch's own. The last that was given hears it.
void when_stuck(std::function<void(const std::string& sentence)> told);

/// The device does nothing more for this process. The first sentence that says why stays.
void lose_device(const std::string& sentence);
bool device_is_lost();
/// That sentence; empty where the device is not lost.
std::string lost_device();

/// A thread that waits for a device goes on by itself: this process has to end at once when it
/// ends, without waiting for anybody.
void leave_behind();
bool left_behind();

}  // namespace lab
