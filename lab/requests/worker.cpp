// Keeps one job at a time, on a thread or worked on from the frame. A newer request ends an older
// one.
#include "lab/requests/worker.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "lab/requests/job.h"
#include "lab/running/faults.h"
#include "lab/time/measuring.h"
#include "lab/time/recordings.h"
#include "platform/available_memory.h"
#include "platform/clock.h"
#include "platform/heap.h"
#include "platform/threads.h"

namespace lab {
namespace {

constexpr std::uint64_t slice = 10'000'000;   // most lane-instructions
constexpr double slice_takes = .004;          // s, about; a newer request waits so long
constexpr std::size_t most_freed = 48 << 20;  // unused bytes allowed between jobs
constexpr std::uint64_t pumped_slice = 1'000'000;
constexpr double counting_budget = 4e9;  // a few seconds
}  // namespace

double unasked_budget() { return platform::has_threads() ? 1.8e9 : 6e8; }

double asked_budget() { return platform::has_threads() ? counting_budget : unasked_budget(); }

std::uint64_t slice_after(std::uint64_t lane_instructions, double seconds) {
    const double wanted = double(lane_instructions) * slice_takes / std::max(seconds, 1e-6);
    const std::uint64_t most = std::clamp(2 * lane_instructions, slice / 64, slice);
    return std::clamp(static_cast<std::uint64_t>(wanted), slice / 64, most);
}

namespace {

std::shared_ptr<RunCaches> shared_runs;  // of pumped workers

}  // namespace

std::shared_ptr<RunCaches> share_runs(std::shared_ptr<RunCaches> runs) {
    return std::exchange(shared_runs, std::move(runs));
}

struct Worker::Body {
    Body(Mode asked, std::function<void()> when_new, Preparing pictures)
        : mode(asked),
          wake(std::move(when_new)),
          preparing(std::move(pictures)),
          caches(asked == Mode::pumped && shared_runs ? shared_runs
                                                      : std::make_shared<RunCaches>()) {}

    void loop();
    struct Task {
        Request request;
        Wish wish = Wish::all;
        std::optional<Request> against{};  // for Wish::ratio
    };
    void submit(Task task);
    void start(const Task& task, std::uint64_t number);
    bool slice_done(std::uint64_t lane_instructions);
    /// Sets result and progress together: when the worker is idle, the last result can be taken.
    void publish(const Result& result, std::uint64_t number, Progress now);
    void fail(const std::string& sentence);
    /// Does nothing after a newer request.
    void set_progress(Progress now);
    void prepare_the_rest();

    Mode mode;
    std::function<void()> wake;
    Preparing preparing;
    std::shared_ptr<const Run> prepared, half_prepared;
    std::shared_ptr<RunCaches> caches;
    std::unique_ptr<Measuring> measuring;
    std::unique_ptr<Job> job;  // of the thread, or of pump()
    std::uint64_t job_number = 0;
    Request job_request;

    // number of the newest request; cancel() raises it too
    std::atomic<std::uint64_t> newest = 0;
    std::atomic<bool> ending = false;
    mutable std::mutex mutex;  // guards the members below
    std::condition_variable asked;
    std::optional<Task> waiting;
    std::shared_ptr<const Result> fresh;
    Progress progress;
    platform::Thread reading;
    platform::Thread thread;  // last: it uses everything above
};

void Worker::Body::set_progress(Progress now) {
    const std::lock_guard lock(mutex);
    if (job_number == newest) progress = std::move(now);
}

void Worker::Body::publish(const Result& result, std::uint64_t number, Progress now) {
    if (number != newest) return;  // out of date
    if (result.picture && result.picture != prepared && result.picture != half_prepared) {
        if (preparing.before) preparing.before(*result.picture);
        half_prepared = result.picture;
    }
    auto copy = std::make_shared<const Result>(result);
    {
        const std::lock_guard lock(mutex);
        if (number != newest) return;
        fresh = std::move(copy);
        progress = std::move(now);
    }
    if (wake) wake();
}

void Worker::Body::prepare_the_rest() {
    if (!half_prepared) return;
    const Wanted wanted = [this] { return job_number == newest && !ending; };
    if (preparing.after) preparing.after(*half_prepared, wanted);
    // If not wanted, it stopped, and goes on with the picture's next result.
    if (wanted()) prepared = half_prepared;
    half_prepared.reset();
}

void Worker::Body::start(const Task& task, std::uint64_t number) {
    job_number = number;
    job_request = task.request;
    half_prepared.reset();
    const bool pumped = mode == Mode::pumped;
    Job::Means means{
        *caches,
        measuring,
        {pumped ? unasked_budget() : asked_budget(), platform::memory_for_counts()},
        !pumped,
        [this, number](const Result& result) { publish(result, number, job->progress()); },
        [this, number] { return number == newest && !ending; }};
    job = task.against ? std::make_unique<Job>(task.request, *task.against, std::move(means))
                       : std::make_unique<Job>(task.request, task.wish, std::move(means));
}

void Worker::Body::fail(const std::string& sentence) {
    Result result;
    result.request = job_request;
    result.problem = sentence;
    result.complete = true;
    publish(result, job_number, {});
}

// Runs one slice of the job; true when it is over: at its end, after a newer request or a failure.
bool Worker::Body::slice_done(std::uint64_t lane_instructions) {
    bool over = newest != job_number || ending;
    try {
        over = over || job->work(lane_instructions);
        prepare_the_rest();
    } catch (const NotWanted&) {
        over = true;
    } catch (const std::exception& problem) {
        fail(failure_sentence(problem));
        over = true;
    }
    set_progress(over ? Progress{} : job->progress());
    if (over) job.reset();
    return over;
}

void Worker::Body::loop() {
    platform::step_back();
    while (true) {
        Task task;
        std::uint64_t number = 0;
        {
            std::unique_lock lock(mutex);
            asked.wait(lock, [this] { return waiting || ending; });
            if (ending) return;
            task = std::move(*waiting);
            waiting.reset();
            number = newest;
        }
        start(task, number);
        std::uint64_t size = slice / 16;
        for (double began = platform::now(); !slice_done(size); began = platform::now())
            size = slice_after(size, platform::now() - began);
        platform::give_back_freed(most_freed);
    }
}

Worker::Worker(Mode mode, std::function<void()> wake, Preparing preparing)
    : body_(std::make_unique<Body>(platform::has_threads() ? mode : Mode::pumped, std::move(wake),
                                   std::move(preparing))) {
    if (body_->mode != Mode::thread) return;
    // Reading takes 0.1 s, which would delay the second request's picture.
    body_->reading = platform::Thread([] {
        platform::step_back();
        read_recordings();
    });
    body_->thread = platform::Thread([body = body_.get()] { body->loop(); });
}

Worker::~Worker() {
    {
        const std::lock_guard lock(body_->mutex);
        body_->ending = true;
    }
    body_->asked.notify_all();
    body_->thread.join();
}

void Worker::Body::submit(Task task) {
    {
        const std::lock_guard lock(mutex);
        waiting = std::move(task);
        fresh.reset();
        ++newest;
        progress = {true, 0, "drawing"};
    }
    asked.notify_all();
}

void Worker::submit(const Request& request, Wish wish) { body_->submit({request, wish}); }

void Worker::submit_ratio(const Request& request, const Request& other) {
    body_->submit({request, Wish::ratio, other});
}

std::shared_ptr<const Result> Worker::take() {
    const std::lock_guard lock(body_->mutex);
    return std::exchange(body_->fresh, nullptr);
}

Progress Worker::progress() const {
    const std::lock_guard lock(body_->mutex);
    return body_->progress;
}

void Worker::cancel() {
    const std::lock_guard lock(body_->mutex);
    body_->waiting.reset();
    ++body_->newest;
    body_->progress = {};
}

Worker::Mode Worker::mode() const { return body_->mode; }

void Worker::pump(double milliseconds) {
    Body& body = *body_;
    if (body.mode != Mode::pumped) return;
    const double until = platform::now() + milliseconds / 1000;
    do {
        std::optional<Body::Task> task;
        {
            const std::lock_guard lock(body.mutex);
            task = std::exchange(body.waiting, std::nullopt);
        }
        if (task) body.start(*task, body.newest);
        if (!body.job) return;
        body.slice_done(pumped_slice);
    } while (platform::now() < until);
}

}  // namespace lab
