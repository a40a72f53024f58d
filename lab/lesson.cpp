// The registered lessons, and the subject that each makes.
#include "lab/lesson.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "lab/lesson_members.h"
#include "lab/reference.h"
#include "lab/registry.h"

namespace lab {
namespace {

Registry<Lesson>& known_lessons() {
    static Registry<Lesson> all;
    return all;
}

std::vector<LessonProblem>& known_problems() {
    static std::vector<LessonProblem> all;
    return all;
}

// Takes the size and the sides from the knobs' roles.
void find_sizes(Lesson& lesson) {
    if (!lesson.size) lesson.size = find_knob(lesson, Knob::Role::size);
    if (!lesson.sides.empty()) return;
    std::ranges::copy_if(lesson.knobs, std::back_inserter(lesson.sides),
                         [](const Knob* knob) { return knob && knob->role == Knob::Role::side; });
}

std::shared_ptr<const Subject> make_subject(const Lesson& lesson) {
    auto made = std::make_shared<Subject>();
    made->id = lesson.id;
    made->title = lesson.title;
    made->source = lesson.source;
    made->lesson = &lesson;
    made->rungs = lesson.rungs;
    made->knobs = lesson.knobs;
    made->size = lesson.size;
    made->sides = lesson.sides;
    made->host = lesson.host;
    made->expected = lesson.expected;
    made->bytes = lesson.bytes;
    made->flops = lesson.flops;
    made->on_integers = lesson.on_integers;
    made->modelled_within = lesson.modelled_within;
    made->picture = lesson.picture;
    made->cost = lesson.cost;
    made->roundings = lesson.roundings;
    made->watch = lesson.watch;
    made->views = lesson.views;
    made->ledger = lesson.ledger;
    made->cards = lesson.cards;
    return made;
}

bool before(const Lesson& a, const Lesson& b) {
    return a.chapter != b.chapter ? a.chapter < b.chapter : a.number < b.number;
}

}  // namespace

std::string_view title_of(Chapter chapter) {
    switch (chapter) {
        case Chapter::first_steps: return "First steps";
        case Chapter::memory: return "Memory";
        case Chapter::adding_and_scanning: return "Adding and scanning";
        case Chapter::matrices_and_equations: return "Matrices and equations";
        case Chapter::chance_time_and_faults: return "Chance, time and faults";
    }
    return {};
}

RegisterLesson::RegisterLesson(Lesson lesson) {
    for (std::string& sentence : missing_in(lesson))
        known_problems().push_back({lesson.id, std::move(sentence)});
    if (!runnable(lesson)) return;
    find_sizes(lesson);
    known_lessons().add(std::move(lesson), before);
}

std::span<const Lesson* const> lessons() { return known_lessons().all(); }

const Lesson* find_lesson(std::string_view id) { return known_lessons().find(id, &Lesson::id); }

const std::vector<LessonProblem>& lesson_problems() { return known_problems(); }

bool Prediction::of_time() const { return read_reference(answer).by_clock(); }

int right_choice(const Prediction& asked, double answer) {
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        if (answer < asked.choices[i].below) return static_cast<int>(i);
    return -1;
}

const Rung* find_rung(const Lesson& lesson, std::string_view id, int* index) {
    const auto found = std::ranges::find(lesson.rungs, id, &Rung::id);
    if (found == lesson.rungs.end()) return nullptr;
    if (index) *index = static_cast<int>(found - lesson.rungs.begin());
    return &*found;
}

const Knob* find_knob(const Lesson& lesson, std::string_view id) {
    const auto found = std::ranges::find(lesson.knobs, id, &Knob::id);
    return found == lesson.knobs.end() ? nullptr : *found;
}

const Knob* find_knob(const Lesson& lesson, Knob::Role role) {
    return find_role(lesson.knobs, role);
}

std::shared_ptr<const Subject> subject_of(const Lesson& lesson) {
    static std::mutex mutex;
    static std::map<const Lesson*, std::shared_ptr<const Subject>> made;
    const auto all = lessons();
    // a test's lesson may be gone, and another be at its address
    if (std::ranges::find(all, &lesson) == all.end()) return make_subject(lesson);
    const std::lock_guard lock(mutex);
    auto& kept = made[&lesson];
    if (!kept) kept = make_subject(lesson);
    return kept;
}

Settings::Settings(const Lesson& lesson) : Settings(subject_of(lesson)) {}

}  // namespace lab
