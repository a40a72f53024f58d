// Checks the clock of this machine's GPU, one question a run:
//   clock_checks idle                    the first look after 30 s without work, against steady
//   clock_checks processes WARPLENS      the same settings from ten processes of the program
//   clock_checks nvbench [--part I/N]    against NVBench's method, as documented
// Exit code 1 where a difference is beyond its limit. clock_window tests the effect of a window.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "benchmarks/clock_runs.h"
#include "lab/cuda/player.h"
#include "lab/cuda/stopwatch.h"
#include "lab/json/json.h"
#include "lab/time/bench.h"

namespace {

using benchmarks::settings_of;
using lab::cuda::check;
using lab::cuda::driver;

// --- after 30 s without work

struct Looks {
    double first = 0, last = 0;  // ms: at the first look, and of the whole
};

Looks looks_at(lab::Bench& gpu, const std::string& run) {
    lab::Request request;
    request.settings = settings_of(run);
    Looks looks;
    gpu.measure(request, {}, [&](const std::shared_ptr<const lab::Run>& told) {
        if (looks.first == 0) looks.first = told->time.median_ms;
        looks.last = told->time.median_ms;
        return true;
    });
    return looks;
}

// The median of three runs in a row: a kernel has two speeds, and each run has one.
double steady_of(lab::Bench& gpu, const std::string& run) {
    std::vector<double> wholes;
    for (int i = 0; i < 3; ++i) wholes.push_back(looks_at(gpu, run).last);
    return lab::median_interval(wholes).median;
}

// By more than 3 %, and more than each interval is widened on either side.
bool beyond(double ms, double steady) {
    constexpr double most = .03;
    const double told = steady - lab::across_processes({steady, steady, steady}).low;
    return std::abs(ms - steady) > std::max(most * steady, told);
}

int idle(lab::Bench& gpu) {
    std::printf("%-40s %10s %10s %7s %10s %7s\n", "run", "steady us", "first us", "ratio",
                "whole us", "ratio");
    bool failed = false;
    for (const char* run : {"vector_addition/one_each n=2^16", "vector_addition/one_each n=2^22",
                            "vector_addition/one_each n=2^25", "reduction/wide n=2^28"}) {
        const double steady = steady_of(gpu, run);
        for (int rest = 0; rest < 2; ++rest) {
            std::this_thread::sleep_for(std::chrono::seconds(30));
            const Looks after = looks_at(gpu, run);
            const bool off = beyond(after.first, steady) || beyond(after.last, steady);
            failed = failed || off;
            std::printf("%-40s %10.2f %10.2f %7.3f %10.2f %7.3f%s\n", run, 1000 * steady,
                        1000 * after.first, after.first / steady, 1000 * after.last,
                        after.last / steady, off ? "  beyond" : "");
            std::fflush(stdout);
        }
    }
    std::printf("idle: %s (limit 3 %%)\n", failed ? "FAIL" : "pass");
    return failed;
}

// --- ten processes

// The time that a process of the program reports; median 0 where it did not run.
lab::Interval told_by(const std::string& program, const std::string& run) {
    std::string text;
    const std::string command = "'" + program + "' run " + run + " --device gpu --json - 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return {};
    char part[4096];
    while (const std::size_t count = std::fread(part, 1, sizeof part, pipe))
        text.append(part, count);
    pclose(pipe);
    const std::size_t begin = text.find('{');
    const lab::Json json =
        begin == text.npos
            ? lab::Json()
            : lab::Json::parse(text.substr(begin, text.rfind('}') + 1 - begin), nullptr, false);
    if (!json.is_object() || !json.contains("time")) {
        std::printf("%s: %s\n", run.c_str(), text.substr(0, 200).c_str());
        return {};
    }
    const lab::Json& time = json["time"];
    return {time["median_ms"].get<double>(), time["low_ms"].get<double>(),
            time["high_ms"].get<double>()};
}

// For each process: how many of the ten medians are inside its interval.
int processes(const std::string& program) {
    constexpr int count = 10, least = 9;
    std::printf("%-40s %10s %10s %8s %8s   medians inside, by process\n", "run", "least us",
                "most us", "spread", "width");
    bool beyond = false;
    for (const char* run : {"vector_addition/one_each n=2^10", "reduction/wide n=2^16",
                            "vector_addition/one_each n=2^21", "scan/chain n=2^16",
                            "vector_addition/one_each n=2^25", "reduction/interleaved n=2^28"}) {
        std::vector<lab::Interval> told;
        for (int i = 0; i < count; ++i) told.push_back(told_by(program, run));
        std::vector<double> medians;
        for (const lab::Interval& each : told) medians.push_back(each.median);
        const auto [low, high] = std::ranges::minmax(medians);
        const double middle = lab::median_interval(medians).median;
        int fine = 0;
        std::string inside;
        for (const lab::Interval& each : told) {
            const auto held = std::ranges::count_if(
                medians, [&](double ms) { return ms >= each.low && ms <= each.high; });
            inside += " " + std::to_string(held);
            fine += held >= least && each.median > 0;
        }
        const bool off = fine < least;
        beyond = beyond || off;
        std::printf("%-40s %10.2f %10.2f %7.2f%% %7.2f%%  %s%s\n", run, 1000 * low, 1000 * high,
                    100 * (high - low) / middle, 200 * told.front().half_width(), inside.c_str(),
                    off ? "  beyond" : "");
        std::fflush(stdout);
    }
    std::printf("processes: %s (nine of ten hold nine of ten medians)\n", beyond ? "FAIL" : "pass");
    return beyond;
}

// --- NVBench's method

// Waits for a flag from the host, so that all timed work is enqueued before the device starts.
// Gives up after a second.
constexpr const char* blocking_kernel = R"(.version 6.4
.target sm_52
.address_size 64
.visible .entry block_until(.param .u64 flag)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<6>;
	.reg .pred %p<3>;
	ld.param.u64 %rd1, [flag];
	mov.u64 %rd2, %globaltimer;
again:
	ld.volatile.global.u32 %r1, [%rd1];
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra done;
	mov.u64 %rd3, %globaltimer;
	sub.u64 %rd4, %rd3, %rd2;
	setp.lt.u64 %p2, %rd4, 1000000000;
	@%p2 bra again;
done:
	ret;
}
)";

// For each sample: overwrite the L2, block the stream with a kernel, then event, plan, event. Stops
// once the relative standard deviation is below 0.5 %; the result is the mean. Time limits are a
// tenth of NVBench's, so that fifty plans take minutes.
class NvbenchWay {
public:
    struct Result {
        double mean_ms = 0, noise = 0;
        std::size_t samples = 0;
    };

    explicit NvbenchWay(lab::cuda::Device& device)
        : device_(device), block_(device.function(blocking_kernel, "block_until")) {
        device.enter();
        bytes_ = device.l2_bytes();
        check(driver()->MemAlloc_v2(&flush_, bytes_), "cuMemAlloc");
        void* word = nullptr;
        check(driver()->MemHostAlloc(&word, 4, 0), "cuMemHostAlloc");
        flag_ = static_cast<volatile unsigned*>(word);
        check(driver()->EventCreate(&start_, 0), "cuEventCreate");
        check(driver()->EventCreate(&end_, 0), "cuEventCreate");
    }
    ~NvbenchWay() {
        driver()->EventDestroy_v2(start_);
        driver()->EventDestroy_v2(end_);
        driver()->MemFree_v2(flush_);
        driver()->MemFreeHost(const_cast<unsigned*>(flag_));
    }
    NvbenchWay(const NvbenchWay&) = delete;
    NvbenchWay& operator=(const NvbenchWay&) = delete;

    Result time(const lab::Settings& settings) {
        const lab::Plan plan = lab::plan_of(settings);
        lab::cuda::Player player(device_, *settings.subject, plan, 1);
        return sampled([&] { player.reset(); }, [&] { player.play_timed(); });
    }

    /// The time between two adjacent events, which is Warplens's zero.
    double of_nothing() {
        return sampled([] {}, [] {}).mean_ms;
    }

private:
    template <class Reset, class Play>
    Result sampled(Reset reset, Play play) {
        constexpr std::size_t least = 10;
        constexpr double noise = .005, least_ms = 50, timeout_s = 1.5;
        sample(reset, play);  // warm-up
        std::vector<double> times;
        const auto begin = std::chrono::steady_clock::now();
        Result result;
        while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() <
               timeout_s) {
            times.push_back(sample(reset, play));
            result = summed(times);
            const double total = result.mean_ms * static_cast<double>(times.size());
            if (times.size() >= least && total >= least_ms && result.noise <= noise) break;
        }
        return result;
    }

    static Result summed(const std::vector<double>& times) {
        const auto count = static_cast<double>(times.size());
        const double mean = std::accumulate(times.begin(), times.end(), 0.) / count;
        double squares = 0;
        for (const double each : times) squares += (each - mean) * (each - mean);
        const double deviation = times.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
        return {mean, mean > 0 ? deviation / mean : 0, times.size()};
    }

    template <class Reset, class Play>
    double sample(Reset reset, Play play) {
        const lab::cuda::Stream stream = device_.stream();
        reset();
        check(driver()->MemsetD8Async(flush_, 0, bytes_, stream), "cuMemsetD8");
        *flag_ = 0;
        lab::cuda::DeviceAddress at = reinterpret_cast<std::uintptr_t>(flag_);
        void* arguments[] = {&at};
        check(driver()->LaunchKernel(block_, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr),
              "cuLaunchKernel");
        check(driver()->EventRecord(start_, stream), "cuEventRecord");
        play();
        check(driver()->EventRecord(end_, stream), "cuEventRecord");
        *flag_ = 1;
        check(driver()->EventSynchronize(end_), "cuEventSynchronize");
        float milliseconds = 0;
        check(driver()->EventElapsedTime(&milliseconds, start_, end_), "cuEventElapsedTime");
        return milliseconds;
    }

    lab::cuda::Device& device_;
    lab::cuda::Function block_;
    lab::cuda::DeviceAddress flush_ = 0;
    std::size_t bytes_ = 0;
    volatile unsigned* flag_ = nullptr;
    lab::cuda::Event start_ = nullptr, end_ = nullptr;
};

// NVBench's times include two things more: the time between two adjacent events, and the write-back
// of lines from overwriting the L2. So it prints the ratio, and judges the difference without both.
int nvbench(lab::Bench& gpu, int part, int parts) {
    NvbenchWay theirs(*lab::cuda::device());
    const double events = theirs.of_nothing();
    constexpr double dirty_ms = .01;  // 5 to 9 us were found: docs/measuring.md
    std::printf("two events with nothing between: %.2f us\n", 1000 * events);
    std::printf("%-46s %9s %9s %8s %7s %7s %9s\n", "run", "ours us", "nvbench", "samples", "noise",
                "ratio", "more us");
    const std::vector<std::string> all = benchmarks::clock_runs();
    int judged = 0, beyond = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (static_cast<int>(i) % parts != part - 1) continue;
        const Looks ours = looks_at(gpu, all[i]);
        const NvbenchWay::Result other = theirs.time(settings_of(all[i]));
        const double more = other.mean_ms - ours.last;
        const double limit = ours.last >= .05 ? .02 : .05;
        const double left = std::max(0., std::abs(more) - events - dirty_ms);
        const bool counts = ours.last >= .01, off = counts && left > limit * ours.last;
        judged += counts, beyond += off;
        std::printf("%-46s %9.2f %9.2f %8zu %6.2f%% %7.3f %9.2f%s\n", all[i].c_str(),
                    1000 * ours.last, 1000 * other.mean_ms, other.samples, 100 * other.noise,
                    other.mean_ms / ours.last, 1000 * more, off ? "  beyond" : "");
        std::fflush(stdout);
    }
    std::printf(
        "nvbench: %s: %d of %d from 10 us on differ by more than the events, %.1f us of "
        "dirty lines and 2 %% (5 %% below 50 us)\n",
        beyond || !judged ? "FAIL" : "pass", beyond, judged, 1000 * dirty_ms);
    return beyond || !judged;
}

}  // namespace

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "";
    if (what == "processes" && count > 2) return processes(words[2]);
    std::string why;
    lab::Bench* gpu = lab::bench(&why);
    int part = 1, parts = 1;
    if (count > 3 && std::string(words[2]) == "--part")
        std::sscanf(words[3], "%d/%d", &part, &parts);
    if (gpu && what == "idle") return idle(*gpu);
    if (gpu && what == "nvbench" && parts > 0) return nvbench(*gpu, part, parts);
    std::fprintf(stderr, "%s\n",
                 gpu || what.empty()
                     ? "clock_checks idle | processes WARPLENS | nvbench [--part I/N]"
                     : why.c_str());
    return gpu || what.empty() ? 2 : 3;
}
