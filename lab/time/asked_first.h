// Another process of this very program asks the driver before this one opens it: a driver that
// crashes, or ends the process that asks it, would take this one with it without a word.
#pragma once

#include <ostream>
#include <string>

#include "platform/child.h"

namespace lab {

/// From now on a driver is asked so before it is opened. Called by main() of the program, which
/// knows `doctor --driver`: a test's main() does not.
void ask_in_another_process();

/// What the other process met, one sentence; empty where this one may open the driver, and where
/// nobody is asked first. Loses the device where it did not answer in time.
std::string met_in_another_process();

/// How the driver ended the process that asked it, one sentence; empty where it did not.
std::string what_driver_did(const platform::Ending&);

/// The other process's side: opens what was registered, and says on `out` that it came through.
void open_for_another(std::ostream& out);

/// Makes known what opens a driver: a static object in the file that does.
struct RegisterDriver {
    explicit RegisterDriver(void (*open)());
};

}  // namespace lab
