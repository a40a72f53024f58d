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

/// The first text that is no wider than `width`; empty where none is. Returned as a copy: texts
/// built for the list do not outlive it.
std::string fitting(const Canvas&, float width, const TextStyle&,
                    std::initializer_list<std::string_view>);
std::string fitting(const Canvas&, float width, const TextStyle&, const std::vector<std::string>&);
/// Draws the first text that fits; returns its width, 0 where none fits.
float text_fitting(Canvas&, Point at, float width, const TextStyle&,
                   std::initializer_list<std::string_view>);
float text_fitting(Canvas&, Point at, float width, const TextStyle&,
                   const std::vector<std::string>&);

/// An outline around words at the left of `line`: they name the state before the last change.
void outline_words(Canvas&, Rect line, std::string_view words, const TextStyle&);

/// Draws paragraph() where all of it fits into `area`. Returns the height taken, 0 for nothing.
float paragraph_fitting(Canvas&, Rect area, std::string_view, const TextStyle&,
                        float line_height = 1.45f);

/// Waste: bytes moved for nothing, conflicts, idle lanes. Hatched and outlined, never colour alone.
void waste_box(Canvas&, Rect, float radius = 4, float strength = 1, float step = 6);
/// A bar of a time: solid with cold caches, hollow with warm ones, dashed where it is modelled.
struct TimeLook {
    bool chosen = false, warm = false, modelled = false;
};
void time_box(Canvas&, Rect, TimeLook);
/// A bar of a second device beside the first one's filled bar: hatched, never in the same colour.
void second_box(Canvas&, Rect, float radius = 3);
/// The same for a point of a plot: a hollow diamond.
void second_mark(Canvas&, Point at, float radius = 5);
/// A cell that holds work: accent where it is chosen, else a quieter accent.
void work_cell(Canvas&, Rect, bool chosen, float radius = 5);
Colour on_work(bool chosen);

/// Numbers over 32 columns, those in `bold` in bold letters, with their name `labels` pixels left
/// of them. Over narrow columns each fourth or eighth number.
void numbered_columns(Canvas&, Rect columns, float labels, std::string_view name,
                      std::uint32_t bold, const Metrics&);

/// A big number with its label and a note, cut off the top of `column`. Draws nothing where it does
/// not fit.
void big_number(Canvas&, Rect& column, std::string_view number, std::string_view label,
                std::string_view note, const Metrics&, bool waste);

/// The part of a column that big numbers may take: `key` pixels stay free for the rows of a key.
/// All of it where that leaves no room for the first number.
Rect above_key(Rect column, float key, const Metrics&);

/// A legend entry at `at` (middle of its left end): sample, then text. Returns the width with the
/// gap after it.
enum class Sample : std::uint8_t { work, waste, idle, chosen };
float legend(Canvas&, Point at, Sample, std::string_view text, const Metrics&);

/// Why a card of times shows none: no run was timed yet, or none can be.
std::string why_no_time(const DrawContext&);

/// The one line of a view that has nothing to show.
void nothing(Canvas&, Rect, std::string_view why, const Metrics&);

/// Words about the row under the mouse, in a box below or above the row; the box covers other rows.
void hover_box(Canvas&, Rect area, Rect row, std::string_view text, const Metrics&);

/// A value chip in the `hover` fill: mono text, then a small text. Returns its place, an empty box
/// where it does not fit.
Rect readout(Canvas&, Point centre, std::string_view strong_text, std::string_view small_text,
             Rect within, const Metrics&);

}  // namespace app
