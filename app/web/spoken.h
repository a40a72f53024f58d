// What the picture says, as text for those who can't see it: page.js makes headings, a sentence and
// a table of it.
#pragma once

#include <optional>
#include <string>

namespace app {

class Shell;

/// As JSON, where it differs from what was told last: lesson, kernel, sentence, and the ledger's
/// rows, the first of them its columns.
std::optional<std::string> spoken_anew(Shell& shell);

}  // namespace app
