// The faces of the program: looked for among the system's packages, checked before Dear ImGui sees
// them (a file that is cut would crash it), and measured. Without them Dear ImGui's own face takes
// their place.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"

struct ImFont;
struct ImFontAtlas;

namespace app {

constexpr int font_count = 7;

struct Face {
    ImFont* font = nullptr;
    float line_per_em = 1.21f;  // Dear ImGui's size is ascent minus descent, ours is the em
};

struct Fonts {
    std::array<Face, font_count> faces;
    std::vector<std::string> missing;  // sentences, for `doctor` and the help sheet
    const Face& operator[](Font font) const { return faces[static_cast<std::size_t>(font)]; }
};

/// Loads all faces into `atlas`, which must be of the current Dear ImGui context.
Fonts load_fonts(ImFontAtlas& atlas);

/// Advance of one line at `scale` framebuffer pixels per logical one, in logical pixels.
float text_width(const Fonts& fonts, std::string_view text, const TextStyle& style, float scale);

// What a font file's tables say, or why it can't be used.
struct FontFile {
    bool usable = false;
    std::string problem;
    float line_per_em = 0;
};
FontFile examine_font(std::span<const unsigned char> bytes);

/// Calls `put` with each character, its advance and how far to shift it, all in framebuffer pixels:
/// digits of equal width where the style wants it, thin spaces also where a face has none.
void walk_text(const Face& face, float size, std::string_view text, bool tabular,
               const std::function<void(char32_t c, float advance, float shift)>& put);
/// Whether a text can't be given to Dear ImGui as it is.
bool needs_walk(std::string_view text, const TextStyle& style);

/// Next code point of UTF-8 text, moving `at` behind it; 0xFFFD for what is not UTF-8.
char32_t next_character(std::string_view text, std::size_t& at);

}  // namespace app
