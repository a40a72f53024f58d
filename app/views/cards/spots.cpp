// Words under the mouse. See spots.h.
#include "app/views/cards/spots.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "app/format.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/words.h"

namespace app {
namespace {

std::string interval_words(const lab::Time& time) {
    if (!(time.high_ms > time.low_ms) || time.low_ms <= 0) return "";
    const std::string high = time_text(time.high_ms);
    return ", " + time_number(time.low_ms, time.high_ms) + " to " + high;
}

std::string source_words(const TimeSource& source) {
    const std::string device = short_device(source.device);
    const std::string caches = ", with " + std::string(name_of(source.regime)) + " caches";
    switch (source.kind) {
        case lab::TimeKind::measured: return "Measured on this " + device + caches;
        case lab::TimeKind::recorded: return "Recorded on " + device + ", " + source.when + caches;
        case lab::TimeKind::modelled: return "By the formula for " + device;
        default: return "";
    }
}

std::string joined_words(const std::vector<std::string_view>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

// Whether a word of a device's name is a brand or a memory, not the model.
bool is_beside_model(std::string_view word) {
    constexpr std::array all{"GeForce", "Quadro", "Tesla", "GPU", "PCIe", "SXM"};
    const bool memory = word.ends_with("GB") || word.starts_with("HBM");
    return memory ||
           std::ranges::any_of(all, [&](const char* one) { return word.starts_with(one); });
}

// "RTX 4090 Laptop" of "GeForce RTX 4090 Laptop GPU".
std::string without_brand(const std::string& name) {
    std::vector<std::string_view> words = lab::words_between(name, " ");
    std::erase_if(words, is_beside_model);
    return joined_words(words);
}

// "RTX 4090" of the same: up to the first word with a digit.
std::string model_of(const std::string& name) {
    const std::string model = without_brand(name);
    std::vector<std::string_view> words = lab::words_between(model, " ");
    const auto numbered = std::ranges::find_if(words, [](std::string_view word) {
        return std::ranges::any_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
    });
    if (numbered != words.end()) words.erase(numbered + 1, words.end());
    return joined_words(words);
}

// The rest of both names after the words that they share.
ClockNames apart(const ClockNames& names) {
    auto one = lab::words_between(names.first, " "), other = lab::words_between(names.second, " ");
    const auto [end, other_end] = std::ranges::mismatch(one, other);
    one.erase(one.begin(), end), other.erase(other.begin(), other_end);
    return {joined_words(one), joined_words(other)};
}

}  // namespace

std::string time_sentence(const TimePoint& point, const TimeSource& source) {
    return time_text(point.time.median_ms) + interval_words(point.time) + ". " +
           source_sentence(point, source);
}

std::string source_sentence(const TimePoint& point, const TimeSource& source) {
    const std::string words = source_words(source) + ".";
    return point.wrong ? words + " The result was wrong, so this time does not count." : words;
}

ClockNames clock_names(const TimeSource& first, const TimeSource& second) {
    return clock_name_forms(first, second).front();
}

std::vector<ClockNames> clock_name_forms(const TimeSource& first, const TimeSource& second) {
    const std::string one = short_device(first.device), other = short_device(second.device);
    const std::string kind(name_of(first.kind)), other_kind(name_of(second.kind));
    if (one == other) return {{one + ", " + kind, other + ", " + other_kind}, {kind, other_kind}};
    std::vector<ClockNames> forms{{one, other}};
    for (const ClockNames& names :
         {ClockNames{without_brand(one), without_brand(other)},
          ClockNames{model_of(one), model_of(other)}, apart({one, other})}) {
        const bool tells =
            !names.first.empty() && !names.second.empty() && names.first != names.second;
        const auto length = [](const ClockNames& two) {
            return two.first.size() + two.second.size();
        };
        if (tells && length(names) < length(forms.back())) forms.push_back(names);
    }
    return forms;
}

std::string lacking_words(const Series& series, const lab::Settings& settings) {
    if (!series.lacks_chosen(settings)) return "";
    const TimeClock& chosen = *series.choice.first;
    return not_of_clock({chosen.kind, chosen.device, {}, {}}).front();
}

std::vector<std::string> not_of_clock(const TimeSource& source) {
    if (source.kind == lab::TimeKind::modelled)
        return {"not estimated by this formula", "not estimated", "–"};
    const std::string kind = "not " + std::string(name_of(source.kind));
    return {kind + " on " + short_device(source.device), kind, "–"};
}

std::vector<std::string> not_recorded_words(const Series& series, const lab::Settings& settings,
                                            const TimeSource& source) {
    if (source.kind != lab::TimeKind::recorded || series.recorded(settings)) return {};
    for (const lab::Knob* knob : settings.subject->knobs) {
        const std::int64_t value = settings[*knob];
        if (knob == settings.subject->size || value == knob->preset) continue;
        if (!series.recorded(lab::turned(settings, *knob, knob->preset))) continue;
        const bool named = knob->kind == lab::Knob::Kind::choice;
        const std::string words = named ? knob->choices[static_cast<std::size_t>(value)].title
                                        : lab::worded(*knob, value);
        const std::string title = uncapitalised(knob->title);
        const std::string& name = named && !title.starts_with(knob->id) ? title : knob->id;
        return {"not recorded with " + name + " " + uncapitalised(words), "not recorded as set",
                "not recorded", "–"};
    }
    return {};
}

std::vector<std::string> no_time_of(const Series& series, const lab::Settings& settings) {
    if (series.recorded(settings)) return {no_time_yet, "no time", "–"};
    if (cost_for_cards(settings) > usual_card_cost)
        return {"too much to count for an estimate", "too much to count", "no time", "–"};
    if (!lab::tells_a_time(settings))
        return {"not recorded, and the formula can't tell", "not recorded", "no time", "–"};
    if (const std::string& why = series.untold(settings); !why.empty())
        return {"no time: " + why, "the formula can't tell", "no time", "–"};
    return {no_time_yet, "no time", "–"};
}

std::vector<std::string> other_regime_words(const Series& series, const lab::Settings& settings,
                                            const TimeSource& source) {
    TimeSource other = source;
    const bool warm = source.regime == lab::Regime::warm;
    other.regime = warm ? lab::Regime::cold : lab::Regime::warm;
    if (!series.time(settings, other)) return {};
    if (!warm) return {"no cold time"};
    return {"no warm time: 50 µs or more", "no warm time"};
}

std::vector<std::string> reason_in_brief(const lab::Refusal& refusal) {
    const std::string& name = refusal.limit_name;
    const std::string& needed = refusal.needed;
    if (!needed.empty()) return {"needs " + name, "needs a " + needed, "no " + needed, "can't run"};
    if (!refusal.limit) return {refusal.title, "can't run"};
    const auto limit = static_cast<std::int64_t>(*refusal.limit);
    const bool above = refusal.asked > *refusal.limit;
    const std::string most = above ? "at most " : "at least ",
                      brief = name.substr(0, name.find(' '));
    // The unit stays in every form: it may differ from the knob's.
    return {most + grouped(limit) + " " + name, most + grouped(limit) + " " + brief,
            most + power_or_grouped(limit) + " " + brief,
            (above ? "≤ " : "≥ ") + power_or_grouped(limit) + " " + brief, "can't run"};
}

}  // namespace app
