// Times that were measured on another machine's GPU, with its name and date: from assets/recordings
// and from opened files. Made by `warplens record` on a machine with a GPU; shown with the badge
// "recorded" where there is none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/time/recording.h"

namespace lab {

/// Reads the shipped recordings now, so that the first query does not wait.
void read_recordings();

/// The recorded run for exactly this plan and PTX, with verdict, time and launches; nullptr where
/// there is none. Nothing is interpolated. Of several devices, those of opened files come first,
/// the last opened before all. Then the device with the most runs of the lesson, so that one card
/// fills its pictures. Then the most lessons, so that one card fills a course. Then the newest. Of
/// one device, the newest run by its own date, which may have a time of day ("2026-11-29 14:05").
/// Of equal dates, the first file by name.
std::shared_ptr<const Run> recorded(const Request&);
/// The same for all devices in that order, one run a device.
std::vector<std::shared_ptr<const Run>> recorded_everywhere(const Request&);

/// Opens one more recording, for the whole program. Fails with a sentence and changes nothing. It
/// comes before all others of its device. With `beside`, its device comes after the others.
std::optional<simulator::Diagnostic> open_recording(const std::filesystem::path&,
                                                    bool beside = false);

/// Puts recordings of that device before all others; empty: no preference.
void prefer_recordings(const std::string& device);

/// The device that a word names: an opened file, or "nvidia-h200" for the device of that name.
/// nullopt where nothing was recorded on it.
std::optional<std::string> recorded_device(std::string_view word);

/// The word for a device in a line of state: the full path of its last opened file, or
/// "nvidia-h200" for a shipped device.
std::string word_of_recorded(const std::string& device);

/// Whether the path is that of an opened recording.
bool is_opened_recording(const std::filesystem::path&);

/// The fastest copy within that device's memory in all its recordings, of any lesson, shown or not;
/// nullopt where none has one.
std::optional<Peak> recorded_peak(const std::string& device);

/// The number of recorded runs, by GPU name.
std::map<std::string, std::size_t> recorded_runs();

/// Reads files that were missing in assets/recordings before: in a web page, files arrive one after
/// the other.
void read_recordings_that_came();

/// Problems in reading recordings, one sentence for each file. Other files are read all the same.
const std::vector<std::string>& recording_problems();

}  // namespace lab
