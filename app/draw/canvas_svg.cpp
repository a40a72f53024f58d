// Writes SVG 1.1. Texts have their width on the screen, so that another font cannot break a layout.
#include "app/draw/canvas_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/draw/field_colours.h"
#include "app/draw/png.h"

namespace app {

namespace {

constexpr float measuring_scale = 4;  // measures widths without hinting at one pixel size

std::string number(float value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string box(Rect r, float radius) {
    const std::string corner =
        radius > 0 ? fmt::format(" rx=\"{}\"", number(std::min({radius, r.w / 2, r.h / 2}))) : "";
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}", number(r.x),
                       number(r.y), number(r.w), number(r.h), corner);
}

std::string segment(Point a, Point b) {
    return fmt::format("<path d=\"M{} {}L{} {}\"", number(a.x), number(a.y), number(b.x),
                       number(b.y));
}

std::string escaped(std::string_view text) {
    std::string result;
    for (char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else if (c == '"')
            result += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20)
            result += "\xef\xbf\xbd";  // XML has no control characters, not even as a number
        else
            result += c;
    }
    return result;
}

std::string_view family(Font font) {
    if (font >= Font::mono) return "JetBrains Mono, monospace";
    return font == Font::display ? "Inter Display, Inter, sans-serif" : "Inter, sans-serif";
}

int weight(Font font) {
    switch (font) {
        case Font::regular:
        case Font::mono: return 400;
        case Font::medium:
        case Font::mono_medium: return 500;
        case Font::mono_bold: return 700;
        default: return 600;
    }
}

}  // namespace

std::string CanvasSvg::paint(const char* attribute, Colour colour) const {
    const std::string value = fmt::format(" {}=\"#{:06X}\"", attribute, rgb(colour, tone_));
    return colour.opacity() >= 1
               ? value
               : value + fmt::format(" {}-opacity=\"{}\"", attribute, number(colour.opacity()));
}

std::string CanvasSvg::stroke(Colour colour, float width) const {
    return fmt::format(" fill=\"none\"{} stroke-width=\"{}\"", paint("stroke", colour),
                       number(width));
}

void CanvasSvg::element(const std::string& text) { body_ += text + "/>\n"; }

std::string CanvasSvg::document(float width, float height) const {
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
        number(width), number(height));
    text += body_;
    for (int open = 0; open < depth_; ++open) text += "</g>\n";
    return text + "</svg>\n";
}

void CanvasSvg::fill(Rect r, Colour colour, float radius) {
    if (r.w > 0 && r.h > 0) element(box(r, radius) + paint("fill", colour));
}

void CanvasSvg::outline(Rect r, Colour colour, float radius, float width) {
    if (r.w > width && r.h > width)
        element(box(r.inside(width / 2), radius - width / 2) + stroke(colour, width));
}

void CanvasSvg::dashed_outline(Rect r, Colour colour, float radius, float width) {
    if (r.w > width && r.h > width)
        element(box(r.inside(width / 2), radius - width / 2) + stroke(colour, width) +
                " stroke-dasharray=\"4 3\"");
}

void CanvasSvg::hatch(Rect r, Colour colour, float step, float width) {
    width = hatch_width(tone_, width);
    if (!(r.w > 0 && r.h > 0) || step < 1) return;
    std::string path;
    const float phase = std::fmod(r.x + r.y, step);
    for (float k = -r.h - phase; k < r.w + step; k += step) {
        // A diagonal line, cut to the box.
        const float from = std::max(k, 0.f), to = std::min(k + r.h, r.w);
        if (to <= from) continue;
        path += fmt::format("M{} {}L{} {}", number(r.x + from), number(r.bottom() - (from - k)),
                            number(r.x + to), number(r.bottom() - (to - k)));
    }
    element("<path d=\"" + path + "\"" + stroke(colour, width));
}

void CanvasSvg::line(Point a, Point b, Colour colour, float width) {
    element(segment(a, b) + stroke(colour, width));
}

void CanvasSvg::dashed_line(Point a, Point b, Colour colour, float width, float dash) {
    element(segment(a, b) + stroke(colour, width) +
            fmt::format(" stroke-dasharray=\"{} {}\"", number(dash), number(dash * .75f)));
}

void CanvasSvg::curve(Point a, Point b, Point c, Point d, Colour colour, float width) {
    element(fmt::format("<path d=\"M{} {}C{} {} {} {} {} {}\"", number(a.x), number(a.y),
                        number(b.x), number(b.y), number(c.x), number(c.y), number(d.x),
                        number(d.y)) +
            stroke(colour, width));
}

void CanvasSvg::polygon(std::span<const Point> points, Colour colour) {
    std::string list;
    for (Point p : points)
        list += fmt::format("{}{},{}", list.empty() ? "" : " ", number(p.x), number(p.y));
    element("<polygon points=\"" + list + "\"" + paint("fill", colour));
}

void CanvasSvg::circle(Point centre, float radius, Colour colour) {
    element(fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(centre.x), number(centre.y),
                        number(radius)) +
            paint("fill", colour));
}

void CanvasSvg::ring(Point centre, float radius, Colour colour, float width) {
    element(fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(centre.x), number(centre.y),
                        number(radius)) +
            stroke(colour, width));
}

void CanvasSvg::text(Point at, std::string_view words, const TextStyle& style) {
    if (words.empty()) return;
    constexpr float half_capital = .364f;  // of the em: the same in Inter and JetBrains Mono
    const char* anchor = style.align == Align::centre  ? "middle"
                         : style.align == Align::right ? "end"
                                                       : "start";
    std::string text = fmt::format(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\"",
        number(at.x), number(at.y + half_capital * style.size), family(style.font),
        number(style.size), weight(style.font));
    if (style.align != Align::left) text += fmt::format(" text-anchor=\"{}\"", anchor);
    if (style.tabular) text += " style=\"font-variant-numeric:tabular-nums\"";
    if (words.size() > 1)
        text += fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                            number(width(words, style)));
    body_ += text + paint("fill", style.colour) + " xml:space=\"preserve\">" + escaped(words) +
             "</text>\n";
}

float CanvasSvg::width(std::string_view words, const TextStyle& style) const {
    return text_width(fonts_, words, style, measuring_scale);
}

void CanvasSvg::push_clip(Rect r) {
    const int id = ++clips_;
    body_ +=
        fmt::format("<clipPath id=\"clip{}\">{}/></clipPath>\n<g clip-path=\"url(#clip{})\">\n", id,
                    box(r, 0), id);
    ++depth_;
}

void CanvasSvg::pop_clip() {
    body_ += "</g>\n";
    --depth_;
}

void CanvasSvg::field(Rect r, std::span<const float> values, int columns, int rows) {
    const std::size_t count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    if (!(r.w > 0 && r.h > 0) || columns < 1 || rows < 1 || values.size() < count) return;
    Image image{columns, rows, std::vector<unsigned char>(count * 3)};
    for (std::size_t cell = 0; cell < count; ++cell) {
        const std::uint32_t colour = field_colour(values[cell]);
        for (std::size_t part = 0; part < 3; ++part)
            image.bytes[cell * 3 + part] = static_cast<unsigned char>(colour >> (16 - 8 * part));
    }
    body_ += fmt::format(
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,{}\"/>\n",
        number(r.x), number(r.y), number(r.w), number(r.h), base64(png_bytes(image)));
    std::string path;
    const float dx = r.w / static_cast<float>(columns), dy = r.h / static_cast<float>(rows);
    for (const Segment& s : iso_lines(values, columns, rows))
        path += fmt::format("M{} {}L{} {}", number(r.x + s.a.x * dx), number(r.y + s.a.y * dy),
                            number(r.x + s.b.x * dx), number(r.y + s.b.y * dy));
    if (!path.empty())
        element("<path d=\"" + path + "\"" + stroke(Colour::of(0xFFFFFF, .55f), 1.2f));
}

}  // namespace app
