// How well two colours part, as WCAG has it. For the tests of colours and of proofs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace test {

inline double lightness(std::uint32_t rgb) {
    const auto part = [](std::uint32_t v) {
        const double s = v / 255.;
        return s <= .04045 ? s / 12.92 : std::pow((s + .055) / 1.055, 2.4);
    };
    return .2126 * part(rgb >> 16 & 255) + .7152 * part(rgb >> 8 & 255) + .0722 * part(rgb & 255);
}

/// 1 of equal ones, 21 of black and white.
inline double contrast(std::uint32_t a, std::uint32_t b) {
    const double x = lightness(a), y = lightness(b);
    return (std::max(x, y) + .05) / (std::min(x, y) + .05);
}

}  // namespace test
