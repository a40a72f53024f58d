// What some lessons have beside what all have (lesson.h): set-ups, samples of chance, bugs on
// purpose. Each kind is a type with a header of its own, here or in lab/features. A lesson has at
// most one value of a kind; whoever needs the kind asks for it by its type.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/lesson.h"

namespace lab {

/// All values of a kind, by the ids of their lessons.
template <class Kind>
std::map<std::string, Kind, std::less<>>& all_of_kind() {
    static std::map<std::string, Kind, std::less<>> all;
    return all;
}

/// Notes that a lesson was given a value, for feature_problems().
void note_feature(std::string lesson, bool again, const char* file, int line);
/// What is wrong with the values given to lessons, a sentence each: an id that is no lesson's, or a
/// second value of a kind. Nobody could read such a value.
std::vector<std::string> feature_problems();

/// Gives a lesson, by its id, its value of a kind. A static object in the lesson's file does it. Of
/// two values of a kind the first one stays.
template <class Kind>
struct Has {
    Has(const std::string& lesson, Kind value, const char* file = __builtin_FILE(),
        int line = __builtin_LINE()) {
        const bool added = all_of_kind<Kind>().try_emplace(lesson, std::move(value)).second;
        note_feature(lesson, !added, file, line);
    }
};

/// The lesson's value of a kind; an empty one where it has none.
template <class Kind>
const Kind& feature(const Lesson& lesson) {
    static const Kind none{};
    const auto found = all_of_kind<Kind>().find(lesson.id);
    return found == all_of_kind<Kind>().end() ? none : found->second;
}

/// That of the settings' lesson; an empty one for a file.
template <class Kind>
const Kind& feature(const Settings& settings) {
    static const Kind none{};
    return settings.lesson() ? feature<Kind>(*settings.lesson()) : none;
}

}  // namespace lab
