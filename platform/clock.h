// The time, as the whole program reads it. Tests set it by hand.
#pragma once

#include <string>

namespace platform {

/// Seconds since a fixed moment; never decreases.
double now();
/// The UTC date: "2026-01-31".
std::string today();
/// Waits so long. With a ClockByHand, advances the clock at once.
void sleep(double seconds);

/// While this object lives, now() returns its time, on every thread. At most one at a time.
class ClockByHand {
public:
    explicit ClockByHand(double start = 0);
    ~ClockByHand();
    ClockByHand(const ClockByHand&) = delete;
    ClockByHand& operator=(const ClockByHand&) = delete;
    void advance(double seconds);
};

}  // namespace platform
