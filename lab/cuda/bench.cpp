// The CUDA bench: runs a request's plan on the GPU that is here, checks its result, and times it.
// How it measures, and why so, stands in docs/measuring.md.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "lab/cuda/player.h"
#include "lab/cuda/stopwatch.h"
#include "lab/doctor.h"
#include "lab/programs.h"
#include "lab/time/bench.h"
#include "lab/time/measure.h"
#include "lab/verdict.h"
#include "lab/words.h"

namespace lab {
namespace {

// Below: many launches between one pair of events, since one alone is little more than its
// enqueuing. Events step by 32 ns.
constexpr double batched_below_ms = 0.005;
constexpr double batch_ms = 0.2;

// One measurement: what is known of it so far, and the means to learn more.
class Measurement {
public:
    Measurement(cuda::Device& device, const Request& request)
        : device_(device),
          plan_(plan_of(request.settings)),
          player_(device, *request.settings.subject, plan_, request.seed),
          stopwatch_(device) {
        run_.request = request;
        run_.device = {"gpu", device.name(), device.driver_version(), ""};
        run_.transfers = timed_transfers(plan_);
        run_.time.kind = TimeKind::measured;
        run_.time.device = device.name();
        if (const auto module = module_of(*request.settings.subject))
            run_.ptx_hash = ptx_hash(**module);
    }

    /// Plays the plan once, launch by launch, and compares its result with the reference.
    void verify() {
        player_.reset();
        std::size_t carried = 0;
        for (std::size_t i = 0; i < player_.steps(); ++i) {
            const double milliseconds = time_step(i);
            const auto* transfer = std::get_if<Transfer>(&plan_.steps[i]);
            if (transfer && transfer->timed) run_.transfers[carried++].milliseconds = milliseconds;
            if (const auto* launch = std::get_if<Launch>(&plan_.steps[i]))
                run_.launches.push_back({launch->kernel,
                                         launch->size.grid,
                                         launch->size.block,
                                         launch->size.shared_bytes,
                                         {},
                                         milliseconds});
        }
        run_.verdict =
            verdict_of(run_.request.settings, plan_, run_.request.seed,
                       [this](const Buffer& buffer, std::uint64_t first, std::span<std::byte> to) {
                           player_.read(buffer, first, to);
                       });
    }

    void sample(const Bench::Sink& sink) {
        const auto timed = [this] { player_.play_timed(); };
        const double first = ramped(timed);
        batch_ = first < batched_below_ms ? static_cast<int>(batch_ms / std::max(first, 0.001)) : 1;
        const Patience patience;
        do {
            take_sample(timed);
            conclude();
            const bool show = run_.time.samples.size() % patience.preview == 0;
            if (show && !sink(std::make_shared<const Run>(run_))) return;
        } while (!patience.enough(run_.time.samples));
        sink(std::make_shared<const Run>(run_));
    }

private:
    // What is timed holds the device's turn, so that a live field stands still meanwhile.
    double time_step(std::size_t step) {
        const std::lock_guard turn(device_.turn());
        return stopwatch_.time([&] { player_.play(step); });
    }

    // Brings the clock up, takes the launch floor at that clock, and gives the time of one round
    // that begins like a sample.
    double ramped(const std::function<void()>& timed) {
        const std::lock_guard turn(device_.turn());
        stopwatch_.ramp(timed);
        run_.time.floor_ms = stopwatch_.launch_floor();
        player_.reset();
        return stopwatch_.time_cold(timed);
    }

    void take_sample(const std::function<void()>& timed) {
        const std::lock_guard turn(device_.turn());
        player_.reset();
        const double milliseconds =
            batch_ == 1 ? stopwatch_.time_cold(timed) : stopwatch_.time([&] {
                for (int i = 0; i < batch_; ++i) timed();
            }) / batch_;
        const SteadyClock::Sample sample = clock_.judge(device_.clock_mhz());
        if (sample == SteadyClock::Sample::counts) run_.time.samples.push_back(milliseconds);
        if (sample == SteadyClock::Sample::begins_again) run_.time.samples.clear();
    }

    void conclude() {
        const Interval interval = median_interval(run_.time.samples);
        run_.time.median_ms = interval.median;
        run_.time.low_ms = interval.low;
        run_.time.high_ms = interval.high;
        std::string how = batch_ > 1 ? fmt::format("{} {} in a row, warm", batch_,
                                                   run_.transfers.empty() ? "launches" : "rounds")
                                     : "cold cache";
        if (clock_.megahertz()) how += fmt::format(", {} MHz", clock_.megahertz());
        how += fmt::format(", {} samples", run_.time.samples.size());
        if (const int rejected = clock_.rejected())
            how += fmt::format(", {} rejected since the clock moved", rejected);
        if (!clock_.stayed()) how += ", the clock did not stay";
        std::uint64_t carried = 0;
        for (const TransferRecord& transfer : run_.transfers) carried += transfer.bytes;
        if (carried) how += ", " + bytes_worded(carried) + " copied from and to the host";
        run_.time.conditions = how;
    }

    cuda::Device& device_;
    Plan plan_;
    cuda::Player player_;
    cuda::Stopwatch stopwatch_;
    Run run_;
    SteadyClock clock_;
    int batch_ = 1;
};

class CudaBench : public Bench {
public:
    std::optional<std::string> lacks() override {
        {
            const std::lock_guard lock(mutex_);
            if (!lost_.empty()) return lost_;
        }
        std::string why;
        if (cuda::device(&why)) return std::nullopt;
        return why;
    }

    Device device() override {
        const cuda::Device& gpu = *cuda::device();
        return {"gpu", gpu.name(), gpu.driver_version(), ""};
    }

    DeviceLimits limits() override { return cuda::device()->limits(); }

    void measure(const Request& request, const Sink& sink) override {
        try {
            Measurement measurement(*cuda::device(), request);
            measurement.verify();
            measurement.sample(sink);
        } catch (const cuda::Error& problem) {
            note_loss(problem);
            throw;
        }
    }

    std::optional<Peak> copy_peak() override {
        constexpr std::size_t bytes = std::size_t{1} << 30;
        cuda::Device& gpu = *cuda::device();
        gpu.enter();
        const std::lock_guard turn(gpu.turn());
        const double milliseconds = cuda::Stopwatch(gpu).copy(bytes);
        return Peak{2e-6 * double(bytes) / milliseconds, "a copy of " + bytes_worded(bytes)};
    }

private:
    /// After an illegal address or a trap no call succeeds any more inside this process.
    void note_loss(const cuda::Error& problem) {
        constexpr int out_of_memory = 2, first_sticky = 700, last_sticky = 720;
        if (problem.status == out_of_memory) return;
        const std::lock_guard lock(mutex_);
        if (problem.status >= first_sticky && problem.status <= last_sticky)
            lost_ = std::string{"The GPU stopped answering this program ("} + problem.what() +
                    "). Start it again to measure on.";
    }

    std::mutex mutex_;  // of the next
    std::string lost_;
};

const RegisterBench registered{std::make_unique<CudaBench>()};

Finding gpu_finding() {
    std::string why;
    if (const cuda::Device* gpu = cuda::device(&why))
        return {"GPU", true, gpu->name() + ", " + bytes_worded(gpu->limits().memory_bytes), ""};
    return {"GPU", false, why,
            "Times are recorded or modelled, not measured; counts and pictures are complete."};
}

Finding driver_finding() {
    if (const cuda::Device* gpu = cuda::device())
        return {"driver", true, gpu->driver_version(), ""};
    return {"driver", false, cuda::why_no_driver().empty() ? "not usable" : cuda::why_no_driver(),
            "Needed only to measure on an NVIDIA GPU."};
}

const RegisterQuestion gpu_question{{10, gpu_finding}};
const RegisterQuestion driver_question{{20, driver_finding}};

}  // namespace
}  // namespace lab
