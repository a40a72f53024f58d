// Runs the field's shader. CanvasScreen calls it while drawing; OpenGL runs when Dear ImGui's back
// end plays the draw list.
#include "app/gl/field_painter.h"

#include <glad/gl.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

#include "app/gl/dialect.h"
#include "imgui.h"
#include "shaders/embedded.h"
#include "simulator/hash.h"

namespace app {

struct FieldPainter::Draw {
    std::uint32_t program, vertices, texture;
    Rect box;
    int columns, rows;
    float line_width;
    std::uint64_t content;  // hash of the texture's values
};

namespace {

std::uint32_t compile(GLenum kind, std::string_view text, std::string& problem) {
    const std::uint32_t shader = glCreateShader(kind);
    const char* start = text.data();
    const int length = static_cast<int>(text.size());
    glShaderSource(shader, 1, &start, &length);
    glCompileShader(shader);
    int ok = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok) return shader;
    std::array<char, 1024> log{};
    glGetShaderInfoLog(shader, static_cast<int>(log.size()), nullptr, log.data());
    problem = "A shader could not be compiled: " + std::string(log.data());
    glDeleteShader(shader);
    return 0;
}

// A hash of the values, to see whether a texture holds them already.
std::uint64_t digest(std::span<const float> values) {
    simulator::Hash hash;
    hash.add(std::as_bytes(values));
    return hash.value();
}

void upload(std::uint32_t texture, std::span<const float> values, int columns, int rows) {
    glBindTexture(GL_TEXTURE_2D, texture);
    for (GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, values.data());
}

}  // namespace

// The callback of the draw list: only then the clip and the framebuffer are known.
struct FieldCallback {
    static void run(const ImDrawList*, const ImDrawCmd* command) {
        FieldPainter::Draw draw;
        std::memcpy(&draw, command->UserCallbackData, sizeof draw);
        const ImVec4 c = command->ClipRect;
        const std::array<int, 4> clip{static_cast<int>(c.x), static_cast<int>(c.y),
                                      static_cast<int>(c.z - c.x), static_cast<int>(c.w - c.y)};
        if (clip[2] <= 0 || clip[3] <= 0) return;
        FieldPainter::paint(draw, clip);
    }
};

std::string shader_prefix(ShaderDialect dialect) {
    const std::string version = dialect == ShaderDialect::desktop
                                    ? "#version 330 core\n"
                                    : "#version 300 es\nprecision highp float;\nprecision highp "
                                      "int;\nprecision highp sampler2D;\n";
    return version + shaders::field_constants_h;
}

std::string version_line(ShaderDialect dialect) {
    const std::string prefix = shader_prefix(dialect);
    return prefix.substr(0, prefix.find('\n'));
}

std::uint32_t build_program(std::string_view vertex, std::string_view fragment,
                            std::string& problem) {
    const std::uint32_t first = compile(GL_VERTEX_SHADER, vertex, problem);
    const std::uint32_t second = compile(GL_FRAGMENT_SHADER, fragment, problem);
    std::uint32_t program = 0;
    if (first && second) {
        program = glCreateProgram();
        glAttachShader(program, first);
        glAttachShader(program, second);
        glLinkProgram(program);
        int ok = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &ok);
        if (!ok) {
            problem = "The field's shaders could not be linked.";
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(first);
    glDeleteShader(second);
    return program;
}

FieldPainter::FieldPainter() {
    const std::string prefix = shader_prefix(dialect_here());
    program_ = build_program(prefix + shaders::field_vert, prefix + shaders::field_frag, problem_);
    glGenVertexArrays(1, &vertices_);
}

FieldPainter::~FieldPainter() {
    for (const Texture& texture : textures_) glDeleteTextures(1, &texture.name);
    if (program_) glDeleteProgram(program_);
    if (vertices_) glDeleteVertexArrays(1, &vertices_);
}

void FieldPainter::draw(ImDrawList& list, Rect pixels, std::span<const float> values, int columns,
                        int rows, float scale) {
    if (used_ == textures_.size()) {
        textures_.emplace_back();
        glGenTextures(1, &textures_.back().name);
    }
    Texture& texture = textures_[used_++];
    const std::uint64_t content = digest(values) ^ static_cast<std::uint64_t>(columns) << 40;
    if (texture.content != content) upload(texture.name, values, columns, rows);
    texture.content = content;
    add(list, {program_, vertices_, texture.name, pixels, columns, rows, 1.2f * scale, content});
}

void FieldPainter::draw(ImDrawList& list, Rect pixels, std::uint32_t texture, int columns, int rows,
                        float scale) {
    constexpr float no_line = -2;  // line width; the shader's line fades within half a pixel
    const float line = scale > 0 ? 1.2f * scale : no_line;
    add(list, {program_, vertices_, texture, pixels, columns, rows, line, ++live_frames_});
}

void FieldPainter::add(ImDrawList& list, const Draw& draw) {
    if (!program_) return;
    list.AddCallback(FieldCallback::run, const_cast<Draw*>(&draw), sizeof draw);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void FieldPainter::paint(const Draw& draw, std::span<const int, 4> clip) {
    const ImDrawData& frame = *ImGui::GetDrawData();
    const float height = frame.DisplaySize.y * frame.FramebufferScale.y;
    const float width = frame.DisplaySize.x * frame.FramebufferScale.x;
    glScissor(clip[0], clip[1], clip[2], clip[3]);
    glUseProgram(draw.program);
    glBindVertexArray(draw.vertices);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, draw.texture);
    auto at = [&](const char* name) { return glGetUniformLocation(draw.program, name); };
    glUniform1i(at("values"), 0);
    glUniform4f(at("box"), draw.box.x, draw.box.y, draw.box.w, draw.box.h);
    glUniform2f(at("framebuffer"), width, height);
    glUniform2i(at("cells"), draw.columns, draw.rows);
    glUniform1f(at("line_width"), draw.line_width);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace app
