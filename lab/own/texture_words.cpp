#include "lab/own/texture_words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lab {
namespace {

using simulator::AddressMode;
using simulator::TextureForm;
using simulator::Type;

constexpr std::string_view beginning = "texture";

struct Channel {
    std::string_view word;
    Type type;
};
constexpr std::array channels{Channel{"u8", Type::u8},   Channel{"i8", Type::s8},
                              Channel{"u16", Type::u16}, Channel{"i16", Type::s16},
                              Channel{"u32", Type::u32}, Channel{"i32", Type::s32},
                              Channel{"f32", Type::f32}};

struct Mode {
    std::string_view word;
    AddressMode mode;
};
constexpr std::array modes{Mode{"wrap", AddressMode::wrap}, Mode{"clamp", AddressMode::clamp},
                           Mode{"mirror", AddressMode::mirror},
                           Mode{"border", AddressMode::border}};

// CUDA's limits along x, y and z, by number of dimensions; one dimension is plain memory.
constexpr std::array most{simulator::Dim3{1 << 28, 1, 1}, simulator::Dim3{131072, 65536, 1},
                          simulator::Dim3{16384, 16384, 16384}};
constexpr std::uint32_t most_in_array = 131072;  // of one dimension

bool put_channels(TextureForm& form, std::string_view word) {
    std::string_view number = "1";
    if (const auto x = word.find('x'); x != word.npos) {
        number = word.substr(x + 1);
        word = word.substr(0, x);
    }
    const auto* found = std::ranges::find(channels, word, &Channel::word);
    if (found == channels.end() || (number != "1" && number != "2" && number != "4")) return false;
    form.type = found->type;
    form.channels = number[0] - '0';
    return true;
}

bool put_way(TextureForm& form, std::string_view word) {
    const auto* mode = std::ranges::find(modes, word, &Mode::word);
    if (mode != modes.end()) form.mode = mode->mode;
    form.linear |= word == "linear";
    form.normalized |= word == "normalized";
    form.normalized_float |= word == "normalized_float";
    return mode != modes.end() || word == "linear" || word == "point" || word == "normalized" ||
           word == "normalized_float";
}

std::optional<std::string> put_sides(TextureForm& form, std::string_view text) {
    if (text.empty()) return "write the number of texels of a texture: texture.f32[64,64].";
    const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
    const simulator::Dim3& limit = most[std::min(commas, most.size() - 1)];
    const auto shape = shape_named(text, limit);
    if (!shape) return shape.problem().message;
    form.size = *shape;
    form.dimensions = 1 + static_cast<int>(commas);
    const std::array sides{shape->x, shape->y, shape->z}, limits{limit.x, limit.y, limit.z};
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        if (sides[axis] > limits[axis])
            return fmt::format(
                "a texture of {} dimension{} can have at most {} texels along {}, not {}.",
                form.dimensions, form.dimensions == 1 ? "" : "s", limits[axis], "xyz"[axis],
                sides[axis]);
    return std::nullopt;
}

// Forms that cudaCreateTextureObject refuses or treats in surprising ways.
std::optional<std::string> unfit(const TextureForm& form) {
    const bool narrow = simulator::size_of(form.type) < 4;
    if (form.normalized_float && !narrow)
        return "normalized_float needs whole numbers of 8 or 16 bits.";
    if (form.linear && !form.gives_floats())
        return "linear needs floats: write f32, or normalized_float after a whole number of 8 or "
               "16 bits.";
    if (!form.normalized && (form.mode == AddressMode::wrap || form.mode == AddressMode::mirror))
        return "wrap and mirror need normalized coordinates, from 0 to 1: write normalized as "
               "well.";
    if (form.dimensions == 1 && form.linear && form.mode == AddressMode::border)
        return "linear with a border needs two dimensions: in one dimension a GPU returns half of "
               "each value, because it mixes each value with the border. Write [COUNT,1] and read "
               "it with tex2D, or write clamp.";
    return std::nullopt;
}

}  // namespace

bool names_texture(std::string_view type) {
    return type == beginning || (type.starts_with(beginning) && type[beginning.size()] == '.');
}

std::optional<std::string> put_texture(Spec& spec, std::string_view type, std::string_view sides) {
    constexpr std::string_view form =
        "write a texture as texture.f32[WIDTH,HEIGHT]. The type is u8, i8, u16, i16, u32, i32 or "
        "f32, followed by x2 or x4 for more channels. Then follow any of linear, normalized, "
        "wrap, clamp, mirror, border and normalized_float, each after a point.";
    spec.kind = Spec::Kind::texture;
    TextureForm& made = spec.texture;
    std::string_view rest = type.substr(std::min(type.size(), beginning.size() + 1));
    for (bool first = true; first || !rest.empty(); first = false) {
        const std::string_view word = rest.substr(0, rest.find('.'));
        if (!(first ? put_channels(made, word) : put_way(made, word))) return std::string(form);
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
    if (auto problem = put_sides(made, sides)) return problem;
    if (auto problem = unfit(made)) return problem;
    spec.type = made.type;
    spec.count = made.size.count() * static_cast<std::uint64_t>(made.channels);
    return std::nullopt;
}

std::string type_of_texture(const TextureForm& form) {
    std::string words = fmt::format("{}.{}", beginning,
                                    std::ranges::find(channels, form.type, &Channel::type)->word);
    if (form.channels > 1) words += fmt::format("x{}", form.channels);
    if (form.linear) words += ".linear";
    if (form.normalized) words += ".normalized";
    if (form.normalized_float) words += ".normalized_float";
    if (form.mode != AddressMode::clamp)
        words += fmt::format(".{}", std::ranges::find(modes, form.mode, &Mode::mode)->word);
    return words;
}

std::string sides_of_texture(const TextureForm& form) {
    std::string words = fmt::format("{}", form.size.x);
    if (form.dimensions > 1) words += fmt::format(",{}", form.size.y);
    if (form.dimensions > 2) words += fmt::format(",{}", form.size.z);
    return words;
}

std::string texture_words(const TextureForm& form) {
    return fmt::format("a texture of {} dimension{}", form.dimensions,
                       form.dimensions == 1 ? "" : "s");
}

std::string too_long_for_array(const TextureForm& form) {
    if (form.dimensions != 1 || form.size.x <= most_in_array) return {};
    return fmt::format(
        "reads an array with tex1D, which can have at most {} texels, not {}: tex1Dfetch reads "
        "more, from plain memory",
        most_in_array, form.size.x);
}

}  // namespace lab
