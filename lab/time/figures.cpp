// Reads the file of courses' figures, and finds recordings of the same. See figures.h.
#include "lab/time/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/source_text.h"
#include "lab/time/compare.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "simulator/read_number.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr std::uint64_t most_figures_bytes = std::uint64_t{1} << 20;
constexpr double most_figure_ms = 1e8;  // as in a recording
constexpr double told_apart = 1.02;     // for others' single measurements

Diagnostic trouble(const std::string& why) { return {0, 0, why}; }

// The text before a mark and after it; all of it before where there is no mark.
std::pair<std::string_view, std::string_view> parted_at(std::string_view text,
                                                        std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == text.npos) return {trimmed(text), {}};
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + mark.size()))};
}

// Reads "37.4 ms" with the given unit.
Outcome<double> number_of(std::string_view text, std::string_view unit) {
    double number = 0;
    const char* last = text.data() + text.size();
    const auto [end, failed] = simulator::read_number(text.data(), last, number);
    const bool read = failed == std::errc{} && trimmed({end, std::size_t(last - end)}) == unit;
    if (read && number > 0 && number <= most_figure_ms) return number;
    return trouble(fmt::format("\"{}\" is not a number above 0 and up to {:g} followed by \"{}\"",
                               text, most_figure_ms, unit));
}

Outcome<Figure::There> there_of(std::string_view line) {
    const auto [numbers, where] = parted_at(line, ":");
    const auto [card, set_up] = parted_at(where, ",");
    if (card.empty())
        return trouble(
            "write a figure as \"37.4 ms, 33.4 ms: CARD, SET-UP\" or \"1.12 times: CARD\"");
    Figure::There there{std::string(card), std::string(set_up)};
    const auto [first, second] = parted_at(numbers, ",");
    if (second.empty()) {
        const auto ratio = number_of(first, "times");
        if (!ratio) return ratio.problem();
        there.ratio = *ratio;
        return there;
    }
    const auto first_ms = number_of(first, "ms"), second_ms = number_of(second, "ms");
    if (!first_ms) return first_ms.problem();
    if (!second_ms) return second_ms.problem();
    there.first_ms = *first_ms;
    there.second_ms = *second_ms;
    there.ratio = *second_ms / *first_ms;
    return there;
}

// Presets of a lesson's rung with these knobs: common ones, then its own.
Outcome<Settings> settings_in(const std::string& lesson, const std::string& shared,
                              const std::string& own) {
    const auto words = words_in(own), both = words_in(shared);
    if (!words) return words.problem();
    if (!both) return both.problem();
    if (words->empty()) return trouble("it names no kernel");
    auto settings = settings_named(lesson + "/" + words->front());
    if (!settings) return settings;
    for (const std::string& word : *both)
        if (auto problem = assign(*settings, word)) return *problem;
    for (std::size_t i = 1; i < words->size(); ++i)
        if (auto problem = assign(*settings, (*words)[i])) return *problem;
    if (const auto refused = refusal(*settings))
        return trouble(fmt::format("{}/{} {} is refused: {}", lesson, own, shared, refused->title));
    return settings;
}

// Reads the lines of a file, block by block.
class FiguresReader {
public:
    explicit FiguresReader(std::string file) : file_(std::move(file)) {}

    std::optional<Diagnostic> line(std::string_view whole) {
        ++number_;
        const std::string_view text = trimmed(whole);
        if (!is_utf8(text)) return at_line("it is not UTF-8");
        if (steers_terminals(text, "\t\r")) return at_line("it has a control character");
        if (text.empty()) return end();
        if (text.starts_with('#')) return std::nullopt;
        if (lesson_.empty()) {
            const auto [lesson, shared] = parted_at(text, " ");
            lesson_ = lesson;
            figure_.shared = shared;
            return std::nullopt;
        }
        return inside(text);
    }

    // Called at the end of a block.
    std::optional<Diagnostic> end() {
        if (lesson_.empty()) return std::nullopt;
        if (figure_.first_words.empty() || figure_.second_words.empty() || figure_.there.empty())
            return at_line("the figure that ends here has no A:, no B: or no measured times");
        figures_.push_back(std::move(figure_));
        figure_ = {};
        lesson_.clear();
        return std::nullopt;
    }

    std::vector<Figure> figures() && { return std::move(figures_); }

private:
    std::optional<Diagnostic> inside(std::string_view text) {
        const auto [word, rest] = parted_at(text, ":");
        if (word == "A") return side(rest, figure_.first, figure_.first_words);
        if (word == "B") return side(rest, figure_.second, figure_.second_words);
        if (word == "unlike") return void(figure_.unlike = rest), std::nullopt;
        if (word == "note") return void(figure_.note = rest), std::nullopt;
        auto there = there_of(text);
        if (!there) return at_line(there.problem().message);
        figure_.there.push_back(std::move(*there));
        return std::nullopt;
    }

    std::optional<Diagnostic> side(std::string_view words, Settings& settings, std::string& kept) {
        kept = words;
        auto named = figure_.unlike.empty() ? settings_in(lesson_, figure_.shared, kept)
                                            : settings_named(lesson_);
        if (!named) return at_line(named.problem().message);
        settings = std::move(*named);
        return std::nullopt;
    }

    Diagnostic at_line(const std::string& why) const {
        return trouble(fmt::format("{}, line {}: {}", file_, number_, why));
    }

    std::string file_, lesson_;
    int number_ = 0;
    Figure figure_;
    std::vector<Figure> figures_;
};

RecordedPair& pair_on(std::vector<RecordedPair>& pairs, const Run& run) {
    const auto known = std::ranges::find(pairs, run.time.device, &RecordedPair::device);
    if (known != pairs.end()) return *known;
    return pairs.emplace_back(RecordedPair{run.time.device, run.device.when, nullptr, nullptr});
}

std::vector<std::shared_ptr<const Run>> right_runs(const Settings& settings) {
    Request asked;
    asked.settings = settings;
    auto runs = recorded_everywhere(asked);
    std::erase_if(runs, [](const auto& run) { return run->verdict.is_wrong(); });
    return runs;
}

// B over A: above 1, B takes longer; 1: too close to tell.
double told_ratio(const Figure::There& there) {
    const bool apart = std::max(there.ratio, 1 / there.ratio) > told_apart;
    return apart ? there.ratio : 1;
}

double told_ratio(const RecordedPair& pair) {
    return parted(pair.first->time, pair.second->time) ? pair.ratio() : 1;
}

std::string longer_words(const Figure& figure, double ratio, std::string_view take) {
    if (ratio == 1) return fmt::format("neither {} longer", take);
    const bool second = ratio > 1;
    return fmt::format("`{}` {} {} times as long as `{}`",
                       second ? figure.second_words : figure.first_words, take,
                       ratio_worded(std::max(ratio, 1 / ratio)),
                       second ? figure.first_words : figure.second_words);
}

int sign_of_order(double ratio) { return ratio > 1 ? 1 : ratio < 1 ? -1 : 0; }

}  // namespace

Outcome<std::vector<Figure>> read_figures(std::string_view text, const std::string& file) {
    FiguresReader reader(file);
    for (const std::string_view line : lines_in(without_mark(text)))
        if (auto problem = reader.line(line)) return *problem;
    if (auto problem = reader.end()) return *problem;
    return std::move(reader).figures();
}

Outcome<std::vector<Figure>> open_figures_file(const std::filesystem::path& path) {
    const auto text = read_file(path, most_figures_bytes);
    if (!text) return text.problem();
    return read_figures(*text, path.filename().string());
}

Outcome<std::vector<Figure>> shipped_figures() {
    const auto path = asset("figures.txt");
    if (!path) return trouble("figures.txt is missing from the program's assets");
    return open_figures_file(*path);
}

double RecordedPair::ratio() const { return second->time.median_ms / first->time.median_ms; }

std::vector<RecordedPair> recorded_pairs(const Figure& figure) {
    std::vector<RecordedPair> pairs;
    if (!figure.unlike.empty()) return pairs;
    for (const auto& run : right_runs(figure.first)) pair_on(pairs, *run).first = run;
    for (const auto& run : right_runs(figure.second)) {
        RecordedPair& pair = pair_on(pairs, *run);
        pair.second = run;
        pair.date = std::max(pair.date, run->device.when);
    }
    return pairs;
}

std::string order_sentence(const Figure& figure, const Figure::There& there,
                           const RecordedPair& pair) {
    if (!pair.whole()) return "";
    const double was = told_ratio(there), is = told_ratio(pair);
    if (sign_of_order(was) == sign_of_order(is)) return "";
    return fmt::format("The order differs: there ({}) {}; here ({}) {}.", there.card,
                       longer_words(figure, was, "took"), pair.device,
                       longer_words(figure, is, "takes"));
}

std::string ratio_worded(double ratio) {
    return fmt::format("{:.{}f}", ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

}  // namespace lab
