// The list of commands, and the first word of the command line.
#include "lab/cli/command_line.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "lab/cli/plain_errors.h"
#include "lab/cli/table.h"
#include "lab/registry.h"
#include "lab/running/faults.h"
#include "lab/time/awaited.h"
#include "lab/time/gpu_failed.h"
#include "lab/words.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace lab {
namespace {

constexpr const char* program_version = "warplens 0.1.0";

Registry<Command>& known_commands() {
    static Registry<Command> all;
    return all;
}

std::string help() {
    Table table({Side::left, Side::left});
    for (const Command* command : commands()) table.row({command->name, command->meaning});
    Table codes({Side::right, Side::left});
    codes.row({"0", "right"});
    codes.row({"1", "the result is wrong"});
    codes.row({"2", "the command line has an error, or the launch is refused"});
    codes.row({"3", "no GPU"});
    codes.row({"4", "no OpenGL"});
    codes.row({"5", "a file is missing or broken, or the output could not be written"});
    codes.row({"6", "the kernel has a fault, or an instruction that is not simulated"});
    codes.row({"7", "the GPU failed, or did not answer in time"});
    codes.row({"8", "this machine or its GPU has too little memory"});
    codes.row({"130", "stopped by an interrupt, or by a request to end"});
    return "Warplens shows what a GPU does with a CUDA kernel: how long it takes, and why.\n\n"
           "Commands (warplens COMMAND --help says more):\n" +
           table.text() + "\nExit codes:\n" + codes.text();
}

int unknown(const std::string& word, std::ostream& err) {
    std::vector<std::string> names;
    for (const Command* command : commands()) names.push_back(command->name);
    const std::string near = closest(word, names);
    err << fmt::format("warplens: there is no command \"{}\".{} There are {}.\n", in_letters(word),
                       near.empty() ? "" : fmt::format(" Did you mean {}?", near), listed(names));
    return exit_usage;
}

// Answers the first word; `out` may still hold unwritten text.
int answered(Arguments arguments, std::ostream& out, std::ostream& err) {
    if (arguments.empty()) {
        err << help();
        return exit_usage;
    }
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h" || word == "help") {
        out << help();
        return exit_right;
    }
    if (word == "--version") {
        out << program_version << '\n';
        return exit_right;
    }
    const Command* command = find_command(word);
    if (!command) return unknown(word, err);
    if (const auto controls = std::ranges::find_if(arguments, has_controls);
        controls != arguments.end()) {
        err << fmt::format(
            "warplens {}: \"{}\" has a control character: remove it, or give the file another "
            "name.\n",
            word, in_letters(*controls));
        return exit_usage;
    }
    when_stuck([&out, &err, word](const std::string& sentence) {
        out.flush();
        err << fmt::format("warplens {}: {}\n", word, sentence);
        err.flush();
        platform::end_at_once(exit_gpu_failed);
    });
    try {
        return command->run(arguments.subspan(1), out, err);
    } catch (const std::bad_alloc& problem) {
        err << fmt::format("warplens {}: {}\n", word, failure_sentence(problem));
        return exit_no_memory;
    } catch (const GpuFailed& problem) {
        err << fmt::format("warplens {}: {}\n", word, problem.what());
        return problem.no_memory ? exit_no_memory : exit_gpu_failed;
    } catch (const std::filesystem::filesystem_error& problem) {
        err << fmt::format("warplens {}: {} can't be used: {}.\n", word, problem.path1().string(),
                           problem.code().message());
        return exit_bad_file;
    } catch (const std::exception& problem) {
        err << fmt::format("warplens {}: {}\n", word, problem.what());
        return exit_bad_file;
    }
}

}  // namespace

RegisterCommand::RegisterCommand(Command command) {
    known_commands().add(std::move(command),
                         [](const Command& a, const Command& b) { return a.order < b.order; });
}

std::span<const Command* const> commands() { return known_commands().all(); }

const Command* find_command(std::string_view name) {
    return known_commands().find(name, &Command::name);
}

namespace {

int told(int code, std::ostream& out, std::ostream& err) {
    const bool early = !out;
    out.clear();
    errno = 0;
    if (early) out << '\n';  // fails like the earlier write, and sets errno
    if (out.flush() && !early) return code;
    err << fmt::format("The output could not be written: {}.\n",
                       errno == 0 ? "a part of it is lost" : std::strerror(errno));
    return std::max<int>(code, exit_bad_file);
}

}  // namespace

int command_line(Arguments arguments, std::ostream& out, std::ostream& errors) {
    platform::outlive_full_files();
    PlainErrors err(errors);
    const int code = told(answered(arguments, out, err), out, err);
    when_stuck({});
    if (!left_behind()) return code;
    err.flush();
    platform::end_at_once(code);
}

}  // namespace lab
