// Opens EGL on a GPU's own device first (NVIDIA's driver without a display), then on Mesa's
// surfaceless platform.
#include "app/gl/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <cstring>
#include <optional>

#include "platform/library.h"

namespace app {

namespace {

// The EGL functions used; loaded once.
struct Egl {
    decltype(&::eglBindAPI) BindAPI;
    decltype(&::eglChooseConfig) ChooseConfig;
    decltype(&::eglCreateContext) CreateContext;
    decltype(&::eglDestroyContext) DestroyContext;
    decltype(&::eglGetDisplay) GetDisplay;
    decltype(&::eglGetProcAddress) GetProcAddress;
    decltype(&::eglInitialize) Initialize;
    decltype(&::eglMakeCurrent) MakeCurrent;
    decltype(&::eglQueryString) QueryString;
    decltype(&::eglTerminate) Terminate;
};

// Loaded with shared names: CUDA's driver finds OpenGL's context by them.
std::optional<Egl> open_egl() {
    const platform::Library library({"libEGL.so.1"}, platform::Library::Names::shared);
    Egl api{};
    if (library.find("eglBindAPI", api.BindAPI) &&
        library.find("eglChooseConfig", api.ChooseConfig) &&
        library.find("eglCreateContext", api.CreateContext) &&
        library.find("eglDestroyContext", api.DestroyContext) &&
        library.find("eglGetDisplay", api.GetDisplay) &&
        library.find("eglGetProcAddress", api.GetProcAddress) &&
        library.find("eglInitialize", api.Initialize) &&
        library.find("eglMakeCurrent", api.MakeCurrent) &&
        library.find("eglQueryString", api.QueryString) &&
        library.find("eglTerminate", api.Terminate))
        return api;
    return std::nullopt;
}

const std::optional<Egl>& egl() {
    static const std::optional<Egl> once = open_egl();
    return once;
}

bool has(const char* extensions, const char* name) {
    return extensions && std::strstr(extensions, name);
}

EGLDisplay opened(EGLDisplay display) {
    return display != EGL_NO_DISPLAY && egl()->Initialize(display, nullptr, nullptr)
               ? display
               : EGL_NO_DISPLAY;
}

EGLDisplay find_display() {
    const char* extensions = egl()->QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto open = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        egl()->GetProcAddress("eglGetPlatformDisplayEXT"));
    const auto devices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl()->GetProcAddress("eglQueryDevicesEXT"));
    std::array<EGLDeviceEXT, 8> found{};
    EGLint count = 0;
    // A GPU's own driver comes before software, so that interop works where there is a GPU.
    if (open && devices && has(extensions, "EGL_EXT_platform_device") &&
        devices(8, found.data(), &count))
        for (EGLint device = 0; device < count; ++device)
            if (EGLDisplay display = opened(open(EGL_PLATFORM_DEVICE_EXT,
                                                 found[static_cast<std::size_t>(device)], nullptr)))
                return display;
    if (open && has(extensions, "EGL_MESA_platform_surfaceless"))
        if (EGLDisplay display =
                opened(open(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)))
            return display;
    return opened(egl()->GetDisplay(EGL_DEFAULT_DISPLAY));
}

EGLContext make_context(EGLDisplay display) {
    if (!egl()->BindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
    constexpr std::array<EGLint, 3> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    constexpr std::array<EGLint, 7> version{EGL_CONTEXT_MAJOR_VERSION,
                                            3,
                                            EGL_CONTEXT_MINOR_VERSION,
                                            3,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                            EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    egl()->ChooseConfig(display, wanted.data(), &config, 1, &count);
    return egl()->CreateContext(display, count > 0 ? config : EGLConfig{}, EGL_NO_CONTEXT,
                                version.data());
}

}  // namespace

Offscreen::Offscreen() {
    if (!egl()) {
        problem_ = "No OpenGL was found: there is no libEGL.so.1 (libegl1 is its package).";
        return;
    }
    display_ = find_display();
    if (!display_) {
        problem_ =
            "No OpenGL was found: EGL opens no display here (libegl1 and libgl1-mesa-dri bring a "
            "software one).";
        return;
    }
    context_ = make_context(display_);
    if (!context_ || !egl()->MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
        problem_ = "OpenGL 3.3 core is needed, and this machine's EGL does not give it.";
        return;
    }
    if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(egl()->GetProcAddress)))
        problem_ = "OpenGL 3.3 could not be loaded.";
}

Offscreen::~Offscreen() {
    if (!display_) return;
    framebuffer_.reset();
    egl()->MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_) egl()->DestroyContext(display_, context_);
    egl()->Terminate(display_);
}

std::string Offscreen::renderer() const {
    if (!problem_.empty()) return "";
    auto words = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
    return std::string(words(GL_RENDERER)) + ", OpenGL " + words(GL_VERSION);
}

void Offscreen::resize(int width, int height) {
    if (!framebuffer_) framebuffer_.emplace();
    framebuffer_->bind(width, height);
}

}  // namespace app
