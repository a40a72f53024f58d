// Times of all kernels at the same settings, for the card "Kernels compared".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct ComparedBar {
    int rung = 0;                       // kernels first, then libraries
    lab::Settings settings;             // of this bar
    const TimePoint* point = nullptr;   // nullptr: no time
    const TimePoint* second = nullptr;  // time on the second device
    const TimePoint* ghost = nullptr;   // time before the last change of a knob
    bool refused = false;
    std::string_view ended_by{};  // what ended the run: see Series::ended_by
    bool elsewhere = false;       // timed only by another clock
    bool wrong = false;           // timed elsewhere, and the result was wrong
    /// No time, but one with other caches: why, longest first. The same on the second device.
    std::vector<std::string> other_regime{}, second_regime{};
    /// "not recorded with waits forgotten", longest first: for a kernel that was recorded with
    /// another value of one knob.
    std::vector<std::string> unrecorded{};
    std::vector<std::string> no_time{};  // "no time yet", longest first
    /// "1 of 4 096 systems: 3.6 µs", longest first: for a kernel that does another amount of work
    /// than the shown one and so has no bar.
    std::vector<std::string> unlike{};
    /// For a loop on the processor: the source of its time, which is no device of the card. Its row
    /// names it.
    std::optional<TimeSource> own{};
    /// Source of `point`: the card's clock, on any day.
    std::optional<TimeSource> day{};
};

struct ComparedTimes {
    lab::Settings settings;
    std::optional<TimeSource> source, second;
    std::vector<ComparedBar> bars;
    /// The nearest settings with a recorded time, where these have an estimate only.
    std::optional<lab::Settings> recorded{};
    /// "With 2²⁶ keys kernel 5 is ahead of 3: 21.1 against 29.7 ms.", by recordings only: a larger
    /// size at which the shown kernel is ahead. Else the nearest set-up at which it is, or, where
    /// it is ahead here, at which another kernel is.
    std::string larger{};
    /// "5 is ahead here; 6 is as fast at 8 × 16.": replaces the verdict.
    std::string shaped{};
    /// The kernel shown before the last change, where it was another one.
    std::optional<int> before{};
};
ComparedTimes compared_times(const DrawContext& context);
/// Libraries and processor loops beside the ladder at these settings, with their times by these
/// clocks where they have any. The time of a processor loop is by its own clock.
std::vector<ComparedBar> bars_beside(const Series&, const lab::Settings&,
                                     const std::optional<TimeSource>& first,
                                     const std::optional<TimeSource>& second);
/// The bars with a time, a right result and the shown kernel's work, the fastest first.
std::vector<ComparedBar> ranked(const ComparedTimes&);
/// Words of ComparedTimes::larger, for a larger size and for a set-up; words of ::shaped.
std::string larger_words(const Series&, const ComparedTimes&);
std::string setup_words(const Series&, const ComparedTimes&);
std::string shaped_words(const DrawContext&, const ComparedTimes&);
/// The short name of a bar: "3", or "CUB".
std::string number_of(const ComparedBar& bar);
/// The name in a bar's row, as it fits, with the bar's own device where it has one; may be empty.
std::string name_in(const Canvas&, const ComparedBar& bar, float width, const TextStyle&);
/// Words of a row under the mouse: its kernel, its times, or why it has none.
std::string words_of(const ComparedTimes& data, const ComparedBar& bar);

/// "7 is ahead: 1.44 times as fast as 6."; with two devices, the first one's name stands before it.
/// Empty below two times.
std::string verdict_of(const ComparedTimes& data);
/// The same, of compared_times().
std::string who_is_ahead(const DrawContext&);
/// "Recorded with order together: a click goes there.", longest first; empty where nothing was.
std::vector<std::string> recorded_words(const ComparedTimes& data);
/// The time at which bars break. Kernels far slower than all others leave those no length to
/// compare: their bars break, if they are at most half of all. `far`: how many times the next
/// slower time is too long.
double end_of_scale(const ComparedTimes& data, double far);
/// Whether bars are still too short to compare after the break, or too many break: then the scale
/// is logarithmic.
bool far_apart(const ComparedTimes& data, double far);
double shortest_ms(const ComparedTimes& data);
/// The bar that the lengths of broken bars (longer than `whole`) are multiples of: the shown
/// kernel's where it is whole, else the fastest one's, on the same device; nullptr where there is
/// none.
const ComparedBar* measure_of(const ComparedTimes& data, double whole, bool second);
/// "58 × kernel 5": length of a broken bar in bars of measure_of(); longest first, "58 ×" last.
std::vector<std::string> length_words(const ComparedTimes& data, const ComparedBar& bar,
                                      double whole, bool second);
/// The row of the fastest kernel; the shown kernel's where none has a time.
int row_ahead(const ComparedTimes& data);
/// ComparedTimes::before where it is set, else row_ahead().
int row_beside(const ComparedTimes& data);
/// The longest time drawn, ghosts and intervals included.
double longest_ms(const ComparedTimes& data);
/// "µs" where all times have this unit, so that it is written once; else empty.
std::string unit_of_all(const ComparedTimes& data);
/// "3 more above, 1 below: turn the wheel", longest first.
std::vector<std::string> rows_left_out(int above, int below);
/// Height of the card's conclusion below `rows` pixels of rows. Where both do not fit, the
/// conclusion comes first, as rows can be scrolled. 0 where there is nothing to say.
float sentence_height(const ComparedTimes& data, float height, float rows, bool above,
                      const Metrics& m);
/// Draws in a row why its kernel has no bar.
void draw_reason(Canvas& canvas, const ComparedTimes& data, const ComparedBar& bar, Rect row,
                 const Metrics& m);
/// "Kernel 3 → 4, faster: bank conflicts 1 024 → 0": the count that changed most from the kernel
/// before, longest first. "faster", "slower" or "times overlap" stands before it. Where times part,
/// only counts that went the same way, far enough (docs/because.md, 7). Empty where none changed.
std::vector<std::string> cause_words(const DrawContext&, const ComparedTimes&);
/// The card as CSV; the settings that it compares.
std::string compared_numbers(const DrawContext&);
std::vector<lab::Settings> compared_needs(const lab::Settings&);

}  // namespace app
