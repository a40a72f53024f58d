// The command line: `warplens COMMAND arguments`. Commands register themselves, one file each in
// lab/cli/commands/; the window's is in app/. Nothing here prints or exits: text goes to the
// streams, and the exit code is returned.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>

namespace lab {

// A command's exit code.
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
    exit_interrupted = 130,  // the shells' code for SIGINT
};

using Arguments = std::span<const std::string>;  // without the names of program and command

struct Command {
    std::string name;  // "run"
    // "run LESSON[/RUNG] [knob=value]... [--json FILE|-]", without the program's name
    std::string usage;
    std::string meaning;  // one sentence
    int order = 0;        // in the list of commands
    /// `out` gets only the program's output; sentences about errors and progress go to `err`.
    std::function<int(Arguments, std::ostream& out, std::ostream& err)> run;
};

struct RegisterCommand {
    explicit RegisterCommand(Command command);
};

/// All commands, by order.
std::span<const Command* const> commands();
const Command* find_command(std::string_view name);

/// Runs the command arguments[0]; answers --help, --version and unknown commands itself. If `out`
/// fails, as on a full disk, writes a sentence and returns exit_bad_file.
int command_line(Arguments arguments, std::ostream& out, std::ostream& err);

}  // namespace lab
