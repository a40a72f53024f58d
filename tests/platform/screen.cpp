// A connection to a display ends, and others stay.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "platform/screen.h"

namespace {

// Two ends of a connection to a socket that listens at `path`.
struct Connection {
    int listening = -1, ours = -1, theirs = -1;
    explicit Connection(const std::string& path) {
        sockaddr_un at{};
        at.sun_family = AF_UNIX;
        std::strncpy(at.sun_path, path.c_str(), sizeof at.sun_path - 1);
        const auto* address = reinterpret_cast<const sockaddr*>(&at);
        listening = socket(AF_UNIX, SOCK_STREAM, 0);
        ours = socket(AF_UNIX, SOCK_STREAM, 0);
        if (bind(listening, address, sizeof at) == 0 && listen(listening, 1) == 0 &&
            connect(ours, address, sizeof at) == 0)
            theirs = accept(listening, nullptr, nullptr);
    }
    ~Connection() {
        for (const int end : {listening, ours, theirs}) close(end);
    }
    // What a display sees of a program that is gone.
    bool ended() const {
        char byte = 0;
        return recv(theirs, &byte, 1, MSG_DONTWAIT) == 0;
    }
};

TEST(Screen, IsLeftByTheConnectionsToDisplays) {
    namespace files = std::filesystem;
    const files::path folder = files::temp_directory_path() / ("s" + std::to_string(getpid()));
    files::create_directories(folder / ".X11-unix");
    {
        const Connection x((folder / ".X11-unix/X7").string()),
            wayland((folder / "wayland-0").string()), other((folder / "bus").string());
        for (const Connection* each : {&x, &wayland, &other}) ASSERT_GE(each->theirs, 0);
        platform::leave_screen();
        EXPECT_TRUE(x.ended());
        EXPECT_TRUE(wayland.ended());
        EXPECT_FALSE(other.ended()) << "which is no display's";
    }
    files::remove_all(folder);
}

}  // namespace
