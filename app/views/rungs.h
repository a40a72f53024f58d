// Settings that cards compare with the shown ones: other rungs (kernels of the ladder), other
// values of one knob, the picture's size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/draw/canvas.h"
#include "lab/lesson.h"

namespace app {

/// The same knobs at another rung.
lab::Settings at_rung(lab::Settings, int rung);
/// Every rung at these settings, the shown one first; empty where no lesson is open.
std::vector<lab::Settings> every_rung(const lab::Settings&);
/// The same settings at the picture's size; unchanged where the lesson has none.
lab::Settings at_picture(const lab::Settings&);
/// A larger size with eight blocks or more, for a kernel whose launches have one block: a single
/// block waits for no other and has no sums to join. Unchanged where no such size is cheap enough.
lab::Settings with_many_blocks(const lab::Settings&);
/// One knob at each of its ticks, those nearest to the set value first.
std::vector<lab::Settings> over_ticks(const lab::Settings&, const lab::Knob&);
/// Whether the lesson's kernels compute the same in several ways and are compared. False for a
/// single kernel, and where each kernel is a program of its own.
bool on_a_ladder(const lab::Settings&);
/// The rung that a plot draws in grey: the ladder's first, or its second where the first is shown.
/// The shown rung itself where kernels are not compared.
int compared_rung(const lab::Settings&);
/// Up to three rungs that end with the shown one; the ladder's first ones where fewer are before
/// it.
std::vector<int> ledger_rungs(const lab::Settings&);
/// A title that fits: whole, then up to its comma, then cut word by word; empty where not even its
/// first word fits.
std::string fitted(const Canvas&, std::string title, float width, const TextStyle&);
/// A kernel's title where it fits, else its brief name, else what fits of the title.
std::string fitted(const Canvas&, const lab::Rung&, float width, const TextStyle&);
/// The first `count` words of a text; all of it where it has no more.
std::string_view first_words(std::string_view text, int count);
/// "H200" of "NVIDIA H200".
std::string short_device(std::string name);
/// "*3  Sequential addressing*" and a line end: the heading of a card's words about a kernel.
std::string rung_heading(const lab::Settings&, int rung);
/// The number of a rung as people count: from 1.
std::string rung_number(int rung);

}  // namespace app
