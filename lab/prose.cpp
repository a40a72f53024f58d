// Lessons' texts, and the numbers that runs fill into them.
#include "lab/prose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/simulation.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

Diagnostic problem(std::string message) { return {0, 0, std::move(message)}; }

std::vector<std::string> split(std::string_view text, std::string_view separators) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        if (end > at) parts.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

// LESSON/RUNG and knob=value. What is not said is set as a picture's is; what is said stays.
Outcome<Settings> settings_of(std::string_view asked) {
    const std::vector<std::string> words = split(asked, " ");
    if (words.empty()) return problem("A reference begins with LESSON/RUNG.");
    auto settings = settings_named(words[0]);
    if (!settings) return settings.problem();
    settings = picture_of(*settings);
    for (std::size_t i = 1; i < words.size(); ++i)
        if (auto wrong = assign(*settings, words[i])) return *wrong;
    return settings;
}

simulator::LineCounters counted(const Run& run) {
    const int line = counted_line(run.request.settings, run.source_text);
    const auto found = std::ranges::find(run.lines, line, &simulator::LineCounters::line);
    return line == 0 || found == run.lines.end() ? simulator::LineCounters{} : *found;
}

Outcome<double> term(std::string_view name, const Run& run) {
    const bool of_line = name.starts_with("line.");
    const std::string_view counter = of_line ? name.substr(5) : name;
    const simulator::LineCounters line = of_line ? counted(run) : simulator::LineCounters{};
    if (!name.empty() && name.find_first_not_of("0123456789") == name.npos)
        return std::stod(std::string(name));
    if (of_line && counter == "executions") return static_cast<double>(line.executions);
    if (of_line && counter == "lanes") return static_cast<double>(line.lanes);
    for (const simulator::CounterName& known : simulator::counter_names())
        if (known.name == counter)
            return static_cast<double>((of_line ? line.counters : run.counters).*known.member);
    return problem(fmt::format("There is no counter called \"{}\".", counter));
}

Outcome<double> value_of(std::string_view expression, const Run& run) {
    double value = 0;
    char joined = '+';
    while (!expression.empty()) {
        const std::size_t end = std::min(expression.find_first_of("+/"), expression.size());
        const auto next = term(expression.substr(0, end), run);
        if (!next) return next.problem();
        value = joined == '+' ? value + *next : value / *next;
        if (end < expression.size()) joined = expression[end];
        expression.remove_prefix(std::min(end + 1, expression.size()));
    }
    return value;
}

std::string number(double value) {
    if (value == std::floor(value)) return grouped(static_cast<std::int64_t>(value));
    std::string text = fmt::format("{:.2f}", value);
    if (text.ends_with('0')) text.pop_back();
    return text;
}

}  // namespace

Outcome<std::string> prose_of(const Lesson& lesson, const std::string& language) {
    const std::string name = "text/" + language + "/" + lesson.id + ".md";
    const auto path = asset(name);
    if (!path) return problem(fmt::format("There is no text of this lesson: {} is missing.", name));
    return read_file(*path);
}

std::vector<std::string> references_in(std::string_view text) {
    std::vector<std::string> found;
    for (std::size_t at = text.find('{'); at < text.size(); at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        if (end == text.npos) break;
        found.emplace_back(text.substr(at + 1, end - at - 1));
    }
    return found;
}

Outcome<std::string> resolved(std::string_view reference) {
    const std::size_t dot = reference.find('.');
    if (dot == reference.npos)
        return problem(fmt::format("\"{}\" names no counter after a dot.", reference));
    const auto settings = settings_of(reference.substr(0, dot));
    if (!settings) return settings.problem();
    if (const auto refused = refusal(*settings)) return problem(refused->title);
    Request request;
    request.settings = *settings;
    const auto run = simulate(request, false);
    if (!run->verdict.ok) return problem(fmt::format("The run of \"{}\" is not right.", reference));
    const auto value = value_of(reference.substr(dot + 1), *run);
    if (!value) return value.problem();
    return number(*value);
}

std::string filled(std::string_view text) {
    std::string made(text);
    for (const std::string& reference : references_in(text)) {
        const auto value = resolved(reference);
        const std::size_t at = made.find("{" + reference + "}");
        if (value && at != made.npos) made.replace(at, reference.size() + 2, *value);
    }
    return made;
}

}  // namespace lab
