// Where threads stand in one line, and so do the numbers that they read: of which neighbours each
// result is made. Asked by signature.cpp.
#pragma once

#include <string>

#include "app/views/flow/signature.h"

namespace app {

/// Whether a block of one dimension wrote the targets, and no plan knows a shape of any array. Of
/// sums of very many a rule would take long to find, and say little.
bool stand_in_line(const simulator::Flow&, const Signature&, const SignatureQuestion&);
/// Reads each array of global memory as one line.
void read_as_lines(const simulator::Flow&, Signature&);
/// Of lines, the part that moves along with its target, side by side, wider than two and
/// that of most cells; nullptr where the rule has none.
const SignaturePart* moving_window(const Signature&);
/// "its own and the 10 before it", "numbers 0 to 10"
std::string line_words(const SignaturePart&);

}  // namespace app
