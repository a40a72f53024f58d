// Counts of the recorded settings, for the formula of modelled times. Counted once and stored in a
// file, as the largest take minutes. Written by model_counts, read by model_error.
#pragma once

#include <string>
#include <vector>

#include "lab/settings.h"
#include "lab/time/model.h"

namespace benchmarks {

// Launches of a plan with equal counts.
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
/// Plays the plan on the simulator. Of many sweeps it plays two or three, as all launch the same.
CountedSettings counted(const lab::Settings&);

/// One line: name | clears | bytes of transfers | one group for each kind of launch.
std::string line_of(const CountedSettings&);
/// Throws std::runtime_error with the line if it can't be read.
CountedSettings counted_from(const std::string& line);

/// The modelled milliseconds of the whole plan.
double milliseconds_of(const lab::Card&, const CountedSettings&);

}  // namespace benchmarks
