// Rules for threads and numbers that stand in one line: which neighbours make each result.
// signature.cpp calls this.
#pragma once

#include <string>

#include "app/views/flow/signature.h"

namespace app {

/// Whether a one-dimensional block wrote the targets, and no plan knows the shape of an array.
/// False above 131,072 sources: their rule takes long to find and says little.
bool stand_in_line(const simulator::Flow&, const Signature&, const SignatureQuestion&);
/// Reads each array of global memory as one line.
void read_as_lines(const simulator::Flow&, Signature&);
/// For lines: the first part that moves with its target, is more than two neighbours wide, and
/// holds for at least half of the cells. nullptr: none.
const SignaturePart* moving_window(const Signature&);
/// "its own and the 10 before it", "numbers 0 to 10"
std::string line_words(const SignaturePart&);

}  // namespace app
