// The picture of the banks inside another view: in the memory slot, banks stand below sectors.
#pragma once

#include "app/view.h"

namespace app {

/// Whether the run loads or stores shared memory at all.
bool has_banks(const lab::Run&);
/// The height that suits the picture in this width; 0 where no access is shown.
float banks_height(const DrawContext&, float width);
/// Whether the current step accesses shared memory: then the stage's words are those of the banks.
bool banks_speak(const lab::Run&, const Cursor&);
/// The view whose words stand over `view` at this step. That is the banks' view where `view` shows
/// sectors above banks and the step accesses shared memory; else `view` itself.
const View& speaking_view(const View& view, const lab::Run&, const Cursor&);
/// Title, sentence and note of the picture.
std::string banks_claim(const DrawContext&);
std::string banks_sentence(const DrawContext&);
std::string banks_note(const DrawContext&);
/// A sentence that says how many times the least number of wavefronts the worst shared array takes.
/// Empty below 2 times. It speaks of other steps: the sectors view adds it to its own sentence.
std::string conflicts_words(const lab::Run&);
/// Draws the picture; `titled` adds the claim above, for a stage whose title does not say it.
void draw_banks(Canvas&, const DrawContext&, Rect area, bool titled);

}  // namespace app
