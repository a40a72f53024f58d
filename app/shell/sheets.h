// What two sheets keep between frames: the one that opens a file, and the one that copies a
// lesson's kernel. And the functions that open them and the reading sheet.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/shell/path_choices.h"
#include "app/widgets/text_field.h"
#include "lab/own/signature.h"

namespace app {

class Shell;

struct OpenSheet {
    bool open = false;
    TextField path{};
    std::string chosen_for{};                   // the typed words of `choices`
    std::vector<PathChoice> choices{};          // files and folders, or recent files
    int marked = -1;                            // index of the choice marked by the arrow keys
    std::map<std::string, TextField> fields{};  // fields of the launch, by their meaning
    std::vector<lab::Taken> variables{};        // variables in the kernel's module, as last known
    float scroll = 0;                           // of the list of kernels
    float launch_scroll = 0;                    // of the launch's fields
};

// The words that the reading sheet was opened at. It marks the first block that has them.
struct ReadingGoal {
    std::string words{};   // as typed in the search; empty: none
    bool reached = false;  // whether the sheet has scrolled there
};

struct ChangeSheet {
    bool open = false;
    TextField path{};
    std::string problem{};
};

/// Opens the open sheet, with `path` typed in.
void show_open_sheet(Shell& shell, const std::string& path = {});
/// Whether a lesson's kernel is shown, which can be copied to a file.
bool can_be_changed(const Shell& shell);
void show_change_sheet(Shell& shell);
/// Opens the reading sheet, except during a hunt, whose bugs it would tell. The sheet goes to the
/// first block of the text that has the words.
void show_reading(Shell& shell, const std::string& words = {});

}  // namespace app
