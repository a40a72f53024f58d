// Draws round boxes, their outlines and hatching as a few rectangles. Corners and stripes are
// rasterised once, into the fonts' texture: as polygons, one box would take a hundred triangles,
// and a picture with a thousand lanes consists mostly of boxes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

struct ImDrawList;
struct ImFontAtlas;
struct ImFontAtlasRect;
struct ImVec2;

namespace app {

class BakedShapes {
public:
    /// `atlas` must outlive this; both belong to one Dear ImGui context.
    explicit BakedShapes(ImFontAtlas& atlas) : atlas_(atlas) {}

    /// All in framebuffer pixels; the box's corners are whole ones. Returns false and draws nothing
    /// where the radius is too large to be kept (over 64 pixels) or the box too small for it.
    bool fill(ImDrawList&, ImVec2 from, ImVec2 to, float radius, std::uint32_t colour);
    /// A line of `width` pixels along the inner edge of the box.
    bool outline(ImDrawList&, ImVec2 from, ImVec2 to, float radius, float width,
                 std::uint32_t colour);
    /// Stripes of `width` pixels from lower left to upper right, `step` pixels apart along x. They
    /// continue without a break in the next box.
    bool hatch(ImDrawList&, ImVec2 from, ImVec2 to, float step, float width, std::uint32_t colour);

private:
    enum class Kind { disc, ring, stripes };
    // The upper left quarter of a disc or a ring, or a tile of stripes.
    struct Shape {
        Kind kind{};
        int pitch = 0;  // radius, or distance of stripes along x: quarters of a pixel
        int width = 0;  // line width of a ring or a stripe: quarters of a pixel
        auto operator<=>(const Shape&) const = default;
        int columns() const, rows() const;  // pixels
        bool covers(float x, float y) const;
        float coverage(int column, int row) const;
    };
    struct Nine;
    std::optional<Nine> nine(const Shape&, ImVec2 from, ImVec2 to);
    std::optional<ImFontAtlasRect> baked(const Shape&);
    void paint(const Shape&, const ImFontAtlasRect&);

    ImFontAtlas& atlas_;
    std::map<Shape, int> kept_;  // ids in the atlas
};

}  // namespace app
