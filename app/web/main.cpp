// The program in a page: the browser asks for its frames, one at a time and only where one is due.
// page.js calls what is exported here, and surface.cpp's.
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

// How many steps back there are.
int depth() {
    const Session& session = program->shell().session;
    const Undo& history = session.history();
    const auto all = history.all(session.present()).size();
    return static_cast<int>(all - history.present()) - 1;
}

// The address bar holds the line of state; a screen reader has what the picture says.
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

/// One frame. Seconds until the next is due, if nothing happens before.
EMSCRIPTEN_KEEPALIVE double page_step() {
    program->step();
    tell_page();
    return program->window().due();
}

EMSCRIPTEN_KEEPALIVE void page_open(const char* line) {
    program->shell().restore(line);
    Window::wake();
}

/// So many steps back, or forwards where they are negative; how deep it stands then.
EMSCRIPTEN_KEEPALIVE int page_go_back(int steps) {
    for (; steps > 0; --steps) program->shell().undo();
    for (; steps < 0; ++steps) program->shell().redo();
    Window::wake();
    return depth();
}

/// Where every control is, as the desktop's --controls tells: for tests of the page.
EMSCRIPTEN_KEEPALIVE const char* page_controls() {
    static std::string text;
    Window& window = program->window();
    text = control_map(program->shell(), window.unit(), window.fills_screen());
    return text.c_str();
}

/// Files of another lesson are there now: whoever went to it before them asks again.
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
    emscripten_runtime_keepalive_push();  // what is exported is called from now on; threads work on
    return app::program->problem().empty() ? 0 : 4;
}
