// What differs between two settings, in words, and whether their counts may stand side by side.
// Called by the sentence after a change, by cards with what was before, and by two in step.
#pragma once

#include <string>

#include "lab/settings.h"

namespace app {

/// A value in words: a number, a power of two as one; of a choice its title, which stands on its
/// button.
std::string titled_value(const lab::Knob&, std::int64_t value);
/// Whether a knob says how large the problem is: the size, or another side of a box.
bool is_side(const lab::Subject&, const lab::Knob&);

/// How many things differ: a kernel, a text, a knob; a box's sides, and a block's, are one.
int things_turned(const lab::Settings& before, const lab::Settings& now);

/// Whether another size is asked for and something else is turned as well: nothing of two such runs
/// is compared, neither by a sentence nor in a picture.
bool more_than_the_size(const lab::Settings& before, const lab::Settings& now);

/// What was turned between two settings: "Kernel 2 → 3", "The file's text", "Kernel 2 → 3, Threads
/// per block 256 → 512"; of more than two things "and 1 more". Empty where nothing was.
std::string change_words(const lab::Settings& before, const lab::Settings& now);
/// What tells settings apart from others of the same subject, in little room: "block 256",
/// "kernel 2", "the text before"; "before" where it is more than one thing.
std::string difference_words(const lab::Settings& of, const lab::Settings& other);

/// What these settings have set otherwise than their subject's presets, the size left out: "Threads
/// per block 512, Stride 8"; empty where nothing is.
std::string set_words(const lab::Settings& settings);
/// How many elements these settings have: the size, to the power of its dimensions, times the other
/// sides of a box; 1 where there is no size.
double elements_of(const lab::Settings& settings);

/// How many problems of that size are solved: the knob of Knob::Role::repeats, where the kernel has
/// a use for it; else 1.
std::int64_t problems_of(const lab::Settings& settings);
/// The knob that says so, where one of two kernels has a use for it and the other solves one
/// problem alone: their counts and times are of another amount of work. nullptr where both do as
/// much.
const lab::Knob* unequal_work(const lab::Settings& a, const lab::Settings& b);
/// Whether the kernels of one ladder do other work by their own words (lab::Rung::work): neither is
/// faster than the other.
bool other_work(const lab::Settings& a, const lab::Settings& b);
/// "1 of 4 096 systems", of settings that do less than others do at the same knobs, or "4 096
/// systems"; empty where both do as much.
std::string work_words(const lab::Settings& of, const lab::Settings& other);

/// Whether runs at `of_before` and `of_now` have what was turned between two settings as it was
/// asked for: of fewer arrays than that, as many times more tell nothing.
bool turned_as_asked(const lab::Settings& before, const lab::Settings& now,
                     const lab::Settings& of_before, const lab::Settings& of_now);

/// "Only the size changed, 2²⁰ → 2²² numbers".
std::string growth_words(const lab::Settings& before, const lab::Settings& now);

}  // namespace app
