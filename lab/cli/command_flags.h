// The flags and words that a command reads. Uses CLI11 in one source file only: its header adds
// seconds to each compilation.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lab/cli/command_line.h"

namespace lab {

class CommandFlags {
public:
    enum class Need { optional, required, hidden };  // hidden: not in --help

    /// `name` as typed, such as "warplens run"; `meaning` heads its --help.
    CommandFlags(const std::string& name, const std::string& meaning);
    ~CommandFlags();

    /// A word after the flag `--name`, or a positional word if `name` has no dashes. Without the
    /// word, `target` keeps its value.
    void add(const std::string& name, std::string& target, const std::string& help,
             Need need = Need::optional);
    void add(const std::string& name, int& target, const std::string& help,
             Need need = Need::optional);
    void add(const std::string& name, double& target, const std::string& help,
             Need need = Need::optional);
    /// Sets `target` to true where the flag is given.
    void add(const std::string& name, bool& target, const std::string& help,
             Need need = Need::optional);
    /// A flag that may be repeated with other words; without dashes, all remaining words.
    void add(const std::string& name, std::vector<std::string>& target, const std::string& help,
             Need need = Need::optional);

    /// --gpu-timeout; parse() sets it for the whole program.
    void add_gpu_timeout();

    /// Reads the words into the targets. Returns an exit code where the command ends here: --help,
    /// or a usage error, which is written to `err`.
    std::optional<int> parse(Arguments arguments, std::ostream& out, std::ostream& err);

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace lab
