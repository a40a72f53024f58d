// Reads and writes whole files. Each problem is a sentence that names the file and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace platform {

using Path = std::filesystem::path;

struct FileText {
    std::string bytes;
    std::string problem;  // a sentence; empty: the file was read
};

/// Reads a whole file. Refuses folders, devices and pipes: these have no end to wait for. Also
/// refuses files larger than `most`, or than half of the machine's memory.
FileText read_file(const Path&, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Writes a file whole or not at all: to a temporary file beside it, which is then renamed. Writes
/// to devices, and to pipes with a reader. Returns the problem, or an empty string.
std::string write_file(const Path&, std::string_view bytes);
/// The same, but never replaces an existing file.
std::string write_new_file(const Path&, std::string_view bytes);

/// Why write_file() would fail: no such folder, or no permission. A sentence; empty: no problem.
/// Changes nothing.
std::string unwritable(const Path&);

// A file written in pieces: a temporary file beside its place until finish(), removed without it.
// Devices and pipes get each piece at once.
class FileInPieces {
public:
    enum class Kind : std::uint8_t { any, fresh };  // fresh: never replaces an existing file
    explicit FileInPieces(Path path, Kind kind = Kind::any);
    ~FileInPieces();
    FileInPieces(const FileInPieces&) = delete;
    FileInPieces& operator=(const FileInPieces&) = delete;
    /// Appends; does nothing after a problem.
    void add(std::string_view bytes);
    /// Puts the file in place. Returns the first problem, or an empty string; so does problem().
    std::string finish();
    const std::string& problem() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

// A file to which pieces are added at its end, each there at once.
class FileToAppend {
public:
    /// Opens the file, or makes it. problem() says what failed.
    explicit FileToAppend(const Path& path);
    ~FileToAppend();
    FileToAppend(FileToAppend&& other) noexcept;
    FileToAppend(const FileToAppend&) = delete;
    FileToAppend& operator=(const FileToAppend&) = delete;
    /// False after a problem.
    bool add(std::string_view bytes);
    const std::string& problem() const { return problem_; }

private:
    int file_ = -1;
    std::string problem_;
};

/// From now on, a write beyond the system's file size limit fails like any other and does not end
/// the process.
void outlive_full_files();

/// Makes a folder and those above it. Returns the problem, or an empty string.
std::string make_folder(const Path&);
/// Makes `link` a link to `target`. Returns the problem, or an empty string.
std::string link_to(const Path& target, const Path& link);
/// Renames a file. False if that fails.
bool move_file(const Path& from, const Path& to);
/// Makes a folder that only this user can write to, or checks an existing one. False if it is a
/// link, another user's, or open to others, who could have put links into it.
bool own_folder(const Path& folder);
/// Whether files can be made in a folder, or in the folder in which it would be made.
bool may_write_in(Path folder);

// A folder in the system's temporary folder that only this user may enter; removed with the object.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    /// Empty if none could be made.
    const Path& path() const { return path_; }
    /// Does not remove it.
    void keep() { kept_ = true; }

private:
    Path path_;
    bool kept_ = false;
};

}  // namespace platform
