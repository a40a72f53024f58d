// Guesses, in this order: dimensions, block, the problem's size, grid, shared memory, arguments.
// Given parts stay; the rest is guessed to fit.
#include "lab/own/guess.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/limits.h"
#include "lab/own/arguments.h"
#include "lab/words.h"
#include "simulator/decode/program.h"

namespace lab {
namespace {

using simulator::Program;
using simulator::Special;

std::uint32_t side(const Dim3& shape, int axis) {
    return axis == 0 ? shape.x : axis == 1 ? shape.y : shape.z;
}

int dimensions_of(const Dim3& shape) { return shape.z > 1 ? 3 : shape.y > 1 ? 2 : 1; }

// 1 for x alone, 3 where a thread reads its z.
int dimensions_of(const Program& program) {
    int most = 1;
    for (const simulator::SpecialRegister& special : program.specials) {
        const bool place = special.kind == Special::tid || special.kind == Special::ctaid ||
                           special.kind == Special::ntid || special.kind == Special::nctaid;
        if (place) most = std::max(most, special.axis + 1);
    }
    return most;
}

std::uint64_t shared_elements(const Program& program) {
    if (program.shared.empty()) return 0;
    const simulator::ptx::Variable& array = program.shared.front();
    return array.bytes() / std::max(array.alignment, 4);
}

// The block, halved until the kernel's launch bounds allow it.
Dim3 within_bounds(Dim3 block, const Program& program) {
    const std::uint64_t most = program.most_threads;
    for (std::uint32_t* side : {&block.z, &block.y, &block.x})
        while (most != 0 && block.count() > most && *side > 1) *side /= 2;
    return block;
}

// A static shared array shows the intended block: 256 numbers, 32 x 32 or 32 x 33.
Dim3 usual_block(const Program& program, int dimensions) {
    if (program.required_threads.count() > 0) return program.required_threads;
    const std::uint64_t elements = shared_elements(program);
    if (dimensions == 3) return {8, 8, 4};
    if (dimensions == 2) return elements >= 1024 ? Dim3{32, 32, 1} : Dim3{16, 16, 1};
    const bool tells = elements >= 32 && elements <= 1024 && (elements & (elements - 1)) == 0;
    return {tells ? static_cast<std::uint32_t>(elements) : 256, 1, 1};
}

// The smallest given size; nullopt where none is given.
std::optional<std::int64_t> given_size(const FoundKernel& kernel, const Wish& wish) {
    std::optional<std::int64_t> found;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const auto& spec = wish.arguments[i];
        if (!spec || !counts_elements(kernel.parameters[i])) continue;
        const auto value = static_cast<std::int64_t>(spec->bits);
        if (value > 0) found = std::max(found.value_or(value), value);
    }
    return found;
}

std::optional<std::uint64_t> given_length(const Wish& wish) {
    std::optional<std::uint64_t> found;
    for (const auto& spec : wish.arguments)
        if (spec && spec->array()) found = std::max(found.value_or(0), spec->count);
    return found;
}

Dim3 guessed_block(const Program& program, int dimensions) {
    return within_bounds(usual_block(program, dimensions), program);
}

class Guessing {
public:
    Guessing(const FoundKernel& kernel, const Program& program, const Wish& wish)
        : kernel_(kernel), program_(program), wish_(wish) {}

    Guess done() {
        sizes_ = static_cast<int>(std::ranges::count_if(kernel_.parameters, counts_elements));
        sides_ = static_cast<int>(std::ranges::count_if(kernel_.parameters, is_side));
        made_.dimensions = dimensions_of(program_);
        for (const auto& given : {wish_.grid, wish_.block})
            if (given) made_.dimensions = std::max(made_.dimensions, dimensions_of(*given));
        if (!wish_.block && wish_.room.block)
            made_.dimensions = std::max(dimensions_of(*wish_.room.block),
                                        wish_.grid ? dimensions_of(*wish_.grid) : 1);
        made_.block = wish_.block.value_or(
            wish_.room.block.value_or(guessed_block(program_, made_.dimensions)));
        find_extents();
        made_.grid = wish_.grid.value_or(asks_for_its_block() ? covering() : Dim3{1, 1, 1});
        if (!program_.dynamic_shared.empty())
            made_.shared = static_cast<std::int64_t>(4 * made_.block.count());
        made_.shared = wish_.shared.value_or(std::max(made_.shared, wish_.room.shared));
        say_launch();
        fill_arguments();
        made_.side_of = sizes_ == 1 ? exponent() : 1;
        if (!said_.empty()) made_.said = "Guessed: " + listed(said_) + ".";
        return made_;
    }

private:
    // A kernel with one dimension but with rows and columns as parameters has a matrix. A kernel
    // that reads y has a row for each thread along y.
    int exponent() const { return std::max(made_.dimensions, std::clamp(sides_, 1, 3)); }

    void find_extents() {
        constexpr std::int64_t usual[] = {1024, 64, 16};
        const int power = exponent();
        extents_.side = usual[power - 1];
        const auto size = given_size(kernel_, wish_);
        const auto length = given_length(wish_);
        if (size)
            extents_.side = *size;
        else if (length)
            extents_.side = std::max<std::int64_t>(
                1, std::llround(std::pow(static_cast<double>(*length), 1.0 / power)));
        else if (wish_.grid)
            extents_.side = static_cast<std::int64_t>(wish_.grid->x) * made_.block.x;
        extents_.elements = 1;
        for (int i = 0; i < power; ++i)
            extents_.elements = std::min<std::uint64_t>(
                extents_.elements * static_cast<std::uint64_t>(extents_.side), most_elements);
    }

    // If a kernel reads no block index, all blocks do the same work.
    bool asks_for_its_block() const {
        return std::ranges::any_of(program_.specials, [](const simulator::SpecialRegister& one) {
            return one.kind == Special::ctaid;
        });
    }

    Dim3 covering() const {
        const auto along = [&](int axis) {
            if (axis >= made_.dimensions) return 1u;
            const std::int64_t threads = std::max(side(made_.block, axis), 1u);
            // threads in one dimension walk over a whole matrix
            const auto reach = made_.dimensions == 1 ? static_cast<std::int64_t>(extents_.elements)
                                                     : extents_.side;
            const std::int64_t most = axis == 0 ? 0x7FFFFFFF : 0xFFFF;
            return static_cast<std::uint32_t>(std::min(blocks_for(reach, threads), most));
        };
        return {along(0), along(1), along(2)};
    }

    static std::string shape(const Dim3& of) {
        if (of.z > 1) return fmt::format("{},{},{}", of.x, of.y, of.z);
        return of.y > 1 ? fmt::format("{},{}", of.x, of.y) : fmt::format("{}", of.x);
    }

    void say_launch() {
        if (!wish_.grid) said_.push_back("grid " + shape(made_.grid));
        if (!wish_.block) said_.push_back("block " + shape(made_.block));
        if (!wish_.shared && made_.shared > 0)
            said_.push_back(fmt::format("{} bytes of shared memory", made_.shared));
    }

    // If no name is a size, the first whole number counts the elements.
    void fill_arguments() {
        bool sized = sizes_ > 0;
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            const Taken& taken = kernel_.parameters[i];
            if (wish_.arguments[i]) {
                made_.arguments.push_back(*wish_.arguments[i]);
                continue;
            }
            Spec spec = guessed(taken, extents_, static_cast<int>(i) + 1);
            if (const auto room = wish_.room.elements.find(spec.name);
                spec.array() && room != wish_.room.elements.end())
                spec.count = std::max(spec.count, room->second);
            if (wish_.room.zeros && !counts_elements(taken) && !is_real(spec.type)) {
                if (spec.array()) spec.fill = Spec::Fill::zeros;
                if (spec.kind == Spec::Kind::number) spec.bits = 0;
            }
            const bool unnamed = taken.name == "p" + std::to_string(i);
            if (!sized && unnamed && spec.kind == Spec::Kind::number && !is_real(spec.type)) {
                spec.bits = static_cast<std::uint64_t>(extents_.elements);
                sized = true;
            }
            said_.push_back(worded(spec));
            made_.arguments.push_back(std::move(spec));
        }
    }

    const FoundKernel& kernel_;
    const Program& program_;
    const Wish& wish_;
    Guess made_;
    Extents extents_;
    std::vector<std::string> said_;
    int sizes_ = 0, sides_ = 0;  // parameters that count elements; sides of a box
};

std::vector<std::int64_t> with(std::vector<std::int64_t> ticks, std::int64_t value) {
    if (std::ranges::find(ticks, value) == ticks.end()) ticks.push_back(value);
    return ticks;
}

class Knobs {
public:
    Knobs(OwnFile& file, const Guess& guess, const Program& program)
        : file_(file), guess_(guess), program_(program) {}

    void add() {
        for (int axis = 0; axis < 3; ++axis) add_grid(axis);
        for (int axis = 0; axis < 3; ++axis) add_block(axis);
        if (!program_.dynamic_shared.empty() || guess_.shared > 0) add_shared();
        for (OwnArgument& argument : file_.arguments) add_argument(argument);
    }

private:
    const Knob* keep(Knob knob) {
        const auto taken = [&](const Knob& other) { return other.id == knob.id; };
        while (std::ranges::any_of(file_.knobs, taken)) knob.id += '_';
        return &file_.knobs.emplace_back(std::move(knob));
    }

    bool turned(int axis, const Dim3& shape) const {
        return axis < guess_.dimensions || side(shape, axis) > 1;
    }

    void add_grid(int axis) {
        if (!turned(axis, guess_.grid)) return;
        const char letter = "xyz"[axis];
        const std::int64_t most = side(device_limits().launch.grid, axis),
                           now = side(guess_.grid, axis);
        const bool flat = guess_.dimensions == 1;
        Knob knob = whole(flat ? "grid" : fmt::format("grid_{}", letter),
                          flat ? "Blocks" : fmt::format("Blocks along {}", letter), "blocks",
                          {.ticks = with(powers_of_two(1, 4096), now), .preset = now}, 1, most);
        knob.logarithmic = true;
        if (flat) knob.role = Knob::Role::blocks;
        knob.hint = "Number of blocks in the launch.";
        file_.grid[static_cast<std::size_t>(axis)] = keep(std::move(knob));
    }

    void add_block(int axis) {
        if (!turned(axis, guess_.block)) return;
        const std::int64_t now = side(guess_.block, axis);
        const Ticks ticks{.ticks = with(powers_of_two(axis == 0 && guess_.dimensions == 1 ? 32 : 1,
                                                      axis == 2 ? 64 : 1024),
                                        now),
                          .preset = now};
        file_.block[static_cast<std::size_t>(axis)] = keep(
            guess_.dimensions == 1 ? threads_per_block(ticks) : block_side("xyz"[axis], ticks));
    }

    void add_shared() {
        const std::int64_t most = device_limits().launch.shared_per_block;
        Knob knob = whole("shared", "Dynamic shared memory", "bytes",
                          {.ticks = with(powers_of_two(128, 128 * 1024), guess_.shared),
                           .preset = guess_.shared,
                           .beyond = 256 * 1024},
                          0, most);
        knob.logarithmic = true;
        knob.hint =
            "Bytes that the launch gives each block in addition to the memory that the "
            "kernel declares.";
        file_.shared = keep(std::move(knob));
    }

    void add_argument(OwnArgument& argument) {
        if (argument.spec.array() && argument.spec.fill != Spec::Fill::file) add_length(argument);
        const bool number = argument.spec.kind == Spec::Kind::number;
        const bool small = argument.spec.type != Type::u64 || argument.spec.bits >> 63 == 0;
        if (number && !is_real(argument.spec.type) && small) add_value(argument);
    }

    void add_length(OwnArgument& argument) {
        const auto now = static_cast<std::int64_t>(argument.spec.count);
        Knob knob = whole(
            argument.spec.name + ".length", "Length of " + argument.spec.name, "elements",
            {.ticks = with(powers_of_two(16, 1 << 20), now), .preset = now}, 1, most_elements);
        knob.logarithmic = true;
        knob.hint = "Number of elements in the array. An access past its end is a fault.";
        argument.length = keep(std::move(knob));
    }

    void add_value(OwnArgument& argument) {
        const auto now = static_cast<std::int64_t>(argument.spec.bits);
        const bool size = counts_elements(argument.taken);
        std::vector<std::int64_t> ticks =
            size ? powers_of_two(16, 1 << 20) : powers_of_two(1, 1024);
        if (!size) ticks.insert(ticks.begin(), 0);
        const bool sign = argument.spec.type_word.starts_with('i');
        const auto bits = static_cast<int>(8 * argument.spec.bytes());
        const std::int64_t most = bits == 64 ? std::numeric_limits<std::int64_t>::max()
                                             : (std::int64_t{1} << (sign ? bits - 1 : bits)) - 1;
        Knob knob = whole(argument.spec.name, argument.spec.name, size ? "elements" : "",
                          {.ticks = {}, .preset = now}, sign ? -most - 1 : 0, most);
        std::erase_if(ticks, [&](std::int64_t tick) { return tick > most; });
        knob.ticks = with(std::move(ticks), now);
        std::ranges::sort(knob.ticks);
        knob.high = most;
        knob.logarithmic = size;
        if (size) knob.dimensions = guess_.side_of;
        knob.hint = "The argument with this name.";
        argument.value = keep(std::move(knob));
        if (size) file_.sizes.push_back(argument.value);
    }

    OwnFile& file_;
    const Guess& guess_;
    const Program& program_;
};

}  // namespace

Guess guess_launch(const FoundKernel& kernel, const Program& program, const Wish& wish) {
    return Guessing(kernel, program, wish).done();
}

void add_knobs(OwnFile& file, const Guess& guess, const Program& program) {
    Knobs(file, guess, program).add();
}

}  // namespace lab
