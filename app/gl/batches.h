// Sorts Dear ImGui's draw lists for OpenGL: runs of triangles with one clip, texture and shader, in
// the boxes of the frame that are redrawn. Calls no OpenGL. Used by Raster.
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
    // Large plain fills need no texture; opaque ones need no blending either.
    enum class Shader : std::uint8_t { texture, fill, opaque_fill, callback };
    Shader shader{};
    Rect clip;  // framebuffer pixels, within the box
    std::uint64_t texture = 0;
    const ImDrawCmd* command = nullptr;  // in the draw list; only callbacks still read it
    std::uint32_t first = 0, count = 0;  // range in Batches::indices
    bool operator==(const Batch&) const = default;
};

struct Batches {
    std::vector<std::uint32_t> indices;  // vertex numbers; the vertices of all lists are one array
    std::vector<Batch> runs;             // in the order in which they are drawn
};

/// The runs for `boxes`, which must not overlap. `white`: the place in the fonts' texture that is
/// plain white. Triangles outside their box are left out.
Batches batches_of(const ImDrawData& frame, std::span<const Rect> boxes, ImVec2 white);

}  // namespace app
