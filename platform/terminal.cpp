// Signals and lines of a terminal. A signal handler may only set a mark.
#include "platform/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iterator>
#include <string>

namespace platform {
namespace {

volatile std::sig_atomic_t interrupt_came = 0;
int holders = 0;
constexpr int signals[] = {SIGINT, SIGTERM};
struct sigaction before[std::size(signals)] = {};

}  // namespace

// SA_RESETHAND: the system handles the second signal.
HeldInterrupts::HeldInterrupts() {
    if (holders++ > 0) return;
    interrupt_came = 0;
    struct sigaction mark = {};
    mark.sa_handler = [](int) { interrupt_came = 1; };
    mark.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    for (std::size_t i = 0; i < std::size(signals); ++i) {
        sigaction(signals[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &mark, nullptr);
    }
}

HeldInterrupts::~HeldInterrupts() {
    if (--holders > 0) return;
    for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &before[i], nullptr);
    interrupt_came = 0;
}

bool interrupted() { return interrupt_came != 0; }

bool errors_are_seen() { return isatty(STDERR_FILENO) == 1; }

void show_line(std::string_view text) {
    const std::string line = "\r" + std::string(text) + "\x1b[K";
    // A failed write to a terminal does no harm.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

// What was printed before is written first.
SilencedOutput::SilencedOutput() {
    std::fflush(stdout);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    before_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (before_ >= 0) dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
}

SilencedOutput::~SilencedOutput() {
    if (before_ < 0) return;
    std::fflush(stdout);
    dup2(before_, STDOUT_FILENO);
    close(before_);
}

}  // namespace platform
