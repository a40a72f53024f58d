// What is to be saved ("Keep this"), and the state of the sheet that asks for its form and place.
#pragma once

#include <cstdint>
#include <string>

#include "app/widgets/text_field.h"

namespace app {

// program: the kernel with its host, as a folder of files.
enum class KeepForm : std::uint8_t { png, svg, gif, csv, json, program };

// The request to save something.
struct Keeping {
    std::string view;  // id of the view; empty: the whole window
    KeepForm form = KeepForm::png;
    std::string path{};  // empty: the clipboard. A program never comes here: HostCode writes it
    bool operator==(const Keeping&) const = default;
};

struct KeepSheet {
    bool open = false;
    std::string view;  // as in Keeping
    KeepForm form = KeepForm::png;
    TextField path;
    std::string usual;     // the proposed path
    std::string folder{};  // the folder of the last save; empty: one of the user's folders
    std::string problem;
};

}  // namespace app
