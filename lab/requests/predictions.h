// Predictions that users made before a run, kept as CSV in the settings folder, so that a class can
// look at all answers. Written by the window, read by `warplens predictions`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace lab {

struct KeptPrediction {
    std::string when;    // 2026-11-21
    std::string lesson;  // its id
    int question = 0;    // from 1
    std::string asked;
    std::string guess, answer;  // a number, or the words of a choice
    bool right = false;
    bool operator==(const KeptPrediction&) const = default;
};

/// "32", "4097", "1.04": the stored and displayed form of a guess or an answer.
std::string answer_worded(double value);
/// Whether a guess at a number counts as right: within 5 % of the answer.
bool close_enough(double guess, double answer);

/// Appends to predictions.csv in settings_folder(). Fails with a sentence.
std::optional<simulator::Diagnostic> keep_prediction(const KeptPrediction&);
/// The predictions of a file, or of the settings folder, where a missing file holds none.
simulator::Outcome<std::vector<KeptPrediction>> kept_predictions(
    const std::optional<std::filesystem::path>& file = {});

/// As CSV with a header line.
std::string csv_of(const std::vector<KeptPrediction>&);
/// Fails with a sentence that names the line.
simulator::Outcome<std::vector<KeptPrediction>> read_predictions(std::string_view csv);

}  // namespace lab
