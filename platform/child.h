// A helper program: started without a shell, watched, and ended with all processes that it started,
// even if this program is killed.
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
    Path folder{};                   // working folder; empty: this program's
    std::vector<std::pair<std::string, std::string>> environment{};  // added to this program's
    double seconds = 60;                                             // time limit
    std::size_t most_output = 1 << 20;                               // limit, in bytes
    std::uint64_t most_memory = 0;  // limit of each of its processes, in bytes; 0: no limit
    Path scratch{};                 // a folder to remove if this program is killed
    Fence fence{};                  // the files that it may use; empty: the same as this program
};

struct Ending {
    enum class How : std::uint8_t { exited, not_started, too_long, too_much, cancelled };
    How how = How::exited;
    int code = 0;        // 128 + the signal's number if a signal ended it
    std::string output;  // of both streams, in the order of arrival
};

/// False where processes can't be started, as in a web page.
bool has_children();

class Child {
public:
    /// Starts the program; its standard input is empty.
    explicit Child(Command);
    ~Child() { cancel(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    /// Waits up to `seconds` for an event. True once the program has ended.
    bool ended(double seconds = 0);
    /// Ends the program, and all processes that it started.
    void cancel() { stop(Ending::How::cancelled); }
    /// Valid once ended() is true.
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
    int watcher_ = -1;             // process id of the watcher
    int life_ = -1, output_ = -1;  // pipes: life of this program; the child's output
    bool over_ = false;
};

/// Runs a program until it ends.
Ending run(Command);

}  // namespace platform
