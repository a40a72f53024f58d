// What a lesson's host would do, recorded instead of done: allocations, inputs, launches, copies. Executors play it:
// the simulator, the CUDA bench, later a child process or a recording. No step depends on data.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "lab/settings.h"

namespace lab {

struct Buffer {                 // a handle; the plan owns what it stands for
    int id = -1;
    Type type = Type::none;
    std::uint64_t count = 0;
};

// How an input's values are made: a formula by element index and seed, the same on the host and in a fill kernel.
struct Fill {
    enum class Kind : std::uint8_t { none, constant, iota, digits, uniform, boundary };
    Kind kind = Kind::none;
    double a = 0, b = 1;        // constant: a; iota: a + b i; digits: whole numbers from a to b; uniform: reals in [a, b)
    Dim3 shape{0, 0, 0};        // boundary: a on the faces of this box, b inside
    static Fill zeros() { return {Kind::constant, 0, 0, {}}; }
    static Fill digits(double low, double high) { return {Kind::digits, low, high, {}}; }
    static Fill uniform(double low, double high) { return {Kind::uniform, low, high, {}}; }
    static Fill boundary(Dim3 shape, double faces, double inside) { return {Kind::boundary, faces, inside, shape}; }
};

/// Value `index` of an input filled so: a counter-based generator, the same everywhere.
double fill_value(const Fill&, std::uint64_t seed, std::uint64_t index);

struct LaunchSize {
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    LaunchSize(std::int64_t blocks, std::int64_t threads, std::int64_t shared = 0);   // one-dimensional
    LaunchSize(Dim3 grid, Dim3 block, std::int64_t shared = 0);
};

using Argument = std::variant<Buffer, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

struct Allocation { Buffer buffer; std::string name; Fill fill; bool input = false; };
struct Launch { std::string kernel; LaunchSize size; std::vector<Argument> arguments; bool timed = true; };
struct Copy { Buffer to, from; bool timed = true; };
struct Clear { Buffer buffer; double value = 0; bool timed = true; };
using PlanStep = std::variant<Launch, Copy, Clear>;

struct Field { Buffer buffer; Dim3 shape; std::string title; };   // a buffer that is shown as a box of values

class Plan {
public:
    Buffer input(std::string name, Type, std::int64_t count, Fill);
    Buffer buffer(std::string name, Type, std::int64_t count);            // contents undefined until a kernel writes it
    Buffer zeros(std::string name, Type, std::int64_t count);
    template <class... Arguments>
    void launch(std::string kernel, LaunchSize size, Arguments... arguments) {
        steps.push_back(Launch{std::move(kernel), size, {Argument{arguments}...}, timing_});
    }
    void copy(Buffer to, Buffer from);
    void clear(Buffer, double value = 0);
    /// What is compared with the reference, in this order.
    void result(Buffer);
    /// Shown as a slice after each launch that writes it.
    void field(Buffer, Dim3 shape, std::string title);
    /// Steps recorded inside are what a timing covers; without a call all of them are.
    template <class Body>
    void timed(Body body) { begin_timed(); body(); timing_ = false; }

    std::vector<Allocation> allocations;
    std::vector<PlanStep> steps;
    std::vector<Buffer> results;
    std::vector<Field> fields;

    std::uint64_t bytes() const;        // of all allocations
    std::uint64_t hash() const;         // of everything above: finds a recording

private:
    void begin_timed();
    bool timing_ = true;
};

}  // namespace lab
