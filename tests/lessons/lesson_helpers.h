// What the tests of lessons share: settings from words, runs, and what is asked of each.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/run.h"

namespace tests {

/// Settings of "reduction/sequential" with values such as "block=100".
lab::Settings asked(const std::string& rung, const std::vector<std::string>& values = {});
/// "reduction/sequential block=100 ...": what a failing test says.
std::string named(const lab::Settings&);
std::shared_ptr<const lab::Run> run(const lab::Settings&, bool trace = false);
/// What a run counts on the line that its kernel names (Rung::line).
simulator::Counters counted_on_line(const lab::Settings&);

/// Every rung of a lesson at its presets, or of all lessons.
std::vector<lab::Settings> rungs_of(const lab::Lesson&);
std::vector<lab::Settings> all_rungs();

/// With the choice of a knob that cures it, where it is broken on purpose.
lab::Settings mended(lab::Settings);

/// Values of a knob that programs get wrong: ends, primes, whole warps and one more or less.
std::vector<std::int64_t> awkward_values(const lab::Knob&);
/// Settings of one rung in which any two awkward values of any two knobs meet, unless counting them
/// takes more than `budget` lane-instructions.
std::vector<lab::Settings> awkward_settings(const lab::Settings& presets, double budget);

/// Words that a refusal must have: what, why, the limit and what was asked of it.
void expect_in_words(const lab::Refusal&, const std::string& name);
/// Of a kernel that is broken on purpose: that its bug is found, and nothing else.
void expect_right(const lab::Run&, const std::string& name);
/// Runs what is legal and expects it right; returns whether it was.
bool expect_right_or_refused(const lab::Settings&);

/// Which elements of a lesson's first result are compared; empty where all are.
std::vector<std::uint64_t> compared_elements(const lab::Settings&);
/// That these are of threads of all lanes, of none much less than of the others.
void expect_all_lanes(const std::vector<std::uint64_t>& threads);

/// For INSTANTIATE_TEST_SUITE_P: a test of its own for each lesson there is.
std::vector<const lab::Lesson*> every_lesson();
std::string lesson_name(const testing::TestParamInfo<const lab::Lesson*>&);

}  // namespace tests
