// What the compiler says of the user's file.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// The code pane's body while the file does not compile.
void compiler_words(Ui& ui, Shell& shell, Rect area, const lab::FileNews& news);

}  // namespace app
