// Finds the kernel of a proposal. See try_next.h.
#include "app/regions/try_next.h"

#include <algorithm>
#include <vector>

#include "app/format.h"
#include "app/views/rungs.h"
#include "lab/lesson.h"

namespace app {
namespace {

// As a whole word, or its plural: "strides" for "stride".
bool names(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        std::size_t end = at + word.size();
        if (end < text.size() && text[end] == 's') ++end;
        const bool begins = at == 0 || !is_letter(text[at - 1]);
        if (begins && (end == text.size() || !is_letter(text[end]))) return true;
    }
    return false;
}

// By the knob's title, also without a plural s.
bool names(const std::string& text, const lab::Knob& knob) {
    std::string title = lower_case(knob.title);
    if (title.size() > 3 && title.ends_with('s')) title.pop_back();
    return names(text, title);
}

bool uses(const lab::Settings& settings, const std::vector<const lab::Knob*>& knobs) {
    return std::ranges::none_of(knobs,
                                [&](const lab::Knob* knob) { return lab::idle(settings, *knob); });
}

}  // namespace

std::string next_heading(const lab::Settings& settings) {
    const std::string heading = "Try next";
    if (!settings.lesson()) return heading;
    const std::string text = lower_case(settings.lesson()->next);
    std::vector<const lab::Knob*> named;
    for (const lab::Knob* knob : settings.subject->knobs)
        if (names(text, *knob)) named.push_back(knob);
    if (uses(settings, named)) return heading;
    for (const lab::Settings& other : every_rung(settings))
        if (uses(other, named)) return heading + ", with kernel " + rung_number(other.rung);
    return heading;
}

}  // namespace app
