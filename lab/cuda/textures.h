// Texture objects of a GPU, made from a plan's textures.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lab/cuda/driver.h"
#include "simulator/texture.h"

namespace lab::cuda {

// One texture object and its CUDA array, if it has one.
class TextureObject {
public:
    /// Reads its own CUDA array with a copy of `texels`. Throws Error.
    TextureObject(const simulator::TextureForm&, std::span<const std::byte> texels);
    /// Reads plain device memory, as tex1Dfetch does. Throws Error.
    TextureObject(const simulator::TextureForm&, DeviceAddress texels);
    ~TextureObject();
    TextureObject(TextureObject&& other) noexcept;
    TextureObject(const TextureObject&) = delete;
    TextureObject& operator=(const TextureObject&) = delete;
    /// The kernel's argument.
    unsigned long long value() const { return object_; }

private:
    void make(const simulator::TextureForm&, const TextureSource&);
    unsigned long long object_ = 0;
    Array array_ = nullptr;
};

}  // namespace lab::cuda
