// Draws batches. See raster.h.
#include "app/gl/raster.h"

#include <glad/gl.h>

#include <cstddef>

#include "app/gl/batches.h"
#include "app/gl/dialect.h"
#include "app/gl/field_painter.h"
#include "imgui.h"
#include "shaders/embedded.h"

namespace app {
namespace {

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void scissor(const Rect& box) {
    glScissor(static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.w),
              static_cast<int>(box.h));
}

void clear(std::span<const Rect> boxes, int width, int height, std::uint32_t background) {
    const auto part = [&](int shift) {
        return static_cast<float>(background >> shift & 255) / 255;
    };
    glClearColor(part(16), part(8), part(0), 1);
    for (const Rect& box : boxes) {
        // Clearing the whole frame at once is by far the fastest.
        const bool all = box.w >= static_cast<float>(width) && box.h >= static_cast<float>(height);
        if (all)
            glDisable(GL_SCISSOR_TEST);
        else
            glEnable(GL_SCISSOR_TEST);
        scissor(box);
        glClear(GL_COLOR_BUFFER_BIT);
    }
}

}  // namespace

Raster::Program Raster::program_of(const char* fragment) {
    const std::string prefix = shader_prefix(dialect_here());
    Program made;
    made.name = build_program(prefix + shaders::interface_vert, prefix + fragment, problem_);
    made.framebuffer = glGetUniformLocation(made.name, "framebuffer");
    return made;
}

Raster::Raster()
    : fill_(program_of(shaders::interface_fill_frag)),
      texture_(program_of(shaders::interface_texture_frag)) {
    glGenBuffers(1, &vertices_);
    glGenBuffers(1, &indices_);
    glGenVertexArrays(1, &layout_);
    glBindVertexArray(layout_);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    constexpr GLsizei stride = sizeof(ImDrawVert);
    for (GLuint place : {0u, 1u, 2u}) glEnableVertexAttribArray(place);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, offset(offsetof(ImDrawVert, pos)));
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, offset(offsetof(ImDrawVert, uv)));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          offset(offsetof(ImDrawVert, col)));
    glBindVertexArray(0);
}

Raster::~Raster() {
    for (const Program& program : {fill_, texture_}) glDeleteProgram(program.name);
    glDeleteVertexArrays(1, &layout_);
    glDeleteBuffers(1, &vertices_);
    glDeleteBuffers(1, &indices_);
}

void Raster::draw(const ImDrawData& frame, std::span<const Rect> boxes, int width, int height,
                  std::uint32_t background) {
    if (boxes.empty()) return;
    const Batches batches = batches_of(frame, boxes, ImGui::GetIO().Fonts->TexUvWhitePixel);
    set_up(width, height);
    clear(boxes, width, height, background);
    upload(frame, batches.indices);
    glEnable(GL_SCISSOR_TEST);
    for (const Batch& batch : batches.runs) run(frame, batch);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
    glUseProgram(0);
}

void Raster::set_up(int width, int height) {
    glViewport(0, 0, width, height);
    for (GLenum state : {GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST}) glDisable(state);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE0);
    for (const Program& program : {fill_, texture_}) {
        glUseProgram(program.name);
        glUniform2f(program.framebuffer, static_cast<float>(width), static_cast<float>(height));
    }
}

void Raster::upload(const ImDrawData& frame, std::span<const std::uint32_t> indices) {
    glBindVertexArray(layout_);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    glBufferData(GL_ARRAY_BUFFER, frame.TotalVtxCount * GLsizeiptr{sizeof(ImDrawVert)}, nullptr,
                 GL_STREAM_DRAW);
    GLintptr at = 0;
    for (const ImDrawList* list : frame.CmdLists) {
        const GLsizeiptr bytes = list->VtxBuffer.size_in_bytes();
        glBufferSubData(GL_ARRAY_BUFFER, at, bytes, list->VtxBuffer.Data);
        at += bytes;
    }
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size_bytes()),
                 indices.data(), GL_STREAM_DRAW);
}

void Raster::run(const ImDrawData& frame, const Batch& batch) {
    if (batch.shader == Batch::Shader::callback) {
        if (batch.command->UserCallback == ImDrawCallback_ResetRenderState) return;
        ImDrawCmd command = *batch.command;
        command.ClipRect = {batch.clip.x, batch.clip.y, batch.clip.right(), batch.clip.bottom()};
        glDisable(GL_BLEND);
        return command.UserCallback(frame.CmdLists[0], &command);
    }
    const bool textured = batch.shader == Batch::Shader::texture;
    batch.shader == Batch::Shader::opaque_fill ? glDisable(GL_BLEND) : glEnable(GL_BLEND);
    glUseProgram(textured ? texture_.name : fill_.name);
    if (textured) glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(batch.texture));
    glBindVertexArray(layout_);
    scissor(batch.clip);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(batch.count), GL_UNSIGNED_INT,
                   offset(batch.first * sizeof(std::uint32_t)));
}

}  // namespace app
