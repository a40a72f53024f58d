// Which of the mutants in this build is on: the one whose number WARPLENS_MUTANT has. Only in the
// tree that tests/mutants/operators writes.
#pragma once

#include <cstdlib>

namespace mutants {

inline constexpr int most = 4096;
inline unsigned char reached[most];  // since the test began

inline int chosen() {
    static const int number = [] {
        const char* words = std::getenv("WARPLENS_MUTANT");
        return words ? std::atoi(words) : 0;
    }();
    return number;
}

inline bool on(int number) {
    reached[number] = 1;
    return number == chosen();
}

}  // namespace mutants
