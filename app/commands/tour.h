// The tour: every screen of every lesson as a PNG file, and its figures as a table. A machine
// without a display gets the tour in place of the window.
#pragma once

#include <filesystem>
#include <ostream>

namespace app {

/// Writes into `folder`; returns an exit code.
int write_tour(const std::filesystem::path& folder, std::ostream& out, std::ostream& err);

}  // namespace app
