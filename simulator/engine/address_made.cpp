// Follows an address back through sums, products and conversions to parameters and variables.
#include "simulator/engine/address_made.h"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "simulator/isa/arithmetic.h"

namespace simulator {
namespace {

class Maker {
public:
    Maker(const Program& program, const Warp& warp, int lane, const Memory& memory)
        : program_(program), warp_(warp), lane_(lane), memory_(memory) {}

    AddressMade make(Place address) {
        add(address);
        while (!left_.empty()) {
            const Place place = left_.back();
            left_.pop_back();
            if (place >= program_.first_constant)
                note_constant(place);
            else
                for (const Code& code : program_.code)
                    if (code.d == place) look_at(code);
        }
        if (bases_.size() == 1) made_.base = *bases_.begin();
        return made_;
    }

private:
    void add(Place place) {
        if (place != nowhere && seen_.insert(place).second) left_.push_back(place);
    }

    // Parameters and addresses of variables are in the register file.
    void note_constant(Place place) {
        const auto here = [&](const auto& value) {
            return value.place == place && value.bytes == 8;
        };
        if (std::ranges::none_of(program_.parameter_values, here) &&
            std::ranges::none_of(program_.symbol_addresses, here))
            return;
        if (const Buffer* buffer = memory_.find(lane_bits(warp_, place, 8, lane_)))
            bases_.insert(buffer);
    }

    void look_at(const Code& code) {
        if (code.row->effect.kind == Kind::call) made_.from_call = true;
        const ptx::Instruction& text = program_.text[code.index];
        const Arithmetic is = arithmetic_of(text.parts.front());
        const bool parameter = code.space == Space::parameter;
        if (!parameter && !goes_into_addresses(is)) return;
        const bool cut = std::ranges::any_of(text.parts, keeps_low_half);
        if (is == Arithmetic::power || cut) note_product(code, is);
        for (const Place place : {code.a, code.b, code.c}) add(place);
    }

    std::int64_t whole(Place place) const {
        return static_cast<std::int32_t>(lane_bits(warp_, place, 4, lane_));
    }

    static bool goes_into_addresses(Arithmetic is) {
        constexpr Arithmetic all[] = {Arithmetic::sum,     Arithmetic::difference,
                                      Arithmetic::product, Arithmetic::product_and_sum,
                                      Arithmetic::power,   Arithmetic::same};
        return std::ranges::find(all, is) != std::end(all);
    }

    // Valid only if the registers still hold the product's factors.
    void note_product(const Code& code, Arithmetic is) {
        if (size_of(code.type) != 4) return;
        const auto times = [&](auto a, auto b, auto c) {
            return (is == Arithmetic::power ? a << (b & 31) : a * b) + c;
        };
        const std::int64_t a = whole(code.a), b = whole(code.b),
                           c = is == Arithmetic::product_and_sum ? whole(code.c) : 0;
        const auto bits = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
        const std::int64_t made = times(a, b, c);
        const auto unsign =
            times(std::uint64_t{bits(a)}, std::uint64_t{bits(b)}, std::uint64_t{bits(c)});
        const bool fits = made == static_cast<std::int32_t>(bits(made)) ||
                          unsign <= std::numeric_limits<std::uint32_t>::max();
        if (!fits && made > 0 && bits(whole(code.d)) == bits(made)) made_.product = made;
    }

    const Program& program_;
    const Warp& warp_;
    int lane_;
    const Memory& memory_;
    std::set<Place> seen_;
    std::vector<Place> left_;
    std::set<const Buffer*> bases_;
    AddressMade made_;
};

}  // namespace

AddressMade address_made(const Program& program, const Warp& warp, int lane, const Code& access,
                         const Memory& memory) {
    return Maker(program, warp, lane, memory).make(access.a);
}

}  // namespace simulator
