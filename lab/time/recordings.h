// Times that were measured on another machine's GPU, with its name and date:
// assets/recordings/*.json. Made by `warplens record` on a machine with a GPU; shown, with the
// badge "recorded", where there is none.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lab/run.h"

namespace lab {

/// What was recorded for exactly this plan and this PTX, as a run with verdict, time and launches;
/// nullptr where nothing was. Nothing is interpolated. Where several devices were recorded the
/// newest counts.
std::shared_ptr<const Run> recorded(const Request&);

// The most bytes a second that were measured on a device, read and written together.
struct Peak {
    double gigabytes = 0;
    std::string of;  // "a copy of 1 GiB"
};

/// The rate of a copy within the memory of that device, where its recordings hold one.
std::optional<Peak> recorded_peak(const std::string& device);

/// One file's worth of runs, as JSON text: at least one, all of one device.
std::string recording_text(const std::vector<std::shared_ptr<const Run>>& runs,
                           const std::string& date, const std::optional<Peak>& copy = {});

/// How many runs were recorded, by the name of their GPU.
std::map<std::string, std::size_t> recorded_runs();

/// Problems met while the recordings were read, one sentence a file; a broken file hides nothing
/// else.
const std::vector<std::string>& recording_problems();

}  // namespace lab
