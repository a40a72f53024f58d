// The banks' picture inside another view: the memory slot shows sectors above and banks below.
#pragma once

#include "app/view.h"

namespace app {

/// Whether the run loads or stores shared memory at all.
bool has_banks(const lab::Run&);
/// Height that the picture would like, and the least that it can be drawn in.
float banks_height(const DrawContext&, float width);
/// The current step is an access to shared memory: where both are seen, the banks have the word.
bool banks_speak(const lab::Run&, const Cursor&);
/// Whose words stand over `view` at this step: the banks', where it shows sectors above banks and
/// the step is an access to shared memory; else its own.
const View& speaking_view(const View& view, const lab::Run&, const Cursor&);
/// What is said of them: title, sentence, note.
std::string banks_claim(const lab::Run&, const Cursor&);
std::string banks_sentence(const lab::Run&, const Cursor&);
std::string banks_note(const DrawContext&);
/// Of a run whose shared memory takes more wavefronts than it must, at other steps than those of
/// global memory: how many times as many, as a sentence; else empty.
std::string conflicts_words(const lab::Run&);
/// Draws; `titled` puts the claim above it, where no stage title says it.
void draw_banks(Canvas&, const DrawContext&, Rect area, bool titled);

}  // namespace app
