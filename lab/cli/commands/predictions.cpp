// `warplens predictions`: the predictions made before runs, on this computer or by a class whose
// files are given.
#include <algorithm>
#include <map>
#include <ostream>

#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/requests/predictions.h"
#include "lab/words.h"

namespace lab::predictions_command {
namespace {

using Kept = std::vector<KeptPrediction>;

simulator::Outcome<Kept> gathered(const std::vector<std::string>& files) {
    if (files.empty()) return kept_predictions();
    Kept all;
    for (const std::string& file : files) {
        const auto some = kept_predictions(file);
        if (!some) return some.problem();
        all.insert(all.end(), some->begin(), some->end());
    }
    return all;
}

// "12 x 47, 3 x 64": up to three of the most frequent guesses.
std::string most_frequent(const std::map<std::string, int>& guesses) {
    std::vector<std::pair<int, std::string>> by_count;
    for (const auto& [guess, count] : guesses) by_count.emplace_back(-count, guess);
    std::ranges::sort(by_count);
    by_count.resize(std::min<std::size_t>(by_count.size(), 3));
    std::vector<std::string> words;
    for (const auto& [count, guess] : by_count)
        words.push_back(fmt::format("{} x {}", -count, guess));
    return listed(words);
}

std::string summary(const Kept& all) {
    struct Question {
        int answers = 0, right = 0;
        std::string answer;
        std::map<std::string, int> guesses;
    };
    std::map<std::pair<std::string, int>, Question> questions;
    for (const KeptPrediction& one : all) {
        Question& question = questions[{one.lesson, one.question}];
        ++question.answers;
        question.right += one.right;
        question.answer = one.answer;
        ++question.guesses[one.guess];
    }
    Table table({Side::left, Side::right, Side::right, Side::left, Side::left});
    table.row({"question", "guesses", "right", "answer", "guessed most"});
    for (const auto& [of, question] : questions)
        table.row({fmt::format("{} {}", of.first, of.second), std::to_string(question.answers),
                   fmt::format("{:.0f} %", 100. * question.right / question.answers),
                   question.answer, most_frequent(question.guesses)});
    return table.text(0);
}

int predictions(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens predictions",
                       "Summarizes the guesses before runs: on this computer, or in the files "
                       "given.");
    std::vector<std::string> files;
    std::string csv;
    words.add("FILES", files, "files that --csv wrote, of several people: summed up together");
    words.add("--csv", csv, "file for every guess as CSV, - for standard output");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto all = gathered(files);
    if (!all) {
        err << "warplens predictions: " << all.problem().message << '\n';
        return exit_bad_file;
    }
    if (!csv.empty()) return deliver(csv, csv_of(*all), out, err) ? exit_right : exit_bad_file;
    out << (all->empty() ? "No guesses were kept yet.\n" : summary(*all));
    return exit_right;
}

const RegisterCommand registered{
    {.name = "predictions",
     .usage = "predictions [FILE]... [--csv FILE|-]",
     .meaning = "sums up guesses before runs, of one person or of a class",
     .order = 65,
     .run = predictions}};

}  // namespace
}  // namespace lab::predictions_command
