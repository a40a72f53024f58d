// Ordinary kernels, run on the simulator and compared with what a processor makes of the same
// inputs. Adding one: tests/kernels/ordinary/NAME.cu, its PTX by tests/kernels/make_ptx NAME, and
// one ORDINARY(NAME) in a simulator_corpus_*.cpp.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/engine/machine.h"

namespace corpus {

using namespace simulator;

template <class T>
constexpr Type type_of() {
    if constexpr (std::is_same_v<T, float>) return Type::f32;
    if constexpr (std::is_same_v<T, double>) return Type::f64;
    constexpr Type bits[] = {Type::b8,   Type::b16,  Type::none, Type::b32,
                             Type::none, Type::none, Type::none, Type::b64};
    if constexpr (std::is_integral_v<T>) return bits[sizeof(T) - 1];
    return Type::b8;  // a structure: its bytes
}

// A buffer on the simulated device, holding values of type T.
template <class T>
struct Values {
    Address address = 0;
    std::size_t count = 0;
};

// One machine with the kernels of one file.
class Bench {
public:
    /// `ptx`: the text; the kernels' names are looked up in it.
    Bench(std::string_view ptx, Options options, Limits limits = {});

    template <class T>
    Values<T> input(const std::vector<T>& values, std::string name = "input") {
        const std::uint64_t elements =
            type_of<T>() == Type::b8 ? values.size() * sizeof(T) : values.size();
        const Address at = machine_.memory().allocate(std::move(name), type_of<T>(), elements);
        machine_.memory().write(at, std::as_bytes(std::span(values)));
        return {at, values.size()};
    }
    /// Room that nobody has written to.
    template <class T>
    Values<T> room(std::size_t count, std::string name = "output") {
        const std::uint64_t elements = type_of<T>() == Type::b8 ? count * sizeof(T) : count;
        return {machine_.memory().allocate(std::move(name), type_of<T>(), elements, false), count};
    }
    template <class T>
    Values<T> zeros(std::size_t count, std::string name = "zeros") {
        return input(std::vector<T>(count), std::move(name));
    }
    template <class T>
    std::vector<T> values(const Values<T>& buffer) const {
        std::vector<T> all(buffer.count);
        machine_.memory().read(buffer.address, std::as_writable_bytes(std::span(all)));
        return all;
    }

    struct Size : Dim3 {
        Size(std::uint32_t width, std::uint32_t height = 1) : Dim3{width, height, 1} {}
    };
    struct Shape {
        Shape(Size grid, Size block, std::uint32_t shared = 0)
            : grid(grid), block(block), shared(shared) {}
        Size grid, block;
        std::uint32_t shared;
    };
    /// Runs a kernel to its end. Arguments are packed as the kernel's parameters say.
    template <class... Arguments>
    void launch(std::string_view kernel, Shape shape, const Arguments&... arguments) {
        const auto program = find(kernel);
        if (!program) return;
        std::vector<std::byte> block(program->parameter_bytes);
        std::size_t k = 0;
        (pack(*program, k++, block, arguments), ...);
        EXPECT_EQ(k, program->parameters.size()) << kernel;
        run(program, shape, block);
    }

    Machine& machine() { return machine_; }
    /// All faults in words, one a line; empty where there was none.
    std::string faults() const;

private:
    std::shared_ptr<const Program> find(std::string_view kernel);
    void run(const std::shared_ptr<const Program>&, Shape, const std::vector<std::byte>& block);

    template <class T>
    static void pack(const Program& program, std::size_t k, std::vector<std::byte>& block,
                     const T& value) {
        if constexpr (requires { value.address; }) {
            pack(program, k, block, value.address);
        } else {
            ASSERT_LT(k, program.parameters.size());
            const Parameter& parameter = program.parameters[k];
            ASSERT_EQ(parameter.bytes, sizeof(T)) << "argument " << k << " of " << program.name;
            std::memcpy(block.data() + parameter.offset, &value, sizeof(T));
        }
    }

    std::shared_ptr<const Module> module_;
    Machine machine_;
};

struct Ordinary {
    std::string_view name;  // of the file
    void (*run)(Bench&);
};

/// All entries, in no particular order.
std::vector<Ordinary>& ordinary();

struct Register {
    Register(std::string_view name, void (*run)(Bench&)) { ordinary().push_back({name, run}); }
};

#define ORDINARY(name)                                                  \
    static void run_##name(::corpus::Bench&);                           \
    static const ::corpus::Register register_##name(#name, run_##name); \
    static void run_##name([[maybe_unused]] ::corpus::Bench& bench)

/// The text of tests/kernels/FILE.
std::string text_of(const std::string& file);

/// Deterministic numbers: `count` of them from `make(i, random bits)`.
template <class T>
std::vector<T> random_values(std::size_t count, std::function<T(std::uint32_t)> make) {
    std::vector<T> all;
    std::uint32_t state = 12345;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        all.push_back(make(state >> 8));
    }
    return all;
}
/// Multiples of 1/16 between -range and range: their sums and small products are exact in float.
std::vector<float> random_floats(std::size_t count, float range = 4);
std::vector<int> random_integers(std::size_t count, int below);

/// Compares element by element; floating ones up to `tolerance`, relative where they are above one.
template <class T, class U>
void expect_equal(const std::vector<T>& got, const std::vector<U>& expected, double tolerance = 0) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double a = static_cast<double>(got[i]), b = static_cast<double>(expected[i]);
        const bool same = tolerance == 0
                              ? got[i] == static_cast<T>(expected[i])
                              : std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
        ASSERT_TRUE(same) << "element " << i << ": " << a << " instead of " << b;
    }
}

}  // namespace corpus
