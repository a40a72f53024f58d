// What the sheets for opening a file and for copying a lesson's kernel keep between frames.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/path_choices.h"
#include "app/widgets/text_field.h"
#include "lab/own/signature.h"

namespace app {

struct OpenSheet {
    bool open = false;
    TextField path{};
    std::string chosen_for{};                   // the typed words that `choices` are for
    std::vector<PathChoice> choices{};          // files and folders, or files opened before
    int marked = -1;                            // of the choices, by the arrows
    std::map<std::string, TextField> fields{};  // of the launch, by what they are for
    std::vector<lab::Taken> variables{};        // of the chosen kernel, as last known
    float scroll = 0;                           // of the kernels
    float launch_scroll = 0;                    // of the fields of the launch
};

struct ChangeSheet {
    bool open = false;
    TextField path{};
    std::string problem{};
};

}  // namespace app
