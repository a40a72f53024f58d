// Files are written whole or not at all. See files.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>

#include "platform/descriptor.h"

namespace platform {
namespace {

namespace files = std::filesystem;

bool write_on(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// A device, or a pipe: nothing can take its place. Without waiting for somebody who reads.
std::string write_into(const Path& path, std::string_view bytes) {
    Descriptor file(path, O_WRONLY | O_NONBLOCK);
    if (!file) return unwritten(path, errno == ENXIO ? "nobody reads from it" : reason(errno));
    fcntl(file.number(), F_SETFL, 0);
    if (!write_on(file.number(), bytes) || !file.close_now()) return unwritten(path, reason(errno));
    return {};
}

// A name in the same folder that no other process and no other call takes.
Path beside(const Path& path) {
    static std::atomic<int> count = 0;
    return path.parent_path() /
           (".warplens-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".part");
}

// Where a link leads, so that the link stays.
Path behind_links(const Path& path) {
    std::error_code failed;
    const Path real = files::canonical(path, failed);
    return failed ? path : real;
}

// In one step, `part` gets the place of `target`; as a new file, only where that is free.
bool take_place(const Path& part, const Path& target, bool as_new) {
    if (!as_new) return rename(part.c_str(), target.c_str()) == 0;
    if (link(part.c_str(), target.c_str()) != 0) return false;
    unlink(part.c_str());
    return true;
}

std::string write_whole(const Path& path, std::string_view bytes, mode_t mode, bool as_new) {
    const Path target = as_new ? path : behind_links(path);
    const Path part = beside(target);
    Descriptor file(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (!file) return unwritten(path, reason(errno));
    if (mode != 0) fchmod(file.number(), mode & 07777);
    if (write_on(file.number(), bytes) && file.close_now() && take_place(part, target, as_new))
        return {};
    const int error = errno;
    unlink(part.c_str());
    return unwritten(path, reason(error));
}

}  // namespace

std::string write_file(const Path& path, std::string_view bytes) {
    struct stat status = {};
    const bool there = stat(path.c_str(), &status) == 0;
    if (there && S_ISDIR(status.st_mode)) return unwritten(path, reason(EISDIR));
    if (there && !S_ISREG(status.st_mode)) return write_into(path, bytes);
    if (there && access(path.c_str(), W_OK) != 0) return unwritten(path, reason(errno));
    return write_whole(path, bytes, there ? status.st_mode : 0, false);
}

std::string write_new_file(const Path& path, std::string_view bytes) {
    return write_whole(path, bytes, 0, true);
}

}  // namespace platform
