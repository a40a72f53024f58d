// POSIX: fork, exec, a pipe for lines of state. Called by the window command.
#include "app/guardian.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>

namespace app {

namespace {

using Clock = std::chrono::steady_clock;

// Starts the program anew; `pipe` is the end that the child writes to. Returns its process id, -1
// where that fails.
pid_t start(std::vector<std::string> arguments, int write_end, int read_end) {
    arguments.insert(arguments.begin(), "warplens");
    arguments.push_back(state_pipe_flag);
    arguments.push_back(std::to_string(write_end));
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const pid_t child = fork();
    if (child != 0) return child;
    close(read_end);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // no window without its guardian
    execv("/proc/self/exe", words.data());
    _exit(127);
}

// Reads until the child's end is closed; keeps the last whole line.
void follow(int pipe, std::string& state) {
    std::string text;
    std::array<char, 4096> chunk;
    while (true) {
        const ssize_t got = read(pipe, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        text.append(chunk.data(), static_cast<std::size_t>(got));
        for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
            state = text.substr(0, end);
    }
}

struct Ending {
    bool crashed = false;
    int code = 0;
    std::string how;
};

Ending run_once(const std::vector<std::string>& arguments, std::string& state) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), 0) != 0) return {false, 1, ""};
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const pid_t child = start(arguments, ends[1], ends[0]);
    close(ends[1]);
    if (child > 0) follow(ends[0], state);
    close(ends[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0) return {false, 1, ""};
    if (WIFSIGNALED(status)) return {true, 128 + WTERMSIG(status), strsignal(WTERMSIG(status))};
    return {false, WEXITSTATUS(status), ""};
}

// Asked to end by a person or the system, not by a fault of the program.
bool asked_to_end(int code) {
    return code == 128 + SIGTERM || code == 128 + SIGINT || code == 128 + SIGHUP;
}

}  // namespace

Guarded guard(const std::vector<std::string>& arguments,
              const std::function<std::vector<std::string>(const std::string& state)>& with_state,
              const std::function<void(const std::string&)>& tell, int most_a_minute) {
    Guarded result;
    std::string state;
    std::vector<std::string> next = arguments;
    std::deque<Clock::time_point> crashes;
    while (true) {
        const Ending ending = run_once(next, state);
        result.exit_code = ending.code;
        if (!ending.crashed || asked_to_end(ending.code)) return result;
        crashes.push_back(Clock::now());
        while (crashes.front() < Clock::now() - std::chrono::minutes(1)) crashes.pop_front();
        if (static_cast<int>(crashes.size()) > most_a_minute) {
            tell("The window crashed " + std::to_string(crashes.size()) +
                 " times within a minute (" + ending.how +
                 "); it is not opened again. What it showed: " + state);
            return result;
        }
        tell("The window crashed (" + ending.how + "); here is a new one with what it showed.");
        ++result.restarts;
        next = with_state(state);
    }
}

void StateTeller::tell(const std::string& line) {
    if (pipe_ < 0 || line == last_) return;
    last_ = line;
    const std::string text = line + '\n';
    // the guardian is gone; the window stays
    if (write(pipe_, text.data(), text.size()) < 0) pipe_ = -1;
}

}  // namespace app
