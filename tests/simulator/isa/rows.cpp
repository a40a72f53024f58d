// Every row of the instruction table does what the hardware does: the values that tests/ptx expects
// were written by a GPU. With all lanes on and with some, at every level of vector instructions.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "simulator/engine/machine.h"
#include "simulator/isa/row.h"
#include "tests/simulator/isa/row_bench.h"

namespace row_tests {
namespace {

using namespace simulator;

double value_of(std::uint64_t bits, Type type) {
    switch (type) {
        case Type::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case Type::f64: return std::bit_cast<double>(bits);
        case Type::bf16: return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
        default: break;
    }
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double fraction = static_cast<double>(bits & 1023);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
    return sign *
           (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

bool near_single(std::uint64_t got, std::uint64_t wanted, Type type, const Tolerance& allowed) {
    const double x = value_of(got, type), y = value_of(wanted, type);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    if (x == y) return true;
    const auto distance = static_cast<double>(got > wanted ? got - wanted : wanted - got);
    return distance <= allowed.ulps || std::abs(x - y) <= allowed.absolute;
}

bool near(std::uint64_t got, std::uint64_t wanted, Type type, const Tolerance& allowed) {
    if (got == wanted) return true;
    if (allowed.ulps == 0 && allowed.absolute == 0) return false;
    if (type != Type::f16x2 && type != Type::bf16x2) return near_single(got, wanted, type, allowed);
    const Type half = type == Type::f16x2 ? Type::f16 : Type::bf16;
    return near_single(got & 0xffff, wanted & 0xffff, half, allowed) &&
           near_single(got >> 16, wanted >> 16, half, allowed);
}

std::string hexadecimal(std::uint64_t bits) {
    std::ostringstream text;
    text << std::hex << bits;
    return text.str();
}

// One output of one instruction, for the lanes in `mask`; the others keep what stood there.
void expect_output(const Kernel& kernel, std::size_t instruction, std::size_t output,
                   const Values& got, std::uint32_t mask, const File& file) {
    const Type type = kernel.outputs[output];
    const Expected& expected = kernel.instructions[instruction];
    for (int lane = 0; lane < warp_size; ++lane) {
        const bool on = mask >> lane & 1;
        const std::uint64_t wanted = on ? expected.outputs[output][lane] : untouched(type);
        const bool fits = on ? near(got[lane], wanted, type, file.tolerance) : got[lane] == wanted;
        if (fits) continue;
        std::string sources;
        for (const Values& values : file.inputs.at(kernel.inputs).values) {
            sources += " " + hexadecimal(values[lane]);
        }
        ADD_FAILURE() << file.name << ".ptx:" << expected.line << ": " << expected.opcode << " of"
                      << sources << " in lane " << lane << (on ? "" : ", which is off,") << " is "
                      << hexadecimal(got[lane]) << ", not " << hexadecimal(wanted);
        return;
    }
}

void expect_hardware(std::uint32_t mask) {
    for (const File& file : files()) {
        if (file.whole_warps && mask != ~0u) continue;
        Bench bench(file);
        for (const Kernel& kernel : file.kernels) {
            const std::vector<std::vector<Values>> got = bench.run(kernel, mask);
            if (got.empty()) continue;
            for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
                for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
                    expect_output(kernel, i, k, got[i][k], mask, file);
                }
            }
        }
    }
}

class Rows : public testing::TestWithParam<Level> {
protected:
    void SetUp() override {
        if (!has_level(GetParam())) GTEST_SKIP() << "Processor or program lack that level.";
        limit_level(GetParam());
    }
    void TearDown() override { limit_level(Level::avx512); }
};

TEST_P(Rows, EqualTheHardware) { expect_hardware(~0u); }

TEST_P(Rows, LeaveLanesAloneThatAreOff) {
    for (const std::uint32_t mask : {0x0f0ff0a5u, 0x80000001u, 0x55555555u, 0xfffffffeu}) {
        expect_hardware(mask);
    }
}

std::string level_name(const testing::TestParamInfo<Level>& level) {
    constexpr const char* names[] = {"plain", "avx2", "avx512"};
    return names[static_cast<int>(level.param)];
}

INSTANTIATE_TEST_SUITE_P(Levels, Rows, testing::Values(Level::plain, Level::avx2, Level::avx512),
                         level_name);

std::string name_of_row(const Row& row) {
    std::string name = std::string(row.form) + " --";
    for (Type type : row.types) name += " " + std::string(simulator::name_of(type));
    return name;
}

TEST(RowFiles, AreWhole) {
    ASSERT_FALSE(files().empty());
    for (const File& file : files()) {
        SCOPED_TRACE(file.name);
        EXPECT_FALSE(file.kernels.empty());
        for (const Kernel& kernel : file.kernels) {
            ASSERT_TRUE(file.inputs.contains(kernel.inputs)) << kernel.name;
            EXPECT_FALSE(kernel.instructions.empty()) << kernel.name;
            for (const Expected& expected : kernel.instructions) {
                ASSERT_EQ(expected.outputs.size(), kernel.outputs.size()) << expected.opcode;
                for (const Values& values : expected.outputs) EXPECT_EQ(values.size(), 32u);
            }
            for (const Values& values : file.inputs.at(kernel.inputs).values) {
                EXPECT_EQ(values.size(), 32u);
            }
        }
    }
}

// Ends the run, leaves nothing to compare, or reads what a host has to make; the tests of faults,
// of printf and of textures run them.
bool leaves_nothing(const Row& row) {
    return row.effect.kind == Kind::call || row.form == "trap" || row.form.starts_with("discard") ||
           row.unit == Unit::texture;
}

TEST(RowFiles, TestEveryRow) {
    std::set<std::string> tested;
    for (const File& file : files()) {
        EXPECT_TRUE(tested.insert(file.row).second) << file.name << " is a second test of its row";
    }
    for (const Row* row : all_rows()) {
        if (leaves_nothing(*row)) continue;
        EXPECT_TRUE(tested.erase(name_of_row(*row))) << "no test of " << name_of_row(*row);
    }
    for (const std::string& left : tested) ADD_FAILURE() << "no such row: " << left;
}

TEST(RowFiles, TestTheRowThatTheyName) {
    for (const File& file : files()) {
        for (const Kernel& kernel : file.kernels) {
            for (const Expected& expected : kernel.instructions) {
                const Found found = Bench(file).find(kernel, expected);
                ASSERT_TRUE(found.row) << expected.opcode;
                EXPECT_EQ(name_of_row(*found.row), file.row) << file.name << " " << expected.opcode;
            }
        }
    }
}

}  // namespace
}  // namespace row_tests
