// Dear ImGui's draw lists as OpenGL is to be told of them: runs of triangles that share a clip, a
// texture and a shader, in the boxes of the frame that are drawn anew. No OpenGL here. Used by
// Raster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/draw/canvas.h"

struct ImDrawCmd;
struct ImDrawData;
struct ImVec2;

namespace app {

struct Batch {
    // Large plain fills need no texture, and where nothing shines through them no blending.
    enum class Shader : std::uint8_t { texture, fill, opaque_fill, callback };
    Shader shader{};
    Rect clip;  // framebuffer pixels, within the box
    std::uint64_t texture = 0;
    const ImDrawCmd* command = nullptr;  // of the draw list; a callback's alone is looked at again
    std::uint32_t first = 0, count = 0;  // of Batches::indices
    bool operator==(const Batch&) const = default;
};

struct Batches {
    std::vector<std::uint32_t> indices;  // of vertices, those of all lists one after the other
    std::vector<Batch> runs;             // in the order in which they are drawn
};

/// What to draw for `boxes`, which don't overlap. `white`: where the texture of the fonts is plain
/// white. Triangles outside of their box are left out.
Batches batches_of(const ImDrawData& frame, std::span<const Rect> boxes, ImVec2 white);

}  // namespace app
