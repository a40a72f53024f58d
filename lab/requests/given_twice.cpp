// Finds names that are given more than once.
#include "lab/requests/given_twice.h"

#include <vector>

#include <fmt/format.h>

namespace lab {

std::optional<simulator::Diagnostic> given_twice(std::span<const std::string> words) {
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        std::vector<std::string> same;
        for (const std::string& other : words)
            if (other.substr(0, other.find('=')) == name) same.push_back(other);
        if (same.size() < 2) continue;
        const std::string often =
            same.size() == 2 ? "twice" : std::to_string(same.size()) + " times";
        return simulator::Diagnostic{
            0, 0, fmt::format("{} is given {}, as {}: give it once.", name, often, listed(same))};
    }
    return std::nullopt;
}

}  // namespace lab
