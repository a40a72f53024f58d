// The content of the card "Roofline": a dot for each timed kernel and the limits above the dots,
// for one device and for a second one beside it. Called by that card.
#pragma once

#include <optional>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct RooflineDot {
    int rung = 0;
    const TimePoint* point = nullptr;
    TimeSource source{};                   // device and day of its time
    double high = 0, least = 0, most = 0;  // of the median, and of the ends of its interval
    double across = 0;                     // operations a byte, or gigabytes
    bool doubles = false;                  // its results are doubles: another flat roof
};

// GFLOP/s over operations a byte where the lesson computes, else GB/s over gigabytes.
struct RooflineChart {
    lab::Settings settings;
    std::optional<TimeSource> source, second_source;
    std::vector<RooflineDot> dots, second;  // second: of the second device
    double second_copy = 0;                 // `copy` of the second device
    bool computes = false;
    double across = 0;  // of the shown kernel, and of all with the same work
    double work = 0;    // of the shown kernel: 10^9 operations or bytes
    double copy = 0;    // GB/s of a copy; 0: not known
    double sheet = 0;   // GB/s of memory by the data sheet; 0: not known
    /// Kernels differ in their work: dots have different places, also below a flat roof.
    bool ranged = false;
    double flat = 0, flat_doubles = 0;  // GFLOP/s of multiply-adds, by the data sheet; 0: not known
    double tensor = 0;                  // the same for tensor cores, beside a flat roof
    bool above = false;                 // the flat roof is known, and above all that memory allows
    std::vector<RooflineDot> path{};    // of the shown kernel, for each value of its repeats
    /// Kernels of other lessons (lab::UnderRoofs), by lesson, for as many elements.
    /// For a box: the largest cube of at most as many, whose sides are powers of two.
    std::vector<RooflineDot> others{};
    double floor = 0;  // ms of an empty launch; 0: not known

    /// All kernels have the same work, with so many operations a byte that arithmetic is the limit.
    bool under_flat() const { return flat > 0 && !ranged; }
    bool doubles = false;  // of under_flat(): multiply-adds of doubles
    /// The memory's limit in GB/s: the data sheet's, else a copy's.
    double rate() const { return sheet > 0 ? sheet : copy; }
    double roof(double x) const { return computes ? rate() * x : rate(); }
    /// The rate that a copy reaches, below the roof.
    double reached(double x) const { return computes ? copy * x : copy; }
    double flat_of(bool doubles) const { return doubles ? flat_doubles : flat; }
    /// The rate of a launch that takes as long as an empty launch; 0: not known.
    double over_floor(double x) const {
        if (!(floor > 0)) return 0;
        return (computes ? work : x) / (floor * 1e-3);
    }
    bool modelled() const { return source && source->kind == lab::TimeKind::modelled; }
};

RooflineChart roofline_chart(const DrawContext& context);
/// Whether kernels differ in operations per byte by a hundredth or more.
bool differ_in_work(const lab::Settings& settings);
/// The times that the card needs: every kernel at these settings. Where kernels differ in their
/// work also the shown kernel for each value of its repeats, and the kernels of other lessons.
std::vector<lab::Settings> roofline_needs(const lab::Settings& settings);

}  // namespace app
