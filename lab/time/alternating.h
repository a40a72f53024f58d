// Two settings timed in turns, A B, B A, A B: what moves both alike, a clock that falls or a GPU
// that grows warm, does not move their ratio. The rules are here and are tested with a made-up
// sampler; lab/cuda has the one that times. Asked by `warplens compare` and by the worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/run.h"
#include "lab/time/measure.h"

namespace lab {

// What times one or the other of two, once each time it is asked.
class PairSampler {
public:
    enum class Which : std::uint8_t { first, second };
    virtual ~PairSampler() = default;
    /// Milliseconds of one run. Device errors are thrown as std::runtime_error with a sentence.
    virtual double sample(Which) = 0;
    /// What is known of each beforehand: its clock, its result.
    virtual Time about(Which) const { return {}; }
    virtual Verdict verdict(Which) const { return {}; }
    /// The clock of the device now; 0 where it can't be read.
    virtual unsigned megahertz() const { return 0; }
};

// When a ratio is known well enough.
struct PairPatience {
    std::size_t preview = 5, least = 10, most = 400;  // pairs
    double width = 0.01;         // of the ratio's interval, as a share of the ratio
    double milliseconds = 4000;  // of the device's time, all samples together
    bool enough(const std::vector<double>& first, const std::vector<double>& second) const;
    /// "within 1 %", "after 400 pairs", "after 4000 ms".
    std::string ended_by(const std::vector<double>& first, const std::vector<double>& second) const;
};

struct Alternation {
    Request of, against;
    Time first, second;  // of the samples that were taken in turns
    Verdict of_verdict, against_verdict;
    Interval ratio;         // first over second, 95 %, as another process would find it too
    std::size_t pairs = 0;  // 0: not in turns, but from two times that were taken apart
    std::string criterion;  // what ended it
    std::string conditions() const;
};

/// Hears of it after the first pairs, as they come, and last of the whole; false asks to stop.
using PairSink = std::function<bool(std::shared_ptr<const Alternation>)>;
/// Takes pairs until they are enough, in the order A B, B A, so that neither always comes second.
/// Returns what it told last; stopped early, what there is.
Alternation alternate(PairSampler& sampler, const PairPatience& patience, const PairSink& sink);

/// The ratio of two times that were not taken in turns: of their medians, and as wide as their two
/// intervals allow. All zeros where one of them has none.
Interval ratio_of(const Time& first, const Time& second);
/// Such a pair, of runs that were recorded.
Alternation apart(const Run& first, const Run& second);

/// How the first stands to the second: "1.34 times as fast as", "neither faster nor slower than"
/// where the interval holds 1.
std::string ratio_words(const Interval& first_over_second);
/// "1.34", of the faster or the slower one.
std::string ratio_number(const Interval& first_over_second);
/// "1.33 to 1.35", of the number that ratio_words() says.
std::string ratio_ends(const Interval& first_over_second);

}  // namespace lab
