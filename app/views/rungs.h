// Settings beside the shown ones that cards compare: other rungs, other values of one knob, the
// picture's size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"
#include "lab/lesson.h"

namespace app {

struct DrawContext;

/// The same knobs at another rung.
lab::Settings at_rung(lab::Settings, int rung);
/// Every rung at these settings, the shown one first; none where nothing is open.
std::vector<lab::Settings> every_rung(const lab::Settings&);
/// The same settings at the picture's size; the settings themselves where the lesson has none.
lab::Settings at_picture(const lab::Settings&);
/// Larger, where all blocks of a lesson's kernel are one, and it may have eight: one block waits
/// for nobody, and has no sums to join.
lab::Settings with_many_blocks(const lab::Settings&);
/// One knob at each of its ticks, nearest to the set value first.
std::vector<lab::Settings> over_ticks(const lab::Settings&, const lab::Knob&);
/// Whether its kernels do the same in several ways, and are compared; else each is a program of its
/// own, or there is one alone.
bool on_a_ladder(const lab::Settings&);
/// The rung that a plot draws in grey beside the shown one: the ladder's first, or its second where
/// that is shown; the shown one where kernels are not compared.
int compared_rung(const lab::Settings&);
/// Up to three rungs that end with the shown one, the ladder's first ones where there are not
/// enough before it.
std::vector<int> ledger_rungs(const lab::Settings&);
/// A title that fits: as it is, up to its comma, then word by word; empty where not even one word
/// does.
std::string fitted(const Canvas&, std::string title, float width, const TextStyle&);
/// A kernel's title; where it does not fit its brief name, and else what fits of the title.
std::string fitted(const Canvas&, const lab::Rung&, float width, const TextStyle&);
/// The first so many words of a text; all of it where it has no more.
std::string_view first_words(std::string_view text, int count);
/// "H200" of "NVIDIA H200".
std::string short_device(std::string name);
/// "*3  Sequential addressing*" and the line's end: above what a card says of a kernel.
std::string rung_heading(const lab::Settings&, int rung);
/// "5 is ahead: 1.08 times as fast as 3.", by intervals; empty where fewer than two are timed.
std::string who_is_ahead(const DrawContext&);
/// "3" as people count them.
std::string rung_number(int rung);

}  // namespace app
