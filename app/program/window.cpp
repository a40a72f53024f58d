// GLFW's side of the program. Called by the window command and by tests.
#include "app/program/window.h"

#include <glad/gl.h>
#include <glfw/loaded.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

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

// Keys that repeat while they are held.
bool repeats(Key key) {
    return key == Key::left || key == Key::right || key == Key::up || key == Key::down ||
           key == Key::backspace || key == Key::left_bracket || key == Key::right_bracket ||
           key == Key::tab;
}

// The key by what is printed on it, where that is a letter or a sign: layouts differ.
int translated(int key, int scancode) {
    if (key <= GLFW_KEY_SPACE || key > GLFW_KEY_WORLD_2) return key;
    const char* name = glfwGetKeyName(key, scancode);
    if (!name || name[0] == 0 || name[1] != 0) return key;
    return std::toupper(static_cast<unsigned char>(name[0]));
}

// Three quarters of the monitor, at most 1600 x 1000, never less than its work area allows.
void usual_size(int& width, int& height) {
    width = 1600, height = 960;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    int x = 0, y = 0, w = 0, h = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
    if (w > 0 && h > 0) width = std::min(width, w), height = std::min(height, h);
    if (w >= 3000) width = w * 3 / 4, height = h * 3 / 4;
}

// GLFW itself opens X11 and OpenGL. OpenGL's names are to be found by CUDA's driver as well.
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

}  // namespace

Window::Window(int width, int height) {
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
    window_ = open_window(width, height);
    if (!window_) {
        problem_ = "OpenGL 3.3 core is needed for the window: " + last_error;
        return;
    }
    // A smaller one may be asked for, but not dragged to.
    glfwSetWindowSizeLimits(window_, std::min(width, 800), std::min(height, 500), GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    glfwMakeContextCurrent(window_);
    if (!gladLoadGL(glfwGetProcAddress)) problem_ = "OpenGL 3.3 could not be loaded.";
    glfwSwapInterval(1);
    painter_ = std::make_unique<Painter>(true);
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int mods) {
        if (action == GLFW_RELEASE) return;
        static_cast<Window*>(glfwGetWindowUserPointer(window))
            ->note_stroke(translated(key, code), mods, action == GLFW_REPEAT);
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        static_cast<Window*>(glfwGetWindowUserPointer(window))
            ->dropped_.assign(paths, paths + count);
    });
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
}

Window::~Window() {
    if (painter_) ImGui_ImplGlfw_Shutdown();
    painter_.reset();
    if (window_) glfwDestroyWindow(window_);
    if (!no_display_) glfwTerminate();
}

void Window::wake() {
    if (glfwPostEmptyEvent) glfwPostEmptyEvent();
}

int Window::width() const {
    int w = 0, h = 0;
    glfwGetFramebufferSize(window_, &w, &h);
    return w;
}

int Window::height() const {
    int w = 0, h = 0;
    glfwGetFramebufferSize(window_, &w, &h);
    return h;
}

// Sleeps until an event or until the next frame is due; a few frames follow each event, since a hit
// is seen one later, and Dear ImGui hands on what came at once over several frames.
void Window::wait(double seconds) {
    const auto& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    const double before = platform::now();
    const bool sleeps = settling_ == 0 && seconds > 0 && queue.empty();
    if (settling_ > 0) --settling_;
    if (!sleeps)
        glfwPollEvents();
    else if (seconds > 3600)
        glfwWaitEvents();
    else
        glfwWaitEventsTimeout(seconds);
    const bool woken = sleeps && platform::now() - before < seconds;
    if (woken || !queue.empty() || !strokes_.empty()) settling_ = 2;
}

// A key with the modifiers that its own event names: whoever is quick lets go of them before the
// next frame.
void Window::note_stroke(int key, int modifiers, bool repeated) {
    for (const KeyPair& pair : key_pairs)
        if (pair.theirs == key && (!repeated || repeats(pair.ours)))
            strokes_.push_back({pair.ours, (modifiers & GLFW_MOD_CONTROL) != 0,
                                (modifiers & GLFW_MOD_SHIFT) != 0, repeated});
}

Input Window::input() {
    const ImGuiIO& io = ImGui::GetIO();
    Input input;
    // the window's own units may differ from the framebuffer's pixels
    if (io.MousePos.x > -1e5f) input.mouse = {io.MousePos.x / unit_, io.MousePos.y / unit_};
    input.down = io.MouseDown[0];
    input.pressed = ImGui::IsMouseClicked(0);
    input.released = ImGui::IsMouseReleased(0);
    input.twice = ImGui::IsMouseDoubleClicked(0);
    input.right = ImGui::IsMouseClicked(1);
    input.wheel = io.MouseWheel;
    input.shift = io.KeyShift;
    input.control = io.KeyCtrl;
    input.time = platform::now();
    input.strokes = std::exchange(strokes_, {});
    for (const ImWchar c : io.InputQueueCharacters) {
        char bytes[5] = {};
        ImTextCharToUtf8(bytes, c);
        input.typed += bytes;
    }
    for (const Stroke& stroke : input.strokes)
        if (stroke.key == Key::v && stroke.control)
            if (const char* text = ImGui::GetClipboardText()) input.pasted = text;
    input.dropped = std::exchange(dropped_, {});
    return input;
}

bool Window::frame(Shell& shell) {
    wait(due_);
    if (glfwWindowShouldClose(window_)) return false;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width < 1 || height < 1) {  // minimised
        due_ = 1e9;
        return true;
    }
    float content = 1, unused = 1;
    glfwGetWindowContentScale(window_, &content, &unused);
    const float scale = scale_of(content, shell.look.scale_percent,
                                 shell.look.density.value_or(Density::desk), width, height);
    int points = 0, also_unused = 0;
    glfwGetWindowSize(window_, &points, &also_unused);
    unit_ = scale * static_cast<float>(std::max(1, points)) / static_cast<float>(width);
    ImGui_ImplGlfw_NewFrame();
    painter_->draw(width, height, scale, shell.look.tone, [&](Canvas& canvas) {
        shell.frame(canvas, input(), static_cast<float>(width) / scale,
                    static_cast<float>(height) / scale);
    });
    glfwSwapBuffers(window_);
    ++frames_;
    apply(shell.wishes);
    return true;
}

GLFWcursor* Window::cursor_of(Pointer pointer) {
    constexpr std::array<int, 4> shapes{GLFW_ARROW_CURSOR, GLFW_HAND_CURSOR, GLFW_HRESIZE_CURSOR,
                                        GLFW_IBEAM_CURSOR};
    const auto which = static_cast<std::size_t>(pointer);
    if (!cursors_[which]) cursors_[which] = glfwCreateStandardCursor(shapes[which]);
    return cursors_[which];
}

void Window::apply(const Wishes& wishes) {
    due_ = wishes.wait;
    glfwSetCursor(window_, cursor_of(wishes.pointer));
    if (wishes.close) glfwSetWindowShouldClose(window_, GLFW_TRUE), due_ = 0;
    if (wishes.toggle_full_screen) toggle_full_screen();
    if (!wishes.copy.empty()) glfwSetClipboardString(window_, wishes.copy.c_str());
}

Image Window::shown() { return painter_->last_frame(); }

bool Window::fills_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }

void Window::toggle_full_screen() {
    if (fills_screen())
        return glfwSetWindowMonitor(window_, nullptr, place_[0], place_[1],
                                    std::max(200, place_[2]), std::max(100, place_[3]), 0);
    glfwGetWindowPos(window_, &place_[0], &place_[1]);
    glfwGetWindowSize(window_, &place_[2], &place_[3]);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace app
