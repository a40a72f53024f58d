// Uses fork, exec, and a pipe for lines.
#include "platform/again.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace platform {
namespace {

// Returns the child's process id, -1 on failure.
pid_t start(std::vector<std::string> arguments, int read_end) {
    arguments.insert(arguments.begin(), "warplens");
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const pid_t child = fork();
    if (child != 0) return child;
    close(read_end);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // a window must not outlive its parent process
    execv("/proc/self/exe", words.data());
    _exit(127);
}

// Reads until the child's end is closed.
void follow(int pipe, const std::function<void(const std::string& line)>& told) {
    std::string text;
    std::array<char, 4096> chunk;
    while (true) {
        const ssize_t got = read(pipe, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        text.append(chunk.data(), static_cast<std::size_t>(got));
        for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
            told(text.substr(0, end));
    }
}

}  // namespace

AgainEnding run_again(std::vector<std::string> arguments, const std::string& pipe_flag,
                      const std::function<void(const std::string& line)>& told) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), 0) != 0) return {};
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    arguments.insert(arguments.end(), {pipe_flag, std::to_string(ends[1])});
    const pid_t child = start(std::move(arguments), ends[0]);
    close(ends[1]);
    if (child > 0) follow(ends[0], told);
    close(ends[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0) return {};
    if (WIFSIGNALED(status))
        return {true, true, 128 + WTERMSIG(status), strsignal(WTERMSIG(status))};
    return {true, false, WEXITSTATUS(status), ""};
}

void be_called(const char* name) { prctl(PR_SET_NAME, name); }

bool tell(int pipe, const std::string& line) {
    const std::string text = line + '\n';
    return write(pipe, text.data(), text.size()) >= 0;
}

bool asked_to_end(int code) {
    return code == 128 + SIGTERM || code == 128 + SIGINT || code == 128 + SIGHUP;
}

}  // namespace platform
