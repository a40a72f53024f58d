// Times that were measured on another machine's GPU, with its name and date: those of
// assets/recordings and of files that were opened beside them. Made by `warplens record` on a
// machine with a GPU; shown, with the badge "recorded", where there is none.
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

/// Reads the recordings that come with the program, which whoever asks first would wait for.
void read_recordings();

/// What was recorded for exactly this plan and this PTX, as a run with verdict, time and launches;
/// nullptr where nothing was. Nothing is interpolated. Where several devices were recorded, those
/// of opened files come first, the last opened before all; then the one with the most runs of that
/// lesson, so that its pictures are of one card; of as many the one with the most lessons, so that
/// a course is; then the newest. Of one device it is the newest run, by its own date, in which a
/// time of day may stand behind the day ("2026-11-29 14:05"); of equal ones that of the first file
/// by name.
std::shared_ptr<const Run> recorded(const Request&);
/// The same of every device, in that order; one a device.
std::vector<std::shared_ptr<const Run>> recorded_everywhere(const Request&);

/// Opens one more recording, for the whole program. Fails with a sentence, and nothing is changed.
/// For its device it comes before all others; a device that is to stand `beside` others comes
/// behind them.
std::optional<simulator::Diagnostic> open_recording(const std::filesystem::path&,
                                                    bool beside = false);

/// From now on recordings of that device come before all others; of none where it is empty.
void prefer_recordings(const std::string& device);

/// The device that a word names: a file that was opened, or "nvidia-h200" of the device with that
/// name. nullopt where nothing of it was recorded.
std::optional<std::string> recorded_device(std::string_view word);

/// The word that names a device in a line of state: the whole path of the file of it that was
/// opened last, "nvidia-h200" of one that every process knows.
std::string word_of_recorded(const std::string& device);

/// Whether that is the file of a recording that was opened.
bool is_opened_recording(const std::filesystem::path&);

/// The fastest copy within the memory of that device of all its recordings, whichever lesson's
/// they are and whichever of them is shown; nullopt where none holds one.
std::optional<Peak> recorded_peak(const std::string& device);

/// How many runs were recorded, by the name of their GPU.
std::map<std::string, std::size_t> recorded_runs();

/// Reads those that were not yet in assets/recordings when these were read: files of a page come
/// one after the other.
void read_recordings_that_came();

/// Problems met while the recordings were read, one sentence a file; a broken file hides nothing
/// else.
const std::vector<std::string>& recording_problems();

}  // namespace lab
