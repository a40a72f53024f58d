// The points that a run's threads threw at random at a square: as a source line left them in
// registers, or as they were loaded. The layout of "Dart board"; knows no pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace app {

struct Dart {
    double x = 0, y = 0;
    bool hit = false;  // less than 1 from the corner
    std::uint64_t block = 0;
    int warp = 0, lane = 0;
    std::int64_t thread = 0, number = 0;  // in the grid; among its thread's points
    int step = 0;  // from this step of the run on it exists; -1: of another block than the shown
    bool first = false;  // first at its place
};

struct Darts {
    std::vector<Dart> all;                // in the order of the throws
    std::uint64_t block = 0, blocks = 1;  // the shown block; number of blocks with points
    std::int64_t places = 0;              // number of different points
    bool full = false;                    // later points are missing

    explicit operator bool() const { return !all.empty(); }
};

/// From the buffers and the line that the lesson names (lab::DartBoard); empty where it names none,
/// or the run left no points. Kept with the run.
const Darts& darts(const lab::Run&);

// The points on the board at a step.
struct OnBoard {
    std::int64_t points = 0, hits = 0;
    std::int64_t places = 0;  // number of different places

    /// Whether some points share a place: together they tell no more of pi than one.
    bool few_places() const { return places < points; }
    /// Four times the share of hits.
    double pi() const { return points > 0 ? 4 * double(hits) / double(points) : 0; }
};
OnBoard on_board(const Darts&, int step);
/// Usual distance from pi after so many points: 4 sqrt(p (1 - p) / n), with p = pi / 4.
double usual_error(std::int64_t points);

}  // namespace app
