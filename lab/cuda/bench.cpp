// The CUDA bench: runs a request's plan on this machine's GPU, checks its result, and times it.
// docs/measuring.md describes the method and its reasons.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "lab/asked.h"
#include "lab/cuda/libraries.h"
#include "lab/cuda/player.h"
#include "lab/cuda/stopwatch.h"
#include "lab/doctor/doctor.h"
#include "lab/programs.h"
#include "lab/running/verdict.h"
#include "lab/time/bench.h"
#include "lab/time/measure.h"
#include "lab/time/timeline.h"
#include "lab/words.h"
#include "platform/terminal.h"

namespace lab {
namespace {

// Shorter runs are also timed many times back to back, with warm caches.
constexpr double repeated_below_ms = 0.05;
constexpr double row_ms = 0.2;  // shortest such row of rounds

// Samples with cold or warm caches, and the time that they make.
class Sampling {
public:
    Sampling(cuda::Device& device, const Patience& patience, Time& time, const Circumstances& known,
             Regime regime)
        : device_(&device), patience_(patience), time_(&time) {
        time.kind = TimeKind::measured;
        time.device = device.name();
        time.regime = regime;
        time.circumstances = known;
    }

    /// Takes samples until they suffice; false where the sink stopped it.
    template <class Sample, class Show>
    bool run(Sample sample, Show show) {
        time_->circumstances.megahertz_before = device_->megahertz();
        do {
            take(sample());
            if (!patience_.tells(time_->samples)) continue;
            conclude();
            if (!show()) return false;
        } while (!patience_.enough(time_->samples));
        conclude();
        return true;
    }

private:
    void take(double milliseconds) {
        const SteadyClock::Sample judged = clock_.judge(device_->megahertz());
        if (judged == SteadyClock::Sample::counts) time_->samples.push_back(milliseconds);
        if (judged == SteadyClock::Sample::begins_again) time_->samples.clear();
    }

    void conclude() {
        const Interval interval = across_processes(median_interval(time_->samples));
        if (!(interval.median > 0)) throw cuda::no_clock(interval.median);
        time_->median_ms = interval.median;
        time_->low_ms = interval.low;
        time_->high_ms = interval.high;
        const cuda::State state = device_->state();
        Circumstances& circumstances = time_->circumstances;
        circumstances.megahertz_after = state.megahertz;
        circumstances.watts = state.watts;
        circumstances.celsius = state.celsius;
        circumstances.criterion = patience_.ended_by(time_->samples);
        time_->conditions = worded();
    }

    std::string worded() const {
        const Circumstances& circumstances = time_->circumstances;
        std::string how = time_->regime == Regime::warm
                              ? fmt::format("{} in a row, warm caches", circumstances.rounds)
                              : "cold caches";
        if (clock_.megahertz()) how += fmt::format(", {} MHz", clock_.megahertz());
        how += fmt::format(", {} samples, {}", time_->samples.size(), circumstances.criterion);
        if (const int rejected = clock_.rejected())
            how += fmt::format(", {} rejected because the clock changed", rejected);
        if (!clock_.stayed()) how += ", the clock was not constant";
        return how;
    }

    cuda::Device* device_;
    Patience patience_;
    Time* time_;
    SteadyClock clock_;
};

// The simulated card may accept a launch that this device refuses.
Plan fitting(Plan plan, const cuda::Device& device) {
    const simulator::Limits& most = device.limits().launch;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch || launch->library) continue;
        const std::uint64_t threads = launch->size.block.count();
        const std::uint64_t shared = launch->size.shared_bytes;
        if (threads > most.threads_per_block)
            throw GpuFailed(fmt::format("{} allows at most {} threads per block, but {} needs {}.",
                                        device.name(), most.threads_per_block, launch->kernel,
                                        threads));
        if (shared > most.shared_per_block)
            throw GpuFailed(fmt::format(
                "{} has at most {} of shared memory per block, but {} needs {}.", device.name(),
                bytes_worded(most.shared_per_block), launch->kernel, bytes_worded(shared)));
    }
    return plan;
}

// One measurement: its results so far, and its player and stopwatch.
class Measurement {
public:
    using Caches = cuda::Captured::Caches;

    Measurement(cuda::Device& device, const Request& request, const Patience& patience = {})
        : device_(device),
          patience_(patience),
          plan_(fitting(plan_of(request.settings), device)),
          player_(device, *request.settings.subject, plan_, request.seed, nullptr,
                  request.machine_code),
          stopwatch_(device) {
        run_.request = request;
        run_.device = {"gpu", device.name(), device.driver_version(), ""};
        run_.transfers = timed_transfers(plan_);
        known_.driver = device.driver_version();
        if (const auto module = module_of(request.settings)) {
            run_.ptx_hash = ptx_hash(**module);
            // A kernel is launched often, and the simulator shows what one launch prints.
            if ((*module)->source().find("vprintf") != std::string::npos) silenced_.emplace();
            known_.toolkit = toolkit_of((*module)->source());
        }
    }

    /// Plays the plan once and compares its result with the reference.
    void verify(const Wanted& wanted = {}) {
        {
            const std::lock_guard turn(device_.turn());
            player_.reset();
            player_.play_all();
        }
        const Reader read = [this](const Buffer& buffer, std::uint64_t first,
                                   std::span<std::byte> to) { player_.read(buffer, first, to); };
        run_.verdict = verdict_of(run_.request.settings, plan_, run_.request.seed, wanted, read);
        run_.sample_mean = mean_of_samples(run_.request.settings, plan_, wanted, read);
    }

    void sample(const Bench::Sink& sink, const std::function<Floor()>& floor) {
        const auto show = [&] { return sink(std::make_shared<const Run>(run_)); };
        begin(floor);
        plan_.in_streams() ? time_spans() : time_steps();
        if (!cold(show)) return;
        if (plan_.in_streams() || by_host_) return void(show());
        if (run_.time.median_ms < repeated_below_ms && !run_.request.settings.subject->own) {
            if (!warm(show)) return;
        }
        show();
    }

    /// Wakes the GPU, then sets the stopwatch to zero at that clock rate.
    void begin(const std::function<Floor()>& floor) {
        if (plan_.in_streams())
            issued_ = issued();
        else
            steps_ = captured(Caches::cold, 1);
        if (!awaken([&] { return one(); })) throw cuda::no_clock(0);
        set_to_zero();
        if (plan_.clock != Clock::events) {
            by_host_ = by_host();  // woken up by events: launches alone do not tell it
            return;                // and the floor is one of events
        }
        const Floor least = floor();
        run_.time.floor_ms = least.cold_ms;
        run_.repeated.floor_ms = least.warm_ms;
    }

    /// Milliseconds of one more cold round.
    double one() { return by_host_ ? time(*by_host_) : issued_ ? time(*issued_) : time(*steps_); }

    /// The time's members that are known before sampling.
    Time about() const {
        Time time;
        time.kind = TimeKind::measured;
        time.device = device_.name();
        time.floor_ms = run_.time.floor_ms;
        time.circumstances = known_;
        return time;
    }
    const Verdict& verdict() const { return run_.verdict; }
    std::vector<CodeFigures> code() const { return player_.code(); }
    cuda::Stopwatch& stopwatch() { return stopwatch_; }

private:
    // Timing holds the device's turn, so that a live field stops.
    std::unique_ptr<cuda::Captured> captured(Caches caches, int rounds) {
        const std::lock_guard turn(device_.turn());
        return std::make_unique<cuda::Captured>(stopwatch_, caches, rounds,
                                                [this] { player_.play_timed(); });
    }

    bool as_graph() const { return !plan_.by_calls && !plan_.pageable; }

    std::unique_ptr<cuda::Issued> issued() {
        const std::lock_guard turn(device_.turn());
        return std::make_unique<cuda::Issued>(stopwatch_, as_graph(),
                                              [this] { player_.play_timed(); });
    }

    std::unique_ptr<cuda::ByHost> by_host() {
        return std::make_unique<cuda::ByHost>(stopwatch_, plan_.clock == Clock::host_waits,
                                              [this] { player_.play_timed(); });
    }

    template <class Steps>
    double time(Steps& steps) {
        const std::lock_guard turn(device_.turn());
        player_.reset();
        return steps.time();
    }

    void set_to_zero() {
        const std::lock_guard turn(device_.turn());
        stopwatch_.set_to_zero();
    }

    void time_steps() {
        const std::lock_guard turn(device_.turn());
        const std::vector<double> each = stopwatch_.each(
            player_.steps(), [this] { player_.reset(); },
            [this](std::size_t i) {
                if (player_.timed(i)) player_.play(i);
            });
        note_steps(each);
    }

    // A separate run with an event before and after each step; the time is taken without.
    void time_spans() {
        const std::lock_guard turn(device_.turn());
        std::size_t timed_steps = 0;
        for (const PlanStep& step : plan_.steps) timed_steps += is_timed(step);
        run_.spans = stopwatch_.spans(
            timed_steps, as_graph(), [this] { player_.reset(); },
            [this](const auto& mark) {
                std::size_t at = 0;
                player_.play_marked([&](std::size_t, bool is_end, cuda::Stream stream) {
                    mark(at, is_end, stream);
                    at += is_end;
                });
            });
        std::vector<double> each(plan_.steps.size());
        const std::vector<StepSpan> spans = at_work(plan_, run_.spans);
        auto worked = spans.begin();
        for (std::size_t i = 0; i < each.size(); ++i)
            if (is_timed(plan_.steps[i])) each[i] = worked->end_ms - worked->begin_ms, ++worked;
        note_steps(each);
    }

    void note_steps(const std::vector<double>& each) {
        std::size_t carried = 0;
        for (std::size_t i = 0; i < each.size(); ++i) {
            const auto* transfer = std::get_if<Transfer>(&plan_.steps[i]);
            if (transfer && transfer->timed) run_.transfers[carried++].milliseconds = each[i];
            const auto* launch = std::get_if<Launch>(&plan_.steps[i]);
            if (!launch || !launch->timed) continue;
            const LaunchSize& size = launch->size;
            run_.launches.push_back(
                {launch->kernel, size.grid, size.block, size.shared_bytes, {}, each[i]});
            run_.launches.back().of_library = launch->library;
        }
    }

    template <class Show>
    bool cold(Show show) {
        const bool went_on = Sampling(device_, patience_, run_.time, known_, Regime::cold)
                                 .run([&] { return one(); }, show);
        if (const std::uint64_t bytes = copied_bytes(run_.transfers))
            run_.time.conditions += ", " + bytes_worded(bytes) + " copied from and to the host";
        if (plan_.clock == Clock::host_waits)
            run_.time.conditions += ", by a clock of the host that waits for the kernel";
        if (plan_.clock == Clock::host_does_not_wait)
            run_.time.conditions +=
                ", by a clock of the host that stops when the launch has returned";
        return went_on;
    }

    template <class Show>
    bool warm(Show show) {
        Circumstances known = known_;
        known.rounds = std::max(1, static_cast<int>(row_ms / std::max(run_.time.median_ms, .001)));
        const auto steps = captured(Caches::warm, known.rounds);
        return Sampling(device_, patience_, run_.repeated, known, Regime::warm)
            .run([&] { return time(*steps); }, show);
    }

    std::optional<platform::SilencedOutput> silenced_;  // outlives the launches
    cuda::Device& device_;
    Patience patience_;
    Plan plan_;
    cuda::Player player_;
    cuda::Stopwatch stopwatch_;
    Run run_;
    Circumstances known_;
    // Cold; by_host_ in place of the others once the GPU is awake. They use the members above.
    std::unique_ptr<cuda::Captured> steps_;
    std::unique_ptr<cuda::Issued> issued_;
    std::unique_ptr<cuda::ByHost> by_host_;
};

// Two prepared measurements, sampled in turns.
class CudaPair : public PairSampler {
public:
    CudaPair(cuda::Device& device, const Request& first, const Request& second)
        : device_(device), first_(device, first), second_(device, second) {}

    void begin(const std::function<Floor(cuda::Stopwatch&)>& floor) {
        for (Measurement* each : {&first_, &second_}) {
            each->verify();
            each->begin([&] { return floor(each->stopwatch()); });
        }
    }

    double sample(Which which) override {
        const double milliseconds = of(which).one();
        if (!(milliseconds > 0)) throw cuda::no_clock(milliseconds);
        return milliseconds;
    }
    Time about(Which which) const override { return of(which).about(); }
    Verdict verdict(Which which) const override { return of(which).verdict(); }
    std::vector<CodeFigures> code(Which which) override { return of(which).code(); }
    unsigned megahertz() const override { return device_.megahertz(); }

private:
    Measurement& of(Which which) { return which == Which::first ? first_ : second_; }
    const Measurement& of(Which which) const { return which == Which::first ? first_ : second_; }

    cuda::Device& device_;
    Measurement first_, second_;
};

class CudaBench : public Bench {
public:
    std::optional<std::string> lacks() override {
        std::string why;
        if (cuda::device(&why)) return std::nullopt;
        return why;
    }

    bool opens() override { return cuda::opens(); }
    bool fails() override { return cuda::device_fails(); }

    Device device() override {
        const cuda::Device& gpu = cuda::present();
        return {"gpu", gpu.name(), gpu.driver_version(), ""};
    }

    DeviceLimits limits() override { return cuda::present().limits(); }

    void measure(const Request& request, const Wanted& wanted, const Sink& sink) override {
        guarded(request, [&] {
            Measurement measurement(cuda::present(), request, patience_);
            measurement.verify(wanted);
            measurement.sample(sink, [&] { return floor(measurement.stopwatch()); });
        });
    }

    void sample_until(const Patience& patience) override { patience_ = patience; }

    std::unique_ptr<PairSampler> pair(const Request& first, const Request& second) override {
        std::unique_ptr<CudaPair> both;
        guarded(first, [&] {
            both = std::make_unique<CudaPair>(cuda::present(), first, second);
            both->begin([this](cuda::Stopwatch& stopwatch) { return floor(stopwatch); });
        });
        return both;
    }

    std::optional<Peak> copy_peak() override {
        constexpr std::size_t bytes = std::size_t{1} << 30;
        cuda::Device& gpu = cuda::present();
        gpu.enter();
        const std::lock_guard turn(gpu.turn());
        const cuda::Copied copied = cuda::Stopwatch(gpu).copy(bytes);
        const std::string what = copied.by_kernel ? "a kernel's copy of " : "the driver's copy of ";
        return Peak{2e-6 * double(bytes) / copied.milliseconds, what + bytes_worded(bytes)};
    }

private:
    /// One number for each regime, taken once, at the first measurement's clock.
    Floor floor(cuda::Stopwatch& stopwatch) {
        const std::lock_guard turn(cuda::present().turn());
        if (!floor_) floor_ = stopwatch.floor();
        return *floor_;
    }

    /// Adds the request to an error; gives up the device after a lasting one.
    template <class Use>
    static void guarded(const Request& request, Use use) {
        try {
            use();
        } catch (const cuda::Error& problem) {
            if (problem.status == cuda::lost) throw;
            const std::string words =
                fmt::format("{}{}{}.", problem.what(), gpu_failed_at, with_knobs(request.settings));
            if (cuda::is_lasting(problem.status)) lose_device(words);
            throw GpuFailed(words, problem.no_memory);
        }
    }

    Patience patience_;
    std::optional<Floor> floor_;
};

const RegisterBench registered{std::make_unique<CudaBench>()};

Finding gpu_finding() {
    std::string why;
    if (const cuda::Device* gpu = cuda::device(&why))
        return {"GPU", true, gpu->name() + ", " + bytes_worded(gpu->limits().memory_bytes), ""};
    return {"GPU", false, why,
            "Times are recorded or modelled, not measured. Counts and pictures are complete."};
}

Finding driver_finding() {
    std::string why;
    if (const cuda::Device* gpu = cuda::device(&why))
        return {"driver", true, gpu->driver_version(), ""};
    return {"driver", false, why, "Needed only to measure on an NVIDIA GPU."};
}

// Names modules that were built for another GPU: they are not timed.
Finding libraries_finding() {
    const std::vector<cuda::LibraryModule> modules = cuda::library_modules();
    if (modules.empty())
        return {"Libraries", false, "no module for CUB or another library was built",
                "Recorded times of libraries are shown. `ninja libraries` builds the modules on a "
                "machine with nvcc."};
    std::vector<std::string> words;
    std::string meaning;
    const cuda::Device* gpu = cuda::device();
    for (const cuda::LibraryModule& module : modules) {
        words.push_back(module.name + " for " + cuda::architectures_worded(module.built_for));
        const std::string why = gpu ? built_for_another(module, gpu->architecture()) : "";
        if (!why.empty()) meaning += (meaning.empty() ? "" : " ") + why;
    }
    return {"Libraries", meaning.empty(), listed(words), meaning};
}

const RegisterQuestion gpu_question{{10, gpu_finding}};
const RegisterQuestion libraries_question{{45, libraries_finding}};
const RegisterQuestion driver_question{{20, driver_finding}};

}  // namespace
}  // namespace lab
