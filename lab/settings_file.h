// What a person chose about the program itself (theme, scale, last state), kept in the XDG folder.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace lab {

// Names and values as text; who reads one knows what it means.
using Preferences = std::map<std::string, std::string, std::less<>>;

struct ReadPreferences {
    Preferences values;
    std::string problem;  // a sentence for the screen; empty where all is well
};

/// Reads settings.json of settings_folder(). A broken file gives defaults and a sentence, and is
/// kept as settings.json.broken; a missing one is no problem.
ReadPreferences read_preferences();

/// Writes them, whole or not at all; fails with a sentence (no HOME, a folder that is read-only).
std::optional<simulator::Diagnostic> write_preferences(const Preferences& values);

/// Writes what differs between `before` and `now`: what another window has kept meanwhile stays.
/// Where no file is left that can be read, all of them are written. Fails like write_preferences().
std::optional<simulator::Diagnostic> write_changes(const Preferences& before,
                                                   const Preferences& now);

}  // namespace lab
