// Pictures as PNG: what `shot`, the tour and SVG's fields write.
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

/// Throws std::bad_alloc where memory runs out: no picture is better than an empty one.
std::string png_bytes(const Image& image);
/// Fails with a sentence that names the file.
std::optional<simulator::Diagnostic> write_png(const std::filesystem::path& path,
                                               const Image& image);
std::string base64(std::string_view bytes);

}  // namespace app
