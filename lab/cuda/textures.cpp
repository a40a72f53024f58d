#include "lab/cuda/textures.h"

#include <utility>

namespace lab::cuda {
namespace {

using simulator::TextureForm;
using simulator::Type;

ArrayFormat format_of(Type type) {
    switch (type) {
        case Type::u8: return ArrayFormat::u8;
        case Type::u16: return ArrayFormat::u16;
        case Type::u32: return ArrayFormat::u32;
        case Type::s8: return ArrayFormat::s8;
        case Type::s16: return ArrayFormat::s16;
        case Type::s32: return ArrayFormat::s32;
        default: return ArrayFormat::f32;
    }
}

ArrayShape shape_of(const TextureForm& form) {
    ArrayShape shape;
    shape.width = form.size.x;
    if (form.dimensions > 1) shape.height = form.size.y;
    if (form.dimensions > 2) shape.depth = form.size.z;
    shape.format = format_of(form.type);
    shape.channels = static_cast<unsigned>(form.channels);
    return shape;
}

TextureWays ways_of(const TextureForm& form) {
    TextureWays ways;
    for (int& mode : ways.address_modes) mode = static_cast<int>(form.mode);
    ways.filter = form.linear ? 1 : 0;
    if (!form.gives_floats()) ways.flags |= TextureWays::as_integers;
    if (form.normalized) ways.flags |= TextureWays::normalized;
    return ways;
}

}  // namespace

TextureObject::TextureObject(const TextureForm& form, std::span<const std::byte> texels) {
    const ArrayShape shape = shape_of(form);
    check(driver()->Array3DCreate_v2(&array_, &shape), "cuArray3DCreate");
    const std::size_t row = std::size_t{form.size.x} * static_cast<std::size_t>(form.texel_bytes());
    CopyOfPlanes copy;
    copy.from.kind = CopyOfPlanes::host;
    copy.from.host = const_cast<std::byte*>(texels.data());
    copy.from.pitch_bytes = row;
    copy.from.height = form.size.y;
    copy.to.kind = CopyOfPlanes::array;
    copy.to.array = array_;
    copy.width_bytes = row;
    copy.height = form.size.y;
    copy.depth = form.size.z;
    check(driver()->Memcpy3D_v2(&copy), "cuMemcpy3D");
    TextureSource source;
    source.kind = TextureSource::array;
    source.what.array = array_;
    make(form, source);
}

TextureObject::TextureObject(const TextureForm& form, DeviceAddress texels) {
    TextureSource source;
    source.kind = TextureSource::linear;
    source.what.linear = {texels, format_of(form.type), static_cast<unsigned>(form.channels),
                          form.size.count() * static_cast<std::size_t>(form.texel_bytes())};
    make(form, source);
}

void TextureObject::make(const TextureForm& form, const TextureSource& source) {
    const TextureWays ways = ways_of(form);
    check(driver()->TexObjectCreate(&object_, &source, &ways, nullptr), "cuTexObjectCreate");
}

TextureObject::TextureObject(TextureObject&& other) noexcept
    : object_(std::exchange(other.object_, 0)), array_(std::exchange(other.array_, nullptr)) {}

TextureObject::~TextureObject() {
    if (object_) driver()->TexObjectDestroy(object_);
    if (array_) driver()->ArrayDestroy(array_);
}

}  // namespace lab::cuda
