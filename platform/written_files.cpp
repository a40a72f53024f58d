// Files are written whole or not at all. See files.h.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

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

// A name in the same folder that no other process and no other call uses.
Path beside(const Path& path) {
    static std::atomic<int> count = 0;
    return path.parent_path() /
           (".warplens-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".part");
}

// The target of a link, even of one that does not exist yet, so that the link stays.
Path behind_links(Path path) {
    constexpr int most_links = 40;  // limit of the system
    for (int i = 0; i < most_links; ++i) {
        std::error_code failed;
        const Path next = files::read_symlink(path, failed);
        if (failed) return path;
        path = path.parent_path() / next;
    }
    return path;
}

// Moves `part` to `target` in one step; as_new: only if `target` does not exist.
bool take_place(const Path& part, const Path& target, bool as_new) {
    if (!as_new) return rename(part.c_str(), target.c_str()) == 0;
    if (link(part.c_str(), target.c_str()) != 0) return false;
    unlink(part.c_str());
    return true;
}

}  // namespace

// Devices and pipes can't be replaced: these are opened for writing, without waiting for a reader.
struct FileInPieces::Body {
    Body(Path given, bool new_one) : path(std::move(given)), as_new(new_one) {
        outlive_full_files();
        open();
    }
    ~Body() {
        if (!part.empty()) unlink(part.c_str());
    }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    void open() {
        struct stat status = {};
        const bool there = !as_new && stat(path.c_str(), &status) == 0;
        if (there && S_ISDIR(status.st_mode)) return fail(EISDIR);
        if (there && access(path.c_str(), W_OK) != 0) return fail(errno);
        if (there && !S_ISREG(status.st_mode)) {
            file.emplace(path, O_WRONLY | O_NONBLOCK);
            if (!*file && errno == ENXIO) problem = unwritten(path, "nobody reads from it");
            if (!*file) return fail(errno);
            fcntl(file->number(), F_SETFL, 0);
            return;
        }
        target = as_new ? path : behind_links(path);
        part = beside(target);
        file.emplace(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
        if (!*file) return part.clear(), fail(errno);
        if (there) fchmod(file->number(), status.st_mode & 07777);
    }
    void fail(int error) {
        if (problem.empty()) problem = unwritten(path, reason(error));
    }
    void add(std::string_view bytes) {
        if (problem.empty() && !write_on(file->number(), bytes)) fail(errno);
    }
    std::string finish() {
        if (problem.empty() && !file->close_now()) fail(errno);
        if (problem.empty() && !part.empty() && !take_place(part, target, as_new)) fail(errno);
        if (problem.empty()) part.clear();
        return problem;
    }

    Path path;
    bool as_new;
    Path target, part;
    std::optional<Descriptor> file;
    std::string problem;
};

FileToAppend::FileToAppend(const Path& path)
    : file_(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) problem_ = path.string() + " could not be opened to add to it.";
}
FileToAppend::~FileToAppend() {
    if (file_ >= 0) close(file_);
}
FileToAppend::FileToAppend(FileToAppend&& other) noexcept
    : file_(std::exchange(other.file_, -1)), problem_(std::move(other.problem_)) {}
bool FileToAppend::add(std::string_view bytes) {
    if (problem_.empty() && !write_on(file_, bytes)) problem_ = "The file could not be added to.";
    return problem_.empty();
}

FileInPieces::FileInPieces(Path path, Kind kind)
    : body_(std::make_unique<Body>(std::move(path), kind == Kind::fresh)) {}
FileInPieces::~FileInPieces() = default;
void FileInPieces::add(std::string_view bytes) { body_->add(bytes); }
std::string FileInPieces::finish() { return body_->finish(); }
const std::string& FileInPieces::problem() const { return body_->problem; }

std::string write_file(const Path& path, std::string_view bytes) {
    FileInPieces file(path);
    file.add(bytes);
    return file.finish();
}

std::string write_new_file(const Path& path, std::string_view bytes) {
    FileInPieces file(path, FileInPieces::Kind::fresh);
    file.add(bytes);
    return file.finish();
}

// Does not open a pipe: its reader would take the close for the end.
std::string unwritable(const Path& path) {
    struct stat status = {};
    const bool there = stat(path.c_str(), &status) == 0;
    if (there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return access(path.c_str(), W_OK) == 0 ? "" : unwritten(path, reason(errno));
    const FileInPieces tried(path);
    return tried.problem();
}

}  // namespace platform
