// What few lessons say beside what all of them do (lesson.h): set-ups, launches that do not fit and
// are asked for all the same, how the host's side is written, what is broken on purpose.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/lesson.h"
#include "lab/place.h"
#include "simulator/fault.h"
#include "simulator/order.h"

namespace lab {

// Values of knobs that go together, one click away: those of a course.
struct Setup {
    std::string title;  // "200 × 400"
    std::vector<std::pair<const Knob*, std::int64_t>> values;
    std::string rung{};  // that it is meant for, where the shown one can't run it; else the nearest
};
/// Settings with all of its values, which are refused where they have to be.
Settings with_setup(Settings, const Setup&);

// How the program around a kernel is written: no count and no time of the kernel depends on it.
struct HostStyle {
    bool managed = false;  // memory that goes where it is touched; else calls copy it
    bool looks = true;     // behind each call and launch; else one that did not begin is silent
    bool operator==(const HostStyle&) const = default;
};

// Results whose elements are samples of chance, one a thread: pictures draw where they ended, and
// how their mean settles.
struct Samples {
    std::string noun{};         // "path"; several have an s
    std::string values{};       // the result whose mean is asked for
    std::string along{};        // the result that they are laid out by; empty: by their values
    std::string along_words{};  // what that is: "The first share after a year"
    // What a sample is worth something at: "pays if both shares end between 0.9 and 1.1"; and the
    // bounds of it along that result. Without words there are none.
    std::string worth_words{};
    double worth_from = 0, worth_to = 0;
    std::string worth_of{};  // and how much: "pays 1 in a year: 0.951 today"
    // How a sample came there: the line of the source that gives it its next value along that
    // result, as it stands there, and the value that each begins with. Pictures draw the way of
    // those that were watched. Without a line there is none.
    std::string line{};
    double begins = 0;
    std::string walk_words{};   // what takes that way: "The first share, which begins at 1"
    std::string steps_words{};  // what its steps are: "Steps of the year"
};

// Points that threads throw at a square by chance: pictures draw it as a dart board, with the
// quarter of a circle in it.
struct DartBoard {
    // The line of the source that gives a thread its points' coordinates in registers, x and then
    // y, as it stands there.
    std::string line{};
    std::string x{}, y{};  // and the buffers that a kernel reads them from which draws none
    // The same of a kernel whose coordinates are whole numbers: each stands for the middle of one
    // of so many parts. 0: they are floats.
    std::string whole_line{};
    std::function<double(const Settings&)> parts{};
    std::string hits{};  // the result that says how many lie in the circle
    /// How many of them differ, where threads throw the same ones.
    std::function<std::int64_t(const Settings&)> different{};
};

// A text that lanes read and compare with words, letter by letter: pictures draw the window of it
// that each lane has.
struct Letters {
    std::string text{};  // the buffer that holds it, a byte a letter
    int of_a_word = 0;   // letters
    /// How many letters it has: what lies behind them in the buffer is none of it.
    std::function<std::int64_t(const Settings&)> count{};
};

// Passes of a sort: `first`, and those up to `end`.
struct Passes {
    int first = 0, end = 0;
};

// Keys that are put in order digit by digit, from the lowest: pictures of where values come from
// give each key the colour of the digit that the pass sorts by.
struct SortedKeys {
    std::vector<std::string> buffers{};  // that hold them; what is copied from there is a key too
    std::function<int(const Settings&)> key_bits{}, digit_bits{};
    /// The passes that a launch makes, or prepares; none where it looks at digits of all.
    std::function<Passes(const Settings&, int launch)> passes{};
};

// Words by which blocks tell those behind them what they know, so that nobody waits for a queue:
// pictures show whom a block asked, and what each had said by then.
struct LookBack {
    std::string words{};  // the buffer; of each block as many behind each other
    /// How many; pictures show the first of them. 0 where this kernel does not look back.
    std::function<std::int64_t(const Settings&)> of_block{};
    int shift = 0;                      // bits of a word below those that say how much is known
    std::array<std::string, 3> says{};  // by those: "nothing yet", "its own sum", "all so far"
    std::string about{};                // what the first word is about: "digit 0"; may be empty
};

// What goes on on a GPU while it is looked at, where that is no field of the lesson's own plan: a
// plan whose launches are played over and over, each beginning with what the one before left.
struct LiveBoard {
    std::function<Plan(const Settings&)> plan{};  // with a field, one slice deep
    std::string claim{};                          // the picture's title
};

struct LessonMore {
    std::vector<Setup> setups{};  // in the rail, one click each; recorded too
    /// Whether a picture follows all of its blocks, since it has few, and not one alone.
    bool follows_all_blocks = false;
    /// Whether what a rung refuses, and somebody runs all the same, is run in the weak order: what
    /// goes wrong is not seen in the usual one.
    bool weakly_anyway = false;
    /// Whether it is a warp that waits for another, of its own block or not: of blocks nobody can
    /// say how many depend on others.
    bool waits_by_warp = false;
    /// What is seen where a launch that the device has no room for is run all the same; where this
    /// is empty, it can't be.
    std::string shows_unfit{};
    std::function<HostStyle(const Settings&)> host_style{};
    /// What the host's program says in the line that a kernel is about, where that changes and not
    /// the kernel: "cudaStreamBeginCapture".
    std::function<std::string(const Settings&)> host_words{};
    Samples samples{};       // without `values` where nothing is left to chance
    Letters letters{};       // without `text` where none is read
    DartBoard dart_board{};  // without `line` where no points are thrown
    LiveBoard live_board{};  // without `plan` where there is none
    /// Where cells of shared memory are pairs of numbers: how many cells the second stands behind
    /// the first; 1 where every two neighbours are one. Pictures of where values come from show
    /// both in one cell. 0: they are none.
    std::function<std::int64_t(const Settings&)> pairs_apart{};
    /// Of how many things shared memory holds several numbers, first one of each, then the next of
    /// each: pictures of where values come from show the last of them, in one cell. 0: of none.
    std::function<std::int64_t(const Settings&)> parts_of{};
    /// From which cell of shared memory on a table stands that others are multiplied by: pictures
    /// of where values come from leave it out. 0: there is none.
    std::function<std::int64_t(const Settings&)> table_from{};
    /// What an entry of that table is called, where it is what a kernel is about, and those
    /// pictures show it all the same: "turn". Empty: they leave it out.
    std::function<std::string(const Settings&)> table_words{};
    /// Whether lanes of a warp pass pairs of numbers to each other: first one, then the other.
    std::function<bool(const Settings&)> lanes_pass_pairs{};
    /// Which of a pair stands above: "factor s above term u".
    std::string pair_words{};
    /// Which of several numbers is shown that shared memory has of each thing (parts_of), or a lane
    /// in its registers: "right side of an equation". Empty where there is one.
    std::function<std::string(const Settings&)> part_words{};
    LookBack look_back{};      // without `words` where no block looks back
    SortedKeys sorted_keys{};  // without `buffers` where nothing is sorted
    /// Across which axis a field is cut at first: 0 x, 1 y, 2 z.
    std::function<int(const Settings&)> cut_across = [](const Settings&) { return 2; };
    /// Metrics of Nsight Compute that its card lists before those of counters, where the card knows
    /// them.
    std::vector<std::string> profiled{};
    /// Where kernels are programs of their own and no steps of a ladder: whose two choices are
    /// compared in their place. nullptr: kernels are.
    const Knob* versions = nullptr;
    /// Ids of other lessons whose kernels stand under its roofs too, on as many elements. They say
    /// what must move and what they compute.
    std::vector<std::string> under_roofs{};
};

// What a library does where the lesson has a ladder, or a loop of the processor: timed as kernels
// are, and neither counted nor drawn. How its launches look and in which order they read is its own
// affair.
struct Library {
    std::string id{};     // "cub"
    std::string title{};  // "CUB: DeviceScan"
    std::string brief{};  // in little room: "CUB"
    std::string idea{};   // what it does, a sentence
    /// Records its calls, by Plan::call().
    std::function<void(Plan&, const Settings&)> host{};
    /// Why it has nothing for these settings; nullopt where it has.
    std::function<std::optional<Refusal>(const Settings&)> legal{};
    /// As Lesson::roundings; those where this is not set.
    std::function<double(const Settings&)> roundings{};
    /// Whether its calls are the processor's (Plan::call_here): they are timed wherever the program
    /// runs, on that machine's processor.
    bool on_processor = false;
};

/// Makes it known for a lesson's id, by a static object.
struct RegisterLibrary {
    RegisterLibrary(std::string lesson, Library library);
};

/// The libraries beside a lesson's ladder, by their ids, each as a subject of its own: one kernel,
/// with the lesson's knobs. It can be timed and recorded, and no simulator runs it.
std::vector<std::shared_ptr<const Subject>> libraries_of(const Lesson&);
/// The same knobs at each of them that does not refuse them.
std::vector<Settings> at_libraries(const Settings&);
/// Whether these settings are a library's, or a loop's of the processor.
bool is_library(const Settings&);
/// Whether they are such a loop's.
bool on_processor(const Settings&);

struct Run;
struct Request;
struct LaunchRecord;
struct SampleMean;

/// Makes it known for a lesson's id; a static object in the lesson's own file does it.
struct RegisterMore {
    RegisterMore(std::string lesson, LessonMore more);
};

/// Of a lesson that has none, and of files, all is empty.
const LessonMore& more_of(const Settings&);
const LessonMore& more_of(const Lesson&);
/// The axis across which a field is cut there: the one that was chosen, else the lesson's.
int cut_across(const Settings&, const Place&);
HostStyle host_style(const Settings&);
/// Samples::line as a number; 0 where the source has no such line, or nobody asks for one.
int samples_line(const Settings&, std::string_view source_text);

/// DartBoard::line as a number; 0 where the source has no such line, or nobody asks for one.
int dart_line(const Settings&, std::string_view source_text);

/// Four times the share of hits, of which `hits` were found, with the band that it is in 19 times
/// in 20: points that are thrown again make it no surer.
SampleMean mean_of_points(const Settings&, double hits);

/// The order in which the simulator runs a request, and its seed: the one that was asked for, or
/// that of a lesson where none was: its knobs', or where a refused kernel is run all the same.
std::pair<simulator::Order, std::uint64_t> order_of(const Request&);
/// Blocks of somebody's own kernel that run beside each other where they wait for each other.
constexpr std::uint32_t most_together = 16;
/// Whether somebody's own kernel, run with one block after the other, waited for ever: none runs
/// there before the one that waits has ended.
bool waited_for_later_blocks(const Request&, const std::vector<LaunchRecord>&,
                             const std::vector<simulator::Fault>&);
/// Which blocks are traced, by their linear indices in the grid. The first is the one that pictures
/// speak of; with it all others of a lesson that says so, and of a small grid of somebody's own
/// whose blocks wait for each other: an edge between two is seen where both are traced.
std::vector<std::uint64_t> watched_blocks(const Request&, const Plan&);

// A bug that is there on purpose: whatever a check finds in a run is among these.
struct Bug {
    /// What is found where it shows; the first of them at the lesson's presets, in every order.
    std::vector<simulator::FaultKind> kinds{};
    /// Of the source, as they stand there: where either access is. None of a bug of the host.
    std::vector<std::string> lines{};
    std::vector<std::string> buffers{};  // that it is about; none of a barrier
    /// As they stand in lines of the kernel or of the host's main(): whoever says that it is one of
    /// these is right, too, though a check names where it comes to light, or nothing of the host.
    std::vector<std::string> causes{};
};
/// The numbers of lines that have one of the bug's causes in them, of those from `first` to `last`.
std::vector<int> cause_lines(const Bug&, const std::vector<std::string_view>& lines, int first,
                             int last);

/// Makes it known for a lesson's id; a static object in the lesson's own file does it. All blocks
/// of such a lesson are checked in every run, whichever pictures follow, but where its bugs are the
/// host's.
struct RegisterBugs {
    // Whose the bugs are.
    enum class Of : std::uint8_t { kernels, host };
    /// The bug of these settings; nullopt where they have none.
    using Find = std::function<std::optional<Bug>(const Settings&)>;
    /// The order of blocks and warps that a knob asks for.
    using Ask = std::function<std::pair<simulator::Order, std::uint64_t>(const Settings&)>;
    RegisterBugs(std::string lesson, Find find, Ask order, Of of = Of::kernels);
};

/// Of settings that a lesson declares as broken; else nullopt.
std::optional<Bug> bug_of(const Settings&);
bool is_broken(const Settings&);
/// The other of LessonMore::versions; nullopt where a lesson has none.
std::optional<Settings> other_version(const Settings&);
/// The bug of these settings or, where they have none, of their other version.
std::optional<Bug> hunted_bug(const Settings&);
/// Of a broken program whose bug does not show at these settings: the nearest at which it does, by
/// one knob, rather by the size. nullopt where it shows, or at none of them.
std::optional<Settings> nearest_that_shows(const Settings&);
/// Whether a lesson's kernels are checked in all their blocks.
bool has_bugs(const Settings&);
/// The order that the knobs of a lesson with bugs ask for; else that of one block after the other.
std::pair<simulator::Order, std::uint64_t> asked_order(const Settings&);

/// Whether the plan's step copies an array to the host that nothing has written by then.
bool copies_unwritten(const Plan&, std::size_t step);
/// What the host's side does wrong: copies of what is not there yet, and of a broken program the
/// launch that did not begin, where nobody asks.
std::vector<simulator::Fault> host_faults(const Settings&, const Plan&);

/// Of settings that a launch does not fit at, and that are run all the same (Settings::anyway, or a
/// bug that is there on purpose): why it did not begin. Nothing runs then, and nothing is written.
std::optional<Refusal> unfit_launch(const Settings&);
/// What a program says that looks behind such a launch; nullopt where it began, or where nobody
/// looks.
std::optional<std::string> launch_sentence(const Run&);

}  // namespace lab
