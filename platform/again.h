// This very program, started once more as its own child, with a pipe on which the child tells
// lines.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace platform {

struct AgainEnding {
    bool started = false;
    bool by_signal = false;
    int code = 0;     // 128 and the signal's number where one ended it
    std::string how;  // the signal's name
};

/// Runs this program with `arguments`, `pipe_flag` and the number of the pipe to its end, and hands
/// on each line that comes. The child shares this program's streams, and is asked to end where this
/// one does.
AgainEnding run_again(std::vector<std::string> arguments, const std::string& pipe_flag,
                      const std::function<void(const std::string& line)>& told);

/// What lists of processes call this one: a child is called by the path that it was started with.
void be_called(const char* name);

/// The child's side. False once nobody reads any more.
bool tell(int pipe, const std::string& line);

/// Whether an ending by this code was asked for by a person or the system.
bool asked_to_end(int code);

}  // namespace platform
