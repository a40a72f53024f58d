// The result of a request: immutable, made by an executor, read by all views, plots, tables and the
// JSON.
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
#include "simulator/printed.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/line_values.h"
#include "simulator/watch/trace.h"

namespace lab {

// Machine code for this machine's GPU, in place of the PTX that its driver compiles. Made by
// lab/compiler/native.h, loaded by lab/cuda.
struct MachineCode {
    std::string image;     // a cubin
    std::string by;        // the compiler: "nvcc 12.8"
    std::uint64_t of = 0;  // Module::hash() of the PTX in whose place it is loaded
};

// What a compiler made of one kernel; 0 where it is not known.
struct CodeFigures {
    std::string kernel;
    int registers = 0;               // of a thread
    std::uint64_t shared_bytes = 0;  // of a block, of a size known at compile time
    std::uint64_t local_bytes = 0;   // of a thread
    std::uint64_t code_bytes = 0;    // instructions
    bool operator==(const CodeFigures&) const = default;
};

struct Request {
    Settings settings;  // with lesson and rung
    std::uint64_t seed = 1;
    simulator::Order order = simulator::Order::sequential;
    std::uint64_t order_seed = 0;  // for Order::shuffled and Order::weak
    /// Linear indices of traced blocks; empty: the lesson's choice.
    std::vector<std::uint64_t> watched{};
    /// Code for this GPU, loaded in place of the PTX; nullptr: the driver compiles the PTX.
    std::shared_ptr<const MachineCode> machine_code{};
    bool operator==(const Request&) const = default;
};

struct Device {
    std::string kind;          // "sim", "gpu" or "cpu"
    std::string name;          // "simulator", "NVIDIA H200", "AMD EPYC 9654"
    std::string driver, when;  // of recorded runs; `when` is a date
};

struct LaunchRecord {
    std::string kernel;
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    simulator::Counters counters;
    double milliseconds = 0;         // measured or modelled; 0: neither
    std::uint64_t longest_warp = 0;  // most warp instructions of one warp; 0: unknown
    /// A call of a library: it launches its own kernels, so grid, block and shared memory are not
    /// known.
    bool of_library = false;
};

// A timed copy between host and device, a prefetch, or a read by the host.
struct TransferRecord {
    std::string buffer;
    Transfer::Way way = Transfer::Way::to_device;
    std::uint64_t bytes = 0;
    double milliseconds = 0;  // measured or modelled; 0: neither
    Transfer::Means means = Transfer::Means::copy;
};
// When a timed step ran, counted from the begin of the time.
struct StepSpan {
    double begin_ms = 0, end_ms = 0;
    bool operator==(const StepSpan&) const = default;
};
/// The timed transfers of a plan, in step order, with times 0.
std::vector<TransferRecord> timed_transfers(const Plan&);
/// The bytes that copies and prefetches name: reads by the host carry nothing by themselves.
std::uint64_t copied_bytes(const std::vector<TransferRecord>&);
/// The destination of a transfer: "device" or "host".
const char* name_of(Transfer::Way);
/// "copy", "prefetch" or "read".
const char* name_of(Transfer::Means);

struct Verdict {
    bool ok = false;
    bool checked = false;    // false until results are compared
    bool by_chance = false;  // compared with the likeliest result
    std::string compared_with, tolerance;
    double worst_error = 0, worst_of = 0;  // worst_of: the expected value there
    std::uint64_t wrong = 0, compared = 0;
    std::uint64_t infinite = 0;  // of those compared: the same infinity expected and found
    std::string buffer;          // of the first wrong element
    std::uint64_t element = 0;
    double expected = 0, found = 0;
    /// It was compared and differs.
    bool is_wrong() const { return checked && !ok; }
};

// The mean of samples. mean +- half is the 95 % interval: half is 1.96 s / sqrt(n), with s from n -
// 1 degrees of freedom; 0 for fewer than two samples. Units are those of the samples.
struct SampleMean {
    std::uint64_t samples = 0;
    double mean = 0, half = 0;
};

enum class TimeKind : std::uint8_t { none, measured, recorded, modelled };
/// The name in JSON, CSV and badges.
constexpr std::string_view name_of(TimeKind kind) {
    constexpr std::string_view names[] = {"none", "measured", "recorded", "modelled"};
    return names[static_cast<std::size_t>(kind)];
}

// What the caches hold when a time begins: nothing of this run, or the last round's data.
enum class Regime : std::uint8_t { cold, warm };
constexpr std::string_view name_of(Regime regime) {
    return regime == Regime::cold ? "cold" : "warm";
}

// The conditions of a measurement; empty or 0 where they were not read.
struct Circumstances {
    unsigned megahertz_before = 0, megahertz_after = 0;  // of the SMs
    double watts = 0;                                    // at the end
    unsigned celsius = 0;
    std::string driver, toolkit;  // driver version; toolkit that made the PTX: "CUDA 13.0"
    std::string criterion;        // the rule that ended sampling
    int rounds = 1;               // back to back between two events; one sample is their mean
};

struct Time {
    TimeKind kind = TimeKind::none;
    // 95 % interval of the median; modelled: the formula's error
    double median_ms = 0, low_ms = 0, high_ms = 0;
    std::vector<double> samples;  // ms, all that count
    std::string conditions;       // "cold caches, 1980 MHz, 40 samples"
    std::string device;
    double floor_ms = 0;  // an empty kernel on that device, in the same regime
    Regime regime = Regime::cold;
    Circumstances circumstances{};
};

// Includes steps that the plan does not time.
struct Simulated {
    std::uint64_t lane_instructions = 0, warp_instructions = 0;
    double seconds = 0;
};

// The values of a field after a launch.
struct FieldShot {
    int launch = 0;  // -1: as the host filled it
    std::string title;
    Dim3 shape;
    std::vector<float> values;  // x fastest
};

// The values of one of the plan's results after a traced run, where it is small enough to draw.
struct ResultShot {
    std::string buffer;
    std::vector<float> values{};
};

// A few numbers about one array after a run of a user's kernel. They tell whether two kernels, or
// two block shapes, did the same work.
struct ArrayResult {
    std::string array;
    simulator::Type type{};
    std::uint64_t count = 0;
    std::uint64_t hash = 0;  // integers: of all bits; floats: of the elements that are not finite
    double length = 0;       // floats: square root of the sum of squares
    std::array<double, 4> sums{};  // floats: sums with signs from a hash of the index
};

// The shape of a buffer in the plan, such as a matrix or a field.
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
    // Of each timed step of a plan in streams. From a separate run, of the same kind as the time.
    // May be empty.
    std::vector<StepSpan> spans;
    simulator::Counters counters;
    std::vector<simulator::UnitCount> instruction_mix;  // of all launches
    std::vector<simulator::LineCounters> lines, ptx_lines;
    simulator::AtPtxLevel at_ptx_level{};
    std::vector<simulator::Fault> faults;
    Verdict verdict;
    std::vector<ArrayResult> left;  // for a user's own kernel that ran to its end
    SampleMean sample_mean;         // of lab::Samples::values, over all; no samples: none named
    Time time;
    Time repeated;  // many rounds back to back, warm; kind none where not measured
    Simulated simulated;
    std::shared_ptr<const simulator::Trace> trace;
    std::shared_ptr<const simulator::Flow> flow;
    std::shared_ptr<const simulator::LineValues> line_values;  // of Samples::line; may be null
    std::vector<simulator::Step> steps;  // of the watched block, all launches; for the transport
    std::vector<FieldShot> fields;
    std::vector<ShapeRecord> shapes;
    std::vector<ResultShot> results;
    std::string source_text, ptx_text;                  // what the code pane shows
    std::string printed;                                // by printf in kernels
    std::vector<simulator::PrintedCall> printed_calls;  // who printed which part of it
    Derived kept;                                       // see derived()
    // lane-instructions at which it was cut; 0: it ended by itself
    std::uint64_t cut_after = 0;
    // races were searched in all blocks, not only in the watched blocks
    bool looked_everywhere = false;
    /// Whether a simulator counted it. The processor and a GPU alone count nothing.
    bool counted() const;
    bool faulted() const;
    /// Whether a check found an error, not only warnings.
    bool has_fault() const;
    /// Whether it ran to its end. If not, its counts are those of a part.
    bool ended() const { return !faulted() && cut_after == 0; }
    /// The value of `make()`, made once and kept with the run: see Derived::get().
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
    std::shared_ptr<const Run> picture;                 // counted and traced, at the picture's size
    std::shared_ptr<const Run> counted;                 // at the requested size; may come later
    std::shared_ptr<const Run> timed;                   // measured, recorded or modelled
    std::vector<std::shared_ptr<const Run>> elsewhere;  // recordings of this request, one a device
    std::shared_ptr<const Alternation> alternated;      // with another request; may be null
    std::string note;       // why it was counted at a smaller size; empty where it was not
    std::string problem;    // a failure in one sentence, such as a lost GPU
    bool complete = false;  // nothing more will come
};

}  // namespace lab
