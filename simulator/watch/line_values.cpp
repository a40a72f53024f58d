// Finds the final results of a line, and records them as they are computed. See line_values.h;
// registered in observers.h.
#include "simulator/watch/line_values.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "simulator/watch/observers.h"
#include "simulator/watch/recipe.h"

namespace simulator {
namespace {

bool is_float_or_double(Type type) { return type == Type::f32 || type == Type::f64; }

bool is_whole(Type type) { return type == Type::u32 || type == Type::s32 || type == Type::b32; }

bool leaves(const Recipe& recipe, bool (*wanted)(Type)) {
    return (recipe.kind == Kind::compute || recipe.kind == Kind::load) &&
           recipe.destinations == 1 && wanted(recipe.destination[0].type);
}

bool reads(const Recipe& recipe, Register wanted) {
    const auto is_it = [&](const Operand& operand) { return operand.reg == wanted; };
    return is_it(recipe.address) ||
           std::any_of(recipe.source, recipe.source + recipe.sources, is_it);
}

bool read_at_the_line(const Program& program, const Recipes& recipes, std::size_t from) {
    const Register made = recipes.of[from].destination[0].reg;
    for (std::size_t i = from + 1; i < program.code.size(); ++i) {
        if (program.code[i].line != program.code[from].line) return false;
        if (reads(recipes.of[i], made)) return true;
    }
    return false;
}

class LineRecorder final : public ValueRecorder {
public:
    LineRecorder(std::int32_t line, std::uint64_t bytes) : limit_(bytes) { made_.line = line; }
    std::unique_ptr<Observer> clone() const override {
        return std::make_unique<LineRecorder>(*this);
    }
    std::shared_ptr<const LineValues> values() const override {
        return std::make_shared<LineValues>(made_);
    }

    void launch_begins(const Scene& scene) override {
        recipes_ = recipes_of(scene.program);
        leaving_.assign(scene.program.code.size(), false);
        for (const std::uint32_t index : leaving(scene.program, made_.line)) leaving_[index] = true;
    }

    void after(const Moment& moment, const Code& code) override {
        if (code.line != made_.line || !moment.warp.mask) return;
        const auto index = static_cast<std::uint32_t>(&code - moment.program.code.data());
        if (leaving_[index] && room(std::popcount(moment.warp.mask))) note(moment, index);
    }

private:
    bool room(int lanes) {
        const std::size_t bytes = (made_.left.size() + 1) * sizeof(LeftValue) +
                                  (made_.bits.size() + lanes) * sizeof(std::uint64_t);
        if (bytes > limit_) made_.full = true;
        return !made_.full;
    }

    void note(const Moment& moment, std::uint32_t index) {
        const Operand& to = recipes_->of[index].destination[0];
        made_.left.push_back({.launch = static_cast<std::uint16_t>(moment.launch),
                              .block = moment.block,
                              .interval = static_cast<std::uint32_t>(moment.interval),
                              .warp = moment.warp.index,
                              .index = moment.index,
                              .mask = moment.warp.mask,
                              .type = to.type,
                              .first = static_cast<std::uint32_t>(made_.bits.size()),
                              .instruction = index});
        for (std::uint32_t lanes = moment.warp.mask; lanes; lanes &= lanes - 1)
            made_.bits.push_back(
                lane_bits(moment.warp, to.place, size_of(to.type), std::countr_zero(lanes)));
    }

    LineValues made_;
    std::shared_ptr<const Recipes> recipes_;
    std::vector<bool> leaving_;  // Program::code
    std::uint64_t limit_ = 0;
};

}  // namespace

double LineValues::value(const LeftValue& one, int lane) const {
    if (!(one.mask >> lane & 1)) return 0;
    const std::uint32_t below = one.mask & ((std::uint32_t{1} << lane) - 1);
    const std::uint64_t found = bits[one.first + std::popcount(below)];
    if (one.type == Type::f64) return std::bit_cast<double>(found);
    if (one.type == Type::s32) return static_cast<std::int32_t>(found);
    if (is_whole(one.type)) return static_cast<std::uint32_t>(found);
    return std::bit_cast<float>(static_cast<std::uint32_t>(found));
}

std::vector<std::uint32_t> leaving(const Program& program, std::int32_t line) {
    const std::shared_ptr<const Recipes> recipes = recipes_of(program);
    std::vector<std::uint32_t> found;
    for (const auto wanted : {is_float_or_double, is_whole}) {
        for (std::size_t i = 0; i < program.code.size(); ++i)
            if (program.code[i].line == line && leaves(recipes->of[i], wanted) &&
                !read_at_the_line(program, *recipes, i))
                found.push_back(static_cast<std::uint32_t>(i));
        if (!found.empty()) break;
    }
    return found;
}

std::unique_ptr<ValueRecorder> make_value_recorder(std::int32_t line, std::uint64_t bytes) {
    return std::make_unique<LineRecorder>(line, bytes);
}

}  // namespace simulator
