// Entries of the heat map's key, the most important first. See heat_key.h.
#include "app/views/heat_key.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/views/key.h"
#include "app/views/marks.h"

namespace app {
namespace {

constexpr std::size_t most_swatches = 6;

void cell_words(KeyEntries& entries, int each) {
    if (each == 1) {
        if (!entries.words("one cell: a sector of 32 bytes")) entries.words("one cell: 32 bytes");
        return;
    }
    const std::string few = "one cell: " + std::to_string(each) + " sectors";
    if (!entries.words(few + " of 32 bytes, in the shade of the one asked for most"))
        entries.words(few);
}

void shades(Canvas& canvas, KeyEntries& entries, const HeatKey& key, const Metrics& metrics) {
    const std::vector<std::uint32_t> counts = shades_shown(key.most);
    const TextStyle style = mono_style(metrics.micro, Role::text, Font::mono_bold);
    const float each =
        std::max(metrics.small * 1.9f, canvas.width(grouped(counts.back()), style) + 8);
    const auto swatches = [&](Rect box) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const Rect swatch{box.x + static_cast<float>(i) * each, box.y, each - 1, box.h};
            const Colour colour = heat_shade(counts[i], key.most);
            canvas.fill(swatch, colour);
            TextStyle letters = aligned(style, Align::centre);
            letters.colour = colour.read();
            canvas.text({swatch.middle_x(), swatch.middle_y()}, grouped(counts[i]), letters);
        }
    };
    const float wide = each * static_cast<float>(counts.size());
    const char* whole = "times asked for, in all launches up to this step";
    const float high = metrics.small * 1.1f;
    if (!key.launches || !entries.entry(wide, high, whole, swatches))
        entries.entry(wide, high, "times asked for", swatches);
}

}  // namespace

Colour heat_shade(std::uint32_t asked, std::uint32_t most, float strength) {
    const float all = std::log2(static_cast<float>(std::max(most, 2u)));
    const float part = std::log2(static_cast<float>(std::clamp(asked, 1u, std::max(most, 1u))));
    return Colour{Role::text, (.30f + .70f * part / all) * strength}.on(Role::panel);
}

std::vector<std::uint32_t> shades_shown(std::uint32_t most) {
    std::uint64_t factor = 2;
    while (std::pow(static_cast<double>(factor), most_swatches - 1) < most) factor *= 2;
    std::vector<std::uint32_t> counts;
    for (std::uint64_t count = 1; count < most; count *= factor)
        counts.push_back(static_cast<std::uint32_t>(count));
    counts.push_back(std::max(most, 1u));
    return counts;
}

void frame_now(Canvas& canvas, Rect cells) { canvas.outline(cells.inside(-1), Role::text, 0, 2); }

void draw_heat_key(Canvas& canvas, Rect area, const HeatKey& key, const Metrics& metrics) {
    if (area.h <= 0) return;
    KeyEntries entries(canvas, area, metrics);
    cell_words(entries, key.each);
    shades(canvas, entries, key, metrics);
    const float wide = metrics.small * 1.7f, high = metrics.small * 1.1f;
    entries.entry(wide, high, "asked for in this step", [&](Rect box) {
        canvas.fill(box, Role::accent);
        frame_now(canvas, box);
    });
    if (key.unused)
        entries.entry(wide, high, "bytes that no lane has used yet", [&](Rect box) {
            canvas.fill(box, heat_shade(1, key.most, .3f));
            canvas.hatch(box, Role::waste);
        });
    if (key.arrays_left_out > 0) entries.words("and " + plural(key.arrays_left_out, "more array"));
    if (key.to_come)
        entries.entry(wide, high, "still to come", [&](Rect box) {
            canvas.fill(box, Role::sunk);
            canvas.outline(box, Role::stroke);
        });
    if (key.never)
        entries.entry(wide, high, "never asked for", [&](Rect box) {
            canvas.fill(box, Role::sunk);
            canvas.outline(box, Role::line);
        });
    if (key.numbered) entries.words("[n]: the first element of a row");
    if (key.planes)
        entries.words(key.matrix ? "rows are those of the matrix"
                                 : "each plane of the field begins a new row");
}

}  // namespace app
