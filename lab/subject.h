// The runnable part of a lesson or file: kernels, their source text, knobs, and a host side that
// records a plan. lesson.h and own/open.h make subjects. Executors, tables and views use only the
// subject, so both kinds look alike.
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

// A knob that changes nothing, and the reason in a sentence.
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
    std::string brief{};  // where there is little room: "Sequential"
    std::string idea;     // the one change that it makes, one sentence
    /// The results that it should give, one sentence, for a program that may be wrong.
    std::string meant{};
    std::string claim;  // title of the stage: "Whole warps finish early"
    /// Its work, if the ladder has kernels with different work: "makes its numbers". Such kernels
    /// are not compared as faster or slower.
    std::string work{};
    /// Source line that the lesson counts, as in the kernel: "part[t] += part[t + d];"
    std::string line{};
    /// File of its kernels, where it is not that of its lesson: one that includes a header of a
    /// library, or that only newer GPUs run.
    std::string source{};
    /// How it opens. Of several, the last whose choice is made holds.
    std::vector<OpeningPlace> opens{};
    /// Name of the kernel for these settings (choices and compile-time knobs select an
    /// instantiation).
    std::function<std::string(const Settings&)> kernel{};
    /// Why this rung can't run these settings; nullopt where it can. Device limits are checked
    /// first.
    std::function<std::optional<Refusal>(const Settings&)> legal{};
    /// Replaces the ladder's members of the same names (see Subject) where set.
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};
    std::function<std::uint64_t(const Settings&)> watch{};
    std::function<double(const Settings&)> roundings{};
    /// 0: the ladder's value. The formula knows no queue at one address, and no parallel waits.
    double modelled_within = 0;
    /// Knobs that only some rungs have (Knob::elsewhere, Knob::only), among them this rung.
    std::vector<const Knob*> takes{};
    /// Knobs that change nothing here.
    std::vector<Idle> without{};
};

// The correct results, computed on the CPU in double.
struct Expected {
    struct Of {
        std::vector<std::uint64_t> elements{};  // compared elements; empty: all
        std::vector<double> values{};
        double relative = 0, absolute = 0;  // |got - value| <= absolute + relative * |value|
    };
    std::vector<Of> results{};  // in the order of Plan::results
    std::string compared_with;  // "sum in double on the CPU, all 260 817 numbers"
    std::string tolerance;      // "17 roundings of 2^-24 each": derived, in words
    bool by_chance = false;     // values are the likeliest ones: no processor made these numbers
};

/// Makes Expected::results by moves: a braced list would copy millions of values.
template <class... Of>
std::vector<Expected::Of> results_of(Of&&... of) {
    std::vector<Expected::Of> all;
    all.reserve(sizeof...(of));
    (all.push_back(std::forward<Of>(of)), ...);
    return all;
}

// A run's inputs by name, as doubles on demand. From the generator, not from device memory.
class Inputs {
public:
    Inputs(const Plan& plan, std::uint64_t seed, Wanted wanted = {})
        : plan_(&plan), seed_(seed), wanted_(std::move(wanted)) {}
    double operator()(std::string_view name, std::uint64_t index) const;
    /// One input by element, for loops over many elements: searches the name once. For one thread;
    /// throws NotWanted as go_on() does.
    std::function<double(std::uint64_t index)> values(std::string_view name) const;
    std::uint64_t seed() const { return seed_; }
    /// For long loops that read no inputs: throws NotWanted once nobody waits for the reference.
    void go_on() const { lab::go_on(wanted_); }

private:
    const Plan* plan_;
    std::uint64_t seed_;
    Wanted wanted_;
};

struct Lesson;
struct OwnFile;

// Bytes of dynamic shared memory that a program allows with cudaFuncSetAttribute.
struct AllowedShared {
    std::int64_t bytes = 0;
    bool exact = false;  // it calls that; else at least CUDA's default
    std::string knob{};  // id of the knob for the launch's bytes
};

// Immutable once made. Missing parts are empty; the functions below then return a default.
struct Subject {
    std::string id;                  // "reduction", or the path of a file as given
    std::string title;               // "Adding many numbers", or the file's name
    std::string source;              // name in the code pane: "reduction.cu"
    const Lesson* lesson = nullptr;  // nullptr for a file
    // For a library (library.h): the lesson with its ladder.
    const Lesson* stands_for = nullptr;
    bool on_processor = false;  // a loop of the processor in place of a kernel

    // For a file: its text (empty for PTX files) and its compiled module. A lesson's are read from
    // assets/ on demand: module_of(), source_of().
    std::string source_text{};
    std::shared_ptr<const simulator::Module> module{};
    std::string key{};  // hash of text and launch; empty for lessons

    std::vector<Rung> rungs{};         // the kernels to choose among
    int rung = 0;                      // the first one shown
    std::vector<const Knob*> knobs{};  // in the order of the controls
    const Knob* size = nullptr;        // x axis of "time by size"
    std::vector<const Knob*> sides{};  // other sides of a box, scaled with the size
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Expected(const Settings&, const Inputs&)> expected{};
    std::function<double(const Settings&)> bytes{}, flops{};
    /// Whether `flops` are operations on integers: then they are no floating-point operations.
    std::function<bool(const Settings&)> on_integers{};
    double modelled_within = 2;
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};
    std::function<double(const Settings&)> roundings{};
    std::function<std::uint64_t(const Settings&)> watch{};
    std::vector<std::string> views{}, ledger{}, cards{};

    /// Settings after a turned knob and the values that follow it; empty: see turned().
    std::function<Settings(const Settings&, const Knob&, std::int64_t)> turn{};
    std::shared_ptr<const OwnFile> own{};     // for a file: own/open.h
    std::vector<const Knob*> launch_knobs{};  // for a file: those that are no arguments
    // For a file. A lesson's program allows what it launches with.
    std::optional<AllowedShared> allowed_shared{};
};

/// Whether both have the same kernels and knobs: the same lesson, or the same file with the same
/// text.
bool same(const Subject*, const Subject*);

/// Whether the subject is about the picture of this view, the first of its views.
bool is_about(const Subject*, std::string_view view);

/// "reduction/sequential": the name in messages and tables.
std::string name_of(const Settings&);
const Rung& rung_of(const Settings&);
/// Name of the file with the kernels of these settings: its rung's, or that of all rungs.
const std::string& source_name(const Settings&);
/// The same of all rungs, each once; the first is that of most.
std::vector<std::string> source_names(const Subject&);
/// The rung's sentences: its intended results, if given, and its idea.
std::string words_about(const Rung&);
const Rung* find_rung(const Subject&, std::string_view id, int* index = nullptr);
const Knob* find_knob(const Subject&, std::string_view id);
/// The first knob of this role, or nullptr.
const Knob* find_role(std::span<const Knob* const>, Knob::Role);
const Knob* find_knob(const Subject&, Knob::Role);

/// The same launch shape at a size that can be drawn.
Settings picture_of(const Settings&);
/// Whether the operations of these settings are on integers.
bool computes_integers(const Settings&);
/// About how many lane-instructions a run has; 0: unknown.
double cost_of(const Settings&);
/// Most roundings of one value on its way to a result; 0: unknown.
double roundings_of(const Settings&);
/// The factor of modelled times that 95 % of this kernel's recorded times are within.
double modelled_within(const Settings&);
/// A larger error hides the differences between most rungs of a ladder.
inline constexpr double farthest_told = 30;
/// Whether a modelled time is useful: not if the formula's error is more than a factor of 30, as
/// for kernels that wait for events it does not model, and not where a clock of the host times.
bool tells_a_time(const Settings&);
/// Why a knob changes nothing at these settings, one sentence; empty where it does. The control
/// stays visible and shows it.
std::string idle_reason(const Settings&, const Knob&);
bool idle(const Settings&, const Knob&);
/// Linear index of the block that a picture shows by default.
std::uint64_t watched_block(const Settings&);

/// Why these settings can't run: a knob out of range, a device limit, or the rung's own reason.
std::optional<Refusal> refusal(const Settings&);

/// Settings with one knob at another value, and the values that follow it. A lesson's size scales
/// its other sides; for a file see own/own_file.h.
Settings turned(const Settings&, const Knob&, std::int64_t value);
/// The same when the user turns the knob: in a lesson, nothing follows.
Settings turned_by_hand(const Settings&, const Knob&, std::int64_t value);

/// The line number of Rung::line in the source text, in the launched kernel; 0 where it is not
/// found.
int counted_line(const Settings&, std::string_view source_text);

/// What times these settings: events, where the subject has no knob for it.
Clock clock_of(const Settings&);
/// Whether such a time holds the whole kernel. A clock of the host that does not wait has only seen
/// the launch: no rate follows from it, and it says nothing about how fast a kernel is.
bool times_kernels(const Settings&);
/// Whether the time of these settings holds copies between host and device. A rate is the program's
/// then, not the kernel's.
bool times_copies(const Settings&);
/// Whether both ask for the same copies and only one's time holds them, since another knob leaves
/// them out: such times are of two kinds.
bool unlike_copies(const Settings&, const Settings&);

/// The plan of these settings, which must not be refused.
Plan plan_of(const Settings&);
/// The element count of the buffer with this name; 0 where there is none, or the settings are
/// refused.
std::uint64_t length_of(const Settings&, std::string_view buffer);

/// Whether two settings of one file's subject give the kernels the same arguments: only the kernel
/// and the launch's shape may differ.
bool same_arguments(const Settings&, const Settings&);

}  // namespace lab
