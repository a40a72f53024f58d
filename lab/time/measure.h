// From samples to a time with an interval, and the rules that say which samples count and when
// enough were taken. Pure: tested without a GPU. Used by lab/cuda and by whoever compares two
// times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lab {

struct Interval {
    // of the median, 95 %; low = high = median below 6 samples
    double median = 0, low = 0, high = 0;
    /// Half the interval's width as a share of the median.
    double half_width() const { return median > 0 ? (high - low) / 2 / median : 0; }
};

/// Median and its 95 % interval, free of any assumption on the distribution: the order statistics l
/// and u of n samples enclose the median with probability 1 - 2 P(B < l), B binomial(n, 1/2) (David
/// and Nagaraja, Order Statistics, 7.1). Units are those of the samples. Empty input gives zeros.
Interval median_interval(std::span<const double> samples);

/// The same, wide enough for the median that another process would find on the same device: by 0.3
/// us and 0.2 % on either side. Ten processes at twenty kernels lay so far apart at the most, while
/// the samples of one lay within a sixth of it (docs/measuring.md). ms.
Interval across_processes(const Interval&);

/// The ratio first / second of two times and its 95 % interval, from samples that were taken in
/// turns: the median of the pairs' ratios, which a clock that drifts does not move. As many of
/// both.
Interval ratio_interval(std::span<const double> first, std::span<const double> second);

/// Two times are called different only if their intervals part.
bool differ(const Interval& a, const Interval& b);

// When to stop: a first look, then until the interval is narrow, or time is up. Rounds shorter than
// 50 us have two speeds, some 8 % apart, and keep to one for a few rounds: as many more are taken
// before anything is told of them, which is a few milliseconds (docs/measuring.md).
struct Patience {
    std::size_t preview = 5, least = 10, most = 64;
    double half_width = 0.01;   // of the median
    double milliseconds = 400;  // of the device's time, all samples together
    double short_ms = 0.05;
    std::size_t times_if_short = 4;  // preview and least
    /// Whether something is told after so many: a first look, and after each `preview` more.
    bool tells(std::span<const double> samples) const;
    bool enough(std::span<const double> samples) const;
    /// What ended the sampling, for conditions: "within 1 %", "after 64 samples", "after 400 ms".
    std::string ended_by(std::span<const double> samples) const;

private:
    std::size_t times(std::span<const double> samples) const;
};

// Which samples count: those taken at the clock of the first. Where the clock stays elsewhere, all
// begins again there.
class SteadyClock {
public:
    enum class Sample : std::uint8_t { counts, rejected, begins_again };
    /// Judges a sample by the clock after it; 0 where that can't be read.
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

// When a GPU is awake: an idle one runs at a lower clock and would be up to three times slower.
// Three chunks of rounds in a row, of some milliseconds each, agree on what a round takes.
class Ramp {
public:
    /// Takes the milliseconds of one more round.
    void add(double milliseconds);
    /// Whether it is awake, or has been given time enough.
    bool over() const { return agreeing_ >= 3 || spent_ >= most_milliseconds || stands_; }
    /// Whether a whole chunk took no time: the clock does not work.
    bool stands() const { return stands_; }

private:
    static constexpr double most_milliseconds = 300, chunk_milliseconds = 5, within = 0.02;
    static constexpr int most_rounds = 200;  // of a chunk
    double spent_ = 0, last_ = 0, chunk_ = 0;
    int rounds_ = 0, agreeing_ = 0;
    bool stands_ = false;
};

/// Takes samples, which give the milliseconds of a round, until a GPU is awake. False where its
/// clock does not work.
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
