// Tells when any program saved a file: by its time, size and inode.
#pragma once

#include <cstdint>

#include "platform/files.h"

namespace platform {

// Changes when a file is saved.
struct FileStamp {
    bool there = false;
    std::int64_t seconds = 0, nanoseconds = 0;
    std::uint64_t bytes = 0, inode = 0, device = 0;
    bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const Path&);

class FileWatch {
public:
    /// Reports saves from now on: make the watch before you read the file.
    explicit FileWatch(Path file) : file_(std::move(file)), told_(stamp_of(file_)), seen_(told_) {}
    /// Checks the file, which is cheap. True once for each change, when two checks in a row saw the
    /// same state. Waits for a missing file to come back.
    bool changed();
    const Path& file() const { return file_; }
    bool there() const { return seen_.there; }

private:
    Path file_;
    FileStamp told_, seen_;
};

}  // namespace platform
