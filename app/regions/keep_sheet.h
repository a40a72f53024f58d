// "Keep this": a picture, its numbers or its run, as a file or on the clipboard. The sheet asks
// what and where; the running program does it, which has the pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/widgets/text_field.h"

namespace app {

class Shell;
class Ui;

enum class KeepForm : std::uint8_t { png, svg, gif, csv, json };

// What is to be kept.
struct Keeping {
    std::string view;  // its id; empty: the whole window
    KeepForm form = KeepForm::png;
    std::string path{};  // empty: the clipboard
    bool operator==(const Keeping&) const = default;
};

struct KeepSheet {
    bool open = false;
    std::string view;  // as above
    KeepForm form = KeepForm::png;
    TextField path;
    std::string usual;     // what was put there for whoever types nothing
    std::string folder{};  // where something was kept last; empty: a folder of the person's
    std::string problem;
};

/// ".png"
std::string_view ending_of(KeepForm form);
/// What a view plots of what is shown, as CSV; empty where it plots nothing.
std::string numbers_of(Shell& shell, const std::string& view);
/// Opens the sheet for a view; without one for the card that has mouse or focus, else for what the
/// stage shows.
void show_keep_sheet(Shell& shell, const std::string& view);
void show_keep_sheet(Shell& shell);
/// What came of it, as one sentence: why it failed, or where it is.
void told_of_keeping(Shell& shell, const Keeping& kept, const std::string& problem);
/// The command that draws the same without a window; of a .gif, the steps that follow.
std::string shot_line(const Shell& shell, const std::string& view, const std::string& out);
void keep_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app
