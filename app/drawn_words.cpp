// Names the values that a picture made smaller. See drawn_words.h.
#include "app/drawn_words.h"

#include <algorithm>
#include <vector>

#include "app/format.h"
#include "lab/lesson.h"
#include "lab/words.h"

namespace app {
std::string smaller_words(const lab::Settings& drawn, const lab::Settings& asked,
                          std::string (*number)(std::int64_t)) {
    const lab::Subject* subject = drawn.subject.get();
    if (!subject || !subject->size || !lab::same(subject, asked.subject.get())) return "";
    std::string words;
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    const std::string size = lab::size_words(drawn, number);
    if (size != lab::size_words(asked, number)) add(size);
    const std::vector<const lab::Knob*>& sides = subject->sides;
    for (const lab::Knob* knob : subject->knobs) {
        const bool of_size = knob == subject->size || std::ranges::find(sides, knob) != sides.end();
        if (of_size || knob->unit.empty() || drawn[*knob] == asked[*knob]) continue;
        if (lab::idle(drawn, *knob)) continue;  // this kernel does not use it
        // With two sizes in one unit, the title is needed.
        const std::string value = number(drawn[*knob]);
        add(knob->unit == subject->size->unit
                ? uncapitalised(knob->title) + ": " + value
                : value + " " + lab::unit_of(drawn[*knob], knob->unit));
    }
    return words;
}

std::string counted_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t)) {
    const std::string less = smaller_words(smaller, asked, number);
    return less.empty() ? lab::size_words(smaller, number) : less;
}

std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t)) {
    const std::string words = smaller_words(drawn, asked, number);
    return words.empty() ? "" : "drawn: " + words;
}

}  // namespace app
