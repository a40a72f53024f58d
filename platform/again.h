// Starts this program again as its own child, with a pipe on which the child sends lines.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace platform {

struct AgainEnding {
    bool started = false;
    bool by_signal = false;
    int code = 0;     // 128 + the signal's number if a signal ended it
    std::string how;  // the signal's name
};

/// Runs this program with `arguments`, `pipe_flag` and the pipe's number until it ends; calls
/// `told` for each line. The child shares this program's streams, and gets SIGTERM when this
/// program ends.
AgainEnding run_again(std::vector<std::string> arguments, const std::string& pipe_flag,
                      const std::function<void(const std::string& line)>& told);

/// Sets this process's name in process lists: a child would else be named by the path that started
/// it.
void be_called(const char* name);

/// Sends a line from the child. False once no process reads the pipe.
bool tell(int pipe, const std::string& line);

/// Whether the exit code stands for a request to end: SIGTERM, SIGINT or SIGHUP.
bool asked_to_end(int code);

}  // namespace platform
