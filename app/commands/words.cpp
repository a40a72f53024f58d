// words: prints the glossary, as the window shows it.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/glossary.h"
#include "app/search/lesson_search.h"
#include "lab/cli/command_tools.h"

namespace app::words_command {

namespace {

void print(const Term& term, std::ostream& out) {
    out << term.word << "\n    " << term.means << '\n';
    if (!term.metric.empty()) out << "    In Nsight Compute: " << term.metric << '\n';
}

constexpr std::size_t most_lessons = 4;

// The lessons whose texts use what is no term, with the command that opens each.
std::string lessons_using(const std::string& asked) {
    LessonSearch search;
    std::string lines;
    std::set<const lab::Lesson*> seen;
    for (const FoundPlace& place : search.find(asked)) {
        if (!place.lesson || seen.size() == most_lessons) continue;
        if (!seen.insert(place.lesson).second) continue;
        std::string line = place.lesson->id;
        if (place.rung >= 0)
            line += "/" + place.lesson->rungs[static_cast<std::size_t>(place.rung)].id;
        const std::string words = place.words.empty() ? place.lesson->title : place.words;
        lines += "    warplens window --state " + line + "\n        " + words + '\n';
    }
    return lines.empty() ? "" : "Lessons use it:\n" + lines;
}

int words(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags flags("warplens words", "What the words of the field mean.");
    std::vector<std::string> typed;
    flags.add("WORD", typed, "one of them, in any form; without it all are printed");
    if (const auto code = flags.parse(arguments, out, err)) return *code;
    std::string asked;
    for (const std::string& word : typed) asked += (asked.empty() ? "" : " ") + word;
    if (typed.empty()) {
        for (const Term& term : glossary()) print(term, out);
        return lab::exit_right;
    }
    const Term* term = find_term(asked);
    if (!term) {
        const std::string nearest = nearest_term(asked);
        err << "warplens words: \"" << as_shown(asked, 60) << "\" is none of these words. "
            << (nearest.empty() ? "" : "Did you mean \"" + nearest + "\"? ")
            << "warplens words prints all of them.\n"
            << lessons_using(asked);
        return lab::exit_usage;
    }
    print(*term, out);
    return lab::exit_right;
}

const lab::RegisterCommand registered({"words", "words [WORD]",
                                       "says what a word of the field means", 65, words});

}  // namespace

}  // namespace app::words_command
