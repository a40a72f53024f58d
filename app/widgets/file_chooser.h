// The system's own file chooser, where a window's surface has one: in a page, the browser's.
#pragma once

#include <functional>

namespace app {

/// Empty where paths are typed. A chosen file arrives as if it were dropped onto the window.
inline std::function<void()>& file_chooser() {
    static std::function<void()> chooser;
    return chooser;
}

}  // namespace app
