// What came of a request: immutable, made by an executor, read by every view, plot, table and by
// the JSON.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/derived.h"
#include "lab/lesson.h"
#include "simulator/counters.h"
#include "simulator/fault.h"
#include "simulator/order.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/line_values.h"
#include "simulator/watch/trace.h"

namespace lab {

struct Request {
    Settings settings;  // holds lesson and rung
    std::uint64_t seed = 1;
    simulator::Order order = simulator::Order::sequential;
    std::uint64_t order_seed = 0;  // of Order::shuffled and Order::weak
    /// Blocks traced, by linear index; empty: the one that the lesson would show.
    std::vector<std::uint64_t> watched{};
    bool operator==(const Request&) const = default;
};

struct Device {
    std::string kind;          // "sim", "gpu" or "cpu"
    std::string name;          // "simulator", "NVIDIA H200", "AMD EPYC 9654"
    std::string driver, when;  // recorded runs: date
};

struct LaunchRecord {
    std::string kernel;
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    simulator::Counters counters;
    double milliseconds = 0;         // measured or modelled; 0 where neither
    std::uint64_t longest_warp = 0;  // warp instructions of the warp that issued most; 0: not known
};

// A copy between host and device that the time covers.
struct TransferRecord {
    std::string buffer;
    Transfer::Way way = Transfer::Way::to_device;
    std::uint64_t bytes = 0;
    double milliseconds = 0;  // measured or modelled; 0 where neither
};
// When a step that is timed ran, counted from where the time begins.
struct StepSpan {
    double begin_ms = 0, end_ms = 0;
    bool operator==(const StepSpan&) const = default;
};
/// The timed transfers of a plan, in the order of its steps, without times.
std::vector<TransferRecord> timed_transfers(const Plan&);
/// "device", "host": where a transfer goes.
const char* name_of(Transfer::Way);

struct Verdict {
    bool ok = false;
    bool checked = false;  // false while nothing was compared
    std::string compared_with, tolerance;
    double worst_error = 0, worst_of = 0;  // worst_of: what was expected there
    std::uint64_t wrong = 0, compared = 0;
    std::uint64_t infinite = 0;  // of those compared: the same infinity was expected and found
    std::string buffer;          // of the first wrong element
    std::uint64_t element = 0;
    double expected = 0, found = 0;
    /// It was compared, and differs.
    bool is_wrong() const { return checked && !ok; }
};

// The mean of samples. Half the interval that holds the true mean 19 times in 20 is 1.96 s /
// sqrt(n), with s by n - 1; 0 of fewer than two samples. Units are those of the samples.
struct SampleMean {
    std::uint64_t samples = 0;
    double mean = 0, half = 0;
};

enum class TimeKind : std::uint8_t { none, measured, recorded, modelled };
/// As JSON, CSV and badges name it.
constexpr std::string_view name_of(TimeKind kind) {
    constexpr std::string_view names[] = {"none", "measured", "recorded", "modelled"};
    return names[static_cast<std::size_t>(kind)];
}

// What the caches held when a time began: nothing of the run's, or what the round before left.
enum class Regime : std::uint8_t { cold, warm };
constexpr std::string_view name_of(Regime regime) {
    return regime == Regime::cold ? "cold" : "warm";
}

// Under what a time was taken; empty and 0 where nobody looked.
struct Circumstances {
    unsigned megahertz_before = 0, megahertz_after = 0;  // of the SMs
    double watts = 0;                                    // at the end
    unsigned celsius = 0;
    std::string driver, toolkit;  // "CUDA 13.0"; what made the PTX
    std::string criterion;        // when sampling stopped
    int rounds = 1;               // in a row between two events: a sample is their mean
};

struct Time {
    TimeKind kind = TimeKind::none;
    // interval of the median, 95 %; modelled: the formula's error
    double median_ms = 0, low_ms = 0, high_ms = 0;
    std::vector<double> samples;  // ms, every one that counts
    std::string conditions;       // "cold caches, 1980 MHz, 40 samples"
    std::string device;
    double floor_ms = 0;  // an empty kernel on that device, in the same regime
    Regime regime = Regime::cold;
    Circumstances circumstances{};
};

// All that ran, also what the plan does not time.
struct Simulated {
    std::uint64_t lane_instructions = 0, warp_instructions = 0;
    double seconds = 0;
};

// A field as a launch left it.
struct FieldShot {
    int launch = 0;  // -1: as the host filled it
    std::string title;
    Dim3 shape;
    std::vector<float> values;  // x fastest
};

// What a traced run left in one of its plan's results, where it is small enough to be drawn.
struct ResultShot {
    std::string buffer;
    std::vector<float> values{};
};

// What a run of somebody's own kernel left in one array, in a few numbers, to tell whether two
// kernels, or two shapes of a block, did the same work.
struct ArrayResult {
    std::string array;
    simulator::Type type{};
    std::uint64_t count = 0;
    std::uint64_t hash = 0;  // of whole numbers: all bits; of floats: where they are not finite
    double length = 0;       // of floats: square root of the sum of all squares
    std::array<double, 4> sums{};  // of floats: with signs that a hash of the index gives
};

// How a buffer's elements stand, as its plan says: a matrix, a field.
struct ShapeRecord {
    std::string buffer;
    Dim3 shape;  // x fastest
};

struct Run {
    Request request;
    Device device;
    std::string ptx_hash;
    std::vector<LaunchRecord> launches;
    std::vector<TransferRecord> transfers;
    // Of each timed step of a plan in streams, in a run of its own, as its time's kind is; may be
    // missing.
    std::vector<StepSpan> spans;
    simulator::Counters counters;
    std::vector<simulator::UnitCount> instruction_mix;  // of all launches
    std::vector<simulator::LineCounters> lines, ptx_lines;
    simulator::AtPtxLevel at_ptx_level{};
    std::vector<simulator::Fault> faults;
    Verdict verdict;
    std::vector<ArrayResult> left;  // of somebody's own kernel that went to its end
    SampleMean sample_mean;         // of lab::Samples::values, all that were run; no samples: none
    Time time;
    Time repeated;  // many rounds in a row, warm; kind none where a round is long, or nobody did it
    Simulated simulated;
    std::shared_ptr<const simulator::Trace> trace;
    std::shared_ptr<const simulator::Flow> flow;
    std::shared_ptr<const simulator::LineValues> line_values;  // of Samples::line; may be missing
    std::vector<simulator::Step> steps;  // of the watched block, all launches: the transport's way
    std::vector<FieldShot> fields;
    std::vector<ShapeRecord> shapes;
    std::vector<ResultShot> results;
    std::string source_text, ptx_text;  // what the code pane shows
    std::string printed;
    Derived kept;  // by derived()
    // lane-instructions after which it was ended, unfinished; 0: it ended by itself
    std::uint64_t cut_after = 0;
    // whether races were looked for in every block, and not in those alone that are watched
    bool looked_everywhere = false;
    bool faulted() const;
    /// Whether a check found more than warnings.
    bool has_fault() const;
    /// Whether it went to its end: counts of another are those of a part.
    bool ended() const { return !faulted() && cut_after == 0; }
    /// What `make()` gives, made once and kept with the run: see Derived::get().
    template <typename Make>
    const auto& derived(std::int64_t key, Make&& make) const {
        return kept.get(key, std::forward<Make>(make));
    }
};

struct Alternation;  // lab/time/alternating.h: two requests timed in turns

// What the screen shows for one request.
struct Result {
    Request request;
    std::optional<Refusal> refusal;
    std::shared_ptr<const Run> picture;                 // counted, traced, at the picture's size
    std::shared_ptr<const Run> counted;                 // at the size asked for; may come later
    std::shared_ptr<const Run> timed;                   // measured, recorded or modelled
    std::vector<std::shared_ptr<const Run>> elsewhere;  // recorded of the same, one a device
    std::shared_ptr<const Alternation> alternated;      // with another request; may be missing
    std::string note;       // counted at a smaller size, and why; empty where all was
    std::string problem;    // what could not be done (a GPU that is lost), one sentence
    bool complete = false;  // nothing more will come
};

}  // namespace lab
