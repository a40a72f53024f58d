// What some lessons have beside what all have (lesson.h): set-ups, samples of chance, bugs on
// purpose. Each kind is a type with a header of its own, here or in lab/features. A lesson has at
// most one value of a kind; whoever needs the kind asks for it by its type.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "lab/lesson.h"

namespace lab {

/// All values of a kind, by the ids of their lessons.
template <class Kind>
std::map<std::string, Kind, std::less<>>& all_of_kind() {
    static std::map<std::string, Kind, std::less<>> all;
    return all;
}

/// Gives a lesson, by its id, its value of a kind. A static object in the lesson's file does it.
template <class Kind>
struct Has {
    Has(std::string lesson, Kind value) {
        all_of_kind<Kind>().insert_or_assign(std::move(lesson), std::move(value));
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
