// Writes launches as a student does: named sizes and numbers, then kernel<<<blocks, threads>>>.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/host_code/groups.h"
#include "lab/host_code/kernel_text.h"
#include "lab/host_code/launchers.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

using PointerName = std::function<std::string(const Buffer&)>;

class Launches {
public:
    /// Names the sizes and numbers of all launches after the kernels' own parameters.
    /// `blocks_words`: HostStyle::blocks_words. With `launchers`, the program is in parts: it
    /// launches by their functions.
    Launches(const Plan& plan, const KernelText& kernels, const std::vector<Group>& groups,
             Names& names, std::string blocks_words = {}, const Launchers* launchers = nullptr);

    bool wait_behind = false;  // ProgramForm::waits_behind

    /// Creates the texture objects of all launches, which read the memory that `pointer` names.
    void write_textures(Writer& writer, const PointerName& pointer) const;
    void write_destroyed_textures(Writer& writer) const;
    /// Declares or reassigns the variables that a group's launches use.
    void write_numbers(Writer& writer, const Group& group);
    /// The arguments of step `index`, as the program names them.
    std::vector<std::string> arguments_of(std::size_t index, const PointerName& pointer) const;
    /// Writes the launch of step `index` and its error check. Uses `stream` unless it is empty.
    void write_launch(Writer& writer, std::size_t index, const PointerName& pointer,
                      const std::string& stream) const;

private:
    // The value that one launch needs in a variable.
    struct Use {
        std::string key, type, wanted, value;
    };
    struct Variable {
        std::string type, name;
        std::set<std::string> values;
        std::string now;  // current value; empty: not declared yet
    };
    std::vector<Use> sizes(const Launch& launch) const;
    std::vector<Use> uses(const Launch& launch) const;
    void split_differing(const Group& group);
    void declare(Writer& writer, const std::vector<const Use*>& uses, bool constant);
    std::string pointer_argument(const Launch& launch, std::size_t i,
                                 const PointerName& pointer) const;

    const KernelText* kernels_;
    std::string blocks_words_;
    std::map<std::size_t, std::vector<Use>> uses_;  // by step
    std::map<std::string, Variable> variables_;
    struct TextureObject {
        std::string name;
        Texture texture;
    };
    std::map<int, TextureObject> textures_;  // by the buffer of their texels
    const Plan* plan_;
    const Launchers* launchers_;
};

}  // namespace lab::host_code
