#include "app/search/searched_lesson.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "lab/library.h"
#include "lab/requests/prose.h"

namespace app {
namespace {

// A sentence of a text without its marks. A number that a run would fill in is left out.
std::string plain_words(std::string_view sentence) {
    std::string plain;
    for (std::size_t at = 0; at < sentence.size(); ++at) {
        const char c = sentence[at];
        if (c == '{') {
            at = std::min(sentence.find('}', at), sentence.size());
            plain += "…";
        } else if (c == '\n') {
            plain += ' ';
        } else if (c != '*' && c != '`' && c != '#') {
            plain += c;
        }
    }
    return plain.substr(std::min(plain.find_first_not_of(' '), plain.size()));
}

void add_words(std::vector<Searched>& to, const std::string& words, int rung = -1,
               const std::string& library = {}) {
    if (!words.empty()) to.emplace_back(words, rung, library);
}

void add_kernels(SearchedLesson& made) {
    int number = 0;
    for (const lab::Rung& rung : made.lesson->rungs) {
        made.kernels.emplace_back(fmt::format("kernel {}: {}", number + 1, rung.title), number);
        made.kernel_ids.push_back(folded(rung.title + ' ' + rung.brief + ' ' + rung.id));
        for (const std::string* words : {&rung.idea, &rung.meant, &rung.claim, &rung.line})
            add_words(made.sentences, *words, number);
        ++number;
    }
    for (const auto& library : lab::libraries_of(*made.lesson)) {
        const lab::Rung& only = library->rungs.front();
        made.kernels.emplace_back("beside the kernels: " + only.title, -1, only.id);
        made.kernel_ids.push_back(folded(only.title + ' ' + only.brief + ' ' + only.id));
        add_words(made.sentences, only.idea, -1, only.id);
    }
}

void add_knobs(SearchedLesson& made) {
    for (const lab::Knob* knob : made.lesson->knobs) {
        add_words(made.sentences, knob->title + (knob->hint.empty() ? "" : ": " + knob->hint));
        for (const lab::Choice& choice : knob->choices)
            add_words(made.sentences,
                      choice.title + (choice.meaning.empty() ? "" : ": " + choice.meaning));
    }
}

}  // namespace

std::string folded(std::string_view text) {
    std::string made = lower_case(text);
    for (char& c : made)
        if (c == '-' || c == '\n') c = ' ';
    return made;
}

SearchedLesson::SearchedLesson(const lab::Lesson& of) : lesson(&of), name(of.title + ' ' + of.id) {
    const View* first = of.views.empty() ? nullptr : find_view(of.views.front());
    if (first) picture = Searched(first->title + " (" + first->id + ")");
    add_words(headings, "in " + std::string(lab::title_of(of.chapter)));
    add_kernels(*this);
    for (const std::string* words : {&of.sees, &of.breaks, &of.next}) add_words(sentences, *words);
    add_knobs(*this);
}

void SearchedLesson::take_text() {
    if (has_text) return;
    const auto prose = lab::prose_of(*lesson);
    if (!prose) return;
    has_text = true;
    for (const std::string_view sentence : lab::sentences_in(*prose)) {
        Searched found(plain_words(sentence));
        found.to_read = true;
        if (!found.shown.empty())
            (sentence.starts_with('#') ? headings : sentences).push_back(std::move(found));
    }
}

}  // namespace app
