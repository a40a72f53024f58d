// Canvases, fonts and colours: what is drawn is what was said, and no file can bring the program
// down.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/draw/canvas_svg.h"
#include "app/draw/field_colours.h"
#include "app/draw/icons.h"
#include "app/draw/theme.h"
#include "app/format.h"
#include "app/gl/painter.h"
#include "app/widgets/widgets.h"
#include "tests/app/draw/contrast.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

// What was drawn, as text.
template <class Draw>
CanvasNotes notes_of(Draw draw) {
    CanvasNotes notes(testing::measuring_painter().fonts());
    testing::measuring_painter().measure([&] { draw(notes); });
    return notes;
}

std::vector<unsigned char> some_font() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator("/usr/share/fonts")) {
        const std::string ending = entry.path().extension().string();
        if (ending != ".ttf" && ending != ".otf") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    return {};
}

TEST(Fonts, AWholeFileIsUsableAndACutOneIsNot) {
    const std::vector<unsigned char> whole = some_font();
    if (whole.empty()) GTEST_SKIP() << "no font file on this machine";
    const FontFile good = examine_font(whole);
    EXPECT_TRUE(good.usable) << good.problem;
    EXPECT_GT(good.line_per_em, .8f);
    EXPECT_LT(good.line_per_em, 2.5f);
    for (std::size_t part : {0u, 1u, 11u, 12u, 60u})
        EXPECT_FALSE(examine_font(std::span(whole).first(part)).usable) << part;
    for (int tenths = 1; tenths < 10; ++tenths) {
        const FontFile cut = examine_font(
            std::span(whole).first(whole.size() * static_cast<std::size_t>(tenths) / 10));
        EXPECT_FALSE(cut.usable) << tenths;
        EXPECT_FALSE(cut.problem.empty());
    }
}

TEST(Fonts, ACutOrForeignFileIsLeftOutWithASentence) {
    const std::filesystem::path folder = tests::scratch_folder();
    const std::vector<unsigned char> whole = some_font();
    std::ofstream(folder / "Inter-Regular.otf", std::ios::binary)
        .write(reinterpret_cast<const char*>(whole.data()),
               static_cast<std::streamsize>(whole.size() / 2));
    std::ofstream(folder / "JetBrainsMono-Regular.ttf") << "this is no font";
    setenv("WARPLENS_FONTS", folder.c_str(), 1);
    {
        Painter painter(false);
        EXPECT_EQ(painter.fonts().missing.size(), static_cast<std::size_t>(font_count));
        EXPECT_NE(painter.fonts().missing.front().find("Inter-Regular.otf"), std::string::npos);
        painter.measure([&] { EXPECT_GT(text_width(painter.fonts(), "words", {}, 1), 0); });
    }
    unsetenv("WARPLENS_FONTS");
}

// The fonts of a folder with these files, each a copy of one that is here.
Fonts fonts_of(const std::vector<std::string>& names) {
    const std::filesystem::path folder = tests::scratch_folder();
    const std::vector<unsigned char> whole = some_font();
    for (const std::string& name : names)
        std::ofstream(folder / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(whole.data()),
                   static_cast<std::streamsize>(whole.size()));
    setenv("WARPLENS_FONTS", folder.c_str(), 1);
    Fonts fonts;
    {
        const Painter painter(false);
        fonts = painter.fonts();
    }
    unsetenv("WARPLENS_FONTS");
    return fonts;
}

TEST(Fonts, TheNextBestStandsInForAMissingOne) {
    const Fonts fonts = fonts_of({"Inter-Regular.otf", "Inter-SemiBold.otf", "DejaVuSansMono.ttf",
                                  "AAA-Italic.ttf", "Emoji.ttf"});
    EXPECT_EQ(fonts[Font::regular].name, "Inter-Regular");
    EXPECT_EQ(fonts[Font::display].name, "Inter-SemiBold");
    EXPECT_EQ(fonts[Font::medium].name, "Inter-SemiBold");
    EXPECT_EQ(fonts[Font::mono_bold].name, "DejaVuSansMono");
    ASSERT_EQ(fonts.missing.size(), 5u);
    EXPECT_EQ(fonts.missing[1],
              "InterDisplay-SemiBold was not found; Inter-SemiBold stands in for it.");
}

TEST(Fonts, AnyFontIsBetterThanTheBuiltInOne) {
    const Fonts fonts = fonts_of({"Unheard-Of.ttf"});
    for (const Face& face : fonts.faces) EXPECT_EQ(face.name, "Unheard-Of");
    EXPECT_EQ(fonts.missing.size(), std::size_t(font_count));
    const Fonts none = fonts_of({});
    for (const Face& face : none.faces) EXPECT_EQ(face.name, "");
}

TEST(Fonts, TheBuiltInFaceSpellsTheSignsThatItLacks) {
    const Face own, other{nullptr, 1, "DejaVuSans"};
    EXPECT_EQ(in_letters_of(own, "n = 2²⁴"), "n = 2^24");
    EXPECT_EQ(in_letters_of(own, "10⁻³ s"), "10^-3 s");
    EXPECT_EQ(in_letters_of(own, "block 0 of 0…65 535"), "block 0 of 0...65 535");
    EXPECT_EQ(in_letters_of(own, "3–7 → x₁₀ µs ×"), "3-7 -> x10 µs ×");
    EXPECT_EQ(in_letters_of(other, "2²⁴…"), "2²⁴…");
}

TEST(Fonts, DigitsAreOfOneWidthWhereTheStyleWantsIt) {
    notes_of([](CanvasNotes& canvas) {
        const TextStyle style{Font::regular, 14, Role::text, Align::left, true};
        EXPECT_FLOAT_EQ(canvas.width("1111", style), canvas.width("8000", style));
    });
}

TEST(Paragraph, BreaksAtSpacesAndKeepsWithinItsWidth) {
    const std::string words = "one two *three four* five `six` seven eight nine ten eleven twelve";
    float height = 0;
    const CanvasNotes notes = notes_of([&](CanvasNotes& canvas) {
        height = paragraph(canvas, {0, 0, 120, 400}, words, {Font::regular, 14});
        EXPECT_FLOAT_EQ(height, paragraph_height(canvas, 120, words, {Font::regular, 14}));
    });
    EXPECT_GT(height, 3 * 14 * 1.45f);
    std::string read;
    for (const NotedText& text : notes.texts) {
        EXPECT_LE(text.box.right(), 120.6f) << text.text;
        read += text.text + " ";
    }
    EXPECT_EQ(read, "one two three four five six seven eight nine ten eleven twelve ");
    EXPECT_TRUE(misplaced_texts(notes).empty());
}

// The words of each line.
std::vector<std::string> lines_of(const std::string& words, float width) {
    std::vector<std::string> lines;
    float y = -1;
    const auto draw = [&](Canvas& canvas) { paragraph(canvas, {0, 0, width, 400}, words, {}); };
    const CanvasNotes notes = notes_of(draw);
    for (const NotedText& text : notes.texts) {
        if (text.box.middle_y() > y + 8) lines.emplace_back(), y = text.box.middle_y();
        lines.back() += (lines.back().empty() ? "" : " ") + text.text;
    }
    return lines;
}

// Its groups of three digits are one number; numbers that are listed are not.
TEST(Paragraph, KeepsANumberOnOneLine) {
    for (float width = 130; width < 500; width += 3)
        for (const std::string& line :
             lines_of("A warp has 32 lanes, and 268 435 456 keys of 12 bits are asked for", width))
            EXPECT_FALSE(line.starts_with("435") || line.starts_with("456")) << width;
    EXPECT_GT(lines_of("1111 222 and 3 4444 or 22 55 and more", 60).size(), 3u);
}

// At every width: neither "38 / %" nor a last word alone, as long as two words have room.
TEST(Paragraph, KeepsANumberWithItsUnitAndNoWordAlone) {
    const std::string words =
        "The block has read *38 %* of what it needs, in 16 KiB and 2.5 ms, by two launches";
    for (float width = 120; width < 500; width += 3) {
        const std::vector<std::string> lines = lines_of(words, width);
        for (const std::string& line : lines)
            for (const char* unit : {"%", "KiB", "ms,"}) EXPECT_FALSE(line.starts_with(unit));
        EXPECT_NE(lines.back().find(' '), std::string::npos) << width << ": " << lines.back();
    }
    EXPECT_EQ(lines_of("Two", 40).size(), 1u);
    const std::vector<std::string> narrow = lines_of("Overlapping differently", 100);
    EXPECT_EQ(narrow.size(), 2u) << "each line has room for one word";
}

TEST(Paragraph, StarsWithinCodeAreCode) {
    const auto draw = [](Canvas& canvas) {
        paragraph(canvas, {0, 0, 400, 40}, "see `a *= b` now", {});
    };
    const CanvasNotes notes = notes_of(draw);
    std::string read;
    for (const NotedText& text : notes.texts) read += text.text + " ";
    EXPECT_EQ(read, "see a *= b now ");
}

TEST(Colours, TextCanBeReadOnEveryGround) {
    const auto contrast = [](Role a, Role b, Tone tone) {
        return test::contrast(rgb(a, tone), rgb(b, tone));
    };
    for (const Tone tone : tones) {
        for (Role ground : {Role::panel, Role::rail, Role::sunk})
            for (Role ink : {Role::text, Role::text2, Role::text3})
                EXPECT_GE(contrast(ink, ground, tone), 4.5);
        EXPECT_GE(contrast(Role::ink, Role::accent, tone), 4.5);
        for (Role mark :
             {Role::stroke, Role::accent, Role::good, Role::bad, Role::guess, Role::waste})
            EXPECT_GE(contrast(mark, Role::panel, tone), 3) << static_cast<int>(mark);
    }
    for (const Role faint : {Role::text3, Role::idle_value, Role::line, Role::past_arrow,
                             Role::future_outline, Role::other_series})
        EXPECT_GE(contrast(faint, Role::panel, Tone::contrast), faint == Role::text3 ? 12 : 4.5)
            << static_cast<int>(faint);
}

TEST(Themes, FollowEachOtherAndHaveNames) {
    Tone tone = Tone::dark;
    for (std::size_t i = 0; i < tones.size(); ++i) {
        EXPECT_EQ(tone_named(name_of(tone)), tone);
        tone = next_tone(tone);
        EXPECT_EQ(tone == Tone::dark, i + 1 == tones.size());
    }
    EXPECT_EQ(tone_named("plaid"), std::nullopt);
    EXPECT_FLOAT_EQ(hatch_width(Tone::contrast, 1.3f), 2);
    EXPECT_FLOAT_EQ(hatch_width(Tone::dark, 1.3f), 1.3f);
}

TEST(FieldColours, RunFromDarkToLightAndSayWhatIsNoNumber) {
    std::uint32_t before = 0;
    for (int i = 0; i <= 20; ++i) {
        const std::uint32_t c = field_colour(static_cast<float>(i) / 20);
        const std::uint32_t light = 2 * (c >> 16 & 255) + 7 * (c >> 8 & 255) + (c & 255);
        EXPECT_GT(light, before);
        before = light;
    }
    EXPECT_EQ(field_colour(-5), field_colour(0));
    EXPECT_EQ(field_colour(5), field_colour(1));
    EXPECT_NE(field_colour(NAN), field_colour(0));
}

TEST(IsoLines, FollowALevel) {
    std::vector<float> slope(8 * 4);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x)
            slope[static_cast<std::size_t>(y * 8 + x)] = static_cast<float>(x) / 10;
    const std::vector<Segment> lines = iso_lines(slope, 8, 4);
    EXPECT_FALSE(lines.empty());
    for (const Segment& line : lines) {
        const float level = (line.a.x - .5f);
        EXPECT_NEAR(line.a.x, line.b.x, 1e-4f);
        EXPECT_NEAR(level, std::round(level), 1e-3f);
    }
    EXPECT_TRUE(iso_lines(std::vector<float>(16, .3f), 4, 4).empty());
}

TEST(Svg, IsWellFormedAndCarriesEveryText) {
    std::string text;
    testing::measuring_painter().measure([&] {
        CanvasSvg canvas(testing::measuring_painter().fonts(), Tone::dark);
        canvas.push_clip({0, 0, 50, 50});
        canvas.text({5, 5}, "a < b & \"c\"", {});
        canvas.hatch({0, 0, 20, 10}, Role::waste);
        canvas.field({0, 0, 20, 20}, std::vector<float>{0, .5f, .9f, 1}, 2, 2);
        canvas.pop_clip();
        arrow(canvas, {0, 0}, {10, 30}, Role::accent);
        text = canvas.document(100, 80);
    });
    EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
    EXPECT_NE(text.find("width=\"100\" height=\"80\""), std::string::npos);
    EXPECT_NE(text.find("data:image/png;base64,iVBOR"), std::string::npos);
    auto count = [&](const std::string& part) {
        std::size_t n = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + 1))
            ++n;
        return n;
    };
    EXPECT_EQ(count("<g "), count("</g>"));
    EXPECT_EQ(count("<text"), count("</text>"));
    EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(Base64, MatchesTheStandard) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

// Form, not colour, tells the four sources apart.
TEST(Badges, HaveFourSilhouettesAndFourWords) {
    std::vector<std::vector<std::pair<MarkKind, float>>> forms;
    for (const Badge kind : {Badge::measured, Badge::counted, Badge::modelled, Badge::recorded}) {
        float wide = 0;
        const auto draw = [&](Canvas& canvas) { wide = badge(canvas, {200, 20}, kind, 12); };
        const CanvasNotes notes = notes_of(draw);
        EXPECT_GT(wide, 0);
        ASSERT_EQ(notes.texts.size(), 1u);
        EXPECT_EQ(uncapitalised(notes.texts[0].text), name_of(kind));
        auto& form = forms.emplace_back();
        for (const NotedMark& mark : notes.marks) form.emplace_back(mark.kind, mark.radius);
    }
    for (std::size_t i = 0; i < forms.size(); ++i)
        for (std::size_t k = i + 1; k < forms.size(); ++k) EXPECT_NE(forms[i], forms[k]);
    notes_of([](CanvasNotes& canvas) { EXPECT_EQ(badge(canvas, {0, 0}, Badge::none, 12), 0); });
}

// In the light theme as well as in the dark one a tooltip's ground is dark.
TEST(Paragraph, BoldWordsOfATooltipKeepItsInk) {
    CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const TextStyle ink{Font::regular, 12, Colour::of(0xFFFFFF)},
        own{Font::regular, 12, Role::text2};
    paragraph(canvas, {0, 0, 400, 40}, "*bold* plain", ink);
    for (const NotedText& text : canvas.texts) EXPECT_TRUE(text.style.colour.fixed) << text.text;
    paragraph(canvas, {0, 40, 400, 40}, "*stressed*", own);
    EXPECT_EQ(canvas.texts.back().style.colour.role, Role::text);
}

TEST(CutWords, KeepLettersAndNumbersWhole) {
    const CanvasNotes notes(app::testing::measuring_painter().fonts());
    const TextStyle style{Font::regular, 14};
    const std::string words = "Block 32 × 2 × 2 → 64 × 4 × 1: right, 15.3 µs recorded";
    for (float room = 40; room < notes.width(words, style); room += 3) {
        const std::string cut = cut_in_middle(notes, words, style, room);
        const std::size_t gap = cut.find("…");
        ASSERT_NE(gap, std::string::npos);
        const std::string left = cut.substr(0, gap), right = cut.substr(gap + 3);
        EXPECT_TRUE(words.starts_with(left) && words.ends_with(right)) << cut;
        const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
        if (right.empty()) continue;
        EXPECT_NE(static_cast<unsigned char>(right[0]) & 0xc0, 0x80) << cut;
        EXPECT_NE(static_cast<unsigned char>(words[left.size()]) & 0xc0, 0x80) << cut;
        EXPECT_FALSE(digit(left.back()) && digit(words[left.size()])) << cut;
        EXPECT_FALSE(digit(right[0]) && digit(words[words.size() - right.size() - 1])) << cut;
    }
}

}  // namespace
}  // namespace app
