// Signals and lines of a terminal. A handler of signals may do no more than set a mark.
#include "platform/terminal.h"

#include <unistd.h>

#include <csignal>
#include <string>

namespace platform {
namespace {

volatile std::sig_atomic_t interrupt_came = 0;
int holders = 0;
struct sigaction before = {};

}  // namespace

// SA_RESETHAND: from the second on it is the system's again.
HeldInterrupts::HeldInterrupts() {
    if (holders++ > 0) return;
    interrupt_came = 0;
    sigaction(SIGINT, nullptr, &before);
    if (before.sa_handler == SIG_IGN) return;
    struct sigaction mark = {};
    mark.sa_handler = [](int) { interrupt_came = 1; };
    mark.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &mark, nullptr);
}

HeldInterrupts::~HeldInterrupts() {
    if (--holders > 0) return;
    sigaction(SIGINT, &before, nullptr);
    interrupt_came = 0;
}

bool interrupted() { return interrupt_came != 0; }

bool errors_are_seen() { return isatty(STDERR_FILENO) == 1; }

void show_line(std::string_view text) {
    const std::string line = "\r" + std::string(text) + "\x1b[K";
    // What a terminal does not take is nobody's loss.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace platform
