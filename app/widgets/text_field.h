// One line of text to edit: paths, arguments. The caller keeps the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace app {

struct TextField {
    std::string words;
    std::size_t caret = 0;  // in bytes, between two characters
    bool all = false;       // the whole text is selected: typing replaces it
    void set(std::string text) {
        words = std::move(text);
        caret = words.size();
        all = false;
    }
};

struct FieldEvents {
    bool changed = false;
    bool entered = false;  // Enter was pressed in the field
    bool focused = false;
};

/// `hint`: shown while the field is empty. `wrong`: outlined as wrong.
FieldEvents text_field(Ui& ui, std::string_view id, Rect area, TextField& field,
                       std::string_view hint, bool wrong = false);
float field_height(const Ui& ui);

/// Gives the keyboard to a field.
void focus_field(Ui& ui, std::string_view id, TextField& field);

}  // namespace app
