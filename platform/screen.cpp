// Finds local sockets of displays by their paths. See screen.h.
#include "platform/screen.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace platform {
namespace {

constexpr int most_descriptors = 1024;  // to check: a display's is among the first

// The path at which a local socket's peer listens; empty for other descriptors. An abstract name
// begins with a zero byte.
std::string path_of_peer(int descriptor) {
    sockaddr_un peer{};
    socklen_t size = sizeof peer;
    if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return "";
    constexpr std::size_t begin = offsetof(sockaddr_un, sun_path);
    if (peer.sun_family != AF_UNIX || size <= begin) return "";
    return {peer.sun_path, std::min<std::size_t>(size, sizeof peer) - begin};
}

bool is_of_display(const std::string& path) {
    return path.find("/.X11-unix/X") != path.npos || path.find("/wayland-") != path.npos;
}

}  // namespace

void leave_screen() {
    for (int descriptor = 3; descriptor < most_descriptors; ++descriptor)
        if (is_of_display(path_of_peer(descriptor))) shutdown(descriptor, SHUT_RDWR);
}

}  // namespace platform
