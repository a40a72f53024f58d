// The runs that check the clock: kernels of one launch, at several sizes. The same list as in
// clock_against_ncu.
#pragma once

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "lab/asked.h"
#include "lab/requests/state_line.h"

namespace benchmarks {

/// Reads "reduction/wide n=2^20".
inline lab::Settings settings_of(const std::string& run) {
    const auto state = lab::read_state_line(run);
    if (!state) {
        std::cerr << run << ": " << state.problem().message << '\n';
        std::exit(2);
    }
    return state->request.settings;
}

/// Whether two times of one setting differ by more than this share. Below 0.1 us nobody can tell,
/// as events step by 0.03 us.
inline bool apart(double one_ms, double other_ms, double share) {
    const double between = std::abs(one_ms - other_ms);
    return between > share * other_ms && between > .0001;
}

inline std::vector<std::string> clock_runs() {
    std::vector<std::string> runs;
    const auto add = [&](const std::string& kernel, const std::vector<int>& powers) {
        for (const int power : powers) runs.push_back(kernel + " n=2^" + std::to_string(power));
    };
    for (const char* rung : {"one_each", "grid_stride", "four_wide", "strided", "offset"})
        add(std::string("vector_addition/") + rung, {18, 20, 22, 24, 26});
    add("reduction/wide", {18, 20, 22, 24, 26, 28});
    add("scan/chain", {12, 14, 16, 18});
    for (const char* rung : {"blocks", "tile", "queue", "marching", "wide"})
        for (const int side : {64, 128, 256}) {
            const std::string n = std::to_string(side);
            runs.push_back(std::string("laplace/") + rung + " nx=" + n + " ny=" + n + " nz=" + n +
                           " sweeps=1");
        }
    return runs;
}

}  // namespace benchmarks
