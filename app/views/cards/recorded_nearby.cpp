// Finds the nearest recorded settings. See recorded_nearby.h.
#include "app/views/cards/recorded_nearby.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/sentences/changed_settings.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/words.h"

namespace app {
namespace {

// Adds the same settings at the other sizes, the nearest first.
void add_other_sizes(const lab::Settings& at, std::vector<lab::Settings>& tried) {
    const lab::Knob* size = at.subject->size;
    if (!size) return;
    std::vector<lab::Settings> all = over_ticks(at, *size);
    std::ranges::stable_sort(all, {}, [&](const lab::Settings& one) {
        return std::fabs(std::log2(double(one[*size]) / double(at[*size])));
    });
    std::ranges::move(all, std::back_inserter(tried));
}

// "block 256", "n 2²⁰": the difference of each knob; the sides of a block count as one.
std::vector<std::string> differences(const lab::Settings& there, const lab::Settings& now) {
    std::vector<std::string> words;
    bool shaped = false;
    for (const lab::Knob* knob : now.subject->knobs) {
        if (there[*knob] == now[*knob] || lab::idle(there, *knob)) continue;
        const bool of_block = lab::block_axis(*knob) != 0;
        if (of_block && std::exchange(shaped, true)) continue;
        lab::Settings one = now;
        for (const lab::Knob* other : now.subject->knobs)
            if (other == knob || (of_block && lab::block_axis(*other) != 0))
                one.set(*other, there[*other]);
        words.push_back(difference(one, now).words());
    }
    return words;
}

}  // namespace

std::optional<lab::Settings> recorded_nearby(const Series& series, const lab::Settings& settings) {
    std::vector<lab::Settings> tried;
    lab::Settings all = settings;
    const lab::Knob* size = settings.subject->size;
    for (const lab::Knob* knob : settings.subject->knobs) {
        if (knob == size || settings[*knob] == knob->preset) continue;
        tried.push_back(lab::turned(settings, *knob, knob->preset));
        all = lab::turned(all, *knob, knob->preset);
    }
    add_other_sizes(settings, tried);
    tried.push_back(all);
    add_other_sizes(all, tried);
    if (size) tried.push_back(lab::turned(all, *size, size->preset));
    const auto found = std::ranges::find_if(tried, [&](const lab::Settings& one) {
        return !(one == settings) && series.recorded(one) && !series.refuses(one);
    });
    return found == tried.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> recorded_words(const lab::Settings& there, const lab::Settings& now) {
    const std::string where = "Recorded with " + lab::listed(differences(there, now));
    return {where + ": a click goes there.", where + "."};
}

void nothing_timed(Canvas& canvas, const DrawContext& context, Rect area, const std::string& why) {
    const lab::Settings& now = context.result.request.settings;
    const auto there = now.subject ? recorded_nearby(context.series, now) : std::nullopt;
    if (there)
        for (const std::string& where : recorded_words(*there, now))
            if (paragraph_fitting(canvas, area, why + " " + where,
                                  small_style(context.metrics, Role::text3)) > 0)
                return;
    nothing(canvas, area, why, context.metrics);
}

std::optional<Spot> spot_of_nearby(const DrawContext& context, Rect area) {
    const lab::Settings& now = context.result.request.settings;
    const auto there = now.subject ? recorded_nearby(context.series, now) : std::nullopt;
    if (!there) return std::nullopt;
    return Spot{area, recorded_words(*there, now).front(), *there};
}

}  // namespace app
