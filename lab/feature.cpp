// Which lessons were given something, and from where.
#include "lab/feature.h"

#include <fmt/format.h>

namespace lab {
namespace {

struct GivenFeature {
    std::string lesson;
    bool again;  // the lesson had one of this kind already
    const char* file;
    int line;
};

std::vector<GivenFeature>& given_features() {
    static std::vector<GivenFeature> all;
    return all;
}

}  // namespace

void note_feature(std::string lesson, bool again, const char* file, int line) {
    given_features().push_back({std::move(lesson), again, file, line});
}

std::vector<std::string> feature_problems() {
    std::vector<std::string> problems;
    for (const auto& [lesson, again, file, line] : given_features()) {
        if (!find_lesson(lesson))
            problems.push_back(fmt::format("{}:{} gives a value to \"{}\", which is no lesson.",
                                           file, line, lesson));
        if (again)
            problems.push_back(
                fmt::format("{}:{} gives lesson {} a second value of a kind.", file, line, lesson));
    }
    return problems;
}

}  // namespace lab
