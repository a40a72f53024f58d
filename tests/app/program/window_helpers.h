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
    Display() {
        start();
        if (!usable()) return;
        setenv("DISPLAY", name_.c_str(), 1);
        unsetenv("WAYLAND_DISPLAY");
    }
    ~Display() { stop(); }
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
                   "-nolisten", "tcp", "-noreset", nullptr);
            _exit(127);
        }
        close(ends[1]);
        // To the end of the line: the server ends where nobody reads what it writes last.
        std::string number;
        for (char c = 0; c != '\n' && read(ends[0], &c, 1) == 1;) number += c;
        close(ends[0]);
        if (number.empty() || number.back() != '\n') return stop();
        name_ = ":" + number.substr(0, number.size() - 1);
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
