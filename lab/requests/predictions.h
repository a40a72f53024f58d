// Guesses that were made before a run, kept as CSV in the settings folder, so that a class's
// answers can be looked at together. Written by the window, read by `warplens predictions`.
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
    int question = 0;    // from 1 on
    std::string asked;
    std::string guess, answer;  // a number, or the words of a choice
    bool right = false;
    bool operator==(const KeptPrediction&) const = default;
};

/// "32", "4097", "1.04": a guess and an answer as they are kept and shown.
std::string answer_worded(double value);
/// Whether a guess at a number is as good as right: within a twentieth of it.
bool close_enough(double guess, double answer);

/// Adds one to predictions.csv of settings_folder(); fails with a sentence.
std::optional<simulator::Diagnostic> keep_prediction(const KeptPrediction&);
/// Those of a file, or of the one in the settings folder. A missing one of those holds none.
simulator::Outcome<std::vector<KeptPrediction>> kept_predictions(
    const std::optional<std::filesystem::path>& file = {});

/// With a line of names above them.
std::string csv_of(const std::vector<KeptPrediction>&);
/// Fails with a sentence that names the line.
simulator::Outcome<std::vector<KeptPrediction>> read_predictions(std::string_view csv);

}  // namespace lab
