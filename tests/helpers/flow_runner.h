// Runs a kernel of tests/kernels/flow, or a PTX text, with the first block watched, and answers
// with trace and flow.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "simulator/engine/machine.h"
#include "simulator/watch/origins.h"

namespace flow_test {

using namespace simulator;

inline std::string ptx_file(const std::string& name) {
    std::ifstream file(std::string(WARPLENS_TESTS_DIR) + "/kernels/flow/" + name + ".ptx");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Whole numbers that look random, small enough for exact sums.
inline double number(std::uint64_t index, int below = 10) {
    std::uint32_t x = static_cast<std::uint32_t>(index) + 3;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return static_cast<double>((x ^ x >> 16) % static_cast<unsigned>(below));
}

class Runner {
public:
    explicit Runner(std::string ptx, Options options = watching_first()) : machine_(options) {
        auto module = Module::read(ptx);
        if (module)
            module_ = *module;
        else
            ADD_FAILURE() << module.problem().line << ": " << module.problem().message;
    }
    static Options watching_first() {
        Options options;
        options.watched = {0};
        return options;
    }
    static Options with_rules(std::uint32_t rules) {
        Options options = watching_first();
        options.origin_rules = rules;
        return options;
    }

    template <class T>
    Runner& buffer(const std::string& name, Type type, const std::vector<T>& values) {
        const Address base = machine_.memory().allocate(name, type, values.size());
        machine_.memory().write(base, std::as_bytes(std::span{values}));
        bases_[name] = base;
        sizes_[name] = values.size();
        add(base);
        return *this;
    }
    Runner& floats(const std::string& name, std::size_t count, int below = 10) {
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = float(number(i, below));
        return buffer(name, Type::f32, values);
    }
    Runner& ints(const std::string& name, std::size_t count, int below, Type type = Type::u32) {
        std::vector<std::uint32_t> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = std::uint32_t(number(i, below));
        return buffer(name, type, values);
    }
    template <class T>
    Runner& scalar(T value) {
        return add(value);
    }
    /// Forgets the arguments, for another launch.
    Runner& again() {
        arguments_.clear();
        return *this;
    }
    Runner& use(const std::string& name) { return add(bases_.at(name)); }

    Runner& launch(const std::string& kernel, Dim3 grid, Dim3 block, std::uint32_t shared = 0) {
        if (!module_) return *this;
        auto program = module_->kernel(kernel);
        if (!program) {
            ADD_FAILURE() << kernel << ": " << program.problem().message;
            return *this;
        }
        std::vector<std::byte> block_of_arguments((*program)->parameter_bytes);
        for (std::size_t i = 0; i < arguments_.size() && i < (*program)->parameters.size(); ++i)
            std::memcpy(block_of_arguments.data() + (*program)->parameters[i].offset,
                        arguments_[i].data(), (*program)->parameters[i].bytes);
        if (auto refused = machine_.launch(*program, grid, block, shared, block_of_arguments))
            ADD_FAILURE() << kernel << ": " << refused->message;
        while (machine_.advance(1u << 20) == Machine::State::running) {
        }
        return *this;
    }

    template <class T>
    std::vector<T> values(const std::string& name) {
        std::vector<T> read(sizes_.at(name));
        machine_.memory().read(bases_.at(name), std::as_writable_bytes(std::span{read}));
        return read;
    }
    Machine& machine() { return machine_; }
    const Machine& machine() const { return machine_; }
    std::shared_ptr<const Flow> flow() const { return machine_.flow(); }
    std::shared_ptr<const Trace> trace() const { return machine_.trace(); }

private:
    template <class T>
    Runner& add(T value) {
        std::vector<std::byte> bytes(8);
        std::memcpy(bytes.data(), &value, sizeof value);
        arguments_.push_back(bytes);
        return *this;
    }
    Machine machine_;
    std::shared_ptr<const Module> module_;
    std::map<std::string, Address> bases_;
    std::map<std::string, std::size_t> sizes_;
    std::vector<std::vector<std::byte>> arguments_;
};

// One source of a cell: array, cell, kind ('d' data, 'c' compared, 'i' index).
using From = std::tuple<std::string, std::int64_t, char>;
using Cells = std::map<std::int64_t, std::set<From>>;

inline const std::string& name_of(const Flow& flow, const Version& version) {
    static const std::string nowhere = "?";
    return version.array < 0 ? nowhere : flow.arrays[version.array].name;
}

inline bool is_made(const Version& version) {
    return version.kind != VersionKind::input && version.kind != VersionKind::unwritten &&
           version.kind != VersionKind::foreign;
}

/// Rows of one array in the order of time; where a row has several versions of a cell, the last.
inline std::vector<Cells> rows(const Flow& flow, const std::string& array,
                               std::uint64_t block = 0) {
    std::map<std::tuple<int, std::uint32_t, std::int32_t>, Cells> found;
    for (std::size_t v = 1; v < flow.versions.size(); ++v) {
        const Version& version = flow.versions[v];
        if (!is_made(version) || name_of(flow, version) != array || version.block != block)
            continue;
        std::set<From> sources;
        for (std::uint32_t e = version.first_edge; e < version.first_edge + version.edges; ++e) {
            const Version& source = flow.versions[flow.edges[e].source];
            sources.insert(
                {name_of(flow, source), source.cell, "dci"[static_cast<int>(flow.edges[e].kind)]});
        }
        found[{version.launch, version.interval, version.level}][version.cell] = sources;
    }
    std::vector<Cells> in_order;
    for (auto& [key, row] : found) in_order.push_back(std::move(row));
    return in_order;
}

inline std::set<From> data(const std::string& array, std::initializer_list<std::int64_t> cells) {
    std::set<From> sources;
    for (std::int64_t cell : cells) sources.insert({array, cell, 'd'});
    return sources;
}

inline void PrintTo(const Cells& row, std::ostream* out) {
    for (const auto& [cell, sources] : row) {
        *out << "\n    " << cell << " <-";
        for (const auto& [array, from, kind] : sources)
            *out << " " << array << "[" << from << "]" << kind;
    }
}

}  // namespace flow_test
