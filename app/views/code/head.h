// What stands above the code: which instantiation runs, and of which size the counts beside its
// lines are. Called by the pane of the code.
#pragma once

#include <string>

#include "app/view.h"
#include "app/views/code/counted_text.h"
#include "app/views/code_text.h"

namespace app {

/// "Real = float": of the kernel of that launch; empty where it is no template.
const std::string& instantiation_of(const lab::Run& run, int launch, const CodeText& text);

/// That, or what else `says` of the code, and behind it "drawn: 512 numbers", where there is room.
void draw_says_of_code(Canvas& canvas, Rect head, const std::string& says, const std::string& size,
                       const Metrics& metrics);

}  // namespace app
