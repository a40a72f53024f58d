// A lesson is one value: what it shows, its ladder of kernels, its knobs, its host side, its truth.
// Menu, controls, sweeps, axes, command line and tests all derive from it; no list of lessons
// stands anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plan.h"
#include "lab/settings.h"

namespace lab {

struct Rung {
    std::string id;     // "sequential": command line and JSON
    std::string title;  // "Sequential addressing"
    std::string idea;   // the one thing it changes, one sentence
    std::string claim;  // the stage's title while it is shown: "Whole warps finish early"
    /// Source line that the lesson counts, as it stands in the kernel: "part[t] += part[t + d];"
    std::string line{};
    /// Name of the kernel for these settings (variants and compile-time knobs choose an
    /// instantiation).
    std::function<std::string(const Settings&)> kernel{};
    /// Why these settings can't be run by this rung; nullopt where they can. Limits of the device
    /// come before it.
    std::function<std::optional<Refusal>(const Settings&)> legal{};
    /// Its own host side where the ladder's does not fit.
    std::function<void(Plan&, const Settings&)> host{};
};

// What the right answer is, computed on the CPU in double.
struct Expected {
    struct Of {
        std::vector<std::uint64_t> elements{};  // which ones; empty: all of them
        std::vector<double> values{};
        double relative = 0, absolute = 0;  // |got - value| <= absolute + relative * |value|
    };
    std::vector<Of> results{};  // in the order of Plan::results
    std::string compared_with;  // "sum in double on the CPU, all 260 817 numbers"
    std::string tolerance;      // "17 roundings of 2^-24 each": derived, in words
};

// The inputs of a run, by name, as doubles on demand: the generator's values, not the device's
// memory.
class Inputs {
public:
    Inputs(const Plan& plan, std::uint64_t seed) : plan_(&plan), seed_(seed) {}
    double operator()(std::string_view name, std::uint64_t index) const;
    /// One input by element, for loops over many: finds the name once.
    std::function<double(std::uint64_t index)> values(std::string_view name) const;
    std::uint64_t seed() const { return seed_; }

private:
    const Plan* plan_;
    std::uint64_t seed_;
};

struct Prediction {
    std::string question;
    std::vector<std::string> choices{};  // empty: a number is asked for
    int right = -1;                      // the right choice
    std::string answer;   // reference of lab/prose.h: the number, or the one that decides
    std::string because;  // a sentence for the reveal, with references
};

struct Lesson {
    std::string id;      // "reduction"
    int number = 0;      // order in the menu
    std::string title;   // "Adding many numbers"
    std::string source;  // "reduction.cu" in kernels/, "reduction.ptx" in assets/ptx
    // one thing to see; the wrong belief it breaks; what to try next
    std::string sees, breaks, next;
    std::vector<Rung> rungs{};
    std::vector<const Knob*> knobs{};  // in the order of the rail
    const Knob* size = nullptr;        // x axis of "time by size"
    std::vector<const Knob*> sides{};  // other sides of a box, scaled with its size
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Expected(const Settings&, const Inputs&)> expected{};
    std::function<double(const Settings&)> bytes{};  // that must move at the least
    std::function<double(const Settings&)> flops{};
    // the same launch shape at a size that can be drawn
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};  // lane-instructions, about
    /// Linear index of the block that a picture follows where none is asked for; 0 where this is
    /// not set.
    std::function<std::uint64_t(const Settings&)> watch{};
    std::vector<std::string> views{};   // ids, the first is what the stage opens with
    std::vector<std::string> ledger{};  // counters that the ledger compares
    /// Why a control changes nothing at these settings, one sentence; empty where it does. It stays
    /// visible, with this.
    std::function<std::string(const Settings&, const Knob&)> idle{};
    std::vector<Prediction> predictions{};
};

/// Makes `lesson` known; a static object in its own file does it.
struct RegisterLesson {
    explicit RegisterLesson(Lesson lesson);
};

/// All lessons, by number.
std::span<const Lesson* const> lessons();
const Lesson* find_lesson(std::string_view id);
const Rung* find_rung(const Lesson&, std::string_view id, int* index = nullptr);
const Knob* find_knob(const Lesson&, std::string_view id);

/// Why these settings can't run: a knob out of its range, a limit of the device, the rung's own
/// reason.
std::optional<Refusal> refusal(const Settings&);

/// Settings with one knob at another value. A lesson's size takes its other sides along, in
/// proportion.
Settings turned(const Settings&, const Knob&, std::int64_t value);

/// Where the source text of a lesson has Rung::line, in the kernel that these settings launch; 0
/// where it has none.
int counted_line(const Settings&, std::string_view source_text);

/// Plan of these settings. They must not be refused.
Plan plan_of(const Settings&);

}  // namespace lab
