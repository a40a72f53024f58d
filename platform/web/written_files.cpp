// Files of a page live as long as the page, with two exceptions. A new file is offered as a
// download. The browser keeps the settings (see page.js).
#include <emscripten.h>

#include <fstream>

#include "platform/files.h"

namespace platform {
namespace {

// False without a page to offer it, as on a command line.
EM_JS(bool, offer_file, (const char* name, const char* bytes, std::size_t count), {
    if (!globalThis.page) return false;
    page.offer(UTF8ToString(name), HEAPU8.slice(bytes, bytes + count));
    return true;
});

}  // namespace

struct FileInPieces::Body {
    Path path;
    Kind kind;
    std::string bytes, problem;
};

FileInPieces::FileInPieces(Path path, Kind kind)
    : body_(std::make_unique<Body>(Body{std::move(path), kind, {}, {}})) {}
FileInPieces::~FileInPieces() = default;
void FileInPieces::add(std::string_view bytes) { body_->bytes += bytes; }
std::string FileInPieces::finish() {
    const auto write = body_->kind == Kind::fresh ? write_new_file : write_file;
    return body_->problem = write(body_->path, body_->bytes);
}
const std::string& FileInPieces::problem() const { return body_->problem; }

std::string unwritable(const Path&) { return {}; }

std::string write_file(const Path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    return file ? "" : path.string() + " can't be written.";
}

std::string write_new_file(const Path& path, std::string_view bytes) {
    if (offer_file(path.filename().c_str(), bytes.data(), bytes.size())) return {};
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return path.string() + " can't be written: File exists.";
    return write_file(path, bytes);
}

}  // namespace platform
