// Values of cells, no wider than their cells. See words.h.
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/views/flow/words.h"

namespace app {

using namespace simulator;

namespace {

// "12k" for 12 345, "1.2M" for 1 234 567: as many digits as are asked for, no more.
std::string thousands(double value, int digits) {
    constexpr const char* units[] = {"", "k", "M", "G", "T", "P", "E"};
    int unit = 0;
    while (std::abs(value) >= 999.5 && unit < 6) value /= 1000, ++unit;
    return shortest(value, digits) + units[unit];
}

std::string without_zero(std::string text) {
    const std::size_t zero = text.starts_with("-0.") ? 1 : text.starts_with("0.") ? 0 : text.npos;
    if (zero != text.npos) text.erase(zero, 1);
    return text;
}

}  // namespace

std::string compact_value(std::uint64_t bits, Type type, const Canvas& canvas,
                          const TextStyle& style, float width) {
    const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= width; };
    std::string text = value_text(bits, type, 4);
    // Where some fractions have no room for their zero, none has one: cells stand beside each
    // other.
    const bool zeros = fits("0.0000");
    if ((zeros || without_zero(text) == text) && fits(text)) return text;
    // A whole number that has room needs no unit: sums that differ look different.
    const double number = value_number(bits, type);
    if (std::abs(number) < 1e6 && number == std::round(number))
        if (const std::string whole = std::to_string(std::llround(number)); fits(whole))
            return whole;
    for (int digits : {3, 2, 1}) {
        text = std::abs(number) >= 1000 ? thousands(number, digits) : shortest(number, digits);
        if (!zeros) text = without_zero(text);
        if (fits(text)) return text;
    }
    return number != 0 && std::abs(number) < .05 && fits("~0") ? "~0" : "\u2026";
}

}  // namespace app
