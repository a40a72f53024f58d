// The words of a texture: "texture.f32x2.linear.wrap.normalized" and "[64,32]", as a SPEC has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/own/spec.h"

namespace lab {

/// Whether a SPEC's type begins as a texture's does.
bool names_texture(std::string_view type);
/// Puts type, channels, size and the ways to read it into the SPEC; or says why that can't be.
/// `sides`: what stands in brackets, "64", "64,32" or "64,32,8" texels.
std::optional<std::string> put_texture(Spec& spec, std::string_view type, std::string_view sides);
/// "texture.f32x2.linear" and "64,32" of a form.
std::string type_of_texture(const simulator::TextureForm& form);
std::string sides_of_texture(const simulator::TextureForm& form);
/// "a texture of 2 dimensions".
std::string texture_words(const simulator::TextureForm& form);
/// Behind the name of a parameter: that an array of one dimension has not so many texels. Empty
/// where it has.
std::string too_long_for_array(const simulator::TextureForm& form);

}  // namespace lab
