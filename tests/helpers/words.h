// Looks into what the program says.
#pragma once

#include <string_view>

namespace tests {

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace tests
