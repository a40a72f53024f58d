// Textures: arrays that a kernel reads by coordinates, as a texture unit does. Made by the host,
// before a launch; no kernel writes to one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/types.h"

namespace simulator {

// Where a coordinate lies that is outside: cudaTextureAddressMode, in its order.
enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

// Where its texels lie: an array that only a texture unit can read, as tex1D, tex2D and tex3D want
// it, or plain memory, as tex1Dfetch does. `any`: not known, and either way is read.
enum class TexelsIn : std::uint8_t { any, array, memory };

// What cudaTextureDesc and the array behind it say.
struct TextureForm {
    Type type = Type::f32;  // of a channel: f32 or a whole number of 8, 16 or 32 bits
    int channels = 1;       // of a texel: 1, 2 or 4
    int dimensions = 1;
    Dim3 size;  // texels
    AddressMode mode = AddressMode::clamp;
    bool linear = false;            // cudaFilterModeLinear: blended from its neighbours; else point
    bool normalized = false;        // coordinates from 0 to 1
    bool normalized_float = false;  // cudaReadModeNormalizedFloat: whole numbers as parts of 1
    TexelsIn texels = TexelsIn::any;
    bool operator==(const TextureForm&) const = default;
    int texel_bytes() const { return size_of(type) * channels; }
    /// Whether what is read is a float, whatever is stored.
    bool gives_floats() const { return normalized_float || type == Type::f32; }
};

struct Texture {
    TextureForm form;
    Address base = 0;  // of its texels in memory, rows one after the other
};

// What one lane reads: its channels, as the bits of a float or of a whole number. Those that the
// texture lacks are 0.
struct Texel {
    std::uint32_t channels[4];
};

/// At coordinates (x, y, z), of which the texture takes as many as it has dimensions. Point: the
/// texel that they fall into. Linear: a mixture of 2, 4 or 8, by weights of 256ths as an H200 makes
/// them (docs/own_kernels.md).
Texel sampled(const TextureForm&, const std::byte* texels, const float (&at)[3]);
/// The texel `index` of one dimension, or zeros where there is none: tex1Dfetch.
Texel fetched(const TextureForm&, const std::byte* texels, std::int32_t index);

}  // namespace simulator
