// Copies pictures to the browser's clipboard.
#include <emscripten.h>

#include "app/program/keeper.h"

namespace app {
namespace {

EM_JS(bool, copy_picture, (const char* bytes, std::size_t count),
      { return page.copyPicture(HEAPU8.slice(bytes, bytes + count)); });

}  // namespace

std::string Keeper::on_clipboard(const Image& image) {
    const std::string bytes = png_bytes(image);
    if (copy_picture(bytes.data(), bytes.size())) return {};
    return "This browser takes no pictures on its clipboard from here. Keep it as a file instead.";
}

}  // namespace app
