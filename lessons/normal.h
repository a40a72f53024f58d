// Normal random numbers as kernels make them from counters, on the CPU and in double: the same
// words, and with each value how far the kernel's value may be from it.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace lessons {

using Words = std::array<std::uint32_t, 4>;
using WordPair = std::pair<std::uint32_t, std::uint32_t>;

/// Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): four random words from two counters.
Words random_words(std::uint32_t counter, std::uint32_t call, std::uint32_t seed);
/// The words that cuRAND's curand4() draws with curandStatePhilox4_32_10_t, after
/// `call` earlier calls. Its counters are the calls, 64 bits, and the subsequence, 64 bits.
Words curand_words(std::uint32_t subsequence, std::uint32_t call, std::uint32_t seed);

constexpr double rounding_of_float = 0x1p-24;

struct Near {
    double value = 0, error = 0;  // the kernel's number is within `error` of `value`
};

/// Two normal numbers from two words (Box, Muller, 1958), by the hardware's logarithm, sine and
/// cosine, with the errors that the PTX manual gives.
std::pair<Near, Near> normal_pair(WordPair words);
/// The same as cuRAND's curand_normal4() makes them: by logf, the sine first, then the cosine.
std::pair<Near, Near> curand_normal_pair(WordPair words);

}  // namespace lessons
