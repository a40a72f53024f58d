// Marks that several views share: type styles, hatched waste, big numbers, legends, the line for an
// empty picture.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/draw/canvas.h"
#include "app/view.h"

namespace app {

TextStyle body_style(const Metrics&, Colour = Role::text2);
TextStyle small_style(const Metrics&, Colour = Role::text2);
TextStyle micro_style(const Metrics&, Colour = Role::text3);
TextStyle mono_style(float size, Colour = Role::text, Font = Font::mono_medium);
TextStyle aligned(TextStyle, Align);
TextStyle strong(TextStyle);

/// The first of these texts that is no wider than `width`; empty where none is. A copy: a text that
/// was put together for the list is gone after it.
std::string fitting(const Canvas&, float width, const TextStyle&,
                    std::initializer_list<std::string_view>);
std::string fitting(const Canvas&, float width, const TextStyle&, const std::vector<std::string>&);
/// Draws the first text that fits; returns its width, 0 where none fits.
float text_fitting(Canvas&, Point at, float width, const TextStyle&,
                   std::initializer_list<std::string_view>);
float text_fitting(Canvas&, Point at, float width, const TextStyle&,
                   const std::vector<std::string>&);

/// A line around words that stand at the left of `line`: they name what was before.
void outline_words(Canvas&, Rect line, std::string_view words, const TextStyle&);

/// paragraph(), or nothing where it would not all be inside `area`. Returns the height taken.
float paragraph_fitting(Canvas&, Rect area, std::string_view, const TextStyle&,
                        float line_height = 1.45f);

/// Bytes moved for nothing, conflicts, idle lanes: a hatched outline, never colour alone.
void waste_box(Canvas&, Rect, float radius = 4, float strength = 1, float step = 6);
/// A bar of a time: solid with cold caches, hollow with warm ones; a formula's in dashes.
struct TimeLook {
    bool chosen = false, warm = false, modelled = false;
};
void time_box(Canvas&, Rect, TimeLook);
/// What is of a second device, beside a filled one of the first: hatched, and never in its colour.
void second_box(Canvas&, Rect, float radius = 3);
/// The same of a point of a plot: a hollow diamond.
void second_mark(Canvas&, Point at, float radius = 5);
/// A cell that holds work: accent where it is the chosen one, a quieter accent else.
void work_cell(Canvas&, Rect, bool chosen, float radius = 5);
Colour on_work(bool chosen);

/// A big number with its label and a note, cut off the top of `column`. Nothing where it would not
/// fit.
void big_number(Canvas&, Rect& column, std::string_view number, std::string_view label,
                std::string_view note, const Metrics&, bool waste);

/// What big numbers may take of a column, so that the rows of its key keep their room; all of it
/// where that leaves none for the first of them.
Rect above_key(Rect column, float key, const Metrics&);

/// A legend entry at `at` (middle of its left end): sample, then text. Returns the width with the
/// gap behind it.
enum class Sample : std::uint8_t { work, waste, idle, chosen };
float legend(Canvas&, Point at, Sample, std::string_view text, const Metrics&);

/// What a card of times says that has none: no run was timed yet, or none can be.
std::string why_no_time(const DrawContext&);

/// The one line that a view shows which has nothing to show.
void nothing(Canvas&, Rect, std::string_view why, const Metrics&);

/// Words on the row under the mouse, in a box below or above it: over other rows, never its own.
void hover_box(Canvas&, Rect area, Rect row, std::string_view text, const Metrics&);

/// A value chip: dark on both themes in spirit, `hover` fill, one line of mono text and a small one
/// behind it. Returns where it stands, an empty box where it does not fit.
Rect readout(Canvas&, Point centre, std::string_view strong_text, std::string_view small_text,
             Rect within, const Metrics&);

}  // namespace app
