// The steady clock, or a test's clock.
#include "platform/clock.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

namespace platform {
namespace {

std::atomic<bool> by_hand = false;
std::atomic<double> hand = 0;

}  // namespace

double now() {
    if (by_hand) return hand;
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string today() {
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

void sleep(double seconds) {
    if (by_hand) {
        hand = hand + seconds;
        return;
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

ClockByHand::ClockByHand(double start) {
    hand = start;
    by_hand = true;
}

ClockByHand::~ClockByHand() { by_hand = false; }

void ClockByHand::advance(double seconds) { hand = hand + seconds; }

}  // namespace platform
