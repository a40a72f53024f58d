// Draws Dear ImGui's draw lists, or boxes of them, into a frame whose row 0 is the top. Owns the
// programs and buffers of one context. Dear ImGui's own back end keeps the textures.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/draw/canvas.h"

struct ImDrawData;

namespace app {

struct Batch;

class Raster {
public:
    /// The OpenGL context must be current here, in draw() and in the destructor.
    Raster();
    ~Raster();
    Raster(const Raster&) = delete;
    Raster& operator=(const Raster&) = delete;

    /// Draws `boxes` of a frame of `width` x `height` pixels over `background` (0xRRGGBB) into the
    /// bound framebuffer.
    void draw(const ImDrawData& frame, std::span<const Rect> boxes, int width, int height,
              std::uint32_t background);
    /// Why it cannot draw, one sentence; empty where it can.
    const std::string& problem() const { return problem_; }

private:
    struct Program {
        std::uint32_t name = 0;
        int framebuffer = 0;  // location of the uniform
    };
    Program program_of(const char* fragment);
    void upload(const ImDrawData& frame, std::span<const std::uint32_t> indices);
    void set_up(int width, int height);
    void run(const ImDrawData& frame, const Batch& batch);

    std::string problem_;
    Program fill_, texture_;
    std::uint32_t layout_ = 0, vertices_ = 0, indices_ = 0;
};

}  // namespace app
