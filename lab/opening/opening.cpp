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

const Knob* size_of(const Subject& subject) {
    const auto knob = std::ranges::find(subject.knobs, Knob::Role::size, &Knob::role);
    return knob == subject.knobs.end() ? nullptr : *knob;
}

bool is_made(const std::string& choice, const Settings& now) {
    const auto is = choice.find('=');
    const Knob* knob = find_knob(*now.subject, choice.substr(0, is));
    return knob && worded(*knob, now[*knob]) == choice.substr(is + 1);
}

const OpeningPlace& opening_said(const Settings& now) {
    static const OpeningPlace none;
    if (!now.lesson()) return none;
    const OpeningPlace* said = &none;
    for (const OpeningPlace& opening : rung_of(now).opens)
        if (opening.chosen.empty() || is_made(opening.chosen, now)) said = &opening;
    return *said;
}

std::optional<Settings> as_said(const Settings& now) {
    const OpeningPlace& said = opening_said(now);
    Settings next = now;
    for (const auto& [knob, value] : said.values) next.set(*knob, value);
    return said.values.empty() || refusal(next) ? std::nullopt : std::optional(next);
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
    if (const auto next = as_said(now)) return *next;
    if (blocks_in(now, plan_of(now)) != 1) return now;
    return with_more_blocks(now).value_or(now);
}

bool names_opening(std::string_view line, const Settings& settings) {
    const auto words = words_in(line);
    const OpeningPlace& said = opening_said(settings);
    const auto opens = [&](const Knob* knob) {
        return knob->role == Knob::Role::size ||
               std::ranges::any_of(said.values, [&](const auto& of) { return of.first == knob; });
    };
    return words && std::ranges::any_of(*words, [&](const std::string& word) {
               return std::ranges::any_of(settings.subject->knobs, [&](const Knob* knob) {
                   return opens(knob) && word.starts_with(knob->id + "=");
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

int opening_line(const Settings& settings, std::string_view source_text) {
    const OpeningPlace& said = opening_said(settings);
    if (said.at_its_line) return counted_line(settings, source_text);
    if (said.line.empty()) return 0;
    const auto head = source_text.find(" " + bare_name(settings.kernel()) + "(");
    const int after = line_with(source_text, said.line, head);
    return after ? after : line_with(source_text, said.line);
}

std::string first_view(const Settings& settings) { return opening_said(settings).view; }

}  // namespace lab
