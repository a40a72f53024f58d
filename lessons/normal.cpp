// See normal.h.
#include "lessons/normal.h"

#include <algorithm>
#include <cmath>

namespace lessons {
namespace {

// By the PTX manual: the error of lg2.approx is at most 2^-22 for arguments from 0.5 to 2, and
// 2^-22 of its value elsewhere. That of sin.approx and cos.approx is at most 2^-20.5 up to 2 pi.
constexpr double log2_error = 0x1p-22, sine_error = 0x1p-20 * .7072;

double from_one_to_two(std::uint32_t word) { return 1 + double(word >> 9) * 0x1p-23; }

// The root of -2 ln(chance).
Near radius_of(double chance) {
    const double log2 = -std::log2(chance), square = 2 * std::log(2) * log2;
    const double square_error =
        2 * std::log(2) * log2_error * std::max(1.0, log2) + 3 * rounding_of_float * square;
    const double root = std::sqrt(square);
    const double below = root - std::sqrt(std::max(0.0, square - square_error));
    const double above = std::sqrt(square + square_error) - root;
    return {root, std::max(below, above) + 2 * rounding_of_float * root};
}

Words ten_rounds(Words c, std::uint32_t seed) {
    std::uint32_t key = seed, other_key = 0;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t left = std::uint64_t{0xD2511F53} * c[0],
                            right = std::uint64_t{0xCD9E8D57} * c[2];
        c = {std::uint32_t(right >> 32) ^ c[1] ^ key, std::uint32_t(right),
             std::uint32_t(left >> 32) ^ c[3] ^ other_key, std::uint32_t(left)};
        key += 0x9E3779B9;
        other_key += 0xBB67AE85;
    }
    return c;
}

// Cosine and sine of an angle within 2 pi, times the radius. Both and the product are rounded.
std::pair<Near, Near> on_circle(Near radius, double angle, double angle_error) {
    const double error = radius.error + (radius.value + radius.error) *
                                            (sine_error + angle_error + 2 * rounding_of_float);
    return {{radius.value * std::cos(angle), error}, {radius.value * std::sin(angle), error}};
}

}  // namespace

Words random_words(std::uint32_t counter, std::uint32_t call, std::uint32_t seed) {
    return ten_rounds({counter, call, 0, 0}, seed);
}

Words curand_words(std::uint32_t subsequence, std::uint32_t call, std::uint32_t seed) {
    return ten_rounds({call, 0, subsequence, 0}, seed);
}

// The angle, of up to pi, is rounded once.
std::pair<Near, Near> normal_pair(WordPair words) {
    const Near radius = radius_of(2 - from_one_to_two(words.first));
    const double angle = double(6.2831853f) * from_one_to_two(words.second) - double(9.4247780f);
    return on_circle(radius, angle, 4 * rounding_of_float);
}

// Chance and angle are floats that fma gives exactly as on a GPU. By the CUDA guide the error of
// logf is at most one unit in the last place.
std::pair<Near, Near> curand_normal_pair(WordPair words) {
    constexpr float chance_of_word = 0x1p-32f, angle_of_word = 0x1p-32f * 6.2831855f;
    const float chance = std::fma(float(words.first), chance_of_word, chance_of_word / 2);
    const float angle = std::fma(float(words.second), angle_of_word, angle_of_word / 2);
    const double root = std::sqrt(-2 * std::log(double(chance)));
    const auto [cosine, sine] = on_circle({root, 3 * rounding_of_float * root}, double(angle), 0);
    return {sine, cosine};
}

}  // namespace lessons
