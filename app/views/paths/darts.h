// The points that threads of a run by chance threw at a square: as a line of the source left them
// in registers, or as they were loaded. The layout of "Dart board"; knows no pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace app {

struct Dart {
    double x = 0, y = 0;
    bool hit = false;  // nearer to the corner than 1
    std::uint64_t block = 0;
    int warp = 0, lane = 0;
    std::int64_t thread = 0, number = 0;  // in the grid; among the points of its thread
    int step = 0;  // of the run, from which on it is there; of other blocks than the shown one -1
    bool first = false;  // to fall on its place
};

struct Darts {
    std::vector<Dart> all;                // in the order in which they were thrown
    std::uint64_t block = 0, blocks = 1;  // shown; those whose points are here
    std::int64_t places = 0;              // points that differ from all others
    bool full = false;                    // later points are missing

    explicit operator bool() const { return !all.empty(); }
};

/// Of the buffers and the line that the lesson names (lab::DartBoard); empty where it names none,
/// or the run left none. Kept with the run.
const Darts& darts(const lab::Run&);

// What lies on the board at a step.
struct OnBoard {
    std::int64_t points = 0, hits = 0;
    std::int64_t places = 0;  // on which they fell

    /// Whether some fell on the same: those say no more of pi than one does.
    bool few_places() const { return places < points; }
    /// Four times their share.
    double pi() const { return points > 0 ? 4 * double(hits) / double(points) : 0; }
};
OnBoard on_board(const Darts&, int step);
/// How far from pi so many points usually are: 4 sqrt(p (1 - p) / n), with p = pi / 4.
double usual_error(std::int64_t points);

}  // namespace app
