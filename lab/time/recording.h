// A recording: the times of one lesson on one device, in a file that anyone can open.
// docs/recording.md describes the format. Used by recordings.h, which finds a run among all
// recordings, and by the commands record and merge.
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"
#include "lab/time/measure.h"

namespace lab {

// The highest rate measured on a device, bytes read plus written.
struct Peak {
    double gigabytes = 0;
    std::string of;  // "a copy of 1 GiB"
};

// The key of a recorded run: hashes of its plan, and of its kernels' PTX without source lines.
struct RunKey {
    std::string plan, ptx;
    auto operator<=>(const RunKey&) const = default;
};
RunKey key_of(const simulator::Module&, const Plan&);

struct RecordedRun {
    std::string rung, settings;  // settings: an object as JSON text
    RunKey key;
    Verdict verdict;
    Time cold, warm;                          // warm: kind none where not measured
    std::vector<double> launches, transfers;  // ms each
    std::string date;                         // day of the run; empty: the file's day
    std::vector<StepSpan> spans{};            // for a plan in streams
    std::string on{};                         // device of the run; empty: the file's device
};

struct Recording {
    std::string lesson, device, driver, toolkit, date;
    std::optional<Peak> copy;
    Floor floor;
    std::vector<RecordedRun> runs;
};

/// The recorded part of a measured run of a lesson.
RecordedRun recorded_run(const Run& measured);

/// The run's own device, or its file's.
const std::string& device_of(const RecordedRun&, const Recording&);
/// The run's own day, or its file's.
const std::string& date_of(const RecordedRun&, const Recording&);
/// Sets the day of each run that lacks one, so that the file's day may change.
void keep_dates(Recording&);

/// The text of a file, one line for each run.
std::string text_of(const Recording&);

/// Reads a file's text. Fails with a sentence if it is no recording, is of a later version, or is
/// damaged: a median or interval differs from that of its samples, a number can't be a time, the
/// nesting is deeper than a recording's, a word could steer a terminal, or a device's name can't be
/// used.
simulator::Outcome<Recording> read_recording(std::string_view text, const std::string& file);

/// The same from a file of at most 64 MiB.
simulator::Outcome<Recording> open_recording_file(const std::filesystem::path&);

/// Why an opened file fits no lesson: no lesson has its name, or the lesson lacks its kernels.
/// nullopt where it fits.
std::optional<std::string> of_no_lesson(const Recording&);

/// Merges several recordings. Of runs with the same plan and PTX, the latest date wins; of equal
/// dates the last. Fails for different lessons or devices.
simulator::Outcome<Recording> merged(const std::vector<Recording>& parts);

/// "nvidia-h200": a device's name in file names and on the command line.
std::string device_word(std::string_view name);
/// "reduction.nvidia-h200.json"
std::string file_name_of(const Recording&);

}  // namespace lab
