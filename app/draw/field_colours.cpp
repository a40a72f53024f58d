// Cividis by table, and iso-lines by marching squares. Called by the SVG canvas and by legends.
#include "app/draw/field_colours.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/draw/theme.h"

namespace app {

namespace {

struct Shade {
    float red, green, blue;
};
#define vec3(red, green, blue) \
    Shade { red, green, blue }
#include "shaders/field_constants.h"
constexpr std::array cividis{FIELD_COLOURS};
constexpr Shade not_a_number = FIELD_NOT_A_NUMBER;
#undef vec3

std::uint32_t packed(Shade shade) {
    auto byte = [](float part) { return static_cast<std::uint32_t>(std::lround(part * 255)); };
    return byte(shade.red) << 16 | byte(shade.green) << 8 | byte(shade.blue);
}

// The place of the level between two corners, 0 to 1.
float crossing(float from, float to, float level) {
    return from == to ? .5f : (level - from) / (to - from);
}

}  // namespace

std::uint32_t field_colour(float value) {
    if (!std::isfinite(value)) return packed(not_a_number);
    const float place = std::clamp(value, 0.f, 1.f) * static_cast<float>(cividis.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(place), cividis.size() - 2);
    return mixed(packed(cividis[low]), packed(cividis[low + 1]), place - static_cast<float>(low));
}

namespace {

// Adds the segment of one level in the square whose upper left corner is the centre of cell (x, y).
void march(std::vector<Segment>& lines, const std::array<float, 4>& corner, float x, float y,
           float level) {
    std::array<Point, 4> met;
    int count = 0;
    constexpr std::array<Point, 5> corners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}};
    for (std::size_t edge = 0; edge < 4; ++edge) {
        const float from = corner[edge], to = corner[(edge + 1) % 4];
        if ((from < level) == (to < level)) continue;
        const float part = crossing(from, to, level);
        const Point a = corners[edge], b = corners[edge + 1];
        met[static_cast<std::size_t>(count++)] = {x + a.x + (b.x - a.x) * part,
                                                  y + a.y + (b.y - a.y) * part};
    }
    for (int first = 0; first + 1 < count; first += 2)
        lines.push_back(
            {met[static_cast<std::size_t>(first)], met[static_cast<std::size_t>(first) + 1]});
}

}  // namespace

std::vector<Segment> iso_lines(std::span<const float> values, int columns, int rows) {
    std::vector<Segment> lines;
    auto at = [&](int x, int y) {
        return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(x)];
    };
    for (int y = 0; y + 1 < rows; ++y)
        for (int x = 0; x + 1 < columns; ++x) {
            const std::array<float, 4> corner{at(x, y), at(x + 1, y), at(x + 1, y + 1),
                                              at(x, y + 1)};
            for (int level = 1; level < FIELD_LEVELS; ++level)
                march(lines, corner, static_cast<float>(x) + .5f, static_cast<float>(y) + .5f,
                      static_cast<float>(level) / FIELD_LEVELS);
        }
    return lines;
}

}  // namespace app
