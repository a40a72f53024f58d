#include "simulator/isa/sampling.h"

#include <bit>
#include <utility>

#include "simulator/isa/environment.h"

namespace simulator {
namespace {

// The lane's texture, if it fits the instruction; else throws a Lapse.
const Texture& texture_of(const Warp& warp, const Code& code, int lane, int dimensions) {
    Lapse lapse{FaultKind::no_texture, &code, lane};
    lapse.address = lane_address(warp, code, lane);
    const Texture* found = warp.environment->memory->texture(lapse.address);
    if (!found) throw lapse;
    const TextureForm& form = found->form;
    const bool floats = code.type == Type::f32;
    const TexelsIn wanted = code.from == Type::s32 ? TexelsIn::memory : TexelsIn::array;
    const bool there = form.texels == TexelsIn::any || form.texels == wanted;
    if (form.dimensions == dimensions && form.gives_floats() == floats && there) return *found;
    lapse.kind = FaultKind::other_texture;
    lapse.bytes = dimensions;
    throw lapse;
}

}  // namespace

void sample(Warp& warp, const Code& code, int dimensions) {
    const Place places[3] = {code.b, code.c, code.e};
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Texture& texture = texture_of(warp, code, lane, dimensions);
        const std::byte* texels =
            std::as_const(*warp.environment->memory).bytes(texture.base).data();
        Texel read{};
        if (code.from == Type::s32) {
            read = fetched(texture.form, texels,
                           static_cast<std::int32_t>(lane_bits(warp, code.b, 4, lane)));
        } else {
            float at[3] = {};
            for (int axis = 0; axis < dimensions; ++axis)
                at[axis] = std::bit_cast<float>(
                    static_cast<std::uint32_t>(lane_bits(warp, places[axis], 4, lane)));
            read = sampled(texture.form, texels, at);
        }
        for (int channel = 0; channel < 4; ++channel)
            warp.lanes<std::uint32_t>(code.elements[channel])[lane] = read.channels[channel];
    }
}

}  // namespace simulator
