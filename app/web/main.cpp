// The program in a page: the browser calls for frames, one at a time and only when one is due.
// page.js calls the functions exported here and in surface.cpp.
#include <emscripten.h>
#include <emscripten/eventloop.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "app/program/control_map.h"
#include "app/program/program.h"
#include "app/web/spoken.h"
#include "lab/time/recordings.h"

namespace app {
namespace {

std::unique_ptr<Program> program;

EM_JS(char*, line_of_address, (), { return stringToNewUTF8(page.lineOfAddress()); });
EM_JS(void, tell_line, (const char* line, int depth), { page.told(UTF8ToString(line), depth); });
EM_JS(void, tell_words, (const char* json), { page.spoken(JSON.parse(UTF8ToString(json))); });

std::string taken(char* text) {
    std::string copy = text;
    std::free(text);
    return copy;
}

// The number of undo steps.
int depth() {
    const Session& session = program->shell().session;
    const Undo& history = session.history();
    const auto all = history.all(session.present()).size();
    return static_cast<int>(all - history.present()) - 1;
}

// Sends the line of state to the address bar, and the picture's words to screen readers.
void tell_page() {
    static std::string told;
    static int told_depth = -1;
    Shell& shell = program->shell();
    const std::string line = shell.whole_line();
    if (const int now = depth(); line != told || now != told_depth) {
        told = line, told_depth = now;
        tell_line(line.c_str(), now);
    }
    if (const auto words = spoken_anew(shell)) tell_words(words->c_str());
}

}  // namespace

extern "C" {

/// Runs one frame. Returns the seconds until the next one is due without an event.
EMSCRIPTEN_KEEPALIVE double page_step() {
    program->step();
    tell_page();
    return program->window().due();
}

EMSCRIPTEN_KEEPALIVE void page_open(const char* line) {
    program->shell().restore(line);
    Window::wake();
}

/// Goes so many steps back, or forwards for a negative number; returns depth().
EMSCRIPTEN_KEEPALIVE int page_go_back(int steps) {
    for (; steps > 0; --steps) program->shell().undo();
    for (; steps < 0; ++steps) program->shell().redo();
    Window::wake();
    return depth();
}

/// The places of all controls, as of the desktop's --controls: for tests of the page.
EMSCRIPTEN_KEEPALIVE const char* page_controls() {
    static std::string text;
    Window& window = program->window();
    text = control_map(program->shell(), window.unit(), window.fills_screen());
    return text.c_str();
}

/// Files of another lesson have arrived: a request that failed without them runs again.
EMSCRIPTEN_KEEPALIVE void page_files_came() {
    lab::read_recordings_that_came();
    Session& session = program->shell().session;
    if (!session.problem().empty()) session.run_again();
    Window::wake();
}

EMSCRIPTEN_KEEPALIVE int page_frames() { return program->window().frames(); }

}  // extern "C"

}  // namespace app

int main() {
    app::Program::Options options;
    options.state = app::taken(app::line_of_address());
    app::program = std::make_unique<app::Program>(std::move(options));
    emscripten_runtime_keepalive_push();  // exported functions run later; threads work on
    return app::program->problem().empty() ? 0 : 4;
}
