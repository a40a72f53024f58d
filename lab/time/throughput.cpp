// Rates from times. See throughput.h.
#include "lab/time/throughput.h"

#include <cmath>

#include <fmt/format.h>

#include "lab/words.h"

namespace lab {
namespace {

bool of_a_clock(const Time& time) {
    return time.kind == TimeKind::measured || time.kind == TimeKind::recorded;
}

std::string three_digits(double value) {
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return value < 9999.5 ? fmt::format("{:.{}f}", value, digits)
                          : grouped(static_cast<std::int64_t>(std::llround(value)));
}

}  // namespace

Throughput throughput_of(const Settings& settings, const Time& time,
                         const std::optional<Peak>& peak) {
    Throughput made;
    if (!settings.subject || time.kind == TimeKind::none || !(time.median_ms > 0)) return made;
    if (!times_kernels(settings)) return made;
    const double per_second = 1e-6 / time.median_ms;  // ms to GB/s or GFLOP/s
    if (settings.subject->bytes) made.gigabytes = settings.subject->bytes(settings) * per_second;
    if (settings.subject->flops) made.gigaflops = settings.subject->flops(settings) * per_second;
    made.of_integers = computes_integers(settings);
    if (!peak || !(peak->gigabytes > 0) || !of_a_clock(time) || times_copies(settings)) return made;
    made.share = made.gigabytes / peak->gigabytes;
    made.peak = peak->of;
    return made;
}

Throughput throughput_of(const Settings& settings, const Time& time) {
    return throughput_of(settings, time, recorded_peak(time.device));
}

Throughput throughput_of(const Run& timed) {
    return throughput_of(timed.request.settings, timed.time);
}

std::string rate_worded(double gigabytes) { return three_digits(gigabytes) + " GB/s"; }

std::string operations_worded(const Throughput& reached) {
    return three_digits(reached.gigaflops) + (reached.of_integers ? " G operations/s" : " GFLOP/s");
}

std::string throughput_worded(const Throughput& reached) {
    std::vector<std::string> words;
    if (reached.gigabytes > 0) words.push_back(rate_worded(reached.gigabytes) + " useful");
    if (reached.gigaflops > 0) words.push_back(operations_worded(reached));
    if (reached.share)
        words.push_back(fmt::format("{:.0f} % of {}", 100 * *reached.share, reached.peak));
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace lab
