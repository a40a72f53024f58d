// Runs the window as a child process of the same binary. After a crash it starts a new child with
// the last state that the old one sent. When the child ends normally, the program ends.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace app {

/// The option that gives the child its pipe for the state.
constexpr const char* state_pipe_flag = "--state-pipe";

// Exit codes with which a window asks for a new window with its state.
enum Again : int {
    again_with_gpu = 101,     // the GPU is lost to this process, but works for a new one
    again_without_gpu = 102,  // the GPU blocks this process
};
/// Options of a new window that say why the last one ended; the second one takes the sentence of
/// tell_why().
constexpr const char* crashed_flag = "--again";
constexpr const char* without_gpu_flag = "--without-gpu";

struct Guarded {
    int exit_code = 0;
    int restarts = 0;
};

/// Runs this program again with `arguments` and `state_pipe_flag N`, until it ends without a crash,
/// or crashes more than `most_a_minute` times within a minute. `with_state`: makes the next start's
/// arguments from the last state; guard() adds the flag for the reason. `tell`: called with a
/// sentence about each crash. A window that asks for a new window gets it.
Guarded guard(const std::vector<std::string>& arguments,
              const std::function<std::vector<std::string>(const std::string& state)>& with_state,
              const std::function<void(const std::string&)>& tell, int most_a_minute = 3);

/// The child's side: sends the guardian a line of state when it has changed.
class StateTeller {
public:
    explicit StateTeller(int pipe) : pipe_(pipe) {}
    void tell(const std::string& line);
    /// Sends the reason why this window ends and a new one starts. From any thread.
    static void tell_why(int pipe, const std::string& sentence);

private:
    int pipe_;
    std::string last_;
};

}  // namespace app
