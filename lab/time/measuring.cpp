// See measuring.h.
#include "lab/time/measuring.h"

#include <chrono>
#include <exception>
#include <utility>

#include "lab/time/bench.h"

namespace lab {

Measuring::Measuring(Bench& bench, Request request)
    : thread_([this, &bench, asked = std::move(request)] {
          run([&] {
              const Wanted wanted = [this] { return wanted_.load(); };
              bench.measure(asked, wanted, [this](std::shared_ptr<const Run> better) {
                  return keep(better_, std::move(better));
              });
          });
      }) {}

Measuring::Measuring(Bench& bench, Request request, Request against)
    : thread_([this, &bench, asked = std::move(request), other = std::move(against)] {
          run([&] { run_pair(bench, asked, other); });
      }) {}

Measuring::~Measuring() {
    stop();
    thread_.join();
}

// Whether more is wanted.
template <class Better>
bool Measuring::keep(Better& place, Better better) {
    const std::lock_guard lock(mutex_);
    place = std::move(better);
    news_.notify_one();
    return wanted_.load();
}

void Measuring::run_pair(Bench& bench, const Request& request, const Request& against) {
    const auto sampler = bench.pair(request, against);
    if (!sampler) return;
    alternate(*sampler, {}, [&](const std::shared_ptr<const Alternation>& better) {
        auto named = std::make_shared<Alternation>(*better);
        named->of = request;
        named->against = against;
        return keep<std::shared_ptr<const Alternation>>(ratio_, std::move(named));
    });
}

void Measuring::run(const std::function<void()>& measure) {
    std::string problem;
    try {
        measure();
    } catch (const NotWanted&) {  // no problem of anybody's
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
    news_.wait_for(lock, std::chrono::milliseconds(2),
                   [this] { return better_ || ratio_ || ended_; });
    return ended_;
}

std::shared_ptr<const Run> Measuring::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(better_, nullptr);
}

std::shared_ptr<const Alternation> Measuring::take_ratio() {
    const std::lock_guard lock(mutex_);
    return std::exchange(ratio_, nullptr);
}

std::string Measuring::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

}  // namespace lab
