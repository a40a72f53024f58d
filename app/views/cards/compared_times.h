// Times of all kernels at the same settings: what "Kernels compared" draws. Called by that card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct ComparedBar {
    int rung = 0;                       // behind the last: a library's
    lab::Settings settings;             // its own
    const TimePoint* point = nullptr;   // nullptr: no time
    const TimePoint* second = nullptr;  // of the device that stands beside
    const TimePoint* ghost = nullptr;   // before the last change of a knob
    bool refused = false;
    std::string_view ended_by{};  // as Series has it
    bool elsewhere = false;       // timed, but by another clock than the shown one
    bool wrong = false;           // and its result differed
    std::string other_regime{};   // why it has no time where it has one with other caches
    std::string second_regime{};  // the same on the second device
    /// "not recorded with waits forgotten", longest first: of a kernel that was recorded with
    /// another value of one knob.
    std::vector<std::string> unrecorded{};
    std::vector<std::string> no_time{};  // "no time yet", longest first
    /// "1 of 4 096 systems: 3.6 µs", of a kernel that does another amount of work than the shown
    /// one: it has no bar.
    std::string unlike{};
    /// Of a loop of the processor: whose time it is, no device's that the card is of. Its row names
    /// it.
    std::optional<TimeSource> own{};
    /// Whose time `point` is: of the card's clock, on whichever day.
    std::optional<TimeSource> day{};
};

struct ComparedTimes {
    lab::Settings settings;
    std::optional<TimeSource> source, second;
    std::vector<ComparedBar> bars;
    /// Where a time of the shown kernel was recorded, while these settings have an estimate alone.
    std::optional<lab::Settings> recorded{};
    /// "With 2²⁶ keys kernel 5 is ahead of 3: 21.1 against 29.7 ms.", by recordings alone: where
    /// the shown kernel is not ahead, and is at a larger size. Else the nearest set-up at which it
    /// is, or at which another one is ahead of it.
    std::string larger{};
    /// "5 is ahead here; 6 is as fast at 8 × 16.", in place of the verdict.
    std::string shaped{};
    /// The kernel of the run before, where it was another of these.
    std::optional<int> before{};
};
ComparedTimes compared_times(const DrawContext& context);
/// What stands beside the ladder at these settings, with its times by those clocks, where it has
/// any; a loop of the processor by its own.
std::vector<ComparedBar> bars_beside(const Series&, const lab::Settings&,
                                     const std::optional<TimeSource>& first,
                                     const std::optional<TimeSource>& second);
/// Those that have a time, no wrong result, and the shown kernel's work, the fastest first.
std::vector<ComparedBar> ranked(const ComparedTimes&);
/// What ComparedTimes::larger says of a larger size, or of another set-up; and ::shaped.
std::string larger_words(const Series&, const ComparedTimes&);
std::string setup_words(const Series&, const ComparedTimes&);
std::string shaped_words(const DrawContext&, const ComparedTimes&);
/// What names a bar in few letters: "3", or "CUB".
std::string number_of(const ComparedBar& bar);
/// The name in its row, as it fits; with its own device where it has one, or empty.
std::string name_in(const Canvas&, const ComparedBar& bar, float width, const TextStyle&);
/// What a row says under the mouse: its kernel, its times, or why it has none.
std::string words_of(const ComparedTimes& data, const ComparedBar& bar);

/// "7 is ahead: 1.44 times as fast as 6.", of two devices with the name of the first before it;
/// empty below two times.
std::string verdict_of(const ComparedTimes& data);
/// "Recorded with order together: a click goes there.", longest first; nothing where no time was.
std::vector<std::string> recorded_words(const ComparedTimes& data);
/// Kernels that take far longer than all others would leave those no length to compare: their bars
/// are broken, as long as they are no more than half of all. The time at which bars break, `far`
/// being how many times as long as the next is too long.
double end_of_scale(const ComparedTimes& data, double far);
/// Whether that leaves some too short to compare all the same, or breaks so many that they are
/// what is compared: then only a logarithm tells them.
bool far_apart(const ComparedTimes& data, double far);
double shortest_ms(const ComparedTimes& data);
/// What the lengths of bars that are longer than `whole`, and so are broken, are told by: the shown
/// kernel where it is not broken itself, else the fastest, on the same device; nullptr where there
/// is none.
const ComparedBar* measure_of(const ComparedTimes& data, double whole, bool second);
/// "58 × kernel 5": how many times as long a broken bar takes as that; longest first, "58 ×" last.
std::vector<std::string> length_words(const ComparedTimes& data, const ComparedBar& bar,
                                      double whole, bool second);
/// The row of the kernel that is ahead; the shown one's where none has a time.
int row_ahead(const ComparedTimes& data);
/// That of the kernel which was shown `before`, else of the one that is ahead.
int row_beside(const ComparedTimes& data);
/// Of all that is drawn in its rows, ghosts and intervals too.
double longest_ms(const ComparedTimes& data);
/// "µs" where all times have it, so that it can be said once; else empty.
std::string unit_of_all(const ComparedTimes& data);
/// "3 more above, 1 below: turn the wheel", longest first.
std::vector<std::string> rows_left_out(int above, int below);
/// Of what the card comes to: below rows that need `rows` of `height`, and where they have too
/// little room before them: rows can be scrolled. 0 where there is nothing to say.
float sentence_height(const ComparedTimes& data, float height, float rows, bool above,
                      const Metrics& m);
/// In a row: why its kernel has no bar.
void draw_reason(Canvas& canvas, const ComparedTimes& data, const ComparedBar& bar, Rect row,
                 const Metrics& m);
/// "Kernel 3 → 4, faster: bank conflicts 1 024 → 0": what moved most from the kernel before,
/// longest first. Whether times part, and which way, stands before it. Where they do, of costs that
/// went the same way, far enough (docs/because.md, 7); nothing where none did.
std::vector<std::string> cause_words(const DrawContext&, const ComparedTimes&);
/// The card as CSV, and the settings that it compares.
std::string compared_numbers(const DrawContext&);
std::vector<lab::Settings> compared_needs(const lab::Settings&);

}  // namespace app
