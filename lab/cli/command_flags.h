// What a command reads from its words. CLI11 stands behind it, in one file: whatever sees its
// header takes seconds longer to compile.
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
    enum class Need { optional, required, hidden };  // hidden: --help does not tell of it

    /// `name` as it is typed, such as "warplens run"; `meaning` heads its --help.
    CommandFlags(const std::string& name, const std::string& meaning);
    ~CommandFlags();

    /// A word after the flag `--name`, or by its place where `name` has no dashes. `target` keeps
    /// what it holds where the words don't say.
    void add(const std::string& name, std::string& target, const std::string& help,
             Need need = Need::optional);
    void add(const std::string& name, int& target, const std::string& help,
             Need need = Need::optional);
    void add(const std::string& name, double& target, const std::string& help,
             Need need = Need::optional);
    /// True where the flag stands.
    void add(const std::string& name, bool& target, const std::string& help,
             Need need = Need::optional);
    /// A flag that may come again with another word; all that is left, where it has no dashes.
    void add(const std::string& name, std::vector<std::string>& target, const std::string& help,
             Need need = Need::optional);

    /// --gpu-timeout, which parse() sets for the whole program.
    void add_gpu_timeout();

    /// Reads the words into the targets; an exit code where the command is done with that (--help,
    /// or a usage error, told on `err`).
    std::optional<int> parse(Arguments arguments, std::ostream& out, std::ostream& err);

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace lab
