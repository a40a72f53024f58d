// What the formula of modelled times needs of a setting that was recorded, counted once and kept in
// a file: the largest take minutes to count. Written by model_counts, read by model_error.
#pragma once

#include <string>
#include <vector>

#include "lab/settings.h"
#include "lab/time/model.h"

namespace benchmarks {

// Launches of a plan that count alike.
struct CountedLaunch {
    int times = 1;
    lab::ModelledLaunch launch;
};

struct CountedSettings {
    std::string name;               // "reduction/wide block=256 n=1024 ..."
    int clears = 0;                 // timed
    std::vector<double> transfers;  // bytes each
    std::vector<CountedLaunch> launches;
};

/// "lesson/rung knob=value ...", every knob of the lesson.
std::string setting_name(const lab::Settings&);
/// Plays the plan on the simulator. Of many sweeps two or three are played: each launches the same.
CountedSettings counted(const lab::Settings&);

/// One line: name | clears | bytes of transfers | one group for each kind of launch.
std::string line_of(const CountedSettings&);
/// Throws std::runtime_error with the line where it is none.
CountedSettings counted_from(const std::string& line);

/// Predicted milliseconds of the whole plan.
double milliseconds_of(const lab::Card&, const CountedSettings&);

}  // namespace benchmarks
