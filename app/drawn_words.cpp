// Names the values that a picture made smaller. See drawn_words.h.
#include "app/drawn_words.h"

#include <algorithm>
#include <vector>

#include "app/format.h"
#include "lab/lesson.h"
#include "lab/words.h"

namespace app {
namespace {

// The size of a box with equal sides: "96³".
std::string cube_of(const lab::Settings& settings, std::string (*number)(std::int64_t)) {
    const lab::Subject& subject = *settings.subject;
    const std::int64_t side = settings[*subject.size];
    const auto is_equal = [&](const lab::Knob* knob) { return settings[*knob] == side; };
    const bool cube = subject.sides.size() == 2 && std::ranges::all_of(subject.sides, is_equal);
    return cube ? number(side) + "³" : "";
}

SmallerValue smaller_size(const lab::Settings& drawn, std::string (*number)(std::int64_t),
                          bool cubed) {
    const std::string cube = cubed ? cube_of(drawn, number) : "";
    if (!cube.empty()) return {cube + " " + drawn.subject->size->unit, cube};
    return {lab::size_words(drawn, number), lab::size_numbers(drawn, number)};
}

}  // namespace

std::vector<SmallerValue> smaller_values(const lab::Settings& drawn, const lab::Settings& asked,
                                         std::string (*number)(std::int64_t), bool cubed) {
    const lab::Subject* subject = drawn.subject.get();
    if (!subject || !subject->size || !lab::same(subject, asked.subject.get())) return {};
    std::vector<SmallerValue> all;
    if (!lab::one_size(drawn, asked)) all.push_back(smaller_size(drawn, number, cubed));
    const std::vector<const lab::Knob*>& sides = subject->sides;
    for (const lab::Knob* knob : subject->knobs) {
        const bool of_size = knob == subject->size || std::ranges::find(sides, knob) != sides.end();
        if (of_size || knob->unit.empty() || drawn[*knob] == asked[*knob]) continue;
        if (lab::idle(drawn, *knob)) continue;  // this kernel does not use it
        const std::string value = number(drawn[*knob]),
                          titled = uncapitalised(knob->title) + ": " + value;
        // With two sizes in one unit, the title is needed.
        if (knob->unit == subject->size->unit)
            all.push_back({titled, titled});
        else
            all.push_back({value + " " + lab::unit_of(drawn[*knob], knob->unit), value});
    }
    return all;
}

std::string smaller_words(const lab::Settings& drawn, const lab::Settings& asked,
                          std::string (*number)(std::int64_t)) {
    std::string words;
    for (const SmallerValue& value : smaller_values(drawn, asked, number))
        words += (words.empty() ? "" : ", ") + value.words;
    return words;
}

std::string counted_words(const lab::Settings& smaller, const lab::Settings& asked,
                          std::string (*number)(std::int64_t)) {
    const std::string less = smaller_words(smaller, asked, number);
    return less.empty() ? lab::size_words(smaller, number) : less;
}

std::string wrong_places(const lab::Verdict& verdict) {
    return grouped(static_cast<std::int64_t>(verdict.wrong)) + " of " +
           plural(static_cast<std::int64_t>(verdict.compared), "compared place");
}

std::string drawn_words(const lab::Settings& drawn, const lab::Settings& asked,
                        std::string (*number)(std::int64_t)) {
    const std::string words = smaller_words(drawn, asked, number);
    return words.empty() ? "" : "drawn: " + words;
}

Note drawn_note(const lab::Settings& drawn, const lab::Settings& asked) {
    const std::vector<SmallerValue> all = smaller_values(drawn, asked, grouped);
    if (all.empty()) return "";
    Note note(drawn_words(drawn, asked, grouped));
    note.forms.push_back("drawn: " + all.front().words);
    note.brief = "drawn: " + all.front().number;
    note.drawn = true;
    return note;
}

}  // namespace app
