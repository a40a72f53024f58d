// Runs the kernels of a test of a row on a simulated machine.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <sstream>

#include "simulator/engine/machine.h"
#include "simulator/isa/row.h"
#include "simulator/ptx/ast.h"
#include "tests/simulator/isa/row_file.h"

namespace row_tests {

constexpr std::uint8_t filler = 0xcd;  // what outputs hold at first

/// What a lane that is off leaves in an output: the filler, which as a predicate is true.
inline std::uint64_t untouched(simulator::Type type) {
    std::uint64_t bits = 0;
    std::memset(&bits, filler, stored_bytes(type));
    return type == simulator::Type::pred ? 1 : bits;
}

class Bench {
public:
    explicit Bench(const File& file) : Bench(file, file.text) {}
    /// The same test, with another text of its kernels.
    Bench(const File& file, const std::string& text) : file_(file) {
        auto module = simulator::Module::read(text);
        if (module)
            module_ = *module;
        else
            problem_ = module.problem();
    }

    /// Outputs of every instruction of the kernel; none, and a failure, where it can't be run.
    std::vector<std::vector<Values>> run(const Kernel& kernel, std::uint32_t mask) {
        auto outputs = try_run(kernel, mask);
        if (!problem_.message.empty()) {
            ADD_FAILURE() << file_.name << ".ptx:" << problem_.line << " " << kernel.name << ": "
                          << problem_.message;
        }
        return outputs;
    }

    std::vector<std::vector<Values>> try_run(const Kernel& kernel, std::uint32_t mask) {
        if (!module_) return {};
        auto program = module_->kernel(kernel.name);
        if (!program) {
            problem_ = program.problem();
            return {};
        }
        simulator::Machine machine;
        std::vector<std::byte> parameters;
        std::vector<simulator::Address> outputs;
        for (simulator::Type type : kernel.outputs) {
            const std::uint64_t bytes = 32 * kernel.instructions.size() * stored_bytes(type);
            outputs.push_back(machine.memory().allocate("d", simulator::Type::u8, bytes));
            for (std::byte& byte : machine.memory().bytes(outputs.back())) byte = std::byte{filler};
            append(parameters, outputs.back());
        }
        give_inputs(machine, kernel, parameters);
        append(parameters, mask);
        if (auto refused = machine.launch(*program, {1, 1, 1}, {32, 1, 1}, 0, parameters)) {
            problem_ = *refused;
            return {};
        }
        if (machine.advance(1u << 24) != simulator::Machine::State::idle) {
            problem_.message = "The kernel does not end well.";
            return {};
        }
        return collect(machine, kernel, outputs);
    }

    /// The row that runs an instruction under test.
    simulator::Found find(const Kernel& kernel, const Expected& expected) const {
        if (!module_) return {};
        for (const auto& function : module_->text().functions) {
            if (function.name != kernel.name) continue;
            for (const auto& instruction : function.body) {
                if (instruction.opcode == expected.opcode && instruction.ptx_line > expected.line) {
                    return simulator::find_row(instruction);
                }
            }
        }
        return {};
    }

private:
    template <class T>
    static void append(std::vector<std::byte>& block, T value) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        block.insert(block.end(), bytes, bytes + sizeof value);
    }

    void give_inputs(simulator::Machine& machine, const Kernel& kernel,
                     std::vector<std::byte>& parameters) const {
        const Inputs& inputs = file_.inputs.at(kernel.inputs);
        for (std::size_t i = 0; i < inputs.types.size(); ++i) {
            const int bytes = stored_bytes(inputs.types[i]);
            const auto buffer = machine.memory().allocate("in", simulator::Type::u8, 32 * bytes);
            std::byte* to = machine.memory().bytes(buffer).data();
            for (int lane = 0; lane < 32; ++lane) {
                std::memcpy(to + lane * bytes, &inputs.values[i][lane], bytes);
            }
            append(parameters, buffer);
        }
    }

    static std::vector<std::vector<Values>> collect(const simulator::Machine& machine,
                                                    const Kernel& kernel,
                                                    const std::vector<simulator::Address>& from) {
        std::vector<std::vector<Values>> all;
        for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
            auto& outputs = all.emplace_back();
            for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
                const int bytes = stored_bytes(kernel.outputs[k]);
                const std::byte* at = machine.memory().bytes(from[k]).data() + 32 * bytes * i;
                Values& values = outputs.emplace_back(32);
                for (int lane = 0; lane < 32; ++lane) {
                    std::memcpy(&values[lane], at + lane * bytes, bytes);
                }
            }
        }
        return all;
    }

    const File& file_;
    std::shared_ptr<const simulator::Module> module_;
    simulator::Diagnostic problem_;
};

}  // namespace row_tests
