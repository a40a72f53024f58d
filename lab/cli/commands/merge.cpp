// `warplens merge`: merges recordings into one, such as the parts of `warplens record`.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "lab/cli/command_tools.h"
#include "lab/time/recording.h"

namespace lab::merge_command {
namespace {

int merge(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens merge",
                       "Makes one recording of several of the same lesson and device.");
    std::vector<std::string> names;
    std::string target;
    words.add("FILES", names, "recordings, such as the parts that `warplens record` made",
              CommandFlags::Need::required);
    words.add("--out", target, "file to write", CommandFlags::Need::required);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    std::vector<Recording> parts;
    for (const std::string& name : names) {
        auto read = open_recording_file(name);
        if (!read) {
            err << "warplens merge: " << read.problem().message << '\n';
            return exit_bad_file;
        }
        parts.push_back(std::move(*read));
    }
    for (const std::string& name : names) {
        std::error_code none;
        if (!std::filesystem::equivalent(name, target, none)) continue;
        err << fmt::format(
            "warplens merge: {} is one of the merged files and is not overwritten: "
            "name another file.\n",
            target);
        return exit_bad_file;
    }
    const auto whole = merged(parts);
    if (!whole) {
        err << "warplens merge: " << whole.problem().message << '\n';
        return exit_bad_file;
    }
    if (!deliver(target, text_of(*whole), out, err)) return exit_bad_file;
    err << fmt::format("{} runs of {} on an {}.\n", whole->runs.size(), whole->lesson,
                       whole->device);
    return exit_right;
}

const RegisterCommand registered{{.name = "merge",
                                  .usage = "merge FILE... --out FILE",
                                  .meaning = "makes one recording of several",
                                  .order = 61,
                                  .run = merge}};

}  // namespace
}  // namespace lab::merge_command
