// A lesson is one value: what it shows, its ladder of kernels, its knobs, its host side, its truth.
// Menu, controls, sweeps, axes, command line and tests all derive from it; no list of lessons
// stands anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/subject.h"

namespace lab {

// What can be chosen before a run: right where the answer is below `below`, and not below that of
// the choice before.
struct AnswerChoice {
    std::string words;
    double below = std::numeric_limits<double>::infinity();
    std::string reason{};  // why it may be so; optional
    /// "128: one for each lane".
    std::string whole() const { return reason.empty() ? words : words + ": " + reason; }
};

// A number that stands beside the question, as a bar: what the guess can be measured by.
struct KnownNumber {
    std::string words;   // "Stride 1"
    std::string answer;  // a reference
};

// What is asked before a run. References are those of lab/reference.h.
struct Prediction {
    std::string question;
    std::vector<AnswerChoice> choices{};  // in order of their answers; empty: a number is asked for
    std::string answer;                   // a reference: the number, or the one that decides
    std::string unit{};                   // of the number: "sectors"
    double most = 0;                      // where a number's axis ends; it begins at 0
    std::vector<KnownNumber> known{};
    std::string because;  // a sentence for the reveal, with references
    // The picture in which that is seen, where its kernel opens with another one.
    std::string seen_in{};
    /// Whether a clock decides, not a count.
    bool of_time() const;
};
/// The choice that a number makes right; -1 where a number was asked for.
int right_choice(const Prediction&, double answer);

// What a menu groups lessons by, in the order in which they are taught.
enum class Chapter : std::uint8_t {
    first_steps,
    memory,
    adding_and_scanning,
    matrices_and_equations,
    chance_time_and_faults,
};
std::string_view title_of(Chapter chapter);

struct Lesson {
    // Members that may be left out say what stands for them; missing_in() names the others.
    std::string id;  // "reduction"
    int number = 0;  // orders the lessons of a chapter
    Chapter chapter = Chapter::first_steps;
    std::string title;   // "Adding many numbers"
    std::string source;  // "reduction.cu" in kernels/, "reduction.ptx" in assets/ptx
    // one thing to see; the wrong belief it breaks; what to try next
    std::string sees, breaks, next;
    std::vector<const Knob*> next_turns{};  // knobs that `next` asks to turn
    std::vector<Rung> rungs{};
    std::vector<const Knob*> knobs{};  // in the order of the rail
    // x axis of "time by size", and other sides of a box, scaled with it: the knobs of those roles
    const Knob* size = nullptr;
    std::vector<const Knob*> sides{};
    std::function<void(Plan&, const Settings&)> host{};
    std::function<Expected(const Settings&, const Inputs&)> expected{};
    std::function<double(const Settings&)> bytes{};  // that must move at the least
    std::function<double(const Settings&)> flops{};
    /// Whether these operations are on integers; not set: on reals.
    std::function<bool(const Settings&)> on_integers{};
    /// 95 % of its recorded times are within this factor of modelled ones: benchmarks/model_error.
    double modelled_within = 2;
    /// The same launch shape at a size that can be drawn; as it is where this is not set.
    std::function<Settings(Settings)> picture{};
    std::function<double(const Settings&)> cost{};  // lane-instructions, about
    /// How often a value is rounded on its longest way to a result; for `expected` to ask, by
    /// roundings_of().
    std::function<double(const Settings&)> roundings{};
    /// Linear index of the block that a picture follows where none is asked for; 0 where this is
    /// not set.
    std::function<std::uint64_t(const Settings&)> watch{};
    std::vector<std::string> views{};   // ids, the first is what the stage opens with
    std::vector<std::string> ledger{};  // counters that the ledger compares
    /// Ids of the cards that stand first below the stage; the others follow in their own order.
    std::vector<std::string> cards{};
    std::vector<Prediction> predictions{};
};

/// Makes `lesson` known; a static object in its own file does it. One that can't be run, since it
/// has no rung or no host, is left out of lessons(); lesson_problems() says so.
struct RegisterLesson {
    explicit RegisterLesson(Lesson lesson);
};

/// All lessons, by chapter and number.
std::span<const Lesson* const> lessons();
const Lesson* find_lesson(std::string_view id);
const Rung* find_rung(const Lesson&, std::string_view id, int* index = nullptr);
const Knob* find_knob(const Lesson&, std::string_view id);
/// The first knob of this role, or nullptr.
const Knob* find_knob(const Lesson&, Knob::Role);

/// What a lesson lacks, a sentence each: "Lesson histogram has no expected: the right answer...".
std::vector<std::string> missing_in(const Lesson&);
/// What the lessons that registered themselves lack.
struct LessonProblem {
    std::string lesson, sentence;
};
const std::vector<LessonProblem>& lesson_problems();

/// What requests name when they run this lesson: made once for each that is registered.
std::shared_ptr<const Subject> subject_of(const Lesson&);

}  // namespace lab
