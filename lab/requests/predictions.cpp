// Writes one CSV line for each prediction.
#include "lab/requests/predictions.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/problem.h"
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
constexpr int most_questions = 100;  // of a lesson

std::string kept_line(const KeptPrediction& one) {
    return csv_line({one.when, one.lesson, std::to_string(one.question), one.asked, one.guess,
                     one.answer, one.right ? "yes" : "no"});
}

// Removes the first line of `csv` and returns its fields. Quoted fields may contain commas and line
// ends.
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

// Why a field is dangerous: a terminal would obey it, or a spreadsheet compute it.
std::string harm_in(const std::string& field) {
    if (!is_utf8(field)) return "it is not UTF-8";
    // A question may have several lines.
    if (steers_terminals(field, "\n")) return "it has a control character";
    const bool formula =
        !field.empty() && std::string_view("=+-@").find(field[0]) != std::string_view::npos;
    return formula ? fmt::format("a field begins with {}, as a formula does", field[0]) : "";
}

// Why the fields are no prediction; empty where they are: `one` is then set.
std::string read_fields(const std::vector<std::string>& fields, KeptPrediction& one) {
    if (fields.size() != fields_a_line)
        return fmt::format("it has {} fields, but needs {}", fields.size(), fields_a_line);
    for (const std::string& field : fields)
        if (const std::string harm = harm_in(field); !harm.empty()) return harm;
    one = {fields[0], fields[1], 0, fields[3], fields[4], fields[5], fields[6] == "yes"};
    const char* end = fields[2].data() + fields[2].size();
    const auto [rest, failed] = std::from_chars(fields[2].data(), end, one.question);
    if (failed != std::errc{} || rest != end || one.question < 1 || one.question > most_questions)
        return fmt::format("the third field must be the question's number, from 1 to {}",
                           most_questions);
    return one.right || fields[6] == "no" ? "" : "the last field must be yes or no";
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
            0, 0, "Guesses can't be saved: neither HOME nor XDG_CONFIG_HOME names a folder."};
    const std::filesystem::path path = *folder / predictions_file;
    std::string text(heading);
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
        const auto before = read_file(path, most_kept_bytes);
        if (!before) return before.problem();
        text = *before;
    }
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    if (const std::string why = platform::make_folder(*folder); !why.empty())
        return problem_of("Guesses can't be saved: " + why);
    if (const auto problem = write_file(path, text + kept_line(one)))
        return problem_of("Guesses can't be saved: " + problem->message);
    return std::nullopt;
}

Outcome<std::vector<KeptPrediction>> kept_predictions(
    const std::optional<std::filesystem::path>& file) {
    std::error_code failed;
    const auto folder = settings_folder();
    if (!file && (!folder || !std::filesystem::exists(*folder / predictions_file, failed)))
        return std::vector<KeptPrediction>{};
    const std::filesystem::path path = file ? *file : *folder / predictions_file;
    const auto text = read_file(path, most_kept_bytes);
    if (!text) return text.problem();
    auto all = read_predictions(*text);
    if (all) return all;
    return Diagnostic{all.problem().line, 0, path.string() + ": " + all.problem().message};
}

std::string csv_of(const std::vector<KeptPrediction>& all) {
    std::string text(heading);
    for (const KeptPrediction& one : all) text += kept_line(one);
    return text;
}

Outcome<std::vector<KeptPrediction>> read_predictions(std::string_view csv) {
    std::vector<KeptPrediction> all;
    csv = without_mark(csv);
    for (int line = 1; !csv.empty(); ++line) {
        const std::vector<std::string> fields = take_csv_line(csv);
        if (fields == std::vector<std::string>{""} || (line == 1 && fields[0] == "when")) continue;
        KeptPrediction one;
        if (const std::string why = read_fields(fields, one); !why.empty())
            return Diagnostic{line, 0,
                              fmt::format("Entry {} of the guesses can't be read: {}.", line, why)};
        all.push_back(one);
    }
    return all;
}

}  // namespace lab
