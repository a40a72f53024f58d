// Tells when a file was saved, whichever program did it and however: by its time, size and number.
#pragma once

#include <cstdint>

#include "platform/files.h"

namespace platform {

// What changes when a file is saved.
struct FileStamp {
    bool there = false;
    std::int64_t seconds = 0, nanoseconds = 0;
    std::uint64_t bytes = 0, inode = 0, device = 0;
    bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const Path&);

class FileWatch {
public:
    /// What is saved from now on is news: begin to watch before you read.
    explicit FileWatch(Path file) : file_(std::move(file)), told_(stamp_of(file_)), seen_(told_) {}
    /// Looks, which is cheap. True once for each change that has come to rest: two looks running
    /// saw the same file. One that is gone is waited for.
    bool changed();
    const Path& file() const { return file_; }
    bool there() const { return seen_.there; }

private:
    Path file_;
    FileStamp told_, seen_;
};

}  // namespace platform
