// Looks at files by stat().
#include "platform/watch.h"

#include <sys/stat.h>

namespace platform {

FileStamp stamp_of(const Path& path) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) return {};
    return {true,
            status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
            static_cast<std::uint64_t>(status.st_size),
            status.st_ino,
            status.st_dev};
}

bool FileWatch::changed() {
    const FileStamp now = stamp_of(file_);
    const bool rests = now == seen_;
    seen_ = now;
    if (!rests || !now.there || now == told_) return false;
    told_ = now;
    return true;
}

}  // namespace platform
