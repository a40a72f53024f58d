// A recording: the times of one lesson on one device, as a file that anyone can open. The format
// stands in docs/recording.md. Used by recordings.h, which finds a run in all of them, and by the
// commands record and merge.
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

// The most bytes a second that were measured on a device, read and written together.
struct Peak {
    double gigabytes = 0;
    std::string of;  // "a copy of 1 GiB"
};

// By what a recorded run is found: hashes of its plan, and of its kernels' PTX without source
// lines.
struct RunKey {
    std::string plan, ptx;
    auto operator<=>(const RunKey&) const = default;
};
RunKey key_of(const simulator::Module&, const Plan&);

struct RecordedRun {
    std::string rung, settings;  // settings: an object as JSON text
    RunKey key;
    Verdict verdict;
    Time cold, warm;                          // warm: kind none where it wasn't measured
    std::vector<double> launches, transfers;  // ms each
    std::string date;                         // the day; as the file's one while it is empty
    std::vector<StepSpan> spans{};            // of a plan in streams
    std::string on{};                         // its device; the file's one while it is empty
};

struct Recording {
    std::string lesson, device, driver, toolkit, date;
    std::optional<Peak> copy;
    Floor floor;
    std::vector<RecordedRun> runs;
};

/// What is kept of a measured run of a lesson.
RecordedRun recorded_run(const Run& measured);

/// A run's own device, or its file's.
const std::string& device_of(const RecordedRun&, const Recording&);
/// A run's own day, or its file's.
const std::string& date_of(const RecordedRun&, const Recording&);
/// Names the day of each run that lacks one: the file's may then go on.
void keep_dates(Recording&);

/// As the text of a file, a run a line.
std::string text_of(const Recording&);

/// Reads a file's text. Fails with a sentence where it is no recording, one of a later version, or
/// damaged: where a median or interval is not that of its samples, where a number is one that no
/// clock shows, where it is nested deeper than a recording is, where a word could steer a terminal
/// or a device has a name that can't be used.
simulator::Outcome<Recording> read_recording(std::string_view text, const std::string& file);

/// The same of a file, of 64 MiB at most.
simulator::Outcome<Recording> open_recording_file(const std::filesystem::path&);

/// Why a file that was opened is of no lesson here: there is none of its name, or that has no such
/// kernels.
std::optional<std::string> of_no_lesson(const Recording&);

/// One recording of what several hold: runs of the same plan and PTX are taken from the one of the
/// latest date, of equal ones from the last. Fails where they are of different lessons or devices.
simulator::Outcome<Recording> merged(const std::vector<Recording>& parts);

/// "nvidia-h200": a device's name as files and words of the command line have it.
std::string device_word(std::string_view name);
/// "reduction.nvidia-h200.json"
std::string file_name_of(const Recording&);

}  // namespace lab
