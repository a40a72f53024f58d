// A page's canvas as the surface of a window: page.js listens to the browser and calls the
// functions exported here.
#include <emscripten.h>
#include <emscripten/html5.h>

#include <array>
#include <atomic>
#include <map>
#include <utility>

#include "app/program/surface.h"
#include "app/widgets/file_chooser.h"
#include "imgui.h"

namespace app {
namespace {

// Values of KeyboardEvent.key: the meaning of a key on any layout.
const std::map<std::string, Key, std::less<>> named_keys{{" ", Key::space},
                                                         {"Enter", Key::enter},
                                                         {"Escape", Key::escape},
                                                         {"Tab", Key::tab},
                                                         {"Backspace", Key::backspace},
                                                         {"Delete", Key::remove},
                                                         {"ArrowLeft", Key::left},
                                                         {"ArrowRight", Key::right},
                                                         {"ArrowUp", Key::up},
                                                         {"ArrowDown", Key::down},
                                                         {"Home", Key::home},
                                                         {"End", Key::end},
                                                         {"PageUp", Key::page_up},
                                                         {"PageDown", Key::page_down},
                                                         {"F1", Key::f1},
                                                         {"F6", Key::f6},
                                                         {"F11", Key::f11},
                                                         {"+", Key::plus},
                                                         {"=", Key::plus},
                                                         {"-", Key::minus},
                                                         {"[", Key::left_bracket},
                                                         {"]", Key::right_bracket},
                                                         {"?", Key::question},
                                                         {"/", Key::slash},
                                                         {"0", Key::zero},
                                                         {"1", Key::one},
                                                         {"2", Key::two},
                                                         {"3", Key::three},
                                                         {"4", Key::four},
                                                         {"5", Key::five},
                                                         {"6", Key::six},
                                                         {"7", Key::seven},
                                                         {"8", Key::eight},
                                                         {"9", Key::nine},
                                                         {"a", Key::a},
                                                         {"c", Key::c},
                                                         {"d", Key::d},
                                                         {"e", Key::e},
                                                         {"f", Key::f},
                                                         {"g", Key::g},
                                                         {"j", Key::j},
                                                         {"k", Key::k},
                                                         {"l", Key::l},
                                                         {"m", Key::m},
                                                         {"n", Key::n},
                                                         {"o", Key::o},
                                                         {"p", Key::p},
                                                         {"q", Key::q},
                                                         {"r", Key::r},
                                                         {"s", Key::s},
                                                         {"t", Key::t},
                                                         {"v", Key::v},
                                                         {"w", Key::w},
                                                         {"y", Key::y},
                                                         {"z", Key::z}};

// Whether a key repeats while it is held.
bool repeats(Key key) {
    return key == Key::left || key == Key::right || key == Key::up || key == Key::down ||
           key == Key::backspace || key == Key::left_bracket || key == Key::right_bracket ||
           key == Key::tab;
}

EM_JS(int, canvas_width, (), { return page.canvas.width; });
EM_JS(int, canvas_height, (), { return page.canvas.height; });
EM_JS(int, canvas_points, (), { return page.canvas.clientWidth; });
EM_JS(double, canvas_content, (), { return globalThis.devicePixelRatio || 1; });
EM_JS(void, set_pointer, (const char* name), { page.pointAs(UTF8ToString(name)); });
EM_JS(bool, page_fills_screen, (), { return !!document.fullscreenElement; });
EM_JS(void, toggle_page_full_screen, (), { page.toggleFullScreen(); });
EM_JS(void, choose_page_file, (), { page.chooseFile(); });
EM_JS(void, copy_text, (const char* text), { page.copyText(UTF8ToString(text)); });

Surface* attached = nullptr;
std::atomic<bool> something_came = false;
std::string pasted_text;

ImGuiIO& io() { return ImGui::GetIO(); }

void came() {
    something_came = true;
    MAIN_THREAD_ASYNC_EM_ASM({ page.wake(); });  // from any thread
}

}  // namespace

struct Surface::System {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
};

Surface::Surface(int, int) : system_(std::make_unique<System>()) {
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.alpha = wanted.depth = wanted.stencil = wanted.antialias = false;
    system_->context = emscripten_webgl_create_context("#canvas", &wanted);
    if (system_->context <= 0) {
        problem_ = "WebGL 2 is needed for the picture, and this browser has none.";
        return;
    }
    emscripten_webgl_make_context_current(system_->context);
}

Surface::~Surface() = default;

void Surface::attach() {
    attached = this;
    file_chooser() = choose_page_file;
}

void Surface::detach() { attached = nullptr; }

Surface::Size Surface::size() const {
    return {canvas_width(), canvas_height(), canvas_points(), static_cast<float>(canvas_content())};
}

bool Surface::wait(bool sleeps, double) { return something_came.exchange(false) && sleeps; }

void Surface::wake() { came(); }

// Advances Dear ImGui's clock, which detects double clicks.
void Surface::begin_frame() {
    static double before = 0;
    const double now = emscripten_get_now() / 1000;
    io().DeltaTime = static_cast<float>(std::max(1e-4, now - before));
    before = now;
}

void Surface::show() {}

double Surface::undrawn_for() { return 0; }

void Surface::close() {}

bool Surface::closes() const { return false; }

void Surface::point_as(Pointer pointer) {
    static Pointer shown = Pointer::arrow;
    constexpr std::array<const char*, 4> names{"default", "pointer", "ew-resize", "text"};
    if (std::exchange(shown, pointer) != pointer)
        set_pointer(names[static_cast<std::size_t>(pointer)]);
}

bool Surface::fills_screen() const { return page_fills_screen(); }

void Surface::toggle_full_screen() { toggle_page_full_screen(); }

void Surface::copy(const std::string& text) { copy_text(text.c_str()); }

std::string Surface::pasted() const { return pasted_text; }

extern "C" {

EMSCRIPTEN_KEEPALIVE void page_moved(double x, double y) {
    if (!attached) return;
    io().AddMousePosEvent(static_cast<float>(x), static_cast<float>(y));
    came();
}

EMSCRIPTEN_KEEPALIVE void page_left() {
    if (!attached) return;
    io().AddMousePosEvent(-3e38f, -3e38f);
    came();
}

EMSCRIPTEN_KEEPALIVE void page_button(int button, int down) {
    if (!attached) return;
    io().AddMouseButtonEvent(button == 2 ? 1 : 0, down != 0);
    came();
}

EMSCRIPTEN_KEEPALIVE void page_wheel(double notches) {
    if (!attached) return;
    io().AddMouseWheelEvent(0, static_cast<float>(notches));
    came();
}

EMSCRIPTEN_KEEPALIVE void page_modifiers(int control, int shift) {
    if (!attached) return;
    io().AddKeyEvent(ImGuiMod_Ctrl, control != 0);
    io().AddKeyEvent(ImGuiMod_Shift, shift != 0);
    came();
}

/// Handles a key; returns whether the program uses it, so that the browser does not.
EMSCRIPTEN_KEEPALIVE int page_key(const char* name, int control, int shift, int repeated) {
    const auto found = named_keys.find(std::string_view(name));
    if (!attached || found == named_keys.end()) return 0;
    if (!repeated || repeats(found->second))
        attached->keys.key({found->second, control != 0, shift != 0, repeated != 0});
    came();
    return 1;
}

EMSCRIPTEN_KEEPALIVE void page_typed(const char* text) {
    if (!attached) return;
    attached->keys.text(text);
    came();
}

EMSCRIPTEN_KEEPALIVE void page_pasted(const char* text) {
    if (!attached) return;
    pasted_text = text;
    attached->keys.key({Key::v, true, false, false});
    came();
}

EMSCRIPTEN_KEEPALIVE void page_dropped(const char* path) {
    if (!attached) return;
    attached->dropped.assign(1, path);
    came();
}

/// The page changed, for instance its size.
EMSCRIPTEN_KEEPALIVE void page_changed() { came(); }

}  // extern "C"

}  // namespace app
