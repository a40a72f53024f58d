// Knobs, their values, and why a value is refused. Controls, sweeps, axes and the command line
// derive from them.
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

// A quantity that the user can change. Lessons keep knobs as static objects, so that a typo does
// not compile.
struct Knob {
    enum class Kind : std::uint8_t { integer, choice };
    // The meaning of a knob in a launch or a problem. Code asks for the role, never for an id.
    enum class Role : std::uint8_t {
        other,
        threads,  // of a one-dimensional block
        block_x,  // sides of a block
        block_y,
        block_z,
        blocks,   // of the grid
        size,     // of the problem
        side,     // another side of a box, scaled with the size
        repeats,  // how often the whole work is repeated
        pattern,  // the order in which lanes read
        stride,
        offset,
        type,     // of the numbers
        copies,   // whether copies from and to the host are timed
        clock,    // what times the work: its choices stand in the order of Clock
        variant,  // another named choice beside the ladder
    };
    // Another knob's value, without which this knob changes nothing.
    struct Only {
        const Knob* with = nullptr;
        std::int64_t choice = 0;
        std::string why;       // "The stride has an effect only on strided reads."
        bool or_more = false;  // whether larger values serve as well
    };
    std::string id;     // "block": on the command line and in the JSON
    std::string title;  // "Threads per block"
    std::string unit;   // "threads", for tooltips and axes
    Kind kind = Kind::integer;
    Role role = Role::other;
    // the allowed range; a rung's `legal` narrows it and says why
    std::int64_t low = 1, high = 1;
    // stops of the slider, ascending; typed values may lie between
    std::vector<std::int64_t> ticks;
    std::int64_t preset = 1;
    bool logarithmic = false;
    /// For a size: the number of dimensions. A matrix of n rows has n x n elements.
    int dimensions = 1;
    bool names = false;  // the numbers are names, such as years: no groups of digits
    // a value above the device's limit, on purpose: its launch is refused with a reason
    std::optional<std::int64_t> beyond;
    std::vector<Choice> choices;  // for Kind::choice; the value is an index
    std::string hint;             // one sentence for the tooltip
    /// Why the knob changes nothing at rungs without it (Rung::takes names the rungs that have it).
    /// Empty: all rungs have it.
    std::string elsewhere;
    std::optional<Only> only;
    /// A few words beside a value, such as the card of a year. Optional.
    std::function<std::string(std::int64_t)> amounts{};
    /// Whether it is a named choice beside the ladder, such as the access pattern.
    bool variant() const;
};

struct Ticks {  // named arguments of the functions below
    std::vector<std::int64_t> ticks;
    // further stops, such as 100 and 192 among powers of two
    std::vector<std::int64_t> also{};
    std::optional<std::int64_t> preset;  // nullopt: the middle tick
    std::optional<std::int64_t> beyond{};
};

// both ends included: powers_of_two(32, 1024)
std::vector<std::int64_t> powers_of_two(std::int64_t low, std::int64_t high);
Knob threads_per_block(Ticks);  // id "block"
Knob blocks_of_grid(Ticks);     // id "blocks"
/// How many numbers the problem has; its role is size.
Knob numbers(Ticks, std::string id = "n", std::string title = "Numbers",
             std::string unit = "numbers");
Knob choice(std::string id, std::string title, std::vector<Choice>, Knob::Role = Knob::Role::other);
/// One side of a block, axis 'x', 'y' or 'z', with id "block_x" and so on. A block with more
/// threads than the device's limit is refused.
Knob block_side(char axis, Ticks);
/// Any other whole number, from `low` to the last tick, or to `high` where it is larger.
Knob whole(std::string id, std::string title, std::string unit, Ticks, std::int64_t low = 1,
           std::int64_t high = 0);
/// The same knob with a role; or only for rungs that name it in Rung::takes. Other rungs show
/// `why`.
Knob with_role(Knob, Knob::Role);
Knob at_some_rungs(Knob, std::string why);
/// 'x', 'y' or 'z' for a block's side; 0 for any other knob.
char block_axis(const Knob&);

struct Lesson;
struct Subject;

// Values of a subject's knobs and the rung. A value type, to compare, keep and undo.
class Settings {
public:
    Settings() = default;
    /// The subject's presets, at its first rung.
    explicit Settings(std::shared_ptr<const Subject>);
    explicit Settings(const Lesson&);

    std::int64_t operator[](const Knob& knob) const;
    void set(const Knob& knob, std::int64_t value) { values_[knob.id] = value; }
    const std::map<std::string, std::int64_t, std::less<>>& values() const { return values_; }

    int rung = 0;
    std::shared_ptr<const Subject> subject{};
    /// The subject's lesson, or nullptr.
    const Lesson* lesson() const;
    /// Runs settings that a rung refuses but that would start (Refusal::shows). Here the wrong
    /// result is the lesson.
    bool anyway = false;
    /// The launched kernel for these settings: plain name, or beginning of the mangled name.
    std::string kernel() const;
    bool operator==(const Settings&) const;

private:
    std::map<std::string, std::int64_t, std::less<>> values_;
};

/// The problem's size in words; `number` formats the numbers: "1 048 576 elements", "128 x 128 x 64
/// points". Empty where the subject has no size.
std::string size_words(const Settings&, std::string (*number)(std::int64_t));
/// The same without the unit: "128 x 128 x 64".
std::string size_numbers(const Settings&, std::string (*number)(std::int64_t));
/// Whether all sides of both problems are equal. True where neither has a size.
bool one_size(const Settings&, const Settings&);

/// How many blocks of `block` threads cover `n`; 0 for block < 1.
inline std::int64_t blocks_for(std::int64_t n, std::int64_t block) {
    return block < 1 ? 0 : (n + block - 1) / block;
}

// The reason why settings can't run. Decided before any launch, so without a GPU.
struct Refusal {
    std::string title;       // "This block does not fit: 2048 threads, and the limit is 1024"
    std::string why;         // two sentences
    std::string limit_name;  // "threads per block"
    std::optional<double> limit{};  // nullopt: no number, as where a power of two is needed
    std::string needed{};           // then "power of two", if limit_name is one of threads
    double asked = 0;
    std::string knob;                 // id of the knob to turn; empty: none
    std::optional<std::int64_t> use;  // the value that fits best
    // "cudaErrorInvalidConfiguration (9): invalid configuration argument"; empty where CUDA reports
    // no error
    std::string cuda_error;
    /// The effect of a run with Settings::anyway, which lifts this refusal: "Every third number is
    /// lost". The verdict then says wrong, as expected. Empty where it can't run at all.
    std::string shows;
};

}  // namespace lab
