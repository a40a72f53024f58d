// A display for tests: the one that is there, else an Xvfb of their own; skipped where neither can
// be had.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace app::testing {

class Display {
public:
    // Servers that start at the same time may take the same number: all but one of them end, and
    // try again.
    Display() {
        for (int attempt = 0; attempt < 8 && !usable(); ++attempt) start();
        if (!usable()) return;
        setenv("DISPLAY", name_.c_str(), 1);
        unsetenv("WAYLAND_DISPLAY");
    }
    ~Display() {
        stop();
    }
    bool usable() const { return !name_.empty(); }
    const std::string& name() const { return name_; }

private:
    // Starts Xvfb on a free number, which it tells on a pipe.
    void start() {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) return;
        server_ = fork();
        if (server_ == 0) {
            close(ends[0]);
            const std::string descriptor = std::to_string(ends[1]);
            freopen("/dev/null", "w", stderr);
            execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-screen", "0", "1920x1080x24",
                   "-nolisten", "tcp", nullptr);
            _exit(127);
        }
        close(ends[1]);
        std::array<char, 16> number{};
        const ssize_t got = read(ends[0], number.data(), number.size() - 1);
        close(ends[0]);
        if (got <= 0) return stop();
        name_ = ":" + std::string(number.data(), static_cast<std::size_t>(got));
        while (!name_.empty() && (name_.back() == '\n' || name_.back() == '\0')) name_.pop_back();
    }
    void stop() {
        if (server_ <= 0) return;
        kill(server_, SIGTERM);
        waitpid(server_, nullptr, 0);
        server_ = -1;
    }

    pid_t server_ = -1;
    std::string name_;
};

inline Display& display() {
    static Display one;
    return one;
}

}  // namespace app::testing
