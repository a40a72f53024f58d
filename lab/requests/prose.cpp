// Lessons' texts, with numbers from runs.
#include "lab/requests/prose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/occupancy/waves.h"
#include "lab/pages/pages.h"
#include "lab/problem.h"
#include "lab/reference.h"
#include "lab/running/simulation.h"
#include "lab/time/compare.h"
#include "lab/time/recordings.h"
#include "lab/time/throughput.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Outcome;

// Reads LESSON/RUNG and knob=value. Missing values are presets, or those of the picture; given
// values stay.
Outcome<Settings> asked_settings(std::string_view asked, bool of_picture) {
    const std::vector<std::string_view> words = words_between(asked, " ");
    if (words.empty()) return problem_of("A reference must begin with LESSON/RUNG.");
    auto settings = settings_named(words[0]);
    if (!settings) return settings.problem();
    if (of_picture) settings = picture_of(*settings);
    for (std::size_t i = 1; i < words.size(); ++i)
        if (auto wrong = assign(*settings, words[i])) return *wrong;
    return settings;
}

simulator::LineCounters counted(const Run& run) {
    const int line = counted_line(run.request.settings, run.source_text);
    const auto found = std::ranges::find(run.lines, line, &simulator::LineCounters::line);
    return line == 0 || found == run.lines.end() ? simulator::LineCounters{} : *found;
}

// For the first launch, on the card of its settings.
std::optional<double> of_occupancy(std::string_view name, const Run& run) {
    constexpr std::array names{"blocks_at_once", "warps_at_once", "threads_at_once", "registers"};
    if (std::ranges::find(names, name) == names.end()) return {};
    const BlockNeeds needs = needs_of(run.request.settings, run.launches.at(0));
    const Occupancy held = occupancy_of(multiprocessor_of(run.request.settings), needs);
    if (name == "registers") return double(needs.registers);
    if (name == "threads_at_once") return double(held.blocks * needs.threads);
    return double(name == "blocks_at_once" ? held.blocks : held.warps());
}

Outcome<double> counted_term(std::string_view name, const Run& run) {
    if (const auto held = of_occupancy(name, run)) return *held;
    const bool of_line = name.starts_with("line.");
    const std::string_view counter = of_line ? name.substr(5) : name;
    if (of_line && run.source_text.empty())
        return problem_of("The kernel's source was not found, so the line is unknown.");
    const simulator::LineCounters line = of_line ? counted(run) : simulator::LineCounters{};
    if (!name.empty() && name.find_first_not_of("0123456789") == name.npos)
        return std::stod(std::string(name));
    if (of_line && counter == "executions") return static_cast<double>(line.executions);
    if (of_line && counter == "lanes") return static_cast<double>(line.lanes);
    if (const simulator::CounterName* known = simulator::counter_named(counter))
        return static_cast<double>((of_line ? line.counters : run.counters).*known->member);
    return problem_of(fmt::format("There is no counter called \"{}\".", counter));
}

Outcome<double> value_of(std::string_view expression, const Run& run) {
    double value = 0;
    char joined = '+';
    const std::string_view whole = expression;
    while (!expression.empty()) {
        const std::size_t end = std::min(expression.find_first_of("+/"), expression.size());
        const auto next = counted_term(expression.substr(0, end), run);
        if (!next) return next.problem();
        value = joined == '+' ? value + *next : value / *next;
        if (end < expression.size()) joined = expression[end];
        expression.remove_prefix(std::min(end + 1, expression.size()));
    }
    if (!std::isfinite(value))
        return problem_of(fmt::format("\"{}\" divides by a count that is 0.", whole));
    return value;
}

std::string number(double value) {
    if (value == std::floor(value)) return grouped(static_cast<std::int64_t>(value));
    std::string text = fmt::format("{:.2f}", value);
    if (text.ends_with('0')) text.pop_back();
    return text;
}

constexpr std::string_view of_work = "flop_a_byte", of_wrong = "wrong";

Outcome<Settings> settings_at(const Reference::Value& asked) {
    if (asked.what.empty())
        return problem_of(fmt::format("\"{}\" has no counter after a dot.", asked.text));
    return asked_settings(asked.place, !asked.by_clock());
}

Outcome<std::shared_ptr<const Run>> run_of(const Reference::Value& asked) {
    const auto settings = settings_at(asked);
    if (!settings) return settings.problem();
    if (const auto refused = refusal(*settings)) return problem_of(refused->title);
    Request request;
    request.settings = *settings;
    if (!asked.by_clock()) {
        auto run = simulate(request, Playing::counted());
        if (run->verdict.ok || asked.what == of_wrong) return run;
        return problem_of(fmt::format("The run of \"{}\" has a wrong result.", asked.text));
    }
    if (auto run = recorded(request); run && run->verdict.ok) return run;
    return problem_of(fmt::format("No time of a correct run of \"{}\" was recorded.", asked.place));
}

// A lesson's operations for each byte that must move.
Outcome<double> flop_a_byte(const Settings& settings, std::string_view place) {
    const Subject& subject = *settings.subject;
    if (!subject.flops || !subject.bytes)
        return problem_of(fmt::format("The operations and bytes of \"{}\" are unknown.", place));
    return subject.flops(settings) / subject.bytes(settings);
}

std::int64_t blocks_of(const Waves& waves) { return waves.blocks; }
std::int64_t count_of(const Waves& waves) { return waves.count(); }
std::int64_t idle_in_last(const Waves& waves) { return waves.idle(waves.count() - 1); }

// Of the launch as it is asked for, on the card of the settings.
template <std::int64_t (*number)(const Waves&)>
Outcome<double> of_waves(const Settings& settings, std::string_view place) {
    if (const auto refused = refusal(settings)) return problem_of(refused->title);
    const auto filled = filled_card(settings);
    if (!filled) return problem_of(fmt::format("\"{}\" launches no kernel.", place));
    return double(number(filled->waves));
}

// Pages that all steps together move to a side, by the model of pages.
template <PageMove move>
Outcome<double> moved_pages(const Settings& settings, std::string_view) {
    if (const auto refused = refusal(settings)) return problem_of(refused->title);
    return double(pages_of(plan_of(settings)).count(move));
}

// Numbers that need no run.
struct Planned {
    std::string_view what;
    Outcome<double> (*of)(const Settings&, std::string_view place);
};
constexpr std::array planned{Planned{of_work, flop_a_byte},
                             Planned{"grid_blocks", of_waves<blocks_of>},
                             Planned{"waves", of_waves<count_of>},
                             Planned{"idle_in_last_wave", of_waves<idle_in_last>},
                             Planned{"pages_in", moved_pages<PageMove::to_device>},
                             Planned{"pages_out", moved_pages<PageMove::to_host>}};

constexpr std::string_view of_cycles = "cycles/";

// The recorded time in cycles of the multiprocessors' clock, for each one of the knob's value.
Outcome<double> cycles_each(const Run& run, std::string_view id) {
    const Settings& settings = run.request.settings;
    const Knob* knob = find_knob(*settings.subject, id);
    if (!knob || knob->kind != Knob::Kind::integer || settings[*knob] < 1)
        return problem_of(fmt::format("There is no knob called \"{}\" to divide by.", id));
    const Circumstances& read = run.time.circumstances;
    if (read.megahertz_before == 0 || read.megahertz_before != read.megahertz_after)
        return problem_of("The clock was not read beside this time, or it changed.");
    const double cycles = run.time.median_ms * 1e3 * double(read.megahertz_before);
    return cycles / double(settings[*knob]);
}

Outcome<double> value_at(const Reference::Value& asked) {
    const auto found = std::ranges::find(planned, asked.what, &Planned::what);
    if (found != planned.end()) {
        const auto settings = asked_settings(asked.place, false);
        if (!settings) return settings.problem();
        return found->of(*settings, asked.place);
    }
    const auto run = run_of(asked);
    if (!run) return run.problem();
    if (asked.what == "time") return (*run)->time.median_ms;
    if (asked.what == of_wrong) return double((*run)->verdict.wrong);
    if (asked.what == "rate") return throughput_of(**run).gigabytes;
    if (asked.what.starts_with(of_cycles))
        return cycles_each(**run, asked.what.substr(of_cycles.size()));
    if (asked.what == "device") return problem_of("A device is not a number.");
    return value_of(asked.what, **run);
}

// As in the window, beside the sentence: one decimal is what a clock can resolve.
std::string time_in_prose(double milliseconds) {
    struct Unit {
        double least, ms;
        const char* name;
    };
    constexpr std::array units{Unit{999.5, 1000, "s"}, Unit{.9995, 1, "ms"},
                               Unit{9.995e-4, 1e-3, "µs"}, Unit{0, 1e-6, "ns"}};
    const Unit& unit =
        *std::ranges::find_if(units, [&](const Unit& each) { return milliseconds >= each.least; });
    const double value = milliseconds / unit.ms;
    return fmt::format("{:.{}f} {}", value, value >= 99.95 ? 0 : value >= .995 ? 1 : 2, unit.name);
}

Outcome<std::string> words_at(const Reference::Value& asked) {
    if (asked.what == "device") {
        const auto run = run_of(asked);
        if (!run) return run.problem();
        return (*run)->device.name;
    }
    const auto value = value_at(asked);
    if (!value) return value.problem();
    if (asked.what == "time") return time_in_prose(*value);
    if (asked.what == of_work && *value < 1) return fmt::format("{:.2g}", *value);
    if (asked.what.starts_with(of_cycles)) return number(std::round(*value));
    return asked.what == "rate" ? rate_worded(*value) : number(*value);
}

// Two runs with times, by their reference.
using TwoRuns = std::pair<std::shared_ptr<const Run>, std::shared_ptr<const Run>>;
Outcome<TwoRuns> both_timed(const Reference& reference) {
    const Reference::Value &first = reference.first, &second = reference.second;
    if (first.what != "time" || second.what != "time")
        return problem_of(
            fmt::format("\"{}\" and \"{}\" are not two times.", first.text, second.text));
    const auto a = run_of(first), b = run_of(second);
    if (!a) return a.problem();
    if (!b) return b.problem();
    return TwoRuns{*a, *b};
}

// Which of two is faster: only with the same caches and device, and intervals that do not overlap.
Outcome<std::string> compared(const Reference& reference) {
    const auto both = both_timed(reference);
    if (!both) return both.problem();
    return compared_times(both->first->time, both->second->time);
}

// A number at the start of a line, with a full stop after it, would begin a Markdown list. Joins it
// to the line before.
void no_list_item(std::string& text, std::size_t at, std::size_t end) {
    const bool ends = end < text.size() && (text[end] == '.' || text[end] == ')');
    if (ends && at > 1 && text[at - 1] == '\n' && text[at - 2] != '\n') text[at - 1] = ' ';
}

// Replaces the text's references; false where a time is unknown.
bool fill(std::string& text) {
    for (const std::string& reference : references_in(text)) {
        const auto value = resolved(reference);
        if (!value && read_reference(reference).by_clock()) return false;
        const std::size_t at = text.find("{" + reference + "}");
        if (!value || at == text.npos) continue;
        text.replace(at, reference.size() + 2, *value);
        no_list_item(text, at, at + value->size());
    }
    return true;
}

// The end of the sentence that begins at `from`: after a full stop and closing marks, before a
// blank or at the end of its block.
std::size_t end_of_sentence(std::string_view block, std::size_t from) {
    for (std::size_t at = from; at < block.size(); ++at) {
        if (block[at] == '{') at = std::min(block.find('}', at), block.size() - 1);
        if (std::string_view(".?!").find(block[at]) == std::string_view::npos) continue;
        std::size_t end = at + 1;
        while (end < block.size() &&
               std::string_view("\"')*").find(block[end]) != std::string_view::npos)
            ++end;
        if (end == block.size() || block[end] == ' ' || block[end] == '\n') return end;
    }
    return block.size();
}

void add_sentences(std::vector<std::string_view>& found, std::string_view block) {
    for (std::size_t at = 0; at < block.size();) {
        at = block.find_first_not_of(" \n", at);
        if (at == block.npos) return;
        const std::size_t end = end_of_sentence(block, at);
        found.push_back(block.substr(at, end - at));
        at = end;
    }
}

}  // namespace

std::vector<std::string_view> sentences_in(std::string_view text) {
    std::vector<std::string_view> found;
    std::size_t begin = 0;
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        const std::string_view words = text.substr(line, end - line);
        const bool title = words.starts_with("#"), item = words.starts_with("- ");
        if (words.empty() || title || item) {
            add_sentences(found, text.substr(begin, line - begin));
            begin = title ? std::min(end + 1, text.size()) : line + (item ? 2 : 0);
            if (title) found.push_back(words);
        }
        line = end + 1;
    }
    add_sentences(found, text.substr(std::min(begin, text.size())));
    return found;
}

Outcome<std::string> prose_of(const Lesson& lesson, const std::string& language) {
    const std::string name = "text/" + language + "/" + lesson.id + ".md";
    const auto path = asset(name);
    if (!path)
        return problem_of(fmt::format("There is no text of this lesson: {} is missing.", name));
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

Outcome<std::string> resolved(std::string_view text) {
    const Reference reference = read_reference(text);
    if (reference.joint == Reference::Joint::against) return compared(reference);
    if (reference.joint == Reference::Joint::none) return words_at(reference.first);
    const auto value = number_of(text);
    if (!value) return value.problem();
    return number(*value);
}

Outcome<double> number_of(std::string_view text) {
    const Reference reference = read_reference(text);
    if (reference.joint == Reference::Joint::against)
        return problem_of(fmt::format("\"{}\" is no number: it says which is faster.", text));
    const auto value = value_at(reference.first);
    if (!value || reference.joint == Reference::Joint::none) return value;
    const auto by = value_at(reference.second);
    if (!by) return by.problem();
    return *value / *by;
}

Outcome<Settings> place_of(std::string_view reference) {
    return settings_at(read_reference(reference).first);
}

std::optional<Settings> place_below(std::string_view text) {
    const Reference reference = read_reference(text);
    if (reference.joint != Reference::Joint::over) return std::nullopt;
    const auto place = settings_at(reference.second);
    return place ? std::optional(*place) : std::nullopt;
}

int counter_in(std::string_view reference) {
    std::string_view what = read_reference(reference).first.what;
    constexpr std::string_view of_line = "line.";
    if (what.starts_with(of_line)) what.remove_prefix(of_line.size());
    return simulator::counter_index(what.substr(0, what.find_first_of("+/")));
}

bool times_meet(std::string_view reference) {
    const auto both = both_timed(read_reference(reference));
    return both && !parted(both->first->time, both->second->time);
}

std::string filled(std::string_view text) {
    std::string made;
    std::size_t copied = 0;
    for (const std::string_view sentence : sentences_in(text)) {
        const std::size_t at = static_cast<std::size_t>(sentence.data() - text.data());
        std::string words(sentence);
        made += text.substr(copied, at - copied);
        if (fill(words)) made += words;
        copied = at + sentence.size();
    }
    return made += text.substr(copied);
}

}  // namespace lab
