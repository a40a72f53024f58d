// The right results of each program of the bug hunt, by the CPU. Part of bug_hunt.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "lab/lesson.h"

namespace bug_hunt {

constexpr std::int64_t remainders = 8, lanes_of_warp = 32;
constexpr std::int64_t step_of_numbers = 15485863;  // as in the kernel

// n numbers, in blocks of `block` threads.
struct Shape {
    std::int64_t n, block;
};

using Numbers = std::vector<double>;

// Lane-instructions, estimated: `once` a thread, `each` a round of doubling distances.
inline double cost_of_threads(std::int64_t threads, std::int64_t of_block, double once,
                              double each) {
    return double(threads) * (once + each * std::ceil(std::log2(double(of_block))));
}

inline Numbers given(const lab::Inputs& inputs, const char* name, std::int64_t n) {
    const auto value = inputs.values(name);
    Numbers all;
    for (std::int64_t i = 0; i < n; ++i) all.push_back(value(std::uint64_t(i)));
    return all;
}

inline Numbers numbers_of(const lab::Inputs& inputs, Shape of) {
    return given(inputs, "numbers", of.n);
}

inline Numbers sums_before(const lab::Inputs& inputs, Shape of) {
    Numbers all = numbers_of(inputs, of);
    std::exclusive_scan(all.begin(), all.end(), all.begin(), 0.0);
    return all;
}

inline Numbers sums_so_far(const lab::Inputs& inputs, Shape of) {
    Numbers all = numbers_of(inputs, of);
    std::partial_sum(all.begin(), all.end(), all.begin());
    return all;
}

inline Numbers terms(const lab::Inputs& inputs, Shape of) {
    const Numbers s = given(inputs, "s", of.n), u = given(inputs, "u", of.n);
    Numbers v;
    double last = 0;
    for (std::size_t i = 0; i < s.size(); ++i) v.push_back(last = s[i] * last + u[i]);
    return v;
}

inline Numbers evens_first(const lab::Inputs& inputs, Shape of) {
    Numbers keys = given(inputs, "keys", of.n);
    std::stable_partition(keys.begin(), keys.end(), [](double key) { return int(key) % 2 == 0; });
    return keys;
}

inline Numbers pairs(const lab::Inputs& inputs, Shape of) {
    const Numbers all = numbers_of(inputs, of);
    Numbers sums = all;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (i % std::size_t(of.block) != 0) sums[i] += all[i - 1];
    return sums;
}

// The sums of groups of `of_each` numbers.
inline Numbers sums_of_groups(const lab::Inputs& inputs, Shape of, std::int64_t of_each) {
    const Numbers all = numbers_of(inputs, of);
    Numbers sums(std::size_t(lab::blocks_for(of.n, of_each)));
    for (std::size_t i = 0; i < all.size(); ++i) sums[i / std::size_t(of_each)] += all[i];
    return sums;
}
inline Numbers sums_of_blocks(const lab::Inputs& inputs, Shape of) {
    return sums_of_groups(inputs, of, of.block);
}
inline Numbers sums_of_warps(const lab::Inputs& inputs, Shape of) {
    return sums_of_groups(inputs, of, lanes_of_warp);
}

inline Numbers sums_by_remainder(const lab::Inputs& inputs, Shape of) {
    Numbers sums(remainders);
    for (const double number : numbers_of(inputs, of))
        sums[std::size_t(number) % remainders] += number;
    return sums;
}

inline Numbers mirrored(const lab::Inputs& inputs, Shape of) {
    Numbers all = given(inputs, "numbers", lab::blocks_for(of.n, of.block) * of.block);
    for (auto row = all.begin(); row != all.end(); row += of.block)
        std::reverse(row, row + of.block);
    return all;
}

// The largest n for which an int holds every product of an index and the step.
constexpr std::int64_t steps_that_fit =
    std::numeric_limits<std::int32_t>::max() / step_of_numbers + 1;
inline bool steps_fit(std::int64_t n) { return n <= steps_that_fit; }

inline Numbers in_steps(const lab::Inputs& inputs, Shape of) {
    const Numbers all = numbers_of(inputs, of);
    Numbers taken;
    for (std::int64_t i = 0; i < of.n; ++i)
        taken.push_back(all[std::size_t(i * step_of_numbers % of.n)]);
    return taken;
}

inline Numbers doubled(const lab::Inputs& inputs, Shape of) {
    Numbers all = numbers_of(inputs, of);
    for (double& number : all) number *= 2;
    return all;
}

}  // namespace bug_hunt
