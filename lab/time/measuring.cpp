// See measuring.h.
#include "lab/time/measuring.h"

#include <chrono>
#include <exception>
#include <utility>

#include "lab/time/bench.h"

namespace lab {

Measuring::Measuring(Bench& bench, Request request)
    : thread_([this, &bench, asked = std::move(request)] { run(bench, asked); }) {}

Measuring::~Measuring() {
    stop();
    thread_.join();
}

void Measuring::run(Bench& bench, const Request& request) {
    std::string problem;
    try {
        bench.measure(request, [this](std::shared_ptr<const Run> better) {
            const std::lock_guard lock(mutex_);
            better_ = std::move(better);
            news_.notify_one();
            return wanted_.load();
        });
    } catch (const std::exception& thrown) {
        problem = thrown.what();
    }
    const std::lock_guard lock(mutex_);
    problem_ = std::move(problem);
    ended_ = true;
    news_.notify_one();
}

bool Measuring::ended() {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, std::chrono::milliseconds(2), [this] { return better_ || ended_; });
    return ended_;
}

std::shared_ptr<const Run> Measuring::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(better_, nullptr);
}

std::string Measuring::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

}  // namespace lab
