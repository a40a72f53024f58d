// Runs the kernels of tests/kernels/engine: buffers by value, parameters packed as the kernel says.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "simulator/engine/machine.h"

namespace engine_test {

using namespace simulator;

inline std::shared_ptr<const Module> module_of(const std::string& file) {
    static std::map<std::string, std::shared_ptr<const Module>> known;
    std::shared_ptr<const Module>& module = known[file];
    if (module) return module;
    std::ifstream text(std::string(WARPLENS_TESTS_DIR) + "/kernels/engine/" + file + ".ptx");
    auto read = Module::read(std::string(std::istreambuf_iterator<char>(text), {}));
    if (read)
        module = *read;
    else
        ADD_FAILURE() << file << ": " << read.problem().line << ": " << read.problem().message;
    return module;
}

/// 0, 1, 2 ... as T.
template <class T>
std::vector<T> upwards(std::size_t count, T first = T(0)) {
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

class Runner {
public:
    explicit Runner(std::string file, Options options = {}, Limits limits = {})
        : machine(options, limits), file_(std::move(file)) {}

    template <class T>
    Address buffer(const std::string& name, const std::vector<T>& values) {
        constexpr bool real = std::is_floating_point_v<T>;
        const Type type = real             ? (sizeof(T) == 4 ? Type::f32 : Type::f64)
                          : sizeof(T) == 1 ? Type::s8
                          : sizeof(T) == 2 ? Type::s16
                          : sizeof(T) == 4 ? Type::s32
                                           : Type::s64;
        const Address base = machine.memory().allocate(name, type, values.size());
        machine.memory().write(base, std::as_bytes(std::span(values)));
        return base;
    }
    template <class T>
    std::vector<T> read(Address base) const {
        const auto bytes = std::as_const(machine).memory().bytes(base);
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

    template <class... Values>
    Runner& begin(const std::string& kernel, Dim3 grid, Dim3 block, std::uint32_t shared,
                  Values... values) {
        const auto program = module_of(file_)->kernel(kernel);
        if (!program) {
            ADD_FAILURE() << program.problem().message;
            return *this;
        }
        std::vector<std::byte> parameters((*program)->parameter_bytes);
        std::size_t next = 0;
        const auto pack = [&](auto value) {
            const Parameter& parameter = (*program)->parameters.at(next++);
            ASSERT_EQ(parameter.bytes, sizeof(value)) << parameter.name;
            std::memcpy(parameters.data() + parameter.offset, &value, sizeof(value));
        };
        (pack(values), ...);
        const auto problem = machine.launch(*program, grid, block, shared, parameters);
        EXPECT_FALSE(problem) << problem->message;
        return *this;
    }
    /// Runs a kernel to its end, or to a fault.
    template <class... Values>
    Runner& run(const std::string& kernel, Dim3 grid, Dim3 block, Values... values) {
        begin(kernel, grid, block, 0, values...);
        finish();
        return *this;
    }
    Machine::State finish() {
        while (machine.advance(std::uint64_t{1} << 40) == Machine::State::running) {
        }
        return machine.state();
    }

    Counters counters() const { return machine.counters(); }
    const Fault* fault(FaultKind kind) const {
        for (const Fault& fault : machine.faults()) {
            if (fault.kind == kind) return &fault;
        }
        return nullptr;
    }
    std::string faults() const {
        std::string text;
        for (const Fault& fault : machine.faults()) {
            text += std::string(name_of(fault.kind)) + " at line " + std::to_string(fault.line) +
                    " " + fault.buffer + " " + fault.text + "\n";
        }
        return text;
    }

    Machine machine;

private:
    std::string file_;
};

}  // namespace engine_test
