// copy: copies a lesson's kernels to a file for changes, and prints the line that opens it.
#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/own/copy.h"

namespace lab::copy_command {
namespace {

int copy(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens copy",
                       "Copies a lesson's kernels to a file that you can change, and prints the "
                       "command that opens it with the lesson's launch.");
    Asked asked;
    std::string file;
    asked.add_lesson(words);
    words.add("--out", file, "FILE.cu", CommandFlags::Need::required);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto state = asked.state();
    if (!state) {
        err << "warplens copy: " << state.problem().message << '\n';
        return asked.failure;
    }
    const Settings& settings = state->request.settings;
    if (const auto why = timed_alone(settings)) {
        err << "warplens copy: " << *why << '\n';
        return exit_usage;
    }
    if (const auto refused = refusal(settings)) {
        err << refusal_text(*refused, settings);
        return exit_code(*refused);
    }
    const auto copied = copy_kernel(settings, file);
    if (!copied) {
        err << "warplens copy: " << copied.problem().message << '\n';
        return exit_bad_file;
    }
    out << "warplens open " << words_of(*copied) << '\n';
    return exit_right;
}

const RegisterCommand registered({"copy", "copy LESSON[/RUNG] [knob=value]... --out FILE.cu",
                                  "copies a lesson's kernels to a file, and says how to open it",
                                  45, copy});

}  // namespace
}  // namespace lab::copy_command
