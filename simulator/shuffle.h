// Reproducible pseudo-random numbers: orders of blocks and turns of warps from a seed.
#pragma once

#include <bit>
#include <cstdint>

namespace simulator {

/// Mixes the bits of `word` (the finaliser of SplitMix64).
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

/// Element `index` of a permutation of 0..count-1 by `seed`: a Feistel network on as many bits as
/// needed, applied again until the result is below `count`.
constexpr std::uint64_t shuffled_index(std::uint64_t index, std::uint64_t count,
                                       std::uint64_t seed) {
    const int half = count < 2 ? 1 : (std::bit_width(count - 1) + 1) / 2;
    const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
    do {
        std::uint64_t left = index >> half, right = index & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::uint64_t next =
                left ^ (mixed(right + (seed << 2 | round) * 0x9e3779b97f4a7c15u) & mask);
            left = right;
            right = next;
        }
        index = left << half | right;
    } while (index >= count);
    return index;
}

}  // namespace simulator
