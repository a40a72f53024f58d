// Shapes in the fonts' texture, and boxes made of them. See baked_shapes.h.
#include "app/gl/baked_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "imgui.h"
#include "imgui_internal.h"

namespace app {
namespace {

constexpr int quarters = 4;  // radii and widths are rounded to 1/4 pixel
constexpr int samples = 8;   // samples per side of a corner's pixel
constexpr int largest = 64;  // pixels
constexpr int hatched = 64;  // pixels of hatching in one rectangle

// A part of one side of a box, and its place in the texture.
struct Part {
    float near, far;  // framebuffer pixels
    float near_uv, far_uv;
};
using Parts = std::array<Part, 3>;

int in_quarters(float pixels) { return static_cast<int>(std::lround(pixels * quarters)); }

// The three parts of a side of `length` pixels with corners of `size`: corner, middle, corner. The
// middle repeats the corner's last texel.
Parts parts_of(float start, float end, float size, float uv0, float uv1, float texel) {
    const float last = uv1 - texel / 2;
    return {Part{start, start + size, uv0, uv1}, Part{start + size, end - size, last, last},
            Part{end - size, end, uv1, uv0}};
}

void add(ImDrawList& list, const Part& x, const Part& y, std::uint32_t colour) {
    list.PrimRectUV({x.near, y.near}, {x.far, y.far}, {x.near_uv, y.near_uv}, {x.far_uv, y.far_uv},
                    colour);
}

}  // namespace

struct BakedShapes::Nine {
    Parts columns, rows;
};

int BakedShapes::Shape::columns() const {
    if (kind == Kind::stripes) return hatched + pitch / quarters;
    // A ring's last texel belongs to its straight part, which the edges repeat.
    const int pixels = (std::max(pitch, width) + quarters - 1) / quarters;
    return std::max(1, pixels + (kind == Kind::ring ? 1 : 0));
}

int BakedShapes::Shape::rows() const { return kind == Kind::stripes ? hatched : columns(); }

bool BakedShapes::Shape::covers(float x, float y) const {
    const float size = static_cast<float>(pitch) / quarters;
    const float line = static_cast<float>(width) / quarters;
    if (kind == Kind::stripes) {
        const float along = std::fmod(x + y, size);
        return std::min(along, size - along) < line * std::numbers::sqrt2_v<float> / 2;
    }
    const auto within = [&](float edge, float radius) {
        if (x < edge || y < edge) return false;
        const float dx = edge + radius - x, dy = edge + radius - y;
        return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius;
    };
    return within(0, size) && !(kind == Kind::ring && within(line, std::max(0.f, size - line)));
}

// The covered share of a pixel, from a grid of samples.
float BakedShapes::Shape::coverage(int column, int row) const {
    int inside = 0;
    for (int i = 0; i < samples * samples; ++i)
        inside +=
            covers(static_cast<float>(column) + (static_cast<float>(i % samples) + .5f) / samples,
                   static_cast<float>(row) + (static_cast<float>(i / samples) + .5f) / samples);
    return static_cast<float>(inside) / (samples * samples);
}

void BakedShapes::paint(const Shape& shape, const ImFontAtlasRect& place) {
    ImTextureData* texture = atlas_.TexData;
    for (int y = 0; y < place.h; ++y)
        for (int x = 0; x < place.w; ++x) {
            auto* pixel =
                static_cast<unsigned char*>(texture->GetPixelsAt(place.x + x, place.y + y));
            const auto alpha = static_cast<unsigned char>(std::lround(shape.coverage(x, y) * 255));
            std::fill_n(pixel, texture->BytesPerPixel - 1, static_cast<unsigned char>(255));
            pixel[texture->BytesPerPixel - 1] = alpha;
        }
    ImFontAtlasTextureBlockQueueUpload(&atlas_, texture, place.x, place.y, place.w, place.h);
}

std::optional<ImFontAtlasRect> BakedShapes::baked(const Shape& shape) {
    ImFontAtlasRect place;
    const auto known = kept_.find(shape);
    if (known != kept_.end() && atlas_.GetCustomRect(known->second, &place)) return place;
    const ImFontAtlasRectId id = atlas_.AddCustomRect(shape.columns(), shape.rows(), &place);
    if (id == ImFontAtlasRectId_Invalid) return std::nullopt;
    kept_[shape] = id;
    paint(shape, place);
    return place;
}

std::optional<BakedShapes::Nine> BakedShapes::nine(const Shape& shape, ImVec2 from, ImVec2 to) {
    if (shape.pitch > largest * quarters) return std::nullopt;
    const auto place = baked(shape);
    if (!place) return std::nullopt;
    const auto size = static_cast<float>(shape.columns());
    const ImVec2 low = place->uv0, high = place->uv1;
    return Nine{parts_of(from.x, to.x, size, low.x, high.x, (high.x - low.x) / size),
                parts_of(from.y, to.y, size, low.y, high.y, (high.y - low.y) / size)};
}

bool BakedShapes::fill(ImDrawList& list, ImVec2 from, ImVec2 to, float radius,
                       std::uint32_t colour) {
    const float room = std::floor(std::min(to.x - from.x, to.y - from.y) / 2);
    const auto parts = room < 1
                           ? std::nullopt
                           : nine({Kind::disc, in_quarters(std::min(radius, room)), 0}, from, to);
    if (!parts) return false;
    const auto& [columns, rows] = *parts;
    list.PrimReserve(7 * 6, 7 * 4);
    list.PrimRect({from.x, rows[1].near}, {to.x, rows[1].far}, colour);
    for (const Part& row : {rows[0], rows[2]}) {
        list.PrimRect({columns[1].near, row.near}, {columns[1].far, row.far}, colour);
        for (const Part& column : {columns[0], columns[2]}) add(list, column, row, colour);
    }
    return true;
}

bool BakedShapes::outline(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, float width,
                          std::uint32_t colour) {
    const float room = std::floor(std::min(to.x - from.x, to.y - from.y) / 2);
    const Shape shape{Kind::ring, in_quarters(std::clamp(radius, 0.f, std::max(0.f, room - 1))),
                      std::max(1, in_quarters(width))};
    const auto parts =
        static_cast<float>(shape.columns()) > room ? std::nullopt : nine(shape, from, to);
    if (!parts) return false;
    const auto& [columns, rows] = *parts;
    list.PrimReserve(8 * 6, 8 * 4);
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            if (row != 1 || column != 1) add(list, columns[column], rows[row], colour);
    return true;
}

bool BakedShapes::hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, float width,
                        std::uint32_t colour) {
    const int period = std::max(2, static_cast<int>(std::lround(step)));
    const auto place = period > largest
                           ? std::nullopt
                           : baked({Kind::stripes, period * quarters, in_quarters(width)});
    if (!place) return false;
    const ImVec2 texel{(place->uv1.x - place->uv0.x) / place->w,
                       (place->uv1.y - place->uv0.y) / place->h};
    for (float y = from.y; y < to.y; y += hatched)
        for (float x = from.x; x < to.x; x += hatched) {
            const ImVec2 end{std::min(x + hatched, to.x), std::min(y + hatched, to.y)};
            const auto phase = static_cast<float>(static_cast<int>(x + y) % period);
            const ImVec2 uv{place->uv0.x + phase * texel.x, place->uv0.y};
            list.PrimReserve(6, 4);
            list.PrimRectUV({x, y}, end, uv,
                            {uv.x + (end.x - x) * texel.x, uv.y + (end.y - y) * texel.y}, colour);
        }
    return true;
}

}  // namespace app
