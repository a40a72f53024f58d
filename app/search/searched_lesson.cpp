#include "app/search/searched_lesson.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "lab/features/setups.h"
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

// The first kernel in which the knob changes something, where the first of all does not have it;
// -1: any.
int rung_with(const lab::Lesson& lesson, const lab::Knob& knob) {
    lab::Settings settings(lesson);
    for (int rung = 0; rung < std::ssize(lesson.rungs); ++rung) {
        settings.rung = rung;
        if (!lab::idle(settings, knob)) return rung == 0 ? -1 : rung;
    }
    return -1;
}

void add_knobs(SearchedLesson& made) {
    for (const lab::Knob* knob : made.lesson->knobs) {
        const int rung = rung_with(*made.lesson, *knob);
        add_words(made.sentences, knob->title + (knob->hint.empty() ? "" : ": " + knob->hint),
                  rung);
        for (const lab::Choice& choice : knob->choices)
            add_words(made.sentences,
                      choice.title + (choice.meaning.empty() ? "" : ": " + choice.meaning), rung);
    }
}

void add_setups(SearchedLesson& made) {
    for (const lab::Setup& setup : lab::setups_of(*made.lesson)) {
        int rung = -1;
        if (!setup.rung.empty()) lab::find_rung(*made.lesson, setup.rung, &rung);
        add_words(made.headings, "set-up " + setup.title, rung);
    }
}

void add_picture(SearchedLesson& made, const View& view) {
    if (std::ranges::find(made.pictures, view.id, &Searched::view) != made.pictures.end()) return;
    made.pictures.emplace_back(view.title + " (" + view.id + ")");
    made.pictures.back().view = view.id;
}

void add_pictures(SearchedLesson& made) {
    for (const std::string& id : made.lesson->views)
        if (const View* view = find_view(id)) add_picture(made, *view);
}

// Those that the text names: "the picture *Half warps* shows both".
void add_told_pictures(SearchedLesson& made, std::string_view text) {
    for (const View* view : views())
        if (text.find("*" + view->title + "*") != text.npos) add_picture(made, *view);
}

}  // namespace

std::string folded(std::string_view text) {
    std::string made = lower_case(text);
    for (char& c : made)
        if (c == '-' || c == '\n') c = ' ';
    return made;
}

SearchedLesson::SearchedLesson(const lab::Lesson& of) : lesson(&of), name(of.title + ' ' + of.id) {
    add_pictures(*this);
    add_words(headings, "in " + std::string(lab::title_of(of.chapter)));
    add_kernels(*this);
    for (const std::string* words : {&of.sees, &of.breaks, &of.next}) add_words(sentences, *words);
    add_knobs(*this);
    add_setups(*this);
}

void SearchedLesson::take_text() {
    if (has_text) return;
    const auto prose = lab::prose_of(*lesson);
    if (!prose) return;
    has_text = true;
    add_told_pictures(*this, *prose);
    for (const std::string_view sentence : lab::sentences_in(*prose)) {
        Searched found(plain_words(sentence));
        found.to_read = true;
        if (!found.shown.empty())
            (sentence.starts_with('#') ? headings : sentences).push_back(std::move(found));
    }
}

}  // namespace app
