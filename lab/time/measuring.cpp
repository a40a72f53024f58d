// See measuring.h.
#include "lab/time/measuring.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

#include "lab/asked.h"
#include "lab/time/awaited.h"
#include "lab/time/bench.h"
#include "lab/time/gpu_failed.h"
#include "platform/threads.h"

namespace lab {

struct Measuring::Body {
    Body(Bench& bench, Request request) : bench(bench), request(std::move(request)) {}
    Body(Bench& bench, Request request, Request against)
        : bench(bench), request(std::move(request)), against(std::move(against)) {}

    Bench& bench;
    Request request;
    std::optional<Request> against;

    std::atomic<bool> wanted = true;
    std::mutex mutex{};  // guards the members below
    std::condition_variable news{};
    std::shared_ptr<const Run> better{};
    std::shared_ptr<const Alternation> ratio{};
    std::string problem{};
    bool over = false;
    platform::Thread thread{};

    void run();
    void measure();
    void run_pair();
    template <class Better>
    bool keep(Better& place, Better better);
    bool settled(std::chrono::milliseconds most);
};

namespace {

// Longest wait for a device call when the window closes.
constexpr double patience_at_end = .5;  // s

}  // namespace

// Stores an update. Returns whether more is wanted.
template <class Better>
bool Measuring::Body::keep(Better& place, Better better) {
    const std::lock_guard lock(mutex);
    place = std::move(better);
    news.notify_one();
    return wanted.load();
}

void Measuring::Body::measure() {
    if (against) return run_pair();
    const Wanted still = [this] { return wanted.load(); };
    bench.measure(request, still,
                  [this](std::shared_ptr<const Run> run) { return keep(better, std::move(run)); });
}

void Measuring::Body::run_pair() {
    const auto sampler = bench.pair(request, *against);
    if (!sampler) return;
    alternate(*sampler, {}, [&](const std::shared_ptr<const Alternation>& told) {
        if (!told->has_interval()) return wanted.load();
        auto named = std::make_shared<Alternation>(*told);
        named->of = request;
        named->against = *against;
        return keep<std::shared_ptr<const Alternation>>(ratio, std::move(named));
    });
}

void Measuring::Body::run() {
    may_be_left_behind();
    std::string thrown;
    try {
        measure();
    } catch (const NotWanted&) {  // no error: nobody waits
    } catch (const std::exception& failure) {
        thrown = failure.what();
    }
    const std::lock_guard lock(mutex);
    problem = std::move(thrown);
    over = true;
    news.notify_one();
}

bool Measuring::Body::settled(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex);
    news.wait_for(lock, most, [this] { return better || ratio || over; });
    return over;
}

namespace {

// The thread keeps the body alive while it runs.
template <class Body>
std::shared_ptr<Body> begun(std::shared_ptr<Body> body) {
    body->thread = platform::Thread([body] { body->run(); });
    return body;
}

}  // namespace

Measuring::Measuring(Bench& bench, Request request)
    : body_(begun(std::make_shared<Body>(bench, std::move(request)))) {}

Measuring::Measuring(Bench& bench, Request request, Request against)
    : body_(begun(std::make_shared<Body>(bench, std::move(request), std::move(against)))) {}

Measuring::~Measuring() {
    stop();
    while (!body_->settled(std::chrono::milliseconds(20))) {
        take();
        take_ratio();
        if (!device_is_lost() && awaited_for() < patience_at_end) continue;
        leave_behind();
        body_->thread.leave();
        return;
    }
    body_->thread.join();
}

void Measuring::stop() { body_->wanted = false; }

bool Measuring::ended() { return body_->settled(std::chrono::milliseconds(2)) || left_behind(); }

std::shared_ptr<const Run> Measuring::take() {
    const std::lock_guard lock(body_->mutex);
    return std::exchange(body_->better, nullptr);
}

std::shared_ptr<const Alternation> Measuring::take_ratio() {
    const std::lock_guard lock(body_->mutex);
    return std::exchange(body_->ratio, nullptr);
}

std::string Measuring::problem() const {
    const std::lock_guard lock(body_->mutex);
    if (body_->over) return body_->problem;
    return lost_device() + gpu_failed_at + with_knobs(body_->request.settings) + ".";
}

}  // namespace lab
