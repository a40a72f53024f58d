// Asks one question after the other; saves each guess together with the true answer.
#include "app/shell/prediction.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/shell/lesson_text.h"
#include "lab/asked.h"
#include "lab/bugs.h"
#include "lab/reference.h"
#include "lab/requests/prose.h"
#include "lab/words.h"
#include "platform/clock.h"
#include "simulator/read_number.h"

namespace app {

namespace {

PredictionNumbers found_numbers(const lab::Lesson& lesson, const lab::Prediction& asked) {
    PredictionNumbers made;
    for (const lab::KnownNumber& known : asked.known) {
        const auto value = lab::number_of(known.answer);
        made.known.push_back(value ? std::optional(*value) : std::nullopt);
    }
    const auto answer = lab::number_of(asked.answer);
    if (answer) made.answer = *answer;
    made.meet = lab::times_meet(asked.answer);
    const lab::Reference reference = lab::read_reference(asked.answer);
    if (reference.by_clock())
        if (const auto device = lab::resolved(std::string(reference.first.place) + ".device"))
            made.device = *device;
    made.because = answer ? raised(lab::filled(asked.because)) : answer.problem().message;
    made.question = lab::filled(asked.question);
    made.correction = raised(lab::filled(belief_of(lesson).second));
    return made;
}

}  // namespace

std::string question_words(const lab::Prediction& asked, const PredictionNumbers* numbers) {
    if (numbers) return numbers->question;
    std::string words = asked.question;
    for (std::size_t from = 0; (from = words.find('{', from)) != std::string::npos; ++from)
        words.replace(from, words.find('}', from) + 1 - from, "…");
    return words;
}

std::vector<int> rungs_asked(const lab::Lesson& lesson, const lab::Prediction& asked) {
    std::vector<int> rungs;
    const lab::Reference reference = lab::read_reference(asked.answer);
    for (const lab::Reference::Value& value : {reference.first, reference.second}) {
        int index = 0;
        if (value.lesson() != lesson.id || !lab::find_rung(lesson, value.rung(), &index)) continue;
        if (std::ranges::find(rungs, index) == rungs.end()) rungs.push_back(index);
    }
    return rungs;
}

std::string kernels_asked(const lab::Lesson& lesson, const lab::Prediction& asked) {
    std::vector<std::string> names;
    for (const int rung : rungs_asked(lesson, asked))
        names.push_back(fmt::format("{} {}", rung + 1, lesson.rungs[std::size_t(rung)].title));
    return names.size() < lesson.rungs.size() ? lab::listed(names, "and") : "";
}

int Predictions::asks_elsewhere(int rung) const {
    if (!is_open()) return -1;
    const std::vector<int> rungs = rungs_asked(*lesson_, asked());
    return rungs.empty() || rungs.front() == rung ? -1 : rungs.front();
}

bool PredictionNumbers::right(const lab::Prediction& asked, int choice) const {
    if (!answer || choice < 0) return false;
    const int one = lab::right_choice(asked, *answer),
              alike = meet ? lab::right_choice(asked, 1) : one;
    return std::min(one, alike) <= choice && choice <= std::max(one, alike);
}

const PredictionNumbers* PredictionTruth::of(const lab::Lesson& lesson, int question) {
    const lab::Prediction& asked = lesson.predictions[static_cast<std::size_t>(question)];
    return numbers_.of(asked, [&lesson, &asked] { return found_numbers(lesson, asked); });
}

void Predictions::meet(const lab::Lesson* lesson) {
    if (!asks || is_open() || !lesson || met.contains(lesson->id)) return;
    if (lab::feature<lab::Versions>(*lesson).knob) return;
    if (!lesson->predictions.empty()) open(*lesson);
}

void Predictions::open(const lab::Lesson& lesson, int rung) {
    if (lesson.predictions.empty()) return;
    lesson_ = &lesson;
    met.insert(lesson.id);
    again_ = all_answered();
    // A question is about the first kernel of its answer, not about the one it is compared with.
    const auto rank = [&](const lab::Prediction& each) {
        const std::vector<int> of = rungs_asked(lesson, each);
        return answered_.contains(&each) ? 0 : 1 + (!of.empty() && of.front() == rung);
    };
    const auto best = std::ranges::max_element(lesson.predictions, {}, rank);
    show(static_cast<int>(best - lesson.predictions.begin()));
}

std::optional<int> Predictions::next() const {
    if (again_) return question_ + 1 < questions() ? std::optional(question_ + 1) : std::nullopt;
    for (int by = 1; by < questions(); ++by) {
        const int each = (question_ + by) % questions();
        if (!answered_.contains(&lesson_->predictions[std::size_t(each)])) return each;
    }
    return std::nullopt;
}

void Predictions::show(int question) {
    question_ = question;
    number_.reset();
    choice_ = -1;
    locked_ = too_early = false;
    typed.clear();
}

bool Predictions::all_answered() const {
    return std::ranges::all_of(lesson_->predictions, [&](const lab::Prediction& each) {
        return answered_.contains(&each);
    });
}

void Predictions::close() { lesson_ = nullptr; }

void Predictions::go_on() {
    if (!locked_ && !guessed()) return void(too_early = true);
    if (!locked_) {
        const PredictionNumbers* found = numbers();
        if (!found) return;  // the runs come first
        locked_ = true;
        answered_.insert(&asked());
        keep_guess(*found);
    } else if (const auto to = next()) {
        show(*to);
    } else {
        close();
    }
}

void Predictions::guess(double number) {
    if (locked_ || !asked().choices.empty()) return;
    number_ = std::max(number, 0.);
    too_early = false;
}

void Predictions::type(std::string_view characters) {
    constexpr std::size_t longest = 23;
    constexpr std::string_view of_numbers = "0123456789.^-+eE";
    if (!asked().choices.empty() || locked_) return;
    const std::size_t before = typed.size();
    for (const char c : characters)
        if (typed.size() < longest && of_numbers.find(c) != of_numbers.npos) typed += c;
    if (typed.size() != before) read_typed();
}

void Predictions::rub_out() {
    if (locked_ || typed.empty()) return;
    typed.pop_back();
    read_typed();
}

// Text that is no number of 0 or more is no guess, and is not read as another number.
void Predictions::read_typed() {
    constexpr double beyond_all = 1e15;
    number_.reset();
    double number = 0;
    const char* end = typed.data() + typed.size();
    const auto read = simulator::read_number(typed.data(), end, number);
    const auto whole = lab::whole_number(typed);
    if (whole) number = double(*whole);
    const bool all = whole || (read.ec == std::errc{} && read.ptr == end);
    if (all && number >= 0 && number < beyond_all) guess(number);
}

void Predictions::choose(int choice) {
    if (locked_ || choice < 0 || choice >= static_cast<int>(asked().choices.size())) return;
    choice_ = choice;
    too_early = false;
}

std::string Predictions::guess_worded() const {
    if (number_) return lab::answer_worded(*number_);
    return choice_ < 0 ? "" : asked().choices[static_cast<std::size_t>(choice_)].whole();
}

bool Predictions::right(const PredictionNumbers& found) const {
    if (number_) return found.answer && lab::close_enough(*number_, *found.answer);
    return found.right(asked(), choice_);
}

void Predictions::keep_guess(const PredictionNumbers& found) {
    if (!keep || !found.answer) return;
    const int correct = lab::right_choice(asked(), *found.answer);
    const std::string answer = correct < 0
                                   ? lab::answer_worded(*found.answer)
                                   : asked().choices[static_cast<std::size_t>(correct)].whole();
    keep({platform::today(), lesson_->id, question_ + 1, found.question, guess_worded(), answer,
          right(found)});
}

std::pair<std::string, std::string> belief_of(const lab::Lesson& lesson) {
    const std::string& text = lesson.breaks;
    const std::size_t end = text.starts_with('"') ? text.find('"', 1) : text.npos;
    if (end == text.npos) return {text, ""};
    const std::size_t rest = text.find_first_not_of(' ', end + 1);
    return {text.substr(1, end - 1), rest == text.npos ? "" : text.substr(rest)};
}

}  // namespace app
