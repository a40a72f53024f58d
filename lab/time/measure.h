// Makes a time with an interval from samples, and decides which samples count and when to stop.
// Pure: tested without a GPU. Used by lab/cuda and by comparisons of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lab {

struct Interval {
    // median with its 95 % interval; low = high = median below 6 samples
    double median = 0, low = 0, high = 0;
    /// Half the interval's width as a share of the median.
    double half_width() const { return median > 0 ? (high - low) / 2 / median : 0; }
};

/// The median and its 95 % interval, for any distribution: order statistics l and u of n samples
/// enclose the median with probability 1 - 2 P(B < l), B binomial(n, 1/2) (David and Nagaraja,
/// Order Statistics, 7.1). Units are those of the samples. Empty input gives zeros.
Interval median_interval(std::span<const double> samples);

/// The same, widened to contain the median of another process on the same device: by 0.3 us and 0.2
/// % on either side. Ten processes differed by so much at most, with twenty kernels; the samples of
/// one process, by a sixth of it (docs/measuring.md). ms.
Interval across_processes(const Interval&);

/// The ratio first / second of two times and its 95 % interval, from samples taken in turns, A B, B
/// A, A B, equally many of both. Turns are grouped into blocks, each of whole rounds A B B A, in
/// which a steady drift cancels, and each block gives one ratio: of the means of both sides,
/// without the eighth of the samples at each end. The interval is Student's of the blocks'
/// logarithms, the method of batch means (Law, Simulation Modeling and Analysis, 9.5.3). So samples
/// that depend on their neighbours do not count as so many. It is wider where blocks still do:
/// by sqrt((1 + r) / (1 - r)), r the correlation of neighbours. 0 to infinity below two blocks.
Interval ratio_interval(std::span<const double> first, std::span<const double> second);

/// Two times differ only where their intervals do not overlap.
bool differ(const Interval& a, const Interval& b);

// When to stop: after a first look, once the interval is narrow or the time is up. Rounds below 50
// us have two speeds, about 8 % apart, and stay at one for a few rounds. So they need four times as
// many samples for a first look, a few milliseconds (docs/measuring.md).
struct Patience {
    std::size_t preview = 5, least = 10, most = 64;
    double half_width = 0.01;   // limit, as a share of the median
    double milliseconds = 400;  // limit for the device time of all samples
    double short_ms = 0.05;
    std::size_t times_if_short = 4;  // factor for preview and least
    /// Whether the sink is called now: at a first look, then after each `preview` more.
    bool tells(std::span<const double> samples) const;
    bool enough(std::span<const double> samples) const;
    /// The rule that ended the sampling: "within 1 %", "after 64 samples", "after 400 ms".
    std::string ended_by(std::span<const double> samples) const;

private:
    std::size_t times(std::span<const double> samples) const;
    /// How many samples apart many are looked at: each time an eighth more, at most.
    std::size_t step(std::size_t samples) const;
};

// Which samples count: those at the clock of the first sample. If the clock stays at another rate,
// sampling begins again there.
class SteadyClock {
public:
    enum class Sample : std::uint8_t { counts, rejected, begins_again };
    /// Judges a sample by the clock rate after it; 0 where that can't be read.
    Sample judge(unsigned megahertz);

    unsigned megahertz() const { return steady_; }
    int rejected() const { return rejected_; }
    bool stayed() const { return restarts_ == 0; }

private:
    static constexpr double tolerance = 0.03;
    static constexpr int most_rejected = 20;
    unsigned steady_ = 0;
    int rejected_ = 0, restarts_ = 0;
};

// When a GPU is awake: an idle GPU has a lower clock and would be up to three times slower. Awake
// means: three chunks in a row, of some milliseconds each, agree on the time of a round.
class Ramp {
public:
    /// Takes the milliseconds of one more round.
    void add(double milliseconds);
    /// Whether the GPU is awake, or has had time enough.
    bool over() const { return agreeing_ >= 3 || spent_ >= most_milliseconds || stands_; }
    /// Whether a whole chunk took no time: the GPU's clock does not work.
    bool stands() const { return stands_; }

private:
    static constexpr double most_milliseconds = 300, chunk_milliseconds = 5, within = 0.02;
    static constexpr int most_rounds = 200;  // of a chunk
    double spent_ = 0, last_ = 0, chunk_ = 0;
    int rounds_ = 0, agreeing_ = 0;
    bool stands_ = false;
};

/// Takes samples (milliseconds of a round) until the GPU is awake. False where its clock does not
/// work.
template <class Sample>
[[nodiscard]] bool awaken(Sample sample) {
    Ramp ramp;
    while (!ramp.over()) ramp.add(sample());
    return !ramp.stands();
}

// Milliseconds of an empty kernel on a device, by regime.
struct Floor {
    double cold_ms = 0, warm_ms = 0;
};

}  // namespace lab
