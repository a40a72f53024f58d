// The plan of a file's kernel, and the values that follow a turned knob.
#include "lab/own/own_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace lab {
namespace {

std::int64_t value_at(const Knob* knob, const Settings& settings, std::int64_t otherwise) {
    return knob ? settings[*knob] : otherwise;
}

std::uint64_t length_of(const OwnArgument& argument, const Settings& settings) {
    return static_cast<std::uint64_t>(
        value_at(argument.length, settings, static_cast<std::int64_t>(argument.spec.count)));
}

Spec spec_at(const OwnArgument& argument, const Settings& settings) {
    Spec spec = argument.spec;
    if (argument.length) spec.count = length_of(argument, settings);
    if (argument.value) spec.bits = static_cast<std::uint64_t>(settings[*argument.value]);
    return spec;
}

// The number as a plan's argument: by its SPEC's type, or as bits where the parameter is bits.
Argument number_at(const OwnArgument& argument, const Settings& settings) {
    const Spec spec = spec_at(argument, settings);
    const bool bits = is_real(spec.type) && !is_real(argument.taken.stored);
    if (spec.type == Type::f32 && !bits)
        return std::bit_cast<float>(static_cast<std::uint32_t>(spec.bits));
    if (spec.type == Type::f64 && !bits) return std::bit_cast<double>(spec.bits);
    if (spec.bytes() == 8) return spec.bits;
    if (spec.type == Type::u32 || bits) return static_cast<std::uint32_t>(spec.bits);
    return static_cast<std::int32_t>(spec.bits);
}

Buffer allocated(const OwnArgument& argument, Plan& plan, const Settings& settings) {
    const Spec spec = spec_at(argument, settings);
    const auto count = static_cast<std::int64_t>(spec.count);
    if (spec.fill == Spec::Fill::none) return plan.buffer(spec.name, spec.type, count);
    return plan.input(spec.name, spec.type, count, fill_of(spec, argument.content));
}

// An array with one element for each thread of a 2D or 3D launch is shown as that box.
void show_field(Plan& plan, const Buffer& buffer, const std::string& name, Dim3 grid, Dim3 block) {
    const Dim3 box{grid.x * block.x, grid.y * block.y, grid.z * block.z};
    const bool real = is_real(buffer.type);
    if (real && box.y > 1 && box.x > 1 && box.count() == buffer.count)
        plan.field(buffer, box, name);
}

// The product of sizes, as an array's possible length; -1 on overflow.
std::int64_t product(const std::vector<const Knob*>& sizes, const Settings& settings) {
    std::int64_t all = 1;
    for (const Knob* size : sizes)
        if (__builtin_mul_overflow(all, settings[*size], &all)) return -1;
    return all;
}

// Products that a value may follow: single sizes, products of sizes, one size squared or cubed.
std::vector<std::vector<const Knob*>> followed(const std::vector<const Knob*>& sizes) {
    std::vector<std::vector<const Knob*>> all;
    for (const Knob* size : sizes) all.push_back({size});
    // Products of two sizes come first: equal rows and columns are not a square.
    for (const bool square : {false, true})
        for (const Knob* a : sizes)
            for (const Knob* b : sizes)
                if ((a == b) == square) all.push_back({a, b});
    if (sizes.size() == 3) all.push_back(sizes);
    if (sizes.size() == 1) all.push_back({sizes[0], sizes[0], sizes[0]});
    return all;
}

class Turning {
public:
    Turning(const OwnFile& file, const Settings& before, const Knob& knob, std::int64_t value)
        : file_(file), before_(before), after_(before), turned_(&knob) {
        after_.set(knob, value);
    }

    Settings done() {
        if (std::ranges::find(file_.sizes, turned_) != file_.sizes.end())
            for (const OwnArgument& argument : file_.arguments) follow_sizes(argument);
        for (std::size_t axis = 0; axis < 3; ++axis) cover(axis);
        follow_threads();
        return after_;
    }

private:
    void put(const Knob& knob, std::int64_t value) {
        if (&knob != turned_) after_.set(knob, std::clamp(value, knob.low, knob.high));
    }

    void follow_sizes(const OwnArgument& argument) {
        if (!argument.length) return;
        const std::int64_t numbers = argument.taken.numbers;
        for (const auto& sizes : followed(file_.sizes))
            if (product(sizes, before_) * numbers == before_[*argument.length])
                return put(*argument.length, product(sizes, after_) * numbers);
    }

    // The grid covers a size or a product of sizes, as one-dimensional threads walk over a matrix.
    // Without sizes, it covers an array.
    void cover(std::size_t axis) {
        const Knob *grid = file_.grid[axis], *block = file_.block[axis];
        if (!grid || !block || grid == turned_) return;
        std::vector<std::vector<const Knob*>> extents = followed(file_.sizes);
        if (extents.empty())
            for (const OwnArgument& argument : file_.arguments)
                if (argument.length) extents.push_back({argument.length});
        for (const auto& extent : extents) {
            const std::int64_t was = product(extent, before_), is = product(extent, after_);
            if (is >= 0 && blocks_for(was, before_[*block]) == before_[*grid])
                return put(*grid, blocks_for(is, after_[*block]));
        }
    }

    void follow_threads() {
        if (!file_.shared || file_.shared == turned_ || before_[*file_.shared] == 0) return;
        const auto threads = [&](const Settings& at) {
            return static_cast<std::int64_t>(shape_of(file_.block, at).count());
        };
        const std::int64_t each =
            before_[*file_.shared] / std::max<std::int64_t>(threads(before_), 1);
        if (each * threads(before_) == before_[*file_.shared])
            put(*file_.shared, each * threads(after_));
    }

    const OwnFile& file_;
    const Settings& before_;
    Settings after_;
    const Knob* turned_;
};

}  // namespace

Dim3 shape_of(const std::array<const Knob*, 3>& sides, const Settings& settings) {
    const auto side = [&](std::size_t axis) {
        const std::int64_t asked = value_at(sides[axis], settings, 1);
        return static_cast<std::uint32_t>(std::clamp<std::int64_t>(asked, 0, 0xFFFFFFFF));
    };
    return {side(0), side(1), side(2)};
}

double threads_of(const OwnFile& file, const Settings& settings) {
    return static_cast<double>(shape_of(file.grid, settings).count()) *
           static_cast<double>(shape_of(file.block, settings).count());
}

namespace {

Argument argument_at(const OwnArgument& argument, Plan& plan, const Settings& settings, Dim3 grid,
                     Dim3 block) {
    if (argument.spec.kind == Spec::Kind::structure) return Structure{*argument.content};
    if (argument.spec.kind == Spec::Kind::texture) {
        simulator::TextureForm form = argument.spec.texture;
        if (argument.taken.texture) form.texels = argument.taken.texture->texels;
        return Texture{allocated(argument, plan, settings), form};
    }
    if (!argument.spec.array()) return number_at(argument, settings);
    const Buffer buffer = allocated(argument, plan, settings);
    show_field(plan, buffer, argument.spec.name, grid, block);
    return buffer;
}

// A wider argument may hold a narrow member.
void put_inside(Structure& whole, const Taken& taken, const Argument& member) {
    const auto put = [&](const void* from, std::size_t bytes) {
        std::memcpy(whole.bytes.data() + taken.offset, from,
                    std::min<std::size_t>(bytes, taken.bytes));
    };
    std::visit(
        [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, Buffer> || std::is_same_v<Value, Texture>)
                whole.inside.push_back({taken.offset, value});
            else if constexpr (std::is_same_v<Value, Structure>)
                put(value.bytes.data(), value.bytes.size());
            else
                put(&value, sizeof value);
        },
        member);
}

}  // namespace

void record(const OwnFile& file, const std::string& kernel, Plan& plan, const Settings& settings) {
    const Dim3 grid = shape_of(file.grid, settings), block = shape_of(file.block, settings);
    Launch launch{kernel, LaunchSize(grid, block, value_at(file.shared, settings, 0)), {}, true};
    for (const OwnVariable& variable : file.variables)
        if (std::ranges::count(variable.kernels, kernel) > 0)
            plan.symbol(variable.spec.name, variable.symbol, variable.spec.type,
                        static_cast<std::int64_t>(std::max<std::uint64_t>(variable.spec.count, 1)),
                        fill_of(variable.spec, variable.content));
    std::optional<std::size_t> inside;  // index of the structure being filled
    for (const OwnArgument& argument : file.arguments) {
        const Taken& taken = argument.taken;
        Argument made = argument_at(argument, plan, settings, grid, block);
        if (!taken.parameter) {
            launch.arguments.push_back(std::move(made));
            continue;
        }
        if (inside != taken.parameter)
            launch.arguments.push_back(Structure{std::vector<std::byte>(taken.whole_bytes)});
        inside = taken.parameter;
        put_inside(std::get<Structure>(launch.arguments.back()), taken, made);
    }
    plan.steps.push_back(std::move(launch));
}

Settings turned(const OwnFile& file, const Settings& settings, const Knob& knob,
                std::int64_t value) {
    return Turning(file, settings, knob, value).done();
}

std::vector<std::string> specs_of(const OwnFile& file, const Settings& settings) {
    std::vector<std::string> words;
    for (const OwnArgument& argument : file.arguments) {
        Spec spec = spec_at(argument, settings);
        if (const Knob* knob = argument.value)
            spec.bits = std::uint64_t(std::clamp(settings[*knob], knob->low, knob->high));
        words.push_back(worded(spec));
    }
    return words;
}

std::string beyond_their_types(const OwnFile& file, const Settings& settings) {
    std::string words;
    for (const OwnArgument& argument : file.arguments) {
        const Knob* knob = argument.value;
        if (knob && settings[*knob] != std::clamp(settings[*knob], knob->low, knob->high))
            words += fmt::format(" {}={}", knob->id, settings[*knob]);
    }
    return words;
}

std::vector<const Knob*> launch_knobs(const OwnFile& file) {
    std::vector<const Knob*> knobs(file.grid.begin(), file.grid.end());
    knobs.insert(knobs.end(), file.block.begin(), file.block.end());
    knobs.push_back(file.shared);
    std::erase(knobs, nullptr);
    return knobs;
}

}  // namespace lab
