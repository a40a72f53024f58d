// Two settings timed in turns, A B, B A, A B. A falling clock or a warming GPU changes both alike,
// and not their ratio. The rules are here and are tested with an artificial sampler; lab/cuda has
// the real one. Used by `warplens compare` and by the worker.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/run.h"
#include "lab/time/measure.h"

namespace lab {

// Times one of the two at each call.
class PairSampler {
public:
    enum class Which : std::uint8_t { first, second };
    virtual ~PairSampler() = default;
    /// Milliseconds of one run. Device errors are thrown as std::runtime_error with a sentence.
    virtual double sample(Which) = 0;
    /// What is known before sampling: its clock, its result.
    virtual Time about(Which) const { return {}; }
    virtual Verdict verdict(Which) const { return {}; }
    /// What the compilers made of each kernel that one of the two launches; empty where it is not
    /// known. May take as long as a compilation.
    virtual std::vector<CodeFigures> code(Which) { return {}; }
    /// The device's clock now; 0 where it can't be read.
    virtual unsigned megahertz() const { return 0; }
};

// When a ratio is known precisely enough. It is asked at few looks, each an eighth to a quarter
// later than the one before: who looks after each pair ends where the interval happens to be
// narrow.
struct PairPatience {
    std::size_t preview = 4, least = 32, most = 400;  // pairs
    std::size_t fewest = 10;                          // where the time is over
    double width = 0.01;         // limit for the ratio's interval, as a share of the ratio
    double milliseconds = 4000;  // limit for the device time of all samples
    double silent = 200;         // most device time between two looks, ms
    /// Whether so many pairs are a look.
    bool looks(std::size_t pairs) const;
    /// The rule that ends it at a look: "within 1 %", "after 400 pairs", "after 4000 ms"; empty: it
    /// goes on.
    std::string ended_by(std::size_t pairs, const Interval& ratio, double spent_ms) const;
};

struct Alternation {
    Request of, against;
    Time first, second;  // of the samples taken in turns
    Verdict of_verdict, against_verdict;
    Interval ratio;         // first over second, 95 %; valid across processes
    std::size_t pairs = 0;  // 0: from two times that were not taken in turns
    std::string criterion;  // the rule that ended it
    std::string conditions() const;
    /// Whether there were pairs enough for an interval.
    bool has_interval() const { return ratio.median > 0 && std::isfinite(ratio.high); }
};

/// Called after the first pairs, then with each update; the last update is the end. Return false to
/// stop.
using PairSink = std::function<bool(std::shared_ptr<const Alternation>)>;
/// Takes pairs until they suffice, in the order A B, B A, so that neither always comes second.
/// Returns the last state, also if stopped early.
Alternation alternate(PairSampler& sampler, const PairPatience& patience, const PairSink& sink);

/// The ratio of two times that were not taken in turns: of their medians, with the widest interval
/// that theirs allow. All zeros where a time is missing.
Interval ratio_of(const Time& first, const Time& second);
/// The same for two recorded runs.
Alternation apart(const Run& first, const Run& second);

/// The ratio in words: "1.34 times as fast as", or "neither faster nor slower than" where the
/// interval contains 1.
std::string ratio_words(const Interval& first_over_second);
/// "1.34": the number in ratio_words(), never below 1.
std::string ratio_number(const Interval& first_over_second);
/// "1.33 to 1.35": the interval of that number.
std::string ratio_ends(const Interval& first_over_second);

}  // namespace lab
