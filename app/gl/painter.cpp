// Draws frames with Dear ImGui: one borderless draw list, rendered by OpenGL 3.3. Called by the
// window, shots and tests.
#include "app/gl/painter.h"

#include <glad/gl.h>

#include <algorithm>
#include <vector>

#include "app/gl/baked_shapes.h"
#include "app/gl/canvas_screen.h"
#include "app/gl/dialect.h"
#include "app/gl/field_painter.h"
#include "app/gl/raster.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"

namespace app {

namespace {

// Answers Dear ImGui's texture requests without creating textures: enough to measure texts.
void pretend_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        const bool gone = texture->Status == ImTextureStatus_WantDestroy;
        texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID{1});
        texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
    }
}

void turn_over(Image& image) {
    const auto row = static_cast<std::ptrdiff_t>(image.width) * 3;
    for (int y = 0; y < image.height / 2; ++y)
        std::swap_ranges(image.bytes.begin() + row * y, image.bytes.begin() + row * (y + 1),
                         image.bytes.begin() + row * (image.height - 1 - y));
}

}  // namespace

// The last frame, so that the next one redraws only differences. It is upside down and in the
// colour order of most windows, so that showing it is a plain copy.
class Painter::LastFrame {
public:
    LastFrame() {
        glGenFramebuffers(1, &framebuffer_);
        glGenTextures(1, &colour_);
    }
    ~LastFrame() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &colour_);
    }
    LastFrame(const LastFrame&) = delete;
    LastFrame& operator=(const LastFrame&) = delete;

    const Raster& raster() const { return raster_; }

    /// Redraws `boxes` of the frame, then copies the whole frame to the bound framebuffer.
    void show(const ImDrawData& frame, const std::vector<Rect>& boxes, int width, int height,
              std::uint32_t background) {
        GLint target = 0;
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        resize(width, height);
        raster_.draw(frame, boxes, width, height, background);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
        glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
    }

    /// Writes another value into one corner, reads it, and restores the corner.
    bool draws() const {
        GLint bound = 0;
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        const unsigned char before = corner(), other = static_cast<unsigned char>(before ^ 0x80);
        put_corner(other);
        const bool drawn = corner() == other;
        put_corner(before);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
        return drawn;
    }

    Image image() const {
        GLint source = 0;
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
        Image image = read_pixels(width_, height_);
        turn_over(image);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
        return image;
    }

private:
    // The red channel of the corner.
    static unsigned char corner() {
        unsigned char pixel[4] = {};
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return pixel[0];
    }
    static void put_corner(unsigned char red) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, 1, 1);
        glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
        glClearColor(static_cast<float>(red) / 255, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glDisable(GL_SCISSOR_TEST);
    }

    void resize(int width, int height) {
        if (width == width_ && height == height_) return;
        width_ = width, height_ = height;
        glBindTexture(GL_TEXTURE_2D, colour_);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        make_room_for_frame(width, height);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_, 0);
    }

    GLuint framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
    Raster raster_;
};

Painter::Painter(bool opengl) : opengl_(opengl) {
    before_ = ImGui::GetCurrentContext();
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // settings are in the XDG folder, never here
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    fonts_ = std::make_unique<Fonts>(load_fonts(*io.Fonts));
    baked_ = std::make_unique<BakedShapes>(*io.Fonts);
    if (opengl_) {
        ImGui_ImplOpenGL3_Init(version_line(dialect_here()).c_str());
        fields_ = std::make_unique<FieldPainter>();
        last_frame_ = std::make_unique<LastFrame>();
    } else {
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    }
}

Painter::~Painter() {
    ImGui::SetCurrentContext(context_);
    fields_.reset();
    last_frame_.reset();
    if (opengl_) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
    ImGui::SetCurrentContext(before_);
}

const std::string& Painter::problem() const {
    static const std::string none;
    if (!opengl_) return none;
    return fields_->problem().empty() ? last_frame_->raster().problem() : fields_->problem();
}

void Painter::draw(int width, int height, float scale, Tone tone,
                   const std::function<void(Canvas&)>& paint) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    ImGui_ImplOpenGL3_NewFrame();
    io.DisplaySize = {static_cast<float>(std::max(1, width)),
                      static_cast<float>(std::max(1, height))};
    io.DisplayFramebufferScale = {1, 1};  // the canvas draws in framebuffer pixels
    ImGui::NewFrame();
    fields_->begin_frame();
    CanvasScreen canvas(*ImGui::GetBackgroundDrawList(), *fonts_, tone, scale, fields_.get(),
                        baked_.get());
    paint(canvas);
    ImGui::Render();
    ImDrawData& frame = *ImGui::GetDrawData();
    for (ImTextureData* texture : *frame.Textures)  // before the digest uses their names
        if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
    const std::uint32_t background = rgb(Role::bg, tone);
    last_frame_->show(frame, damage_.since_last(frame, width, height, background), width, height,
                      background);
}

bool Painter::draws() const { return last_frame_->draws(); }

Image Painter::last_frame() const { return last_frame_->image(); }

void Painter::measure(const std::function<void()>& use) {
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().DisplaySize = {1920, 1080};
    ImGui::NewFrame();
    use();
    ImGui::Render();
    pretend_textures();
}

// Reads four bytes per pixel, as WebGL requires.
Image read_pixels(int width, int height) {
    const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<unsigned char> read(count * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    Image image{width, height, std::vector<unsigned char>(count * 3)};
    for (std::size_t pixel = 0; pixel < count; ++pixel)
        std::copy_n(&read[pixel * 4], 3, &image.bytes[pixel * 3]);
    turn_over(image);
    return image;
}

}  // namespace app
