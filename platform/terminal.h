// Who sits at the keyboard: an interrupt that is asked about instead of ending the program, and a
// line on the screen that is written over.
#pragma once

#include <string_view>

namespace platform {

// While one lives, the first interrupt from the keyboard only leaves a mark, and so does the first
// request to end from another program; a second one ends the program at once. Where interrupts are
// ignored, as in a shell's background, they stay so.
class HeldInterrupts {
public:
    HeldInterrupts();
    ~HeldInterrupts();
    HeldInterrupts(const HeldInterrupts&) = delete;
    HeldInterrupts& operator=(const HeldInterrupts&) = delete;
};

/// Whether an interrupt came while any HeldInterrupts lives.
bool interrupted();

/// Whether standard error is a terminal that somebody may look at.
bool errors_are_seen();
/// Writes `text` in place of what was written so before, on standard error; empty takes it away.
void show_line(std::string_view text);

}  // namespace platform
