// The program's fonts. They are searched among the system's packages, checked before Dear ImGui
// sees them (a truncated file would crash it), and measured. Another font of the system stands in
// for a missing one; Dear ImGui's own only where there is none.
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
    std::string name{};         // of its file, without ending; empty: Dear ImGui's own
};

struct Fonts {
    std::array<Face, font_count> faces;
    std::vector<std::string> missing;  // sentences, for `doctor` and the help sheet
    const Face& operator[](Font font) const { return faces[static_cast<std::size_t>(font)]; }
};

/// Loads all faces into `atlas`, which must be of the current Dear ImGui context.
Fonts load_fonts(ImFontAtlas& atlas);

/// Width of one line in logical pixels, at `scale` framebuffer pixels per logical pixel.
float text_width(const Fonts& fonts, std::string_view text, const TextStyle& style, float scale);

// The result of examine_font(): the line height, or why the file cannot be used.
struct FontFile {
    bool usable = false;
    std::string problem;
    float line_per_em = 0;
};
FontFile examine_font(std::span<const unsigned char> bytes);

/// The text with ASCII in place of signs that Dear ImGui's own face lacks: "2^24" for superscripts,
/// "0-31", "...", "->". Unchanged for other faces, which a helper completes.
std::string in_letters_of(const Face& face, std::string_view text);

/// Calls `put` with each character, its advance and its shift, all in framebuffer pixels. Digits
/// get equal width where `tabular`; thin spaces work also where the font has none.
void walk_text(const Face& face, float size, std::string_view text, bool tabular,
               const std::function<void(char32_t c, float advance, float shift)>& put);
/// Whether Dear ImGui cannot draw this text itself, so that walk_text() is needed.
bool needs_walk(std::string_view text, const TextStyle& style);

/// The next code point of UTF-8 text; moves `at` past it. 0xFFFD for bytes that are not UTF-8.
char32_t next_character(std::string_view text, std::size_t& at);

}  // namespace app
