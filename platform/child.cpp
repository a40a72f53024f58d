// A watcher process stands between this program and its child. A pipe tells the watcher when this
// program ends, in any way; the watcher then kills the child's group. Between fork and exec, only
// functions that POSIX allows there are called.
#include "platform/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "platform/clock.h"

extern char** environ;

namespace platform {
namespace {

// The command in the form that exec needs, made before the fork.
struct Prepared {
    explicit Prepared(const Command& command);
    std::vector<std::string> words, variables;
    std::vector<char*> arguments, environment;
    std::string folder, scratch;
    rlim_t most_memory;
    PreparedFence fence;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (std::string& text : texts) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

std::vector<std::string> variables_of(const Command& command) {
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string text = *each;
        const std::string name = text.substr(0, text.find('='));
        const auto same = [&](const auto& own) { return own.first == name; };
        if (std::ranges::none_of(command.environment, same)) all.push_back(text);
    }
    for (const auto& [name, value] : command.environment) all.push_back(name + "=" + value);
    return all;
}

Prepared::Prepared(const Command& command)
    : words(command.words),
      variables(variables_of(command)),
      arguments(pointers(words)),
      environment(pointers(variables)),
      folder(command.folder.string()),
      scratch(command.scratch.string()),
      most_memory(command.most_memory),
      fence(command.fence) {}

constexpr int life_in_watcher = 3;
constexpr int could_not_start = 127;

// Code from here to the parent's side of the fork must not allocate.

[[noreturn]] void become(const Prepared& what) {
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    close(life_in_watcher);
    if (what.most_memory > 0) {
        const rlimit limit{what.most_memory, what.most_memory};
        setrlimit(RLIMIT_AS, &limit);
    }
    what.fence.close_in();
    if (what.folder.empty() || chdir(what.folder.c_str()) == 0)
        execve(what.arguments[0], what.arguments.data(), what.environment.data());
    _exit(could_not_start);
}

// Sends both streams into the pipe, empties standard input, and closes all other files.
void take_streams(int life, int output) {
    const int nothing = open("/dev/null", O_RDONLY);
    // Moves the pipes above the numbers that dup2() sets.
    const int life_high = fcntl(life, F_DUPFD, 16), output_high = fcntl(output, F_DUPFD, 16);
    dup2(nothing, STDIN_FILENO);
    dup2(output_high, STDOUT_FILENO);
    dup2(output_high, STDERR_FILENO);
    dup2(life_high, life_in_watcher);
    // Closes the pipes' other ends too: else no reader would see their end.
    if (close_range(life_in_watcher + 1, ~0u, 0) != 0)
        for (int number = life_in_watcher + 1; number < 4096; ++number) close(number);
}

void end_group(pid_t child) {
    kill(-child, SIGKILL);
    waitpid(child, nullptr, 0);
}

// True once the child has ended by itself, false if this program ended or wants the child to end.
bool outlived(pid_t child, int& status) {
    sigset_t none;
    sigemptyset(&none);
    while (true) {
        if (waitpid(child, &status, WNOHANG) == child) return true;
        pollfd life{life_in_watcher, POLLIN, 0};
        if (ppoll(&life, 1, nullptr, &none) > 0) return false;
    }
}

[[noreturn]] void watch_over(const Prepared& what, int life, int output) {
    setpgid(0, 0);  // so that a keyboard interrupt does not reach it
    take_streams(life, output);
    struct sigaction woken = {};
    woken.sa_handler = [](int) {};
    sigaction(SIGCHLD, &woken, nullptr);
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_SETMASK, &ended, nullptr);
    const pid_t child = fork();
    if (child == 0) become(what);
    if (child < 0) _exit(could_not_start);
    setpgid(child, child);  // in both processes: either may run first
    int status = 0;
    if (outlived(child, status)) {
        kill(-child, SIGKILL);  // processes that it left running
        _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    }
    end_group(child);
    if (!what.scratch.empty())
        execl("/bin/rm", "rm", "-rf", "--", what.scratch.c_str(), static_cast<char*>(nullptr));
    _exit(0);
}

void close_both(std::array<int, 2>& ends) {
    for (int& end : ends)
        if (end >= 0) close(std::exchange(end, -1));
}

}  // namespace

bool has_children() { return true; }

Child::Child(Command command) : command_(std::move(command)), begun_(now()) {
    start();
    if (watcher_ >= 0) return;
    over_ = true;
    ending_.how = Ending::How::not_started;
}

void Child::start() {
    if (command_.words.empty() || access(command_.words[0].c_str(), X_OK) != 0) return;
    const Prepared prepared(command_);
    std::array<int, 2> life{-1, -1}, output{-1, -1};
    if (pipe2(life.data(), O_CLOEXEC) == 0 && pipe2(output.data(), O_CLOEXEC) == 0)
        watcher_ = fork();
    if (watcher_ == 0) watch_over(prepared, life[0], output[1]);
    if (watcher_ > 0) {
        life_ = std::exchange(life[1], -1);
        output_ = std::exchange(output[0], -1);
        fcntl(output_, F_SETFL, O_NONBLOCK);
    }
    close_both(life);
    close_both(output);
}

void Child::read_output() {
    std::array<char, 65536> chunk;
    while (true) {
        const ssize_t got = read(output_, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        const std::size_t room = command_.most_output - ending_.output.size();
        ending_.output.append(chunk.data(), std::min<std::size_t>(room, got));
        if (static_cast<std::size_t>(got) > room) return too_much();
    }
}

// Holds even if the child has just ended: its output is incomplete.
void Child::too_much() {
    stop(Ending::How::too_much);
    ending_.how = Ending::How::too_much;
}

bool Child::reap(bool wait) {
    int status = 0;
    pid_t got = 0;
    while ((got = waitpid(watcher_, &status, wait ? 0 : WNOHANG)) < 0 && errno == EINTR) {
    }
    if (got == 0) return false;
    over_ = true;
    ending_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ending_.how == Ending::How::exited && ending_.code == could_not_start)
        ending_.how = Ending::How::not_started;
    return true;
}

bool Child::ended(double seconds) {
    if (over_) return true;
    const double left = command_.seconds - (now() - begun_);
    pollfd output{output_, POLLIN, 0};
    poll(&output, 1, static_cast<int>(std::clamp(std::min(seconds, left), 0., 1e6) * 1000));
    reap((output.revents & POLLHUP) != 0);  // its streams are closed: it ends in a moment
    read_output();                          // after reap(): the last output has arrived by then
    if (now() - begun_ > command_.seconds) stop(Ending::How::too_long);
    if (over_) close_pipes();
    return over_;
}

void Child::stop(Ending::How how) {
    if (!over_) {
        ending_.how = how;
        close(std::exchange(life_, -1));
        reap(true);
    }
    close_pipes();
}

void Child::close_pipes() {
    for (int* pipe : {&output_, &life_})
        if (*pipe >= 0) close(std::exchange(*pipe, -1));
}

Ending run(Command command) {
    Child child(std::move(command));
    while (!child.ended(1)) {
    }
    return child.ending();
}

}  // namespace platform
