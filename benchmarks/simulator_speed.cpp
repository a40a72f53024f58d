// The simulator's speed with counters on: millions of lane-instructions a second for ten kernels
// that stress different parts of it. benchmarks/against_prototype compares them with another
// program.
//   simulator_speed [--repeat N] [--only TITLE] [FILE.ptx ...]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "simulator/engine/machine.h"

namespace {

using namespace simulator;

// One run: buffers of floats, filled before each repetition, and the kernel's parameters in order.
struct Case {
    std::string title;
    std::vector<std::string> names;  // of the kernel; the first match is used
    Dim3 grid, block;
    std::uint32_t dynamic_shared = 0;
    std::vector<std::uint64_t> buffers;  // floats
    std::string parameters;              // "b0 b1 i1024": buffer 0, buffer 1, an int
};

constexpr std::uint64_t mebi = 1 << 20, cube = 128 * 128 * 128, square = 256 * 256;

const std::vector<Case> cases = {
    {"vector add",
     {"vector_add", "vadd<float>"},
     {4096},
     {256},
     0,
     {mebi, mebi, mebi},
     "b0 b1 b2 i1048576"},
    {"reduce interleaved",
     {"reduce_interleaved", "r0<float>"},
     {4096},
     {256},
     1024,
     {mebi, 4096},
     "b0 b1"},
    {"reduce sequential",
     {"reduce_sequential", "r2<float>"},
     {4096},
     {256},
     1024,
     {mebi, 4096},
     "b0 b1"},
    {"reduce shuffle",
     {"reduce_shuffle", "r3<float>"},
     {64},
     {256},
     0,
     {mebi, 1},
     "b0 b1 i1048576"},
    {"laplace marching",
     {"laplace_marching", "lap1"},
     {4, 32},
     {32, 4},
     0,
     {cube, cube},
     "i128 i128 i128 b0 b1"},
    {"laplace points",
     {"laplace_points", "lap2"},
     {4, 32, 32},
     {32, 4, 4},
     0,
     {cube, cube},
     "i128 i128 i128 b0 b1"},
    {"matmul tile 16",
     {"multiply_tiled<16>", "mm<float, 16>"},
     {16, 16},
     {16, 16},
     0,
     {square, square, square},
     "b0 b1 b2 i256"},
    {"matmul tile 32",
     {"multiply_tiled<32>", "mm<float, 32>"},
     {8, 8},
     {32, 32},
     0,
     {square, square, square},
     "b0 b1 b2 i256"},
    {"matmul naive",
     {"multiply_naive", "mmnaive"},
     {8, 32},
     {32, 8},
     0,
     {square, square, square},
     "b0 b1 b2 i256 i256 i256"},
    {"sgemm registers",
     {"multiply_registers", "sgemm"},
     {2, 2},
     {256},
     0,
     {square, square, square},
     "i256 i256 i256 b0 b1 b2"},
};

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::byte> parameter_block(const std::string& form,
                                       const std::vector<Address>& buffers) {
    std::vector<std::byte> block;
    for (std::size_t at = 0; at < form.size();) {
        const std::size_t end = std::min(form.find(' ', at), form.size());
        const bool is_buffer = form[at] == 'b';
        const int value = std::atoi(form.substr(at + 1, end - at - 1).c_str());
        const std::size_t bytes = is_buffer ? 8 : 4;
        block.resize((block.size() + bytes - 1) / bytes * bytes + bytes);
        if (is_buffer)
            std::memcpy(block.data() + block.size() - 8, &buffers[value], 8);
        else
            std::memcpy(block.data() + block.size() - 4, &value, 4);
        at = end + 1;
    }
    return block;
}

void fill(std::span<std::byte> bytes) {
    for (std::size_t i = 0; i * 4 < bytes.size(); ++i) {
        const float value = static_cast<float>(i * 7919 % 1000) * 0.001f;
        std::memcpy(bytes.data() + i * 4, &value, 4);
    }
}

struct Speed {
    double seconds = 1e9;
    Counters counters;
};

std::shared_ptr<const Program> find(const std::vector<std::shared_ptr<const Module>>& modules,
                                    const Case& item) {
    for (const std::string& name : item.names) {
        for (const auto& module : modules) {
            if (auto program = module->kernel(name)) return *program;
        }
    }
    return nullptr;
}

Speed measure(const Case& item, const std::shared_ptr<const Program>& program, int repeat) {
    Speed best;
    for (int i = 0; i < repeat; ++i) {
        Machine machine;
        std::vector<Address> buffers;
        for (const std::uint64_t count : item.buffers) {
            buffers.push_back(machine.memory().allocate("buffer", Type::f32, count));
            fill(machine.memory().bytes(buffers.back()));
        }
        const auto begin = std::chrono::steady_clock::now();
        const auto problem = machine.launch(program, item.grid, item.block, item.dynamic_shared,
                                            parameter_block(item.parameters, buffers));
        if (problem) return std::printf("%s\n", problem->message.c_str()), best;
        while (machine.advance(std::uint64_t{1} << 40) == Machine::State::running) {
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        best.seconds = std::min(best.seconds, took.count());
        best.counters = machine.counters();
        if (!machine.faults().empty()) std::printf("%s: a fault\n", item.title.c_str());
    }
    return best;
}

}  // namespace

int main(int count, char** arguments) {
    int repeat = 3;
    std::string only;
    std::vector<std::shared_ptr<const Module>> modules;
    std::vector<std::string> files;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--repeat") == 0 && i + 1 < count)
            repeat = std::atoi(arguments[++i]);
        else if (std::strcmp(arguments[i], "--only") == 0 && i + 1 < count)
            only = arguments[++i];
        else
            files.emplace_back(arguments[i]);
    }
    if (files.empty()) files.emplace_back(WARPLENS_SPEED_PTX);
    for (const std::string& path : files) {
        auto module = Module::read(contents(path));
        if (!module)
            return std::printf("%s: %s\n", path.c_str(), module.problem().message.c_str()), 1;
        modules.push_back(*module);
    }
    for (const Case& item : cases) {
        if (!only.empty() && item.title != only) continue;
        const auto program = find(modules, item);
        if (!program) {
            std::printf("%-20s no such kernel\n", item.title.c_str());
            continue;
        }
        const Speed speed = measure(item, program, repeat);
        const auto lanes = static_cast<double>(speed.counters.lane_instructions);
        std::printf("%-20s %8.0f Mlane/s %9.2f Mlane %8.2f ms\n", item.title.c_str(),
                    lanes / speed.seconds / 1e6, lanes / 1e6, speed.seconds * 1e3);
    }
    return 0;
}
