// Finds, checks and loads fonts. Called once for each Dear ImGui context: window, shots, tests.
#include "app/draw/fonts.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>

#include "app/draw/font_files.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "platform/files.h"

namespace app {

namespace {

constexpr std::uint64_t most_font_bytes = 64 << 20;
constexpr std::size_t most_helpers = 8;  // fonts that are tried for the signs that one lacks

std::vector<unsigned char> bytes_of(const std::filesystem::path& path) {
    const std::string bytes = platform::read_file(path, most_font_bytes).bytes;
    return {bytes.begin(), bytes.end()};
}

class Tables {
public:
    explicit Tables(std::span<const unsigned char> bytes) : bytes_(bytes) {}
    std::uint32_t u32(std::size_t at) const { return std::uint32_t{u16(at)} << 16 | u16(at + 2); }
    std::uint16_t u16(std::size_t at) const {
        if (at + 2 > bytes_.size()) return 0;
        return static_cast<std::uint16_t>(bytes_[at] << 8 | bytes_[at + 1]);
    }
    std::int16_t s16(std::size_t at) const { return static_cast<std::int16_t>(u16(at)); }
    int count() const { return u16(4); }
    // Why the file is broken; empty where every table lies within it.
    std::string problem() const;
    std::size_t find(const char* tag) const;  // offset of a table; 0: none

private:
    std::span<const unsigned char> bytes_;
};

std::string Tables::problem() const {
    if (bytes_.size() < 12) return "is too short to be a font";
    const std::uint32_t kind = u32(0);
    if (kind != 0x00010000 && kind != 0x4F54544F && kind != 0x74727565)
        return "is not a TrueType or OpenType file";
    for (int table = 0; table < count(); ++table) {
        const std::size_t row = 12 + 16 * static_cast<std::size_t>(table);
        if (row + 16 > bytes_.size()) return "ends within its list of tables";
        if (std::uint64_t{u32(row + 8)} + u32(row + 12) > bytes_.size())
            return "is cut: a table lies past its end";
    }
    for (const char* tag : {"cmap", "head", "hhea", "hmtx", "maxp"})
        if (!find(tag)) return std::string("has no table ") + tag;
    return find("glyf") || find("CFF ") ? "" : "has no outlines";
}

std::size_t Tables::find(const char* tag) const {
    for (int table = 0; table < count(); ++table) {
        const std::size_t row = 12 + 16 * static_cast<std::size_t>(table);
        if (row + 16 <= bytes_.size() && std::memcmp(&bytes_[row], tag, 4) == 0)
            return u32(row + 8);
    }
    return 0;
}

// `into`: the font that gets the missing glyphs from this file.
ImFont* add_face(ImFontAtlas& atlas, std::vector<unsigned char> bytes, bool mono,
                 ImFont* into = nullptr) {
    ImFontConfig config;
    config.PixelSnapH = mono;
    config.MergeMode = into != nullptr;
    config.DstFont = into;
    void* copy = IM_ALLOC(bytes.size());
    std::memcpy(copy, bytes.data(), bytes.size());
    return atlas.AddFontFromMemoryTTF(copy, static_cast<int>(bytes.size()), 16, &config);
}

// A web page's bold fonts contain only the letters of the program's own texts, and a font that
// stands in may lack some. Other letters, as in a file's name, come from the next font with them.
void complete(ImFontAtlas& atlas, std::span<const std::filesystem::path> others, bool mono,
              ImFont& font) {
    constexpr ImWchar one_of_all = 0x3A9;  // an omega
    for (const std::filesystem::path& other : others) {
        if (font.IsGlyphInFont(one_of_all)) return;
        std::vector<unsigned char> bytes = bytes_of(other);
        if (examine_font(bytes).usable) add_face(atlas, std::move(bytes), mono, &font);
    }
}

// Loads the first font of these that can be used. `why` gets a sentence for each that can't.
std::optional<Face> load_face(ImFontAtlas& atlas, std::span<const std::filesystem::path> paths,
                              bool mono, std::string& why) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
        std::vector<unsigned char> bytes = bytes_of(paths[i]);
        const FontFile file = examine_font(bytes);
        ImFont* font = file.usable ? add_face(atlas, std::move(bytes), mono) : nullptr;
        if (!font) {
            why += paths[i].string() + " " + (file.usable ? "could not be read" : file.problem) +
                   "; it is not used. ";
            continue;
        }
        if (!font->IsGlyphInFont('A')) continue;  // no font of letters
        const auto others = paths.subspan(i + 1);
        complete(atlas, others.first(std::min(most_helpers, others.size())), mono, *font);
        return Face{font, file.line_per_em, paths[i].stem().string()};
    }
    return std::nullopt;
}

}  // namespace

FontFile examine_font(std::span<const unsigned char> bytes) {
    const Tables tables(bytes);
    FontFile file{.problem = tables.problem()};
    if (!file.problem.empty()) return file;
    const int em = tables.u16(tables.find("head") + 18);
    const std::size_t metrics = tables.find("hhea");
    const int height = tables.s16(metrics + 4) - tables.s16(metrics + 6);
    if (em < 16 || height < em / 2 || height > 4 * em)
        return file.problem = "has measures that make no sense", file;
    file.line_per_em = static_cast<float>(height) / static_cast<float>(em);
    file.usable = true;
    return file;
}

Fonts load_fonts(ImFontAtlas& atlas) {
    const FontFiles files;
    Fonts fonts;
    ImFont* own = nullptr;
    for (std::size_t face = 0; face < font_count; ++face) {
        const std::string name(FontFiles::name_of(face));
        const auto paths = files.candidates(face);
        std::string why;
        const auto loaded = load_face(atlas, paths, FontFiles::is_mono(face), why);
        if (loaded) fonts.faces[face] = *loaded;
        if (loaded && loaded->name == name) continue;
        if (why.empty()) why = name + " was not found; ";
        fonts.missing.push_back(why + (loaded ? loaded->name : "Dear ImGui's own face") +
                                " stands in for it.");
        if (loaded) continue;
        if (!own) own = atlas.AddFontDefault();
        fonts.faces[face] = {own, 1};
    }
    return fonts;
}

namespace {

// A sign that Dear ImGui's own face lacks, and what stands for it there.
struct StandIn {
    char32_t sign;
    std::string_view letters;
};
constexpr std::array stand_ins{
    StandIn{0x2013, "-"},  StandIn{0x2014, "-"},  StandIn{0x2212, "-"},  StandIn{0x2026, "..."},
    StandIn{0x2192, "->"}, StandIn{0x2190, "<-"}, StandIn{0x2264, "<="}, StandIn{0x2265, ">="},
    StandIn{0x2248, "~"},  StandIn{0x2260, "!="}, StandIn{0x2018, "'"},  StandIn{0x2019, "'"},
    StandIn{0x201C, "\""}, StandIn{0x201D, "\""}, StandIn{0x3C0, "pi"},  StandIn{0x221A, "sqrt "},
};

// "8" of a superscript 8, "-" of a superscript minus; empty for other signs.
std::string_view raised(char32_t c) {
    constexpr std::string_view digits = "0123456789";
    if (c == 0xB9) return "1";
    if (c == 0xB2 || c == 0xB3) return digits.substr(c - 0xB0, 1);
    if (c == 0x207B) return "-";
    if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079)) return digits.substr(c - 0x2070, 1);
    return {};
}

}  // namespace

std::string in_letters_of(const Face& face, std::string_view text) {
    if (!face.name.empty()) return std::string(text);
    std::string plain;
    bool was_raised = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = next_character(text, at);
        const std::string_view power = raised(c);
        if (!power.empty()) {
            plain += was_raised ? "" : "^";
            plain += power;
        } else if (const auto other = std::ranges::find(stand_ins, c, &StandIn::sign);
                   other != stand_ins.end()) {
            plain += other->letters;
        } else if (c >= 0x2080 && c <= 0x2089) {
            plain += static_cast<char>('0' + (c - 0x2080));
        } else {
            plain += text.substr(begin, at - begin);
        }
        was_raised = !power.empty();
    }
    return plain;
}

bool needs_walk(std::string_view text, const TextStyle& style) {
    return style.tabular || text.find(thin_space) != std::string_view::npos;
}

void walk_text(const Face& face, float size, std::string_view text, bool tabular,
               const std::function<void(char32_t, float, float)>& put) {
    ImFontBaked* baked = face.font->GetFontBaked(size);
    const float shrink = size / baked->Size,
                digit = tabular ? baked->GetCharAdvance('0') * shrink : 0;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = next_character(text, at);
        const bool thin = c == 0x2009 || c == 0x202F, fixed = tabular && c >= '0' && c <= '9';
        if (thin) {
            put(' ', size / face.line_per_em * .2f, 0);
            continue;
        }
        const float advance = baked->GetCharAdvance(static_cast<ImWchar>(c)) * shrink;
        put(c, fixed ? digit : advance, fixed ? (digit - advance) / 2 : 0);
    }
}

float text_width(const Fonts& fonts, std::string_view text, const TextStyle& style, float scale) {
    const Face& face = fonts[style.font];
    const float size = style.size * face.line_per_em * scale;
    std::string own;
    if (face.name.empty()) text = own = in_letters_of(face, text);
    if (size < 1 || text.empty()) return 0;
    if (!needs_walk(text, style))
        return face.font->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size())
                   .x /
               scale;
    float width = 0;
    walk_text(face, size, text, style.tabular,
              [&](char32_t, float advance, float) { width += advance; });
    return width / scale;
}

char32_t next_character(std::string_view text, std::size_t& at) {
    unsigned int c = 0;
    const int taken = ImTextCharFromUtf8(&c, text.data() + at, text.data() + text.size());
    at += static_cast<std::size_t>(std::max(1, taken));
    return static_cast<char32_t>(c);
}

}  // namespace app
