// Files: read and written whole. Each problem is a sentence that names the file and the reason.
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
    std::string problem;  // a sentence; empty where it was read
};

/// A whole file. Folders, devices and pipes are refused, since they have no end that could be
/// waited for; so is what is larger than `most`, or than half of the machine's memory.
FileText read_file(const Path&, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Writes a file whole or not at all: beside its place first, then in one step into it. Devices and
/// pipes that somebody reads are written to. The problem, or an empty string.
std::string write_file(const Path&, std::string_view bytes);
/// The same, but never over a file that is there.
std::string write_new_file(const Path&, std::string_view bytes);

/// Why write_file() would fail from the start: a folder that is not there, a file that is kept from
/// being written. A sentence; empty where nothing stands in the way. Leaves all as it was.
std::string unwritable(const Path&);

// A file that is written in pieces, and is there once it is whole: beside its place until finish(),
// gone without it. Devices and pipes get each piece at once.
class FileInPieces {
public:
    enum class Kind : std::uint8_t { any, fresh };  // fresh: never over a file that is there
    explicit FileInPieces(Path path, Kind kind = Kind::any);
    ~FileInPieces();
    FileInPieces(const FileInPieces&) = delete;
    FileInPieces& operator=(const FileInPieces&) = delete;
    /// After a problem nothing more is written.
    void add(std::string_view bytes);
    /// The first problem, or an empty string; the same of what was done so far.
    std::string finish();
    const std::string& problem() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// From now on a file that may grow no more, by a limit of the system, is a problem like any other,
/// and not the end of this process.
void outlive_full_files();

/// Makes a folder with those above it. The problem, or an empty string.
std::string make_folder(const Path&);
/// Makes `link` lead to `target`. The problem, or an empty string.
std::string link_to(const Path& target, const Path& link);
/// Gives a file another name. False where that fails.
bool move_file(const Path& from, const Path& to);
/// Makes a folder into which nobody else can write, or finds that it is one: false where it is a
/// link, somebody else's or open to others, who could have laid links into it.
bool own_folder(const Path& folder);
/// Whether files can be made in a folder, or in the one in which it would be made.
bool may_write_in(Path folder);

// A folder under the system's temporary one that nobody else may enter; gone with the object.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    /// Empty where none could be made.
    const Path& path() const { return path_; }
    /// Leaves it where it is.
    void keep() { kept_ = true; }

private:
    Path path_;
    bool kept_ = false;
};

}  // namespace platform
