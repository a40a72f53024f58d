// Frames by Dear ImGui: one borderless draw list, OpenGL 3.3 behind it. Called by the window, by
// shots and by tests.
#include "app/gl/painter.h"

#include <glad/gl.h>

#include <algorithm>

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

}  // namespace

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
    } else {
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    }
}

Painter::~Painter() {
    ImGui::SetCurrentContext(context_);
    fields_.reset();
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
    glViewport(0, 0, width, height);
    clear(rgb(Role::bg, tone));
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

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
