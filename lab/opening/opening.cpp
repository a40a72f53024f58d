// The size and the picture at which a kernel opens. See opening.h.
#include "lab/opening/opening.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "lab/asked.h"
#include "lab/declared.h"
#include "lab/lesson.h"
#include "lab/programs.h"
#include "lab/subject.h"
#include "lab/words.h"

namespace lab {

std::uint64_t blocks_in(const Settings& settings, const Plan& plan) {
    std::uint64_t most = 0;
    const std::string own = settings.kernel();
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch && launch->kernel == own)
            most = std::max<std::uint64_t>(most, launch->size.grid.count());
    return most;
}

namespace {

constexpr std::uint64_t enough_blocks = 8;
constexpr std::int64_t most_looked_for = 1 << 20;

// Whether kernels of this plan wait for other blocks, or hand them over to other kernels.
bool is_about_blocks(const Subject& subject, const Plan& plan) {
    std::string first;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch) continue;
        if (first.empty()) first = launch->kernel;
        if (launch->kernel != first || waits_for_blocks(subject, launch->kernel)) return true;
    }
    return false;
}

std::map<std::string, RegisterOpenings::Views, std::less<>>& known_openings() {
    static std::map<std::string, RegisterOpenings::Views, std::less<>> all;
    return all;
}

std::map<std::string, RegisterOpeningSizes::Sizes, std::less<>>& known_sizes() {
    static std::map<std::string, RegisterOpeningSizes::Sizes, std::less<>> all;
    return all;
}

std::map<std::string, RegisterOpeningKnobs::Knobs, std::less<>>& known_knobs() {
    static std::map<std::string, RegisterOpeningKnobs::Knobs, std::less<>> all;
    return all;
}

std::map<std::string, RegisterOpeningLines::Lines, std::less<>>& known_lines() {
    static std::map<std::string, RegisterOpeningLines::Lines, std::less<>> all;
    return all;
}

const Knob* size_of(const Subject& subject) {
    const auto knob = std::ranges::find(subject.knobs, Knob::Role::size, &Knob::role);
    return knob == subject.knobs.end() ? nullptr : *knob;
}

// Where its lesson says at how many this kernel opens.
std::optional<Settings> at_its_size(const Settings& now) {
    const auto lesson = known_sizes().find(now.lesson()->id);
    const Knob* size = size_of(*now.subject);
    if (lesson == known_sizes().end() || !size) return std::nullopt;
    const auto found = lesson->second.find(rung_of(now).id);
    if (found == lesson->second.end()) return std::nullopt;
    Settings next = now;
    next.set(*size, found->second);
    return refusal(next) ? std::nullopt : std::optional(next);
}

// The knobs that this kernel's lesson opens it at; none where it says nothing.
RegisterOpeningKnobs::Values knobs_of(const Settings& now) {
    if (!now.lesson()) return {};
    const auto lesson = known_knobs().find(now.lesson()->id);
    if (lesson == known_knobs().end()) return {};
    const auto found = lesson->second.find(rung_of(now).id);
    return found == lesson->second.end() ? RegisterOpeningKnobs::Values{} : found->second;
}

std::optional<Settings> at_its_knobs(const Settings& now) {
    const RegisterOpeningKnobs::Values values = knobs_of(now);
    Settings next = now;
    for (const auto& [id, value] : values)
        if (const Knob* knob = find_knob(*now.subject, id)) next.set(*knob, value);
    return values.empty() || refusal(next) ? std::nullopt : std::optional(next);
}

}  // namespace

std::optional<Settings> with_more_blocks(const Settings& now) {
    const Knob* size = size_of(*now.subject);
    if (!size) return std::nullopt;
    for (const std::int64_t tick : size->ticks) {
        Settings next = now;
        if (tick <= now[*size] || tick > most_looked_for) continue;
        next.set(*size, tick);
        if (refusal(next)) return std::nullopt;
        const Plan plan = plan_of(next);
        if (blocks_in(next, plan) < enough_blocks) continue;
        return is_about_blocks(*next.subject, plan) ? std::optional(next) : std::nullopt;
    }
    return std::nullopt;
}

Settings opening_of(const Settings& now) {
    if (!now.lesson() || refusal(now)) return now;
    if (const auto next = at_its_size(now)) return *next;
    if (const auto next = at_its_knobs(now)) return *next;
    if (blocks_in(now, plan_of(now)) != 1) return now;
    return with_more_blocks(now).value_or(now);
}

bool names_opening(std::string_view line, const Settings& settings) {
    const auto words = words_in(line);
    const RegisterOpeningKnobs::Values values = knobs_of(settings);
    const auto opens = [&](const Knob& knob) {
        const auto id = [](const auto& value) -> const std::string& { return value.first; };
        return knob.role == Knob::Role::size || std::ranges::count(values, knob.id, id) > 0;
    };
    return words && std::ranges::any_of(*words, [&](const std::string& word) {
               return std::ranges::any_of(settings.subject->knobs, [&](const Knob* knob) {
                   return opens(*knob) && word.starts_with(knob->id + "=");
               });
           });
}

void open_at_one_size(Settings& shown, Settings& other) {
    const Knob* size = size_of(*shown.subject);
    if (!size || !same(shown.subject.get(), other.subject.get())) return;
    const std::int64_t opened = opening_of(other)[*size];
    Settings both = shown, beside = other;
    both.set(*size, opened), beside.set(*size, opened);
    if (beside == other || refusal(both)) return;
    shown = both, other = beside;
}

RegisterOpeningSizes::RegisterOpeningSizes(std::string lesson, Sizes of_rungs) {
    known_sizes().insert_or_assign(std::move(lesson), std::move(of_rungs));
}

RegisterOpeningKnobs::RegisterOpeningKnobs(std::string lesson, Knobs of_rungs) {
    known_knobs().insert_or_assign(std::move(lesson), std::move(of_rungs));
}

RegisterOpenings::RegisterOpenings(std::string lesson, Views of_rungs) {
    known_openings().insert_or_assign(std::move(lesson), std::move(of_rungs));
}

RegisterOpeningLines::RegisterOpeningLines(std::string lesson, Lines of_rungs) {
    known_lines().insert_or_assign(std::move(lesson), std::move(of_rungs));
}

namespace {

// What a lesson says of a rung, or of a choice at it; nullptr where it says nothing.
const std::string* said_of(const std::map<std::string, std::string, std::less<>>& said,
                           const Settings& settings) {
    const std::string& id = rung_of(settings).id;
    auto found = said.find(id);
    for (const Knob* knob : settings.subject->knobs)
        if (knob->kind == Knob::Kind::choice)
            if (const auto chosen =
                    said.find(id + " " + knob->id + "=" + worded(*knob, settings[*knob]));
                chosen != said.end())
                found = chosen;
    return found == said.end() ? nullptr : &found->second;
}

}  // namespace

int opening_line(const Settings& settings, std::string_view source_text) {
    if (!settings.lesson()) return 0;
    const auto lesson = known_lines().find(settings.lesson()->id);
    if (lesson == known_lines().end()) return 0;
    const std::string* found = said_of(lesson->second, settings);
    if (!found) return 0;
    if (found->empty()) return counted_line(settings, source_text);
    const auto head = source_text.find(" " + bare_name(settings.kernel()) + "(");
    auto at = source_text.find(*found, std::min(head, source_text.size()));
    if (at == source_text.npos) at = source_text.find(*found);
    if (at == source_text.npos) return 0;
    return 1 + static_cast<int>(std::ranges::count(source_text.substr(0, at), '\n'));
}

std::string first_view(const Settings& settings) {
    if (!settings.lesson()) return "";
    const auto lesson = known_openings().find(settings.lesson()->id);
    if (lesson == known_openings().end()) return "";
    const std::string* found = said_of(lesson->second, settings);
    return found ? *found : "";
}

}  // namespace lab
