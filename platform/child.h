// A program that works for this one: started without a shell, watched, and ended with all that it
// started itself, even where this program is killed meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "platform/fence.h"
#include "platform/files.h"

namespace platform {

struct Command {
    std::vector<std::string> words;  // the program's full path, then its arguments as they are
    Path folder{};                   // it works here; empty: where this program does
    std::vector<std::pair<std::string, std::string>> environment{};  // beside what is there
    double seconds = 60;                                             // it may take
    std::size_t most_output = 1 << 20;                               // bytes it may write
    std::uint64_t most_memory = 0;  // bytes each of its processes may ask for; 0: no limit
    Path scratch{};                 // a folder to be removed should this program be killed
    Fence fence{};                  // it sees no other files; empty: all that this program does
};

struct Ending {
    enum class How : std::uint8_t { exited, not_started, too_long, too_much, cancelled };
    How how = How::exited;
    int code = 0;        // 128 and the signal's number where one ended it
    std::string output;  // both of its streams, as they came
};

/// False where this program is all there is, as in a page.
bool has_children();

class Child {
public:
    /// Starts it; nothing comes in on its standard input.
    explicit Child(Command);
    ~Child() { cancel(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    /// Waits up to `seconds` for something to happen. True once it has ended.
    bool ended(double seconds = 0);
    /// Ends it, and all that it started.
    void cancel() { stop(Ending::How::cancelled); }
    /// Once it has ended.
    const Ending& ending() const { return ending_; }

private:
    void start();
    void read_output();
    void stop(Ending::How how);
    void too_much();
    void close_pipes();
    bool reap(bool wait);

    Command command_;
    Ending ending_;
    double begun_ = 0;
    int watcher_ = -1;             // process that has it in its care
    int life_ = -1, output_ = -1;  // pipes: this program lives; what it wrote
    bool over_ = false;
};

/// To its end.
Ending run(Command);

}  // namespace platform
