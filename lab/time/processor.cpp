// Times loops of the processor. See processor.h.
#include "lab/time/processor.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "lab/library.h"
#include "lab/running/verdict.h"
#include "lab/time/measure.h"
#include "lab/words.h"
#include "platform/clock.h"
#include "platform/machine.h"
#include "platform/threads.h"

namespace lab {
namespace {

// A plan's arrays in this program's memory, and its calls.
class Calls {
public:
    Calls(const Plan& plan, std::uint64_t seed) : plan_(plan) {
        for (const Allocation& allocation : plan.allocations) {
            const std::uint64_t width = simulator::size_of(allocation.buffer.type);
            std::vector<std::byte>& bytes = memory_.emplace_back(allocation.buffer.count * width);
            platform::in_parts(
                allocation.buffer.count, 1 << 18, [&](std::uint64_t first, std::uint64_t last) {
                    fill_bytes(allocation, seed, first,
                               std::span(bytes).subspan(first * width, (last - first) * width));
                });
        }
    }

    /// Runs the timed steps, or the steps before them.
    void play(bool timed) {
        for (const PlanStep& step : plan_.steps) {
            const auto* call = std::get_if<Launch>(&step);
            if (!call || !call->here)
                throw std::runtime_error("The processor runs only its own calls.");
            if (call->timed != timed) continue;
            call->here(call_words(*call, [this](const Buffer& buffer) {
                           return reinterpret_cast<std::uint64_t>(of(buffer).data());
                       }).data());
        }
    }

    void read(const Buffer& buffer, std::uint64_t first, std::span<std::byte> to) {
        std::memcpy(to.data(), of(buffer).data() + first * simulator::size_of(buffer.type),
                    to.size());
    }

private:
    std::vector<std::byte>& of(const Buffer& buffer) {
        return memory_[static_cast<std::size_t>(buffer.id)];
    }

    const Plan& plan_;
    std::vector<std::vector<std::byte>> memory_;
};

// Unrelated bytes: after a read, the caches hold these and not the run's.
class Others {
public:
    void read() {
        constexpr std::size_t line = 64;
        unsigned sum = 0;
        for (std::size_t at = 0; at < bytes_.size(); at += line)
            sum += std::to_integer<unsigned>(bytes_[at]);
        seen_ = sum;
    }

private:
    static constexpr std::size_t most = std::size_t{512} << 20;
    std::vector<std::byte> bytes_{std::min(2 * platform::last_cache_bytes(), most)};
    volatile unsigned seen_ = 0;
};

void conclude(Time& time, const Patience& patience) {
    const Interval interval = across_processes(median_interval(time.samples));
    time.median_ms = interval.median;
    time.low_ms = interval.low;
    time.high_ms = interval.high;
    time.circumstances.criterion = patience.ended_by(time.samples);
    time.conditions = fmt::format("one thread, cold caches, {} samples, {}", time.samples.size(),
                                  time.circumstances.criterion);
}

// Calls the sink after the first samples, with updates, and at the end.
void sample(Run& run, Calls& calls, const Patience& patience, const Bench::Sink& sink) {
    Others others;
    const auto show = [&] {
        conclude(run.time, patience);
        return sink(std::make_shared<const Run>(run));
    };
    do {
        others.read();
        const double start = platform::now();
        calls.play(true);
        run.time.samples.push_back(1e3 * (platform::now() - start));
        if (patience.tells(run.time.samples) && !show()) return;
    } while (!patience.enough(run.time.samples));
    show();
}

void check_room(const Plan& plan) {
    const std::uint64_t bytes = plan.bytes(), room = platform::memory_bytes() / 2;
    if (bytes > room)
        throw std::runtime_error(
            fmt::format("The arrays need {}, but only {} of this machine's memory may be used.",
                        bytes_worded(bytes), bytes_worded(room)));
}

class ProcessorBench : public Bench {
public:
    std::optional<std::string> lacks() override { return std::nullopt; }
    Device device() override { return {"cpu", platform::processor_name(), "", ""}; }
    DeviceLimits limits() override { return {}; }
    void sample_until(const Patience& patience) override { patience_ = patience; }

    void measure(const Request& request, const Wanted& wanted, const Sink& sink) override {
        const Settings& settings = request.settings;
        const Plan plan = plan_of(settings);
        check_room(plan);
        Run run;
        run.request = request;
        run.device = device();
        run.time.kind = TimeKind::measured;
        run.time.device = run.device.name;
        Calls calls(plan, request.seed);
        calls.play(false);
        calls.play(true);
        const Reader read = [&](const Buffer& buffer, std::uint64_t first,
                                std::span<std::byte> to) { calls.read(buffer, first, to); };
        run.verdict = verdict_of(settings, plan, request.seed, wanted, read);
        sample(run, calls, patience_, sink);
    }

private:
    Patience patience_;
};

}  // namespace

Bench& processor_bench() {
    static ProcessorBench once;
    return once;
}

Bench* bench_for(const Settings& settings, std::string* why) {
    return on_processor(settings) ? &processor_bench() : bench(why);
}

}  // namespace lab
