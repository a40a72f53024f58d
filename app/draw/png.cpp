// PNG by stb_image_write, in memory, then to a file.
#include "app/draw/png.h"

#include <new>

#include "lab/assets.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace app {

std::string png_bytes(const Image& image) {
    std::string bytes;
    auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                              static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.bytes.data(),
                                image.width * 3))
        throw std::bad_alloc();  // no other failure is possible here
    return bytes;
}

std::optional<simulator::Diagnostic> write_png(const std::filesystem::path& path,
                                               const Image& image) {
    return lab::write_file(path, png_bytes(image));
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 |
                    (at + k < bytes.size() ? static_cast<unsigned char>(bytes[at + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += at + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
    }
    return text;
}

}  // namespace app
