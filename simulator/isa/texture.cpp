// Reads of textures, by coordinates in up to three registers.
#include "simulator/isa/sampling.h"

#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr Type texels[] = {Type::f32, Type::u32, Type::s32};

template <int dimensions>
void read_texture(Warp& warp, const Code& code) {
    sample(warp, code, dimensions);
}

template <int dimensions>
Bodies sampling(const Match& match) {
    const bool whole = dimensions == 1 && match.from == Type::s32;
    if (match.count != 4 || (match.from != Type::f32 && !whole)) return {};
    return {read_texture<dimensions>, read_texture<dimensions>};
}

// clang-format off
constexpr Row rows[] = {
    {"tex.1d{.vec}.type.from {d}, [a], b:from", texels, Unit::texture, Effect::sample, sampling<1>,
     "d = the texture a at the coordinate b; if b is a whole number: texel b"},
    {"tex.2d{.vec}.type.from {d}, [a], b:from, c:from", texels, Unit::texture, Effect::sample,
     sampling<2>, "d = the texture a at the coordinates b, c"},
    {"tex.3d{.vec}.type.from {d}, [a], b:from, c:from, e:from", texels, Unit::texture,
     Effect::sample, sampling<3>, "d = the texture a at the coordinates b, c, e"},
};
// clang-format on

const Family family{"texture", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
