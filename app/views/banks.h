// The banks' picture inside another view: the memory slot shows sectors above and banks below.
#pragma once

#include "app/view.h"

namespace app {

/// Whether the run loads or stores shared memory at all.
bool has_banks(const lab::Run&);
/// Height that the picture would like, and the least that it can be drawn in.
float banks_height(const DrawContext&, float width);
/// What is said of them: title, sentence, note.
std::string banks_claim(const lab::Run&, const Cursor&);
std::string banks_sentence(const lab::Run&, const Cursor&);
std::string banks_note(const DrawContext&);
/// Draws; `titled` puts the claim above it, where no stage title says it.
void draw_banks(Canvas&, const DrawContext&, Rect area, bool titled);

}  // namespace app
