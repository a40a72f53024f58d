// What is asked of the same settings many times a frame, and takes a plan to answer.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "app/series.h"

namespace app {

// Of so many settings at the most: once there are more, all are asked anew.
template <class Answer, std::size_t most = 64>
class Remembered {
public:
    /// What `ask(settings)` gives, asked once; stays where it is until the next question.
    template <class Ask>
    const Answer& of(const lab::Settings& settings, const Ask& ask) {
        const std::string line = line_of(settings);
        if (const auto found = known_.find(line); found != known_.end()) return found->second;
        if (known_.size() >= most) known_.clear();
        return known_.emplace(line, ask(settings)).first->second;
    }

private:
    std::unordered_map<std::string, Answer> known_;
};

}  // namespace app
