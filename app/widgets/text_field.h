// One line of text that can be edited: paths, arguments. The caller keeps the words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace app {

struct TextField {
    std::string words;
    std::size_t caret = 0;  // in bytes, between two characters
    bool all = false;       // all of it is chosen: what is typed takes its place
    void set(std::string text) {
        words = std::move(text);
        caret = words.size();
        all = false;
    }
};

struct FieldEvents {
    bool changed = false;
    bool entered = false;  // Enter came while it had the keyboard
    bool focused = false;
};

/// `hint` stands there while it is empty. `wrong`: outlined as such.
FieldEvents text_field(Ui& ui, std::string_view id, Rect area, TextField& field,
                       std::string_view hint, bool wrong = false);
float field_height(const Ui& ui);

/// Gives the keyboard to a field.
void focus_field(Ui& ui, std::string_view id, TextField& field);

}  // namespace app
