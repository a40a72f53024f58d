// The tour: every screen of every lesson as a PNG file, and the same figures as a table. What a
// machine without a display gets in place of the window.
#pragma once

#include <filesystem>
#include <ostream>

namespace app {

/// Writes into `folder`; returns an exit code.
int write_tour(const std::filesystem::path& folder, std::ostream& out, std::ostream& err);

}  // namespace app
