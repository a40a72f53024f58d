// What a picture made smaller. See drawn_words.h.
#include "app/drawn_words.h"

#include <algorithm>
#include <vector>

#include "lab/lesson.h"

namespace app {

std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t)) {
    const lab::Subject* subject = drawn.subject.get();
    if (!subject || !subject->size || !lab::same(subject, asked.subject.get())) return "";
    std::string words;
    const auto add = [&](const std::string& more) {
        words += (words.empty() ? "drawn: " : ", ") + more;
    };
    const std::string size = lab::size_words(drawn, number);
    if (size != lab::size_words(asked, number)) add(size);
    const std::vector<const lab::Knob*>& sides = subject->sides;
    for (const lab::Knob* knob : subject->knobs) {
        const bool of_size = knob == subject->size || std::ranges::find(sides, knob) != sides.end();
        if (of_size || knob->unit.empty() || drawn[*knob] == asked[*knob]) continue;
        const bool one = drawn[*knob] == 1 && knob->unit.ends_with('s');
        add(number(drawn[*knob]) + " " + knob->unit.substr(0, knob->unit.size() - one));
    }
    return words;
}

}  // namespace app
