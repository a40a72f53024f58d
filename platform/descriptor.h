// Shared by files.cpp and written_files.cpp: an open file, and the system's error texts.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <utility>

#include "platform/files.h"

namespace platform {

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
    /// Closes the file; false if that fails: some systems report failed writes only here.
    bool close_now() { return number_ < 0 || close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

inline std::string reason(int error) {
    return error ? std::strerror(error) : "the reason is not known";
}

inline std::string unwritten(const Path& path, const std::string& why) {
    return path.string() + " can't be written: " + why + ".";
}

}  // namespace platform
