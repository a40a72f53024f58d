// The difference of two settings in words, and whether their counts can be compared. Called by the
// sentence after a change, by cards with the result before, and by two in step.
#pragma once

#include <string>

#include "lab/settings.h"

namespace app {

/// A value in words: a number, a power of two as a power; of a choice the title on its button.
std::string titled_value(const lab::Knob&, std::int64_t value);
/// Whether a knob is the size, or another side of a box.
bool is_side(const lab::Subject&, const lab::Knob&);

/// The number of differences: a kernel, a text, a knob; the sides of a box, or of a block, count as
/// one.
int things_turned(const lab::Settings& before, const lab::Settings& now);

/// Whether the size changed and something else too: then no sentence and no picture compares the
/// runs.
bool more_than_the_size(const lab::Settings& before, const lab::Settings& now);

/// The changes between two settings: "Kernel 2 → 3", "The file's text", "Kernel 2 → 3, Threads per
/// block 256 → 512"; for more than two "and 1 more". Empty where there is none.
std::string change_words(const lab::Settings& before, const lab::Settings& now);
// How settings differ from others of the same subject: in one thing, or in several.
struct Difference {
    enum class Kind : std::uint8_t { several, text, kernel, knob };
    Kind kind = Kind::several;
    std::string name{};        // of the thing: "kernel", "block", "stride"
    std::string value{};       // "2", "32 × 4", "8"
    bool choice = false;       // a knob's value with a name: "strided"
    bool value_first = false;  // "double numbers" of the knob "Numbers are"

    /// A short name of the settings beside the others: "block 256", "kernel 2", "the text before";
    /// "before" where several things differ.
    std::string words() const;
};
Difference difference(const lab::Settings& of, const lab::Settings& other);

/// The settings that are not their subject's presets, without the size: "Threads per block 512,
/// Stride 8"; empty where there are none.
std::string set_words(const lab::Settings& settings);
/// The number of elements: the size to the power of its dimensions, times the other sides of a box;
/// 1 where there is no size.
double elements_of(const lab::Settings& settings);

/// The number of problems of that size: the knob of Knob::Role::repeats, where the kernel uses it;
/// else 1.
std::int64_t problems_of(const lab::Settings& settings);
/// The knob for the number of problems, where one kernel uses it and the other solves a single
/// problem: their counts and times are of different amounts of work. nullptr where both do the same
/// amount.
const lab::Knob* unequal_work(const lab::Settings& a, const lab::Settings& b);
/// Whether the kernels of one ladder do other work by their own words (lab::Rung::work): then
/// neither is faster than the other.
bool other_work(const lab::Settings& a, const lab::Settings& b);
/// "1 of 4 096 systems" for settings that do less work than `other` at the same knobs, else "4 096
/// systems"; empty where both do the same amount.
std::string work_words(const lab::Settings& of, const lab::Settings& other);

/// Whether two runs, at `of_before` and `of_now`, contain the change between the settings as it was
/// asked for. Runs on fewer arrays, for instance, tell nothing about more arrays.
bool turned_as_asked(const lab::Settings& before, const lab::Settings& now,
                     const lab::Settings& of_before, const lab::Settings& of_now);

/// "Only the size changed, 2²⁰ → 2²² numbers".
std::string growth_words(const lab::Settings& before, const lab::Settings& now);

}  // namespace app
