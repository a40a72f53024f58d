// Knobs, the values they are set to, and why a value can't be: what controls, sweeps, axes and the
// command line derive from.
#pragma once

#include <cstdint>
#include <functional>
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
    // What it stands for in a launch or a problem: nothing else is known of a knob, least of all by
    // its id.
    enum class Role : std::uint8_t {
        other,
        threads,  // of a block of one dimension
        block_x,  // a block's sides
        block_y,
        block_z,
        blocks,   // of the grid
        size,     // of the problem
        side,     // another side of a box, which its size takes along
        repeats,  // how often the whole is done
        pattern,  // the order in which lanes read
        stride,
        offset,
        type,     // of the numbers
        copies,   // whether copies from and to the host are timed too
        variant,  // another named choice beside the ladder
    };
    // Another knob's choice without which this one changes nothing.
    struct Only {
        const Knob* with = nullptr;
        std::int64_t choice = 0;
        std::string why;  // "The stride counts while the reads are strided."
    };
    std::string id;     // "block": what the command line and the JSON say
    std::string title;  // "Threads per block"
    std::string unit;   // "threads", for tooltips and axes
    Kind kind = Kind::integer;
    Role role = Role::other;
    // what may be asked for at all; a rung's `legal` narrows it with a reason
    std::int64_t low = 1, high = 1;
    // where a slider stops, ascending; typed values need not be ticks
    std::vector<std::int64_t> ticks;
    std::int64_t preset = 1;
    bool logarithmic = false;
    /// Of a size: of how many dimensions it is the side. A matrix of n rows has n x n elements.
    int dimensions = 1;
    bool names = false;  // its numbers are names, such as years: written without groups of digits
    // one tick past the device's limit, on purpose: the launch is refused in words
    std::optional<std::int64_t> beyond;
    std::vector<Choice> choices;  // of Kind::choice; the value is an index
    std::string hint;             // one sentence for the tooltip
    /// Of a knob that only those rungs have that name it (Rung::takes): why it changes nothing at
    /// the others. Empty: every rung has it.
    std::string elsewhere;
    std::optional<Only> only;
    /// What a value amounts to, in a few words that stand beside it: of a year, a card. Optional.
    std::function<std::string(std::int64_t)> amounts{};
    /// Whether it is a named choice beside the ladder: access pattern, where the last steps happen.
    bool variant() const;
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
Knob blocks_of_grid(Ticks);     // id "blocks"
/// How many numbers the problem has: its size.
Knob numbers(Ticks, std::string id = "n", std::string title = "Numbers",
             std::string unit = "numbers");
Knob choice(std::string id, std::string title, std::vector<Choice>, Knob::Role = Knob::Role::other);
/// One side of a block, axis 'x', 'y' or 'z': id "block_x" and so on. Their product is refused
/// above the device's limit.
Knob block_side(char axis, Ticks);
/// Any other whole number from `low` to the last tick (or to `high` where that is more).
Knob whole(std::string id, std::string title, std::string unit, Ticks, std::int64_t low = 1,
           std::int64_t high = 0);
/// The same knob with a role, or for those rungs alone that name it in Rung::takes; `why` is what
/// the others say of it.
Knob with_role(Knob, Knob::Role);
Knob at_some_rungs(Knob, std::string why);
/// 'x', 'y' or 'z' of a block's side; 0 of any other knob.
char block_axis(const Knob&);

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
/// Whether both have the same size of the problem, side by side; so have two without any.
bool one_size(const Settings&, const Settings&);

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
