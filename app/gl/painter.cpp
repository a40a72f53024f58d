// Frames by Dear ImGui: one borderless draw list, OpenGL 3.3 behind it. Called by the window, by
// shots and by tests.
#include "app/gl/painter.h"

#include <glad/gl.h>

#include <algorithm>
#include <vector>

#include "app/canvas_screen.h"
#include "app/gl/field_painter.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"

namespace app {

namespace {

// Takes Dear ImGui's wishes for textures without making any: enough to measure texts.
void pretend_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
        texture->SetStatus(texture->Status == ImTextureStatus_WantDestroy
                               ? ImTextureStatus_Destroyed
                               : ImTextureStatus_OK);
    }
}

void clear(std::uint32_t colour) {
    auto part = [&](int shift) { return static_cast<float>(colour >> shift & 255) / 255; };
    glClearColor(part(16), part(8), part(0), 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

ImVec4 intersection(const ImVec4& clip, const Rect& box) {
    return {std::max(clip.x, box.x), std::max(clip.y, box.y), std::min(clip.z, box.right()),
            std::min(clip.w, box.bottom())};
}

// A draw list's own commands and indices, while the list holds only those of a box.
class WholeList {
public:
    void narrow(ImDrawList& list, const Rect& box) {
        commands_ = list.CmdBuffer;
        indices_.swap(list.IdxBuffer);
        list.IdxBuffer.resize(0);
        for (ImDrawCmd& command : list.CmdBuffer) {
            command.ClipRect = intersection(command.ClipRect, box);
            if (command.UserCallback) continue;
            const auto first = static_cast<unsigned>(list.IdxBuffer.Size);
            keep_triangles(list, command);
            command.IdxOffset = first;
            command.ElemCount = static_cast<unsigned>(list.IdxBuffer.Size) - first;
        }
    }
    void restore(ImDrawList& list) {
        list.CmdBuffer = commands_;
        indices_.swap(list.IdxBuffer);
    }

private:
    // Those of the command whose box meets its clip.
    void keep_triangles(ImDrawList& list, const ImDrawCmd& command) const {
        const ImVec4& clip = command.ClipRect;
        if (clip.z <= clip.x || clip.w <= clip.y) return;
        const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
        const ImDrawIdx* index = indices_.Data + command.IdxOffset;
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
            const ImVec2 a = vertices[index[i]].pos, b = vertices[index[i + 1]].pos,
                         c = vertices[index[i + 2]].pos;
            const auto [left, right] = std::minmax({a.x, b.x, c.x});
            const auto [top, bottom] = std::minmax({a.y, b.y, c.y});
            if (right < clip.x || left > clip.z || bottom < clip.y || top > clip.w) continue;
            for (unsigned corner = 0; corner < 3; ++corner)
                list.IdxBuffer.push_back(index[i + corner]);
        }
    }

    ImVector<ImDrawCmd> commands_;
    ImVector<ImDrawIdx> indices_;
};

}  // namespace

// The last frame, kept so that the next one has to draw only what differs.
class Painter::Kept {
public:
    Kept() {
        glGenFramebuffers(1, &framebuffer_);
        glGenRenderbuffers(1, &colour_);
    }
    ~Kept() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(1, &colour_);
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    /// Draws `boxes` of the frame anew, then copies all of it to the framebuffer that is bound.
    void show(ImDrawData& frame, const std::vector<Rect>& boxes, int width, int height,
              std::uint32_t background) {
        GLint target = 0;
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        resize(width, height);
        glViewport(0, 0, width, height);
        for (const Rect& box : boxes) repaint(frame, box, height, background);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
    }

    Image image() const {
        GLint source = 0;
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
        Image image = read_pixels(width_, height_);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
        return image;
    }

private:
    void resize(int width, int height) {
        if (width == width_ && height == height_) return;
        width_ = width, height_ = height;
        glBindRenderbuffer(GL_RENDERBUFFER, colour_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    }

    // Only the triangles that reach into the box are drawn: OpenGL would look at each else.
    void repaint(ImDrawData& frame, const Rect& box, int height, std::uint32_t background) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(static_cast<int>(box.x), height - static_cast<int>(box.bottom()),
                  static_cast<int>(box.w), static_cast<int>(box.h));
        clear(background);
        glDisable(GL_SCISSOR_TEST);
        const std::size_t lists = static_cast<std::size_t>(frame.CmdLists.Size);
        all_.resize(std::max(all_.size(), lists));
        for (std::size_t i = 0; i < lists; ++i) all_[i].narrow(*frame.CmdLists[int(i)], box);
        ImGui_ImplOpenGL3_RenderDrawData(&frame);
        for (std::size_t i = 0; i < lists; ++i) all_[i].restore(*frame.CmdLists[int(i)]);
    }

    GLuint framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
    std::vector<WholeList> all_;
};

Painter::Painter(bool opengl) : opengl_(opengl) {
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // settings live in the XDG folder, never here
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    fonts_ = std::make_unique<Fonts>(load_fonts(*io.Fonts));
    if (opengl_) {
        ImGui_ImplOpenGL3_Init("#version 330 core");
        fields_ = std::make_unique<FieldPainter>();
        kept_ = std::make_unique<Kept>();
    } else {
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    }
}

Painter::~Painter() {
    ImGui::SetCurrentContext(context_);
    fields_.reset();
    kept_.reset();
    if (opengl_) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
}

const std::string& Painter::problem() const {
    static const std::string none;
    return fields_ ? fields_->problem() : none;
}

void Painter::draw(int width, int height, float scale, Tone tone,
                   const std::function<void(Canvas&)>& paint) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    ImGui_ImplOpenGL3_NewFrame();
    io.DisplaySize = {static_cast<float>(std::max(1, width)),
                      static_cast<float>(std::max(1, height))};
    io.DisplayFramebufferScale = {1, 1};  // framebuffer pixels are what is drawn in
    ImGui::NewFrame();
    fields_->begin_frame();
    CanvasScreen canvas(*ImGui::GetBackgroundDrawList(), *fonts_, tone, scale, fields_.get());
    paint(canvas);
    ImGui::Render();
    ImDrawData& frame = *ImGui::GetDrawData();
    for (ImTextureData* texture : *frame.Textures)  // before their names are part of the digest
        if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
    const std::uint32_t background = rgb(Role::bg, tone);
    kept_->show(frame, damage_.since_last(frame, width, height, background), width, height,
                background);
}

Image Painter::last_frame() const { return kept_->image(); }

void Painter::measure(const std::function<void()>& use) {
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().DisplaySize = {1920, 1080};
    ImGui::NewFrame();
    use();
    ImGui::Render();
    pretend_textures();
}

Image read_pixels(int width, int height) {
    Image image{width, height,
                std::vector<unsigned char>(static_cast<std::size_t>(width) *
                                           static_cast<std::size_t>(height) * 3)};
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.bytes.data());
    const std::size_t row = static_cast<std::size_t>(width) * 3;
    for (int y = 0; y < height / 2; ++y)
        std::swap_ranges(image.bytes.begin() + static_cast<std::ptrdiff_t>(row) * y,
                         image.bytes.begin() + static_cast<std::ptrdiff_t>(row) * (y + 1),
                         image.bytes.begin() + static_cast<std::ptrdiff_t>(row) * (height - 1 - y));
    return image;
}

}  // namespace app
