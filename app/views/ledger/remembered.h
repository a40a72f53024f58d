// Remembers costly answers about settings that frames ask for repeatedly.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "app/series.h"

namespace app {

// Keeps at most `most` answers; when full, it forgets all.
template <class Answer, std::size_t most = 64>
class Remembered {
public:
    /// The result of `ask(settings)`, computed once; the reference is valid until the next call.
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
