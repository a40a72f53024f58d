// A web page gets no keyboard interrupts.
#include "platform/terminal.h"

namespace platform {

HeldInterrupts::HeldInterrupts() = default;

HeldInterrupts::~HeldInterrupts() = default;

bool interrupted() { return false; }

bool errors_are_seen() { return false; }

void show_line(std::string_view) {}

SilencedOutput::SilencedOutput() = default;

SilencedOutput::~SilencedOutput() = default;

}  // namespace platform
