// What the card "Roofline" draws: a dot for each kernel that has a time, and the rates above them,
// of one device and of one that stands beside it. Called by that card.
#pragma once

#include <optional>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct RooflineDot {
    int rung = 0;
    const TimePoint* point = nullptr;
    TimeSource source{};                   // whose time it is, and of which day
    double high = 0, least = 0, most = 0;  // of the median, and the ends of its interval
    double across = 0;                     // operations a byte, or thousand millions of bytes
    bool doubles = false;                  // of the ladder's: its results are, another flat roof
};

// Up: GFLOP/s over flop a byte, where the lesson computes; GB/s over its bytes, where it does not.
struct RooflineChart {
    lab::Settings settings;
    std::optional<TimeSource> source, second_source;
    std::vector<RooflineDot> dots, second;  // second: of the device that stands beside
    double second_copy = 0;                 // as `copy`, of that device
    bool computes = false;
    double across = 0;  // where the shown kernel stands, and all others with the same work
    double work = 0;    // of the shown kernel, thousand millions of operations or bytes
    double copy = 0;    // GB/s that a copy reaches; 0: not known
    double sheet = 0;   // GB/s of the memory by the data sheet: the roof; 0: not known
    /// Kernels differ in their work: their dots stand side by side, below a flat roof too.
    bool ranged = false;
    double flat = 0, flat_doubles = 0;  // GFLOP/s of multiply-adds, by the data sheet; 0: not known
    double tensor = 0;                  // the same of tensor cores, beside a flat roof
    bool above = false;  // the flat roof is known, and above all that memory lets kernels reach
    std::vector<RooflineDot> path{};  // of the shown kernel, over its repeats
    /// Kernels of other lessons (lab::LessonMore::under_roofs), lesson by lesson: on as many
    /// elements or, of a box, the largest cube of at most as many whose sides are powers of two.
    std::vector<RooflineDot> others{};
    double floor = 0;  // ms of an empty launch; 0: not known

    /// All kernels do as much, and so much for each byte that multiply-adds end before bytes do.
    bool under_flat() const { return flat > 0 && !ranged; }
    bool doubles = false;  // then: of which numbers
    /// GB/s at most: the data sheet's or, where that is not known, a copy's.
    double rate() const { return sheet > 0 ? sheet : copy; }
    double roof(double x) const { return computes ? rate() * x : rate(); }
    /// What a copy reaches, below that.
    double reached(double x) const { return computes ? copy * x : copy; }
    double flat_of(bool doubles) const { return doubles ? flat_doubles : flat; }
    /// What a launch that took no longer than an empty one would reach.
    double over_floor(double x) const {
        if (!(floor > 0)) return 0;
        return (computes ? work : x) / (floor * 1e-3);
    }
    bool modelled() const { return source && source->kind == lab::TimeKind::modelled; }
};

RooflineChart roofline_chart(const DrawContext& context);
/// Whether some kernel computes more for a byte than another, by a hundredth or more.
bool differ_in_work(const lab::Settings& settings);
/// Every kernel at these settings; where kernels differ in their work the shown one over its
/// repeats, and those of other lessons that stand there too: what the card lacks.
std::vector<lab::Settings> roofline_needs(const lab::Settings& settings);

}  // namespace app
