// One line of CSV for each guess.
#include "lab/requests/predictions.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/words.h"
#include "platform/files.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr const char* predictions_file = "predictions.csv";
constexpr std::uint64_t most_kept_bytes = 64 << 20;
constexpr std::string_view heading = "when,lesson,question,asked,guess,answer,right\n";
constexpr std::size_t fields_a_line = 7;

std::string kept_line(const KeptPrediction& one) {
    return csv_line({one.when, one.lesson, std::to_string(one.question), one.asked, one.guess,
                     one.answer, one.right ? "yes" : "no"});
}

// The fields of the line at the front of `csv`, which is then taken off; a field may be in quotes,
// and hold commas and line ends there.
std::vector<std::string> take_csv_line(std::string_view& csv) {
    std::vector<std::string> fields(1);
    bool inside = false;
    std::size_t at = 0;
    for (; at < csv.size() && (inside || csv[at] != '\n'); ++at) {
        const char c = csv[at];
        const bool doubled = inside && c == '"' && at + 1 < csv.size() && csv[at + 1] == '"';
        if (doubled)
            fields.back() += csv[++at];
        else if (c == '"')
            inside = !inside;
        else if (c == ',' && !inside)
            fields.emplace_back();
        else if (c != '\r' || inside)
            fields.back() += c;
    }
    csv.remove_prefix(std::min(at + 1, csv.size()));
    return fields;
}

std::optional<KeptPrediction> read_fields(const std::vector<std::string>& fields) {
    if (fields.size() != fields_a_line) return std::nullopt;
    KeptPrediction one{fields[0], fields[1],         0, fields[3], fields[4],
                       fields[5], fields[6] == "yes"};
    const char* end = fields[2].data() + fields[2].size();
    const auto [rest, failed] = std::from_chars(fields[2].data(), end, one.question);
    if (failed != std::errc{} || rest != end || one.question < 1) return std::nullopt;
    return one;
}

}  // namespace

std::string answer_worded(double value) {
    if (value == std::floor(value) && std::fabs(value) < 1e15)
        return grouped(static_cast<std::int64_t>(value));
    return value < 99.95 ? fmt::format("{:.2f}", value) : fmt::format("{:.0f}", value);
}

bool close_enough(double guess, double answer) {
    return std::fabs(guess - answer) <= std::fabs(answer) / 20;
}

std::optional<Diagnostic> keep_prediction(const KeptPrediction& one) {
    const auto folder = settings_folder();
    if (!folder)
        return Diagnostic{
            0, 0, "Guesses can't be kept: neither HOME nor XDG_CONFIG_HOME heading a folder."};
    const std::filesystem::path path = *folder / predictions_file;
    std::string text(heading);
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
        const auto before = read_file(path, most_kept_bytes);
        if (!before) return before.problem();
        text = *before;
    }
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    if (platform::make_folder(*folder).empty() && !write_file(path, text + kept_line(one)))
        return std::nullopt;
    return Diagnostic{0, 0,
                      fmt::format("Guesses can't be kept: {} may not be written.", path.string())};
}

Outcome<std::vector<KeptPrediction>> kept_predictions(
    const std::optional<std::filesystem::path>& file) {
    std::error_code failed;
    const auto folder = settings_folder();
    if (!file && (!folder || !std::filesystem::exists(*folder / predictions_file, failed)))
        return std::vector<KeptPrediction>{};
    const auto text = read_file(file ? *file : *folder / predictions_file, most_kept_bytes);
    if (!text) return text.problem();
    auto all = read_predictions(*text);
    if (all || !file) return all;
    return Diagnostic{all.problem().line, 0, file->string() + ": " + all.problem().message};
}

std::string csv_of(const std::vector<KeptPrediction>& all) {
    std::string text(heading);
    for (const KeptPrediction& one : all) text += kept_line(one);
    return text;
}

Outcome<std::vector<KeptPrediction>> read_predictions(std::string_view csv) {
    std::vector<KeptPrediction> all;
    for (int line = 1; !csv.empty(); ++line) {
        const std::vector<std::string> fields = take_csv_line(csv);
        if (fields == std::vector<std::string>{""} || (line == 1 && fields[0] == "when")) continue;
        const auto one = read_fields(fields);
        if (!one)
            return Diagnostic{
                line, 0,
                fmt::format("Entry {} of the guesses can't be read: it needs {} fields, "
                            "the third of them a number.",
                            line, fields_a_line)};
        all.push_back(*one);
    }
    return all;
}

}  // namespace lab
