// The user's preferences (theme, scale, last state), kept in the XDG folder.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace lab {

// Names and values are text; the reader of a value knows its meaning.
using Preferences = std::map<std::string, std::string, std::less<>>;

struct ReadPreferences {
    Preferences values;
    std::string problem;  // a sentence for the screen; empty: none
};

/// Reads settings.json in settings_folder(). A missing file is no problem. A broken file gives
/// defaults and a sentence, and is kept as settings.json.broken.
ReadPreferences read_preferences();

/// Writes all, whole or not at all. Fails with a sentence (no HOME, a read-only folder).
std::optional<simulator::Diagnostic> write_preferences(const Preferences& values);

/// Writes only values that differ between `before` and `now`, so that another window's changes
/// stay. Writes all of them where the file can't be read. Fails like write_preferences().
std::optional<simulator::Diagnostic> write_changes(const Preferences& before,
                                                   const Preferences& now);

}  // namespace lab
