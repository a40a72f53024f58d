// Icons, drawn without an icon font. Each fits a box of `size` around its centre. Called by
// widgets.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/theme.h"

namespace app::icon {

void play(Canvas&, Point at, float size, Colour);
void pause(Canvas&, Point at, float size, Colour);
void step(Canvas&, Point at, float size, Colour, bool forward);
void jump(Canvas&, Point at, float size, Colour, bool forward);
/// A hatched cell and an arrow to it: go to the next step with waste.
void waste(Canvas&, Point at, float size, Colour);
void tick(Canvas&, Point at, float size, Colour, float width = 2);
void cross(Canvas&, Point at, float size, Colour, float width = 2);
void octagon(Canvas&, Point at, float radius, Colour);
/// An octagon with a cross: refused settings.
void refused(Canvas&, Point at, float radius);
/// A triangle with an exclamation mark: correct here, but not on every device.
void warning(Canvas&, Point at, float radius);
void chevron(Canvas&, Point at, float size, Colour, bool up = false);
void stopwatch(Canvas&, Point at, float size, Colour);
void tally(Canvas&, Point at, float size, Colour);
void tilde(Canvas&, Point at, float size, Colour);
void record(Canvas&, Point at, float size, Colour);
void diamond(Canvas&, Point at, float radius, Colour);
void moon(Canvas&, Point at, float size, Colour, Colour behind);
void sun(Canvas&, Point at, float size, Colour);
void contrast(Canvas&, Point at, float size, Colour);
void keep(Canvas&, Point at, float size, Colour);
/// An arrow that turns back for undo, forwards for redo (`again`).
void undo(Canvas&, Point at, float size, Colour, bool again);
/// One half above the other: two in step.
void halves(Canvas&, Point at, float size, Colour);
/// Six tiles: every kernel side by side.
void tiles(Canvas&, Point at, float size, Colour);
void question(Canvas&, Point at, float size, Colour);
/// The logo: a lens over three lanes, the middle one chosen.
void lens(Canvas&, Point at, float size);

}  // namespace app::icon
