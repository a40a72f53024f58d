// Checks that a lesson has all its members. The writer of a lesson reads what is missing, instead
// of a crash in an empty function.
#include "lab/lesson_members.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lab {
namespace {

struct LessonMember {
    const char *name, *what;
    bool (*there)(const Lesson&);
    bool needed = false;  // for every run
};

bool has_host(const Lesson& lesson) {
    return lesson.host ||
           std::ranges::all_of(lesson.rungs, [](const Rung& rung) { return bool(rung.host); });
}

bool has_cost(const Lesson& lesson) {
    return lesson.cost ||
           std::ranges::all_of(lesson.rungs, [](const Rung& rung) { return bool(rung.cost); });
}

constexpr std::array lesson_members{
    LessonMember{"id", "its name on the command line",
                 [](const Lesson& lesson) { return !lesson.id.empty(); }, true},
    LessonMember{"title", "its name on the screen",
                 [](const Lesson& lesson) { return !lesson.title.empty(); }},
    LessonMember{"source", "the file in kernels/ that its rungs are in",
                 [](const Lesson& lesson) { return !lesson.source.empty(); }, true},
    LessonMember{"sees", "the one thing to see, a sentence",
                 [](const Lesson& lesson) { return !lesson.sees.empty(); }},
    LessonMember{"breaks", "the wrong belief that it breaks, a sentence",
                 [](const Lesson& lesson) { return !lesson.breaks.empty(); }},
    LessonMember{"next", "what to try next, a sentence",
                 [](const Lesson& lesson) { return !lesson.next.empty(); }},
    LessonMember{"rungs", "its ladder of kernels",
                 [](const Lesson& lesson) { return !lesson.rungs.empty(); }, true},
    LessonMember{"knobs", "the settings that can be changed, in the order of the rail",
                 [](const Lesson& lesson) { return !lesson.knobs.empty(); }},
    LessonMember{"host", "the function that records its plan", has_host, true},
    LessonMember{"expected", "the right answer, computed on the CPU in double",
                 [](const Lesson& lesson) { return bool(lesson.expected); }},
    LessonMember{"bytes", "the least number of bytes that must move",
                 [](const Lesson& lesson) { return bool(lesson.bytes); }},
    LessonMember{"flops", "the number of arithmetic operations that the work needs",
                 [](const Lesson& lesson) { return bool(lesson.flops); }},
    LessonMember{"cost", "about how many lane-instructions a run takes", has_cost},
    LessonMember{"views", "the pictures that suit it; the stage opens with the first",
                 [](const Lesson& lesson) { return !lesson.views.empty(); }},
    LessonMember{"ledger", "the counters that its kernels are compared by",
                 [](const Lesson& lesson) { return !lesson.ledger.empty(); }},
    LessonMember{"predictions", "the questions before the first run",
                 [](const Lesson& lesson) { return !lesson.predictions.empty(); }},
};

struct RungMember {
    const char *name, *what;
    simulator::Member<Rung, std::string> text;
};

constexpr std::array rung_members{
    RungMember{"id", "its name on the command line", &Rung::id},
    RungMember{"title", "its name on the screen", &Rung::title},
    RungMember{"idea", "the one thing that it changes, a sentence", &Rung::idea},
    RungMember{"claim", "the stage's title while it is shown", &Rung::claim},
    RungMember{"line", "the line of its source whose runs are counted", &Rung::line},
};

void add_members(std::vector<std::string>& missing, const Lesson& lesson) {
    for (const LessonMember& member : lesson_members)
        if (!member.there(lesson))
            missing.push_back(fmt::format("Lesson {} has no {}: {}.",
                                          lesson.id.empty() ? lesson.source : lesson.id,
                                          member.name, member.what));
    for (const Rung& rung : lesson.rungs)
        for (const RungMember& member : rung_members)
            if ((rung.*member.text).empty())
                missing.push_back(fmt::format("Rung {} of lesson {} has no {}: {}.",
                                              rung.id.empty() ? rung.title : rung.id, lesson.id,
                                              member.name, member.what));
}

bool has_knob(const Lesson& lesson, const Knob* knob) {
    return knob && std::ranges::find(lesson.knobs, knob) != lesson.knobs.end();
}

// Knobs that a member names but the rail does not have.
void add_strangers(std::vector<std::string>& missing, const Lesson& lesson) {
    const auto named = [&](const Knob* knob, const std::string& by) {
        if (!has_knob(lesson, knob))
            missing.push_back(fmt::format("Lesson {} has no {} among its knobs, but {} names it.",
                                          lesson.id, knob ? knob->id : "empty pointer", by));
    };
    for (const Knob* knob : lesson.knobs)
        if (!knob)
            named(knob, "its own list");
        else if (knob->only)
            named(knob->only->with, "knob " + knob->id);
    for (const Rung& rung : lesson.rungs) {
        for (const Knob* knob : rung.takes) named(knob, "rung " + rung.id);
        for (const Idle& idle : rung.without) named(idle.knob, "rung " + rung.id);
    }
}

void add_twins(std::vector<std::string>& missing, const Lesson& lesson) {
    std::vector<std::string> names;
    for (const Rung& rung : lesson.rungs) names.push_back("rung " + rung.id);
    for (const Knob* knob : lesson.knobs)
        if (knob) names.push_back("knob " + knob->id);
    std::ranges::sort(names);
    for (auto twin = std::ranges::adjacent_find(names); twin != names.end();
         twin = std::adjacent_find(twin + 1, names.end()))
        missing.push_back(fmt::format("Lesson {} has {} twice.", lesson.id, *twin));
}

}  // namespace

std::vector<std::string> missing_in(const Lesson& lesson) {
    std::vector<std::string> missing;
    add_members(missing, lesson);
    add_strangers(missing, lesson);
    add_twins(missing, lesson);
    return missing;
}

bool runnable(const Lesson& lesson) {
    const bool complete = std::ranges::all_of(lesson_members, [&](const LessonMember& member) {
        return !member.needed || member.there(lesson);
    });
    return complete && std::ranges::find(lesson.knobs, nullptr) == lesson.knobs.end();
}

}  // namespace lab
