// Draws boxes of values with a shader, within Dear ImGui's draw list. Owns a program and some
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
    /// The OpenGL context must be current here, in every draw(), and in the destructor.
    FieldPainter();
    ~FieldPainter();
    FieldPainter(const FieldPainter&) = delete;
    FieldPainter& operator=(const FieldPainter&) = delete;

    /// `pixels`: in framebuffer pixels; `values`: in [0, 1], x fastest, copied to the GPU now.
    void draw(ImDrawList&, Rect pixels, std::span<const float> values, int columns, int rows,
              float scale);
    /// The same from a texture with the values (one 32-bit float channel), such as the slice of a
    /// field that CUDA computes. `scale` 0: without contour lines.
    void draw(ImDrawList&, Rect pixels, std::uint32_t texture, int columns, int rows, float scale);
    /// Begins a frame: its draws may reuse the textures of the last frame.
    void begin_frame() { used_ = 0; }
    /// Why the painter cannot draw, one sentence; empty where it can.
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
    std::uint64_t live_frames_ = 0;  // counted per draw: a live texture may change between frames
    std::string problem_;
};

enum class ShaderDialect : std::uint8_t { desktop, embedded };  // `330 core`, `300 es`
/// The text before every shader: version, precision, constants.
std::string shader_prefix(ShaderDialect dialect);
/// The first line of that prefix.
std::string version_line(ShaderDialect dialect);
/// Compiles and links a program; 0 and a sentence in `problem` where that fails. A context must be
/// current.
std::uint32_t build_program(std::string_view vertex, std::string_view fragment,
                            std::string& problem);

}  // namespace app
