// GLFW's side of the window. See surface.h.
#include <glad/gl.h>
#include <glfw/loaded.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/program/surface.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_internal.h"
#include "platform/clock.h"
#include "platform/library.h"

namespace app {

namespace {

std::string last_error = "GLFW gave no reason.";

struct KeyPair {
    int theirs;
    Key ours;
};

constexpr auto key_pairs = std::to_array<KeyPair>({
    {GLFW_KEY_SPACE, Key::space},
    {GLFW_KEY_ENTER, Key::enter},
    {GLFW_KEY_KP_ENTER, Key::enter},
    {GLFW_KEY_ESCAPE, Key::escape},
    {GLFW_KEY_TAB, Key::tab},
    {GLFW_KEY_BACKSPACE, Key::backspace},
    {GLFW_KEY_DELETE, Key::remove},
    {GLFW_KEY_LEFT, Key::left},
    {GLFW_KEY_RIGHT, Key::right},
    {GLFW_KEY_UP, Key::up},
    {GLFW_KEY_DOWN, Key::down},
    {GLFW_KEY_HOME, Key::home},
    {GLFW_KEY_END, Key::end},
    {GLFW_KEY_PAGE_UP, Key::page_up},
    {GLFW_KEY_PAGE_DOWN, Key::page_down},
    {GLFW_KEY_F1, Key::f1},
    {GLFW_KEY_F5, Key::f5},
    {GLFW_KEY_F6, Key::f6},
    {GLFW_KEY_F11, Key::f11},
    {GLFW_KEY_EQUAL, Key::plus},
    {GLFW_KEY_KP_ADD, Key::plus},
    {GLFW_KEY_MINUS, Key::minus},
    {GLFW_KEY_KP_SUBTRACT, Key::minus},
    {GLFW_KEY_0, Key::zero},
    {GLFW_KEY_KP_0, Key::zero},
    {GLFW_KEY_LEFT_BRACKET, Key::left_bracket},
    {GLFW_KEY_RIGHT_BRACKET, Key::right_bracket},
    {GLFW_KEY_SLASH, Key::slash},
    {GLFW_KEY_1, Key::one},
    {GLFW_KEY_2, Key::two},
    {GLFW_KEY_3, Key::three},
    {GLFW_KEY_4, Key::four},
    {GLFW_KEY_5, Key::five},
    {GLFW_KEY_6, Key::six},
    {GLFW_KEY_7, Key::seven},
    {GLFW_KEY_8, Key::eight},
    {GLFW_KEY_9, Key::nine},
    {GLFW_KEY_A, Key::a},
    {GLFW_KEY_C, Key::c},
    {GLFW_KEY_D, Key::d},
    {GLFW_KEY_E, Key::e},
    {GLFW_KEY_F, Key::f},
    {GLFW_KEY_G, Key::g},
    {GLFW_KEY_J, Key::j},
    {GLFW_KEY_K, Key::k},
    {GLFW_KEY_L, Key::l},
    {GLFW_KEY_M, Key::m},
    {GLFW_KEY_N, Key::n},
    {GLFW_KEY_O, Key::o},
    {GLFW_KEY_P, Key::p},
    {GLFW_KEY_Q, Key::q},
    {GLFW_KEY_R, Key::r},
    {GLFW_KEY_S, Key::s},
    {GLFW_KEY_T, Key::t},
    {GLFW_KEY_V, Key::v},
    {GLFW_KEY_Y, Key::y},
    {GLFW_KEY_W, Key::w},
    {GLFW_KEY_Z, Key::z},
});

// Whether a key repeats while it is held.
bool repeats(Key key) {
    return key == Key::left || key == Key::right || key == Key::up || key == Key::down ||
           key == Key::backspace || key == Key::left_bracket || key == Key::right_bracket ||
           key == Key::tab;
}

// The key by its printed letter or sign, since keyboard layouts differ.
int translated(int key, int scancode) {
    if (key <= GLFW_KEY_SPACE || key > GLFW_KEY_WORLD_2) return key;
    const char* name = glfwGetKeyName(key, scancode);
    if (!name || name[0] == 0 || name[1] != 0) return key;
    return std::toupper(static_cast<unsigned char>(name[0]));
}

// 1600 x 960, at most the work area; three quarters of a work area of 3000 pixels or more.
void usual_size(int& width, int& height) {
    width = 1600, height = 960;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    int x = 0, y = 0, w = 0, h = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
    if (w > 0 && h > 0) width = std::min(width, w), height = std::min(height, h);
    if (w >= 3000) width = w * 3 / 4, height = h * 3 / 4;
}

// Loads GLFW, which opens X11 and OpenGL. CUDA's driver must find OpenGL's names too.
bool open_glfw() {
    static const bool opened = [] {
        const platform::Library egl({"libEGL.so.1"}, platform::Library::Names::shared);
        const platform::Library glfw({"libglfw.so.3", "libglfw.so"},
                                     platform::Library::Names::shared);
        return glfw && glfw_loader::load([&](const char* name) { return glfw.find(name); });
    }();
    return opened;
}

GLFWwindow* open_window(int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "warplens");
    return glfwCreateWindow(width, height, "Warplens", nullptr, nullptr);
}

// Queues a key with the modifiers of its own event: fast typists release them before the next
// frame.
void note_stroke(Surface& surface, int key, int modifiers, bool repeated) {
    for (const KeyPair& pair : key_pairs)
        if (pair.theirs == key && (!repeated || repeats(pair.ours)))
            surface.keys.key({pair.ours, (modifiers & GLFW_MOD_CONTROL) != 0,
                              (modifiers & GLFW_MOD_SHIFT) != 0, repeated});
}

}  // namespace

struct Surface::System {
    GLFWwindow* window = nullptr;
    bool attached = false;
    std::array<GLFWcursor*, 4> cursors{};  // created at first use, destroyed by GLFW
    int place[4] = {0, 0, 0, 0};           // the window's place before full screen
    GLsync undrawn = nullptr;              // fence after the first unfinished frame
    double undrawn_since = 0;
};

Surface::Surface(int width, int height) : system_(std::make_unique<System>()) {
    if (!open_glfw()) {
        no_display_ = true;
        problem_ =
            "No window can be opened: the library GLFW was not found (libglfw3 is its package).";
        return;
    }
    glfwSetErrorCallback([](int, const char* words) { last_error = words; });
    if (!glfwInit()) {
        no_display_ = true;
        problem_ = "There is no display here: " + last_error;
        return;
    }
    if (width <= 0 || height <= 0) usual_size(width, height);
    GLFWwindow* window = system_->window = open_window(width, height);
    if (!window) {
        problem_ = "OpenGL 3.3 core is needed for the window: " + last_error;
        return;
    }
    // An option may ask for a smaller size, but dragging cannot reach it.
    glfwSetWindowSizeLimits(window, std::min(width, 800), std::min(height, 500), GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    glfwMakeContextCurrent(window);
    if (!gladLoadGL(glfwGetProcAddress)) problem_ = "OpenGL 3.3 could not be loaded.";
    glfwSwapInterval(1);
}

Surface::~Surface() {
    if (system_->window) glfwDestroyWindow(system_->window);
    if (!no_display_) glfwTerminate();
}

void Surface::attach() {
    glfwSetWindowUserPointer(system_->window, this);
    glfwSetKeyCallback(system_->window,
                       [](GLFWwindow* window, int key, int code, int action, int mods) {
                           if (action == GLFW_RELEASE) return;
                           note_stroke(*static_cast<Surface*>(glfwGetWindowUserPointer(window)),
                                       translated(key, code), mods, action == GLFW_REPEAT);
                       });
    glfwSetCharCallback(system_->window, [](GLFWwindow* window, unsigned int character) {
        char bytes[5] = {};
        ImTextCharToUtf8(bytes, character);
        static_cast<Surface*>(glfwGetWindowUserPointer(window))->keys.text(bytes);
    });
    glfwSetDropCallback(system_->window, [](GLFWwindow* window, int count, const char** paths) {
        static_cast<Surface*>(glfwGetWindowUserPointer(window))
            ->dropped.assign(paths, paths + count);
    });
    ImGui_ImplGlfw_InitForOpenGL(system_->window, true);
    system_->attached = true;
}

void Surface::detach() {
    if (system_->attached) ImGui_ImplGlfw_Shutdown();
    system_->attached = false;
}

Surface::Size Surface::size() const {
    Size size;
    int unused = 0;
    float also_unused = 1;
    glfwGetFramebufferSize(system_->window, &size.width, &size.height);
    glfwGetWindowSize(system_->window, &size.points, &unused);
    glfwGetWindowContentScale(system_->window, &size.content, &also_unused);
    return size;
}

bool Surface::wait(bool sleeps, double seconds) {
    const double before = platform::now();
    if (!sleeps)
        glfwPollEvents();
    else if (seconds > 3600)
        glfwWaitEvents();
    else
        glfwWaitEventsTimeout(seconds);
    return sleeps && platform::now() - before < seconds;
}

void Surface::wake() {
    if (glfwPostEmptyEvent) glfwPostEmptyEvent();
}

void Surface::begin_frame() { ImGui_ImplGlfw_NewFrame(); }

void Surface::show() {
    glfwSwapBuffers(system_->window);
    if (system_->undrawn) return;
    system_->undrawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    system_->undrawn_since = platform::now();
}

double Surface::undrawn_for() {
    if (!system_->undrawn) return 0;
    const GLenum now = glClientWaitSync(system_->undrawn, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (now == GL_TIMEOUT_EXPIRED) return platform::now() - system_->undrawn_since;
    glDeleteSync(system_->undrawn);
    system_->undrawn = nullptr;
    return 0;
}

void Surface::close() { glfwSetWindowShouldClose(system_->window, GLFW_TRUE); }

bool Surface::closes() const { return glfwWindowShouldClose(system_->window) != 0; }

void Surface::point_as(Pointer pointer) {
    constexpr std::array<int, 4> shapes{GLFW_ARROW_CURSOR, GLFW_HAND_CURSOR, GLFW_HRESIZE_CURSOR,
                                        GLFW_IBEAM_CURSOR};
    const auto which = static_cast<std::size_t>(pointer);
    GLFWcursor*& cursor = system_->cursors[which];
    if (!cursor) cursor = glfwCreateStandardCursor(shapes[which]);
    glfwSetCursor(system_->window, cursor);
}

bool Surface::fills_screen() const { return glfwGetWindowMonitor(system_->window) != nullptr; }

void Surface::toggle_full_screen() {
    int* place = system_->place;
    GLFWwindow* window = system_->window;
    if (fills_screen())
        return glfwSetWindowMonitor(window, nullptr, place[0], place[1], std::max(200, place[2]),
                                    std::max(100, place[3]), 0);
    glfwGetWindowPos(window, &place[0], &place[1]);
    glfwGetWindowSize(window, &place[2], &place[3]);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Surface::copy(const std::string& text) {
    glfwSetClipboardString(system_->window, text.c_str());
}

std::string Surface::pasted() const {
    const char* text = ImGui::GetClipboardText();
    return text ? text : "";
}

}  // namespace app
