// Texture objects of a GPU, made from what a plan says of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lab/cuda/driver.h"
#include "simulator/texture.h"

namespace lab::cuda {

// One texture object, with the CUDA array behind it where it has one.
class TextureObject {
public:
    /// Over an array of its own that holds `texels`. Throws Error.
    TextureObject(const simulator::TextureForm&, std::span<const std::byte> texels);
    /// Over plain memory of the device, as tex1Dfetch reads it. Throws Error.
    TextureObject(const simulator::TextureForm&, DeviceAddress texels);
    ~TextureObject();
    TextureObject(TextureObject&& other) noexcept;
    TextureObject(const TextureObject&) = delete;
    TextureObject& operator=(const TextureObject&) = delete;
    /// What a kernel is given.
    unsigned long long value() const { return object_; }

private:
    void make(const simulator::TextureForm&, const TextureSource&);
    unsigned long long object_ = 0;
    Array array_ = nullptr;
};

}  // namespace lab::cuda
