// Keeps all registered questions.
#include "lab/doctor/doctor.h"

#include <algorithm>
#include <utility>

namespace lab {
namespace {

std::vector<Question>& questions() {
    static std::vector<Question> all;
    return all;
}

}  // namespace

RegisterQuestion::RegisterQuestion(Question question) {
    questions().push_back(std::move(question));
    std::ranges::stable_sort(questions(), {}, &Question::order);
}

std::vector<Finding> findings() {
    std::vector<Finding> all;
    for (const Question& question : questions()) all.push_back(question.ask());
    return all;
}

}  // namespace lab
