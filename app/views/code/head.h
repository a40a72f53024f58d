// The head of the code pane: the running instantiation, and the size that the counts beside the
// lines belong to. Called by the code pane.
#pragma once

#include <string>

#include "app/view.h"
#include "app/views/code/counted_text.h"
#include "app/views/code_text.h"

namespace app {

/// "Real = float", for the kernel of a launch; empty where it is no template.
const std::string& instantiation_of(const lab::Run& run, int launch, const CodeText& text);

/// Draws `says` (the instantiation or other words), then `size`, "drawn: 512 numbers", as room
/// allows.
void draw_says_of_code(Canvas& canvas, Rect head, const std::string& says, const std::string& size,
                       const Metrics& metrics);

}  // namespace app
