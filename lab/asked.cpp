// Reads settings, numbers and orders from typed words; gives a sentence where that fails.
#include "lab/asked.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "lab/library.h"
#include "lab/named_value.h"
#include "lab/words.h"
#include "simulator/read_number.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

Diagnostic sentence(std::string message) { return {0, 0, std::move(message)}; }

template <class T>
std::optional<T> read_whole(std::string_view text) {
    T value{};
    const auto [end, failed] =
        simulator::read_number(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> power(std::string_view base_text, std::string_view exponent_text) {
    const auto base = read_whole<std::int64_t>(base_text);
    const auto exponent = read_whole<int>(exponent_text);
    if (!base || !exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
    const double size = std::pow(std::abs(static_cast<double>(*base)), *exponent);
    if (size >= 0x1p63) return std::nullopt;
    std::int64_t value = 1;
    for (int i = 0; i < *exponent; ++i) value *= *base;
    return value;
}

std::optional<std::int64_t> scientific(std::string_view text) {
    double value = 0;
    const auto [end, failed] =
        simulator::read_number(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (value != std::floor(value) || std::abs(value) >= 0x1p63) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

// Digits, maybe with an exponent: a valid number that is only too large.
bool beyond_64_bits(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const auto caret = text.find('^');
    const auto digits_alone = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    };
    if (caret != text.npos)
        return digits_alone(text.substr(0, caret)) && digits_alone(text.substr(caret + 1));
    if (text.empty() || text.find_first_not_of("0123456789.eE+") != text.npos) return false;
    double value = 0;
    const auto [end, failed] =
        simulator::read_number(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() &&
           (failed == std::errc::result_out_of_range || value >= 0x1p63);
}

std::vector<std::string> choice_ids(const Knob& knob) {
    std::vector<std::string> ids;
    for (const Choice& choice : knob.choices) ids.push_back(choice.id);
    return ids;
}

template <class Range>
std::vector<std::string> ids_of(const Range& range) {
    std::vector<std::string> ids;
    for (const auto& one : range) {
        if constexpr (std::is_pointer_v<std::decay_t<decltype(one)>>)
            ids.push_back(one->id);
        else
            ids.push_back(one.id);
    }
    return ids;
}

std::string perhaps(std::string_view word, const std::vector<std::string>& names) {
    const std::string near = closest(word, names);
    return near.empty() ? std::string{} : fmt::format(" Did you mean {}?", near);
}

bool alike(std::string_view a, std::string_view b) {
    const auto lower = [](unsigned char c) { return std::tolower(c); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

// Finds a choice by its id, or by its displayed title in any case.
std::optional<Diagnostic> assign_choice(Settings& settings, const Knob& knob,
                                        std::string_view value) {
    const std::vector<std::string> ids = choice_ids(knob);
    auto found = std::ranges::find(knob.choices, value, &Choice::id);
    if (found == knob.choices.end())
        found = std::ranges::find_if(
            knob.choices, [&](const Choice& choice) { return alike(choice.title, value); });
    if (found == knob.choices.end())
        return sentence(fmt::format("{} can't be \"{}\": write {}.{}", knob.id, value,
                                    listed(ids, "or"), perhaps(value, ids)));
    settings.set(knob, found - knob.choices.begin());
    return std::nullopt;
}

}  // namespace

Outcome<std::int64_t> whole_number(std::string_view text) {
    std::string digits(text);
    std::erase_if(digits, [](char c) { return c == '\'' || c == '_'; });
    if (const auto plain = read_whole<std::int64_t>(digits)) return *plain;
    std::optional<std::int64_t> value;
    if (const auto caret = digits.find('^'); caret != std::string::npos)
        value = power(std::string_view(digits).substr(0, caret),
                      std::string_view(digits).substr(caret + 1));
    else if (digits.find_first_of("eE.") != std::string::npos)
        value = scientific(digits);
    if (value) return *value;
    if (beyond_64_bits(digits))
        return sentence(fmt::format(
            "\"{}\" is too {}.", text,
            digits.starts_with('-')
                ? "small: 64 bits hold whole numbers from -2^63"
                : "large: 64 bits hold whole numbers up to 2^63 - 1, 9223372036854775807"));
    return sentence(fmt::format("\"{}\" is not a whole number: write 1024, 2^10 or 1e6.", text));
}

Outcome<std::uint64_t> seed_named(std::string_view text) {
    const auto number = whole_number(text);
    if (number && *number >= 0) return static_cast<std::uint64_t>(*number);
    return sentence(fmt::format(
        "\"{}\" is not a seed: write a whole number from 0 to 2^63 - 1, such as 1, 2^10 or 1e6.",
        text));
}

Outcome<Settings> settings_named(std::string_view lesson_and_rung) {
    const auto slash = lesson_and_rung.find('/');
    const std::string_view name = lesson_and_rung.substr(0, slash);
    const Lesson* lesson = find_lesson(name);
    if (!lesson) {
        const std::vector<std::string> ids = ids_of(lessons());
        for (const LessonProblem& problem : lesson_problems())
            if (problem.lesson == name) return sentence(problem.sentence);
        return sentence(fmt::format("There is no lesson \"{}\".{} There {}: {}.",
                                    name.empty() ? lesson_and_rung : name, perhaps(name, ids),
                                    ids.size() == 1 ? "is" : "are",
                                    ids.empty() ? "none" : listed(ids)));
    }
    Settings settings(*lesson);
    if (slash == std::string_view::npos) return settings;
    const std::string_view rung = lesson_and_rung.substr(slash + 1);
    if (find_rung(*lesson, rung, &settings.rung)) return settings;
    std::vector<std::string> ids = ids_of(lesson->rungs);
    for (const auto& library : libraries_of(*lesson)) {
        if (library->rungs.front().id == rung) return Settings(library);
        ids.push_back(library->rungs.front().id);
    }
    return sentence(fmt::format("Lesson {} has no rung \"{}\".{} It has {}.", name, rung,
                                perhaps(rung, ids), listed(ids)));
}

std::optional<Diagnostic> assign(Settings& settings, std::string_view knob_and_value) {
    const auto equals = knob_and_value.find('=');
    const std::vector<std::string> ids = ids_of(settings.subject->knobs);
    if (equals == std::string_view::npos)
        return sentence(
            fmt::format("\"{}\" is not a setting: write knob=value. {} has the knobs "
                        "{}.",
                        knob_and_value, settings.subject->id, listed(ids)));
    const std::string_view name = knob_and_value.substr(0, equals),
                           value = knob_and_value.substr(equals + 1);
    const Knob* knob = find_knob(*settings.subject, name);
    if (!knob)
        return sentence(fmt::format("{} {} has no knob \"{}\".{} It has {}.",
                                    settings.lesson() ? "Lesson" : "The kernel of",
                                    settings.subject->id, name, perhaps(name, ids),
                                    ids.empty() ? "none" : listed(ids)));
    if (knob->kind == Knob::Kind::choice) return assign_choice(settings, *knob, value);
    const NamedValue* named = named_value(*knob);
    const Outcome<std::int64_t> number =
        named && value == named->id ? named->value : whole_number(value);
    if (!number && named)
        return sentence(fmt::format("{} can't be \"{}\": write a number from {} to {}, or {}.",
                                    knob->id, value, knob->low, knob->high, named->id));
    if (!number) return sentence(fmt::format("{}: {}", knob->id, number.problem().message));
    settings = turned_by_hand(settings, *knob, *number);
    return std::nullopt;
}

std::string worded(const Knob& knob, std::int64_t value) {
    if (is_named(knob, value)) return named_value(knob)->id;
    if (knob.kind != Knob::Kind::choice) return std::to_string(value);
    const bool known = value >= 0 && value < static_cast<std::int64_t>(knob.choices.size());
    return known ? knob.choices[value].id : std::to_string(value);
}

std::string with_knobs(const Settings& settings) {
    std::string line = name_of(settings);
    for (const Knob* knob : settings.subject->knobs)
        line += fmt::format(" {}={}", knob->id, worded(*knob, settings[*knob]));
    return line;
}

std::string with_used_knobs(const Settings& settings) {
    std::string line = name_of(settings);
    for (const Knob* knob : settings.subject->knobs)
        if (!idle(settings, *knob))
            line += fmt::format(" {}={}", knob->id, worded(*knob, settings[*knob]));
    return line;
}

// In CUDA C++; empty for other types.
static std::string integer_type(Type type) {
    switch (type) {
        case Type::u32: return "unsigned int";
        case Type::s32: return "int";
        case Type::u64: return "unsigned long long";
        case Type::s64: return "long long";
        default: return "";
    }
}

static std::string integers_of(Settings settings, const Knob& knob, std::int64_t choice) {
    if (knob.role != Knob::Role::type || idle(settings, knob)) return "";
    settings.set(knob, choice);
    if (!computes_integers(settings) || refusal(settings)) return "";
    const Plan plan = plan_of(settings);
    return plan.results.empty() ? "" : integer_type(plan.results.front().type);
}

std::string choice_title(const Settings& settings, const Knob& knob, std::int64_t choice) {
    const std::string integers = integers_of(settings, knob, choice);
    return integers.empty() ? knob.choices.at(static_cast<std::size_t>(choice)).title : integers;
}

std::string true_word(const Settings& settings, const Knob& knob) {
    const std::string integers = integers_of(settings, knob, settings[knob]);
    return integers.empty() ? worded(knob, settings[knob]) : integers;
}

Outcome<AskedOrder> order_named(std::string_view text) {
    if (text == "sequential") return AskedOrder{simulator::Order::sequential, 0};
    if (text == "resident") return AskedOrder{simulator::Order::resident, 0};
    if (text.starts_with("seed:"))
        if (const auto seed = read_whole<std::uint64_t>(text.substr(5)))
            return AskedOrder{simulator::Order::shuffled, *seed};
    if (text.starts_with("weak:"))
        if (const auto seed = read_whole<std::uint64_t>(text.substr(5)))
            return AskedOrder{simulator::Order::weak, *seed};
    return sentence(
        fmt::format("\"{}\" is not an order of blocks: write sequential, resident, seed:N or "
                    "weak:N, where N is a whole number.",
                    text));
}

std::string name_of(const AskedOrder& order) {
    if (order.order == simulator::Order::weak) return fmt::format("weak:{}", order.seed);
    if (order.order == simulator::Order::shuffled) return fmt::format("seed:{}", order.seed);
    return order.order == simulator::Order::resident ? "resident" : "sequential";
}

}  // namespace lab
