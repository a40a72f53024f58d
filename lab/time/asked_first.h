// Tests the driver in another process of this program before this one opens it. A driver that
// crashes or ends its process then does not take the program down without a message.
#pragma once

#include <ostream>
#include <string>

#include "platform/child.h"

namespace lab {

/// Turns this test on. main() of the program calls it, as the program knows `doctor --driver`; a
/// test's main() does not.
void ask_in_another_process();

/// The problem in the other process, one sentence; empty where this process may open the driver, or
/// the test is off. Loses the device if the other process does not answer in time.
std::string met_in_another_process();

/// How the driver ended the other process, one sentence; empty where it did not.
std::string what_driver_did(const platform::Ending&);

/// Runs in the other process: opens all registered drivers, and reports success on `out`.
void open_for_another(std::ostream& out);

/// Registers a function that opens a driver, from a static object in its file.
struct RegisterDriver {
    explicit RegisterDriver(void (*open)());
};

}  // namespace lab
