// Where lanes part and meet, against a GPU: the kernels of tests/hardware/control_flow.cu, with
// what Nsight Compute counted of them and what they wrote (tests/hardware/record).
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "simulator/engine/machine.h"

namespace control_flow_test {
namespace {

using namespace simulator;

constexpr int numbers = 256;

std::string text_of(const std::string& file) {
    std::ifstream in(std::string(WARPLENS_TESTS_DIR) + "/hardware/" + file);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Recorded {
    std::string kernel;
    std::map<std::string, std::uint64_t> counts;
    std::vector<std::int32_t> out;
};

std::vector<std::string> split(const std::string& line, char by) {
    std::vector<std::string> parts;
    std::stringstream in(line);
    for (std::string part; std::getline(in, part, by);) parts.push_back(part);
    return parts;
}

std::vector<Recorded> recorded() {
    std::stringstream in(text_of("control_flow.tsv"));
    std::vector<std::string> heads;
    std::vector<Recorded> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        const std::vector<std::string> cells = split(line, '\t');
        if (heads.empty()) {
            heads = cells;
            continue;
        }
        Recorded row{cells.at(0), {}, {}};
        for (std::size_t i = 1; i + 1 < heads.size(); ++i)
            row.counts[heads[i]] = std::stoull(cells.at(i));
        for (const std::string& value : split(cells.at(heads.size() - 1), ' '))
            row.out.push_back(std::stoi(value));
        rows.push_back(row);
    }
    return rows;
}

// The numbers that tests/hardware/run_kernels.cpp gives them.
std::vector<std::int32_t> numbers_of_x() {
    std::vector<std::int32_t> x(numbers);
    for (int i = 0; i < numbers; ++i) x[i] = (i * i * 7 + i * 13 + i / 5) % 64;
    return x;
}

struct Ran {
    std::map<std::string, std::uint64_t> counts;
    std::vector<std::int32_t> out;
    std::string faults;
    bool at_ptx_level = false;
};

Ran run(const Module& module, const std::string& kernel, Order order) {
    Options options;
    options.order = order;
    options.seed = 7;
    Machine machine(options);
    const Address x = machine.memory().allocate("x", Type::s32, numbers);
    const Address out = machine.memory().allocate("out", Type::s32, numbers);
    const std::vector<std::int32_t> values = numbers_of_x(), zeros(numbers);
    machine.memory().write(x, std::as_bytes(std::span(values)));
    machine.memory().write(out, std::as_bytes(std::span(zeros)));
    const auto program = module.kernel(kernel);
    EXPECT_TRUE(program) << kernel;
    std::vector<std::byte> parameters(16);
    std::memcpy(parameters.data(), &x, 8);
    std::memcpy(parameters.data() + 8, &out, 8);
    EXPECT_FALSE(machine.launch(*program, {2, 1, 1}, {64, 1, 1}, 0, parameters)) << kernel;
    while (machine.advance(1 << 20) == Machine::State::running) {
    }
    Ran ran;
    const Counters counters = machine.counters();
    for (const CounterName& counter : counter_names())
        ran.counts[std::string(counter.name)] = counters.*counter.member;
    ran.at_ptx_level = machine.at_ptx_level() != AtPtxLevel{};
    ran.out.resize(numbers);
    std::memcpy(ran.out.data(), std::as_const(machine).memory().bytes(out).data(), 4 * numbers);
    for (const Fault& fault : machine.faults())
        if (!is_warning(fault.kind)) ran.faults += std::string(name_of(fault.kind)) + " ";
    return ran;
}

// Kernels of which the assembler decides what PTX does not: it unrolled the loop of one whose lanes
// turn unlike often, and of three places where lanes of the other could meet it kept another one.
const std::set<std::string> left_to_the_assembler{"turns_for_free", "crossed_three"};

TEST(ControlFlow, CountsAndResultsAreThoseOfTheGpu) {
    const auto module = Module::read(text_of("control_flow.ptx"));
    ASSERT_TRUE(module);
    const std::vector<Recorded> rows = recorded();
    ASSERT_GE(rows.size(), 100u);
    std::set<std::string> unlike, marked;
    for (const Recorded& row : rows) {
        const Ran ran = run(**module, row.kernel, Order::sequential);
        EXPECT_EQ(ran.out, row.out) << row.kernel;
        if (ran.at_ptx_level) marked.insert(row.kernel);
        EXPECT_EQ(ran.faults, "") << row.kernel;
        for (const auto& [counter, count] : row.counts) {
            if (counter == "synccheck_errors") {
                EXPECT_EQ(count, 0u) << row.kernel;
            } else if (left_to_the_assembler.contains(row.kernel)) {
                if (ran.counts.at(counter) != count) unlike.insert(row.kernel);
            } else {
                EXPECT_EQ(ran.counts.at(counter), count) << row.kernel << ": " << counter;
            }
        }
    }
    EXPECT_EQ(unlike, left_to_the_assembler);
    EXPECT_EQ(marked, left_to_the_assembler) << "PTX tells which are";
}

TEST(ControlFlow, EveryOrderOfBlocksGivesTheSame) {
    const auto module = Module::read(text_of("control_flow.ptx"));
    ASSERT_TRUE(module);
    for (const Recorded& row : recorded()) {
        const Ran first = run(**module, row.kernel, Order::sequential);
        for (const Order order : {Order::resident, Order::shuffled, Order::weak, Order::in_step}) {
            const Ran ran = run(**module, row.kernel, order);
            EXPECT_EQ(ran.out, first.out) << row.kernel;
            EXPECT_EQ(ran.faults, "") << row.kernel;
            EXPECT_EQ(ran.counts, first.counts) << row.kernel;
        }
    }
}

}  // namespace
}  // namespace control_flow_test
