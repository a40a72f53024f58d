// Settings beside the shown ones. See rungs.h.
#include "app/views/rungs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "lab/bugs.h"
#include "lab/words.h"

namespace app {

lab::Settings at_rung(lab::Settings settings, int rung) {
    settings.rung = rung;
    // `anyway` lifts a refusal, and the other kernel may have none.
    if (settings.anyway) {
        settings.anyway = false;
        settings.anyway = lab::refusal(settings).has_value();
    }
    return settings;
}

std::vector<lab::Settings> every_rung(const lab::Settings& settings) {
    if (!settings.subject) return {};
    std::vector<lab::Settings> all{settings};
    for (int rung = 0; rung < static_cast<int>(settings.subject->rungs.size()); ++rung)
        if (rung != settings.rung) all.push_back(at_rung(settings, rung));
    return all;
}

lab::Settings at_picture(const lab::Settings& settings) { return lab::picture_of(settings); }

namespace {

// Blocks of the largest launch; 0 where the settings can't run.
std::uint64_t most_blocks(const lab::Settings& settings) {
    if (lab::refusal(settings)) return 0;
    std::uint64_t most = 0;
    for (const lab::PlanStep& step : lab::plan_of(settings).steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step))
            most = std::max(most, launch->size.grid.count());
    return most;
}

}  // namespace

lab::Settings with_many_blocks(const lab::Settings& settings) {
    constexpr std::uint64_t many = 8;
    if (!settings.lesson() || !settings.subject->size || most_blocks(settings) != 1)
        return settings;
    const lab::Knob& size = *settings.subject->size;
    for (const std::int64_t tick : size.ticks) {
        if (tick <= settings[size]) continue;
        const lab::Settings larger = lab::turned(settings, size, tick);
        const std::uint64_t blocks = most_blocks(larger);
        if (blocks == 0 || cost_for_cards(larger) > usual_card_cost) break;
        if (blocks >= many) return larger;
    }
    return settings;
}

std::vector<lab::Settings> over_ticks(const lab::Settings& settings, const lab::Knob& knob) {
    const auto set = std::lower_bound(knob.ticks.begin(), knob.ticks.end(), settings[knob]);
    const auto here = set - knob.ticks.begin();
    std::vector<std::ptrdiff_t> order(knob.ticks.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::ptrdiff_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return std::abs(a - here) < std::abs(b - here); });
    std::vector<lab::Settings> all;
    for (const auto index : order) all.push_back(lab::turned(settings, knob, knob.ticks[index]));
    return all;
}

bool on_a_ladder(const lab::Settings& settings) {
    return settings.subject && settings.subject->rungs.size() > 1 && !lab::versions_of(settings);
}

int compared_rung(const lab::Settings& settings) {
    if (!on_a_ladder(settings)) return settings.rung;
    return settings.rung > 0
               ? 0
               : std::min<int>(1, static_cast<int>(settings.subject->rungs.size()) - 1);
}

namespace {

void drop_last_word(std::string& title) {
    const std::size_t blank = title.find_last_of(' ');
    title.erase(blank == std::string::npos ? 0 : blank);
}

// "Shared tile with" is no title: it needs the word after it.
bool ends_on_a_preposition(const std::string& title) {
    return std::ranges::any_of(std::array{" with", " at", " of", " in", " by", " a"},
                               [&](const char* word) { return title.ends_with(word); });
}

}  // namespace

std::vector<int> ledger_rungs(const lab::Settings& settings) {
    constexpr int usual_columns = 3;
    const int count = static_cast<int>(settings.subject->rungs.size());
    const int shown = std::min(usual_columns, count);
    const int first = std::clamp(settings.rung - shown + 1, 0, count - shown);
    std::vector<int> rungs;
    for (int rung = first; rung < first + shown; ++rung) rungs.push_back(rung);
    return rungs;
}

std::string fitted(const Canvas& canvas, std::string title, float width, const TextStyle& style) {
    const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= width; };
    if (fits(title)) return title;
    const std::string first(first_words(title, 1));
    title.erase(std::min(title.find(','), title.size()));
    while (!title.empty() && (!fits(title + "…") || ends_on_a_preposition(title)))
        drop_last_word(title);
    if (!title.empty()) return title + "…";
    return fits(first) ? first : "";
}

std::string fitted(const Canvas& canvas, const lab::Rung& rung, float width,
                   const TextStyle& style) {
    for (const std::string* name : {&rung.title, &rung.brief})
        if (!name->empty() && canvas.width(*name, style) <= width) return *name;
    return fitted(canvas, rung.title, width, style);
}

std::string_view first_words(std::string_view text, int count) {
    std::size_t end = 0;
    for (int i = 0; i < count && end != text.npos; ++i) end = text.find(' ', i == 0 ? 0 : end + 1);
    return text.substr(0, end);
}

std::string short_device(std::string name) {
    if (name.starts_with("NVIDIA ")) name.erase(0, 7);
    return name;
}

std::string rung_heading(const lab::Settings& settings, int rung) {
    const lab::Rung& named = settings.subject->rungs[static_cast<std::size_t>(rung)];
    return "*" + rung_number(rung) + "  " + named.title + "*\n";
}

std::string rung_number(int rung) { return std::to_string(rung + 1); }

}  // namespace app
