// Textures: arrays that a kernel reads by coordinates, as a texture unit does. The host makes them
// before a launch; no kernel writes to one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/types.h"

namespace simulator {

// How coordinates outside the texture are mapped: cudaTextureAddressMode, in its order.
enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

// Where the texels are: in an array that only a texture unit can read (for tex1D, tex2D, tex3D), or
// in plain memory (for tex1Dfetch). `any`: unknown, and both kinds of read work.
enum class TexelsIn : std::uint8_t { any, array, memory };

// A cudaTextureDesc and the array that it describes.
struct TextureForm {
    Type type = Type::f32;  // of a channel: f32, or an integer of 8, 16 or 32 bits
    int channels = 1;       // of a texel: 1, 2 or 4
    int dimensions = 1;
    Dim3 size;  // texels
    AddressMode mode = AddressMode::clamp;
    bool linear = false;            // cudaFilterModeLinear: interpolates neighbours; else point
    bool normalized = false;        // coordinates from 0 to 1
    bool normalized_float = false;  // cudaReadModeNormalizedFloat: integers as fractions of 1
    TexelsIn texels = TexelsIn::any;
    bool operator==(const TextureForm&) const = default;
    int texel_bytes() const { return size_of(type) * channels; }
    /// Whether a read returns floats, whatever type is stored.
    bool gives_floats() const { return normalized_float || type == Type::f32; }
};

struct Texture {
    TextureForm form;
    Address base = 0;  // of the texels in memory, row after row
};

// The channels that one lane reads, as the bits of a float or an integer. Channels that the texture
// lacks are 0.
struct Texel {
    std::uint32_t channels[4];
};

/// The value at coordinates (x, y, z); the texture uses as many as it has dimensions. Point: the
/// texel that contains them. Linear: a blend of 2, 4 or 8 texels with weights in 256ths, as on an
/// H200 (docs/own_kernels.md).
Texel sampled(const TextureForm&, const std::byte* texels, const float (&at)[3]);
/// The texel `index` of a 1D texture, or zeros outside it: tex1Dfetch.
Texel fetched(const TextureForm&, const std::byte* texels, std::int32_t index);

}  // namespace simulator
