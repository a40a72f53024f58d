// words: prints the glossary, as the window shows it.
#include <algorithm>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/glossary.h"
#include "lab/cli/command_tools.h"

namespace app::words_command {

namespace {

void print(const Term& term, std::ostream& out) {
    out << term.word << "\n    " << term.means << '\n';
    if (!term.metric.empty()) out << "    In Nsight Compute: " << term.metric << '\n';
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
            << "warplens words prints all of them.\n";
        return lab::exit_usage;
    }
    print(*term, out);
    return lab::exit_right;
}

const lab::RegisterCommand registered({"words", "words [WORD]",
                                       "says what a word of the field means", 65, words});

}  // namespace

}  // namespace app::words_command
