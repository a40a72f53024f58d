// The window is the child of the same binary. A child that crashes is followed by a new one with
// the last line of state that it told; one that ends by itself ends the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace app {

/// How the child finds the pipe on which it tells its state.
constexpr const char* state_pipe_flag = "--state-pipe";

// Codes by which a window asks for another with its state.
enum Again : int {
    again_with_gpu = 101,     // that is lost to its process, and is there for another
    again_without_gpu = 102,  // which keeps its thread waiting
};
/// What is given to a new window, by why the last one ended; the second with the sentence that it
/// told.
constexpr const char* crashed_flag = "--again";
constexpr const char* without_gpu_flag = "--without-gpu";

struct Guarded {
    int exit_code = 0;
    int restarts = 0;
};

/// Runs this program again with `arguments` and `state_pipe_flag N` until it ends without a crash,
/// or crashes more than `most_a_minute` times within a minute. `with_state` makes the arguments of
/// the next start from the last state told, to which its flag is added; `tell` hears a sentence
/// about each crash. A window that asks for another gets it.
Guarded guard(const std::vector<std::string>& arguments,
              const std::function<std::vector<std::string>(const std::string& state)>& with_state,
              const std::function<void(const std::string&)>& tell, int most_a_minute = 3);

/// The child's side: tells the guardian a line of state where it is a new one.
class StateTeller {
public:
    explicit StateTeller(int pipe) : pipe_(pipe) {}
    void tell(const std::string& line);
    /// Why it is about to end so that another begins. From any thread.
    static void tell_why(int pipe, const std::string& sentence);

private:
    int pipe_;
    std::string last_;
};

}  // namespace app
