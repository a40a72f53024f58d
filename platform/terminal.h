// Keyboard and screen of a terminal: holds back an interrupt so that the program can ask first, and
// rewrites a status line.
#pragma once

#include <string_view>

namespace platform {

// While an object lives, the first SIGINT and the first SIGTERM only set a mark; a second one ends
// the program at once. Ignored interrupts, as of a background job, stay ignored.
class HeldInterrupts {
public:
    HeldInterrupts();
    ~HeldInterrupts();
    HeldInterrupts(const HeldInterrupts&) = delete;
    HeldInterrupts& operator=(const HeldInterrupts&) = delete;
};

/// Whether an interrupt came while a HeldInterrupts lives.
bool interrupted();

/// Whether standard error is a terminal that a person may see.
bool errors_are_seen();
/// Replaces the last such text on standard error; empty removes it.
void show_line(std::string_view text);

/// While an object lives, nothing that this program writes to standard output arrives there. For
/// the output of libraries: what printf writes in a kernel comes out once in each launch.
class SilencedOutput {
public:
    SilencedOutput();
    ~SilencedOutput();
    SilencedOutput(const SilencedOutput&) = delete;
    SilencedOutput& operator=(const SilencedOutput&) = delete;

private:
    int before_ = -1;  // the descriptor of standard output; -1: nothing is silenced
};

}  // namespace platform
