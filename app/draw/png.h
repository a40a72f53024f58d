// Writes pictures as PNG: for `shot`, the tour and the fields in SVG.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace app {

struct Image {
    int width = 0, height = 0;
    std::vector<unsigned char> bytes;  // red, green, blue; rows from the top
};

/// Throws std::bad_alloc where memory runs out: an empty picture would be worse.
std::string png_bytes(const Image& image);
/// Returns a diagnostic that names the file where writing fails.
std::optional<simulator::Diagnostic> write_png(const std::filesystem::path& path,
                                               const Image& image);
std::string base64(std::string_view bytes);

}  // namespace app
