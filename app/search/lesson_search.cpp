#include "app/search/lesson_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "lab/words.h"

namespace app {
namespace {

using Where = FoundPlace::Where;
using TypedWords = std::vector<std::string_view>;

constexpr std::size_t shown_around = 96, shown_before = 28;  // bytes of a text
constexpr std::size_t least_inside = 5;  // shorter words are found at the start of a word only
constexpr std::size_t most_terms = 6;
constexpr int a_phrase = 1000;  // what a phrase is worth beside its words apart

// What was typed, folded, and its words.
struct Typed {
    explicit Typed(std::string_view typed) : phrase(folded(typed)) {
        while (phrase.ends_with(' ')) phrase.pop_back();
        phrase.erase(0, std::min(phrase.find_first_not_of(' '), phrase.size()));
        words = lab::words_between(phrase, " ");
    }
    std::string phrase;
    TypedWords words;
};

bool is_of_word(std::string_view text, std::size_t at) {
    if (at >= text.size()) return false;
    const char c = text[at];
    return is_letter(c) || (c >= '0' && c <= '9');
}

// Where `wanted` stands, at `from` or after. Two letters are a whole word: "L1". Up to four begin a
// word, as "scan" does; "mul" is not in "simultaneous".
std::size_t place_in(std::string_view text, std::string_view wanted, std::size_t from = 0) {
    for (std::size_t at = text.find(wanted, from); at != text.npos;
         at = text.find(wanted, at + 1)) {
        const bool begins = at == 0 || !is_of_word(text, at - 1);
        const bool ends = !is_of_word(text, at + wanted.size());
        if (wanted.size() >= least_inside || (begins && (wanted.size() > 2 || ends))) return at;
    }
    return text.npos;
}

int times_in(std::string_view text, std::string_view wanted) {
    int times = 0;
    for (std::size_t at = place_in(text, wanted); at != text.npos;
         at = place_in(text, wanted, at + wanted.size()))
        ++times;
    return times;
}

bool has_each(std::string_view text, const TypedWords& words) {
    return std::ranges::all_of(words, [&](auto word) { return place_in(text, word) != text.npos; });
}

// In a name any part of a word counts, in any order: "vectors adding".
bool names_each(std::string_view name, const TypedWords& words) {
    return std::ranges::all_of(words, [&](auto word) { return name.find(word) != name.npos; });
}

// The words around a place, cut at blanks.
std::string words_around(const std::string& shown, std::size_t at) {
    if (shown.size() <= shown_around) return shown;
    std::size_t begin = 0, end = shown.size();
    if (at > shown_before) begin = shown.find(' ', at - shown_before) + 1;
    if (begin > at) begin = at;
    if (begin + shown_around < end) end = shown.rfind(' ', begin + shown_around);
    if (end <= at) end = shown.size();
    return (begin > 0 ? "… " : "") + shown.substr(begin, end - begin) +
           (end < shown.size() ? " …" : "");
}

// How well a name fits: the whole of it, its start, a word of it, or less.
int fit_of(const lab::Lesson& lesson, const std::string& wanted) {
    const std::string text = folded(lesson.title);
    if (text == wanted || folded(lesson.id) == wanted) return 5;
    if (text.starts_with(wanted)) return 4;
    if (text.starts_with("a " + wanted) || text.starts_with("the " + wanted)) return 3;
    return text.find(" " + wanted) != text.npos ? 2 : 1;
}

bool add_name(std::vector<FoundPlace>& found, const SearchedLesson& in, const Typed& typed) {
    if (!names_each(in.name.text, typed.words) && !in.name.shown.ends_with(typed.phrase))
        return false;
    found.push_back(
        {.where = Where::name, .lesson = in.lesson, .better = fit_of(*in.lesson, typed.phrase)});
    return true;
}

// How often the lesson's texts have the words.
int mentions_in(const SearchedLesson& in, const Typed& typed) {
    int times = 0;
    for (const auto* texts : {&in.headings, &in.sentences})
        for (const Searched& one : *texts) times += times_in(one.text, typed.phrase);
    return times;
}

// Pictures by their names: first in the earliest lesson that tells of them.
void add_pictures(std::vector<FoundPlace>& found, const SearchedLesson& in, const Typed& typed) {
    if (typed.phrase.size() < 3) return;
    for (const Searched& picture : in.pictures)
        if (has_each(picture.text, typed.words))
            found.push_back({.where = Where::picture,
                             .lesson = in.lesson,
                             .view = picture.view,
                             .words = "picture " + picture.shown,
                             .better = int(mentions_in(in, typed) > 0)});
}

bool add_kernels_named(std::vector<FoundPlace>& found, const SearchedLesson& in,
                       const Typed& typed) {
    bool any = false;
    for (std::size_t i = 0; i < in.kernels.size(); ++i) {
        const Searched& kernel = in.kernels[i];
        if (!has_each(in.kernel_ids[i], typed.words)) continue;
        found.push_back({.where = Where::kernel,
                         .lesson = in.lesson,
                         .rung = kernel.rung,
                         .library = kernel.library,
                         .words = kernel.shown});
        any = true;
    }
    return any;
}

// The best of some sentences: one that has the phrase, else one that has each word.
void add_best(std::vector<FoundPlace>& found, const SearchedLesson& in,
              const std::vector<Searched>& among, const Typed& typed, Where where) {
    const Searched* best = nullptr;
    int phrases = 0, others = 0;
    for (const Searched& one : among) {
        const int times = times_in(one.text, typed.phrase);
        const bool each = times == 0 && typed.words.size() > 1 && has_each(one.text, typed.words);
        if (times + int(each) == 0) continue;
        if (!best || (phrases == 0 && times > 0)) best = &one;
        phrases += times, others += each;
    }
    if (!best) return;
    const std::size_t at = place_in(best->text, typed.phrase);
    const std::size_t first =
        at != std::string::npos ? at : place_in(best->text, typed.words.front());
    const std::string words = words_around(best->shown, first);
    found.push_back(
        {.where = where,
         .lesson = in.lesson,
         .rung = best->rung,
         .library = best->library,
         .words = best->rung < 0 ? words : fmt::format("kernel {}: {}", best->rung + 1, words),
         .to_read = best->to_read,
         .better = a_phrase * phrases + others});
}

// Sentences that have each word apart count only where no text has them together.
void drop_words_apart(std::vector<FoundPlace>& found) {
    const auto of_text = [](const FoundPlace& place) {
        return place.lesson && place.where >= Where::heading;
    };
    const bool together = std::ranges::any_of(
        found, [&](const FoundPlace& place) { return of_text(place) && place.better >= a_phrase; });
    if (together)
        std::erase_if(found, [&](const FoundPlace& place) {
            return of_text(place) && place.better < a_phrase;
        });
}

void add_texts(std::vector<FoundPlace>& found, const SearchedLesson& in, const Typed& typed) {
    const std::size_t before = found.size();
    add_best(found, in, in.headings, typed, Where::heading);
    if (found.size() == before) add_best(found, in, in.sentences, typed, Where::text);
    if (found.size() > before) return;
    // "laplace shape": a word names the lesson, and the others stand in it.
    TypedWords others = typed.words;
    std::erase_if(others, [&](auto word) { return in.name.text.find(word) != word.npos; });
    if (others.empty() || others.size() == typed.words.size()) return;
    const Typed rest(fmt::format("{}", fmt::join(others, " ")));
    add_pictures(found, in, rest);
    if (found.size() == before) add_best(found, in, in.headings, rest, Where::heading);
    if (found.size() == before) add_best(found, in, in.sentences, rest, Where::text);
}

// Words of the glossary whose name or form begins with what was typed, or has it at a word's start.
void add_terms(std::vector<FoundPlace>& found, const Typed& typed) {
    std::vector<FoundPlace> terms;
    for (const Term& term : glossary()) {
        int better = 0;
        const auto look = [&](std::string_view form, int most) {
            const std::string text = folded(form);
            const int fit = text == typed.phrase                        ? most
                            : text.starts_with(typed.phrase)            ? most - 2
                            : place_in(text, typed.phrase) != text.npos ? most - 4
                                                                        : 0;
            better = std::max(better, fit);
        };
        look(term.word, 10);
        for (const std::string_view form : lab::words_between(term.forms, ",")) look(form, 9);
        if (better > 0)
            terms.push_back({.where = Where::heading,
                             .term = &term,
                             .words = std::string(term.means),
                             .better = 1'000'000 + better});
    }
    // Nothing has the name: a meaning may have the words.
    if (terms.empty() && found.empty())
        for (const Term& term : glossary())
            if (has_each(folded(term.means), typed.words))
                terms.push_back({.where = Where::heading,
                                 .term = &term,
                                 .words = std::string(term.means),
                                 .better = 0});
    std::ranges::stable_sort(terms, std::greater{}, &FoundPlace::better);
    terms.resize(std::min(terms.size(), most_terms));
    found.insert(found.end(), terms.begin(), terms.end());
}

}  // namespace

void LessonSearch::prepare() {
    if (lessons_.empty())
        for (const lab::Lesson* lesson : lab::lessons()) lessons_.emplace_back(*lesson);
    for (SearchedLesson& lesson : lessons_) lesson.take_text();
}

bool LessonSearch::has_all_texts() const {
    return std::ranges::all_of(lessons_, &SearchedLesson::has_text);
}

std::vector<FoundPlace> LessonSearch::find(std::string_view words) {
    const Typed typed(words);
    if (typed.words.empty()) return {};
    prepare();
    std::vector<FoundPlace> found;
    for (std::size_t i = 0; i < lessons_.size(); ++i) {
        const SearchedLesson& in = lessons_[i];
        if (std::to_string(i + 1) == typed.phrase) {
            found.push_back({.lesson = in.lesson, .better = 9});
            continue;
        }
        const bool named = add_name(found, in, typed);
        if (typed.phrase.size() < 2) continue;
        add_pictures(found, in, typed);
        if (!add_kernels_named(found, in, typed) && !named) add_texts(found, in, typed);
    }
    drop_words_apart(found);
    if (typed.phrase.size() > 1) add_terms(found, typed);
    std::ranges::stable_sort(found, [](const FoundPlace& a, const FoundPlace& b) {
        return a.where != b.where ? a.where < b.where : a.better > b.better;
    });
    return found;
}

std::vector<const lab::Lesson*> LessonSearch::lessons_with(std::string_view typed) {
    std::vector<const lab::Lesson*> lessons;
    for (const FoundPlace& place : find(typed))
        if (place.lesson && std::ranges::find(lessons, place.lesson) == lessons.end())
            lessons.push_back(place.lesson);
    return lessons;
}

std::string nothing_found(std::string_view typed) {
    const std::string near = nearest_term(typed);
    return fmt::format(
        "No name, text or word has \"{}\". {}F1 and `warplens words` list all words.",
        as_shown(typed, 40), near.empty() ? "" : fmt::format("The nearest word is \"{}\". ", near));
}

}  // namespace app
