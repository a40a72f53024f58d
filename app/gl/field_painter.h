// Draws boxes of values by a shader, within Dear ImGui's draw list. Owns a program and a few
// textures of one context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "app/draw/canvas.h"

struct ImDrawList;

namespace app {

class FieldPainter {
public:
    /// The OpenGL context must be current, here, in draw() of every frame, and in the destructor.
    FieldPainter();
    ~FieldPainter();
    FieldPainter(const FieldPainter&) = delete;
    FieldPainter& operator=(const FieldPainter&) = delete;

    /// `pixels` in framebuffer pixels; `values` in [0, 1], x fastest, copied to the GPU now.
    void draw(ImDrawList&, Rect pixels, std::span<const float> values, int columns, int rows,
              float scale);
    /// The same from a texture that holds the values already (one 32-bit float channel): the CUDA
    /// bench's slice. `scale` 0: without lines at levels.
    void draw(ImDrawList&, Rect pixels, std::uint32_t texture, int columns, int rows, float scale);
    /// Call when a frame begins: its draws may use the textures of the last again.
    void begin_frame() { used_ = 0; }
    /// Why it can't draw; empty where it can.
    const std::string& problem() const { return problem_; }

private:
    struct Draw;
    struct Texture {
        std::uint32_t name = 0;
        std::uint64_t content = 0;
    };
    void add(ImDrawList& list, const Draw& draw);
    static void paint(const Draw&, std::span<const int, 4> clip);
    friend struct FieldCallback;
    std::uint32_t program_ = 0, vertices_ = 0;
    std::deque<Texture> textures_;
    std::size_t used_ = 0;
    std::uint64_t live_frames_ = 0;  // such a texture may hold other values each time
    std::string problem_;
};

enum class ShaderDialect : std::uint8_t { desktop, embedded };  // `330 core`, `300 es`
/// The text that comes before every shader: version, precision, constants.
std::string shader_prefix(ShaderDialect dialect);
/// Its first line.
std::string version_line(ShaderDialect dialect);
/// Compiles and links; 0 and a sentence where that fails. A context must be current.
std::uint32_t build_program(std::string_view vertex, std::string_view fragment,
                            std::string& problem);

}  // namespace app
