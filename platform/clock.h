// The time, as the whole program reads it. Tests set it by hand.
#pragma once

#include <string>

namespace platform {

/// Seconds since some moment; never goes back.
double now();
/// The date in Greenwich: "2026-01-31".
std::string today();
/// Does nothing for that long. By hand, the clock moves on at once.
void sleep(double seconds);

/// While one lives, now() says what it was told, on every thread. Two at a time make no sense.
class ClockByHand {
public:
    explicit ClockByHand(double start = 0);
    ~ClockByHand();
    ClockByHand(const ClockByHand&) = delete;
    ClockByHand& operator=(const ClockByHand&) = delete;
    void advance(double seconds);
};

}  // namespace platform
