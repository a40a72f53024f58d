// POSIX files: reads them, and makes folders. See files.h; written_files.cpp has the rest.
#include "platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "platform/descriptor.h"
#include "platform/machine.h"

namespace platform {
namespace {

namespace files = std::filesystem;

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

// Reads to the end: the kernel's own files do not end where their size says.
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

}  // namespace

FileText read_file(const Path& path, std::uint64_t most) {
    // Without O_NONBLOCK, open() would wait for a pipe's writer.
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
    text.bytes.resize(size + 1);  // one more: read() reports the end without another resize
    if (!read_on(file.number(), text.bytes, most)) return unread(path, reason(errno));
    if (text.bytes.size() > most) return {{}, too_large};
    return text;
}

void outlive_full_files() { std::signal(SIGXFSZ, SIG_IGN); }

std::string make_folder(const Path& folder) {
    std::error_code failed;
    files::create_directories(folder, failed);
    std::error_code unknown;
    if (files::is_directory(folder, unknown)) return {};
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
