// The picture as text for people who cannot see it: page.js makes headings, a sentence and a table
// from it.
#pragma once

#include <optional>
#include <string>

namespace app {

class Shell;

/// JSON, or nullopt where nothing changed since the last call: lesson, kernel, sentence, and the
/// ledger's rows, the first of them the columns' names.
std::optional<std::string> spoken_anew(Shell& shell);

}  // namespace app
