// One watch for all threads. See awaited.h.
#include "lab/time/awaited.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "platform/clock.h"
#include "platform/threads.h"

namespace lab {
namespace {

constexpr double most_of_a_frame = 3;  // s

struct Wait {
    const char* call;
    double since;
    bool may_be_left;
};

// Never destroyed: threads left behind may still use it when the process ends.
struct Watch {
    std::mutex mutex;
    std::map<const Awaited*, Wait> waits;
    double timeout = usual_gpu_timeout;
    std::string lost;
    std::function<void(const std::string&)> stuck;
    std::atomic<bool> is_lost = false, left = false;
    std::atomic<double> draws_since = 0;  // 0: no drawing
    platform::Thread thread;

    /// The longest wait among those that pass the test; nullptr where there is none.
    template <class Test>
    const Wait* longest(Test test) const {
        const Wait* found = nullptr;
        for (const auto& [who, wait] : waits)
            if (test(wait) && (!found || wait.since < found->since)) found = &wait;
        return found;
    }

    void lose(const std::string& sentence) {
        if (lost.empty()) lost = sentence;
        is_lost = true;
    }

    std::string overdue_words(const Wait& wait) const {
        return fmt::format(
            "The GPU does not answer: {} has not returned within {:.3g} s. It is not used until "
            "the program is started again. --gpu-timeout SECONDS sets a longer limit.",
            wait.call, timeout);
    }

    // Checks all waits once; returns the function to call where a thread is stuck.
    std::function<void(const std::string&)> look() {
        const std::lock_guard lock(mutex);
        const double due = platform::now() - timeout;
        const auto late = [due](const Wait& wait) { return wait.since < due; };
        if (const Wait* wait = longest(late)) {
            lose(overdue_words(*wait));
            left = true;
        }
        const bool keeps = longest([&](const Wait& w) { return late(w) && !w.may_be_left; });
        return keeps || keeps_drawing() ? std::exchange(stuck, nullptr) : nullptr;
    }

    // No normal frame takes so long.
    bool keeps_drawing() const {
        const double since = draws_since;
        return is_lost && since > 0 && platform::now() - since > std::min(timeout, most_of_a_frame);
    }

    double pause() {
        const std::lock_guard lock(mutex);
        return std::min(.25, timeout / 4);
    }

    void run() {
        std::mutex alone;
        std::condition_variable never;
        while (true) {
            std::unique_lock lock(alone);
            never.wait_for(lock, std::chrono::duration<double>(pause()));
            if (const auto told = look()) told(lost_device());
        }
    }
};

Watch& watch() {
    static Watch& once = *new Watch;
    return once;
}

thread_local bool this_may_be_left = false;

}  // namespace

void set_gpu_timeout(double seconds) {
    const std::lock_guard lock(watch().mutex);
    watch().timeout = seconds;
}

double gpu_timeout() {
    const std::lock_guard lock(watch().mutex);
    return watch().timeout;
}

Awaited::Awaited(const char* call) {
    Watch& all = watch();
    static const bool watched = [&all] {
        if (platform::has_threads()) all.thread = platform::Thread([&all] { all.run(); });
        return true;
    }();
    (void)watched;
    const std::lock_guard lock(all.mutex);
    all.waits[this] = {call, platform::now(), this_may_be_left};
}

Awaited::~Awaited() {
    const std::lock_guard lock(watch().mutex);
    watch().waits.erase(this);
}

Drawing::Drawing() { watch().draws_since = platform::now(); }

Drawing::~Drawing() { watch().draws_since = 0; }

double awaited_for() {
    const std::lock_guard lock(watch().mutex);
    const Wait* wait = watch().longest([](const Wait&) { return true; });
    return wait ? platform::now() - wait->since : 0;
}

void may_be_left_behind() { this_may_be_left = true; }

void when_stuck(std::function<void(const std::string&)> told) {
    const std::lock_guard lock(watch().mutex);
    watch().stuck = std::move(told);
}

void lose_device(const std::string& sentence) {
    const std::lock_guard lock(watch().mutex);
    watch().lose(sentence);
}

bool device_is_lost() { return watch().is_lost; }

std::string lost_device() {
    const std::lock_guard lock(watch().mutex);
    return watch().lost;
}

void leave_behind() { watch().left = true; }

bool left_behind() { return watch().left; }

}  // namespace lab
