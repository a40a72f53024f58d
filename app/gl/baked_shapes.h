// Boxes with round corners, their outlines, and hatching, as a handful of rectangles: corners and
// stripes are drawn once, into the fonts' texture. As polygons a box is a hundred triangles, and a
// picture with a thousand lanes is made of little else.
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

    /// All in framebuffer pixels; corners of the box on whole ones. False, and nothing drawn, where
    /// the radius is too large to be kept (over 64 pixels) or the box too small for it.
    bool fill(ImDrawList&, ImVec2 from, ImVec2 to, float radius, std::uint32_t colour);
    /// A line of `width` pixels within the box, along its edge.
    bool outline(ImDrawList&, ImVec2 from, ImVec2 to, float radius, float width,
                 std::uint32_t colour);
    /// Stripes of `width` pixels from lower left to upper right, `step` pixels apart along x, which
    /// go on in the next box.
    bool hatch(ImDrawList&, ImVec2 from, ImVec2 to, float step, float width, std::uint32_t colour);

private:
    enum class Kind { disc, ring, stripes };
    // A quarter of a disc or of a ring, its upper left one; or a tile of stripes.
    struct Shape {
        Kind kind{};
        int pitch = 0;  // radius, or from stripe to stripe along x: quarters of pixels
        int width = 0;  // of a ring's or a stripe's line: quarters of pixels
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
    std::map<Shape, int> kept_;  // ids of the atlas
};

}  // namespace app
