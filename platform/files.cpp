// POSIX files. See files.h.
#include "platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "platform/machine.h"

namespace platform {
namespace {

namespace files = std::filesystem;

// An open file, closed with the object.
class Descriptor {
public:
    Descriptor(const Path& path, int flags, mode_t mode = 0666)
        : number_(open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close_now(); }
    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    /// Some systems tell only here that a write failed.
    bool close_now() { return number_ < 0 || close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

std::string reason(int error) { return error ? std::strerror(error) : "the reason is not known"; }

std::string unwritten(const Path& path, const std::string& why) {
    return path.string() + " can't be written: " + why + ".";
}

FileText unread(const Path& path, const std::string& why) {
    return {{}, path.string() + " can't be read: " + why + "."};
}

FileText no_file(const Path& path, const char* kind) {
    return {{}, path.string() + " is a " + kind + ", and a file is needed."};
}

std::string why_not_opened(int error) {
    if (error == ENOENT || error == ENOTDIR) return "there is no such file";
    if (error == EACCES) return "the file is there, but may not be opened";
    return reason(error);
}

// To its end, which for files of the kernel's is not where their size says.
bool read_on(int file, std::string& bytes, std::uint64_t most) {
    std::size_t filled = 0;
    while (filled <= most) {
        if (filled == bytes.size()) bytes.resize(std::max<std::size_t>(4096, filled * 2));
        const ssize_t got = read(file, bytes.data() + filled, bytes.size() - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return true;
}

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

FileText read_file(const Path& path, std::uint64_t most) {
    // A pipe that nobody writes to would keep open() waiting.
    const Descriptor file(path, O_RDONLY | O_NONBLOCK);
    struct stat status = {};
    const bool known = file ? fstat(file.number(), &status) == 0 : false;
    const int error = errno;
    if (!known && stat(path.c_str(), &status) != 0) return unread(path, why_not_opened(error));
    if (S_ISDIR(status.st_mode)) return no_file(path, "folder");
    if (S_ISFIFO(status.st_mode)) return no_file(path, "pipe");
    if (!S_ISREG(status.st_mode)) return no_file(path, "device");
    if (!known) return unread(path, why_not_opened(error));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    most = std::min(most, memory_bytes() / 2);
    const std::string too_large = path.string() + " has " + std::to_string(size) +
                                  " bytes, and the most is " + std::to_string(most) + ".";
    if (size > most) return {{}, too_large};
    FileText text;
    text.bytes.resize(size + 1);  // one more: the end is seen without another resize
    if (!read_on(file.number(), text.bytes, most)) return unread(path, reason(errno));
    if (text.bytes.size() > most) return {{}, too_large};
    return text;
}

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

std::string make_folder(const Path& folder) {
    std::error_code failed;
    files::create_directories(folder, failed);
    if (files::is_directory(folder)) return {};
    const std::string why =
        failed ? failed.message() : "something else that is no folder has this name";
    return "The folder " + folder.string() + " can't be made: " + why + ".";
}

std::string link_to(const Path& target, const Path& link) {
    if (symlink(target.c_str(), link.c_str()) == 0) return {};
    return unwritten(link, reason(errno));
}

bool move_file(const Path& from, const Path& to) { return rename(from.c_str(), to.c_str()) == 0; }

bool own_folder(const Path& folder) {
    if (mkdir(folder.c_str(), 0755) == 0) return true;
    struct stat status = {};
    const bool there = lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    return there && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool may_write_in(Path folder) {
    std::error_code failed;
    while (!files::exists(files::symlink_status(folder, failed)) && folder.has_relative_path())
        folder = folder.parent_path();
    return files::is_directory(folder, failed) && access(folder.c_str(), W_OK | X_OK) == 0;
}

PrivateFolder::PrivateFolder() {
    std::error_code failed;
    const Path base = files::temp_directory_path(failed);
    std::string pattern = ((failed ? Path("/tmp") : base) / "warplens-XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty() && !kept_) files::remove_all(path_, ignored);
}

}  // namespace platform
