// Knobs, the values they are set to, and why a value can't be: what controls, sweeps, axes and the
// command line derive from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace lab {

using simulator::Dim3;
using simulator::Type;

struct Choice {
    std::string id, title;
    std::string meaning;  // one sentence, for the tooltip
};

// One thing that a person can change. Lessons hold knobs as static objects, so that a typo does not
// compile.
struct Knob {
    enum class Kind : std::uint8_t { integer, choice };
    std::string id;     // "block": what the command line and the JSON say
    std::string title;  // "Threads per block"
    std::string unit;   // "threads", for tooltips and axes
    Kind kind = Kind::integer;
    // what may be asked for at all; a rung's `legal` narrows it with a reason
    std::int64_t low = 1, high = 1;
    // where a slider stops, ascending; typed values need not be ticks
    std::vector<std::int64_t> ticks;
    std::int64_t preset = 1;
    bool logarithmic = false;
    // one tick past the device's limit, on purpose: the launch is refused in words
    std::optional<std::int64_t> beyond;
    std::vector<Choice> choices;  // of Kind::choice; the value is an index
    // a named choice beside the ladder (access pattern, where the last steps happen)
    bool variant = false;
    std::string hint;  // one sentence for the tooltip
};

struct Ticks {  // designated-initialiser arguments of the factories below
    std::vector<std::int64_t> ticks;
    // further legal stops, such as 100 and 192 among powers of two
    std::vector<std::int64_t> also{};
    std::optional<std::int64_t> preset;  // nothing: the middle tick
    std::optional<std::int64_t> beyond{};
};

// by value: powers_of_two(32, 1024)
std::vector<std::int64_t> powers_of_two(std::int64_t low, std::int64_t high);
Knob threads_per_block(Ticks);  // id "block"
Knob numbers(Ticks, std::string id = "n", std::string title = "Numbers",
             std::string unit = "numbers");
Knob choice(std::string id, std::string title, std::vector<Choice>, bool variant = false);
/// One side of a block, axis 'x', 'y' or 'z': id "block_x" and so on. Their product is refused
/// above the device's limit.
Knob block_side(char axis, Ticks);
/// Any other whole number from `low` to the last tick (or to `high` where that is more).
Knob whole(std::string id, std::string title, std::string unit, Ticks, std::int64_t low = 1,
           std::int64_t high = 0);

struct Lesson;
struct Subject;

// Values of a subject's knobs, with the rung they are for. A value type: compare, keep, undo.
class Settings {
public:
    Settings() = default;
    /// A subject's presets, at its first rung.
    explicit Settings(std::shared_ptr<const Subject>);
    explicit Settings(const Lesson&);

    std::int64_t operator[](const Knob& knob) const;
    void set(const Knob& knob, std::int64_t value) { values_[knob.id] = value; }
    const std::map<std::string, std::int64_t, std::less<>>& values() const { return values_; }

    int rung = 0;
    std::shared_ptr<const Subject> subject{};
    /// The subject's lesson; nullptr where it has none.
    const Lesson* lesson() const;
    /// Runs what a rung refuses although it would start (Refusal::shows): the wrong result is the
    /// lesson then.
    bool anyway = false;
    /// Name of the kernel that the rung launches for these settings (mangled beginning or plain).
    std::string kernel() const;
    bool operator==(const Settings&) const;

private:
    std::map<std::string, std::int64_t, std::less<>> values_;
};

/// The size of the problem in words, as `number` writes numbers: "1 048 576 elements",
/// "128 x 128 x 64 points"; empty where the subject has none.
std::string size_words(const Settings&, std::string (*number)(std::int64_t));

/// How many blocks of `block` threads cover `n`.
inline std::int64_t blocks_for(std::int64_t n, std::int64_t block) {
    return block < 1 ? 0 : (n + block - 1) / block;
}

// Why something can't be run: made before any launch, so it needs no GPU.
struct Refusal {
    std::string title;       // "This block does not fit: 2048 threads, and the limit is 1024"
    std::string why;         // two sentences
    std::string limit_name;  // "threads per block"
    std::optional<double> limit{};  // none where no single number is: a power of two is needed
    double asked = 0;
    std::string knob;                 // id of the knob to turn, empty where none
    std::optional<std::int64_t> use;  // value that fits best
    // "cudaErrorInvalidConfiguration (9): invalid configuration argument"; empty where CUDA would
    // not object
    std::string cuda_error;
    /// What is seen if it is run all the same ("Every third number is lost"): Settings::anyway
    /// lifts this refusal, and the verdict says wrong, as expected. Empty where it can't be run at
    /// all.
    std::string shows;
};

}  // namespace lab
