// The command line: `warplens COMMAND arguments`. Commands register themselves, one file each in
// lab/commands/; the window registers its own from app/. Nothing here prints or exits: text goes to
// the streams, the code is returned.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>

namespace lab {

// What a command returns to the shell.
enum Exit : int {
    exit_right = 0,
    exit_wrong_result = 1,
    exit_usage = 2,
    exit_no_gpu = 3,
    exit_no_opengl = 4,
    exit_bad_file = 5,
    exit_kernel_fault = 6,
    exit_gpu_failed = 7,
    exit_no_memory = 8,
    exit_interrupted = 130,  // as shells say it of SIGINT
};

using Arguments = std::span<const std::string>;  // without the program's and the command's names

struct Command {
    std::string name;  // "run"
    // "run LESSON[/RUNG] [knob=value]... [--json FILE|-]", without the program's name
    std::string usage;
    std::string meaning;  // one sentence
    int order = 0;        // in the list of commands
    /// `out` gets the program's output and nothing else; sentences about errors and progress go to
    /// `err`.
    std::function<int(Arguments, std::ostream& out, std::ostream& err)> run;
};

struct RegisterCommand {
    explicit RegisterCommand(Command command);
};

/// All commands, by order.
std::span<const Command* const> commands();
const Command* find_command(std::string_view name);

/// Runs the command that arguments[0] names; --help, --version and unknown ones are answered here.
/// Text that `out` did not take, such as on a full disk, is a sentence and exit_bad_file.
int command_line(Arguments arguments, std::ostream& out, std::ostream& err);

}  // namespace lab
