// What a request runs: kernels, the text that they come from, the knobs that turn them, and a host
// side that records a plan. A lesson makes one of itself (lesson.h), a file another (own/open.h);
// executors, tables and views ask the subject, so that both are shown alike.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/plan.h"
#include "lab/settings.h"
#include "lab/wanted.h"

namespace simulator {
class Module;
}

namespace lab {

// A knob that changes nothing, and the sentence that says why.
struct Idle {
    const Knob* knob;
    std::string why;
};

// How a kernel opens that nobody has turned yet.
struct OpeningPlace {
    std::string chosen{};  // only at this choice of a knob: "version=cured"; empty: at all
    std::string view{};    // id of the picture; empty: the first of the lesson's that fits
    /// Text of the source line whose step is shown, in the kernel or after it, else before it;
    /// empty: the step with most of what the picture shows.
    std::string line{};
    bool at_its_line = false;  // that line is Rung::line
    /// Values of knobs, where the presets do not show what the kernel is about.
    std::vector<std::pair<const Knob*, std::int64_t>> values{};
};

struct Rung {
    std::string id;       // "sequential": command line and JSON
    std::string title;    // "Sequential addressing"
    std::string brief{};  // in little room, where the title is long: "Sequential"
    std::string idea;     // the one thing it changes, one sentence
    /// What its results should be, whatever its lines do: one sentence, of a program that nobody
    /// can take at its word.
    std::string meant{};
    std::string claim;  // the stage's title while it is shown: "Whole warps finish early"
    /// What it does, where others of its ladder do other work: "makes its numbers". Kernels with
    /// another word here are no faster or slower than it: they do something else.
    std::string work{};
    /// Source line that the lesson counts, as it stands in the kernel: "part[t] += part[t + d];"
    std::string line{};
    /// How it opens. Of several, the last whose choice is made holds.
    std::vector<OpeningPlace> opens{};
    /// Name of the kernel for these settings (variants and compile-time knobs choose an
    /// instantiation).
    std::function<std::string(const Settings&)> kernel{};
    /// Why these settings can't be run by this rung; nullopt where they can. Limits of the device
    /// come before it.
    std::function<std::optional<Refusal>(const Settings&)> legal{};
    /// What differs from the ladder's, where it does (Subject's members of the same names).
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};
    std::function<std::uint64_t(const Settings&)> watch{};
    std::function<double(const Settings&)> roundings{};
    /// 0: as its ladder. The formula knows no queue at one address, and no waits side by side.
    double modelled_within = 0;
    /// Knobs that not every rung has (Knob::elsewhere, Knob::only), and this one has.
    std::vector<const Knob*> takes{};
    /// Knobs that change nothing here.
    std::vector<Idle> without{};
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

/// What is expected of each result, moved there: in braces millions of values would be copied.
template <class... Of>
std::vector<Expected::Of> results_of(Of&&... of) {
    std::vector<Expected::Of> all;
    all.reserve(sizeof...(of));
    (all.push_back(std::forward<Of>(of)), ...);
    return all;
}

// The inputs of a run, by name, as doubles on demand: the generator's values, not the device's
// memory.
class Inputs {
public:
    Inputs(const Plan& plan, std::uint64_t seed, Wanted wanted = {})
        : plan_(&plan), seed_(seed), wanted_(std::move(wanted)) {}
    double operator()(std::string_view name, std::uint64_t index) const;
    /// One input by element, for loops over many: finds the name once. For one thread; throws
    /// NotWanted as go_on() does.
    std::function<double(std::uint64_t index)> values(std::string_view name) const;
    std::uint64_t seed() const { return seed_; }
    /// For loops that are long without asking for values: throws NotWanted where nobody waits for
    /// the reference any more.
    void go_on() const { lab::go_on(wanted_); }

private:
    const Plan* plan_;
    std::uint64_t seed_;
    Wanted wanted_;
};

struct Lesson;
struct OwnFile;

// How many bytes of dynamic shared memory a program allows by cudaFuncSetAttribute.
struct AllowedShared {
    std::int64_t bytes = 0;
    bool exact = false;  // it calls that; else as many as CUDA gives without it, or these
    std::string knob{};  // that turns the bytes of the launch
};

// Immutable once made. What a subject has not is left empty; the functions below have a sensible
// answer then.
struct Subject {
    std::string id;                  // "reduction", or the path of a file as it was asked for
    std::string title;               // "Adding many numbers", or the file's name
    std::string source;              // "reduction.cu": what the code pane says
    const Lesson* lesson = nullptr;  // only where there is one
    // Of a library (lesson_more.h): the lesson beside whose ladder it stands.
    const Lesson* stands_for = nullptr;
    bool on_processor = false;  // what stands there is a loop of the processor

    // Of a file: its text (empty where only PTX is known) and what it was compiled to, whose hash
    // is in `key`. A lesson's are read from assets/ when they are asked for: module_of(),
    // source_of().
    std::string source_text{};
    std::shared_ptr<const simulator::Module> module{};
    std::string key{};  // other text, other key; empty for lessons

    std::vector<Rung> rungs{};         // the kernels to choose among
    int rung = 0;                      // the one that it opens with
    std::vector<const Knob*> knobs{};  // in the order of the rail
    const Knob* size = nullptr;        // x axis of "time by size"
    std::vector<const Knob*> sides{};  // other sides of a box, scaled with its size
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Expected(const Settings&, const Inputs&)> expected{};
    std::function<double(const Settings&)> bytes{}, flops{};
    double modelled_within = 2;
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};
    std::function<double(const Settings&)> roundings{};
    std::function<std::uint64_t(const Settings&)> watch{};
    std::vector<std::string> views{}, ledger{}, cards{};

    /// Settings after a knob was turned, with what moves along; not set: see turned().
    std::function<Settings(const Settings&, const Knob&, std::int64_t)> turn{};
    std::shared_ptr<const OwnFile> own{};  // of a file alone: own/open.h
    // Of a file; a lesson's program allows as much as it launches with.
    std::optional<AllowedShared> allowed_shared{};
};

/// Whether both stand for the same kernels and knobs: the same lesson, or the same file with the
/// same text.
bool same(const Subject*, const Subject*);

/// "reduction/sequential": what messages and tables call the kernel of these settings.
std::string name_of(const Settings&);
const Rung& rung_of(const Settings&);
/// What is said of it in words: what it is meant to give, where it says so, and its idea.
std::string words_about(const Rung&);
const Rung* find_rung(const Subject&, std::string_view id, int* index = nullptr);
const Knob* find_knob(const Subject&, std::string_view id);
/// The first knob of this role, or nullptr.
const Knob* find_role(std::span<const Knob* const>, Knob::Role);
const Knob* find_knob(const Subject&, Knob::Role);

/// The same launch shape at a size that can be drawn.
Settings picture_of(const Settings&);
/// Lane-instructions of a run, about; 0 where nobody knows.
double cost_of(const Settings&);
/// Roundings of a value on its longest way to a result; 0 where nobody knows.
double roundings_of(const Settings&);
/// The factor that 95 % of this kernel's recorded times are within of modelled ones.
double modelled_within(const Settings&);
/// Beyond, an error hides what most rungs of a ladder change.
inline constexpr double farthest_told = 30;
/// Whether a modelled time would teach anything: not where the formula is off by more than a factor
/// of 30, as it is of kernels that wait for what it doesn't know.
bool tells_a_time(const Settings&);
/// Why a knob changes nothing at these settings, one sentence; empty where it does. Its control
/// stays visible, with this.
std::string idle_reason(const Settings&, const Knob&);
bool idle(const Settings&, const Knob&);
/// Linear index of the block that a picture follows where none is asked for.
std::uint64_t watched_block(const Settings&);

/// Why these settings can't run: a knob out of its range, a limit of the device, the rung's own
/// reason.
std::optional<Refusal> refusal(const Settings&);

/// Settings with one knob at another value, and what moves along: the size of a lesson takes its
/// other sides, in proportion; of a file, own/own_file.h says what.
Settings turned(const Settings&, const Knob&, std::int64_t value);
/// The same where a person turns it: of a lesson, nothing moves along.
Settings turned_by_hand(const Settings&, const Knob&, std::int64_t value);

/// Where the source text of a subject has Rung::line, in the kernel that these settings launch; 0
/// where it has none.
int counted_line(const Settings&, std::string_view source_text);

/// Plan of these settings. They must not be refused.
Plan plan_of(const Settings&);
/// How many elements the buffer of that name has there; 0 where the plan has none, or the settings
/// are refused.
std::uint64_t length_of(const Settings&, std::string_view buffer);

/// Whether two settings of one file's subject give its kernels the same arguments: they differ at
/// most in the kernel and in the shape of the launch.
bool same_arguments(const Settings&, const Settings&);

}  // namespace lab
