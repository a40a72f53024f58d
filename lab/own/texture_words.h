// Textures in a SPEC: "texture.f32x2.linear.wrap.normalized" and "[64,32]".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/own/spec.h"

namespace lab {

/// Whether a SPEC's type begins like a texture's.
bool names_texture(std::string_view type);
/// Sets type, channels, size and read modes in the SPEC, or returns the reason why not. `sides`:
/// the text in brackets, "64", "64,32" or "64,32,8" texels.
std::optional<std::string> put_texture(Spec& spec, std::string_view type, std::string_view sides);
/// "texture.f32x2.linear" and "64,32" for a form.
std::string type_of_texture(const simulator::TextureForm& form);
std::string sides_of_texture(const simulator::TextureForm& form);
/// "a texture of 2 dimensions".
std::string texture_words(const simulator::TextureForm& form);
/// A sentence to follow a parameter's name: a one-dimensional array can't have so many texels.
/// Empty where it can.
std::string too_long_for_array(const simulator::TextureForm& form);

}  // namespace lab
